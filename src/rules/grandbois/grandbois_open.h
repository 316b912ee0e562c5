/*
 * Private to the folder: the forest as an obstacle, rows of bits from which
 * the open places of a turned tile are read a whole row at a time. Listing the
 * legal moves asks here, and so does sight (grandbois_sight.h), so that the
 * rules of laying are written once.
 */
#ifndef RULES_GRANDBOIS_GRANDBOIS_OPEN_H
#define RULES_GRANDBOIS_GRANDBOIS_OPEN_H

#include "rules/grandbois/grandbois_state.h"

/*
 * A square of rank r may not be laid where at_least[r] has a bit. Ranks 1 and
 * 2 are stopped by the same squares.
 */
struct grandbois_obstacles {
    struct grandbois_plane occupied;
    struct grandbois_plane at_least[SQUARE_TOWER + 1];
    struct grandbois_plane clan[GRANDBOIS_CLANS + 1]; /* where that clan lies; 0: nowhere */
};

/* Fills the plane_rows(state) rows of the planes. */
void grandbois_read_obstacles(const struct grandbois_state *state, struct grandbois_obstacles *o);

/* Where this square may not lie. */
static inline uint64_t grandbois_stopped(const struct grandbois_obstacles *o, bool expert, unsigned square,
                                         unsigned row)
{
    uint64_t stop = o->at_least[square_rank(square)].row[row];
    return expert ? stop | o->clan[square_clan(square)].row[row] : stop;
}

/* Columns of `row`, which is not the last, where a tile covers at least one square and adds at least one. */
static inline uint64_t grandbois_some_columns(const struct grandbois_obstacles *o, unsigned row)
{
    uint64_t here = o->occupied.row[row];
    uint64_t below = o->occupied.row[row + 1];
    uint64_t some = here | here >> 1 | below | below >> 1;
    uint64_t all = here & here >> 1 & below & below >> 1;
    return some & ~all;
}

/* Columns of `row` open for the top left square of a turned tile, a bit a column. */
static inline uint64_t grandbois_open_columns(const struct grandbois_obstacles *o, bool expert,
                                              const unsigned square[4], unsigned row)
{
    uint64_t stop = grandbois_stopped(o, expert, square[0], row) | grandbois_stopped(o, expert, square[1], row) >> 1 |
                    grandbois_stopped(o, expert, square[2], row + 1) >> 1 |
                    grandbois_stopped(o, expert, square[3], row + 1);
    return grandbois_some_columns(o, row) & ~stop;
}

#endif
