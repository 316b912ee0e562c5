/*
 * The life of a database (support/scenario.h) with one thing failing: the
 * Nth read, write, sync and so on, for every second N until nothing fails any more
 * (a write fails in one of three ways, and these take turns).
 * Each time the database must afterwards be whole and hold every transaction
 * that was acknowledged, and none of them in part.
 */
#include "support/cmocka.h"

#include "support/faulty_vfs.h"
#include "support/scenario.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdlib.h>

struct plan {
    enum fault fault;
    bool for_good;
    unsigned retries;
    long stride; /* every so manieth N */
    long first;  /* from this one on; 0: the first */
    uint64_t seed;
    bool vary; /* the seed with N */
};

/* A write that fails leaves nothing, a half, or a half and the disk full: SQLite sees the same, so each has a third of the Ns. */
static struct plan taking_turns(struct plan plan)
{
    if (plan.fault == FAULT_WRITE || plan.fault == FAULT_SHORT_WRITE || plan.fault == FAULT_FULL) {
        plan.first = 1 + plan.stride * (plan.fault - FAULT_WRITE);
        plan.stride *= 3;
    }
    return plan;
}

/* One life with the Nth operation failing; false when there was no Nth. */
static bool one_life(const struct plan *plan, long n, enum err *outcome)
{
    struct scene scene;
    char backup[128];
    struct error error = {.message = NULL};
    scene_begin(&scene);
    scene.options.vfs = faulty_vfs();
    struct scenario scenario = {.options = &scene.options,
                                .path = scene.path,
                                .backup = scene_file(&scene, "backup.db", backup),
                                .retries = plan->retries};
    faulty_vfs_arm(plan->fault, n, plan->for_good, plan->vary ? 2 + (uint64_t)n : plan->seed);
    *outcome = scenario_run(&scenario, &error);
    bool fired = faulty_vfs_fired();
    faulty_vfs_arm(FAULT_NONE, 0, false, 0);
    if (!fired && *outcome != ERR_OK) {
        char text[256];
        (void)error_text(&error, LANG_EN, text, sizeof(text));
        fail_msg("nothing failed, and yet: %s", text);
    }
    scenario_check(&scenario);
    scene_end(&scene);
    return fired;
}

/* All N of the plan; a tenth of them when the tests are scaled down to ten percent. Returns
 * how many failed, and how. */
static long all_lives(const struct plan *plan, long told[ERR_BUSY + 1])
{
    long stride = plan->stride * 100 / (long)test_cases(100);
    long n = plan->first > 0 ? plan->first : 1;
    for (;; n += stride) {
        enum err outcome = ERR_OK;
        bool fired = one_life(plan, n, &outcome);
        if (!fired) {
            break;
        }
        if (outcome < 0 || outcome > ERR_BUSY) {
            fail_msg("%s %ld: %d", fault_name(plan->fault), n, outcome);
        }
        told[outcome]++;
    }
    return n;
}

static void tell(const struct plan *plan, long n, const long told[ERR_BUSY + 1])
{
    print_message("  %-13s%s up to the %ldth:", fault_name(plan->fault),
                  plan->for_good ? " for good," : (plan->retries ? ", tried again," : ","), n);
    for (enum err err = ERR_OK; err <= ERR_BUSY; err++) {
        if (told[err] > 0) {
            print_message(" %ld %s", told[err], test_err_name(err));
        }
    }
    print_message("\n");
}

static void each_operation_fails_once(void **unused)
{
    (void)unused;
    for (enum fault fault = FAULT_OPEN; fault < FAULT_POWER; fault++) {
        long told[ERR_BUSY + 1] = {0};
        struct plan plan = taking_turns((struct plan){.fault = fault, .stride = 2});
        long n = all_lives(&plan, told);
        tell(&plan, n, told);
        assert_true(n > 1);
        for (enum err err = ERR_OK; err <= ERR_BUSY; err++) {
            /* A failed lock looks like a busy one, a short read like damage; no fault becomes anything else. */
            assert_true(told[err] == 0 || err == ERR_OK || err == ERR_IO || err == ERR_CORRUPT || err == ERR_BUSY);
        }
        /* Where SQLite can do without, the life succeeds; a write, a sync or a full disk is never passed over. */
        bool sampled = told[ERR_OK] + told[ERR_IO] + told[ERR_CORRUPT] + told[ERR_BUSY] + 1 < n;
        assert_true(sampled || told[ERR_IO] > 0 || fault == FAULT_DELETE || fault == FAULT_TRUNCATE ||
                    fault == FAULT_SHORT_READ);
    }
}

