/* Rebuilding beside what stands: fill, compare, swap, drop, and a reader that audits while somebody writes. */
#include "support/cmocka.h"

#include "support/said.h"
#include "support/scene.h"
#include "support/tamper.h"

static struct error error;

static enum err tell(void *context, struct span table, struct span key, struct span column, struct span stored,
                     struct span rebuilt, struct error *inner)
{
    (void)inner;
    const struct span parts[] = {table, key, column, stored, rebuilt};
    for (int i = 0; i < 5; i++) {
        strbuf_add_span(&said, parts[i]);
        strbuf_add(&said, i < 4 ? "|" : "\n");
    }
    return context ? *(const enum err *)context : ERR_OK;
}

static enum err walk(struct store *store, bool mend, store_difference_fn *fn, void *context)
{
    struct store_comparison comparison = {.parts = STORE_ALL, .mend = mend, .fn = fn, .context = context};
    enum err err = store_shadow_compare(store, &comparison, &error);
    store_comparison_end(store, &comparison);
    return err;
}

static enum err compare(struct store *store, void *context)
{
    return walk(store, false, tell, context);
}

static enum err mend(struct store *store)
{
    return walk(store, true, NULL, NULL);
}

static int set_up(void **state)
{
    static struct scene scene;
    scene_begin(&scene);
    said_begin();
    *state = &scene;
    return 0;
}

static int tear_down(void **state)
{
    scene_end(*state);
    said_end();
    return 0;
}

enum { GAMES = 40 };

/* The derived rows of games 1 .. GAMES, two tiles and a merge. */
static void derive_all(struct store *store)
{
    uint8_t hash[SHA256_SIZE] = {1};
    for (int64_t i = 1; i <= GAMES; i++) {
        scene_add_game(store, i, 1 + i % 5, 3);
    }
    MUST(store_tile_put(store, 1, 0, hash, &error));
    MUST(store_tile_put(store, 1, 1, hash, &error));
    MUST(store_alias_set(store, 2, 1, &error));
}

static struct store *full(struct scene *scene)
{
    struct store *store = scene_open(scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= GAMES; i++) {
        scene_add_entry(store, i, "import", i);
    }
    derive_all(store);
    MUST(store_commit(store, &error));
    return store;
}

static int64_t games_in(struct store *store)
{
    struct store_counts counts;
    MUST(store_derived_counts(store, &counts, &error));
    return counts.games;
}

static void describe(struct scene *scene, struct strbuf *out)
{
    strbuf_clear(out);
    describe_schema(scene->path, out);
    static const char *const rows[] = {
        "SELECT *, hex(digest) FROM d_game ORDER BY id",
        "SELECT *, hex(categories) FROM d_seat ORDER BY game, seat",
        "SELECT game, hex(body) FROM d_facts ORDER BY game",
        "SELECT * FROM d_alias ORDER BY person",
        "SELECT level, position, hex(hash) FROM d_tile ORDER BY level, position",
        "SELECT person, game, seat FROM d_seat INDEXED BY d_seat_person ORDER BY 1, 2, 3",
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        scene_sql_text(scene->path, rows[i], out);
    }
}

static void a_faithful_rebuild_changes_nothing(void **state)
{
    struct scene *scene = *state;
    struct store *store = full(scene);
    struct strbuf before;
    struct strbuf after;
    strbuf_init(&before, &allocator_heap, 1 << 20);
    strbuf_init(&after, &allocator_heap, 1 << 20);
    describe(scene, &before);
    assert_true(before.len > 1000);

    for (int round = 0; round < 2; round++) {
        MUST(store_begin(store, &error));
        MUST(store_shadow_open(store, &error));
        assert_int_equal(games_in(store), 0); /* every derived function works on the shadow */
        derive_all(store);
        assert_int_equal(games_in(store), GAMES);
        MUST(compare(store, NULL));
        assert_said("");
        MUST(mend(store));
        MUST(store_shadow_drop(store, &error));
        assert_int_equal(games_in(store), GAMES);
        MUST(store_commit(store, &error));
        describe(scene, &after);
        assert_string_equal(strbuf_text(&before), strbuf_text(&after));
        MUST(store_check(store, true, NULL, NULL, &error)); /* also: the schema is that of the migrations, to
                                  the letter */
    }
    MUST(store_begin(store, &error));
    scene_add_game(store, 41, 1, 2);
    MUST(store_commit(store, &error));
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM d_game"), 41);
    strbuf_release(&before);
    strbuf_release(&after);
    store_close(store);
}

