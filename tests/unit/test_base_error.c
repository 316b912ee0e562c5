/* Errors: placeholders, arguments that are too long or not text, sentences that are cut. */
#include "support/cmocka.h"

#include "base/error.h"
#include "base/utf8.h"

static const struct message TWO = {ERR_RULE, "test.two", "%1 before %2", "%2 après %1"};
static const struct message PLAIN = {ERR_LIMIT, "test.plain", "100% of 50 %% and %5 or %0, 7%", "voilà"};
static const struct message FOUR = {ERR_SYNTAX, "test.four", "%4%3%2%1%1", "%1"};

static void assert_text(const struct error *error, enum lang lang, const char *expected)
{
    char text[512];
    size_t n = error_text(error, lang, text, sizeof(text));
    assert_string_equal(text, expected);
    assert_int_equal(n, strlen(expected));
}

static void raising_sets_message_and_code_and_forgets_the_rest(void **unused)
{
    (void)unused;
    struct error error;
    memset(&error, 0xee, sizeof(error));
    assert_int_equal(error_raise(&error, &PLAIN), ERR_LIMIT);
    assert_ptr_equal(error.message, &PLAIN);
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_int_equal(error.args, 0);
    error.line = 5;
    assert_int_equal(error_raise_int(&error, &TWO, -3), ERR_RULE);
    assert_int_equal(error.line, 0);
    assert_int_equal(error.args, 1);
    error_clear(&error);
    assert_null(error.message);
    assert_text(&error, LANG_EN, "");
}

static void placeholders_are_filled_in_both_languages(void **unused)
{
    (void)unused;
    struct error error;
    assert_int_equal(error_raise_span(&error, &TWO, SPAN_LITERAL("loup")), ERR_RULE);
    assert_text(&error, LANG_EN, "loup before ?"); /* an argument that nobody gave */
    error_add_int(&error, INT64_MIN);
    assert_text(&error, LANG_EN, "loup before -9223372036854775808");
    assert_text(&error, LANG_FR, "-9223372036854775808 après loup");
}

static void other_percent_signs_stay(void **unused)
{
    (void)unused;
    struct error error;
    assert_int_equal(error_raise(&error, &PLAIN), ERR_LIMIT);
    assert_text(&error, LANG_EN, "100% of 50 %% and %5 or %0, 7%");
    assert_text(&error, LANG_FR, "voilà");
}

static void arguments_are_text_and_not_formats(void **unused)
{
    (void)unused;
    struct error error;
    assert_int_equal(error_raise_span(&error, &TWO, SPAN_LITERAL("%2 %s %n")), ERR_RULE);
    error_add(&error, SPAN_LITERAL("%1"));
    assert_text(&error, LANG_EN, "%2 %s %n before %1");
}

static void a_fifth_argument_is_dropped(void **unused)
{
    (void)unused;
    struct error error;
    assert_int_equal(error_raise(&error, &FOUR), ERR_SYNTAX);
    for (int i = 1; i <= 6; i++) {
        error_add_int(&error, i);
    }
    assert_int_equal(error.args, ERROR_ARGS);
    assert_text(&error, LANG_EN, "43211");
}

static void an_argument_is_cut_between_characters(void **unused)
{
    (void)unused;
    char text[ERROR_ARG_SIZE + 8];
    for (size_t lead = 0; lead < 4; lead++) {
        /* bears of four bytes, behind 0 to 3 letters, never fit the 95 bytes exactly but once */
        memset(text, 'x', lead);
        size_t n = lead;
        for (; n + 4 <= sizeof(text); n += 4) {
            memcpy(text + n, "🐻", 4);
        }
        struct error error;
        assert_int_equal(error_raise_span(&error, &FOUR, span_of(text, n)), ERR_SYNTAX);
        size_t kept = strlen(error.arg[0]);
        assert_in_range(kept, ERROR_ARG_SIZE - 4, ERROR_ARG_SIZE - 1);
        assert_int_equal(utf8_valid(span_of(error.arg[0], kept)), kept);
        assert_memory_equal(error.arg[0], text, kept);
    }
}

