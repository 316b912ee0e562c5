/* Cleaning and cutting text for a terminal. */
#include "cli/text.h"

#include "base/utf8.h"

#include "base/banned.h"

/* Bytes at the front of `s` that make one character; 0 when they are not UTF-8. */
static size_t character(struct span s)
{
    for (size_t n = 1; n <= 4 && n <= s.len; n++) {
        if (utf8_valid(span_of(s.ptr, n)) == n) {
            return n;
        }
    }
    return 0;
}

/* True for a character (UTF-8, `n` bytes) that would do something instead of showing something. */
static bool acts(const char *s, size_t n)
{
    const unsigned char *c = (const unsigned char *)s;
    if (n == 1) {
        return c[0] < 0x20 || c[0] == 0x7f;
    }
    if (n == 2) { /* U+0080 to U+009F */
        return c[0] == 0xc2 && c[1] < 0xa0;
    }
    if (n == 3 && c[0] == 0xe2 && c[1] == 0x80) { /* U+200E, U+200F, U+2028 to U+202E */
        return c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae);
    }
    return n == 3 && c[0] == 0xe2 && c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9; /* U+2066 to U+2069 */
}

void text_clean(struct strbuf *out, struct span s)
{
    while (s.len > 0) {
        size_t n = character(s);
        if (n == 0) {
            strbuf_add_char(out, '?');
            n = 1;
        } else if (s.ptr[0] == '\t') {
            strbuf_add_char(out, ' ');
        } else if (!acts(s.ptr, n)) {
            strbuf_add_span(out, span_of(s.ptr, n));
        }
        s = span_skip(s, n);
    }
}

void text_clean_cut(struct strbuf *out, struct span s, size_t width)
{
    size_t start = out->len;
    text_clean(out, s);
    if (!strbuf_ok(out)) {
        return;
    }
    struct span all = span_skip(strbuf_span(out), start);
    if (utf8_width(all) <= width) {
        return;
    }
    size_t keep = all.len;
    while (keep > 0 && utf8_width(span_of(all.ptr, keep)) + 1 > width) {
        keep = utf8_fit(all, keep - 1);
    }
    strbuf_truncate(out, start + keep);
    strbuf_add(out, "…");
}

void text_count(struct strbuf *out, int64_t number, const char *one, const char *many)
{
    strbuf_int(out, number);
    strbuf_add_char(out, ' ');
    strbuf_add(out, number == 1 ? one : many);
}
