/* Private to src/stats: the layout of summed.h in numbers, for the file that writes it and the one that adds it up. */
#ifndef STATS_SUMMED_LAYOUT_H
#define STATS_SUMMED_LAYOUT_H

#include "stats/summed.h"

/*
 * An amount of points of one copy has 11 bits: up to 127 whole points, or p/q
 * with q from 2 to 20 and p up to 100, in lowest terms.
 */
enum {
    SUMMED_POINTS = 128,
    SUMMED_FRACTIONS = 101,
    SUMMED_DENOMINATOR = 20,
    SUMMED_AMOUNTS = SUMMED_POINTS + (SUMMED_DENOMINATOR - 1) * SUMMED_FRACTIONS,
    SUMMED_CELL_BITS = 5,
    SUMMED_HEAD = 3,
    SUMMED_CARD = 8,
    SUMMED_LOOKS = 15,
    SUMMED_USES = 6 + CARD_TIMES
};

_Static_assert(SUMMED_AMOUNTS <= 1 << 11, "an amount and a cell are two bytes");
_Static_assert(CARD_CELLS < 1 << SUMMED_CELL_BITS, "a cell has five bits");

/* The code of p/q points in lowest terms. */
static inline unsigned summed_amount(unsigned p, unsigned q)
{
    return q == 1 ? p : SUMMED_POINTS + (q - 2) * SUMMED_FRACTIONS + p;
}

/* The bytes of a card in the first part. */
static inline size_t summed_card_size(bool drafted, bool used)
{
    return SUMMED_CARD + (drafted ? (size_t)SUMMED_LOOKS : 0) + (used ? (size_t)SUMMED_USES : 0);
}

#endif
