/*
 * What is changed by hand in the tables that pages of statistics are answered from is found, and named: every column, a
 * row too few. Undone, the audit is clean again. (test_service_tamper.c has the other tables.)
 */
#include "support/cmocka.h"

#include "base/hex.h"
#include "service/history.h"
#include "service/stats_history.h"
#include "stats/varint.h"
#include "support/club.h"
#include "support/text.h"

#include <stdio.h>

struct pages_club {
    struct world world;
    struct strbuf said;
    struct strbuf sql;
    struct strbuf undo;
};

static int set_up(void **state)
{
    static struct pages_club club;
    struct club_games games;
    world_begin(&club.world);
    strbuf_init(&club.said, &allocator_heap, 1 << 22);
    strbuf_init(&club.sql, &allocator_heap, 1 << 22);
    strbuf_init(&club.undo, &allocator_heap, 1 << 22);
    club_fill(&club.world, &games);
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct pages_club *club = *state;
    strbuf_release(&club->said);
    strbuf_release(&club->sql);
    strbuf_release(&club->undo);
    world_end(&club->world);
    return 0;
}

static void must_be_clean(struct pages_club *club, const char *after)
{
    strbuf_clear(&club->said);
    if (world_audit(&club->world, 1, false, &club->said).findings != 0) {
        fail_msg("after %s:\n%s", after, strbuf_text(&club->said));
    }
}

static void must_find(struct pages_club *club, bool results_only, const char *damage, const char *expected)
{
    strbuf_clear(&club->said);
    struct audit_summary summary = world_audit(&club->world, 1, results_only, &club->said);
    if (summary.findings == 0 || summary.findings > 60 || !strstr(strbuf_text(&club->said), expected)) {
        fail_msg("%s: no '%s' in\n%s", damage, expected, strbuf_text(&club->said));
    }
}

enum how { BOTH, FULL_ONLY };

/* Damages, expects the finding, undoes with club->undo, expects nothing. */
static void try_damage(struct pages_club *club, const char *damage, enum how how, const char *expected)
{
    static unsigned tried;
    if (test_on_server() && tried++ % 8 != 0) {
        return; /* as in test_service_tamper.c */
    }
    assert_int_equal(scene_sql(club->world.path, damage), SQLITE_OK);
    must_find(club, false, damage, expected);
    if (how == BOTH) {
        must_find(club, true, damage, expected);
    }
    assert_int_equal(scene_sql(club->world.path, strbuf_text(&club->undo)), SQLITE_OK);
    must_be_clean(club, damage);
}

struct page_table {
    const char *name;
    const char *key;
    const char *row; /* a row as literals */
};

static const struct page_table PAGE_TABLES[] = {
    {"d_evening", "person, day, game, variant, seats, level",
     "person || ',' || day || ',' || quote(game) || ',' || quote(variant) || ',' || seats || ',' || quote(level)"
     " || ',' || quote(body)"},
    {"d_record", "person, game, variant, seats, level, month",
     "person || ',' || quote(game) || ',' || quote(variant) || ',' || seats || ',' || quote(level) || ',' || month"
     " || ',' || quote(body)"},
    {"d_run", "person, game, month",
     "person || ',' || quote(game) || ',' || month || ',' || games || ',' || first || ',' || last || ',' || tail"
     " || ',' || best || ',' || first_end || ',' || best_end || ',' || last_game"},
    {"d_history", "game, day", "quote(game) || ',' || day || ',' || quote(body)"},
};

static const struct page_table *page_table(const char *name)
{
    size_t i = 0;
    while (strcmp(PAGE_TABLES[i].name, name) != 0) {
        i++;
    }
    return &PAGE_TABLES[i];
}

