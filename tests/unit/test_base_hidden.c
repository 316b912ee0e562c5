/* Characters that nobody sees: found wherever they are, but for those that belong where they stand. */
#include "support/cmocka.h"

#include "base/hidden.h"
#include "base/utf8.h"

static void what_cannot_be_seen_is_found_and_named(void **unused)
{
    (void)unused;
    static const struct {
        struct span text;
        const char *name;
    } cases[] = {
        {SPAN_INIT("a\0b"), "U+0000"},           {SPAN_INIT("bell\a"), "U+0007"},
        {SPAN_INIT("two\nlines"), "U+000A"},     {SPAN_INIT("\x7f"), "U+007F"},
        {SPAN_INIT("\xc2\x85x"), "U+0085"},      {SPAN_INIT("so\u00adft"), "U+00AD"},
        {SPAN_INIT("\u061cAna"), "U+061C"},      {SPAN_INIT("A\u200bna"), "U+200B"},
        {SPAN_INIT("A\u200cna"), "U+200C"},      {SPAN_INIT("A\u200dna"), "U+200D"},
        {SPAN_INIT("\u200eAna"), "U+200E"},      {SPAN_INIT("Ana\u200f"), "U+200F"},
        {SPAN_INIT("A\u2028na"), "U+2028"},      {SPAN_INIT("A\u2029na"), "U+2029"},
        {SPAN_INIT("\u202aAna"), "U+202A"},      {SPAN_INIT("\u202enaA"), "U+202E"},
        {SPAN_INIT("A\u2060na"), "U+2060"},      {SPAN_INIT("\u2066Ana"), "U+2066"},
        {SPAN_INIT("Ana\u2069"), "U+2069"},      {SPAN_INIT("\u3164"), "U+3164"},
        {SPAN_INIT("\ufeffAna"), "U+FEFF"},      {SPAN_INIT("Ana\ufe0f"), "U+FE0F"},
        {SPAN_INIT("1\ufe0f"), "U+FE0F"},        {SPAN_INIT("👩\u200d"), "U+200D"},
        {SPAN_INIT("\u200d👩"), "U+200D"},        {SPAN_INIT("👩\u200d\u200d🌾"), "U+200D"},
        {SPAN_INIT("❤\ufe0f\ufe0f"), "U+FE0F"},  {SPAN_INIT("🏴\U000e0067\U000e007f"), "U+E0067"},
        {SPAN_INIT("Ana\U000e0100"), "U+E0100"}, {SPAN_INIT("علی\u200c"), "U+200C"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char name[HIDDEN_TEXT];
        uint32_t c = 0;
        assert_true(hidden_find(cases[i].text, &c));
        hidden_print(c, name);
        assert_string_equal(name, cases[i].name);
    }
}

static void what_belongs_where_it_stands_passes(void **unused)
{
    (void)unused;
    static const char *const good[] = {
        "",
        "Ana",
        "Zoë Müller-Lüdenscheidt",
        "Zo\u0308e",
        "Jean\u00a0Paul",
        "Ana 👩‍🌾",
        "👩‍👩‍👧",
        "👩🏽‍🌾",
        "❤️‍🔥",
        "🏳️‍🌈",
        "☎\ufe0e",
        "Player 1\ufe0f\u20e3",
        "علی\u200cرضا",   /* Ali-Reza */
        "ශ්\u200dරී",       /* Sri */
        "क्\u200cष",       /* a virama that shows */
        "葛\U000e0100城", /* Katsuragi, as its people write it */
        "שרה",
        "محمد",
        "木 太郎",
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        uint32_t c = 0;
        if (hidden_find(span_from(good[i]), &c)) {
            fail_msg("case %zu: U+%04X", i, (unsigned)c);
        }
    }
}

/* The largest character, and one that is all digits, have room. */
static void names_of_characters(void **unused)
{
    (void)unused;
    char name[HIDDEN_TEXT];
    hidden_print(0x10ffff, name);
    assert_string_equal(name, "U+10FFFF");
    hidden_print(0xad, name);
    assert_string_equal(name, "U+00AD");
    hidden_print(0xe0067, name);
    assert_string_equal(name, "U+E0067");
    struct span text = SPAN_LITERAL("é\xff");
    assert_int_equal(utf8_next(&text), 0xe9);
    assert_int_equal(utf8_next(&text), 0xfffd);
    assert_int_equal(text.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_seen_is_found_and_named),
        cmocka_unit_test(what_belongs_where_it_stands_passes),
        cmocka_unit_test(names_of_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
