/*
 * The best forest: an arrangement is the player's own cards and what the rules say it is worth, never less than what was
 * made; no board has more than the bound, held against all boards of small sets of cards; and what is known to be best.
 */
#include "foret_table.h"

#include "rules/foret/foret_arrange.h"
#include "support/text.h"

#include <limits.h>

enum { LEGAL = 20000 };

/* A game told to its end by greedy players, at level full. */
static void play(struct table *table, unsigned variant, unsigned seats, uint64_t seed)
{
    struct prng prng;
    prng_seed(&prng, seed);
    table_init(table, variant, FORET_FULL, seats);
    for (seat_set turn; (turn = foret_game.turn(&table->setup, &table->state)) != 0;) {
        unsigned seat = (unsigned)__builtin_ctzll(turn);
        game_move move = seat < seats ? foret_game.greedy(&table->setup, &table->state, seat, &prng)
                                      : foret_game.chance(&table->setup, &table->state, &prng);
        assert_int_equal(foret_game.apply(&table->setup, &table->state, move, &table->error), ERR_OK);
    }
}

/* The total of `seat` when the game ended with its cards laid so, at level sheet. */
static int32_t total_of_sheet(const struct table *table, unsigned seat, const struct arrangement *laid)
{
    static game_move moves[(ENGINE_PLAYERS + 1) * FORET_CELLS];
    struct table sheet;
    struct outcome outcome;
    table_init(&sheet, table->setup.variant, FORET_SHEET, table->setup.seats);
    size_t count = foret_game.sheet(&table->setup, &table->state, FORET_SHEET, moves, sizeof(moves) / sizeof(moves[0]));
    for (size_t i = 0; i < count; i++) {
        struct foret_word word = foret_unpack(moves[i]);
        if (move_seat(moves[i]) == seat) {
            word.card = laid->card[word.at];
        }
        game_move move = foret_pack(move_seat(moves[i]), word);
        assert_int_equal(foret_game.apply(&sheet.setup, &sheet.state, move, &sheet.error), ERR_OK);
    }
    foret_game.outcome(&sheet.setup, &sheet.state, &outcome);
    assert_true(outcome.over);
    return outcome.rows[outcome_row_of(&outcome, seat)].total;
}

static void check_seat(const struct table *table, unsigned seat)
{
    struct arrangement made;
    struct arrangement best;
    struct arrangement again;
    struct outcome outcome;
    int copies[FORET_TYPES] = {0};
    foret_game.outcome(&table->setup, &table->state, &outcome);
    foret_arrange.made(&table->setup, &table->state, seat, &made);
    foret_arrange.solve(&table->setup, &table->state, seat, 20000, 5, &best);
    foret_arrange.solve(&table->setup, &table->state, seat, 20000, 5, &again);
    assert_memory_equal(&best, &again, sizeof(best));
    assert_int_equal(made.total, outcome.rows[seat].total);
    assert_int_equal(made.total, total_of_sheet(table, seat, &made));
    assert_int_equal(best.total, total_of_sheet(table, seat, &best));
    assert_true(best.total >= made.total);
    assert_true(best.bound >= best.total);
    assert_true(made.bound >= best.bound);
    assert_int_equal(best.tried, 20000);
    assert_int_equal(best.cells, FORET_CELLS);
    for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
        copies[made.card[cell]]++;
        copies[best.card[cell]]--;
    }
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        assert_int_equal(copies[type], 0);
    }
}

static void test_games(void **unused)
{
    (void)unused;
    static const struct {
        unsigned variant, seats;
    } tables[] = {{FORET_STANDARD, 4}, {FORET_DUEL, 2}, {FORET_SOLO, 1}, {FORET_STANDARD, 6}, {FORET_STANDARD, 3}};
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        struct table table;
        play(&table, tables[i].variant, tables[i].seats, 70 + i);
        for (unsigned seat = 0; seat < tables[i].seats; seat++) {
            check_seat(&table, seat);
        }
    }
}

/* The neutral seat's streams, five in no order, take the first rank from a stream of four, and Alban's only when they touch. */
static void test_rivals(void **unused)
{
    (void)unused;
    struct table duel;
    struct table solo;
    struct arrangement best;
    table_init(&duel, FORET_DUEL, FORET_SHEET, 2);
    table_play(
        &duel,
        "1: grid stream fox stream fox stream / fox fox fox fox fox / fox fox fox fox fox / stream deer deer deer deer;"
        "2: grid deer deer deer deer deer / bear bear bear bear bear / bear bear bear bear bear / "
        "trout trout trout trout trout;"
        "n: cards stream stream stream stream stream wolf wolf wolf wolf wolf bee bee bee bee bee "
        "rabbit rabbit rabbit rabbit rabbit");
    foret_arrange.solve(&duel.setup, &duel.state, 0, 20000, 1, &best);
    assert_int_equal(best.total, 36 + 16 + 5 - 5); /* 12 foxes, 4 deer, the second stream, 8 gaps */
    assert_int_equal(best.bound, best.total);
    table_init(&solo, FORET_SOLO, FORET_SHEET, 1);
    table_play(
        &solo,
        "1: grid stream fox stream fox stream / fox fox fox fox fox / fox fox fox fox fox / stream deer deer deer deer;"
        "a: grid stream wolf stream wolf stream / wolf wolf bee bee wolf / stream bee bee stream bee / "
        "bear bear bear bear bear");
    foret_arrange.solve(&solo.setup, &solo.state, 0, 20000, 1, &best);
    assert_int_equal(best.total, 36 + 16 + 8 - 5);
    assert_int_equal(best.bound, best.total);
}

