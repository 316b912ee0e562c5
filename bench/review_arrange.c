/*
 * For bench/review: the best forest. Simulated tables of four at Forêt, whose first forest is laid anew. Prints a figure a line:
 *
 *   swaps      millions of swaps tried a second of processor time
 *   scoring    nanoseconds of processor time that the total of a whole board takes
 *   agreeing   restarts of 300 000 swaps out of 10 000 that end with the best score any of them reached, on 50 boards
 *              (25 of greedy players, 25 of random ones), the search by swaps alone
 *   solved     the same out of 10 000 for the solver as it is used, with its proof, of fewer restarts
 *   as_good    forests of 100 for which the solver has at least what a search of another kind has found
 *   proven     of the same 100, those whose bound is their total
 *   gap        hundredths of a point between bound and total, mean of those that are not proven
 *   left       hundredths of a point that greedy players left on the table, mean of the 100
 *   solving    milliseconds of processor time that a forest took, mean of the 100
 *
 * usage: review_arrange [PERCENT]      of the restarts and of the other search; 100 when it is left out
 */
#include "base/prng.h"
#include "rules/foret/foret.h"
#include "rules/foret/foret_arrange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BOARDS = 50,
    RESTARTS = 40,
    SOLVED = 4,
    SWAPS = 300000,
    FORESTS = 100,
    LONG = 3000000,
    SCORED = 40000, /* times that each board is scored */
    LEGAL = 20000,
    HISTORY = 5000
};

static void stop(const char *why)
{
    fprintf(stderr, "review_arrange: %s\n", why);
    exit(1);
}

static double seconds(clock_t since)
{
    return (double)(clock() - since) / CLOCKS_PER_SEC;
}

/* A finished table of four. */
static void play(struct setup *setup, struct foret_state *state, uint64_t seed, bool greedy)
{
    static game_move moves[LEGAL];
    struct error error;
    struct prng prng;
    prng_seed(&prng, seed);
    *setup = (struct setup){.game = &foret_game, .seats = 4};
    if (foret_game.init(setup, state, &error) != ERR_OK) {
        stop("no table");
    }
    for (seat_set turn; (turn = foret_game.turn(setup, state)) != 0;) {
        unsigned seat = (unsigned)__builtin_ctzll(turn);
        game_move move = 0;
        if (turn & seat_bit(SEAT_TABLE)) {
            move = foret_game.chance(setup, state, &prng);
        } else if (greedy) {
            move = foret_game.greedy(setup, state, seat, &prng);
        } else {
            size_t count = foret_game.legal(setup, state, seat, moves, LEGAL);
            move = moves[prng_below(&prng, (uint32_t)count)];
        }
        if (foret_game.apply(setup, state, move, &error) != ERR_OK) {
            stop("an illegal move");
        }
    }
}

/* Those of `restarts` that reach the highest of their totals. */
static int reaching(const int32_t *totals, int restarts)
{
    int32_t highest = 0;
    int count = 0;
    for (int i = 0; i < restarts; i++) {
        count = totals[i] > highest ? 1 : count + (totals[i] == highest);
        highest = totals[i] > highest ? totals[i] : highest;
    }
    return count;
}

static void restarts(int percent)
{
    int32_t totals[RESTARTS];
    int of = percent * RESTARTS / 100 > 2 ? percent * RESTARTS / 100 : 2;
    int agreeing = 0;
    int solved = 0;
    double time = 0;
    double scoring = 0;
    volatile int32_t sum = 0; /* so that nothing is left out */
    for (unsigned i = 0; i < BOARDS; i++) {
        struct setup setup;
        struct foret_state state;
        struct foret_stake stake;
        struct foret_board made;
        play(&setup, &state, 1000 + i, i < BOARDS / 2);
        foret_stake_of(&setup, &state, 0, &stake, &made);
        clock_t start = clock();
        for (int k = 0; k < SCORED; k++) {
            sum += foret_stake_total(&stake, &made);
        }
        scoring += seconds(start);
        start = clock();
        for (int k = 0; k < of; k++) {
            struct foret_board board = made;
            totals[k] = foret_stake_total(&stake, &made);
            foret_stake_search(&stake, SWAPS, (uint64_t)k + 1, &board, &totals[k]);
        }
        time += seconds(start);
        agreeing += reaching(totals, of);
        for (int k = 0; k < SOLVED; k++) {
            struct arrangement out;
            foret_arrange.solve(&setup, &state, 0, SWAPS, (uint64_t)k + 1, &out);
            totals[k] = out.total;
        }
        solved += reaching(totals, SOLVED);
    }
    printf("swaps %.2f\n", (double)BOARDS * of * SWAPS / time / 1e6);
    printf("scoring %.1f\n", scoring * 1e9 / BOARDS / SCORED);
    printf("agreeing %d\n", agreeing * 10000 / (BOARDS * of));
    printf("solved %d\n", solved * 10000 / (BOARDS * SOLVED));
}

