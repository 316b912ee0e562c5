/*
 * Clubs of a server that lack steps of the schema: they get all of them or none, whoever is killed, waits or may not. There is
 * one version so far, so the steps are the test's.
 */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "store/postgres/open.h"
#include "support/postgres_server.h"
#include "support/scene.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TROPHY "CREATE TABLE trophy (id bigint PRIMARY KEY); ALTER TABLE person ADD COLUMN colour text DEFAULT 'green';"
#define MORE "CREATE TABLE more (id bigint PRIMARY KEY REFERENCES trophy (id)); INSERT INTO trophy VALUES (7);"
enum { NOW = 15 /* of a club that is made now */, NEXT = NOW + 1, LAST = NOW + 2, PATH = 512 };

static const struct pg_step GOOD[] = {{NEXT, "0015_trophy", TROPHY}, {LAST, "0016_more", MORE}};
static const struct pg_step BAD[] = {{NEXT, "0015_trophy", TROPHY},
                                     {LAST, "0016_bad", "SELECT 1; SELECT colours FROM person"}};
static const struct pg_step SLOW[] = {{NEXT, "0015_trophy", TROPHY}, {LAST, "0016_slow", "SELECT pg_sleep(0.5);" MORE}};

struct stage {
    PGconn *owner;
    char path[PATH];
    char daemon[PATH];
    char schema[64];
};

static const struct store_options OPTIONS = {.allocator = &allocator_heap, .busy_ms = 20000};

/* The address, whose role for daemons is named by the connection itself. */
static void address(const char *variable, const char *slug, char path[PATH])
{
    const char *place = getenv(variable);
    assert_non_null(place);
    (void)snprintf(path, PATH, "%s&options=-c%%20dendro.daemon%%3Ddendro_daemon#%s", place, slug);
}

static int set_up(void **state)
{
    static struct stage stage;
    static unsigned number;
    struct error error = {.message = NULL};
    struct store *store = NULL;
    char slug[40];
    char sql[160];
    (void)snprintf(slug, sizeof(slug), "mig-%ld-%u", (long)getpid(), ++number);
    stage.owner = pq_open(postgres_shared());
    address("DENDRO_TEST_POSTGRES", slug, stage.path);
    address("DENDRO_TEST_POSTGRES_DAEMON", slug, stage.daemon);
    (void)snprintf(stage.schema, sizeof(stage.schema), "\"club_%s\"", slug);
    MUST(store_open(&store, stage.path, STORE_CREATE, &OPTIONS, false, &error));
    MUST(store_begin(store, &error));
    scene_add_entry(store, 1, "open", 1);
    (void)scene_add_person(store, "Ann");
    MUST(store_commit(store, &error));
    store_close(store);
    (void)snprintf(sql, sizeof(sql), "SET client_min_messages = error; SET search_path = %s", stage.schema);
    pq_do(stage.owner, sql);
    *state = &stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    char sql[160];
    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA %s CASCADE", stage->schema);
    pq_do(stage->owner, sql);
    PQfinish(stage->owner);
    return 0;
}

static struct pg_steps steps(const struct pg_step *all)
{
    return (struct pg_steps){all, 2};
}

/* What the club is now: as it was, or whole with both steps. */
static void expect_version(const struct stage *stage, int version)
{
    bool new = version == LAST;
    assert_int_equal(pq_number(stage->owner, "SELECT version FROM head"), version);
    assert_int_equal(pq_number(stage->owner, "SELECT count(*) FROM entry"), 1);
    assert_int_equal(pq_number(stage->owner, "SELECT count(*) FROM person WHERE name = 'Ann'"), 1);
    assert_int_equal(pq_number(stage->owner, "SELECT count(*) FROM pg_class WHERE relname IN ('trophy', 'more')"
                                             " AND relnamespace = CAST(current_schema() AS regnamespace)"),
                     new ? 2 : 0);
    assert_int_equal(pq_try(stage->owner, "SELECT colour FROM person"), new);
}

static void steps_go_with_sqlites(void **state)
{
    (void)state;
    struct pg_steps all = pg_steps_all();
    assert_int_equal(POSTGRES_FIRST + all.count, store_schema_current());
    for (int i = 0; i < all.count; i++) {
        assert_int_equal(all.steps[i].version, POSTGRES_FIRST + 1 + i);
    }
}

static void a_club_gets_all_steps(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    struct store *store = NULL;
    int from = 0;
    expect_version(stage, NOW);
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error));
    assert_int_equal(from, NOW);
    expect_version(stage, LAST);
    assert_int_equal(pq_number(stage->owner, "SELECT count(*) FROM trophy"), 1);
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error));
    assert_int_equal(from, LAST);
    assert_int_equal(pq_number(stage->owner, "SELECT count(*) FROM trophy"), 1);
    MUST_FAIL(store_open(&store, stage->path, STORE_READ, &OPTIONS, false, &error), ERR_CONFLICT, "store.newer");
    MUST_FAIL(store_migrate(stage->path, NULL, &OPTIONS, &from, &error), ERR_CONFLICT, "store.newer");
    expect_version(stage, LAST);
    struct pg_steps first = {GOOD, 1};
    MUST_FAIL(pg_migrate_with(first, stage->path, &OPTIONS, &from, &error), ERR_CONFLICT, "store.newer");
}

