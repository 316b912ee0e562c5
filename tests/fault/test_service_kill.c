/*
 * kill -9: a child writes games through the service and acknowledges each
 * over a pipe once it is on disk; at any moment it is killed. Everything that
 * it has acknowledged is there, the audit is clean, and the next child goes
 * on in the same database. A dozen times here; DENDRO_KILLS says how often
 * (bench/kill_loop asks for hundreds).
 */
#include "support/cmocka.h"

#include "support/mortal.h"

#include <stdlib.h>

enum { SEED = 9, KILLS = 12 };

static void test_kill_loop(void **state)
{
    (void)state;
    const char *wish = getenv("DENDRO_KILLS");
    unsigned kills = wish ? (unsigned)strtoul(wish, NULL, 10) : KILLS;
    struct mortal mortal;
    mortal_begin(&mortal, SEED);
    for (unsigned run = 1; run <= kills; run++) {
        mortal_kill(&mortal, run);
        size_t lost = mortal_lost(&mortal);
        if (lost != 0) {
            fail_msg("run %u: %zu of %zu acknowledged entries are lost", run, lost, mortal.count);
        }
        mortal_must_be_sound(&mortal, run, run == kills);
    }
    print_message("%u kills, %zu acknowledged entries, all there\n", kills, mortal.count);
    assert_true(kills < 8 || mortal.count > 0);
    mortal_end(&mortal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kill_loop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
