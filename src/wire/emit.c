/* JSON, value by value: commas and keys first, then the forms that values have. */
#include "wire/emit.h"

#include "base/date.h"
#include "base/utf8.h"
#include "wire/decimal.h"

#include <math.h>

#include "base/banned.h"

static const struct message MSG_FULL = {ERR_LIMIT, "wire.too-long", "the answer is too long",
                                        "la réponse est trop longue"};

struct emit emit_start(struct strbuf *out)
{
    return (struct emit){.out = out, .start = out->len, .stopped = !strbuf_ok(out)};
}

/* ---- where a value goes ---- */

/*
 * What comes before a value and, where it is short, the value itself are put
 * together in a piece of this size, which is then appended at once.
 */
enum { SHORT_TEXT = DECIMAL_SIZE, PIECE = sizeof(",\"\":") + EMIT_KEY + sizeof("\"\"") + SHORT_TEXT };

/* Writes the comma, and in an object the key, that come before a value; returns the end. */
static char *begin_value(struct emit *emit, const char *key, char piece[PIECE])
{
    char *to = piece;
    if (emit->filled) {
        emit->failed = emit->failed || emit->depth == 0; /* a second value after the outermost */
        *to++ = ',';
    }
    emit->filled = true;
    if (emit->depth == 0 || (emit->lists & 1)) {
        return to;
    }
    *to++ = '"';
    const char *most = to + EMIT_KEY;
    for (; key && *key != '\0' && to < most; key++) {
        *to++ = *key;
    }
    emit->failed = emit->failed || !key || to == most;
    *to++ = '"';
    *to++ = ':';
    return to;
}

/* Notes why `size` bytes could not be appended, if they are the first. */
static void stop(struct emit *emit, size_t size)
{
    emit->starved = emit->stopped ? emit->starved : size <= emit->out->limit - emit->out->len;
    emit->stopped = true;
}

static void append(struct emit *emit, struct span text)
{
    strbuf_add_span(emit->out, text);
    if (!strbuf_ok(emit->out)) {
        stop(emit, text.len);
    }
}

static void add_piece(struct emit *emit, const char piece[PIECE], const char *end)
{
    append(emit, span_of(piece, (size_t)(end - piece)));
}

static void open_one(struct emit *emit, const char *key, bool list)
{
    char piece[PIECE];
    char *end = begin_value(emit, key, piece);
    if (emit->depth == EMIT_DEPTH) {
        emit->failed = true;
        return;
    }
    *end++ = list ? '[' : '{';
    add_piece(emit, piece, end);
    emit->lists = emit->lists << 1 | (list ? 1 : 0);
    emit->depth++;
    emit->filled = false;
}

void emit_object(struct emit *emit, const char *key)
{
    open_one(emit, key, false);
}

void emit_list(struct emit *emit, const char *key)
{
    open_one(emit, key, true);
}

void emit_close(struct emit *emit)
{
    if (emit->depth == 0) {
        emit->failed = true;
        return;
    }
    append(emit, emit->lists & 1 ? SPAN_LITERAL("]") : SPAN_LITERAL("}"));
    emit->lists >>= 1;
    emit->depth--;
    emit->filled = true;
}

enum err emit_end(struct emit *emit, struct error *error)
{
    bool one = !emit->failed && emit->depth == 0 && emit->filled;
    append(emit, SPAN_LITERAL("\n"));
    if (one && strbuf_ok(emit->out)) {
        return ERR_OK;
    }
    emit_drop(emit);
    return error_raise(error, strbuf_ok(emit->out) || emit->starved ? &MSG_MEMORY : &MSG_FULL);
}

void emit_drop(struct emit *emit)
{
    strbuf_truncate(emit->out, emit->start);
}

/* ---- text ---- */

/* What stands for a character that cannot stand for itself; NULL for one that can. */
static const char *escape_of(unsigned char c, char unicode[7])
{
    static const char digits[] = "0123456789ABCDEF";
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        memcpy(unicode, "\\u00", 4);
        unicode[4] = digits[c >> 4];
        unicode[5] = digits[c & 15];
        unicode[6] = '\0';
        return unicode;
    }
}

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != '"' && c != '\\';
}

/* Copies a short text that may stand as it is and returns its end; NULL for any other. */
static char *copy_short(struct span text, char *to)
{
    unsigned char all = 0;
    if (text.len > SHORT_TEXT) {
        return NULL;
    }
    for (size_t i = 0; i < text.len; i++) {
        to[i] = text.ptr[i];
        all |= (unsigned char)to[i];
        if (!is_plain(to[i])) {
            return NULL;
        }
    }
    return all < 0x80 || utf8_valid(text) == text.len ? to + text.len : NULL;
}

static void add_escaped(struct emit *emit, struct span text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_plain(text.ptr[i])) {
            char unicode[7];
            append(emit, span_of(text.ptr + from, i - from));
            append(emit, span_from(escape_of((unsigned char)text.ptr[i], unicode)));
            from = i + 1;
        }
    }
    append(emit, span_skip(text, from));
}

