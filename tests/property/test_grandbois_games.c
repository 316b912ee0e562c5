/*
 * Whole games of GrandBois, the engine beside the slow rules
 * (tests/support/grandbois_slow.h), which read every move from its text:
 *
 *   - at every tile the legal moves are those that the slow rules allow, over
 *     all tiles of the River, rotations and places;
 *   - at the end every square, every category and every rank agree;
 *   - credits sum to the score;
 *   - when a game ends because no tile fits, none does, and never before;
 *   - on random sheets, which hold forests that no player would make, the scores agree too.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/grandbois_slow.h"
#include "support/text.h"

#include <string.h>

enum { ROOM = 4 * 4 * 4 * 109 };

static game_move legal[ROOM];

struct match {
    struct setup setup;
    struct grandbois_state state;
    struct gslow_game slow;
    struct prng prng;
    unsigned number;
};

static void begin(struct match *match, unsigned level, unsigned number)
{
    struct error error;
    match->number = number;
    prng_seed(&match->prng, 0x6d01 + number);
    /* Sheets of rules 1 take any forest, so that any can be scored; what rules 2 refuse is in test_grandbois_forests. */
    match->setup =
        (struct setup){.game = level == GRANDBOIS_SHEET ? &grandbois_game_1 : &grandbois_game, .level = (uint8_t)level};
    match->setup.seats = (uint8_t)(2 + number % 3);
    match->setup.variant = match->setup.seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
    match->setup.option[GRANDBOIS_OPTION_EXPERT] = number / 3 % 2;
    assert_int_equal(grandbois_game.init(&match->setup, &match->state, &error), ERR_OK);
    gslow_begin(&match->slow, match->setup.seats, grandbois_expert(&match->setup), level == GRANDBOIS_SHEET);
}

/* Makes a move in both, the slow rules reading its text. */
static void make(struct match *match, game_move move)
{
    char line[64];
    struct strbuf out;
    struct error error;
    strbuf_wrap(&out, line, sizeof(line));
    strbuf_add(&out, seat_label(move_seat(move)));
    strbuf_add(&out, ": ");
    assert_int_equal(grandbois_game.print(&match->setup, &match->state, &move, 1, &out), 1);
    if (grandbois_game.apply(&match->setup, &match->state, move, &error)) {
        fail_msg("game %u: %s: %s", match->number, line, error.message->id);
    }
    if (!gslow_line(&match->slow, line)) {
        fail_msg("game %u: %s: the slow rules refuse it", match->number, line);
    }
}

/* The slow rules' list of all ways to lay a tile, in the order of the engine's. */
static void compare_legal(const struct match *match, size_t count)
{
    const struct grandbois_state *s = &match->state;
    int left = 0, right = 0, top = 0, bottom = 0;
    for (int i = 0; i < match->slow.forest.count; i++) {
        const struct gslow_square *square = &match->slow.forest.square[i];
        left = square->x < left ? square->x : left;
        right = square->x > right ? square->x : right;
        top = square->y < top ? square->y : top;
        bottom = square->y > bottom ? square->y : bottom;
    }
    size_t next = 0;
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        if (!(s->river & tile_bit(tile))) {
            continue;
        }
        for (unsigned turns = 0; turns < 4; turns++) {
            for (int y = top - 2; y <= bottom + 1; y++) {
                for (int x = left - 2; x <= right + 1; x++) {
                    if (!gslow_may_lay(&match->slow.forest, (int)tile, (int)turns * 90, x, y, match->slow.expert)) {
                        continue;
                    }
                    struct grandbois_word w = {.kind = KIND_LAY, .a = tile, .b = turns, .cell = grid_cell(x, y)};
                    if (next >= count || legal[next] != grandbois_pack(s->player, w)) {
                        fail_msg("game %u: tile %u r%u %d,%d is not among the legal moves", match->number, tile,
                                 turns * 90, x, y);
                    }
                    next++;
                }
            }
        }
    }
    assert_int_equal(next, count);
}