/* ---- all boards ---- */

/* Lays type after type on all subsets of the open cells. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as there are cards
static int32_t highest(const struct foret_stake *stake, struct foret_board *board, unsigned type, unsigned from,
                       unsigned cards, uint32_t open)
{
    int32_t best = INT32_MIN;
    if (cards == 0) {
        do {
            type++;
        } while (type < FORET_TYPES && stake->cards[type] == 0);
        return type >= FORET_TYPES ? foret_stake_total(stake, board)
                                   : highest(stake, board, type, 0, stake->cards[type], open);
    }
    for (unsigned cell = from; foret_count(open >> cell) >= (int32_t)cards; cell++) {
        if (open >> cell & 1) {
            board->of[type] |= 1u << cell;
            int32_t total = highest(stake, board, type, cell + 1, cards - 1, open & ~(1u << cell));
            board->of[type] &= ~(1u << cell);
            best = total > best ? total : best;
        }
    }
    return best;
}

/* ---- known boards ---- */

static void check_known(const char *sheet, int32_t total)
{
    struct table table;
    struct arrangement best;
    struct foret_stake stake;
    struct foret_board board;
    table_init(&table, FORET_STANDARD, FORET_SHEET, 3);
    table_play(&table, sheet);
    foret_stake_of(&table.setup, &table.state, 0, &stake, &board);
    memset(&board, 0, sizeof(board));
    assert_int_equal(highest(&stake, &board, UINT_MAX, 0, 0, 0xfffff), total);
    foret_arrange.solve(&table.setup, &table.state, 0, 50000, 3, &best);
    if (best.total != total || best.bound != total) {
        fail_msg("%s: %d of at most %d, not %d", sheet, best.total, best.bound, total);
    }
}

#define OTHERS                                                                                                 \
    ";2: grid fox fox fox fox fox / fox fox fox fox fox / fox fox bear bear bear / bear bear bear bear bear"   \
    ";3: grid trout trout trout trout trout / trout trout trout trout trout / bear eagle eagle eagle eagle / " \
    "eagle eagle eagle eagle rabbit"

static void test_known(void **unused)
{
    (void)unused;
    check_known(
        "1: grid meadow meadow meadow meadow meadow / meadow meadow meadow meadow meadow / meadow meadow meadow "
        "meadow meadow / meadow meadow meadow meadow meadow" OTHERS,
        15 - 5);
    check_known(
        "1: grid stream stream stream stream stream / stream stream stream stream stream / stream stream stream "
        "stream stream / stream stream stream stream stream" OTHERS,
        8 - 5);
    /* All rows and columns, and the only wolves. */
    check_known("1: grid deer deer deer deer deer / deer deer deer deer deer / deer deer wolf wolf wolf / "
                "wolf wolf wolf wolf wolf" OTHERS,
                18 + 12 - 5);
    /* The deer leave a line out and part the meadows in two areas of five or more and one of two. */
    check_known("1: grid deer deer deer deer deer / meadow meadow meadow meadow meadow / meadow meadow meadow meadow "
                "meadow / meadow meadow meadow meadow meadow" OTHERS,
                15 + 15 + 3 + 16 - 5);
    /* One dragonfly beside a stream of 19. */
    check_known("1: grid dragonfly stream stream stream stream / stream stream stream stream stream / stream stream "
                "stream stream stream / stream stream stream stream stream" OTHERS,
                19 + 8 - 5);
}

/* ---- the bound, held against all boards ---- */

/* Many cards of one type and two to four others, so that there are at most 116 280 boards. */
static void small_set(struct foret_stake *stake, struct foret_board *board, struct prng *prng)
{
    static const int32_t stream[] = {0, 5, 8};
    unsigned few = 2 + prng_below(prng, 5) / 2; /* rarely 4 */
    unsigned at = 0;
    memset(stake, 0, sizeof(*stake));
    memset(board, 0, sizeof(*board));
    for (unsigned i = 0; i < few; i++) {
        stake->cards[prng_below(prng, FORET_TYPES)]++;
    }
    stake->cards[prng_below(prng, FORET_TYPES)] += (uint8_t)(FORET_CELLS - few);
    for (unsigned n = 1, rank = 0; n <= FORET_CELLS; n++) {
        rank += rank < 2 ? prng_below(prng, 2) : 0;
        stake->stream[n] = stream[rank];
    }
    stake->wolves = stake->cards[FORET_WOLF] ? 4 * (int32_t)prng_below(prng, 4) : 0;
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        board->of[type] = ((1u << stake->cards[type]) - 1) << at;
        at += stake->cards[type];
    }
}

