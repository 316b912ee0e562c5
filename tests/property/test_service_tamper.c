/*
 * Whatever is changed by hand is found, and named: every column of every
 * derived table, every column of the log, checkpoints, tiles, merges, rows
 * too many and rows too few. Undone, the audit is clean again.
 */
#include "support/cmocka.h"

#include "base/log_entry.h"
#include "support/club.h"
#include "support/tamper.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

struct scene_club {
    struct world world;
    struct club_games games;
    struct strbuf said;
    struct strbuf sql;
    struct strbuf undo;
    struct strbuf value;
};

static int set_up(void **state)
{
    static struct scene_club club;
    world_begin(&club.world);
    struct strbuf *const buffers[] = {&club.said, &club.sql, &club.undo, &club.value};
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) {
        strbuf_init(buffers[i], &allocator_heap, 1 << 22);
    }
    club_fill(&club.world, &club.games);
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct scene_club *club = *state;
    strbuf_release(&club->said);
    strbuf_release(&club->sql);
    strbuf_release(&club->undo);
    strbuf_release(&club->value);
    world_end(&club->world);
    return 0;
}

/* Runs SQL as somebody would who may do anything: past checks, foreign keys and the guards of the log. */
static void run(struct scene_club *club, const char *sql)
{
    tamper(club->world.path, sql);
}

/* The value of `sql` as a literal. */
static const char *literal(struct scene_club *club, const char *table, const char *column, const char *where)
{
    strbuf_clear(&club->sql);
    strbuf_clear(&club->value);
    text_format(&club->sql, "SELECT quote(%s) FROM %s WHERE %s", column, table, where);
    scene_sql_text(club->world.path, strbuf_text(&club->sql), &club->value);
    assert_true(club->value.len > 1);
    strbuf_truncate(&club->value, club->value.len - 1);
    return strbuf_text(&club->value);
}

static bool has(const struct strbuf *text, const char *what)
{
    return strstr(strbuf_text(text), what) != NULL;
}

/* Audits the damaged database: a finding must hold `expected`. */
static void must_find(struct scene_club *club, bool results_only, const char *damage, const char *expected)
{
    strbuf_clear(&club->said);
    struct audit_summary summary = world_audit(&club->world, 1, results_only, &club->said);
    if (summary.findings == 0 || !has(&club->said, expected)) {
        fail_msg("%s%s: no '%s' in\n%s", damage, results_only ? " (results)" : "", expected, strbuf_text(&club->said));
    }
    if (summary.findings > 90) {
        fail_msg("%s: one change, %lld findings:\n%s", damage, (long long)summary.findings, strbuf_text(&club->said));
    }
}

static void must_be_clean(struct scene_club *club, const char *after)
{
    strbuf_clear(&club->said);
    struct audit_summary summary = world_audit(&club->world, 1, false, &club->said);
    if (summary.findings != 0 || summary.notes != 1) {
        fail_msg("after %s:\n%s", after, strbuf_text(&club->said));
    }
}

/* A damage was undone. Of a run that is scaled down one in ten is looked at: what is left of the others shows then. */
static void must_be_undone(struct scene_club *club, const char *damage)
{
    static unsigned calls;
    if (test_cases(100) == 100 || ++calls % 10 == 0) {
        must_be_clean(club, damage);
    }
}

enum how { BOTH, FULL_ONLY };

/* Damages, expects the finding, undoes, expects nothing. */
static void try_damage(struct scene_club *club, const char *damage, const char *undo, enum how how,
                       const char *expected)
{
    run(club, damage);
    must_find(club, false, damage, expected);
    if (how == BOTH) {
        must_find(club, true, damage, expected);
    }
    run(club, undo);
    must_be_undone(club, damage);
}

