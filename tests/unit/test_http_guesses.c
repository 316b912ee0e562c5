/* How often an address may guess at tokens, and how long it then waits: counted with a clock of our own. */
#include "support/cmocka.h"

#include "http/access.h"
#include "service/scopes.h"

enum { SECOND = 1000 * 1000 };

static const uint8_t ONE[ADDRESS_SIZE] = {1, 2, 3};
static const uint8_t OTHER[ADDRESS_SIZE] = {3, 2, 1};

static void the_guess_too_many_waits_for_the_rest_of_a_minute(void **unused)
{
    (void)unused;
    static struct guesses guesses;
    int64_t start = (int64_t)1000 * SECOND;
    (void)pthread_mutex_init(&guesses.lock, NULL);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(access_failed(&guesses, ONE, start + (int64_t)i * SECOND, 3), 0);
    }
    assert_int_equal(access_failed(&guesses, ONE, start + (int64_t)10 * SECOND, 3), 51);
    assert_int_equal(access_failed(&guesses, OTHER, start + (int64_t)10 * SECOND, 3), 0);
    assert_int_equal(access_failed(&guesses, ONE, start + (int64_t)60 * SECOND - 1, 3), 1);
    /* A minute after the first guess, it may guess again, as often as before. */
    for (int i = 0; i < 3; i++) {
        assert_int_equal(access_failed(&guesses, ONE, start + (int64_t)60 * SECOND, 3), 0);
    }
    assert_int_equal(access_failed(&guesses, ONE, start + (int64_t)60 * SECOND, 3), 61);
    (void)pthread_mutex_destroy(&guesses.lock);
}

static void more_scopes_hold_the_lesser_ones(void **unused)
{
    (void)unused;
    static const enum scope order[] = {SCOPE_NONE, SCOPE_READ, SCOPE_RECORD, SCOPE_ADMIN};
    for (size_t have = 0; have < 4; have++) {
        for (size_t needed = 0; needed < 4; needed++) {
            assert_int_equal(scopes_allow(order[have], order[needed]), have >= needed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_guess_too_many_waits_for_the_rest_of_a_minute),
        cmocka_unit_test(more_scopes_hold_the_lesser_ones),
    };
    return cmocka_run_group_tests_name("http guesses", tests, NULL, NULL);
}