static void who_has_it_open_is_told(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    struct store *store = NULL;
    int from = 0;
    MUST(store_open(&store, stage->path, STORE_WRITE, &OPTIONS, false, &error));
    MUST(store_begin(store, &error));
    MUST(store_commit(store, &error));
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error));
    MUST_FAIL(store_begin(store, &error), ERR_IO, "store.moved");
    store_close(store);
}

static void a_step_that_fails_leaves_the_club(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    int from = 0;
    MUST_FAIL(pg_migrate_with(steps(BAD), stage->path, &OPTIONS, &from, &error), ERR_CONFLICT, "store.step");
    assert_string_equal(error.arg[1], "0016_bad");
    assert_non_null(strstr(error.arg[0], "mig-"));
    expect_version(stage, NOW);
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error));
    expect_version(stage, LAST);
}

static bool daemon_may(const struct stage *stage, const char *what, const char *table)
{
    char sql[160];
    (void)snprintf(sql, sizeof(sql), "SELECT CAST(has_table_privilege('dendro_daemon', '%s.%s', '%s') AS int)",
                   stage->schema, table, what);
    return pq_number(stage->owner, sql) == 1;
}

static void the_daemons_role_may_use_and_not_change(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    int from = 0;
    MUST_FAIL(pg_migrate_with(steps(GOOD), stage->daemon, &OPTIONS, &from, &error), ERR_DENIED, "store.not-owner");
    assert_string_equal(error.arg[1], "dendro_daemon");
    assert_string_equal(error.arg[2], "dendro_owner");
    expect_version(stage, NOW);
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error));
    assert_true(daemon_may(stage, "INSERT", "trophy") && daemon_may(stage, "UPDATE", "more"));
    assert_true(daemon_may(stage, "INSERT", "entry") && !daemon_may(stage, "UPDATE", "entry"));
    assert_true(daemon_may(stage, "UPDATE", "head") && !daemon_may(stage, "INSERT", "head"));
    MUST(pg_migrate_with(steps(GOOD), stage->daemon, &OPTIONS, &from, &error)); /* nothing to do needs no right */
}

static void a_writer_is_waited_for(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    struct store_options hasty = OPTIONS;
    int from = 0;
    hasty.busy_ms = 50;
    pq_do(stage->owner, "BEGIN; UPDATE head SET size = size");
    MUST_FAIL(pg_migrate_with(steps(GOOD), stage->path, &hasty, &from, &error), ERR_BUSY, "store.busy");
    pq_do(stage->owner, "COMMIT");
    expect_version(stage, NOW);
}

/* ---- deaths ---- */

static pid_t migrate_slowly(const struct stage *stage)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error;
        int from = 0;
        _exit(pg_migrate_with(steps(SLOW), stage->path, &OPTIONS, &from, &error) == ERR_OK ? 0 : 1);
    }
    for (int i = 0; i < 3000; i++) {
        const struct timespec pause = {.tv_nsec = 5000000};
        if (pq_number(stage->owner, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
                                    " AND application_name LIKE '%mig-%'") > 0) {
            return child;
        }
        (void)nanosleep(&pause, NULL);
    }
    fail_msg("the migration never slept");
    return child;
}

static int end_of(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void who_is_killed_leaves_a_whole_club(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    int from = 0;
    pid_t child = migrate_slowly(stage);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_true(WIFSIGNALED(end_of(child)));
    expect_version(stage, NOW);
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error)); /* when the server has noticed */
    assert_int_equal(from, NOW);
    expect_version(stage, LAST);
}

static void a_backend_that_dies_leaves_a_whole_club(void **state)
{
    struct stage *stage = *state;
    pid_t child = migrate_slowly(stage);
    pq_do(stage->owner, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
                        " AND application_name LIKE '%mig-%'");
    int status = end_of(child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    expect_version(stage, NOW);
}

/* Two at once: one does it, the other finds it done. */
static void two_do_it_once(void **state)
{
    struct stage *stage = *state;
    struct error error = {.message = NULL};
    int from = 0;
    pid_t child = migrate_slowly(stage);
    MUST(pg_migrate_with(steps(GOOD), stage->path, &OPTIONS, &from, &error));
    assert_int_equal(from, LAST);
    int status = end_of(child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_version(stage, LAST);
}

#define ON_A_CLUB(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_go_with_sqlites),
        ON_A_CLUB(a_club_gets_all_steps),
        ON_A_CLUB(who_has_it_open_is_told),
        ON_A_CLUB(a_step_that_fails_leaves_the_club),
        ON_A_CLUB(the_daemons_role_may_use_and_not_change),
        ON_A_CLUB(a_writer_is_waited_for),
        ON_A_CLUB(who_is_killed_leaves_a_whole_club),
        ON_A_CLUB(a_backend_that_dies_leaves_a_whole_club),
        ON_A_CLUB(two_do_it_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