static void every_difference_is_located(void **state)
{
    struct scene *scene = *state;
    store_close(full(scene));
    static const struct {
        const char *damage;
        const char *said;
    } cases[] = {
        {"UPDATE d_game SET plies = 99 WHERE id = 7", "d_game|7|plies|99|12\n"},
        {"UPDATE d_game SET played = NULL, verdict = 'easy' WHERE id = 8",
         "d_game|8|played|NULL|1700000000008\nd_game|8|verdict|easy|NULL\n"},
        {"UPDATE d_game SET digest = zeroblob(32) WHERE id = 1",
         "d_game|1|digest|0000000000000000000000000000000000000000000000000000000000000000|"
         "0101010101010101010101010101010101010101010101010101010101010101\n"},
        {"DELETE FROM d_game WHERE id = 40", "d_game|40|*|absent|present\n"},
        {"INSERT INTO d_game SELECT 41, game, rules, variant, level, seats, status, source, last, plies, played, day,"
         " margin, verdict, digest, duration FROM d_game WHERE id = 1",
         "d_game|41|*|present|absent\n"},
        {"UPDATE d_seat SET rank = 2 WHERE game = 3 AND seat = 0", "d_seat|3/0|rank|2|1\n"},
        {"UPDATE d_seat SET categories = x'03030303030303' WHERE game = 3 AND seat = 1",
         "d_seat|3/1|categories|03030303030303|0303030303030303\n"},
        {"DELETE FROM d_seat WHERE game = 1 AND seat = 1", "d_seat|1/1|*|absent|present\n"},
        {"UPDATE d_facts SET body = CAST(substr(body, 1, 34) || x'ff' || substr(body, 36) AS BLOB) WHERE game = 2",
         "d_facts|2|body|ff0202020202 at byte 34 of 40|020202020202 at byte 34 of 40\n"},
        {"UPDATE d_facts SET body = x'' WHERE game = 2",
         "d_facts|2|body||0202020202020202020202020202020202020202020202020202020202020202 at byte 0 of 40\n"},
        {"DELETE FROM d_alias", "d_alias|2|*|absent|present\n"},
        {"UPDATE d_tile SET hash = x'00' WHERE position = 1",
         "d_tile|1/1|hash|00|0100000000000000000000000000000000000000000000000000000000000000\n"},
        {"DELETE FROM d_tile", "d_tile|1/0|*|absent|present\nd_tile|1/1|*|absent|present\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct store *store = scene_open(scene, STORE_WRITE);
        assert_int_equal(scene_sql(scene->path, cases[i].damage), SQLITE_OK);
        MUST(store_begin(store, &error));
        MUST(store_shadow_open(store, &error));
        derive_all(store);
        MUST(compare(store, NULL));
        assert_said(cases[i].said);
        MUST(mend(store));
        MUST(compare(store, NULL));
        assert_said("");
        MUST(store_commit(store, &error));
        store_close(store);
    }
}

/* Who is told of a difference may say that it is enough, at a value as at a row. */
static void telling_differences_ends_when_asked(void **state)
{
    static const char *const cases[][2] = {
        {"UPDATE d_game SET plies = 99 WHERE id = 1", "d_game|1|plies|99|11\n"},
        {"UPDATE d_game SET plies = 11 WHERE id = 1; DELETE FROM d_facts", "d_facts|1|*|absent|present\n"},
    };
    struct scene *scene = *state;
    store_close(full(scene));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct store *store = scene_open(scene, STORE_WRITE);
        assert_int_equal(scene_sql(scene->path, cases[i][0]), SQLITE_OK);
        MUST(store_begin(store, &error));
        MUST(store_shadow_open(store, &error));
        derive_all(store);
        enum err end = ERR_END;
        MUST(compare(store, &end));
        assert_said(cases[i][1]);
        end = ERR_MISMATCH;
        assert_int_equal(compare(store, &end), ERR_MISMATCH);
        assert_said(cases[i][1]);
        store_close(store);
    }
}

