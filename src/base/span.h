/*
 * A span is a borrowed run of bytes: a pointer and a length, never
 * terminated, never owned. Parsers cut spans out of one buffer instead of
 * copying, so a span lives exactly as long as the buffer it points into.
 *
 * A zeroed span is the empty span and is valid everywhere.
 */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
    const char *ptr;
    size_t len;
};

/* A span over a string literal; and the same as an initialiser, for constant tables. */
#define SPAN_LITERAL(s) ((struct span){(s), sizeof(s) - 1})
#define SPAN_INIT(s)       \
    {                      \
        (s), sizeof(s) - 1 \
    }

static inline struct span span_of(const char *ptr, size_t len)
{
    return (struct span){ptr, len};
}

/* A span over a terminated string; NULL gives the empty span. */
static inline struct span span_from(const char *s)
{
    return (struct span){s, s ? strlen(s) : 0};
}

static inline bool span_equal(struct span a, struct span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool span_is(struct span a, const char *s)
{
    return span_equal(a, span_from(s));
}

/* Bytes from `from` on; the empty span when there are none. */
static inline struct span span_skip(struct span s, size_t from)
{
    return from >= s.len ? (struct span){s.ptr ? s.ptr + s.len : NULL, 0} : (struct span){s.ptr + from, s.len - from};
}

/* True when `s` begins with the terminated string `prefix`. */
bool span_starts(struct span s, const char *prefix);

/* The same bytes but for the case of ASCII letters, as names of protocols are compared. */
bool span_equal_nocase(struct span a, struct span b);
bool span_is_nocase(struct span a, const char *s);

/* Without spaces and tabs at both ends. */
struct span span_trim(struct span s);

/*
 * Cuts the next word (a run without space or tab) off the front of `*rest`
 * and returns it; `*rest` then starts behind the word. Returns the empty
 * span when only blanks are left.
 */
struct span span_word(struct span *rest);

/* No number that is written or read has more than 18 digits: one can be added to any of them. */
#define SPAN_INT_MAX INT64_C(999999999999999999)

/*
 * Reads a whole span as a decimal integer with an optional minus sign, into
 * `*out`. False, with `*out` untouched, when it is anything else or lies
 * outside min..max.
 */
bool span_int(struct span s, int64_t min, int64_t max, int64_t *out);

#endif
