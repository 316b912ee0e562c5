/* Spans: the few operations that are too long to be inline. */
#include "base/span.h"

#include "base/banned.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool span_starts(struct span s, const char *prefix)
{
    size_t n = strlen(prefix);
    return s.len >= n && (n == 0 || memcmp(s.ptr, prefix, n) == 0);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool span_equal_nocase(struct span a, struct span b)
{
    bool same = a.len == b.len;
    for (size_t i = 0; same && i < a.len; i++) {
        same = lower(a.ptr[i]) == lower(b.ptr[i]);
    }
    return same;
}

bool span_is_nocase(struct span a, const char *s)
{
    return span_equal_nocase(a, span_from(s));
}

struct span span_trim(struct span s)
{
    while (s.len > 0 && is_blank(s.ptr[0])) {
        s = span_skip(s, 1);
    }
    while (s.len > 0 && is_blank(s.ptr[s.len - 1])) {
        s.len--;
    }
    return s;
}

struct span span_word(struct span *rest)
{
    struct span s = *rest;
    while (s.len > 0 && is_blank(s.ptr[0])) {
        s.ptr++;
        s.len--;
    }
    size_t n = 0;
    while (n < s.len && !is_blank(s.ptr[n])) {
        n++;
    }
    *rest = span_skip(s, n);
    s.len = n;
    return s;
}

struct span span_word_between(struct span *rest, const char *between)
{
    size_t marks = strlen(between);
    size_t from = 0;
    while (from < rest->len && memchr(between, rest->ptr[from], marks)) {
        from++;
    }
    size_t end = from;
    while (end < rest->len && !memchr(between, rest->ptr[end], marks)) {
        end++;
    }
    struct span word = span_skip(span_of(rest->ptr, end), from);
    *rest = span_skip(*rest, end);
    return word;
}

bool span_int(struct span s, int64_t min, int64_t max, int64_t *out)
{
    bool negative = s.len > 0 && s.ptr[0] == '-';
    size_t i = negative ? 1 : 0;
    /* 18 digits cannot overflow an int64_t, and no number here is longer. */
    if (s.len == i || s.len - i > 18) {
        return false;
    }
    int64_t value = 0;
    for (; i < s.len; i++) {
        if (s.ptr[i] < '0' || s.ptr[i] > '9') {
            return false;
        }
        value = value * 10 + (s.ptr[i] - '0');
    }
    value = negative ? -value : value;
    if (value < min || value > max) {
        return false;
    }
    *out = value;
    return true;
}
