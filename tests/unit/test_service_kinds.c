/* The list of the kinds of entries: a word that is not in it is written by nobody, and an audit does not pass over it. */
#include "support/cmocka.h"

#include "service/internal.h"
#include "service/kinds.h"
#include "support/world.h"

static void an_unknown_word_is_not_written(void **unused)
{
    (void)unused;
    struct world world;
    struct error error = {.message = NULL};
    int64_t seq = 0;
    int64_t size = -1;
    world_begin(&world);
    struct service *service = world_open(&world, SERVICE_CREATE);
    MUST(service_begin(service, &error));
    MUST_FAIL(append_entry(service, AUTHOR_CLI, "chat", 0, false, SPAN_LITERAL("x\n"), &seq, &error), ERR_CORRUPT,
              "log.entry");
    MUST(service_commit(service, &error));
    MUST(service_log_size(service, &size, &error));
    assert_int_equal(size, 0);
    service_close(service);
    world_end(&world);
}

static void entries_without_a_game_have_one_reader(void **unused)
{
    (void)unused;
    assert_true(entry_kind_concerns(SPAN_LITERAL("merge"), ABOUT_PEOPLE));
    assert_false(entry_kind_concerns(SPAN_LITERAL("merge"), ABOUT_TITLES));
    /* What cannot stand there is read by one of them, who says so. */
    assert_true(entry_kind_concerns(SPAN_LITERAL("chat"), ABOUT_PEOPLE));
    assert_true(entry_kind_concerns(SPAN_LITERAL("moves"), ABOUT_PEOPLE));
    assert_false(entry_kind_concerns(SPAN_LITERAL("chat"), ABOUT_TITLES));
    assert_false(entry_kind_concerns(SPAN_LITERAL("moves"), ABOUT_SEASONS));
    assert_true(entry_kind_concerns(SPAN_LITERAL("season"), ABOUT_SEASONS));
    assert_false(entry_kind_concerns(SPAN_LITERAL("season"), ABOUT_PEOPLE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_word_is_not_written),
        cmocka_unit_test(entries_without_a_game_have_one_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
