/*
 * The disk fails: the Nth read, write, sync and so on of a club evening
 * (support/deeds.h), once or for good, or the disk is full, or the power is
 * cut. Each time what was acknowledged is there afterwards, the audit is
 * clean, and the service has either gone on or said that it failed.
 */
#include "support/cmocka.h"

#include "support/deeds.h"
#include "support/faulty_vfs.h"
#include "support/text.h"

#include <stdio.h>

struct plan {
    enum fault fault;
    bool for_good;
    uint64_t seed; /* of a power cut; above 1: varied */
};

/* One evening with the Nth operation failing; false when there was no Nth. */
static bool one_evening(const struct plan *plan, long n, size_t *failed)
{
    struct world world;
    struct deeds deeds;
    char when[96];
    (void)snprintf(when, sizeof(when), "%s %ld%s, seed %llu", fault_name(plan->fault), n,
                   plan->for_good ? " for good" : "", (unsigned long long)plan->seed);
    world_begin(&world);
    world.options.vfs = faulty_vfs();
    deeds_init(&deeds, &world);
    faulty_vfs_arm(plan->fault, n, plan->for_good, plan->seed > 1 ? plan->seed + (uint64_t)n : plan->seed);
    deeds_do(&deeds, &world);
    bool fired = faulty_vfs_fired();
    faulty_vfs_arm(FAULT_NONE, 0, false, 0);
    if (!fired && deeds.failed > 0) {
        fail_msg("%s: nothing failed, and yet: %s", when, test_err_name(deeds.last));
    }
    deeds_check(&deeds, &world, !fired, when);
    *failed += deeds.failed > 0;
    deeds_release(&deeds);
    world_end(&world);
    return fired;
}

/* Ever larger N, until the evening passes; returns how many evenings had a failure. */
static size_t all_evenings(const struct plan *plan)
{
    long pace = (long)test_cases(8);
    size_t failed = 0;
    for (long n = 1; one_evening(plan, n, &failed); n += 1 + n / pace) {
    }
    return failed;
}

static void run(const struct plan *plans, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t failed = all_evenings(&plans[i]);
        print_message("  %-12s%s: %zu evenings with a failure\n", fault_name(plans[i].fault),
                      plans[i].for_good ? ", for good" : "", failed);
        /* A failure for good cannot pass unseen, except where SQLite can do without. */
        bool harmless = plans[i].fault == FAULT_DELETE || plans[i].fault == FAULT_TRUNCATE ||
                        plans[i].fault == FAULT_SHORT_READ || plans[i].fault == FAULT_SIZE ||
                        plans[i].fault == FAULT_ACCESS;
        if (plans[i].for_good && !harmless) {
            assert_true(failed > 0);
        }
    }
}

static void test_once(void **state)
{
    (void)state;
    struct plan plans[FAULTS];
    size_t count = 0;
    for (int fault = FAULT_NONE + 1; fault < FAULT_POWER; fault++) {
        if (fault != FAULT_SHORT_READ) { /* SQLite takes it for the end of the file: that is damage, not a failure */
            plans[count++] = (struct plan){(enum fault)fault, false, 0};
        }
    }
    run(plans, count);
}

static void test_for_good(void **state)
{
    (void)state;
    static const struct plan plans[] = {{FAULT_WRITE, true, 0}, {FAULT_FULL, true, 0},    {FAULT_SYNC, true, 0},
                                        {FAULT_READ, true, 0},  {FAULT_OPEN, true, 0},    {FAULT_SHARED, true, 0},
                                        {FAULT_LOCK, true, 0},  {FAULT_TRUNCATE, true, 0}};
    run(plans, sizeof(plans) / sizeof(plans[0]));
}

static void test_power_cuts(void **state)
{
    (void)state;
    static const struct plan plans[] = {
        {FAULT_POWER, true, 0}, {FAULT_POWER, true, 1}, {FAULT_POWER, true, 2}, {FAULT_POWER, true, 1000}};
    run(plans, sizeof(plans) / sizeof(plans[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_once),
        cmocka_unit_test(test_for_good),
        cmocka_unit_test(test_power_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
