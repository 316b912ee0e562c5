/* String buffer: one function makes room, all others append through it. */
#include "base/strbuf.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { FIRST_ROOM = 64 };

void strbuf_init(struct strbuf *buf, const struct allocator *allocator, size_t limit)
{
    *buf = (struct strbuf){.allocator = allocator, .limit = limit};
}

void strbuf_wrap(struct strbuf *buf, char *memory, size_t size)
{
    memory[0] = '\0';
    *buf = (struct strbuf){.text = memory, .room = size, .limit = size - 1};
}

/* Grows the memory to hold `n` more bytes and a terminator; false, with the buffer failed, when that cannot be. */
static bool grow(struct strbuf *buf, size_t n)
{
    size_t need = buf->len + n + 1;
    bool mine = buf->allocator || need <= buf->room; /* a released or zeroed buffer has no memory to grow in */
    if (buf->failed || n > buf->limit - buf->len || !mine) {
        buf->failed = true;
        return false;
    }
    if (need > buf->room) {
        size_t room = buf->room ? buf->room : FIRST_ROOM;
        while (room < need) {
            room = room > SIZE_MAX / 2 ? need : room * 2;
        }
        if (buf->limit < SIZE_MAX && room > buf->limit + 1) {
            room = buf->limit + 1;
        }
        char *text = mem_resize(buf->allocator, buf->text, room);
        if (!text) {
            buf->failed = true;
            return false;
        }
        buf->text = text;
        buf->room = room;
    }
    return true;
}

/*
 * Where `n` more bytes and a terminator have room, or NULL with the buffer
 * failed. Nearly always there is room already: `room` never exceeds the limit
 * by more than the terminator, so one comparison says so.
 */
static inline char *make_room(struct strbuf *buf, size_t n)
{
    if (!buf->failed && n < buf->room - buf->len) {
        return buf->text + buf->len;
    }
    return grow(buf, n) ? buf->text + buf->len : NULL;
}

void strbuf_add_span(struct strbuf *buf, struct span s)
{
    char *at = make_room(buf, s.len);
    if (!at) {
        return;
    }
    if (s.len > 0) {
        memcpy(at, s.ptr, s.len);
    }
    buf->len += s.len;
    buf->text[buf->len] = '\0';
}

void strbuf_add_plain(struct strbuf *buf, struct span s)
{
    char *at = make_room(buf, s.len);
    if (!at) {
        return;
    }
    while (s.len > 0) {
        size_t control = utf8_control(s);
        *at++ = control > 0 ? '?' : s.ptr[0];
        s = span_skip(s, control > 0 ? control : 1);
    }
    *at = '\0';
    buf->len = (size_t)(at - buf->text);
}

void strbuf_add(struct strbuf *buf, const char *s)
{
    strbuf_add_span(buf, span_from(s));
}

void strbuf_add_char(struct strbuf *buf, char c)
{
    char *at = make_room(buf, 1);
    if (at) {
        at[0] = c;
        at[1] = '\0';
        buf->len++;
    }
}

/* Writes `value` at the end of `digits` and returns where it starts. */
static struct span format_int(char digits[24], int64_t value)
{
    size_t at = 24;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    return span_of(digits + at, 24 - at);
}

void strbuf_int(struct strbuf *buf, int64_t value)
{
    char digits[24];
    strbuf_add_span(buf, format_int(digits, value));
}

/* Appends `before` spaces, `s`, and `behind` spaces. */
static void add_spaced(struct strbuf *buf, size_t before, struct span s, size_t behind)
{
    char *at = make_room(buf, before + s.len + behind);
    if (!at) {
        return;
    }
    memset(at, ' ', before + s.len + behind);
    if (s.len > 0) {
        memcpy(at + before, s.ptr, s.len);
    }
    buf->len += before + s.len + behind;
    buf->text[buf->len] = '\0';
}

void strbuf_int_right(struct strbuf *buf, int64_t value, size_t width)
{
    char digits[24];
    struct span s = format_int(digits, value);
    add_spaced(buf, s.len < width ? width - s.len : 0, s, 0);
}

void strbuf_pad(struct strbuf *buf, struct span s, size_t width)
{
    size_t taken = utf8_width(s);
    add_spaced(buf, 0, s, taken < width ? width - taken : 0);
}

void strbuf_points(struct strbuf *buf, int64_t value, int32_t scale)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint64_t unit = scale > 1 ? (uint64_t)scale : 1;
    uint64_t parts = size % unit;
    if (value < 0) {
        strbuf_add_char(buf, '-');
    }
    strbuf_int(buf, (int64_t)(size / unit));
    if (parts > 0) {
        strbuf_add_char(buf, '.');
    }
    for (; parts > 0; parts %= unit) {
        unit /= 10;
        strbuf_add_char(buf, (char)('0' + parts / unit));
    }
}

void strbuf_hex(struct strbuf *buf, const uint8_t *bytes, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    char *at = make_room(buf, n * 2);
    if (!at) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        at[2 * i] = digit[bytes[i] >> 4];
        at[2 * i + 1] = digit[bytes[i] & 15];
    }
    buf->len += n * 2;
    buf->text[buf->len] = '\0';
}

void strbuf_repeat(struct strbuf *buf, const char *s, int count)
{
    struct span piece = span_from(s);
    size_t times = count > 0 ? (size_t)count : 0;
    char *at = make_room(buf, piece.len > 0 && times > SIZE_MAX / piece.len ? SIZE_MAX : piece.len * times);
    if (!at) {
        return;
    }
    for (size_t i = 0; i < times; i++) {
        memcpy(at + i * piece.len, piece.ptr, piece.len);
    }
    buf->len += piece.len * times;
    buf->text[buf->len] = '\0';
}

void strbuf_truncate(struct strbuf *buf, size_t len)
{
    buf->len = len;
    if (buf->text) {
        buf->text[len] = '\0';
    }
}

void strbuf_clear(struct strbuf *buf)
{
    strbuf_truncate(buf, 0);
    buf->failed = false;
}

void strbuf_release(struct strbuf *buf)
{
    if (buf->allocator) {
        mem_free(buf->allocator, buf->text);
        strbuf_init(buf, buf->allocator, buf->limit);
    } else {
        *buf = (struct strbuf){.limit = 0};
    }
}
