/*
 * The unit that comparisons of ratings are counted in. A game of n seats gives
 * every pair of its players one comparison of weight 3/(n+1), half of it to
 * each when they tied: a whole number of units for tables of 2 to 12, so that
 * sums are exact whatever their order, and what is taken away leaves nothing.
 */
#ifndef STATS_RATING_UNIT_H
#define STATS_RATING_UNIT_H

#include <stdbool.h>
#include <stdint.h>

enum { RATING_UNITS = 240240 }; /* in one */

/*
 * Weight, in units, that a pair of a game of `seats` players gives to the one
 * who finished before the other (`tied`: to each of the two).
 */
static inline int64_t rating_weight(unsigned seats, bool tied)
{
    return INT64_C(3) * RATING_UNITS / ((int64_t)(tied ? 2 : 1) * ((int64_t)seats + 1));
}

#endif
