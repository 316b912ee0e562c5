/*
 * kill -9. A child appends entries, a transaction after another, and tells
 * through a pipe each one that was acknowledged; the parent kills it at a
 * random moment. Everything told must be there, in order, whole, and the
 * next child goes on from it.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "support/scene.h"
#include "support/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* One transaction: an entry with its game, or a few. False when the store refuses. */
static bool append(struct store *store, int64_t *size, struct error *error)
{
    int64_t more = 1 + *size % 5;
    if (store_begin(store, error) != ERR_OK) {
        return false;
    }
    for (int64_t i = *size + 1; i <= *size + more; i++) {
        struct store_entry entry;
        struct scene_game game;
        char body[64];
        scene_entry(i, "import", i, body, &entry);
        scene_game(i, 1 + i % 7, 3, &game);
        if (store_entry_add(store, &entry, error) != ERR_OK ||
            store_aside_add(store, i, 0, SPAN_LITERAL("note"), entry.body, error) != ERR_OK ||
            store_game_put(store, &game.game, game.seats, 3, span_of(game.facts, sizeof(game.facts)), error) !=
                ERR_OK) {
            return false;
        }
    }
    *size += more;
    return store_commit(store, error) == ERR_OK;
}

/* Never returns; says on `out` how many entries have been acknowledged. */
static void child(struct scene *scene, int out)
{
    struct error error = {.message = NULL};
    struct store *store = NULL;
    int64_t size = 0;
    if (store_open(&store, scene->path, STORE_CREATE, &scene->options, false, &error) != ERR_OK ||
        store_log_size(store, &size, &error) != ERR_OK) {
        _exit(1);
    }
    while (append(store, &size, &error)) {
        if (size % 64 == 0 && store_flush(store, &error) != ERR_OK) { /* so that it also dies in the middle of this */
            _exit(3);
        }
        if (write(out, &size, sizeof(size)) != (ssize_t)sizeof(size)) {
            _exit(0);
        }
    }
    _exit(2);
}

/* Lets a child work for `us` microseconds after its first word and kills it; the last number that it told. */
static int64_t live_and_die(struct scene *scene, long us)
{
    int ends[2];
    int64_t told = 0;
    int64_t word = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)close(ends[0]);
        child(scene, ends[1]);
    }
    (void)close(ends[1]);
    if (read(ends[0], &word, sizeof(word)) == (ssize_t)sizeof(word)) {
        told = word;
    }
    const struct timespec pause = {us / 1000000, us % 1000000 * 1000};
    (void)nanosleep(&pause, NULL);
    assert_int_equal(kill(pid, SIGKILL), 0);
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) {
        fail_msg("the child ended by itself: %d", status);
    }
    while (read(ends[0], &word, sizeof(word)) == (ssize_t)sizeof(word)) {
        told = word; /* what was in the pipe was acknowledged, too */
    }
    (void)close(ends[0]);
    return told;
}

static enum err check_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    int64_t *next = context;
    struct store_entry expected;
    char body[64];
    scene_entry(*next, "import", *next, body, &expected);
    assert_int_equal(entry->seq, *next);
    assert_true(span_equal(entry->body, expected.body));
    ++*next;
    return ERR_OK;
}

static void everything_told_survives_kill_9(void **unused)
{
    (void)unused;
    struct scene scene;
    struct prng prng;
    struct error error = {.message = NULL};
    int64_t before = 0;
    prng_seed(&prng, 9);
    scene_begin(&scene);
    for (unsigned i = 0; i < test_cases(12); i++) {
        int64_t told = live_and_die(&scene, (long)prng_below(&prng, 60000));
        struct store *store = NULL;
        int64_t size = 0;
        int64_t next = 1;
        struct store_counts counts;
        MUST(store_open(&store, scene.path, STORE_WRITE, &scene.options, true, &error));
        MUST(store_check(store, true, NULL, NULL, &error));
        MUST(store_log_size(store, &size, &error));
        print_message("  told %lld, found %lld\n", (long long)told, (long long)size);
        assert_true(told > before);
        assert_true(size >= told);
        assert_true(size <= told + 5); /* one transaction may have been on disk and not told yet */
        MUST(store_entries(store, 1, INT64_MAX, check_entry, &next, &error));
        assert_int_equal(next, size + 1);
        MUST(store_derived_counts(store, &counts, &error));
        assert_int_equal(counts.games, size);
        assert_int_equal(counts.seats, 3 * size);
        assert_int_equal(counts.facts, size);
        store_close(store);
        assert_int_equal(scene_sql_int(scene.path, "SELECT count(*) FROM aside"), size);
        before = size;
    }
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_told_survives_kill_9),
    };
    return cmocka_run_group_tests_name("store kill", tests, NULL, NULL);
}