static void compare_squares(const struct match *match)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < GRID_CELLS; cell++) {
        unsigned square = match->state.grid[cell];
        const struct gslow_square *slow = gslow_at(&match->slow.forest, grid_x(cell), grid_y(cell));
        assert_int_equal(square != SQUARE_NONE, slow != NULL);
        if (!slow) {
            continue;
        }
        count++;
        assert_int_equal(square == SQUARE_TOWER, slow->tower);
        assert_int_equal(square_animals(square), slow->number);
        char kind = square_clan(square)     ? grandbois_letters[square_clan(square) - 1]
                    : square == SQUARE_BEAR ? 'B'
                                            : 'C';
        assert_int_equal(kind, slow->kind);
    }
    assert_int_equal(match->state.squares, count);
}

struct sums {
    int64_t seat[GRANDBOIS_PLAYERS][GRANDBOIS_CATEGORIES];
    unsigned tiles;
};

static void add_credit(void *context, const struct credit *credit)
{
    struct sums *sums = context;
    sums->seat[credit->seat][credit->category] += credit->units;
    sums->tiles += credit->card < GRANDBOIS_TILES;
}

static void compare_scores(const struct match *match)
{
    struct gslow_score scores[4];
    int rank[4];
    struct outcome outcome;
    struct sums sums = {.tiles = 0};
    gslow_result(&match->slow, scores, rank);
    grandbois_game.outcome(&match->setup, &match->state, &outcome);
    grandbois_game.credits(&match->setup, &match->state, add_credit, &sums);
    assert_int_equal(outcome.rows_count, match->setup.seats);
    seat_set winners = 0;
    for (unsigned i = 0; i < match->setup.seats; i++) {
        const struct outcome_row *row = &outcome.rows[i];
        const int slow[GRANDBOIS_CATEGORIES] = {scores[i].squares, scores[i].set, scores[i].own_tower,
                                                scores[i].other_tower};
        for (unsigned c = 0; c < GRANDBOIS_CATEGORIES; c++) {
            if (row->category[c] != slow[c]) {
                fail_msg("game %u, seat %u: %s %d, slowly %d", match->number, i + 1, grandbois_game.categories[c].id,
                         row->category[c], slow[c]);
            }
            assert_int_equal(sums.seat[i][c], slow[c]);
        }
        assert_int_equal(row->total, scores[i].total);
        assert_int_equal(row->rank, rank[i]);
        winners |= rank[i] == 1 ? seat_bit(i) : 0;
    }
    assert_int_equal(outcome.winners, outcome.over ? winners : 0);
    assert_int_equal(sums.tiles, match->state.tiles);
}

/* One move of somebody who may move: chance's, or a legal one, in one game of two chosen well. */
static void step(struct match *match, unsigned seat)
{
    if (seat == SEAT_TABLE) {
        make(match, grandbois_game.chance(&match->setup, &match->state, &match->prng));
        return;
    }
    size_t count = grandbois_game.legal(&match->setup, &match->state, seat, legal, ROOM);
    assert_in_range(count, 1, grandbois_game.legal_limit);
    if (match->state.phase == PHASE_LAY && prng_below(&match->prng, 8) == 0) {
        compare_legal(match, count);
    }
    game_move move = legal[prng_below(&match->prng, (uint32_t)count)];
    if (match->number % 2 == 1) {
        move = grandbois_game.greedy(&match->setup, &match->state, seat, &match->prng);
        size_t i = 0;
        while (i < count && legal[i] != move) {
            i++;
        }
        assert_true(i < count); /* the sensible player plays by the rules */
    }
    make(match, move);
}