/* Into club->undo: what makes the table as it is now. */
static void save_table(struct pages_club *club, const struct page_table *table)
{
    strbuf_clear(&club->sql);
    strbuf_clear(&club->undo);
    text_format(&club->undo, "DELETE FROM %s; INSERT INTO %s VALUES ", table->name, table->name);
    text_format(&club->sql, "SELECT group_concat('(' || %s || ')', ',') FROM %s", table->row, table->name);
    scene_sql_text(club->world.path, strbuf_text(&club->sql), &club->undo);
}

/* Games of three nights, and the ratings after each. */
static void play_nights(struct pages_club *club)
{
    struct error error = {.message = NULL};
    struct service *service = world_open(&club->world, SERVICE_WRITE);
    for (unsigned night = 1; night <= 3; night++) { /* two months */
        struct receipt receipt;
        strbuf_clear(&club->said);
        strbuf_clear(&club->sql);
        world_foret(&club->world, "standard", "table", 3, 900 + night, &club->said);
        text_format(&club->sql, "dendro 1\nnight 2026-%02u-10\n", 1 + night / 2);
        strbuf_add(&club->sql, strbuf_text(&club->said) + strlen("dendro 1\n"));
        MUST(world_take(&club->world, service, strbuf_text(&club->sql), &receipt, &error));
    }
    MUST(service_history_catch_up(service, &error));
    service_close(service);
    must_be_clean(club, "keeping the ratings of each night");
}

/* What pages are answered from: every column, a row too few, a row too many. */
static void test_pages(void **state)
{
    struct pages_club *club = *state;
    play_nights(club);
    static const struct {
        const char *table;
        const char *column;
        const char *value;
        enum how how;
    } cells[] = {
        {"d_evening", "person", "person + 100", BOTH},
        {"d_evening", "day", "day + 1", BOTH},
        {"d_evening", "game", "game || 'x'", BOTH},
        {"d_evening", "variant", "variant || 'x'", BOTH},
        {"d_evening", "seats", "seats + 1", BOTH},
        {"d_evening", "level", "level || 'x'", BOTH},
        {"d_evening", "body", "CAST(body || x'01' AS BLOB)", BOTH},
        {"d_evening", "body", "zeroblob(length(body))", BOTH},
        {"d_record", "person", "person + 100", BOTH},
        {"d_record", "game", "game || 'x'", BOTH},
        {"d_record", "variant", "variant || 'x'", BOTH},
        {"d_record", "seats", "seats + 1", BOTH},
        {"d_record", "level", "level || 'x'", BOTH},
        {"d_record", "month", "month + 1", BOTH},
        {"d_record", "body", "CAST(substr(body, 1, length(body) - 1) || x'05' AS BLOB)", BOTH},
        {"d_run", "person", "person + 100", BOTH},
        {"d_run", "game", "game || 'x'", BOTH},
        {"d_run", "month", "month + 1", BOTH},
        {"d_run", "games", "games + 1", BOTH},
        {"d_run", "first", "first + 1", BOTH},
        {"d_run", "last", "last + 1", BOTH},
        {"d_run", "tail", "tail + 1", BOTH},
        {"d_run", "best", "best + 1", BOTH},
        {"d_run", "first_end", "first_end + 1", BOTH},
        {"d_run", "best_end", "best_end + 1", BOTH},
        {"d_run", "last_game", "last_game + 1", BOTH},
        {"d_history", "game", "game || 'x'", FULL_ONLY},
        {"d_history", "day", "day - 10000", FULL_ONLY},
        {"d_history", "body", "CAST(body || x'01' AS BLOB)", FULL_ONLY},
        {"d_history", "body", "CAST(x'01' || body AS BLOB)", FULL_ONLY},
    };
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
        const struct page_table *table = page_table(cells[i].table);
        char damage[512];
        save_table(club, table);
        (void)snprintf(damage, sizeof(damage), "UPDATE %s SET %s = %s WHERE (%s) IN (SELECT %s FROM %s LIMIT 1)",
                       table->name, cells[i].column, cells[i].value, table->key, table->key, table->name);
        try_damage(club, damage, cells[i].how, table->name);
    }
    for (size_t i = 0; i < sizeof(PAGE_TABLES) / sizeof(PAGE_TABLES[0]); i++) {
        const struct page_table *table = &PAGE_TABLES[i];
        char damage[512];
        save_table(club, table);
        (void)snprintf(damage, sizeof(damage), "DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s LIMIT 1)", table->name,
                       table->key, table->key, table->name);
        try_damage(club, damage, i < 3 ? BOTH : FULL_ONLY, table->name);
    }
}

