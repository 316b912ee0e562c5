/* What the daemon does by the clock: a daemon in this process, whose clock is put forward. */
#include "support/cmocka.h"

#include "http/inside.h"
#include "support/scene.h"
#include "support/text.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
    atomic_store(&server->alone->swept, ticks() - hour);
    assert_true(comes_to(scene.path, "SELECT count(*) FROM answer", 1));
    assert_int_equal(scene_sql_int(scene.path, "SELECT count(*) FROM answer WHERE key = 'new'"), 1);
    assert_true(ticks() - atomic_load(&server->alone->swept) < hour);
    server_stop(server);
    scene_end(&scene);
}

/* What standard error has been told, in a file of its own. */
static void take_errors(struct scene *scene, char path[TEST_ADDRESS + 8], int *kept)
{
    (void)snprintf(path, TEST_ADDRESS + 8, "%s.err", scene->path);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    assert_true(fd >= 0);
    *kept = dup(STDERR_FILENO);
    assert_true(*kept >= 0 && dup2(fd, STDERR_FILENO) == STDERR_FILENO);
    (void)close(fd);
}

static size_t give_errors_back(const char *path, int kept, char *text, size_t size)
{
    assert_true(dup2(kept, STDERR_FILENO) == STDERR_FILENO);
    (void)close(kept);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    (void)fclose(file);
    (void)unlink(path);
    return length;
}

static bool flushed(struct server *server)
{
    for (int i = 0; i < 3000 && atomic_load(&server->alone->flush_due); i++) {
        const struct timespec pause = {0, 100 * 1000 * 1000};
        (void)nanosleep(&pause, NULL);
    }
    return !atomic_load(&server->alone->flush_due);
}

/* That erased names are gone is said when an erasure has waited for it, once; and not while a reader still has them. */
static void an_erasure_that_waited_is_told_once(void **unused)
{
    (void)unused;
    struct scene scene;
    struct config config;
    struct server *server = NULL;
    struct error error = {.message = NULL};
    char path[TEST_ADDRESS + 8];
    char text[1024];
    int kept;
    scene_begin(&scene);
    config_init(&config);
    MUST(config_set(&config, SPAN_LITERAL("db"), span_from(scene.path), &error));
    MUST(config_set(&config, SPAN_LITERAL("listen"), SPAN_LITERAL("127.0.0.1:0"), &error));
    MUST(server_start(&server, &config, &allocator_heap, NULL, &error));
    take_errors(&scene, path, &kept);
    atomic_store(&server->alone->flush_due, true); /* as another program leaves it */
    bool first = flushed(server);
    struct stat found;
    bool silent = stat(path, &found) == 0 && found.st_size == 0;
    sqlite3 *reader = NULL;
    bool reads = sqlite3_open(scene.path, &reader) == SQLITE_OK &&
                 sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM answer", NULL, NULL, NULL) == SQLITE_OK;
    run_sql(scene.path,
            "INSERT INTO answer VALUES ('t', 'k', zeroblob(32), 9000000000000000, 201, 'x', NULL, x'7b7d')");
    server->alone->writer.erasure_waits = true; /* the writer reads it after the next two lines */
    atomic_store(&server->alone->flush_due, true);
    unsigned tries = server->alone->writer.flush_tries;
    for (int i = 0; i < 3000 && server->alone->writer.flush_tries == tries; i++) {
        const struct timespec pause = {0, 10 * 1000 * 1000};
        (void)nanosleep(&pause, NULL);
    }
    bool waits = atomic_load(&server->alone->flush_due) && stat(path, &found) == 0 && found.st_size == 0;
    (void)sqlite3_close(reader); /* ends what it reads */
    bool second = flushed(server);
    atomic_store(&server->alone->flush_due, true);
    bool third = flushed(server);
    server_stop(server);
    (void)give_errors_back(path, kept, text, sizeof(text));
    assert_true(first && silent && reads && waits && second && third);
    assert_string_equal(text, "dendro: the log beside the database has been emptied: erased names are gone\n");
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_answers_are_swept_every_hour),
        cmocka_unit_test(an_erasure_that_waited_is_told_once),
    };
    return cmocka_run_group_tests_name("http chores", tests, NULL, NULL);
}
