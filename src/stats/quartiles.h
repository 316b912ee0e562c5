/*
 * Five numbers that say how scores are spread: the least and the most of
 * them, the one in the middle, and the middles of both halves, to each of
 * which the middle one belongs when they are an odd number (Tukey's hinges).
 * The middle of an even number is halfway between two of them, so all are
 * exact in halves of the unit.
 */
#ifndef STATS_QUARTILES_H
#define STATS_QUARTILES_H

#include "stats/keyed_counts.h"

struct quartiles {
    int64_t scores;                            /* how many; 0: nothing else is known */
    int64_t least, lower, middle, upper, most; /* in halves of the scores' unit */
};

/* Sorts the counts. */
struct quartiles quartiles_of(struct keyed_counts *scores);

#endif