/* Writes the ratings of one night, those of the first person changed by so much. */
static void change_ratings(struct pages_club *club, struct span body, int64_t rating, int64_t sd)
{
    struct strbuf changed;
    struct history_point point = {.person = 0};
    bool bad = false;
    strbuf_init(&changed, &allocator_heap, 1 << 16);
    assert_true(history_take(&body, &point, &bad) && !bad);
    varint_put(&changed, (uint64_t)point.person);
    varint_put_signed(&changed, point.rating + rating);
    varint_put(&changed, (uint64_t)(point.sd + sd));
    varint_put(&changed, (uint64_t)point.games);
    strbuf_add_span(&changed, body);
    strbuf_clear(&club->sql);
    strbuf_add(&club->sql, "UPDATE d_history SET body = x'");
    strbuf_hex(&club->sql, (const uint8_t *)changed.text, changed.len);
    strbuf_add(&club->sql, "' WHERE (game, day) IN (SELECT game, day FROM d_history ORDER BY game, day LIMIT 1)");
    assert_int_equal(scene_sql(club->world.path, strbuf_text(&club->sql)), SQLITE_OK);
    strbuf_release(&changed);
}

/* Ratings are fitted in floating point: what another processor may round otherwise is no finding, what is more is one. */
static void test_ratings_that_are_as_good_as_equal(void **state)
{
    struct pages_club *club = *state;
    enum { NEARLY = 20 };
    uint8_t body[4096];
    play_nights(club);
    strbuf_clear(&club->said);
    scene_sql_text(club->world.path, "SELECT hex(body) FROM d_history ORDER BY game, day LIMIT 1", &club->said);
    struct span hex = span_trim(span_cut(&(struct span){club->said.text, club->said.len}, '\n'));
    assert_true(hex.len <= 2 * sizeof(body) && hex_read(hex, body, hex.len / 2));
    struct span bytes = span_of((const char *)body, hex.len / 2);
    for (int off = -1; off <= 1; off += 2) {
        change_ratings(club, bytes, off * NEARLY, 0);
        must_be_clean(club, "a rating that is nearly the same");
        change_ratings(club, bytes, 0, off * NEARLY);
        must_be_clean(club, "an error that is nearly the same");
        change_ratings(club, bytes, off * (NEARLY + 1), 0);
        must_find(club, false, "another rating", "d_history");
        change_ratings(club, bytes, 0, off * (NEARLY + 1));
        must_find(club, false, "another error", "d_history");
    }
}

/* A finding shows the bytes where two bodies part, and where that is. */
static void test_bytes_are_shown_where_they_part(void **state)
{
    struct pages_club *club = *state;
    char expected[64];
    int64_t length =
        scene_sql_int(club->world.path, "SELECT length(body) FROM d_evening ORDER BY person, day, game LIMIT 1");
    assert_int_equal(
        scene_sql(
            club->world.path,
            "UPDATE d_evening SET body = CAST(body || x'a1b2' AS BLOB) WHERE "
            "(person, day, game) IN (SELECT person, day, game FROM d_evening ORDER BY person, day, game LIMIT 1)"),
        SQLITE_OK);
    (void)snprintf(expected, sizeof(expected), "a1b2 at byte %d of %d ->  at byte %d of %d", (int)length,
                   (int)length + 2, (int)length, (int)length);
    must_find(club, false, "two bytes more", expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ratings_that_are_as_good_as_equal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bytes_are_shown_where_they_part, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