static void test_bound_of_small_sets(void **unused)
{
    (void)unused;
    static const uint64_t nodes[] = {0, 3, 100, 3000, 10000000};
    struct prng prng;
    prng_seed(&prng, 11);
    unsigned cases = test_cases(30);
    for (unsigned number = 0; number < cases; number++) {
        struct foret_stake stake;
        struct foret_board start;
        struct foret_board board = {{0}};
        small_set(&stake, &start, &prng);
        int32_t best = highest(&stake, &board, UINT_MAX, 0, 0, 0xfffff);
        int32_t before = INT32_MAX;
        for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
            board = start;
            int32_t total = foret_stake_total(&stake, &board);
            int32_t bound = foret_stake_bound(&stake, nodes[i], &board, &total);
            assert_int_equal(foret_stake_total(&stake, &board), total);
            if (bound < best || total > best || bound > before ||
                (nodes[i] > 3000 && (bound != best || total != best))) {
                fail_msg("seed 11, case %u, %llu nodes: %d of at most %d; the best is %d", number,
                         (unsigned long long)nodes[i], total, bound, best);
            }
            before = bound;
        }
        int32_t total = foret_stake_total(&stake, &start);
        foret_stake_search(&stake, 20000, number, &start, &total);
        assert_int_equal(foret_stake_total(&stake, &start), total);
        assert_true(total <= best);
    }
}

/* Real forests are too many to count, so two ways that share little must meet: swaps, and the proof from the board made. */
static void test_two_ways(void **unused)
{
    (void)unused;
    unsigned cases = test_cases(12);
    for (unsigned number = 0; number < cases; number++) {
        struct table table;
        struct foret_stake stake;
        struct foret_board swapped;
        play(&table, FORET_STANDARD, 4, 200 + number);
        foret_stake_of(&table.setup, &table.state, number % 4, &stake, &swapped);
        struct foret_board proven = swapped;
        int32_t total = foret_stake_total(&stake, &swapped);
        int32_t found = total;
        foret_stake_search(&stake, 100000, number, &swapped, &found);
        int32_t bound = foret_stake_bound(&stake, 300000, &proven, &total);
        if (bound < found || (bound == total && total < found)) {
            fail_msg("seed %u: %d found, %d proven of at most %d", 200 + number, found, total, bound);
        }
    }
}

/* The same for cards of few types, at every step of the proof. */
static void test_few_types(void **unused)
{
    (void)unused;
    static const uint64_t nodes[] = {0, 300, 30000};
    struct prng prng;
    prng_seed(&prng, 12);
    unsigned cases = test_cases(40);
    for (unsigned number = 0; number < cases; number++) {
        struct foret_stake stake = {.wolves = 0};
        struct foret_board made = {{0}};
        unsigned types[5];
        for (unsigned i = 0; i < 5; i++) {
            types[i] = prng_below(&prng, FORET_TYPES);
        }
        for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
            unsigned type = types[prng_below(&prng, 5)];
            stake.cards[type]++;
            made.of[type] |= 1u << cell;
            stake.stream[cell + 1] = cell < 2 ? 5 : 8;
        }
        int32_t start = foret_stake_total(&stake, &made);
        int32_t found = start;
        struct foret_board swapped = made;
        foret_stake_search(&stake, 30000, number, &swapped, &found);
        for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
            struct foret_board proven = made;
            int32_t total = start;
            int32_t bound = foret_stake_bound(&stake, nodes[i], &proven, &total);
            if (bound < found) {
                fail_msg("seed 12, case %u: %d found, of at most %d", number, found, bound);
            }
        }
    }
}

/* There is no best forest before the end, nor of totals alone, nor of somebody who is not there. */
static void test_nothing_to_lay(void **unused)
{
    (void)unused;
    struct table table;
    struct arrangement best;
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    foret_arrange.solve(&table.setup, &table.state, 0, 100, 1, &best);
    assert_int_equal(best.cells, 0);
    table_init(&table, FORET_STANDARD, FORET_TOTALS, 3);
    foret_arrange.made(&table.setup, &table.state, 0, &best);
    assert_int_equal(best.cells, 0);
    play(&table, FORET_STANDARD, 3, 1);
    foret_arrange.solve(&table.setup, &table.state, 3, 100, 1, &best);
    assert_int_equal(best.cells, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),          cmocka_unit_test(test_rivals),
        cmocka_unit_test(test_known),          cmocka_unit_test(test_bound_of_small_sets),
        cmocka_unit_test(test_two_ways),       cmocka_unit_test(test_few_types),
        cmocka_unit_test(test_nothing_to_lay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