/* The disk stays full, or broken: whatever comes after the first failure fails as well. */
static void each_operation_fails_for_good(void **unused)
{
    (void)unused;
    static const enum fault faults[] = {FAULT_WRITE, FAULT_FULL, FAULT_SYNC, FAULT_READ, FAULT_SHARED};
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        long told[ERR_BUSY + 1] = {0};
        struct plan plan = taking_turns((struct plan){.fault = faults[i], .for_good = true, .stride = 6});
        long n = all_lives(&plan, told);
        tell(&plan, n, told);
        assert_true(told[ERR_IO] > 0);
    }
}

/* Whoever rolls back and tries again on the same connection succeeds. */
static void a_failure_that_passes_can_be_tried_again(void **unused)
{
    (void)unused;
    static const enum fault faults[] = {FAULT_OPEN,   FAULT_READ,   FAULT_WRITE,    FAULT_SHORT_WRITE,
                                        FAULT_FULL,   FAULT_SYNC,   FAULT_SIZE,     FAULT_LOCK,
                                        FAULT_SHARED, FAULT_ACCESS, FAULT_TRUNCATE, FAULT_DELETE};
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        long told[ERR_BUSY + 1] = {0};
        struct plan plan = taking_turns((struct plan){.fault = faults[i], .retries = 1, .stride = 5});
        long n = all_lives(&plan, told);
        tell(&plan, n, told);
        for (enum err err = ERR_END; err <= ERR_BUSY; err++) {
            assert_int_equal(told[err], 0);
        }
    }
}

/* Acknowledged means on disk: also when the power goes and all, some or none of the unsynced bytes with it. */
static void the_power_goes(void **unused)
{
    (void)unused;
    static const struct plan plans[] = {
        {.fault = FAULT_POWER, .stride = 6, .seed = 0},
        {.fault = FAULT_POWER, .stride = 8, .seed = 1},
        {.fault = FAULT_POWER, .stride = 3, .vary = true},
    };
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        long told[ERR_BUSY + 1] = {0};
        long n = all_lives(&plans[i], told);
        tell(&plans[i], n, told);
        assert_true(told[ERR_IO] > 0);
    }
}

/* Each of the store's own allocations fails once; nothing is lost and nothing leaks. */
static void memory_runs_out(void **unused)
{
    (void)unused;
    long n = 1;
    for (;; n++) {
        struct scene scene;
        char backup[128];
        struct error error = {.message = NULL};
        scene_begin(&scene);
        struct scenario scenario = {
            .options = &scene.options, .path = scene.path, .backup = scene_file(&scene, "backup.db", backup)};
        scene.options.vfs = faulty_vfs(); /* which does not sync */
        failing_alloc_arm(&scene.memory, n);
        enum err err = scenario_run(&scenario, &error);
        bool fired = scene.memory.fired;
        assert_int_equal(err, fired ? ERR_MEMORY : ERR_OK);
        assert_int_equal(scene.memory.live, 0);
        failing_alloc_arm(&scene.memory, 0);
        scenario_check(&scenario);
        scene_end(&scene);
        if (!fired) {
            break;
        }
    }
    print_message("  %ld allocations of the store's own\n", n - 1);
    assert_true(n > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operation_fails_once),
        cmocka_unit_test(each_operation_fails_for_good),
        cmocka_unit_test(a_failure_that_passes_can_be_tried_again),
        cmocka_unit_test(the_power_goes),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("store faults", tests, NULL, NULL);
}
