/* The status of a game: ids and words come from one table. */
#include "support/cmocka.h"

#include "base/strbuf.h"
#include "service/status.h"

static void ids_are_read_back(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < GAME_STATUSES; i++) {
        enum game_status status = GAME_STATUSES;
        assert_true(game_status_parse(game_status_id((enum game_status)i), &status));
        assert_int_equal(status, i);
        for (unsigned j = 0; j < GAME_STATUSES; j++) {
            assert_true(game_status_is(game_status_id((enum game_status)i), (enum game_status)j) == (i == j));
        }
    }
    enum game_status status = GAME_ABANDONED;
    assert_false(game_status_parse(SPAN_LITERAL("Live"), &status));
    assert_false(game_status_parse(SPAN_LITERAL(""), &status));
    assert_int_equal(status, GAME_ABANDONED);
}

static void ids_of_constants_are_those_of_the_table(void **unused)
{
    (void)unused;
    char memory[128];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    for (unsigned i = 0; i < GAME_STATUSES; i++) {
        strbuf_add(&out, i == 0 ? "" : i + 1 < GAME_STATUSES ? ", " : " or ");
        strbuf_add_span(&out, game_status_id((enum game_status)i));
    }
    assert_string_equal(strbuf_text(&out), GAME_STATUS_CHOICE("or"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_read_back),
        cmocka_unit_test(ids_of_constants_are_those_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