static void a_shadow_that_is_dropped_leaves_no_trace(void **state)
{
    struct scene *scene = *state;
    struct store *store = full(scene);
    MUST_FAIL(store_shadow_open(store, &error), ERR_USAGE, "store.transaction");
    MUST_FAIL(compare(store, NULL), ERR_USAGE, "store.shadow");
    MUST_FAIL(mend(store), ERR_USAGE, "store.shadow");
    MUST_FAIL(store_shadow_drop(store, &error), ERR_USAGE, "store.shadow");

    MUST(store_begin(store, &error));
    MUST(store_shadow_open(store, &error));
    MUST_FAIL(store_shadow_open(store, &error), ERR_USAGE, "store.shadow");
    scene_add_game(store, 1, 1, 1);
    assert_int_equal(games_in(store), 1);
    MUST(store_shadow_drop(store, &error));
    assert_int_equal(games_in(store), GAMES);
    MUST(store_shadow_open(store, &error)); /* again; it outlasts the transaction */
    scene_add_game(store, 1, 1, 1);
    MUST(store_commit(store, &error));
    assert_int_equal(games_in(store), 1);
    MUST(store_begin_reading(store, &error));
    scene_add_game(store, 2, 1, 1);
    store_rollback(store); /* what the transaction added is gone, the rest is not */
    assert_int_equal(games_in(store), 1);
    MUST(store_shadow_drop(store, &error));
    assert_int_equal(games_in(store), GAMES);

    MUST(store_begin(store, &error));
    MUST(store_shadow_open(store, &error));
    scene_add_game(store, 1, 1, 1);
    store_rollback(store);
    assert_int_equal(games_in(store), GAMES);
    MUST(store_begin(store, &error));
    MUST(store_shadow_open(store, &error));
    scene_add_entry(store, GAMES + 1, "import", GAMES + 1); /* the log is the log */
    scene_add_game(store, GAMES + 1, 1, 1);
    MUST(mend(store));
    store_rollback(store); /* mending is part of the transaction, and so was the shadow */
    assert_int_equal(games_in(store), GAMES);
    store_close(store);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM entry"), GAMES);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM d_game"), GAMES);
}

static void a_reader_compares_while_somebody_writes(void **state)
{
    struct scene *scene = *state;
    struct store *writer = full(scene);
    struct store *reader = scene_open(scene, STORE_READ);
    MUST(store_begin(reader, &error));
    MUST(store_shadow_open(reader, &error));
    MUST(store_begin(writer, &error)); /* nobody stands in the way */
    scene_add_game(writer, GAMES + 1, 1, 2);
    MUST(store_commit(writer, &error));
    derive_all(reader);
    MUST(compare(reader, NULL));
    assert_said(""); /* of the snapshot, in which the new game is not */
    MUST_FAIL(mend(reader), ERR_DENIED, "store.read-only");
    store_rollback(reader);
    assert_int_equal(games_in(reader), GAMES + 1);
    struct scene_game game;
    scene_game(1, 1, 1, &game);
    MUST_FAIL(store_game_put(reader, &game.game, game.seats, 1, (struct span){0}, &error), ERR_DENIED,
              "store.read-only");
    MUST(store_begin(reader, &error));
    MUST(store_shadow_open(reader, &error));
    scene_add_game(reader, 1, 1, 1);
    MUST(store_shadow_drop(reader, &error));
    MUST_FAIL(store_game_put(reader, &game.game, game.seats, 1, (struct span){0}, &error), ERR_DENIED,
              "store.read-only");
    MUST(store_commit(reader, &error));
    assert_int_equal(games_in(reader), GAMES + 1);
    store_close(reader);
    store_close(writer);
}