static void test_games(void **unused)
{
    (void)unused;
    unsigned whole = 0;
    unsigned cases = test_cases(200);
    for (unsigned number = 0; number < cases; number++) {
        struct match match;
        begin(&match, GRANDBOIS_FULL, number);
        seat_set turn;
        while ((turn = grandbois_game.turn(&match.setup, &match.state)) != 0) {
            assert_int_equal(turn & (turn - 1), 0);
            step(&match, (unsigned)__builtin_ctz(turn));
            if (prng_below(&match.prng, 16) == 0) {
                compare_scores(&match);
            }
        }
        compare_squares(&match);
        compare_scores(&match);
        whole += match.state.tiles == GRANDBOIS_TILES;
        if (match.state.tiles < GRANDBOIS_TILES) {
            /* Ended before the last tile: then the slow rules know no way to go on either. */
            compare_legal(&match, 0);
        }
    }
    assert_true(whole > cases / 2);
}

/* One sensible player among random ones: with luck alone it would win a third of the games. */
static void test_greedy_is_sensible(void **unused)
{
    (void)unused;
    unsigned won = 0;
    unsigned towers = 0;
    enum { GAMES = 40 };
    for (unsigned number = 0; number < GAMES; number++) {
        struct match match;
        begin(&match, GRANDBOIS_FULL, 3 * number + 1);
        seat_set turn;
        while ((turn = grandbois_game.turn(&match.setup, &match.state)) != 0) {
            unsigned seat = (unsigned)__builtin_ctz(turn);
            if (seat == number % 3) {
                make(&match, grandbois_game.greedy(&match.setup, &match.state, seat, &match.prng));
            } else if (seat == SEAT_TABLE) {
                make(&match, grandbois_game.chance(&match.setup, &match.state, &match.prng));
            } else {
                size_t count = grandbois_game.legal(&match.setup, &match.state, seat, legal, ROOM);
                make(&match, legal[prng_below(&match.prng, (uint32_t)count)]);
            }
        }
        struct outcome outcome;
        grandbois_game.outcome(&match.setup, &match.state, &outcome);
        won += outcome.winners >> number % 3 & 1;
        towers += match.state.tower[number % 3] != 0;
    }
    assert_true(won > GAMES * 3 / 4);
    assert_true(towers > GAMES * 3 / 4);
}

/* Chance is fair: every clan for every seat, every tile first and second, about as often as every other. */
static void test_chance_is_fair(void **unused)
{
    (void)unused;
    enum { GAMES = 3600 };
    unsigned clans[4][GRANDBOIS_CLANS + 1] = {{0}};
    unsigned tiles[2][GRANDBOIS_TILES + 1] = {{0}};
    for (unsigned number = 0; number < GAMES; number++) {
        struct match match;
        begin(&match, GRANDBOIS_FULL, 3 * number + 2); /* four players */
        for (unsigned i = 0; i < 6; i++) {
            game_move move = grandbois_game.chance(&match.setup, &match.state, &match.prng);
            struct grandbois_word w = grandbois_unpack(move);
            if (i < 4) {
                assert_int_equal(w.kind, KIND_CLAN);
                clans[w.a][w.b]++;
            } else {
                assert_int_equal(w.kind, KIND_RIVER);
                tiles[i - 4][w.a]++;
            }
            make(&match, move);
        }
    }
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        for (unsigned player = 0; player < 4; player++) {
            assert_in_range(clans[player][clan], 720 - 120, 720 + 120); /* five standard deviations */
        }
    }
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        assert_in_range(tiles[0][tile], 100 - 50, 100 + 50);
        assert_in_range(tiles[1][tile], 100 - 50, 100 + 50);
    }
}

static bool count_lay(void *context, struct grandbois_word word)
{
    (void)word;
    ++*(unsigned *)context;
    return true;
}

/*
 * Players who leave each other as few places as they can, so that some games end because nothing fits: then the slow
 * rules must know of no place either, and before that there must always be one.
 */
