/* UTF-8: validation with a fast path for ASCII, cutting, measuring, folding. */
#include "base/utf8.h"

#include "base/width.h"

#include "base/banned.h"

/* Length of the sequence that a lead byte starts, 0 for a byte that starts none. */
static size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xc2 && lead <= 0xdf) {
        return 2;
    }
    if (lead >= 0xe0 && lead <= 0xef) {
        return 3;
    }
    return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/* Decodes a whole valid character at p (n bytes there); 0 length on anything else. */
static size_t decode(const unsigned char *p, size_t n, uint32_t *out)
{
    size_t len = n > 0 ? sequence_length(p[0]) : 0;
    if (len == 0 || len > n) {
        return 0;
    }
    static const unsigned char lead_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t c = p[0] & lead_mask[len];
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
        c = (c << 6) | (p[i] & 0x3f);
    }
    if (c < smallest[len] || (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff) {
        return 0;
    }
    *out = c;
    return len;
}

size_t utf8_valid(struct span s)
{
    const unsigned char *p = (const unsigned char *)s.ptr;
    size_t i = 0;
    while (i < s.len) {
        uint64_t eight;
        while (i + sizeof(eight) <= s.len) {
            memcpy(&eight, p + i, sizeof(eight));
            if (eight & UINT64_C(0x8080808080808080)) {
                break;
            }
            i += sizeof(eight);
        }
        if (i == s.len) {
            break;
        }
        uint32_t c;
        size_t len = decode(p + i, s.len - i, &c);
        if (len == 0) {
            return i;
        }
        i += len;
    }
    return i;
}

size_t utf8_fit(struct span s, size_t max)
{
    if (s.len <= max) {
        return s.len;
    }
    size_t n = max;
    while (n > 0 && ((unsigned char)s.ptr[n] & 0xc0) == 0x80) {
        n--;
    }
    return n;
}

size_t utf8_count(struct span s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        n += ((unsigned char)s.ptr[i] & 0xc0) != 0x80;
    }
    return n;
}

size_t utf8_control(struct span s)
{
    const unsigned char *p = (const unsigned char *)s.ptr;
    if (s.len > 0 && (p[0] < 0x20 || p[0] == 0x7f)) {
        return 1;
    }
    return s.len > 1 && p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0 ? 2 : 0;
}

size_t utf8_width(struct span s)
{
    size_t width = 0;
    while (s.len > 0) {
        uint32_t c = 0;
        size_t len = decode((const unsigned char *)s.ptr, s.len, &c);
        if (len == 0) {
            break;
        }
        s = span_skip(s, len);
        width += width_of(c);
    }
    return width;
}

/* Plain letters of U+00C0..U+017F; a dot where there is no single plain letter. */
static const char LATIN[] = "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.lllllll"
                            "lllnnnnnnn..oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* Capitals whose letter has no plain form, and their small letters. */
static const struct {
    uint32_t capital;
    uint32_t small;
} PAIRS[] = {{0xc6, 0xe6}, {0xde, 0xfe}, {0x132, 0x133}, {0x14a, 0x14b}, {0x152, 0x153}};

uint32_t utf8_next(struct span *s)
{
    uint32_t c = 0;
    size_t len = decode((const unsigned char *)s->ptr, s->len, &c);
    *s = span_skip(*s, len ? len : 1);
    return len == 0 ? 0xfffd : c;
}

uint32_t utf8_fold(struct span *s)
{
    uint32_t c = utf8_next(s);
    if (c >= 'A' && c <= 'Z') {
        return c + ('a' - 'A');
    }
    if (c >= 0xc0 && c <= 0x17f && LATIN[c - 0xc0] != '.') {
        return (uint32_t)LATIN[c - 0xc0];
    }
    for (size_t i = 0; c >= 0xc0 && c <= 0x17f && i < sizeof(PAIRS) / sizeof(PAIRS[0]); i++) {
        c = c == PAIRS[i].capital ? PAIRS[i].small : c;
    }
    return c >= 0x0300 && c <= 0x036f ? 0 : c;
}

size_t utf8_put(uint32_t c, char out[4])
{
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    out[0] = (char)(lead[len] | c);
    return len;
}

uint32_t utf8_letter(struct utf8_letters *letters)
{
    uint32_t c = letters->second;
    letters->second = 0;
    while (c == 0 && letters->rest.len > 0) {
        c = utf8_fold(&letters->rest);
    }
    if (c == 0xe6 || c == 0x153) { /* æ, œ */
        letters->second = 'e';
        return c == 0xe6 ? 'a' : 'o';
    }
    return c;
}

/* Passes over what both begin with in plain letters and signs, in any case; true when the next ones are plain and differ. */
static bool skip_plain(struct span *a, struct span *b)
{
    size_t least = a->len < b->len ? a->len : b->len;
    size_t n = 0;
    while (n < least) {
        unsigned char x = (unsigned char)a->ptr[n];
        unsigned char y = (unsigned char)b->ptr[n];
        if ((x | y) >= 0x80 || x == 0 || y == 0) {
            break;
        }
        x = x >= 'A' && x <= 'Z' ? (unsigned char)(x | 0x20) : x;
        y = y >= 'A' && y <= 'Z' ? (unsigned char)(y | 0x20) : y;
        if (x != y) {
            return true;
        }
        n++;
    }
    *a = span_skip(*a, n);
    *b = span_skip(*b, n);
    return false;
}

bool utf8_same(struct span a, struct span b)
{
    if (skip_plain(&a, &b)) {
        return false;
    }
    struct utf8_letters left = {a, 0};
    struct utf8_letters right = {b, 0};
    for (;;) {
        uint32_t x = utf8_letter(&left);
        if (x != utf8_letter(&right)) {
            return false;
        }
        if (x == 0) {
            return true;
        }
    }
}