static enum err put_inside(void *context, const struct store_entry *entry, struct error *inner)
{
    struct store *store = context;
    struct scene_game game;
    (void)inner;
    scene_game(entry->seq, 1, 2, &game);
    return store_game_put(store, &game.game, game.seats, 2, span_of(game.facts, sizeof(game.facts)), inner);
}

static void rebuilding_from_a_walk_over_the_log(void **state)
{
    struct scene *scene = *state;
    struct store *store = full(scene);
    MUST(store_begin(store, &error));
    MUST(store_shadow_open(store, &error));
    MUST(store_entries(store, 1, GAMES, put_inside, store, &error));
    assert_int_equal(games_in(store), GAMES);
    MUST(mend(store));
    MUST(store_commit(store, &error));
    store_close(store);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM d_seat"), 2 * GAMES);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM d_tile"), 0);
}

/* ---- slices ---- */

/* Every so many rows; in between, somebody else writes. */
struct slicing {
    unsigned rows;
    unsigned every;
};

static bool pause_here(void *context)
{
    struct slicing *slicing = context;
    return ++slicing->rows % slicing->every == 0;
}

/* However it is cut into transactions, a walk finds and mends the same; others get in between any two of them. */
static void a_walk_goes_on_where_it_stopped(void **state)
{
    struct scene *scene = *state;
    struct store *store = full(scene);
    struct store *other = scene_open(scene, STORE_WRITE);
    for (unsigned every = 1; every <= 4; every++) {
        assert_int_equal(scene_sql(scene->path, "UPDATE d_game SET plies = 99 WHERE id % 3 = 0;"
                                                "DELETE FROM d_seat WHERE game % 7 = 0; DELETE FROM d_alias;"
                                                "INSERT INTO d_tile VALUES (3, 0, zeroblob(32))"),
                         SQLITE_OK);
        MUST(store_begin_reading(store, &error));
        MUST(store_shadow_open(store, &error));
        derive_all(store);
        MUST(store_shadow_index(store, &error));
        MUST(store_commit(store, &error));
        int64_t found[2];
        for (int round = 0; round < 2; round++) {
            struct slicing slicing = {0, every};
            struct store_comparison comparison = {
                .parts = STORE_ALL, .mend = round == 1, .pause = pause_here, .context = &slicing};
            unsigned slices = 0;
            while (!comparison.done) {
                MUST(round == 1 ? store_begin(store, &error) : store_begin_reading(store, &error));
                MUST(store_shadow_compare(store, &comparison, &error));
                MUST(store_commit(store, &error));
                MUST(store_begin(other, &error)); /* nobody holds the lock */
                MUST(store_setting_set(other, "probe", SPAN_LITERAL("1"), &error));
                MUST(store_commit(other, &error));
                slices++;
            }
            store_comparison_end(store, &comparison);
            found[round] = comparison.differences;
            assert_true(slices > GAMES / every);
        }
        assert_int_equal(found[0], GAMES / 3 + 5 * 3 + 1 + 1);
        assert_int_equal(found[1], found[0]);
        MUST(store_begin_reading(store, &error));
        MUST(compare(store, NULL));
        assert_said("");
        MUST(store_commit(store, &error));
        MUST(store_shadow_drop(store, &error));
        MUST(store_check(store, true, NULL, NULL, &error));
    }
    store_close(other);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_faithful_rebuild_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_difference_is_located, set_up, tear_down),
        cmocka_unit_test_setup_teardown(telling_differences_ends_when_asked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shadow_that_is_dropped_leaves_no_trace, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_reader_compares_while_somebody_writes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rebuilding_from_a_walk_over_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_walk_goes_on_where_it_stopped, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("store shadow", tests, NULL, NULL);
}