/*
 * The other search: late acceptance. From a random board, a swap is kept when the total is not below what it was HISTORY
 * swaps ago; a board is scored as a whole. Again from another board, until `swaps` are used up, each start with 20 of them.
 */
static int32_t late(const struct foret_stake *stake, uint64_t swaps, uint64_t seed)
{
    static int32_t history[HISTORY];
    uint8_t card[FORET_CELLS];
    struct prng prng;
    int32_t best = 0;
    int32_t total = 0;
    prng_seed(&prng, seed);
    for (uint64_t i = 0; i < swaps; i++) {
        bool start = i % (swaps / 20) == 0;
        struct foret_board board = {{0}};
        unsigned a = prng_below(&prng, FORET_CELLS);
        unsigned b = prng_below(&prng, FORET_CELLS);
        for (unsigned type = 0, n = 0; type < FORET_TYPES && start; type++) {
            for (unsigned k = 0; k < stake->cards[type]; k++, n++) {
                unsigned at = prng_below(&prng, n + 1);
                card[n] = card[at];
                card[at] = (uint8_t)type;
            }
        }
        uint8_t held = card[a];
        card[a] = card[b];
        card[b] = held;
        for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
            board.of[card[cell]] |= 1u << cell;
        }
        int32_t sum = foret_stake_total(stake, &board);
        for (unsigned k = 0; k < HISTORY && start; k++) {
            history[k] = sum;
        }
        if (start || sum >= total || sum >= history[i % HISTORY]) {
            total = sum;
            best = total > best ? total : best;
        } else {
            card[b] = card[a];
            card[a] = held;
        }
        history[i % HISTORY] = total;
    }
    return best;
}

static void forests(int percent)
{
    int as_good = 0;
    int proven = 0;
    long gap = 0;
    long left = 0;
    double time = 0;
    for (unsigned i = 0; i < FORESTS; i++) {
        struct setup setup;
        struct foret_state state;
        struct foret_stake stake;
        struct foret_board board;
        struct arrangement made;
        struct arrangement best;
        play(&setup, &state, 1000 + i, true);
        foret_arrange.made(&setup, &state, 0, &made);
        clock_t start = clock();
        foret_arrange.solve(&setup, &state, 0, SWAPS, 1, &best);
        time += seconds(start);
        foret_stake_of(&setup, &state, 0, &stake, &board);
        int32_t other = late(&stake, (uint64_t)LONG * (unsigned)percent / 100, 7);
        if (best.bound < other) {
            stop("a bound below what can be made");
        }
        as_good += best.total >= other;
        proven += best.bound == best.total;
        gap += best.bound - best.total;
        left += best.total - made.total;
    }
    printf("as_good %d\nproven %d\n", as_good, proven);
    printf("gap %ld\n", proven < FORESTS ? gap * 100 / (FORESTS - proven) : 0);
    printf("left %ld\nsolving %.0f\n", left * 100 / FORESTS, time * 1000 / FORESTS);
}

int main(int argc, char **argv)
{
    long percent = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    if (argc > 2 || percent < 1 || percent > 100) {
        fputs("usage: review_arrange [PERCENT]\n", stderr);
        return 2;
    }
    restarts((int)percent);
    forests((int)percent);
    return 0;
}
