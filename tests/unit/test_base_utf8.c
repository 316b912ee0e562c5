/* UTF-8: what is valid and what is not, cutting, counting, columns, and folding. */
#include "support/cmocka.h"

#include "base/utf8.h"

#include <stdio.h>

/* How many bytes at the start of each text are good; -1: all. */
static void the_first_bad_byte_is_found(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int good;
    } cases[] = {
        {"", -1},
        {"plain", -1},
        {"Clairière 木 🐻", -1},
        {"\x7f", -1},
        {"\xc2\x80", -1},         /* U+0080, the smallest of two bytes */
        {"\xdf\xbf", -1},         /* U+07FF */
        {"\xe0\xa0\x80", -1},     /* U+0800 */
        {"\xed\x9f\xbf", -1},     /* U+D7FF, the last before the surrogates */
        {"\xee\x80\x80", -1},     /* U+E000, the first behind them */
        {"\xef\xbf\xbf", -1},     /* U+FFFF */
        {"\xf0\x90\x80\x80", -1}, /* U+10000 */
        {"\xf4\x8f\xbf\xbf", -1}, /* U+10FFFF, the last of all */
        /* too long for what they say */
        {"\xc0\x80", 0},
        {"\xc1\xbf", 0},
        {"a\xe0\x80\x80", 1},
        {"a\xe0\x9f\xbf", 1},
        {"ab\xf0\x80\x80\x80", 2},
        {"ab\xf0\x8f\xbf\xbf", 2},
        {"\xf8\x88\x80\x80\x80", 0},
        {"\xfc\x84\x80\x80\x80\x80", 0},
        /* surrogates */
        {"\xed\xa0\x80", 0},
        {"\xed\xbf\xbf", 0},
        {"abc\xed\xa0\xbd\xed\xb8\x80", 3},
        /* beyond Unicode */
        {"\xf4\x90\x80\x80", 0},
        {"\xf5\x80\x80\x80", 0},
        {"\xfe", 0},
        {"\xff", 0},
        /* cut off, by the end or by another character */
        {"\xc3", 0},
        {"a\xe2\x82", 1},
        {"a\xe2", 1},
        {"\xf0\x9f\x90", 0},
        {"\xc3(", 0},
        {"\xe2\x82(", 0},
        {"\xf0\x9f\x90(", 0},
        {"é\xc3\xc3\xa9", 2},
        /* out of nowhere */
        {"\x80", 0},
        {"é\xa9", 2},
        /* beyond the eight bytes that are looked at together */
        {"0123456\xff", 7},
        {"01234567\xff", 8},
        {"012345678\xff", 9},
        {"0123456789abcdef\xff", 16},
        {"0123456é9abcdef\xc3", 16},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t len = strlen(cases[i].text);
        size_t good = cases[i].good < 0 ? len : (size_t)cases[i].good;
        if (utf8_valid(span_of(cases[i].text, len)) != good) {
            fail_msg("case %zu: %zu bytes found good, not %zu", i, utf8_valid(span_of(cases[i].text, len)), good);
        }
    }
    assert_int_equal(utf8_valid((struct span){NULL, 0}), 0);
    assert_int_equal(utf8_valid(span_of("a\0b", 3)), 3);
}

static size_t encode(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

static void every_code_point_is_valid_but_surrogates(void **unused)
{
    (void)unused;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        char text[4];
        size_t len = encode(c, text);
        bool surrogate = c >= 0xd800 && c <= 0xdfff;
        assert_int_equal(utf8_valid(span_of(text, len)), surrogate ? 0 : len);
        if (!surrogate) {
            char again[4] = {0};
            assert_int_equal(utf8_put(c, again), len);
            assert_memory_equal(again, text, len);
            assert_int_equal(utf8_count(span_of(text, len)), 1);
            bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
            assert_int_equal(utf8_control(span_of(text, len)), control ? len : 0);
            struct span rest = span_of(text, len);
            (void)utf8_fold(&rest);
            assert_int_equal(rest.len, 0);
        }
    }
}

static void control_characters_are_told_from_the_front(void **unused)
{
    (void)unused;
    assert_int_equal(utf8_control((struct span){NULL, 0}), 0);
    assert_int_equal(utf8_control(span_of("\n", 0)), 0);
    assert_int_equal(utf8_control(span_from("a\n")), 0);
    assert_int_equal(utf8_control(span_from("\na")), 1);
    assert_int_equal(utf8_control(span_of("\xc2\x9b", 1)), 0); /* half a character is none */
    assert_int_equal(utf8_control(span_from("\xc2\x9b[")), 2);
    assert_int_equal(utf8_control(span_from("\xc3\x9b")), 0);
}

static void cutting_keeps_whole_characters(void **unused)
{
    (void)unused;
    struct span s = span_from("aé木🐻z"); /* 1 + 2 + 3 + 4 + 1 bytes */
    static const size_t fit[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t max = 0; max < sizeof(fit) / sizeof(fit[0]); max++) {
        assert_int_equal(utf8_fit(s, max), fit[max]);
    }
    assert_int_equal(utf8_fit((struct span){NULL, 0}, 5), 0);
    /* Nonsense is cut, too, without looking outside. */
    assert_int_equal(utf8_fit(span_of("\x80\x80\x80\x80", 4), 3), 0);
}

