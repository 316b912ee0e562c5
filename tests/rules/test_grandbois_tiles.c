/*
 * The tiles of GrandBois: the totals that the rules give, the table of the
 * engine against the list of the rules, and how a tile turns.
 */
#include "grandbois_table.h"
#include "support/grandbois_slow.h"

/* The square that a text of the rules names. */
static unsigned square_from(const char *text)
{
    if (text[0] == 'C' || text[0] == 'B') {
        return text[0] == 'C' ? SQUARE_CLEARING : SQUARE_BEAR;
    }
    const char *letter = strchr(grandbois_letters, text[0]);
    assert_non_null(letter);
    return square_of((unsigned)(letter - grandbois_letters) + 1, (unsigned)(text[1] - '0'));
}

static void test_totals(void **unused)
{
    (void)unused;
    unsigned count[SQUARE_VALUES] = {0};
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        unsigned clans = 0;
        for (unsigned corner = 0; corner < 4; corner++) {
            unsigned square = tile_square(tile, 0, corner);
            assert_true(square < SQUARE_VALUES);
            count[square]++;
            clans |= 1u << square_clan(square);
        }
        assert_int_equal(__builtin_popcount(clans & ~1u), 2);
    }
    assert_int_equal(count[SQUARE_CLEARING], 24);
    assert_int_equal(count[SQUARE_BEAR], 5);
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        assert_int_equal(count[square_of(clan, 1)], 7);
        assert_int_equal(count[square_of(clan, 2)], 7);
        assert_int_equal(count[square_of(clan, 3)], 6);
        assert_int_equal(count[square_of(clan, 4)], 3);
    }
    /* The box: these and the start tile. Anything else is no square. */
    count[SQUARE_CLEARING] += 4;
    unsigned all = 0;
    for (unsigned square = 0; square < 256; square++) {
        assert_int_equal(grandbois_copies(square), square < SQUARE_VALUES ? count[square] : 0);
        all += grandbois_copies(square);
    }
    assert_int_equal(all, 4 * 36 + 4);
}

static void test_tiles_are_those_of_the_rules(void **unused)
{
    (void)unused;
    for (int tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        for (unsigned turns = 0; turns < 4; turns++) {
            char texts[4][3];
            gslow_tile(tile, (int)turns * 90, texts);
            for (unsigned corner = 0; corner < 4; corner++) {
                assert_int_equal(tile_square((unsigned)tile, turns, corner), square_from(texts[corner]));
            }
        }
    }
}

/* So a tile, a rotation and a place are told apart by what they look like, and every legal move is a different one. */
static void test_no_tile_looks_the_same_turned(void **unused)
{
    (void)unused;
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        for (unsigned turns = 1; turns < 4; turns++) {
            bool same = true;
            for (unsigned corner = 0; corner < 4; corner++) {
                same = same && tile_square(tile, turns, corner) == tile_square(tile, 0, corner);
            }
            assert_false(same);
        }
    }
}

/* Tile 12 is W4 C T1 T2 clockwise from the top left; a quarter turn clockwise brings T2 to the top left. */
static void test_turning_is_clockwise(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    table_play(&table, "*: river 12 1 2 3;1: tile 12 r90 1,1");
    assert_int_equal(table.state.grid[grid_cell(1, 1)], square_of(5, 2));
    assert_int_equal(table.state.grid[grid_cell(2, 1)], square_of(1, 4));
    assert_int_equal(table.state.grid[grid_cell(2, 2)], SQUARE_CLEARING);
    assert_int_equal(table.state.grid[grid_cell(1, 2)], square_of(5, 1));
}

static void test_covering_is_one_comparison(void **unused)
{
    (void)unused;
    static const char *const squares[] = {"C", "B", "W1", "W2", "W3", "W4", "T1", "T2", "T3", "T4"};
    enum { COUNT = sizeof(squares) / sizeof(squares[0]) };
    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned j = 0; j < COUNT; j++) {
            const char *upper = squares[i];
            const char *lower = squares[j];
            bool may = lower[0] == 'C'   ? true
                       : lower[0] == 'B' ? false
                       : upper[0] == 'B' ? true
                       : upper[0] == 'C' ? false
                                         : upper[1] > lower[1];
            assert_int_equal(square_covers(square_from(upper), square_from(lower)), may);
            bool same = lower[0] == upper[0] && lower[0] != 'C' && lower[0] != 'B';
            assert_int_equal(square_same_clan(square_from(upper), square_from(lower)), same);
        }
        assert_false(square_covers(square_from(squares[i]), SQUARE_TOWER));
        assert_true(square_covers(square_from(squares[i]), SQUARE_NONE));
    }
}

static void test_cards_are_tiles_and_clans(void **unused)
{
    (void)unused;
    assert_int_equal(grandbois_game.cards_count, 41);
    assert_string_equal(grandbois_game.card_name(NULL, 0).id, "tile-1");
    assert_string_equal(grandbois_game.card_name(NULL, 35).fr, "tuile 36");
    assert_string_equal(grandbois_game.card_name(NULL, 36).id, "raccoon");
    assert_string_equal(grandbois_game.card_name(NULL, 40).fr, "crapaud");
    assert_string_equal(grandbois_game.card_name(NULL, 41).id, "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_tiles_are_those_of_the_rules),
        cmocka_unit_test(test_no_tile_looks_the_same_turned),
        cmocka_unit_test(test_turning_is_clockwise),
        cmocka_unit_test(test_covering_is_one_comparison),
        cmocka_unit_test(test_cards_are_tiles_and_clans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
