/*
 * The life of a database (support/scenario.h) while SQLite itself runs out
 * of memory: its Nth allocation fails, once or from there on. A process of
 * its own, because SQLite takes its allocator once and for all.
 */
#include "support/cmocka.h"

#include "store/messages.h"
#include "support/faulty_vfs.h"
#include "support/scenario.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdlib.h>

static struct {
    sqlite3_mem_methods real;
    long fail_at; /* 0: never */
    bool for_good;
    long seen;
    bool fired;
} memory;

static bool refuses(void)
{
    memory.seen++;
    bool now =
        memory.fail_at > 0 && (memory.seen == memory.fail_at || (memory.for_good && memory.seen > memory.fail_at));
    memory.fired = memory.fired || now;
    return now;
}

static void *refusing_malloc(int size)
{
    return refuses() ? NULL : memory.real.xMalloc(size);
}

static void *refusing_realloc(void *old, int size)
{
    return refuses() ? NULL : memory.real.xRealloc(old, size);
}

static void arm(long fail_at, bool for_good)
{
    memory.fail_at = fail_at;
    memory.for_good = for_good;
    memory.seen = 0;
    memory.fired = false;
}

static bool one_life(long n, bool for_good, unsigned retries, enum err *outcome, long *allocations)
{
    struct scene scene;
    char backup[128];
    struct error error = {.message = NULL};
    scene_begin(&scene);
    scene.options.vfs = faulty_vfs(); /* which does not sync */
    struct scenario scenario = {.options = &scene.options,
                                .path = scene.path,
                                .backup = scene_file(&scene, "backup.db", backup),
                                .retries = retries};
    arm(n, for_good);
    *outcome = scenario_run(&scenario, &error);
    if (error.message == &STORE_MSG_ROLLED_BACK) {
        *outcome = ERR_MEMORY; /* where SQLite can only roll back, it says that it did, and not why */
    }
    bool fired = memory.fired;
    *allocations = memory.seen;
    arm(0, false);
    scenario_check(&scenario);
    scene_end(&scene);
    return fired;
}

/* Every N up to `dense`, then ever fewer, until there is no Nth. */
static void run(bool for_good, unsigned retries, long dense)
{
    long told[ERR_BUSY + 1] = {0};
    long n = 1;
    long lives = 0;
    long allocations = 0;
    dense = (long)test_cases((unsigned)dense);
    enum err outcome = ERR_OK;
    while (one_life(n, for_good, retries, &outcome, &allocations)) {
        assert_true(outcome <= ERR_BUSY);
        told[outcome]++;
        lives++;
        n += 1 + n / dense;
    }
    assert_int_equal(outcome, ERR_OK);
    print_message("  %ld lives, %ld allocations in each: %ld ERR_OK, %ld ERR_MEMORY\n", lives, allocations,
                  told[ERR_OK], told[ERR_MEMORY]);
    for (enum err err = ERR_END; err <= ERR_BUSY; err++) {
        if (told[err] > 0 && err != ERR_MEMORY) {
            fail_msg("%ld times %s", told[err], test_err_name(err));
        }
    }
    assert_true(retries > 0 ? told[ERR_MEMORY] == 0 : told[ERR_MEMORY] > 0);
}

static void sqlite_runs_out_of_memory_once(void **unused)
{
    (void)unused;
    run(false, 0, 60);
}

static void sqlite_runs_out_of_memory_for_good(void **unused)
{
    (void)unused;
    run(true, 0, 15);
}

static void what_failed_for_want_of_memory_can_be_tried_again(void **unused)
{
    (void)unused;
    run(false, 1, 15);
}

/* A reader's shadow is there as a whole, or it is told that memory was lacking. Every N at first, then ever fewer. */
static void sqlite_runs_out_of_memory_for_a_readers_shadow(void **unused)
{
    (void)unused;
    struct scene scene;
    struct error error;
    scene_begin(&scene);
    store_close(scene_open(&scene, STORE_CREATE));
    bool fired = true;
    for (long n = 1; fired; n += 1 + n / 20) {
        struct store *reader = scene_open(&scene, STORE_READ);
        MUST(store_begin(reader, &error));
        arm(n, false);
        enum err err = store_shadow_open(reader, &error);
        fired = memory.fired;
        arm(0, false);
        if (err == ERR_OK) {
            scene_add_game(reader, 1, 1, 2);
        } else {
            assert_int_equal(err, ERR_MEMORY);
        }
        assert_true(fired || err == ERR_OK);
        store_rollback(reader);
        store_close(reader);
    }
    scene_end(&scene);
}

/* Nothing is called damaged for want of memory, and what is damaged is never called whole. */
static void sqlite_runs_out_of_memory_during_a_check(void **unused)
{
    (void)unused;
    for (int damaged = 0; damaged < 2; damaged++) {
        struct scene scene;
        struct error error;
        const enum err right = damaged ? ERR_CORRUPT : ERR_OK;
        scene_begin(&scene);
        struct store *store = scene_open(&scene, STORE_CREATE);
        const char *sql = damaged ? "CREATE VIEW lately AS SELECT seq FROM entry" : "SELECT 1";
        assert_int_equal(scene_sql(scene.path, sql), SQLITE_OK);
        arm(0, false);
        assert_int_equal(store_check(store, true, NULL, NULL, &error), right);
        long total = memory.seen;
        long step = 1 + total / 50;
        for (long n = 1; n <= total;
             n += n < 100 || n + 100 > total ? 1 : step) { /* every N at the beginning and the end */
            arm(n, false);
            enum err err = store_check(store, true, NULL, NULL, &error);
            arm(0, false);
            assert_true(err == ERR_MEMORY || err == right);
        }
        store_close(store);
        scene_end(&scene);
    }
}

int main(void)
{
    sqlite3_mem_methods methods;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real) != SQLITE_OK) {
        return 1;
    }
    methods = memory.real;
    methods.xMalloc = refusing_malloc;
    methods.xRealloc = refusing_realloc;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sqlite_runs_out_of_memory_once),
        cmocka_unit_test(sqlite_runs_out_of_memory_for_good),
        cmocka_unit_test(what_failed_for_want_of_memory_can_be_tried_again),
        cmocka_unit_test(sqlite_runs_out_of_memory_for_a_readers_shadow),
        cmocka_unit_test(sqlite_runs_out_of_memory_during_a_check),
    };
    return cmocka_run_group_tests_name("store memory", tests, NULL, NULL);
}