static void test_closed_forests(void **unused)
{
    (void)unused;
    unsigned stuck = 0;
    unsigned cases = test_cases(300);
    for (unsigned number = 0; number < cases; number++) {
        struct match match;
        begin(&match, GRANDBOIS_FULL, number);
        seat_set turn;
        while ((turn = grandbois_game.turn(&match.setup, &match.state)) != 0) {
            unsigned seat = (unsigned)__builtin_ctz(turn);
            if (seat == SEAT_TABLE) {
                make(&match, grandbois_game.chance(&match.setup, &match.state, &match.prng));
                continue;
            }
            size_t count = grandbois_game.legal(&match.setup, &match.state, seat, legal, ROOM);
            assert_in_range(count, 1, grandbois_game.legal_limit);
            game_move best = legal[0];
            unsigned fewest = ~0u;
            for (unsigned i = 0; i < 100; i++) {
                struct grandbois_state after = match.state;
                struct error error;
                game_move move = legal[prng_below(&match.prng, (uint32_t)count)];
                unsigned places = 0;
                assert_int_equal(grandbois_game.apply(&match.setup, &after, move, &error), ERR_OK);
                grandbois_each_lay(&match.setup, &after, count_lay, &places);
                best = places < fewest ? move : best;
                fewest = places < fewest ? places : fewest;
            }
            make(&match, best);
        }
        if (match.state.tiles < GRANDBOIS_TILES) {
            compare_legal(&match, 0);
            stuck++;
        }
    }
    assert_true(cases < 200 || stuck > 0);
}

/* ---- sheets ---- */

static void test_sheets(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < test_cases(1000); number++) {
        struct match match;
        begin(&match, GRANDBOIS_SHEET, number);
        unsigned wanted =
            GRANDBOIS_LEAST_SQUARES + prng_below(&match.prng, GRANDBOIS_MOST_SQUARES - GRANDBOIS_LEAST_SQUARES + 1);
        seat_set turn;
        while ((turn = grandbois_game.turn(&match.setup, &match.state)) != 0) {
            /* First the squares; then everybody as they come. */
            seat_set movers = match.state.squares < wanted ? seat_bit(SEAT_TABLE) : turn & ~seat_bit(SEAT_TABLE);
            unsigned seat = (unsigned)__builtin_ctz(movers);
            for (unsigned skip = prng_below(&match.prng, (uint32_t)__builtin_popcount(movers)); skip > 0; skip--) {
                movers &= movers - 1;
                seat = (unsigned)__builtin_ctz(movers);
            }
            size_t count = grandbois_game.legal(&match.setup, &match.state, seat, legal, ROOM);
            assert_in_range(count, 1, grandbois_game.legal_limit);
            make(&match, legal[prng_below(&match.prng, (uint32_t)count)]);
        }
        compare_squares(&match);
        compare_scores(&match);
    }
}

/* A forest of few clans has large sets; the random ones above hardly do. */
static void test_sheets_with_large_sets(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < test_cases(300); number++) {
        struct match match;
        begin(&match, GRANDBOIS_SHEET, number);
        while (match.state.squares < 60) {
            size_t count = grandbois_game.legal(&match.setup, &match.state, SEAT_TABLE, legal, ROOM);
            size_t first = 0;
            /* Foxes, lizards and, now and then, anything. */
            bool any = prng_below(&match.prng, 4) == 0;
            size_t kept = 0;
            for (; first < count; first++) {
                unsigned clan = square_clan(grandbois_unpack(legal[first]).a);
                if (any || clan == 2 || clan == 3) {
                    legal[kept++] = legal[first];
                }
            }
            kept = kept > 0 ? kept : count;
            make(&match, legal[prng_below(&match.prng, (uint32_t)kept)]);
        }
        for (unsigned seat = 0; seat < match.setup.seats; seat++) {
            for (unsigned i = 0; i < grandbois_share(&match.setup); i++) {
                size_t count = grandbois_game.legal(&match.setup, &match.state, seat, legal, ROOM);
                make(&match, legal[count - 1 - prng_below(&match.prng, 2)]);
            }
        }
        compare_scores(&match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),          cmocka_unit_test(test_greedy_is_sensible),
        cmocka_unit_test(test_closed_forests), cmocka_unit_test(test_chance_is_fair),
        cmocka_unit_test(test_sheets),         cmocka_unit_test(test_sheets_with_large_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