static void control_characters_become_question_marks(void **unused)
{
    (void)unused;
    struct error error;
    struct span nasty = SPAN_LITERAL("a\x1b[31mb\0c\n\r\t\x7f"
                                     "d");
    assert_int_equal(error_raise_span(&error, &FOUR, nasty), ERR_SYNTAX);
    assert_text(&error, LANG_FR, "a?[31mb?c????d");
    /* U+009B starts a terminal's control sequence as well as ESC [ does; U+00A0 is only a space. */
    assert_int_equal(error_raise_span(&error, &FOUR,
                                      SPAN_LITERAL("\xc2\x9b"
                                                   "31m\xc2\x80\xc2\x9f\u00a0é")),
                     ERR_SYNTAX);
    assert_text(&error, LANG_FR, "?31m??\u00a0é");
}

static void the_empty_argument_is_empty(void **unused)
{
    (void)unused;
    struct error error;
    assert_int_equal(error_raise_span(&error, &TWO, (struct span){NULL, 0}), ERR_RULE);
    error_add(&error, SPAN_LITERAL("x"));
    assert_text(&error, LANG_EN, " before x");
}

static void a_sentence_is_cut_to_the_room_there_is(void **unused)
{
    (void)unused;
    struct error error;
    assert_int_equal(error_raise_span(&error, &TWO, SPAN_LITERAL("é木")), ERR_RULE);
    error_add(&error, SPAN_LITERAL("z"));
    static const char whole[] = "é木 before z";
    for (size_t size = 0; size <= sizeof(whole) + 1; size++) {
        char text[64];
        memset(text, 0x55, sizeof(text));
        size_t n = error_text(&error, LANG_EN, text, size);
        assert_int_equal(text[size], 0x55);
        if (size == 0) {
            assert_int_equal(n, 0);
            continue;
        }
        assert_int_equal(n, utf8_fit(span_from(whole), size - 1));
        assert_memory_equal(text, whole, n);
        assert_int_equal(text[n], '\0');
    }
}

static void a_name_is_said_in_the_language_of_the_reader(void **unused)
{
    (void)unused;
    static const struct message MSG = {ERR_RULE, "test.name", "no %1 for %2", "pas de %1 pour %2"};
    static const struct name BEE = {"bee", "bee", "abeille"};
    static const struct name LONG = {
        "long", "a name of the catalogue that is longer than all that has room in half of an argument of an error",
        "un nom du catalogue qui est plus long que tout ce qui a sa place dans la moitié d'un argument d'erreur"};
    struct error error;
    char text[256];
    (void)!error_raise(&error, &MSG);
    error_add_name(&error, &BEE);
    error_add_int(&error, 3);
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "no bee for 3");
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_string_equal(text, "pas de abeille pour 3");

    /* Plain text in the place of a name is nobody's French. */
    error.args = 0;
    error_add(&error, SPAN_LITERAL("bee"));
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_string_equal(text, "pas de bee pour ?");

    error.args = 0;
    error_add_name(&error, &LONG);
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_memory_equal(text, "pas de un nom du catalogue qui est plus long", 44);
}

static void what_was_meant_ends_the_sentence(void **unused)
{
    (void)unused;
    static const struct message MSG = {ERR_SYNTAX, "test.word", "unknown '%1'", "« %1 » inconnu"};
    struct error error;
    char text[256];
    char small[24];
    (void)!error_raise_span(&error, &MSG, SPAN_LITERAL("bea"));
    error_hint(&error, SPAN_LITERAL("bee"));
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "unknown 'bea'; did you mean 'bee'?");
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_string_equal(text, "« bea » inconnu ; vouliez-vous dire « bee » ?");
    (void)error_text(&error, LANG_EN, small, sizeof(small));
    assert_string_equal(small, "unknown 'bea'; did you ");
    (void)!error_raise_span(&error, &MSG, SPAN_LITERAL("bea"));
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "unknown 'bea'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_said_in_the_language_of_the_reader),
        cmocka_unit_test(what_was_meant_ends_the_sentence),
        cmocka_unit_test(raising_sets_message_and_code_and_forgets_the_rest),
        cmocka_unit_test(placeholders_are_filled_in_both_languages),
        cmocka_unit_test(other_percent_signs_stay),
        cmocka_unit_test(arguments_are_text_and_not_formats),
        cmocka_unit_test(a_fifth_argument_is_dropped),
        cmocka_unit_test(an_argument_is_cut_between_characters),
        cmocka_unit_test(control_characters_become_question_marks),
        cmocka_unit_test(the_empty_argument_is_empty),
        cmocka_unit_test(a_sentence_is_cut_to_the_room_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