/* Sets one cell to an SQL expression. */
static void try_cell(struct scene_club *club, const char *table, const char *column, const char *where,
                     const char *value, enum how how, const char *expected)
{
    static unsigned tried;
    char damage[512];
    struct strbuf undo;
    if (test_on_server() && tried++ % 40 != 0) {
        return; /* the comparison is the same code for both: one of some cells of each table is enough */
    }
    strbuf_init(&undo, &allocator_heap, 1 << 22);
    const char *old = literal(club, table, column, where);
    text_format(&undo, "UPDATE %s SET %s = ", table, column);
    strbuf_add(&undo, old);
    text_format(&undo, " WHERE %s", where);
    (void)snprintf(damage, sizeof(damage), "UPDATE %s SET %s = %s WHERE %s", table, column, value, where);
    try_damage(club, damage, strbuf_text(&undo), how, expected);
    strbuf_release(&undo);
}

/* ---- derived ---- */

static void test_games(void **state)
{
    struct scene_club *club = *state;
    static const struct {
        const char *column;
        const char *value;
        bool null; /* may be NULL, and is worth trying */
    } columns[] = {
        {"game", "'grandbois'", false},
        {"rules", "rules + 1", false},
        {"variant", "variant || 'x'", false},
        {"level", "''", false},
        {"seats", "seats + 1", false},
        {"status", "'dead'", false},
        {"source", "source + 1", false},
        {"last", "last - 1", false},
        {"plies", "plies + 1", false},
        {"played", "1", true},
        {"day", "1", true},
        {"margin", "5 + coalesce(margin, 0)", true},
        {"verdict", "'null'", true},
        {"digest", "zeroblob(32)", true},
        {"digest", "zeroblob(31)", true},
        {"verdict", "''", true},
    };
    const int64_t games[] = {club->games.finished, club->games.live, club->games.voided, club->games.solo};
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        char where[64];
        char expected[96];
        (void)snprintf(where, sizeof(where), "id = %lld", (long long)games[i]);
        for (size_t j = 0; j < sizeof(columns) / sizeof(columns[0]); j++) {
            bool unreadable = strcmp(columns[j].value, "zeroblob(31)") == 0 || strcmp(columns[j].value, "''") == 0;
            bool text = strcmp(columns[j].column, "level") == 0;
            (void)snprintf(expected, sizeof(expected), " game %lld %s", (long long)games[i],
                           unreadable && !text ? "- [store.damaged]" : columns[j].column);
            try_cell(club, "d_game", columns[j].column, where, columns[j].value, BOTH, expected);
            if (columns[j].null && strcmp(literal(club, "d_game", columns[j].column, where), "NULL") != 0) {
                (void)snprintf(expected, sizeof(expected), " game %lld %s: ", (long long)games[i], columns[j].column);
                try_cell(club, "d_game", columns[j].column, where, "NULL", BOTH, expected);
            }
        }
        (void)snprintf(expected, sizeof(expected), "game %lld", (long long)games[i]);
    }
}

static void test_seats(void **state)
{
    struct scene_club *club = *state;
    static const struct {
        const char *column;
        const char *value;
        const char *expected; /* NULL: the column by its name */
    } columns[] = {
        {"person", "person + 1", NULL},
        {"total", "coalesce(total, 0) + 1", NULL},
        {"rank", "coalesce(rank, 0) + 1", NULL},
        {"win", "coalesce(win, 0) + 1", NULL},
        {"categories", "CAST(coalesce(categories, x'') || x'00' AS BLOB)", NULL},
        {"categories", "x''", "- [store.damaged]"},
        {"total", "NULL", NULL},
        {"rank", "NULL", NULL},
        {"categories", "NULL", NULL},
    };
    const int64_t games[] = {club->games.finished, club->games.live, club->games.solo};
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        for (size_t j = 0; j < sizeof(columns) / sizeof(columns[0]); j++) {
            char where[64];
            char expected[96];
            int seat = games[i] == club->games.solo ? 0 : 2;
            (void)snprintf(where, sizeof(where), "game = %lld AND seat = %d", (long long)games[i], seat);
            bool null = strcmp(literal(club, "d_seat", columns[j].column, where), "NULL") == 0;
            if (null && strcmp(columns[j].value, "NULL") == 0) {
                continue;
            }
            /* A total without a rank cannot even be read. */
            bool total = strcmp(columns[j].column, "total") == 0;
            bool rank = strcmp(columns[j].column, "rank") == 0;
            bool half = (total && null) || (rank && strcmp(columns[j].value, "NULL") == 0);
            if (columns[j].expected || half) {
                (void)snprintf(expected, sizeof(expected), " game %lld - [store.damaged]", (long long)games[i]);
            } else {
                (void)snprintf(expected, sizeof(expected), " game %lld seat %d %s: ", (long long)games[i], seat,
                               columns[j].column);
            }
            try_cell(club, "d_seat", columns[j].column, where, columns[j].value, BOTH, expected);
        }
    }
}

