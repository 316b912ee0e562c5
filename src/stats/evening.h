/*
 * What a person's games of one night and one kind add up to: results, and
 * the points of each category with their squares. All integers: a game
 * joins and leaves, two evenings merge, and the order leaves no trace.
 *
 * A person's standing in a group of games (d_standing) is the same sums of more games.
 *
 * As bytes: the five sums, then the categories: how many, up to the last in
 * which there were points, and the sum and the sum of squares of each; numbers
 * are signed varints but for the count.
 */
#ifndef STATS_EVENING_H
#define STATS_EVENING_H

#include "base/strbuf.h"
#include "rules/game.h"

struct evening {
    int64_t games;
    int64_t wins; /* won alone, shared or together; 0 for solo, likewise the next */
    int64_t win;  /* win points in units of 1/WIN_UNIT */
    int64_t total;
    int64_t total_squares; /* of evening_square */
    unsigned categories;
    int64_t category[GAME_CATEGORIES];
    int64_t squares[GAME_CATEGORIES];
};

/* A person's result in one game. */
struct evening_game {
    int64_t total; /* 0 where there is none */
    int64_t scale; /* of it: game_scale */
    int64_t win;   /* win points in units of 1/WIN_UNIT; 0 where there are none */
    bool together; /* won with everybody: a win without win points */
    struct span categories;
};

/* The evening of one game that joins (`sign` 1) or leaves (-1). */
struct evening evening_of_game(int sign, const struct evening_game *game);

/* The square of a total in units of 1/scale, in the same units: so that many of the largest fit into 64 bits. */
static inline int64_t evening_square(int64_t total, int64_t scale)
{
    return total * total / scale;
}
void evening_merge(struct evening *evening, const struct evening *other);
void evening_pack(const struct evening *evening, struct strbuf *out);
/* False for bytes that are no evening. */
bool evening_unpack(struct span bytes, struct evening *evening);

/* The categories alone, as a standing keeps them; no bytes at all are no categories. The other sums stay as they are. */
void evening_pack_categories(const struct evening *evening, struct strbuf *out);
bool evening_unpack_categories(struct span bytes, struct evening *evening);

/* A category out of the bytes of a seat (two each, the low one first); 0 beyond their end. */
int32_t seat_category(struct span bytes, unsigned i);

#endif
