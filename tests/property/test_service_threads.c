/*
 * An audit reads one moment of the log while a writer goes on, on as many
 * threads as it likes; readers beside them see whole transactions. The thread
 * sanitizer watches.
 */
#include "support/cmocka.h"

#include "service/reading.h"
#include "support/text.h"
#include "support/world.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum {
    GROUP = 4,
    AUDITS = 6,
    ENTRIES = 400,
    MOST = 40000 /* games: on a machine where audits starve, the log would grow and grow */
};

struct shared {
    struct world world;
    struct service_options options; /* with memory that threads may share */
    atomic_bool stop;
    atomic_int failures;
};

/* Only the writer uses the world's clock and randomness. */
static void *write_games(void *context)
{
    struct shared *shared = context;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    unsigned number = 0;
    if (service_open(&service, shared->world.path, SERVICE_WRITE, &shared->options, &error) != ERR_OK) {
        atomic_fetch_add(&shared->failures, 1);
        return NULL;
    }
    struct record_reader reader = {.allocator = NULL};
    while (!atomic_load(&shared->stop) && number < MOST) {
        enum err err = service_begin(service, &error);
        for (int i = 0; err == ERR_OK && i < GROUP; i++) {
            char text[128];
            struct record record;
            struct receipt receipt;
            (void)snprintf(text, sizeof(text),
                           "dendro 1\ngame foret\nseat 1 A%u\nseat 2 B\nseat 3 C\n1: bee 0,0\n2: fox 0,0\n",
                           number++ % 9);
            err = record_read_one(&reader, span_from(text), &allocator_heap, &record, &error);
            if (err == ERR_OK) {
                err = service_game_open(service, AUTHOR_CLI, &record, NULL, NULL, &receipt, &error);
            }
        }
        if (err == ERR_OK) {
            err = service_commit(service, &error);
        }
        if (err != ERR_OK) {
            atomic_fetch_add(&shared->failures, 1);
            break;
        }
    }
    record_reader_release(&reader);
    service_close(service);
    return NULL;
}

/* A group is there whole or not at all. */
static void *read_games(void *context)
{
    struct shared *shared = context;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    if (service_open(&service, shared->world.path, SERVICE_READ, &shared->options, &error) != ERR_OK) {
        atomic_fetch_add(&shared->failures, 1);
        return NULL;
    }
    int64_t first = 0;
    bool good = service_log_size(service, &first, &error) == ERR_OK;
    while (good && !atomic_load(&shared->stop)) {
        int64_t size = 0;
        uint64_t proved = 0;
        struct merkle_hash root;
        struct merkle_hash again;
        good = service_snapshot(service, &error) == ERR_OK && service_log_size(service, &size, &error) == ERR_OK &&
               (size - first) % GROUP == 0 && service_root(service, &proved, &root, &error) == ERR_OK &&
               (int64_t)proved == size && service_root_at(service, size, &again, &error) == ERR_OK &&
               merkle_equal(&root, &again);
        service_snapshot_end(service);
    }
    if (!good) {
        atomic_fetch_add(&shared->failures, 1);
    }
    service_close(service);
    return NULL;
}

static void count_finding(void *context, const struct audit_finding *finding)
{
    (void)finding;
    ++*(int64_t *)context; /* one thread at a time, as audit.h promises */
}

static void count_progress(void *context, int64_t done, int64_t total)
{
    (void)context;
    assert_in_range(done, 0, total);
}

static void test_audit_beside_a_writer(void **state)
{
    (void)state;
    static struct shared shared;
    struct error error = {.message = NULL};
    struct receipt receipt;
    pthread_t threads[2];
    world_begin(&shared.world);
    shared.options = shared.world.options;
    shared.options.allocator = &allocator_heap;
    shared.options.busy_ms = 20000;
    struct service *service = world_open(&shared.world, SERVICE_CREATE);
    MUST(world_game(&shared.world, service, "dendro 1\ngame foret\nseat 1 A0\nseat 2 B\nseat 3 C\n", &receipt, &error));
    MUST(service_begin(service, &error));
    for (int64_t ply = 0; receipt.seq < ENTRIES;) {
        if (ply == 0) {
            MUST(world_moves(service, receipt.game, 0, "1: bee 0,0", &receipt, &error));
        } else {
            MUST(service_back(service, AUTHOR_CLI, receipt.game, 1, 1, &receipt, &error));
        }
        ply = receipt.ply;
    }
    MUST(service_commit(service, &error));
    service_close(service);
    assert_int_equal(pthread_create(&threads[0], NULL, write_games, &shared), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, read_games, &shared), 0);
    int64_t before = 0;
    for (unsigned i = 0; i < AUDITS; i++) {
        int64_t findings = 0;
        struct audit_options audit = {.threads = 1 + i % 4,
                                      .results_only = i % 2 == 1,
                                      .finding = count_finding,
                                      .progress = count_progress,
                                      .context = &findings};
        struct audit_summary summary;
        MUST(service_audit(shared.world.path, &shared.options, &audit, &summary, &error));
        assert_int_equal(findings, 0);
        assert_int_equal(summary.findings, 0);
        assert_int_equal(summary.notes, 0);
        assert_true(summary.entries >= before);
        assert_int_equal((summary.entries - ENTRIES) % GROUP, 0);
        before = summary.entries;
    }
    atomic_store(&shared.stop, true);
    assert_int_equal(pthread_join(threads[0], NULL), 0);
    assert_int_equal(pthread_join(threads[1], NULL), 0);
    assert_int_equal(atomic_load(&shared.failures), 0);
    service = world_open(&shared.world, SERVICE_WRITE);
    world_must_be_sound(&shared.world, service, "after the writer");
    service_close(service);
    world_end(&shared.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_audit_beside_a_writer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
