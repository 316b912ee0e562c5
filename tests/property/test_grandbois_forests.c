/*
 * What a game of GrandBois can leave, and what it cannot:
 *
 *   - whatever game is played to its end, at random or by players and a table
 *     that try to get stuck, its forest is accepted as a sheet;
 *   - most forests that somebody has changed by one square are refused;
 *   - a second referee, which shares nothing with the engine, judges the same.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/grandbois_slow.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 4 * 4 * 4 * 109, SAMPLE = 80, FORGERIES = 12 };

static game_move legal[ROOM];

static void any_setup(struct setup *setup, unsigned number)
{
    *setup = (struct setup){.game = &grandbois_game, .seats = (uint8_t)(2 + number % 3)};
    setup->variant = setup->seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
    setup->option[GRANDBOIS_OPTION_EXPERT] = number / 3 % 2;
}

static bool count_one(void *context, struct grandbois_word word)
{
    ((unsigned *)context)[word.a]++;
    return true;
}

/* In how many ways the River can be laid, with the worst tile that can still come to it: few for who wants to get stuck. */
static unsigned ways_left(const struct setup *setup, const struct grandbois_state *state)
{
    struct grandbois_state all = *state;
    unsigned ways[GRANDBOIS_TILES + 1] = {0};
    unsigned sum = 0;
    unsigned worst = ~0u;
    all.river = (TILES_ALL & ~state->drawn) | state->river;
    grandbois_each_lay(setup, &all, count_one, ways);
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        if (state->river & tile_bit(tile)) {
            sum += ways[tile];
        } else if (all.river & tile_bit(tile)) {
            worst = ways[tile] < worst ? ways[tile] : worst;
        }
    }
    return sum + (worst == ~0u || state->phase != PHASE_REFILL ? 0 : worst);
}

/* Of some legal moves the one after which least can be done: the table's draws and the players' tiles alike. */
static game_move choose_stuck(const struct setup *setup, const struct grandbois_state *state, size_t count,
                              struct prng *prng)
{
    game_move best = legal[0];
    unsigned least = ~0u;
    for (unsigned i = 0; i < SAMPLE; i++) {
        struct grandbois_state after = *state;
        struct error error;
        game_move move = legal[prng_below(prng, (uint32_t)count)];
        assert_int_equal(grandbois_game.apply(setup, &after, move, &error), ERR_OK);
        unsigned ways = ways_left(setup, &after);
        if (ways < least) {
            least = ways;
            best = move;
        }
    }
    return best;
}

/* Plays a game to its end. */
static void play(const struct setup *setup, bool stuck, struct grandbois_state *state, struct prng *prng)
{
    struct error error;
    assert_int_equal(grandbois_game.init(setup, state, &error), ERR_OK);
    for (seat_set turn; (turn = grandbois_game.turn(setup, state)) != 0;) {
        size_t count = grandbois_game.legal(setup, state, (unsigned)__builtin_ctz(turn), legal, ROOM);
        game_move move = stuck && state->phase != PHASE_SETUP ? choose_stuck(setup, state, count, prng)
                                                              : legal[prng_below(prng, (uint32_t)count)];
        assert_int_equal(grandbois_game.apply(setup, state, move, &error), ERR_OK);
    }
}

/* The sheet of a game is accepted to its last line; the state that it leaves. */
static void write_sheet(const struct setup *played, const struct grandbois_state *state, unsigned number,
                        struct grandbois_state *told)
{
    static game_move moves[ROOM];
    struct setup setup = *played;
    struct error error;
    size_t count = grandbois_game.sheet(played, state, GRANDBOIS_SHEET, moves, ROOM);
    setup.level = GRANDBOIS_SHEET;
    assert_int_equal(grandbois_game.init(&setup, told, &error), ERR_OK);
    for (size_t i = 0; i < count; i++) {
        if (grandbois_game.apply(&setup, told, moves[i], &error) != ERR_OK) {
            char said[256];
            (void)error_text(&error, LANG_EN, said, sizeof(said));
            fail_msg("case %u: a forest of %u tiles is refused: %s", number, state->tiles, said);
        }
    }
    assert_int_equal(told->phase, PHASE_OVER);
}

/* ---- the second referee ---- */

static void tell_slowly(const struct grandbois_state *state, struct gslow_forest *forest)
{
    forest->count = 0;
    for (unsigned cell = 0; cell < GRID_CELLS; cell++) {
        unsigned square = state->grid[cell];
        char text[8];
        struct strbuf out;
        if (square == SQUARE_NONE) {
            continue;
        }
        strbuf_wrap(&out, text, sizeof(text));
        grandbois_print_square(&out, square == SQUARE_TOWER ? SQUARE_CLEARING : square);
        gslow_put(forest, grid_x(cell), grid_y(cell), strbuf_text(&out));
        if (square == SQUARE_TOWER) {
            gslow_tower(forest, grid_x(cell), grid_y(cell));
        }
    }
}

