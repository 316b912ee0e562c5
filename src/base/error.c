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
    error->args = 0;
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

void error_add(struct error *error, struct span arg)
{
    if (error->args == ERROR_ARGS) {
        return;
    }
    struct strbuf out;
    strbuf_wrap(&out, error->arg[error->args++], ERROR_ARG_SIZE);
    strbuf_add_plain(&out, span_of(arg.ptr, utf8_fit(arg, ERROR_ARG_SIZE - 1)));
}

void error_add_int(struct error *error, int64_t arg)
{
    char digits[24];
    struct strbuf text;
    strbuf_wrap(&text, digits, sizeof(digits));
    strbuf_int(&text, arg);
    error_add(error, strbuf_span(&text));
}

size_t error_text(const struct error *error, enum lang lang, char *out, size_t size)
{
    size_t used = 0;
    if (size == 0) {
        return 0;
    }
    const char *s = error->message ? (lang == LANG_FR ? error->message->fr : error->message->en) : "";
    while (*s) {
        struct span piece = span_of(s, 1);
        if (s[0] == '%' && s[1] >= '1' && s[1] <= '0' + ERROR_ARGS) {
            unsigned which = (unsigned)(s[1] - '1');
            piece = which < error->args ? span_from(error->arg[which]) : SPAN_LITERAL("?");
            s += 2;
        } else {
            s += strcspn(s + 1, "%") + 1;
            piece.len = (size_t)(s - piece.ptr);
        }
        size_t n = utf8_fit(piece, size - 1 - used);
        memcpy(out + used, piece.ptr, n);
        used += n;
        if (n < piece.len) {
            break;
        }
    }
    out[used] = '\0';
    return used;
}
