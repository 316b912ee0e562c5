/*
 * One writer and several readers, each a thread with a connection of its
 * own, as in the daemon: whatever a reader sees is one moment of the log, in
 * which every entry has its game, and it never goes back in time.
 */
#include "support/cmocka.h"

#include "support/scene.h"
#include "support/text.h"

#include <pthread.h>
#include <stdatomic.h>

enum { READERS = 3 };

struct shared {
    const char *path;
    struct store_options options; /* of allocator_heap: the counting one is not for threads */
    atomic_int done;
    int64_t entries;
};

struct reader {
    struct shared *shared;
    pthread_t thread;
    struct error error;
    enum err err;
    int64_t looks;
    bool torn;
};

static enum err look(struct store *store, struct reader *reader, int64_t *size)
{
    struct store_counts counts;
    int64_t now = 0;
    enum err err = store_begin(store, &reader->error);
    if (err == ERR_OK) {
        err = store_log_size(store, &now, &reader->error);
    }
    if (err == ERR_OK) {
        err = store_derived_counts(store, &counts, &reader->error);
    }
    if (err == ERR_OK) {
        reader->torn = reader->torn || now < *size || counts.games != now || counts.seats != 2 * now;
        *size = now;
        reader->looks++;
    }
    store_rollback(store);
    return err;
}

static void *read_on(void *context)
{
    struct reader *reader = context;
    struct store *store = NULL;
    int64_t size = 0;
    reader->err = store_open(&store, reader->shared->path, STORE_READ, &reader->shared->options, false, &reader->error);
    bool last = false;
    while (reader->err == ERR_OK && !last) {
        last = atomic_load(&reader->shared->done) != 0;
        reader->err = look(store, reader, &size);
    }
    reader->torn = reader->torn || size != reader->shared->entries;
    store_close(store);
    return NULL;
}

/* A second one who writes: both wait for each other and nothing is lost. */
static void *write_settings(void *context)
{
    struct reader *other = context;
    struct store *store = NULL;
    other->err = store_open(&store, other->shared->path, STORE_WRITE, &other->shared->options, false, &other->error);
    while (other->err == ERR_OK && (other->looks == 0 || atomic_load(&other->shared->done) == 0)) {
        other->err = store_begin(store, &other->error);
        if (other->err == ERR_OK) {
            other->err = store_setting_set(store, "club", SPAN_LITERAL("x"), &other->error);
        }
        if (other->err == ERR_OK) {
            other->err = store_commit(store, &other->error);
        }
        other->looks++;
    }
    store_close(store);
    return NULL;
}

static void readers_see_whole_transactions(void **unused)
{
    (void)unused;
    struct scene scene;
    struct error error = {.message = NULL};
    scene_begin(&scene);
    struct shared shared = {.path = scene.path,
                            .options = {.allocator = &allocator_heap, .busy_ms = 60000},
                            .entries = 3 * (int64_t)test_cases(100)};
    struct store *writer = NULL;
    MUST(store_open(&writer, scene.path, STORE_CREATE, &shared.options, false, &error));
    struct reader threads[READERS + 1] = {{.shared = NULL}};
    for (int i = 0; i <= READERS; i++) {
        threads[i].shared = &shared;
        assert_int_equal(pthread_create(&threads[i].thread, NULL, i < READERS ? read_on : write_settings, &threads[i]),
                         0);
    }
    for (int64_t i = 1; i <= shared.entries; i += 3) {
        MUST(store_begin(writer, &error));
        for (int64_t k = i; k < i + 3; k++) {
            scene_add_entry(writer, k, "import", k);
            scene_add_game(writer, k, 1, 2);
        }
        MUST(store_commit(writer, &error));
    }
    atomic_store(&shared.done, 1);
    for (int i = 0; i <= READERS; i++) {
        assert_int_equal(pthread_join(threads[i].thread, NULL), 0);
        scene_must(threads[i].err, &threads[i].error, "thread", __FILE__, __LINE__);
        assert_false(threads[i].torn);
        assert_true(threads[i].looks > 0);
    }
    store_close(writer);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_see_whole_transactions),
    };
    return cmocka_run_group_tests_name("store threads", tests, NULL, NULL);
}
