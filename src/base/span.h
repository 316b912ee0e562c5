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

/* Below, at or above 0 as `a` comes before, with or after `b`, byte by byte; a beginning comes before what it begins. */
static inline int span_order(struct span a, struct span b)
{
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common > 0 ? memcmp(a.ptr, b.ptr, common) : 0;
    return order != 0 ? order : a.len < b.len ? -1 : a.len > b.len;
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

/*
 * Cuts what stands before the first `mark` off the front of `*rest` and
 * returns it; `*rest` then starts behind the mark. Without a mark that is all
 * of it, and `*rest` becomes the zeroed span: `while (rest.len > 0)` goes over
 * the parts, `while (rest.ptr)` also over an empty one behind the last mark.
 */
static inline struct span span_cut(struct span *rest, char mark)
{
    const char *at = rest->len > 0 ? (const char *)memchr(rest->ptr, mark, rest->len) : NULL;
    struct span part = span_of(rest->ptr, at ? (size_t)(at - rest->ptr) : rest->len);
    *rest = at ? span_of(at + 1, rest->len - part.len - 1) : (struct span){NULL, 0};
    return part;
}

/* The same where a mark is needed: false, with nothing cut and `*part` empty, when there is none. */
static inline bool span_cut_at(struct span *rest, char mark, struct span *part)
{
    struct span behind = *rest;
    *part = span_cut(&behind, mark);
    if (!behind.ptr) {
        *part = (struct span){NULL, 0};
        return false;
    }
    *rest = behind;
    return true;
}

/* Cuts the next line off, as span_cut; it may end in LF or CRLF, and neither is part of it. */
static inline struct span span_line(struct span *rest)
{
    struct span line = span_cut(rest, '\n');
    line.len -= line.len > 0 && line.ptr[line.len - 1] == '\r' ? 1 : 0;
    return line;
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

/* The same for words of a list, which have any of the bytes of `between` (a terminated string) between them. */
struct span span_word_between(struct span *rest, const char *between);

/* No number that is written or read has more than 18 digits: one can be added to any of them. */
#define SPAN_INT_MAX INT64_C(999999999999999999)

/*
 * Reads a whole span as a decimal integer with an optional minus sign, into
 * `*out`. False, with `*out` untouched, when it is anything else or lies
 * outside min..max.
 */
bool span_int(struct span s, int64_t min, int64_t max, int64_t *out);

#endif
