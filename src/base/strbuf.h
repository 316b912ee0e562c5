/*
 * A string buffer with a limit. Text is appended piece by piece; the first
 * append that does not fit (limit reached or allocator empty) marks the
 * buffer failed, leaves what was there to the byte, and makes every later
 * append do nothing. So a writer appends without checks and asks once, at the end:
 *
 *     strbuf_add(&out, "seat ");
 *     strbuf_int(&out, seat);
 *     if (!strbuf_ok(&out)) ...
 *
 * Invariant: `text[len]` is '\0' whenever `text` is not NULL; strbuf_text
 * never returns NULL.
 */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include "base/alloc.h"
#include "base/span.h"

struct strbuf {
    const struct allocator *allocator; /* NULL: `text` is the caller's memory */
    char *text;
    size_t len;
    size_t room;  /* bytes at `text` */
    size_t limit; /* `len` never exceeds this */
    bool failed;
};

/* Grows on the heap of `allocator` up to `limit` bytes of text. */
void strbuf_init(struct strbuf *buf, const struct allocator *allocator, size_t limit);

/* Writes into the caller's memory, which holds at most `size` - 1 bytes of text (`size` > 0). */
void strbuf_wrap(struct strbuf *buf, char *memory, size_t size);

void strbuf_add(struct strbuf *buf, const char *s);
void strbuf_add_span(struct strbuf *buf, struct span s);
void strbuf_add_char(struct strbuf *buf, char c);
void strbuf_int(struct strbuf *buf, int64_t value);

/* Appends `value` / `scale`, scale 1, 10, 100 or 1000, as a decimal number without zeros at its end: `7.5`, `-3.25`, `10`. */
void strbuf_points(struct strbuf *buf, int64_t value, int32_t scale);

void strbuf_hex(struct strbuf *buf, const uint8_t *bytes, size_t n);

/* Appends `s` with each control character made a '?', so that a terminal only shows it. */
void strbuf_add_plain(struct strbuf *buf, struct span s);

/* Appends `count` times the string `s`; `count` below 1 appends nothing. */
void strbuf_repeat(struct strbuf *buf, const char *s, int count);

/* Appends `s` and spaces up to `width` terminal columns; never cuts. */
void strbuf_pad(struct strbuf *buf, struct span s, size_t width);

/* Appends `value` right-aligned in `width` columns. */
void strbuf_int_right(struct strbuf *buf, int64_t value, size_t width);

static inline bool strbuf_ok(const struct strbuf *buf)
{
    return !buf->failed;
}

static inline const char *strbuf_text(const struct strbuf *buf)
{
    return buf->text ? buf->text : "";
}

static inline struct span strbuf_span(const struct strbuf *buf)
{
    return span_of(strbuf_text(buf), buf->len);
}

/* Cuts the text back to `len` bytes, which must not be more than it has. */
void strbuf_truncate(struct strbuf *buf, size_t len);

/* Empties for reuse, keeping the memory and forgetting a failure. */
void strbuf_clear(struct strbuf *buf);

/*
 * Accepts a zeroed buffer. Memory of the allocator is given back and the
 * buffer is as after strbuf_init; the caller's memory is left alone and takes
 * no more text.
 */
void strbuf_release(struct strbuf *buf);

#endif
