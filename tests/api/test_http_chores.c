/* What the daemon does by the clock: a daemon in this process, whose clock is put forward. */
#include "support/cmocka.h"

#include "http/inside.h"
#include "support/scene.h"
#include "support/text.h"

#include <sqlite3.h>
#include <time.h>

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    (void)sqlite3_busy_timeout(db, 60000);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static bool comes_to(const char *path, const char *sql, int64_t value)
{
    for (int i = 0; i < 3000; i++) {
        const struct timespec pause = {0, 100 * 1000 * 1000};
        if (scene_sql_int(path, sql) == value) {
            return true;
        }
        (void)nanosleep(&pause, NULL);
    }
    return false;
}

/* Not only when the daemon starts: one that runs for a year would keep them for a year. */
static void kept_answers_are_swept_every_hour(void **unused)
{
    (void)unused;
    static const int64_t hour = (int64_t)3600 * 1000000;
    struct scene scene;
    struct config config;
    struct server *server = NULL;
    struct error error = {.message = NULL};
    scene_begin(&scene);
    config_init(&config);
    MUST(config_set(&config, SPAN_LITERAL("db"), span_from(scene.path), &error));
    MUST(config_set(&config, SPAN_LITERAL("listen"), SPAN_LITERAL("127.0.0.1:0"), &error));
    MUST(server_start(&server, &config, &allocator_heap, NULL, &error));
    run_sql(scene.path, "INSERT INTO answer VALUES ('t', 'old', zeroblob(32), 1, 201, 'x', NULL, x'7b7d'),"
                        " ('t', 'new', zeroblob(32), 9000000000000000, 201, 'x', NULL, x'7b7d')");
    assert_int_equal(scene_sql_int(scene.path, "SELECT count(*) FROM answer"), 2);
    atomic_store(&server->keeper.swept, ticks() - hour);
    assert_true(comes_to(scene.path, "SELECT count(*) FROM answer", 1));
    assert_int_equal(scene_sql_int(scene.path, "SELECT count(*) FROM answer WHERE key = 'new'"), 1);
    assert_true(ticks() - atomic_load(&server->keeper.swept) < hour);
    server_stop(server);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_answers_are_swept_every_hour),
    };
    return cmocka_run_group_tests_name("http chores", tests, NULL, NULL);
}
