/*
 * Sheets of GrandBois: the order in which squares are written leaves no
 * trace, and whatever order they have, lines read as the moves that they were
 * printed from. Seeds are fixed.
 */
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/text.h"

#include <string.h>

enum { ROOM = 4 * 4 * 4 * 109 };

static game_move legal[ROOM];

static void must_apply(const struct setup *setup, struct grandbois_state *state, game_move move)
{
    struct error error;
    if (grandbois_game.apply(setup, state, move, &error)) {
        fail_msg("move %llx is refused: %s", (unsigned long long)move, error.message->id);
    }
}

/* Writes the squares of a sheet in another order, each as soon as it is allowed. */
static void test_order_of_squares_leaves_no_trace(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d06);
    for (unsigned number = 0; number < test_cases(100); number++) {
        struct setup setup = {.game = &grandbois_game, .seats = (uint8_t)(2 + number % 3)};
        setup.variant = setup.seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
        struct grandbois_state played;
        struct error error;
        assert_int_equal(grandbois_game.init(&setup, &played, &error), ERR_OK);
        seat_set turn;
        while ((turn = grandbois_game.turn(&setup, &played)) != 0) {
            unsigned seat = (unsigned)__builtin_ctz(turn);
            size_t count = grandbois_game.legal(&setup, &played, seat, legal, ROOM);
            must_apply(&setup, &played, legal[prng_below(&prng, (uint32_t)count)]);
        }
        static game_move moves[ROOM];
        size_t count = grandbois_game.sheet(&setup, &played, GRANDBOIS_SHEET, moves, ROOM);
        assert_int_equal(grandbois_game.sheet(&setup, &played, GRANDBOIS_SHEET, legal, 3),
                         count); /* however little room */
        struct grandbois_state told;
        struct grandbois_state shuffled;
        setup.level = GRANDBOIS_SHEET;
        assert_int_equal(grandbois_game.init(&setup, &told, &error), ERR_OK);
        shuffled = told;
        for (size_t i = 0; i < count; i++) {
            must_apply(&setup, &told, moves[i]);
        }
        assert_int_equal(grandbois_game.turn(&setup, &told), 0);
        while (count > 0) {
            size_t i = prng_below(&prng, (uint32_t)count);
            struct grandbois_word w = grandbois_unpack(moves[i]);
            if (w.kind != KIND_SQUARE && shuffled.squares < played.squares) {
                continue; /* rows come first */
            }
            if (w.kind == KIND_REVEAL && (count > setup.seats * grandbois_share(&setup) || i > 0)) {
                continue; /* towers come first, and a duel's clans in their order */
            }
            if (grandbois_game.apply(&setup, &shuffled, moves[i], &error) == ERR_OK) {
                memmove(&moves[i], &moves[i + 1], (--count - i) * sizeof(moves[0]));
            }
        }
        assert_memory_equal(&told, &shuffled, sizeof(told));
        assert_int_equal(told.squares, played.squares);
    }
}

/* A whole sheet, written at random, as lines: each reads as the very moves that it was printed from. */
static void test_sheets_as_lines(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d08);
    unsigned long_lines = 0;
    for (unsigned number = 0; number < test_cases(400); number++) {
        struct setup setup = {.game = &grandbois_game, .level = GRANDBOIS_SHEET, .seats = 3};
        struct grandbois_state state;
        struct error error;
        game_move moves[GRANDBOIS_MOST_SQUARES];
        assert_int_equal(grandbois_game.init(&setup, &state, &error), ERR_OK);
        struct grandbois_state after = state;
        /* Squares of few rows, so that many follow one another in a row, from both sides. */
        for (size_t i = 0; i < 40; i++) {
            size_t count = grandbois_game.legal(&setup, &after, SEAT_TABLE, legal, ROOM);
            do {
                moves[i] = legal[prng_below(&prng, (uint32_t)count)];
            } while (i > 0 && prng_below(&prng, 16) > 0 &&
                     grandbois_unpack(moves[i]).cell / GRID_SIDE != grandbois_unpack(moves[i - 1]).cell / GRID_SIDE);
            must_apply(&setup, &after, moves[i]);
        }
        for (size_t i = 0; i < 40;) {
            char text[512];
            struct strbuf out;
            game_move read[GAME_LINE];
            size_t count = 0;
            strbuf_wrap(&out, text, sizeof(text));
            size_t n = grandbois_game.print(&setup, &state, moves + i, 40 - i, &out);
            assert_in_range(n, 1, 40 - i);
            assert_int_equal(grandbois_game.parse(&setup, &state, SEAT_TABLE, strbuf_span(&out), read, &count, &error),
                             ERR_OK);
            assert_int_equal(count, n);
            assert_memory_equal(read, moves + i, n * sizeof(read[0]));
            for (size_t j = 0; j < n; j++) {
                must_apply(&setup, &state, read[j]);
            }
            long_lines += n > 2;
            i += n;
        }
        assert_memory_equal(&state, &after, sizeof(state));
    }
    assert_true(long_lines > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_squares_leaves_no_trace),
        cmocka_unit_test(test_sheets_as_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
