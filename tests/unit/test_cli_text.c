/* Text on its way to a terminal, and the guess at a mistyped word. */
#include "support/cmocka.h"

#include "base/utf8.h"
#include "cli/text.h"

static void cleaning_removes_what_acts(void **unused)
{
    (void)unused;
    static const struct {
        const char *raw;
        const char *clean;
    } cases[] = {
        {"", ""},
        {"Amélie", "Amélie"},
        {"森の熊 🐻", "森の熊 🐻"},
        {"a\tb", "a b"},
        {"\033[2Jgone", "[2Jgone"},
        {"a\r\nb\001\177", "ab"},
        {"c1 \302\233 and \302\205", "c1  and "},
        {"\302\240 stays", "\302\240 stays"}, /* U+00A0 is a space, not a control */
        {"line\342\200\250sep", "linesep"},
        {"\342\200\223 dash, \342\200\246 ellipsis", "\342\200\223 dash, \342\200\246 ellipsis"},
        {"\342\202\246 \341\201\246 stay", "\342\202\246 \341\201\246 stay"}, /* they end like U+2066 */
        {"bad \351 byte", "bad ? byte"},
        {"cut \303", "cut ?"},
        {"over \300\200 long", "over ?? long"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char memory[128];
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        text_clean(&out, span_from(cases[i].raw));
        assert_string_equal(strbuf_text(&out), cases[i].clean);
    }
}

/* Spelt in bytes: even lint refuses these characters in a source file. */
static void nothing_turns_the_direction_of_writing(void **unused)
{
    (void)unused;
    static const unsigned char marks[][2] = {{0x80, 0x8e}, {0x80, 0x8f}, {0x80, 0xaa}, {0x80, 0xae},
                                             {0x81, 0xa6}, {0x81, 0xa9}, {0x80, 0xa8}, {0x80, 0xa9}};
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        const char raw[] = {'a', (char)0xe2, (char)marks[i][0], (char)marks[i][1], 'b'};
        char memory[16];
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        text_clean(&out, span_of(raw, sizeof(raw)));
        assert_string_equal(strbuf_text(&out), "ab");
    }
}

static void every_byte_comes_out_clean(void **unused)
{
    (void)unused;
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            char raw[4] = {(char)first, (char)second, (char)0xa8, 'x'};
            char memory[64];
            struct strbuf out;
            strbuf_wrap(&out, memory, sizeof(memory));
            text_clean(&out, span_of(raw, sizeof(raw)));
            struct span clean = strbuf_span(&out);
            assert_int_equal(utf8_valid(clean), clean.len);
            for (size_t i = 0; i < clean.len; i++) {
                assert_false((unsigned char)clean.ptr[i] < 0x20 || clean.ptr[i] == 0x7f);
            }
        }
    }
}

static void cutting_fits_the_width(void **unused)
{
    (void)unused;
    static const struct {
        const char *raw;
        size_t width;
        const char *cut;
    } cases[] = {
        {"Ferdinand", 9, "Ferdinand"}, {"Ferdinand", 8, "Ferdina…"}, {"Amélie", 6, "Amélie"}, {"Amélie", 5, "Amél…"},
        {"森の熊", 6, "森の熊"},       {"森の熊", 5, "森の…"},       {"森の熊", 4, "森…"},    {"ab", 1, "…"},
        {"a\033b", 2, "ab"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char memory[128];
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        strbuf_add(&out, "> ");
        text_clean_cut(&out, span_from(cases[i].raw), cases[i].width);
        struct span cut = span_skip(strbuf_span(&out), 2);
        assert_true(span_is(cut, cases[i].cut));
        assert_true(utf8_width(cut) <= cases[i].width);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleaning_removes_what_acts),
        cmocka_unit_test(nothing_turns_the_direction_of_writing),
        cmocka_unit_test(every_byte_comes_out_clean),
        cmocka_unit_test(cutting_fits_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
