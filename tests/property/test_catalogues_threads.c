/*
 * One registry of catalogues for a program: readers, a writer and the
 * workers of audits all meet the same catalogues for the first time, at once,
 * while new ones are added. Everybody finds what the database has, nobody
 * finds half of one. The thread sanitizer watches.
 */
#include "support/cmocka.h"

#include "service/catalogues.h"
#include "support/own_catalogue.h"
#include "support/shipped.h"
#include "support/text.h"
#include "support/world.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { DOCUMENTS = 12, READERS = 3, AUDITS = 4 };

struct shared {
    struct world world;
    struct service_options options; /* with memory and a clock that threads may share */
    struct catalogues catalogues;
    struct strbuf json[DOCUMENTS];
    struct strbuf record[DOCUMENTS];
    atomic_int written; /* documents and games that are on disk */
    atomic_int failures;
};

static bool fine(struct shared *shared, enum err err)
{
    if (err != ERR_OK) {
        atomic_fetch_add(&shared->failures, 1);
    }
    return err == ERR_OK;
}

/* A document, then two games with it, of which the second is moved on. */
static void *write_all(void *context)
{
    struct shared *shared = context;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    struct record_reader reader = {.allocator = NULL};
    bool good = fine(shared, service_open(&service, shared->world.path, SERVICE_WRITE, &shared->options, &error));
    for (int i = 0; good && i < DOCUMENTS; i++) {
        const struct catalogue *catalogue = NULL;
        struct record record;
        struct receipt receipt;
        bool added = false;
        good =
            fine(shared, service_catalogue_add(service, strbuf_span(&shared->json[i]), &catalogue, &added, &error)) &&
            added;
        for (int k = 0; good && k < 2; k++) {
            good = fine(shared,
                        record_read_one(&reader, strbuf_span(&shared->record[i]), &allocator_heap, &record, &error)) &&
                   fine(shared, service_game_open(service, AUTHOR_CLI, &record, NULL, NULL, &receipt, &error));
        }
        good = good && fine(shared, service_moves(service, AUTHOR_CLI, receipt.game, 0, SPAN_LITERAL("*: deck 1 draft"),
                                                  &receipt, &error));
        atomic_store(&shared->written, i + 1);
    }
    record_reader_release(&reader);
    service_close(service);
    atomic_store(&shared->written, DOCUMENTS);
    return NULL;
}

/* Exports everything that is there, again and again: every game is replayed on this thread. */
static enum err see_game(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    *(int64_t *)context += game->record.len > 0;
    return ERR_OK;
}

static void *read_all(void *context)
{
    struct shared *shared = context;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    bool good = fine(shared, service_open(&service, shared->world.path, SERVICE_READ, &shared->options, &error));
    for (bool last = false; good && !last;) {
        int64_t games = 0;
        int written = atomic_load(&shared->written);
        last = written == DOCUMENTS;
        struct export_filter filter = {.voided = false};
        good = fine(shared, service_export(service, &filter, see_game, &games, &error));
        if (good && games < 2 * (int64_t)written) {
            atomic_fetch_add(&shared->failures, 1);
        }
    }
    service_close(service);
    return NULL;
}

static void one_registry_serves_everybody(void **state)
{
    (void)state;
    static struct shared shared;
    struct error error = {.message = NULL};
    struct strbuf said;
    pthread_t threads[READERS + 1];
    world_begin(&shared.world);
    shipped_init(&shared.catalogues, &allocator_heap);
    shared.options = shared.world.options;
    shared.options.allocator = &allocator_heap;
    shared.options.busy_ms = 20000;
    shared.options.catalogues = &shared.catalogues;
    service_close(world_open(&shared.world, SERVICE_CREATE));
    for (int i = 0; i < DOCUMENTS; i++) {
        char name[16];
        (void)snprintf(name, sizeof(name), "box-%d", i);
        strbuf_init(&shared.json[i], &allocator_heap, 1 << 20);
        strbuf_init(&shared.record[i], &allocator_heap, 1 << 12);
        own_catalogue(name, &shared.json[i]);
        own_catalogue_record(name, strbuf_span(&shared.json[i]), &shared.record[i]);
    }
    for (int i = 0; i <= READERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, i == 0 ? write_all : read_all, &shared), 0);
    }
    for (unsigned i = 0; i < AUDITS; i++) {
        struct audit_options audit = {.threads = 2 + i};
        struct audit_summary summary;
        MUST(service_audit(shared.world.path, &shared.options, &audit, &summary, &error));
        assert_int_equal(summary.findings, 0);
    }
    for (int i = 0; i <= READERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&shared.failures), 0);

    /* As after a restart: every worker of an audit finds the registry empty. */
    catalogues_release(&shared.catalogues);
    shipped_init(&shared.catalogues, &allocator_heap);
    shared.world.options = shared.options;
    strbuf_init(&said, &allocator_heap, 1 << 16);
    struct audit_summary summary = world_audit(&shared.world, 4, false, &said);
    assert_string_equal(strbuf_text(&said), "");
    assert_int_equal(summary.games, 2 * DOCUMENTS);
    strbuf_release(&said);
    for (int i = 0; i < DOCUMENTS; i++) {
        strbuf_release(&shared.json[i]);
        strbuf_release(&shared.record[i]);
    }
    catalogues_release(&shared.catalogues);
    world_end(&shared.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_registry_serves_everybody)};
    return cmocka_run_group_tests_name("catalogues and threads", tests, NULL, NULL);
}