static void characters_and_columns(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        size_t count, width;
    } cases[] = {
        {"", 0, 0},
        {"Amélie", 6, 6},
        {" a ~ ", 5, 5},
        {"Ame\u0301lie", 7, 6},       /* a combining accent takes no column */
        {"森林", 2, 4},               /* East Asian wide */
        {"ｗｉｄｅ", 4, 8},           /* full-width letters */
        {"한국", 2, 4},               /* Hangul syllables */
        {"\u1112\u1161\u11ab", 3, 2}, /* the same in letters: two columns for the lead, none for the rest */
        {"🐻", 1, 2},                  /* emoji */
        {"🚀", 1, 2},                  /* of another block */
        {"🦊🪵", 2, 4},           /* newer ones */
        {"⛄", 1, 2},                  /* an old one that is wide */
        {"♥", 1, 1},                  /* one that is not */
        {"─│┼█▒", 5, 5},              /* what tables are drawn with */
        {"a\tb\x1b"
         "c\x7f",
         6, 3},                         /* control characters take none */
        {"\xc2\x85\xc2\x9b", 2, 0},     /* those of Latin-1 neither */
        {"a\u200bb\u200d\ufeff", 5, 2}, /* zero width */
        {"שָׁלוֹם", 7, 4},                 /* Hebrew points */
        {"नि", 2, 2},                   /* a Devanagari vowel sign that has a column */
        {"कु", 2, 1},                    /* and one that has none */
        {"\u00a0", 1, 1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (utf8_count(span_from(cases[i].text)) != cases[i].count ||
            utf8_width(span_from(cases[i].text)) != cases[i].width) {
            fail_msg("'%s': %zu characters in %zu columns", cases[i].text, utf8_count(span_from(cases[i].text)),
                     utf8_width(span_from(cases[i].text)));
        }
    }
}

static void spellings_that_are_the_same(void **unused)
{
    (void)unused;
    static const char *const same[][2] = {
        {"Clairière", "clairiere"},
        {"Clairière", "CLAIRIERE"},
        {"clairie\u0300re", "clairière"},
        {"CLAIRIÈRE", "clairière"},
        {"Forêt", "foret"},
        {"ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝ", "aaaaaaceeeeiiiidnoooooouuuuy"},
        {"àáâãäåçèéêëìíîïðñòóôõöøùúûüýÿ", "aaaaaaceeeeiiiidnoooooouuuuyy"},
        {"Łukasz Dvořák Őz Şahin ČĎĚŇŘŠŤŮŽ", "lukasz dvorak oz sahin cdenrstuz"},
        {"ŸĞİſ", "ygis"},
        {"a\u036f\u0370", "a\u0370"}, /* the last accent, and what follows the accents */
        {"Æ Œ Þ Ŋ", "æ œ þ ŋ"},
        {"", ""},
        {"\u0301", ""}, /* an accent on nothing */
        {"a\u0301\u0302b\u0303", "ab"},
        {"œuf", "oeuf"},
        {"ŒUFS", "oeufs"},
        {"œuf", "OEUF"},
        {"sœur", "SŒUR"},
        {"Æsculus", "aesculus"},
        {"cœ", "coe"},
    };
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        if (!utf8_same(span_from(same[i][0]), span_from(same[i][1])) ||
            !utf8_same(span_from(same[i][1]), span_from(same[i][0]))) {
            fail_msg("'%s' and '%s' differ", same[i][0], same[i][1]);
        }
    }
    static const char *const differ[][2] = {
        {"ours", "our"}, {"our", "ours"}, {"", "a"},  {"œ", "o"},        {"oe", "œe"},
        {"æ", "a"},      {"ae", "œ"},     {"×", "x"}, {"ß", "s"},        {"bear", "bee"},
        {"a b", "ab"},   {"а", "a"},      {"÷", "×"}, {"wolf", "wolf "}, {"Ø", "ø\u200b"},
    };
    for (size_t i = 0; i < sizeof(differ) / sizeof(differ[0]); i++) {
        if (utf8_same(span_from(differ[i][0]), span_from(differ[i][1]))) {
            fail_msg("'%s' and '%s' are the same", differ[i][0], differ[i][1]);
        }
    }
    assert_true(utf8_same((struct span){NULL, 0}, (struct span){NULL, 0}));
}

/* What is not UTF-8 does not stop the folding, and does not run out of the text. */
static void folding_goes_on_over_bad_bytes(void **unused)
{
    (void)unused;
    struct span s = span_of("\xff"
                            "A\xc3",
                            3);
    assert_int_equal(utf8_fold(&s), 0xfffd);
    assert_int_equal(utf8_fold(&s), 'a');
    assert_int_equal(utf8_fold(&s), 0xfffd);
    assert_int_equal(s.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_bad_byte_is_found),
        cmocka_unit_test(every_code_point_is_valid_but_surrogates),
        cmocka_unit_test(control_characters_are_told_from_the_front),
        cmocka_unit_test(cutting_keeps_whole_characters),
        cmocka_unit_test(characters_and_columns),
        cmocka_unit_test(spellings_that_are_the_same),
        cmocka_unit_test(folding_goes_on_over_bad_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