static void test_facts(void **state)
{
    struct scene_club *club = *state;
    char where[64];
    char expected[96];
    (void)snprintf(where, sizeof(where), "game = %lld", (long long)club->games.finished);
    (void)snprintf(expected, sizeof(expected), " game %lld ", (long long)club->games.finished);
    static const char *const values[] = {"CAST(body || x'01' AS BLOB)",
                                         "x''",
                                         "x'00'",
                                         "zeroblob(length(body))",
                                         "substr(body, 1, length(body) - 1)",
                                         "CAST(substr(body, 1, 20) || x'7f' || substr(body, 22) AS BLOB)"};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        try_cell(club, "d_facts", "body", where, values[i], FULL_ONLY, expected);
    }
}

/* ---- the log ---- */

static void test_entries(void **state)
{
    struct scene_club *club = *state;
    static const struct {
        const char *column;
        const char *value;
    } columns[] = {
        {"at", "at + 1"},
        {"author", "'somebody'"},
        {"author", "''"},
        {"kind", "CASE kind WHEN 'moves' THEN 'back' WHEN 'import' THEN 'open' ELSE 'moves' END"},
        {"game", "game + 1"},
        {"game", "0"},
        {"body", "body || 'x'"},
        {"body", "replace(body, ' ', '  ')"},
        {"body", "''"},
        {"leaf", "zeroblob(32)"},
        {"leaf", "x'00'"},
    };
    const int64_t entries[] = {
        1,   club->games.contested, club->games.live + 1, club->games.corrected + 1, club->games.merge,
        256, club->games.size};
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
        for (size_t j = 0; j < sizeof(columns) / sizeof(columns[0]); j++) {
            char where[64];
            char expected[96];
            (void)snprintf(where, sizeof(where), "seq = %lld", (long long)entries[i]);
            (void)snprintf(expected, sizeof(expected), "entry entry %lld ", (long long)entries[i]);
            if (entries[i] == club->games.merge && strcmp(columns[j].value, "0") == 0) {
                continue; /* it is 0 */
            }
            try_cell(club, "entry", columns[j].column, where, columns[j].value, BOTH, expected);
        }
    }
}

static void test_lost_entries(void **state)
{
    struct scene_club *club = *state;
    const int64_t entries[] = {1, club->games.live, club->games.merge, 256, 257, club->games.size};
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
        char damage[128];
        char expected[96];
        struct strbuf undo;
        strbuf_init(&undo, &allocator_heap, 1 << 20);
        strbuf_clear(&club->sql);
        text_format(
            &club->sql,
            "SELECT 'INSERT INTO entry VALUES (' || seq || ',' || at || ',' || quote(author) || ',' || quote(kind)"
            " || ',' || game || ',' || quote(leaf) || ',' || quote(body) || ')' FROM entry WHERE seq = %lld",
            (long long)entries[i]);
        scene_sql_text(club->world.path, strbuf_text(&club->sql), &undo);
        (void)snprintf(damage, sizeof(damage), "DELETE FROM entry WHERE seq = %lld", (long long)entries[i]);
        run(club, damage);
        strbuf_clear(&club->said);
        (void)world_audit(&club->world, 1, false, &club->said);
        bool last = entries[i] == club->games.size;
        (void)snprintf(expected, sizeof(expected), last ? "checkpoint entry %lld size" : "entry entry %lld missing",
                       (long long)entries[i]);
        if (!has(&club->said, expected)) {
            fail_msg("%s: no '%s' in\n%s", damage, expected, strbuf_text(&club->said));
        }
        run(club, strbuf_text(&undo));
        must_be_undone(club, damage);
        strbuf_release(&undo);
    }
}

