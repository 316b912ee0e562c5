/* Deadlines: none never ends, a budget of processor time does, a reason given by another thread comes first. */
#include "support/cmocka.h"

#include "base/deadline.h"

#include <pthread.h>
#include <string.h>

static const struct message MSG_REASON = {ERR_BUSY, "test.reason", "for a reason", "pour une raison"};

static void none_never_ends(void **unused)
{
    (void)unused;
    struct error error;
    struct pace pace = {.deadline = NULL};
    assert_int_equal(deadline_check(NULL, &error), ERR_OK);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(pace_take(&pace, INT32_MAX, &error), ERR_OK);
    }
}

static void a_budget_is_used_up_and_stays_so(void **unused)
{
    (void)unused;
    struct time_limit limit;
    struct error error = {.message = NULL};
    char text[200];
    time_limit_start(&limit, 5000);
    int64_t began = thread_time();
    while (deadline_check(&limit.deadline, &error) == ERR_OK) {
    }
    assert_true(thread_time() - began >= 4000);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(deadline_check(&limit.deadline, &error), ERR_BUSY);
    }
    assert_ptr_equal(error.message, &MSG_DEADLINE);
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_non_null(strstr(text, "(5 ms de processeur)"));
    time_limit_start(&limit, INT64_MAX);
    assert_int_equal(deadline_check(&limit.deadline, &error), ERR_OK);
}

static void *give_reason(void *context)
{
    time_limit_stop(context, &MSG_REASON);
    return NULL;
}

static void another_thread_gives_a_reason(void **unused)
{
    (void)unused;
    struct time_limit limit;
    struct error error = {.message = NULL};
    pthread_t thread;
    time_limit_start(&limit, INT64_MAX);
    assert_int_equal(pthread_create(&thread, NULL, give_reason, &limit), 0);
    while (deadline_check(&limit.deadline, &error) == ERR_OK) {
    }
    assert_ptr_equal(error.message, &MSG_REASON);
    assert_int_equal(pthread_join(thread, NULL), 0);
    time_limit_start(&limit, INT64_MAX); /* for the next computation */
    assert_int_equal(deadline_check(&limit.deadline, &error), ERR_OK);
}

static enum err count(void *context, struct error *error)
{
    (void)error;
    ++*(int *)context;
    return ERR_OK;
}

static void it_is_asked_once_for_many_steps(void **unused)
{
    (void)unused;
    int asked = 0;
    struct error error;
    struct deadline deadline = {count, &asked, 10};
    struct pace pace = {.deadline = &deadline};
    for (int i = 0; i < 100; i++) {
        assert_int_equal(pace_take(&pace, 1, &error), ERR_OK);
    }
    assert_int_equal(asked, 10);
    assert_int_equal(pace_take(&pace, 1000, &error), ERR_OK);
    assert_int_equal(asked, 11);
    deadline.steps = 0;
    assert_int_equal(pace_take(&pace, DEADLINE_STEPS - 1, &error), ERR_OK);
    assert_int_equal(asked, 11);
    assert_int_equal(pace_take(&pace, 1, &error), ERR_OK);
    assert_int_equal(asked, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_never_ends),
        cmocka_unit_test(a_budget_is_used_up_and_stays_so),
        cmocka_unit_test(another_thread_gives_a_reason),
        cmocka_unit_test(it_is_asked_once_for_many_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
