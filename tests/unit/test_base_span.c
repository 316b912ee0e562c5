/* Spans: the edges of cutting, trimming and reading numbers. */
#include "support/cmocka.h"

#include "base/span.h"

static void equality_looks_at_length_and_bytes(void **unused)
{
    (void)unused;
    struct span empty = {NULL, 0};
    assert_true(span_equal(empty, empty));
    assert_true(span_equal(empty, span_from("")));
    assert_true(span_is(empty, ""));
    assert_true(span_is(span_from(NULL), ""));
    assert_true(span_is(span_of("wolfish", 4), "wolf"));
    assert_false(span_is(span_from("wolf"), "wolfish"));
    assert_false(span_is(span_from("wolfish"), "wolf"));
    assert_true(span_equal(span_of("a\0b", 3), span_of("a\0b", 3)));
    assert_false(span_equal(span_of("a\0b", 3), span_of("a\0c", 3)));
}

static void skipping_never_leaves_the_span(void **unused)
{
    (void)unused;
    const char *text = "abc";
    assert_true(span_is(span_skip(span_from(text), 0), "abc"));
    assert_true(span_is(span_skip(span_from(text), 2), "c"));
    assert_int_equal(span_skip(span_from(text), 3).len, 0);
    struct span past = span_skip(span_from(text), 99);
    assert_int_equal(past.len, 0);
    assert_ptr_equal(past.ptr, text + 3);
    struct span none = span_skip((struct span){NULL, 0}, 5);
    assert_null(none.ptr);
    assert_int_equal(none.len, 0);
}

static void a_prefix_is_at_the_start_and_fits(void **unused)
{
    (void)unused;
    assert_true(span_starts(span_from("x-mood"), "x-"));
    assert_true(span_starts(span_from("x-"), "x-"));
    assert_true(span_starts(span_from("anything"), ""));
    assert_true(span_starts((struct span){NULL, 0}, ""));
    assert_false(span_starts(span_from("x"), "x-"));
    assert_false(span_starts(span_from("ax-"), "x-"));
    assert_false(span_starts(span_from("ax-"), "x"));
    assert_false(span_starts((struct span){NULL, 0}, "x"));
}

static void trimming_takes_spaces_and_tabs_at_both_ends(void **unused)
{
    (void)unused;
    assert_true(span_is(span_trim(span_from(" \t a \t b\t ")), "a \t b"));
    assert_true(span_is(span_trim(span_from("a")), "a"));
    assert_int_equal(span_trim(span_from(" \t ")).len, 0);
    assert_int_equal(span_trim((struct span){NULL, 0}).len, 0);
    assert_true(span_is(span_trim(span_from("\n a \r")), "\n a \r"));
    assert_true(span_is(span_trim(span_from("\u00a0a\u00a0")), "\u00a0a\u00a0"));
}

static void parts_are_cut_off_at_a_mark(void **unused)
{
    (void)unused;
    struct span rest = span_from("a,,b,");
    assert_true(span_is(span_cut(&rest, ','), "a"));
    assert_true(span_is(span_cut(&rest, ','), ""));
    assert_true(span_is(rest, "b,"));
    assert_true(span_is(span_cut(&rest, ','), "b"));
    assert_non_null(rest.ptr); /* an empty part is left behind the last mark */
    assert_int_equal(rest.len, 0);
    assert_true(span_is(span_cut(&rest, ','), ""));
    assert_null(rest.ptr);
    assert_int_equal(span_cut(&rest, ',').len, 0);
    assert_null(rest.ptr);
    rest = span_from("all");
    assert_true(span_is(span_cut(&rest, ','), "all"));
    assert_null(rest.ptr);
    assert_int_equal(rest.len, 0);
}

static void a_mark_that_is_needed_is_missed(void **unused)
{
    (void)unused;
    struct span part = SPAN_LITERAL("old");
    struct span rest = span_from("name=value=more");
    assert_true(span_cut_at(&rest, '=', &part));
    assert_true(span_is(part, "name"));
    assert_true(span_is(rest, "value=more"));
    assert_false(span_cut_at(&rest, ':', &part));
    assert_null(part.ptr);
    assert_int_equal(part.len, 0);
    assert_true(span_is(rest, "value=more"));
    rest = span_from("=");
    assert_true(span_cut_at(&rest, '=', &part));
    assert_int_equal(part.len, 0);
    assert_int_equal(rest.len, 0);
    assert_false(span_cut_at(&rest, '=', &part));
    assert_false(span_cut_at(&(struct span){NULL, 0}, '=', &part));
}