/* An entry slipped in with its right leaf, about a game that nobody opened. */
static void test_forged_entries(void **state)
{
    struct scene_club *club = *state;
    static const struct {
        const char *kind;
        int64_t game;
        const char *expected;
    } cases[] = {
        {"moves", 2000, "entry entry 301 - [log.game]"},  {"moves", 300, "entry entry 301 game [log.entry]"},
        {"merge", 5, "entry entry 301 game [log.entry]"}, {"merge", 0, "entry entry 301 body [log.entry]"},
        {"open", 0, "entry entry 301 body [log.entry]"},  {"void", 301, "game entry 301 game 301 - [log.entry]"},
        {"import", 301, "game entry 301 game 301 "},
    };
    assert_int_equal(club->games.size, 300);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct merkle_hash leaf;
        char hex[SHA256_HEX + 1];
        struct strbuf digits;
        struct span body = SPAN_LITERAL("1: bee 0,0\n");
        log_entry_leaf(301, 5, SPAN_LITERAL("cli"), span_from(cases[i].kind), cases[i].game, body, &leaf);
        strbuf_wrap(&digits, hex, sizeof(hex));
        strbuf_hex(&digits, leaf.byte, sizeof(leaf.byte));
        strbuf_clear(&club->sql);
        text_format(&club->sql, "INSERT INTO entry VALUES (301, 5, 'cli', '%s', %lld, x'%s', '1: bee 0,0' || char(10))",
                    cases[i].kind, (long long)cases[i].game, hex);
        try_damage(club, strbuf_text(&club->sql), "DELETE FROM entry WHERE seq = 301", BOTH, cases[i].expected);
    }
}

/* ---- tree, checkpoints, people ---- */

static void test_tree(void **state)
{
    struct scene_club *club = *state;
    char size[32];
    char expected[96];
    (void)snprintf(size, sizeof(size), "size = %lld", (long long)club->games.size);
    try_cell(club, "d_tile", "hash", "level = 1", "zeroblob(32)", BOTH, "tree entry 256 tile: 0000");
    try_cell(club, "d_tile", "hash", "level = 1", "x'00'", BOTH, "tree entry 256 tile");
    try_cell(club, "d_tile", "position", "level = 1", "1", BOTH, "tree surplus");
    try_cell(club, "checkpoint", "text", "size = 0", "replace(text, char(10) || '0', char(10) || '1')", BOTH,
             "checkpoint text [checkpoint.");
    (void)snprintf(expected, sizeof(expected), "checkpoint entry %lld text", (long long)club->games.size);
    try_cell(club, "checkpoint", "text", size, "(SELECT text FROM checkpoint AS c WHERE c.size = 0)", BOTH, expected);
    try_cell(club, "checkpoint", "text", size, "substr(text, 1, length(text) - 5) || 'A' || substr(text, -4)", BOTH,
             expected);
    try_cell(club, "checkpoint", "text", size, "''", BOTH, expected);
    try_damage(club, "UPDATE checkpoint SET size = 1000 WHERE size = 300",
               "UPDATE checkpoint SET size = 300 WHERE size = 1000", BOTH, "checkpoint entry 1000 text");
    try_cell(club, "setting", "value", "name = 'signing-key'", "zeroblob(32)", BOTH, expected);
    try_cell(club, "setting", "value", "name = 'signing-key'", "x'00'", BOTH, "checkpoint key [log.key]");
}

