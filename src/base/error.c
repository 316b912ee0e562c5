/* Errors: raising, adding arguments, and turning one into a sentence. */
#include "base/error.h"

#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

const struct message MSG_MEMORY = {ERR_MEMORY, "memory", "not enough memory", "mémoire insuffisante"};

void error_clear(struct error *error)
{
    error->message = NULL;
    error->line = 0;
    error->column = 0;
    error->rests = RESTS_ALONE;
    error->args = 0;
    error->named = 0;
    error->hint[0] = '\0';
}

enum err error_put(struct error *error, const struct message *message)
{
    error_clear(error);
    error->message = message;
    return message->code;
}

enum err error_put_span(struct error *error, const struct message *message, struct span arg)
{
    enum err code = error_put(error, message);
    error_add(error, arg);
    return code;
}

enum err error_put_int(struct error *error, const struct message *message, int64_t arg)
{
    enum err code = error_put(error, message);
    error_add_int(error, arg);
    return code;
}

/* Plain text, cut to fit. */
static void put_text(char *out, size_t size, struct span text)
{
    struct strbuf to;
    strbuf_wrap(&to, out, size);
    strbuf_add_plain(&to, span_of(text.ptr, utf8_fit(text, size - 1)));
}

void error_add(struct error *error, struct span arg)
{
    if (error->args == ERROR_ARGS) {
        return;
    }
    error->named &= ~(1U << error->args);
    put_text(error->arg[error->args++], ERROR_ARG_SIZE, arg);
}

void error_add_name(struct error *error, const struct name *name)
{
    if (error->args == ERROR_ARGS) {
        return;
    }
    char *arg = error->arg[error->args];
    put_text(arg, ERROR_ARG_SIZE / 2, span_from(name->en));
    size_t behind = strlen(arg) + 1;
    put_text(arg + behind, ERROR_ARG_SIZE - behind, span_from(name->fr));
    error->named |= 1U << error->args++;
}

void error_hint(struct error *error, struct span meant)
{
    put_text(error->hint, sizeof(error->hint), meant);
}

void error_add_int(struct error *error, int64_t arg)
{
    char digits[24];
    struct strbuf text;
    strbuf_wrap(&text, digits, sizeof(digits));
    strbuf_int(&text, arg);
    error_add(error, strbuf_span(&text));
}

/* Argument number `which` for a reader of `lang`. */
static struct span arg_in(const struct error *error, unsigned which, enum lang lang)
{
    if (which >= error->args) {
        return SPAN_LITERAL("?");
    }
    const char *arg = error->arg[which];
    bool behind = lang == LANG_FR && (error->named >> which & 1);
    return span_from(behind ? arg + strlen(arg) + 1 : arg);
}

/* Appends as much of `piece` as fits; false when that is not all of it. */
static bool put_piece(struct span piece, char *out, size_t size, size_t *used)
{
    size_t n = utf8_fit(piece, size - 1 - *used);
    memcpy(out + *used, piece.ptr, n);
    *used += n;
    return n == piece.len;
}

static bool put_sentence(const struct error *error, enum lang lang, char *out, size_t size, size_t *used)
{
    const char *s = error->message ? (lang == LANG_FR ? error->message->fr : error->message->en) : "";
    while (*s) {
        struct span piece = span_of(s, 1);
        if (s[0] == '%' && s[1] >= '1' && s[1] <= '0' + ERROR_ARGS) {
            piece = arg_in(error, (unsigned)(s[1] - '1'), lang);
            s += 2;
        } else {
            s += strcspn(s + 1, "%") + 1;
            piece.len = (size_t)(s - piece.ptr);
        }
        if (!put_piece(piece, out, size, used)) {
            return false;
        }
    }
    return true;
}

size_t error_text(const struct error *error, enum lang lang, char *out, size_t size)
{
    static const struct span before[] = {SPAN_INIT("; did you mean '"), SPAN_INIT(" ; vouliez-vous dire « ")};
    static const struct span behind[] = {SPAN_INIT("'?"), SPAN_INIT(" » ?")};
    size_t used = 0;
    if (size == 0) {
        return 0;
    }
    bool whole = put_sentence(error, lang, out, size, &used);
    if (whole && error->message && error->hint[0]) {
        (void)(put_piece(before[lang], out, size, &used) && put_piece(span_from(error->hint), out, size, &used) &&
               put_piece(behind[lang], out, size, &used));
    }
    out[used] = '\0';
    return used;
}
