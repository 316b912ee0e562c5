/*
 * A table goes while a service has the database open for writing. For every
 * table and every deed: either it is refused, and no table has a row more or
 * fewer than before, or it is done, and every table has as many as where
 * nothing was missing. Never half of it.
 */
#include "support/cmocka.h"

#include "support/questions.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TABLES = 40 };

struct bench {
    struct world world;
    char damaged[TEST_ADDRESS]; /* a copy of its database */
    struct strbuf text;         /* of a record */
    struct strbuf tables;
};

typedef enum err deed_fn(struct bench *bench, struct service *service, struct error *error);

static enum err take(struct bench *bench, struct service *service, struct error *error)
{
    struct receipt receipt;
    return world_take(&bench->world, service, strbuf_text(&bench->text), &receipt, error);
}

static enum err correct(struct bench *bench, struct service *service, struct error *error)
{
    struct receipt receipt;
    return world_correct(&bench->world, service, 1, strbuf_text(&bench->text), "another", &receipt, error);
}

static enum err make_void(struct bench *bench, struct service *service, struct error *error)
{
    struct receipt receipt;
    (void)bench;
    return service_void(service, AUTHOR_CLI, 2, SPAN_LITERAL("never"), &receipt, error);
}

static enum err play_in_a_group(struct bench *bench, struct service *service, struct error *error)
{
    struct receipt receipt;
    enum err err = service_begin(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = world_game(&bench->world, service, "dendro 1\ngame foret\nseat 1 X\nseat 2 Y\nseat 3 Z\nplace P\nnote n\n",
                     &receipt, error);
    if (err == ERR_OK) {
        err = world_moves(service, receipt.game, 0, "1: bee 0,0\n2: bear 0,0", &receipt, error);
    }
    if (err == ERR_OK) {
        err = service_back(service, AUTHOR_CLI, receipt.game, 2, 1, &receipt, error);
    }
    if (err == ERR_OK) {
        err = service_abandon(service, AUTHOR_CLI, receipt.game, SPAN_LITERAL("late"), &receipt, error);
    }
    if (err == ERR_OK) {
        return service_commit(service, error);
    }
    service_rollback(service);
    return err;
}

/* Somebody of game 1 becomes one with somebody who has not played. */
static enum err merge(struct bench *bench, struct service *service, struct error *error)
{
    struct strbuf handle;
    char other[PERSON_HANDLE];
    enum err err = service_person_find(service, SPAN_LITERAL("Nobody"), other, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_init(&handle, &allocator_heap, 64);
    scene_sql_text(bench->world.path, "SELECT handle FROM person WHERE id = 1", &handle);
    err = service_person_merge(service, AUTHOR_CLI, span_of(handle.text, handle.len - 1), span_from(other), error);
    strbuf_release(&handle);
    return err;
}

static enum err erase(struct bench *bench, struct service *service, struct error *error)
{
    char handle[PERSON_HANDLE];
    (void)bench;
    enum err err = service_person_find(service, SPAN_LITERAL("Nobody"), handle, error);
    return err == ERR_OK ? service_person_erase(service, span_from(handle), error) : err;
}

static enum err sign(struct bench *bench, struct service *service, struct error *error)
{
    struct strbuf text;
    (void)bench;
    strbuf_init(&text, &allocator_heap, 1 << 12);
    enum err err = service_checkpoint(service, &text, error);
    strbuf_release(&text);
    return err;
}

static const struct {
    const char *what;
    deed_fn *fn;
} DEEDS_TRIED[] = {{"import", take}, {"correct", correct}, {"void", make_void}, {"play", play_in_a_group},
                   {"merge", merge}, {"erase", erase},     {"sign", sign}};

/* The rows of each table, by its place in the list; none of settings, and of what is seen, which may be written later. */
static void count(const struct bench *bench, const char *missing, int64_t out[TABLES])
{
    struct strbuf sql;
    struct strbuf rows;
    size_t n = 0;
    strbuf_init(&sql, &allocator_heap, 1 << 14);
    strbuf_init(&rows, &allocator_heap, 1 << 14);
    for (const char *at = bench->tables.text; *at != '\0'; at = strchr(at, '\n') + 1) {
        char table[64];
        char quoted[80];
        (void)snprintf(table, sizeof(table), "%.*s", (int)(strchr(at, '\n') - at), at);
        (void)snprintf(quoted, sizeof(quoted), "\"%s\"", table);
        bool counted = strcmp(table, missing) != 0 && strncmp(table, "se", 2) != 0;
        text_format(&sql, n++ > 0 ? ", (SELECT %s FROM %s)" : "SELECT (SELECT %s FROM %s)", counted ? "count(*)" : "0",
                    counted ? quoted : "(SELECT 0)");
    }
    assert_true(n > 0 && n <= TABLES);
    scene_sql_text(bench->damaged, strbuf_text(&sql), &rows);
    char *at = rows.text;
    for (size_t i = 0; i < n; i++) {
        out[i] = strtoll(at, &at, 10);
        at++;
    }
    strbuf_release(&sql);
    strbuf_release(&rows);
}

/* The deed with a copy of the database, from which the table goes before; "": none does. */
static enum err do_with_a_copy(struct bench *bench, size_t deed, const char *table, int64_t before[TABLES],
                               int64_t after[TABLES])
{
    struct error error = {.message = NULL};
    struct service *service = NULL;
    (void)unlink(bench->damaged);
    world_copy(&bench->world, "damaged.db", bench->damaged);
    MUST(service_open(&service, bench->damaged, SERVICE_WRITE, &bench->world.options, &error));
    count(bench, table, before);
    if (table[0] != '\0') {
        char sql[128];
        (void)snprintf(sql, sizeof(sql), "PRAGMA foreign_keys = OFF; DROP TABLE \"%s\"", table);
        assert_int_equal(scene_sql(bench->damaged, sql), SQLITE_OK);
    }
    enum err err = DEEDS_TRIED[deed].fn(bench, service, &error);
    service_close(service);
    count(bench, table, after);
    return err;
}

static void try_deed(struct bench *bench, size_t deed)
{
    int64_t wanted[TABLES] = {0};
    int64_t before[TABLES] = {0};
    int64_t after[TABLES] = {0};
    size_t n = 0;
    assert_int_equal(do_with_a_copy(bench, deed, "", before, wanted), ERR_OK);
    for (const char *at = bench->tables.text; *at != '\0'; at = strchr(at, '\n') + 1, n++) {
        char table[64];
        (void)snprintf(table, sizeof(table), "%.*s", (int)(strchr(at, '\n') - at), at);
        enum err err = do_with_a_copy(bench, deed, table, before, after);
        for (size_t i = 0; i < TABLES; i++) {
            int64_t right = err == ERR_OK ? wanted[i] : before[i];
            if (i != n && after[i] != right) {
                fail_msg("%s without %s, %s: table %zu has %lld rows, not %lld", DEEDS_TRIED[deed].what, table,
                         err == ERR_OK ? "done" : "refused", i, (long long)after[i], (long long)right);
            }
        }
    }
}

static void test_writes(void **state)
{
    (void)state;
    static struct bench bench;
    struct error error = {.message = NULL};
    char handle[PERSON_HANDLE];
    questions_begin(&bench.world);
    struct strbuf *const buffers[] = {&bench.text, &bench.tables};
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) {
        strbuf_init(buffers[i], &allocator_heap, 1 << 20);
    }
    struct service *service = world_open(&bench.world, SERVICE_WRITE);
    MUST(service_person_add(service, SPAN_LITERAL("Nobody"), handle, &error));
    service_close(service);
    world_foret(&bench.world, "standard", "sheet", 3, 77, &bench.text);
    scene_sql_text(bench.world.path,
                   "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
                   &bench.tables);
    for (size_t i = 0; i < sizeof(DEEDS_TRIED) / sizeof(DEEDS_TRIED[0]); i++) {
        try_deed(&bench, i);
    }
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) {
        strbuf_release(buffers[i]);
    }
    world_end(&bench.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_writes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
