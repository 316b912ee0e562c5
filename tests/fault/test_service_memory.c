/*
 * Memory runs out: the Nth allocation of ours fails, and the Nth of SQLite's,
 * for every N until the evening passes. What was acknowledged is there and
 * nothing else is; nothing is lost, nothing leaks; the service goes on.
 */
#include "support/cmocka.h"

#include "support/deeds.h"
#include "support/sqlite_memory.h"
#include "support/text.h"

#include <stdio.h>

/* ---- the two loops ---- */

static void test_ours(void **state)
{
    (void)state;
    for (long n = 1;; n = failing_alloc_next(n)) {
        struct world world;
        struct deeds deeds;
        char when[64];
        (void)snprintf(when, sizeof(when), "allocation %ld of ours failed", n);
        world_begin(&world);
        deeds_init(&deeds, &world);
        failing_alloc_arm(&world.memory, n);
        deeds_do(&deeds, &world);
        bool fired = world.memory.fired;
        failing_alloc_arm(&world.memory, 0);
        if (!fired) {
            assert_int_equal(deeds.failed, 0);
        }
        deeds_check(&deeds, &world, true, when);
        deeds_release(&deeds);
        world_end(&world);
        if (!fired) {
            break;
        }
    }
}

static void test_sqlites(void **state)
{
    (void)state;
    unsigned pace = test_cases(100);
    bool fired = true;
    for (long n = 1; fired; n += 1 + n * 3 / (long)pace) {
        struct world world;
        struct deeds deeds;
        char when[64];
        (void)snprintf(when, sizeof(when), "allocation %ld of SQLite's failed", n);
        world_begin(&world);
        deeds_init(&deeds, &world);
        sqlite_memory_arm(n);
        deeds_do(&deeds, &world);
        fired = sqlite_memory_fired();
        sqlite_memory_arm(0);
        if (!fired) {
            assert_int_equal(deeds.failed, 0);
        }
        deeds_check(&deeds, &world, true, when);
        deeds_release(&deeds);
        world_end(&world);
    }
}

/* An audit that runs out of memory says so, and does not call the log unsound. */
static void test_audit(void **state)
{
    (void)state;
    struct world world;
    struct deeds deeds;
    struct error error = {.message = NULL};
    world_begin(&world);
    deeds_init(&deeds, &world);
    deeds_do(&deeds, &world);
    bool fired = true;
    for (long n = 1; fired; n++) {
        struct audit_options options = {.threads = 1};
        struct audit_summary summary;
        failing_alloc_arm(&world.memory, n);
        enum err err = service_audit(world.path, &world.options, &options, &summary, &error);
        fired = world.memory.fired;
        assert_int_equal(err, fired ? ERR_MEMORY : ERR_OK);
        assert_int_equal(summary.findings, 0);
        deeds_forget(&deeds); /* so that every audit reads the catalogue again */
        assert_int_equal(world.memory.live, 0);
    }
    fired = true;
    for (long n = 1; fired; n += 1 + n / 50) {
        struct audit_options options = {.threads = 1};
        struct audit_summary summary;
        sqlite_memory_arm(n);
        failing_alloc_arm(&world.memory, 0);
        enum err err = service_audit(world.path, &world.options, &options, &summary, &error);
        fired = sqlite_memory_fired();
        sqlite_memory_arm(0);
        if (err != ERR_MEMORY) {
            assert_int_equal(err, ERR_OK); /* SQLite could do without */
        }
        if (summary.findings > 0) {
            fail_msg("%ld: %lld findings", n, (long long)summary.findings);
        }
    }
    deeds_release(&deeds);
    world_end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ours),
        cmocka_unit_test(test_sqlites),
        cmocka_unit_test(test_audit),
    };
    return cmocka_run_group_tests(tests, sqlite_memory_set_up, NULL);
}