static void test_merges(void **state)
{
    struct scene_club *club = *state;
    char expected[96];
    (void)snprintf(expected, sizeof(expected), "people entry %lld @", (long long)club->games.merge);
    const char *last = "person = (SELECT max(person) FROM d_alias)";
    try_cell(club, "d_alias", "target", last, "1", BOTH, expected);
    try_cell(club, "d_alias", "target", last, "9999", BOTH, expected);
    try_damage(club, "CREATE TABLE kept AS SELECT * FROM d_alias; DELETE FROM d_alias",
               "INSERT INTO d_alias SELECT * FROM kept; DROP TABLE kept", BOTH, expected);
    try_damage(club, "INSERT INTO d_alias VALUES (9999, 1)", "DELETE FROM d_alias WHERE person = 9999", BOTH,
               "people surplus: d_alias 9999 -> ");
    try_damage(club, "INSERT INTO d_alias VALUES (1, 1)", "DELETE FROM d_alias WHERE person = 1", BOTH,
               "people surplus: d_alias 1 -> ");
    try_damage(club, "INSERT INTO d_alias VALUES (1, 2)", "DELETE FROM d_alias WHERE person = 1", BOTH, "people @");
    try_cell(club, "person", "handle", "id = 1", "'zzzz'", BOTH, "[log.handle]");
    try_cell(club, "person", "handle", "id = 1", "'a handle that is far too long'", BOTH, "[log.handle]");
}

/* ---- rows too many and too few ---- */

static void test_surplus(void **state)
{
    struct scene_club *club = *state;
    char live[64];
    char damage[256];
    char undo[128];
    try_damage(club,
               "INSERT INTO d_game SELECT 9999, game, rules, variant, level, seats, status, source, last, plies,"
               " played, day, margin, verdict, digest, duration FROM d_game WHERE id = 1",
               "DELETE FROM d_game WHERE id = 9999", BOTH, "game game 9999 surplus: d_game 9999 -> ");
    try_damage(club, "INSERT INTO d_seat VALUES (9999, 3, 1, 0, NULL, NULL, NULL, NULL)",
               "DELETE FROM d_seat WHERE game = 9999", BOTH, "seat game 9999 seat 3 surplus: d_seat 9999/3 -> ");
    try_damage(club, "INSERT INTO d_seat VALUES (1, 5, 1, 0, NULL, NULL, NULL, NULL)",
               "DELETE FROM d_seat WHERE game = 1 AND seat = 5", BOTH, "seat entry 1 game 1 seat 5 surplus");
    try_damage(club, "INSERT INTO d_facts VALUES (9999, x'00')", "DELETE FROM d_facts WHERE game = 9999", FULL_ONLY,
               "facts game 9999 surplus: d_facts 9999 -> ");
    (void)snprintf(damage, sizeof(damage), "INSERT INTO d_facts VALUES (%lld, x'00')", (long long)club->games.live);
    (void)snprintf(undo, sizeof(undo), "DELETE FROM d_facts WHERE game = %lld", (long long)club->games.live);
    (void)snprintf(live, sizeof(live), " game %lld ", (long long)club->games.live);
    try_damage(club, damage, undo, FULL_ONLY, live);
    static const char *const tiles[] = {"1, 1", "2, 0", "9, 0", "0, 0", "1, -1", "70, 0"};
    for (size_t i = 0; i < sizeof(tiles) / sizeof(tiles[0]); i++) {
        (void)snprintf(damage, sizeof(damage), "INSERT INTO d_tile VALUES (%s, zeroblob(32))", tiles[i]);
        try_damage(club, damage, "DELETE FROM d_tile WHERE NOT (level = 1 AND position = 0)", BOTH,
                   "tree surplus: d_tile ");
    }
    static const char *const tables[] = {"d_game WHERE id = 1", "d_seat WHERE game = 1 AND seat = 1",
                                         "d_facts WHERE game = 1", "d_tile WHERE level = 1"};
    static const char *const expected[] = {"game entry 1 game 1 missing", "seat entry 1 game 1 seat 1 missing",
                                           "facts entry 1 game 1 ", "tree entry 256 tile:  -> "};
    static const char *const names[] = {"d_game", "d_seat", "d_facts", "d_tile"};
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        (void)snprintf(damage, sizeof(damage), "CREATE TABLE kept AS SELECT * FROM %s; DELETE FROM %s", tables[i],
                       tables[i]);
        (void)snprintf(undo, sizeof(undo), "INSERT INTO %s SELECT * FROM kept; DROP TABLE kept", names[i]);
        try_damage(club, damage, undo, i == 2 ? FULL_ONLY : BOTH, expected[i]);
    }
}