/* Judges a sheet's forest with its towers, also slowly when that is wanted; true when it can be. */
static bool judge(const struct setup *setup, const struct grandbois_state *state, bool slowly, unsigned number)
{
    static struct gslow_forest forest;
    struct grandbois_state bare = *state; /* rows are judged before towers and clans are there */
    struct error error = {.message = NULL};
    memset(bare.tower, 0, sizeof(bare.tower));
    memset(bare.clan, 0, sizeof(bare.clan));
    bool rows = grandbois_check_rows(setup, &bare, &error) == ERR_OK;
    bool end = grandbois_check_end(setup, state, &error) == ERR_OK;
    if (!slowly) {
        return rows && end;
    }
    tell_slowly(state, &forest);
    bool expert = grandbois_expert(setup);
    if (rows != gslow_rows_can_be(&forest, expert) || end != gslow_end_can_be(&forest, expert)) {
        fail_msg("case %u: the engine says rows %d, end %d (%s), the slow rules do not", number, rows, end,
                 error.message ? error.message->id : "nothing");
    }
    return rows && end;
}

/* ---- tests ---- */

static void test_every_end_is_a_sheet(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d20);
    for (unsigned number = 0; number < test_cases(600); number++) {
        struct setup setup;
        struct grandbois_state state;
        struct grandbois_state told;
        any_setup(&setup, number);
        play(&setup, false, &state, &prng);
        write_sheet(&setup, &state, number, &told);
        if (number % 50 == 0) {
            setup.level = GRANDBOIS_SHEET;
            assert_true(judge(&setup, &told, true, number));
        }
    }
}

static void test_every_stuck_end_is_a_sheet(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d21);
    unsigned early = 0;
    unsigned below = 0;
    unsigned cases = test_cases(40);
    for (unsigned number = 0; number < cases; number++) {
        struct setup setup;
        struct grandbois_state state;
        struct grandbois_state told;
        any_setup(&setup, number);
        play(&setup, true, &state, &prng);
        write_sheet(&setup, &state, number, &told);
        setup.level = GRANDBOIS_SHEET;
        assert_true(judge(&setup, &told, true, number));
        early += state.tiles < GRANDBOIS_TILES;
        below += state.squares < 4 + GRANDBOIS_TILES;
    }
    print_message("%u of %u games got stuck, %u with less than 40 squares\n", early, cases, below);
    assert_true(cases < 60 || (early > 0 && below > 0));
}

/* ---- forgeries ---- */

enum forgery { REMOVED, ADDED, MOVED, CHANGED, FORGERY_KINDS };

static unsigned any_cell(const struct grandbois_state *s, bool taken, struct prng *prng)
{
    for (;;) {
        unsigned row = s->top - 1u + prng_below(prng, s->bottom - s->top + 3u);
        unsigned column = s->left - 1u + prng_below(prng, s->right - s->left + 3u);
        unsigned cell = row * GRID_SIDE + column;
        bool beside =
            (s->grid[cell - 1] | s->grid[cell + 1] | s->grid[cell - GRID_SIDE] | s->grid[cell + GRID_SIDE]) != 0;
        if (taken ? s->grid[cell] != SQUARE_NONE && s->grid[cell] != SQUARE_TOWER
                  : s->grid[cell] == SQUARE_NONE && beside) {
            return cell;
        }
    }
}

static void take_square(struct grandbois_state *s, unsigned cell)
{
    s->shown[s->grid[cell]]--;
    s->grid[cell] = SQUARE_NONE;
    s->squares--;
}

static void put_square(struct grandbois_state *s, unsigned cell, unsigned square)
{
    s->shown[square]++;
    s->grid[cell] = (uint8_t)square;
    s->squares++;
    grandbois_bound(s, cell);
}

static unsigned any_square(const struct grandbois_state *s, struct prng *prng)
{
    unsigned square;
    do {
        square = prng_below(prng, SQUARE_VALUES);
    } while (s->shown[square] >= grandbois_copies(square));
    return square;
}

static void forge(struct grandbois_state *s, enum forgery kind, struct prng *prng)
{
    unsigned cell = any_cell(s, kind != ADDED, prng);
    unsigned square = kind == MOVED ? s->grid[cell] : any_square(s, prng);
    if (kind != ADDED) {
        take_square(s, cell);
    }
    if (kind != REMOVED) {
        put_square(s, kind == MOVED ? any_cell(s, false, prng) : cell, square);
    }
}

static void test_forgeries(void **unused)
{
    (void)unused;
    static const char *const names[FORGERY_KINDS] = {"removed", "added", "moved", "changed"};
    struct prng prng;
    prng_seed(&prng, 0x6d22);
    unsigned tried = 0;
    unsigned refused[FORGERY_KINDS] = {0};
    for (unsigned number = 0; number < test_cases(40); number++) {
        struct setup setup;
        struct grandbois_state state;
        struct grandbois_state told;
        any_setup(&setup, number);
        play(&setup, false, &state, &prng);
        write_sheet(&setup, &state, number, &told);
        setup.level = GRANDBOIS_SHEET;
        for (unsigned i = 0; i < FORGERIES; i++, tried++) {
            for (unsigned kind = 0; kind < FORGERY_KINDS; kind++) {
                struct grandbois_state forged = told;
                forge(&forged, kind, &prng);
                refused[kind] += !judge(&setup, &forged, i == 0 && number % 5 == 0, number);
            }
        }
    }
    for (unsigned kind = 0; kind < FORGERY_KINDS; kind++) {
        print_message("a square %s: %u of %u refused\n", names[kind], refused[kind], tried);
    }
    assert_true(refused[REMOVED] * 10 >= tried * 7 && refused[ADDED] * 10 >= tried * 7);
    assert_true(refused[MOVED] * 10 >= tried * 8 && refused[CHANGED] * 10 >= tried * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_end_is_a_sheet),
        cmocka_unit_test(test_every_stuck_end_is_a_sheet),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
