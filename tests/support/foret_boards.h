/*
 * Random final boards of Ecosystème - Forêt for property tests.
 *
 * Boards come from one deck of 130 cards, so the supply always holds over everything that is filled. They are final
 * boards, not games: no order of play comes with them, but every full 4 x 5 grid can be laid legally, and so can every
 * partial one made here, since its cards are connected. Cards are the numbers of enum slow_type (foret_slow.h), 0 is an
 * empty cell.
 *
 * The caller brings the randomness as a function; equal answers of that function give equal boards, on every machine.
 * The functions have no other state and allocate nothing.
 */
#ifndef DENDRO_TESTS_FORET_BOARDS_H
#define DENDRO_TESTS_FORET_BOARDS_H

#include <stdbool.h>
#include <stdint.h>

enum foret_boards_kind {
    FORET_BOARDS_STANDARD, /* 3 to 6 players (1 and 2 work too) */
    FORET_BOARDS_DUEL,     /* 2 players and the neutral seat's cards */
    FORET_BOARDS_SOLO      /* 1 player and Alban's grid */
};

/* Returns a number in 0 .. n-1, n >= 1. */
struct foret_random {
    uint32_t (*below)(void *ctx, uint32_t n);
    void *ctx;
};

struct foret_boards {
    enum foret_boards_kind kind;
    int players;
    int grids[6][4][5];  /* one a player, then Alban's in solo; the others are empty */
    int neutral[20];     /* duel: the neutral seat's cards, 0 where there is none yet */
    int neutral_streams; /* counted over neutral[] */
    int neutral_wolves;
};

/* The number of copies of each type in the deck, at the index of the type; [0] is 0. */
extern const int foret_boards_copies[12];

/* Deals full boards from a shuffled deck. `players` is ignored for duel and solo, and must be 1..6 for standard. */
void foret_boards_fill(struct foret_boards *boards, enum foret_boards_kind kind, int players,
                       struct foret_random random);

/*
 * Deals full boards that are rich in one or two types, as far as the deck allows, and often lack others altogether.
 * Each call draws one of these manners:
 *   - one seat hoards: it gets every copy of its favourites that it can hold, so areas of up to 20 cards appear
 *   - every seat has favourites of its own
 *   - all seats share the favourites and get them on the same cells, so lengths and counts tie, also three ways
 *   - every seat has the same few types only, from which zero categories follow
 * The neutral cards and Alban's grid are filled last, from what is left, with favourites of their own in half of the
 * cases.
 */
void foret_boards_fill_skewed(struct foret_boards *boards, enum foret_boards_kind kind, int players,
                              struct foret_random random);

/*
 * Empties cells until every grid holds `cards` (0..20) cards, connected to each other; the neutral seat keeps its first
 * `cards` cards, Alban the first `cards` cells row by row, as they are filled in play. Boards must be full before.
 */
void foret_boards_thin(struct foret_boards *boards, int cards, struct foret_random random);

#endif
