/*
 * The best forest, shared by its two files: what a player's 20 cards are and
 * what the rivals make of the two comparisons (foret_arrange.c, which searches
 * by swapping cards), and how much they can come to at most
 * (foret_arrange_bound.c, which proves).
 *
 * An arrangement is a board: eleven sets of the grid's 20 cells that cover it.
 */
#ifndef RULES_FORET_FORET_ARRANGE_H
#define RULES_FORET_FORET_ARRANGE_H

#include "rules/foret/foret_state.h"
#include "rules/game_review.h"

/* What stays the same however the cards lie. */
struct foret_stake {
    uint8_t cards[FORET_TYPES];      /* copies of each type, 20 in all */
    int32_t stream[FORET_CELLS + 1]; /* points for a longest stream of so many cards */
    int32_t wolves;                  /* points for the wolves */
};

/* How a player of a finished game stands, and the board that it made. */
void foret_stake_of(const struct setup *setup, const struct foret_state *state, unsigned seat,
                    struct foret_stake *stake, struct foret_board *made);

/* The player's total with this board. */
int32_t foret_stake_total(const struct foret_stake *stake, const struct foret_board *board);

/*
 * Swaps cards of `board`, whose total is `*total`, `swaps` times and leaves the best board met there: never one that has
 * less. The same arguments end with the same board.
 */
void foret_stake_search(const struct foret_stake *stake, uint64_t swaps, uint64_t seed, struct foret_board *board,
                        int32_t *total);

/*
 * No board of these cards has more than what is returned. `best` is one of them with `total` points; a better one that
 * is come across takes its place. `nodes` is about how much may be done for it.
 */
int32_t foret_stake_bound(const struct foret_stake *stake, uint64_t nodes, struct foret_board *best, int32_t *total);

extern const struct game_arrange foret_arrange;

#endif