static void lines_end_in_feeds_with_or_without_a_return(void **unused)
{
    (void)unused;
    struct span rest = span_from("one\r\n\ntw\ro\r\r\nend\r");
    assert_true(span_is(span_line(&rest), "one"));
    assert_true(span_is(span_line(&rest), ""));
    assert_true(span_is(span_line(&rest), "tw\ro\r"));
    assert_true(span_is(span_line(&rest), "end"));
    assert_null(rest.ptr);
    assert_int_equal(span_line(&rest).len, 0);
}

static void words_of_a_list_have_marks_between_them(void **unused)
{
    (void)unused;
    struct span rest = SPAN_LITERAL(", a,b  ,c d\0e,");
    assert_true(span_is(span_word_between(&rest, ", "), "a"));
    assert_true(span_is(span_word_between(&rest, ", "), "b"));
    assert_true(span_is(span_word_between(&rest, ", "), "c"));
    assert_true(span_equal(span_word_between(&rest, ", "), span_of("d\0e", 3)));
    assert_int_equal(span_word_between(&rest, ", ").len, 0);
    assert_int_equal(rest.len, 0);
    assert_int_equal(span_word_between(&(struct span){NULL, 0}, ",").len, 0);
}

static void words_are_cut_off_the_front(void **unused)
{
    (void)unused;
    const char *text = "\t wolf  3,0\tswap ";
    struct span rest = span_from(text);
    struct span word = span_word(&rest);
    assert_true(span_is(word, "wolf"));
    assert_ptr_equal(word.ptr, text + 2);
    assert_true(span_is(rest, "  3,0\tswap "));
    assert_true(span_is(span_word(&rest), "3,0"));
    assert_true(span_is(span_word(&rest), "swap"));
    assert_int_equal(span_word(&rest).len, 0);
    assert_int_equal(rest.len, 0);
    assert_int_equal(span_word(&rest).len, 0);
    struct span nothing = {NULL, 0};
    assert_int_equal(span_word(&nothing).len, 0);
}

static void numbers_are_whole_spans_within_bounds(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int64_t min, max, value;
    } good[] = {
        {"0", 0, 0, 0},
        {"-0", 0, 0, 0},
        {"007", 0, 7, 7},
        {"-9999", -9999, 9999, -9999},
        {"9999", -9999, 9999, 9999},
        {"999999999999999999", INT64_MIN, INT64_MAX, INT64_C(999999999999999999)},
        {"-999999999999999999", INT64_MIN, INT64_MAX, INT64_C(-999999999999999999)},
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        int64_t value = 77;
        assert_true(span_int(span_from(good[i].text), good[i].min, good[i].max, &value));
        assert_true(value == good[i].value);
    }
    static const char *const bad[] = {"",    "-",  "--1", "+1",  " 1", "1 ", "1.0", "1e3", "0x1",
                                      "١",   "1-", "10",  "-10", "a",  "/",  ":",   "1\n", "1000000000000000000",
                                      "1,0", "½"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        int64_t value = 77;
        assert_false(span_int(span_from(bad[i]), -9, 9, &value));
        assert_int_equal(value, 77);
    }
    int64_t value = 77;
    assert_false(span_int(span_of("1\0", 2), 0, 9, &value));
    assert_false(span_int((struct span){NULL, 0}, 0, 9, &value));
    assert_int_equal(value, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equality_looks_at_length_and_bytes),
        cmocka_unit_test(skipping_never_leaves_the_span),
        cmocka_unit_test(a_prefix_is_at_the_start_and_fits),
        cmocka_unit_test(trimming_takes_spaces_and_tabs_at_both_ends),
        cmocka_unit_test(parts_are_cut_off_at_a_mark),
        cmocka_unit_test(a_mark_that_is_needed_is_missed),
        cmocka_unit_test(lines_end_in_feeds_with_or_without_a_return),
        cmocka_unit_test(words_of_a_list_have_marks_between_them),
        cmocka_unit_test(words_are_cut_off_the_front),
        cmocka_unit_test(numbers_are_whole_spans_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