/* Many things wrong at once: the findings are the same however many look. */
static void test_any_number_of_threads(void **state)
{
    struct scene_club *club = *state;
    run(club, "UPDATE d_game SET plies = plies + 1; UPDATE d_seat SET total = total + 1 WHERE seat = 1;"
              "UPDATE entry SET body = body || ' ' WHERE seq % 7 = 0; DELETE FROM entry WHERE seq IN (200, 201, 270);"
              "UPDATE d_tile SET hash = zeroblob(32); INSERT INTO d_facts VALUES (9999, x'00');"
              "DELETE FROM d_alias; UPDATE checkpoint SET text = text || 'x' WHERE size % 2 = 0");
    struct strbuf expected;
    strbuf_init(&expected, &allocator_heap, 1 << 20);
    for (int results_only = 0; results_only < 2; results_only++) {
        strbuf_clear(&expected);
        struct audit_summary first = world_audit(&club->world, 1, results_only != 0, &expected);
        assert_in_range(first.findings, 40, 400);
        static const unsigned threads[] = {2, 4, 16, 0};
        for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
            strbuf_clear(&club->said);
            struct audit_summary again = world_audit(&club->world, threads[i], results_only != 0, &club->said);
            assert_string_equal(strbuf_text(&club->said), strbuf_text(&expected));
            assert_int_equal(again.games, first.games);
            assert_int_equal(again.plies, first.plies);
            assert_memory_equal(again.root, first.root, sizeof(first.root));
        }
    }
    strbuf_release(&expected);
}

/* A rebuild finds and mends what is derived; a database without its tiles still opens. */
static void test_rebuild_mends(void **state)
{
    struct scene_club *club = *state;
    struct error error = {.message = NULL};
    struct rebuild_options options = {.force = false};
    struct rebuild_summary summary;
    struct merkle_hash root;
    uint64_t size = 0;
    run(club, "UPDATE d_tile SET hash = zeroblob(32); UPDATE d_game SET plies = 7 WHERE id = 1; DELETE FROM d_alias;"
              "INSERT INTO d_facts VALUES (9999, x'00')");
    struct service *service = world_open(&club->world, SERVICE_WRITE);
    MUST(service_rebuild(service, &options, &summary, &error));
    assert_int_equal(summary.differences, 5);
    assert_false(summary.swapped);
    options.force = true;
    MUST(service_rebuild(service, &options, &summary, &error));
    assert_int_equal(summary.differences, 5);
    assert_true(summary.swapped);
    /* The same service object signs the right root from now on. */
    struct receipt receipt;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 12);
    MUST(world_moves(service, club->games.live, 1, "2: eagle 0,0", &receipt, &error));
    MUST(service_checkpoint(service, &text, &error));
    must_be_clean(club, "the rebuild");
    MUST(service_root(service, &size, &root, &error));
    service_close(service);
    run(club, "DELETE FROM d_tile");
    service = world_open(&club->world, SERVICE_WRITE);
    strbuf_clear(&text);
    MUST(service_checkpoint(service, &text, &error));
    struct merkle_hash again;
    MUST(service_root(service, &size, &again, &error));
    assert_true(merkle_equal(&root, &again));
    MUST(service_rebuild(service, &options, &summary, &error));
    assert_int_equal(summary.differences, 1);
    must_be_clean(club, "the lost tile");
    service_close(service);
    strbuf_release(&text);
}

int main(void)
{
#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_games),         CLUB_TEST(test_seats),
        CLUB_TEST(test_facts),         CLUB_TEST(test_entries),
        CLUB_TEST(test_lost_entries),  CLUB_TEST(test_forged_entries),
        CLUB_TEST(test_tree),          CLUB_TEST(test_merges),
        CLUB_TEST(test_surplus),       CLUB_TEST(test_any_number_of_threads),
        CLUB_TEST(test_rebuild_mends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
