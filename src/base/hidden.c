/*
 * What cannot be seen. The table has the characters that Unicode 14 calls
 * Default_Ignorable_Code_Point, those that steer the direction of writing,
 * separators of lines, control characters and the marks of annotations.
 */
#include "base/hidden.h"

#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

enum { JOIN = 0x200d, DISJOIN = 0x200c, TEXT_LOOK = 0xfe0e, EMOJI_LOOK = 0xfe0f, KEYCAP = 0x20e3 };

struct range {
    uint32_t first;
    uint32_t last;
};

static const struct range HIDDEN[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x061c, 0x061c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* Roughly: a sign that is no emoji by itself does no harm with a joiner beside it. */
static const struct range EMOJI[] = {
    {0x00a9, 0x00a9}, {0x00ae, 0x00ae}, {0x203c, 0x203c}, {0x2049, 0x2049}, {0x2122, 0x2122},   {0x2139, 0x2139},
    {0x2194, 0x21aa}, {0x231a, 0x23ff}, {0x24c2, 0x24c2}, {0x25aa, 0x25fe}, {0x2600, 0x27bf},   {0x2934, 0x2935},
    {0x2b05, 0x2b55}, {0x3030, 0x3030}, {0x303d, 0x303d}, {0x3297, 0x3299}, {0x1f000, 0x1faff},
};

static const struct range ARABIC[] = {{0x0620, 0x064a}, {0x066e, 0x06d5}, {0x06ee, 0x06ff}, {0x0750, 0x077f},
                                      {0x08a0, 0x08c7}, {0xfb50, 0xfdff}, {0xfe70, 0xfefc}};

static const struct range VIRAMA[] = {
    {0x094d, 0x094d}, {0x09cd, 0x09cd}, {0x0a4d, 0x0a4d}, {0x0acd, 0x0acd}, {0x0b4d, 0x0b4d}, {0x0bcd, 0x0bcd},
    {0x0c4d, 0x0c4d}, {0x0ccd, 0x0ccd}, {0x0d4d, 0x0d4d}, {0x0dca, 0x0dca}, {0x1039, 0x103a}, {0x17d2, 0x17d2},
};

/* A selector of a variant and what it selects a variant of. */
static const struct {
    struct range selector;
    struct range base;
} VARIANTS[] = {
    {{0xfe00, 0xfe02}, {0x3400, 0x9fff}},     {{0xfe00, 0xfe02}, {0x20000, 0x3134a}},
    {{0xe0100, 0xe01ef}, {0x3400, 0x9fff}},   {{0xe0100, 0xe01ef}, {0xf900, 0xfaff}},
    {{0xe0100, 0xe01ef}, {0x20000, 0x3134a}}, {{0x180b, 0x180d}, {0x1820, 0x18aa}},
};

#define IN(c, table) in_ranges(c, table, sizeof(table) / sizeof((table)[0]))

static bool in_range(uint32_t c, struct range range)
{
    return c >= range.first && c <= range.last;
}

static bool in_ranges(uint32_t c, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (in_range(c, ranges[i])) {
            return true;
        }
    }
    return false;
}

static bool is_key(uint32_t c)
{
    return (c >= '0' && c <= '9') || c == '#' || c == '*';
}

/* What stands before a character, and what follows it; 0 at the ends. `seen` is `before` without an emoji's look. */
struct around {
    uint32_t seen;
    uint32_t before;
    uint32_t after;
};

static bool belongs(uint32_t c, const struct around *around)
{
    for (size_t i = 0; i < sizeof(VARIANTS) / sizeof(VARIANTS[0]); i++) {
        if (in_range(c, VARIANTS[i].selector) && in_range(around->before, VARIANTS[i].base)) {
            return true;
        }
    }
    switch (c) {
    case JOIN:
        return IN(around->before, VIRAMA) || (IN(around->seen, EMOJI) && IN(around->after, EMOJI));
    case DISJOIN:
        return IN(around->before, VIRAMA) || (IN(around->before, ARABIC) && IN(around->after, ARABIC));
    case TEXT_LOOK:
        return IN(around->before, EMOJI);
    case EMOJI_LOOK:
        return IN(around->before, EMOJI) || (is_key(around->before) && around->after == KEYCAP);
    default:
        return false;
    }
}

bool hidden_find(struct span text, uint32_t *c)
{
    struct around around = {0, 0, 0};
    while (text.len > 0) {
        uint32_t now = utf8_next(&text);
        struct span rest = text;
        around.after = rest.len > 0 ? utf8_next(&rest) : 0;
        if (IN(now, HIDDEN) && !belongs(now, &around)) {
            *c = now;
            return true;
        }
        around.seen = now == EMOJI_LOOK ? around.before : now;
        around.before = now;
    }
    return false;
}

void hidden_print(uint32_t c, char out[HIDDEN_TEXT])
{
    static const char digits[] = "0123456789ABCDEF";
    struct strbuf text;
    strbuf_wrap(&text, out, HIDDEN_TEXT);
    strbuf_add(&text, "U+");
    for (int shift = c > 0xfffff ? 20 : c > 0xffff ? 16 : 12; shift >= 0; shift -= 4) {
        strbuf_add_char(&text, digits[c >> shift & 0xf]);
    }
}
