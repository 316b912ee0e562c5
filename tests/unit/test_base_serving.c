/* Who serves a file is seen by who else looks, and no longer than that. */
#include "support/cmocka.h"

#include "base/serving.h"
#include "support/folder.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Another process serves the file until `end` is closed; it says so through `said`. */
static pid_t serve_elsewhere(const char *path, int said[2], int end[2])
{
    assert_int_equal(pipe(said), 0);
    assert_int_equal(pipe(end), 0);
    pid_t pid = fork();
    if (pid == 0) {
        char byte = 0;
        struct serving serving;
        (void)close(end[1]);
        serving_open(&serving, path);
        serving_begin(&serving);
        bool told = write(said[1], "s", 1) == 1;
        bool ended = read(end[0], &byte, 1) == 0;
        _exit(told && ended ? 0 : 1); /* as a daemon that is killed: without serving_close */
    }
    return pid;
}

static void a_daemon_is_seen_while_it_runs(void **unused)
{
    (void)unused;
    char folder[FOLDER_PATH];
    char path[FOLDER_PATH + 8];
    char byte = 0;
    int said[2];
    int end[2];
    int status = -1;
    struct serving serving;
    folder_make(folder, "serving");
    (void)snprintf(path, sizeof(path), "%s/db", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    serving_open(&serving, path);
    assert_false(serving_elsewhere(&serving));
    assert_false(serving_elsewhere(&serving)); /* who looks leaves nothing behind */
    pid_t pid = serve_elsewhere(path, said, end);
    assert_int_equal(read(said[0], &byte, 1), 1);
    assert_true(serving_elsewhere(&serving));
    (void)close(end[1]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_false(serving_elsewhere(&serving));
    serving_close(&serving);
    (void)close(end[0]);
    (void)close(said[0]);
    (void)close(said[1]);
    folder_remove(folder);
}

static void what_cannot_be_known_is_served(void **unused)
{
    (void)unused;
    struct serving serving;
    serving_open(&serving, "/nowhere/at/all");
    serving_begin(&serving); /* nothing to hold */
    assert_true(serving_elsewhere(&serving));
    serving_close(&serving);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_daemon_is_seen_while_it_runs),
        cmocka_unit_test(what_cannot_be_known_is_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
