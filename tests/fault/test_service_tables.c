/*
 * A table is gone: somebody has dropped it, or its pages are unreadable. For
 * every table of the database, every question that a service answers is
 * either refused or answered as if the table were there, never with half an
 * answer; and an audit does not call sound what it could not read. Likewise
 * where a row says that a game has had more seats than any game has, or fewer
 * than none.
 */
#include "support/cmocka.h"

#include "support/questions.h"
#include "support/text.h"

#include <stdio.h>
#include <unistd.h>

struct bench {
    struct world world;
    char damaged[128]; /* a copy of its database */
    struct strbuf tables;
    struct strbuf wanted;
    struct strbuf said;
};

/* The next name of the list; false at its end. */
static bool next_table(char **at, char out[64])
{
    char *end = strchr(*at, '\n');
    if (!end) {
        return false;
    }
    (void)snprintf(out, 64, "%.*s", (int)(end - *at), *at);
    *at = end + 1;
    return true;
}

/* A copy of the database with which this was done. */
static void damage(struct bench *bench, const char *how, const char *table, const char *what)
{
    char sql[192];
    (void)unlink(bench->damaged);
    world_copy(&bench->world, "damaged.db", bench->damaged);
    (void)snprintf(sql, sizeof(sql), "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; %s %s %s", how,
                   table, what);
    assert_int_equal(scene_sql(bench->damaged, sql), SQLITE_OK);
}

static void ask_all(struct bench *bench, const struct question *questions, size_t count, const char *table)
{
    struct service *whole = world_open(&bench->world, SERVICE_READ);
    for (size_t i = 0; i < count; i++) {
        const struct question *q = &questions[i];
        struct error error = {.message = NULL};
        struct service *service = NULL;
        strbuf_clear(&bench->wanted);
        strbuf_clear(&bench->said);
        MUST(q->ask(whole, q, &bench->wanted, &error));
        enum err err = service_open(&service, bench->damaged, SERVICE_READ, &bench->world.options, &error);
        err = err == ERR_OK ? q->ask(service, q, &bench->said, &error) : err;
        if (err == ERR_OK && strcmp(strbuf_text(&bench->said), strbuf_text(&bench->wanted)) != 0) {
            fail_msg("%s without %s: %s\ninstead of %s", q->what, table, strbuf_text(&bench->said),
                     strbuf_text(&bench->wanted));
        }
        if (err != ERR_OK && err != ERR_CORRUPT) {
            fail_msg("%s without %s: %s", q->what, table, error.message->id);
        }
        service_close(service);
    }
    service_close(whole);
}

static void audit(struct bench *bench, const char *table)
{
    /* What nothing can be derived from, and nothing promises to keep. */
    static const char *const UNPROMISED[] = {"answer", "token", "night"};
    struct error error = {.message = NULL};
    struct audit_options options = {.threads = 1};
    struct audit_summary summary;
    enum err err = service_audit(bench->damaged, &bench->world.options, &options, &summary, &error);
    bool promised = true;
    for (size_t i = 0; i < sizeof(UNPROMISED) / sizeof(UNPROMISED[0]); i++) {
        promised = promised && strcmp(UNPROMISED[i], table) != 0;
    }
    if (promised && err == ERR_OK && summary.findings == 0) {
        fail_msg("sound without %s", table);
    }
}

static int set_up(void **state)
{
    static struct bench bench;
    questions_begin(&bench.world);
    strbuf_init(&bench.tables, &allocator_heap, 1 << 12);
    strbuf_init(&bench.wanted, &allocator_heap, 8 << 20);
    strbuf_init(&bench.said, &allocator_heap, 8 << 20);
    *state = &bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    strbuf_release(&bench->tables);
    strbuf_release(&bench->wanted);
    strbuf_release(&bench->said);
    world_end(&bench->world);
    return 0;
}

static void test_tables(void **state)
{
    struct bench *bench = *state;
    char table[64];
    scene_sql_text(bench->world.path,
                   "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
                   &bench->tables);
    for (char *at = bench->tables.text; next_table(&at, table);) {
        damage(bench, "DROP TABLE", table, "");
        ask_all(bench, stats_questions, stats_questions_count, table);
        ask_all(bench, reading_questions, reading_questions_count, table);
        audit(bench, table);
    }
}

/* Numbers of seats that no game has: nothing but an answer or a refusal comes of it. */
static void test_seats(void **state)
{
    struct bench *bench = *state;
    static const char *const TABLES[] = {"d_game", "d_aggregate", "d_standing", "d_evening", "d_record"};
    static const char *const VALUES[] = {"SET seats = 2000000000", "SET seats = -2000000000"};
    for (size_t i = 0; i < 2 * sizeof(TABLES) / sizeof(TABLES[0]); i++) {
        damage(bench, "UPDATE OR IGNORE", TABLES[i / 2], VALUES[i % 2]);
        for (size_t k = 0; k < stats_questions_count; k++) {
            struct error error = {.message = NULL};
            struct service *service = NULL;
            strbuf_clear(&bench->said);
            MUST(service_open(&service, bench->damaged, SERVICE_READ, &bench->world.options, &error));
            enum err err = stats_questions[k].ask(service, &stats_questions[k], &bench->said, &error);
            assert_true(err == ERR_OK || error.message);
            service_close(service);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_seats)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
