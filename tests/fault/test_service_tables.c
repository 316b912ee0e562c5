/*
 * A table goes while a service has the database open. For every table, every
 * question is then either refused or answered as if the table were there,
 * never with half an answer; once the service is opened again, it says what
 * is missing. Likewise where a row says that a game has had more seats than
 * any game has, or fewer than none.
 */
#include "support/cmocka.h"

#include "service/proof.h"
#include "support/questions.h"
#include "support/text.h"

#include <stdio.h>
#include <unistd.h>

struct bench {
    struct world world;
    char damaged[TEST_ADDRESS]; /* a copy of its database */
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

/* A copy of the database. */
static void copy(struct bench *bench)
{
    (void)unlink(bench->damaged);
    world_copy(&bench->world, "damaged.db", bench->damaged);
}

/* Something is done with it. */
static void damage(struct bench *bench, const char *how, const char *table, const char *what)
{
    char sql[192];
    (void)snprintf(sql, sizeof(sql), "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; %s \"%s\" %s",
                   how, table, what);
    assert_int_equal(scene_sql(bench->damaged, sql), SQLITE_OK);
}

/* How many were refused. */
static size_t ask_all(struct bench *bench, struct service *service, const struct question *questions, size_t count,
                      const char *table)
{
    struct service *whole = world_open(&bench->world, SERVICE_READ);
    size_t refused = 0;
    for (size_t i = 0; i < count; i++) {
        const struct question *q = &questions[i];
        struct error error = {.message = NULL};
        strbuf_clear(&bench->wanted);
        strbuf_clear(&bench->said);
        MUST(q->ask(whole, q, &bench->wanted, &error));
        enum err err = q->ask(service, q, &bench->said, &error);
        if (err == ERR_OK && strcmp(strbuf_text(&bench->said), strbuf_text(&bench->wanted)) != 0) {
            fail_msg("%s without %s: %s\ninstead of %s", q->what, table, strbuf_text(&bench->said),
                     strbuf_text(&bench->wanted));
        }
        if (err != ERR_OK && err != ERR_CORRUPT) {
            fail_msg("%s without %s: %s", q->what, table, error.message->id);
        }
        refused += err != ERR_OK;
    }
    service_close(whole);
    return refused;
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
        struct error error = {.message = NULL};
        struct service *service = NULL;
        copy(bench);
        MUST(service_open(&service, bench->damaged, SERVICE_READ, &bench->world.options, &error));
        damage(bench, "DROP TABLE", table, "");
        size_t refused = ask_all(bench, service, stats_questions, stats_questions_count, table) +
                         ask_all(bench, service, reading_questions, reading_questions_count, table);
        print_message("%s: %zu refused\n", table, refused);
        service_close(service);
        MUST_FAIL(service_open(&service, bench->damaged, SERVICE_READ, &bench->world.options, &error), ERR_CORRUPT,
                  NULL);
    }
}

/* Numbers of seats that no game has: nothing but an answer or a refusal comes of it. */
static void test_seats(void **state)
{
    struct bench *bench = *state;
    static const char *const TABLES[] = {"d_game", "d_aggregate", "d_standing", "d_evening", "d_record"};
    static const char *const VALUES[] = {"SET seats = 2000000000", "SET seats = -2000000000"};
    for (size_t i = 0; i < 2 * sizeof(TABLES) / sizeof(TABLES[0]); i++) {
        copy(bench);
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

/* An entry is lost: whatever would need its leaf is not proved, and nothing is written behind it. */
static void test_lost_leaf(void **state)
{
    struct bench *bench = *state;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    struct merkle_proof proof;
    struct merkle_hash hash;
    enum { SIZE = 6, LOST = 2 };
    copy(bench);
    damage(bench, "DROP TRIGGER entry_no_delete; DELETE FROM", "entry", "WHERE seq = 2");
    MUST(service_open(&service, bench->damaged, SERVICE_READ, &bench->world.options, &error));
    for (int64_t seq = 1; seq <= SIZE; seq++) {
        assert_int_not_equal(service_prove_inclusion(service, seq, SIZE, &proof, &hash, &error), ERR_OK);
        assert_int_equal(service_root_at(service, seq, &hash, &error) == ERR_OK, seq < LOST);
    }
    assert_int_not_equal(service_prove_consistency(service, 1, SIZE, &proof, &error), ERR_OK);
    service_close(service);
    assert_int_not_equal(service_open(&service, bench->damaged, SERVICE_WRITE, &bench->world.options, &error), ERR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables), cmocka_unit_test(test_seats),
                                       cmocka_unit_test(test_lost_leaf)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
