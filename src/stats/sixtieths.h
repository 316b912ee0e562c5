/*
 * Win points, and the unit they are counted in. A winner of a game of n seats
 * with w winners gets n/w points and each of the others 0, so that a table
 * shares as many points as it has seats; solo has none. n/w is a whole number
 * of sixtieths for 1 to 6 winners, so that sums are exact whatever their
 * order. Ratings weigh a pair by 2/n in the same unit.
 */
#ifndef STATS_SIXTIETHS_H
#define STATS_SIXTIETHS_H

#include "rules/game.h"

enum {
    SIXTIETHS = 60, /* in one */
    WIN_NONE = -1   /* the win points of a seat that played solo */
};

/* The win points of a seat in sixtieths, or WIN_NONE. The game is over. */
static inline int32_t win_points(const struct setup *setup, const struct outcome *outcome, unsigned seat)
{
    if (setup->seats < 2) {
        return WIN_NONE;
    }
    if (!(outcome->winners & seat_bit(seat))) {
        return 0;
    }
    int32_t winners = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        winners += (outcome->winners & seat_bit(i)) != 0;
    }
    return SIXTIETHS * (int32_t)setup->seats / winners;
}

#endif