void emit_text(struct emit *emit, const char *key, struct span text)
{
    char piece[PIECE];
    char *begun = begin_value(emit, key, piece);
    *begun++ = '"';
    char *end = copy_short(text, begun);
    if (end) {
        *end++ = '"';
        add_piece(emit, piece, end);
        return;
    }
    add_piece(emit, piece, begun);
    for (;;) {
        size_t good = utf8_valid(text);
        add_escaped(emit, span_of(text.ptr, good));
        if (good == text.len) {
            break;
        }
        append(emit, SPAN_LITERAL("\xef\xbf\xbd"));
        text = span_skip(text, good + 1);
    }
    append(emit, SPAN_LITERAL("\""));
}

void emit_word(struct emit *emit, const char *key, const char *text)
{
    emit_text(emit, key, span_from(text));
}

void emit_text_or_null(struct emit *emit, const char *key, struct span text)
{
    if (text.len > 0) {
        emit_text(emit, key, text);
    } else {
        emit_null(emit, key);
    }
}

void emit_day(struct emit *emit, const char *key, bool known, int32_t day)
{
    char text[DATE_SIZE];
    if (!known) {
        emit_null(emit, key);
        return;
    }
    date_format(day, text);
    emit_word(emit, key, text);
}

void emit_moment(struct emit *emit, const char *key, bool known, int64_t ms)
{
    char text[DATE_TIME_SIZE];
    if (!known) {
        emit_null(emit, key);
        return;
    }
    date_time_format(ms, text);
    emit_word(emit, key, text);
}

void emit_hex(struct emit *emit, const char *key, const uint8_t *bytes, size_t size)
{
    char memory[EMIT_HEX * 2 + 1];
    struct strbuf text;
    if (!bytes) {
        emit_null(emit, key);
        return;
    }
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_hex(&text, bytes, size);
    emit->failed = emit->failed || !strbuf_ok(&text);
    emit_text(emit, key, strbuf_span(&text));
}

/* ---- other values ---- */

void emit_integer(struct emit *emit, const char *key, int64_t value)
{
    char piece[PIECE];
    char *end = begin_value(emit, key, piece);
    add_piece(emit, piece, end + decimal_integer(value, end));
}

void emit_points(struct emit *emit, const char *key, int64_t value, int32_t scale)
{
    char piece[PIECE];
    struct strbuf number;
    char *end = begin_value(emit, key, piece);
    strbuf_wrap(&number, end, DECIMAL_SIZE);
    strbuf_points(&number, value, scale);
    add_piece(emit, piece, end + number.len);
}

void emit_points_or_null(struct emit *emit, const char *key, bool known, int64_t value, int32_t scale)
{
    if (known) {
        emit_points(emit, key, value, scale);
    } else {
        emit_null(emit, key);
    }
}

void emit_integer_or_null(struct emit *emit, const char *key, bool known, int64_t value)
{
    if (known) {
        emit_integer(emit, key, value);
    } else {
        emit_null(emit, key);
    }
}

/* true, false or null */
static void emit_literal(struct emit *emit, const char *key, const char *word)
{
    char piece[PIECE];
    add_piece(emit, piece, begin_value(emit, key, piece));
    append(emit, span_from(word));
}

void emit_boolean(struct emit *emit, const char *key, bool value)
{
    emit_literal(emit, key, value ? "true" : "false");
}

void emit_null(struct emit *emit, const char *key)
{
    emit_literal(emit, key, "null");
}

void emit_real(struct emit *emit, const char *key, double value)
{
    char piece[PIECE];
    char *end = begin_value(emit, key, piece);
    emit->failed = emit->failed || !isfinite(value);
    add_piece(emit, piece, end + decimal_real(value, end));
}

void emit_real_or_null(struct emit *emit, const char *key, bool known, double value)
{
    if (known) {
        emit_real(emit, key, value);
    } else {
        emit_null(emit, key);
    }
}

void emit_rounded(struct emit *emit, const char *key, double value)
{
    char piece[PIECE];
    char *end = begin_value(emit, key, piece);
    if (!(fabs(value) < DECIMAL_ROUNDED)) { /* NaN, too */
        emit->failed = true;
        return;
    }
    add_piece(emit, piece, end + decimal_rounded(value, end));
}

/* ---- items ---- */

struct emit emit_item(struct strbuf *items)
{
    struct emit emit = emit_start(items);
    append(&emit, span_from(items->len > 0 ? "," : ""));
    return emit;
}

void emit_item_end(struct emit *emit)
{
    if (!emit_ok(emit) || emit->depth > 0 || !emit->filled) {
        emit_drop(emit);
    }
}

void emit_items(struct emit *emit, const char *key, struct span items)
{
    emit_list(emit, key);
    append(emit, items);
    emit_close(emit);
}
