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
    return (struct emit){.out = out, .start = out->len};
}

/* ---- where a value goes ---- */

/* The comma, and in an object the key, that come before a value. */
static void begin_value(struct emit *emit, const char *key)
{
    bool named = emit->depth > 0 && !(emit->lists & 1);
    if (named ? !key : emit->depth == 0 && emit->filled) {
        emit->failed = true; /* a member without a name; a second value after the outermost */
        return;
    }
    if (named) {
        strbuf_add(emit->out, emit->filled ? ",\"" : "\"");
        strbuf_add(emit->out, key);
        strbuf_add(emit->out, "\":");
    } else if (emit->filled) {
        strbuf_add_char(emit->out, ',');
    }
    emit->filled = true;
}

static void open_one(struct emit *emit, const char *key, bool list)
{
    begin_value(emit, key);
    if (emit->depth == EMIT_DEPTH) {
        emit->failed = true;
        return;
    }
    strbuf_add_char(emit->out, list ? '[' : '{');
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
    strbuf_add_char(emit->out, emit->lists & 1 ? ']' : '}');
    emit->lists >>= 1;
    emit->depth--;
    emit->filled = true;
}

enum err emit_end(struct emit *emit, struct error *error)
{
    bool one = !emit->failed && emit->depth == 0 && emit->filled;
    strbuf_add_char(emit->out, '\n');
    if (one && strbuf_ok(emit->out)) {
        return ERR_OK;
    }
    emit_drop(emit);
    return error_raise(error, one || !strbuf_ok(emit->out) ? &MSG_FULL : &MSG_MEMORY);
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

static void add_escaped(struct strbuf *out, struct span text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_plain(text.ptr[i])) {
            char unicode[7];
            strbuf_add_span(out, span_of(text.ptr + from, i - from));
            strbuf_add(out, escape_of((unsigned char)text.ptr[i], unicode));
            from = i + 1;
        }
    }
    strbuf_add_span(out, span_skip(text, from));
}

void emit_text(struct emit *emit, const char *key, struct span text)
{
    struct strbuf *out = emit->out;
    begin_value(emit, key);
    strbuf_add_char(out, '"');
    for (;;) {
        size_t good = utf8_valid(text);
        add_escaped(out, span_of(text.ptr, good));
        if (good == text.len) {
            break;
        }
        strbuf_add(out, "\xef\xbf\xbd");
        text = span_skip(text, good + 1);
    }
    strbuf_add_char(out, '"');
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

/* Text in which nothing needs an escape. */
static void emit_plain(struct emit *emit, const char *key, const char *text)
{
    begin_value(emit, key);
    strbuf_add_char(emit->out, '"');
    strbuf_add(emit->out, text);
    strbuf_add_char(emit->out, '"');
}

void emit_day(struct emit *emit, const char *key, bool known, int32_t day)
{
    char text[DATE_SIZE];
    if (!known) {
        emit_null(emit, key);
        return;
    }
    date_format(day, text);
    emit_plain(emit, key, text);
}

void emit_moment(struct emit *emit, const char *key, bool known, int64_t ms)
{
    char text[DATE_TIME_SIZE];
    if (!known) {
        emit_null(emit, key);
        return;
    }
    date_time_format(ms, text);
    emit_plain(emit, key, text);
}

void emit_hex(struct emit *emit, const char *key, const uint8_t *bytes, size_t size)
{
    if (!bytes) {
        emit_null(emit, key);
        return;
    }
    begin_value(emit, key);
    strbuf_add_char(emit->out, '"');
    strbuf_hex(emit->out, bytes, size);
    strbuf_add_char(emit->out, '"');
}

/* ---- other values ---- */

void emit_integer(struct emit *emit, const char *key, int64_t value)
{
    begin_value(emit, key);
    strbuf_int(emit->out, value);
}

void emit_integer_or_null(struct emit *emit, const char *key, bool known, int64_t value)
{
    if (known) {
        emit_integer(emit, key, value);
    } else {
        emit_null(emit, key);
    }
}

void emit_boolean(struct emit *emit, const char *key, bool value)
{
    begin_value(emit, key);
    strbuf_add(emit->out, value ? "true" : "false");
}

void emit_null(struct emit *emit, const char *key)
{
    begin_value(emit, key);
    strbuf_add(emit->out, "null");
}

void emit_real(struct emit *emit, const char *key, double value)
{
    begin_value(emit, key);
    emit->failed = emit->failed || !isfinite(value);
    decimal_add_real(emit->out, value);
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
    begin_value(emit, key);
    decimal_add_rounded(emit->out, value);
}

/* ---- items ---- */

struct emit emit_item(struct strbuf *items)
{
    struct emit emit = emit_start(items);
    strbuf_add(items, items->len > 0 ? "," : "");
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
    strbuf_add_span(emit->out, items);
    emit_close(emit);
}
