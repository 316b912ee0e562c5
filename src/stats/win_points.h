/*
 * Win points, and the unit they are counted in. A winner of a game of n seats
 * with w winners gets n/w points and each of the others 0, so that a table
 * shares as many points as it has seats; solo has none, nor has a game that was played together or that nobody won.
 * n/w is a whole number
 * of 27720ths for 1 to 12 winners, so that sums are exact whatever their
 * order.
 */
#ifndef STATS_WIN_POINTS_H
#define STATS_WIN_POINTS_H

#include "rules/game.h"

enum {
    WIN_UNIT = 27720, /* of them are one: the least common multiple of 1..12 */
    WIN_NONE = -1     /* the win points of a seat that played solo */
};

_Static_assert(GAME_PLAYERS <= 12, "a shared win is a whole number of units");

/* What each of so many winners of a game of so many seats gets. */
static inline int32_t win_share(unsigned seats, unsigned winners)
{
    return (int32_t)(WIN_UNIT * seats / winners);
}

/* The win points of a seat in units, or WIN_NONE. The game is over. */
static inline int32_t win_points(const struct setup *setup, const struct outcome *outcome, unsigned seat)
{
    if (setup->seats < 2 || outcome->winners == 0 || !contest_is_rated(setup_contest(setup))) {
        return WIN_NONE;
    }
    if (!(outcome->winners & seat_bit(seat))) {
        return 0;
    }
    unsigned winners = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        winners += (outcome->winners & seat_bit(i)) != 0;
    }
    return win_share(setup->seats, winners);
}

#endif
