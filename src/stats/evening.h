/*
 * What a person's games of one night and one kind add up to: results, and
 * the points of each category with their squares. All integers: a game
 * joins and leaves, two evenings merge, and the order leaves no trace.
 *
 * As bytes: the six sums, how many categories, up to the last in which there
 * were points, then the sum and the sum of squares of each; numbers are signed varints but for the count.
 */
#ifndef STATS_EVENING_H
#define STATS_EVENING_H

#include "base/strbuf.h"
#include "rules/game.h"

struct evening {
    int64_t games;
    int64_t wins; /* won alone or shared; 0 for solo, likewise the next two */
    int64_t win60;
    int64_t win60_squares;
    int64_t total;
    int64_t total_squares;
    unsigned categories;
    int64_t category[GAME_CATEGORIES];
    int64_t squares[GAME_CATEGORIES];
};

/*
 * The evening of one game that joins (`sign` 1) or leaves (-1): a total, win
 * points in sixtieths (0 where there are none) and the bytes of its categories.
 */
struct evening evening_of_game(int sign, int64_t total, int64_t win60, struct span categories);
void evening_merge(struct evening *evening, const struct evening *other);
void evening_pack(const struct evening *evening, struct strbuf *out);
/* False for bytes that are no evening. */
bool evening_unpack(struct span bytes, struct evening *evening);

/* A category out of the bytes of a seat (two each, the low one first); 0 beyond their end. */
int32_t seat_category(struct span bytes, unsigned i);

#endif
