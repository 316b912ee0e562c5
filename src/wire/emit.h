/*
 * The one writer of JSON: every answer over HTTP and every line of `--json`
 * goes through it, value by value, straight into a string buffer.
 *
 *     struct emit emit = emit_start(out);
 *     emit_object(&emit, NULL);
 *     emit_integer(&emit, "games", 12);
 *     emit_list(&emit, "names");
 *     emit_text(&emit, NULL, name);
 *     emit_close(&emit);
 *     emit_close(&emit);
 *     return emit_end(&emit, error);
 *
 * Commas, quotes and escapes are put here. Nothing is checked by the caller on
 * the way: `struct emit` and the buffer remember the first failure, and
 * emit_end asks once. What comes out is compact, keys in the order they come,
 * UTF-8 as it is but for `"`, `\` and control characters; text that is not
 * UTF-8 (a file's name may be anything) gets U+FFFD for each byte that does
 * not belong.
 *
 * `key` is the member's name within an object: an id of ours, in which nothing
 * needs an escape. It is not looked at within a list and for the outermost
 * value, where it may be NULL.
 */
#ifndef WIRE_EMIT_H
#define WIRE_EMIT_H

#include "base/error.h"
#include "base/strbuf.h"

enum {
    EMIT_DEPTH = 32, /* objects and lists within one another */
    EMIT_KEY = 64,   /* bytes; a key is shorter */
    EMIT_HEX = 64    /* bytes that emit_hex takes */
};

/* A copy of it and of the buffer's length is all there is to know about how far it has come. */
struct emit {
    struct strbuf *out;
    size_t start;   /* length of `out` before */
    uint32_t lists; /* a bit for each that is open, the innermost lowest: 1 a list, 0 an object */
    unsigned depth; /* how many are open */
    bool filled;    /* the innermost has a value already */
    bool failed;    /* what was asked for is not JSON */
    bool stopped;   /* `out` takes no more */
    bool starved;   /* not because it is full: there was no memory for it to grow */
};

struct emit emit_start(struct strbuf *out);

void emit_object(struct emit *emit, const char *key);
void emit_list(struct emit *emit, const char *key);
void emit_close(struct emit *emit); /* the innermost */

void emit_text(struct emit *emit, const char *key, struct span text);
void emit_word(struct emit *emit, const char *key, const char *text);
void emit_integer(struct emit *emit, const char *key, int64_t value);

/* Points in units of 1/scale, as strbuf_points has them, as a number without zeros at its end: 10, 7.5. */
void emit_points(struct emit *emit, const char *key, int64_t value, int32_t scale);
void emit_points_or_null(struct emit *emit, const char *key, bool known, int64_t value, int32_t scale);

void emit_boolean(struct emit *emit, const char *key, bool value);
void emit_null(struct emit *emit, const char *key);

/*
 * A number with twelve significant digits and a point or an exponent: 0.5,
 * 12.0, 1e-7. One that is not finite fails.
 */
void emit_real(struct emit *emit, const char *key, double value);

/* A number rounded to a ten-millionth, without an exponent: 1512.25, 0.0. */
void emit_rounded(struct emit *emit, const char *key, double value);

/* Null where the value is not known, or the text is empty. */
void emit_text_or_null(struct emit *emit, const char *key, struct span text);
void emit_integer_or_null(struct emit *emit, const char *key, bool known, int64_t value);
void emit_real_or_null(struct emit *emit, const char *key, bool known, double value);

/* `2026-11-13`, `2026-11-13T19:30:00.000Z`; null where it is not known. */
void emit_day(struct emit *emit, const char *key, bool known, int32_t day);
void emit_moment(struct emit *emit, const char *key, bool known, int64_t ms);

/* Bytes in hexadecimal; null for NULL. */
void emit_hex(struct emit *emit, const char *key, const uint8_t *bytes, size_t size);

static inline bool emit_ok(const struct emit *emit)
{
    return !emit->failed && strbuf_ok(emit->out);
}

/*
 * The end: a line feed. On failure `out` is as long as it was at the start:
 * ERR_LIMIT when it is full, ERR_MEMORY when there is no memory for it, or
 * what was emitted is not one value.
 */
ERR_CHECK enum err emit_end(struct emit *emit, struct error *error);

/* Gives up before the end: `out` is as long as it was at the start. */
void emit_drop(struct emit *emit);

/*
 * Items that are gathered before the answer they belong to is begun. Each is
 * one value, between emit_item and emit_item_end; one that does not fit into
 * `items` is left out. emit_items makes a list of them.
 */
struct emit emit_item(struct strbuf *items);
void emit_item_end(struct emit *emit);
void emit_items(struct emit *emit, const char *key, struct span items);

#endif
