/*
 * Playing GrandBois: the order of a turn, what may be written in any order,
 * towers in a duel, and the three ways in which a game ends. The refusals have
 * a test of their own.
 */
#include "grandbois_table.h"

#define assert_refused(table, line, id) assert_string_equal(table_line(table, line), id)

/* 12 is W4 C T1 T2, 5 is B F3 F1 W2, 30 is W4 W1 L1 L2, 7 is C W3 R3 W1, 9 is C T2 L4 T2 */
#define RIVER "*: river 12 5 30 7;"
#define TWELVE_DRAWN RIVER "1: tile 12 r0 1,1;*: river 9;"

/* ---- turns ---- */

static void assert_turn(const struct table *table, seat_set expected)
{
    assert_int_equal(grandbois_game.turn(&table->setup, &table->state), expected);
}

static void test_order_of_a_turn(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    assert_turn(&table, seat_bit(SEAT_TABLE));
    table_play(&table, RIVER);
    assert_turn(&table, seat_bit(0));
    table_play(&table, "1: tile 12 r0 1,1");
    assert_turn(&table, seat_bit(SEAT_TABLE)); /* the River first */
    table_play(&table, "*: river 9");
    assert_turn(&table, seat_bit(0)); /* then the tower */
    table_play(&table, "1: tower 2,1");
    assert_turn(&table, seat_bit(1));
    table_play(&table, "2: tile 5 r0 -1,-1;*: river 10");
    assert_turn(&table, seat_bit(2)); /* tile 5 shows no clearing */
    table_play(&table, "3: tile 7 r180 2,2;*: river 11;3: pass");
    assert_turn(&table, seat_bit(0));
    table_play(&table, "1: tile 9 r0 1,-1;*: river 13");
    assert_turn(&table, seat_bit(1)); /* seat 1 has no tower left: nothing to ask */
}

/* At level full the River and the clans may be written in any order; all must be there. */
static void test_setup_in_any_order(void **unused)
{
    (void)unused;
    struct table a;
    struct table b;
    table_init(&a, GRANDBOIS_FULL, 2, false);
    table_init(&b, GRANDBOIS_FULL, 2, false);
    table_play(&a, "*: clan 1 fox toad;*: clan 2 rabbit lizard;" RIVER);
    table_play(&b, "*: river 30 7;*: clan 2 rabbit;*: clan 1 fox;*: river 5;*: clan 2 lizard;*: river 12");
    assert_turn(&b, seat_bit(SEAT_TABLE));
    table_play(&b, "*: clan 1 toad");
    assert_turn(&b, seat_bit(0));
    assert_memory_equal(&a.state, &b.state, sizeof(a.state));
}

/* In a duel a turn places at most one of the two towers; the first that is left is meant when none is named. */
static void test_duel_towers(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 2, false);
    table_play(&table, TWELVE_DRAWN "1: tower 2,1");
    assert_int_equal(table.state.tower[0], grid_cell(2, 1));
    assert_turn(&table, seat_bit(1));
    table_play(&table, "2: tile 5 r0 -1,-1;*: river 10;1: tile 9 r0 1,-1;*: river 13");
    assert_turn(&table, seat_bit(0));
    assert_refused(&table, "1: tower white 1,-1", "grandbois.tower-placed");
    table_play(&table, "1: tower 1,-1");
    assert_int_equal(table.state.tower[1], grid_cell(1, -1));
    assert_int_equal(table.state.tower[2], 0);
}

/* On a sheet a tower may stand on any clearing, at every side of the forest. */
static void test_sheet_towers_at_every_side(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 3);
    table_play(&table, "*: row 0,0 C F1 C;*: row 0,1 F1 B F1;*: row 0,2 C F1 C;2: tower 0,2");
    static const int places[3][2] = {{0, 0}, {2, 0}, {2, 2}};
    game_move moves[16];
    size_t count = grandbois_game.legal(&table.setup, &table.state, 2, moves, 16);
    assert_int_equal(count, 3 + GRANDBOIS_CLANS);
    for (unsigned i = 0; i < 3; i++) {
        struct grandbois_word w = {.kind = KIND_TOWER, .a = 2, .cell = grid_cell(places[i][0], places[i][1])};
        assert_int_equal(moves[i], grandbois_pack(2, w));
    }
}

/* ---- the end ---- */

static void test_end_at_the_table(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    table_play_out(&table, true); /* passing is the last of the moves: no tower is placed */
    assert_int_equal(table.state.tiles, 36);
    assert_turn(&table, seat_bit(0) | seat_bit(1) | seat_bit(2));
    assert_refused(&table, "1: tile 12 r0 1,1", "grandbois.reveal-only");
    assert_refused(&table, "1: pass", "grandbois.reveal-only");
    assert_refused(&table, "*: river 1", "grandbois.no-draw-now");
    struct table other = table;
    table_play(&table, "2: reveal fox;3: reveal toad");
    assert_refused(&table, "2: reveal lizard", "grandbois.clans-known");
    assert_refused(&table, "1: reveal toad", "grandbois.clan-taken");
    assert_turn(&table, seat_bit(0));
    table_play(&table, "1: reveal lizard");
    assert_turn(&table, 0);
    table_play(&other, "1: reveal lizard;3: reveal toad;2: reveal fox");
    assert_memory_equal(&table.state, &other.state, sizeof(table.state));
    assert_refused(&table, "1: reveal rabbit", "grandbois.over");
    assert_refused(&table, "1: tile 12 r0 1,1", "grandbois.over");
    assert_refused(&table, "*: river 1", "grandbois.over");
}

static void test_end_in_full(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_FULL, 4, true);
    table_play_out(&table, false);
    assert_turn(&table, 0);
    assert_refused(&table, "*: clan 1 fox", "grandbois.over");
    assert_refused(&table, "1: tower 0,0", "grandbois.over");
    for (unsigned i = 0; i < 4; i++) {
        assert_int_not_equal(table.state.tower[i], 0);
    }
}

/*
 * Two tiles, and no third: the corners of the forest have three animals each, the squares between them are towers or
 * lie beside one, and no tile of the River (33, 28, 6, 29) has four animals or a bear.
 *
 *     W3 L3
 *     W2 ▲
 *     ▲  L1
 *     T3 L3
 */
static void test_end_when_nothing_fits(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_FULL, 3, false);
    table_play(&table, "*: clan 1 lizard;*: clan 2 rabbit;*: clan 3 toad;*: river 33 21 28 6;1: tile 21 r270 0,-1;"
                       "*: river 17;1: tower 1,0;2: tile 17 r270 0,1;*: river 29");
    assert_turn(&table, seat_bit(1));
    struct table passed = table;
    table_play(&passed, "2: pass");
    assert_turn(&passed, seat_bit(2)); /* without the second tower the game goes on */
    table_play(&table, "2: tower 0,1");
    assert_turn(&table, 0);
    struct outcome outcome;
    grandbois_game.outcome(&table.setup, &table.state, &outcome);
    assert_true(outcome.over);
    assert_int_equal(table.state.tiles, 2);
    assert_int_equal(table.state.squares, GRANDBOIS_LEAST_SQUARES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sheet_towers_at_every_side), cmocka_unit_test(test_order_of_a_turn),
        cmocka_unit_test(test_setup_in_any_order),         cmocka_unit_test(test_duel_towers),
        cmocka_unit_test(test_end_at_the_table),           cmocka_unit_test(test_end_in_full),
        cmocka_unit_test(test_end_when_nothing_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
