/* Private to src/stats: the layout of whole.h in numbers, for the file that writes it and the one that adds it up. */
#ifndef STATS_WHOLE_LAYOUT_H
#define STATS_WHOLE_LAYOUT_H

#include "stats/whole.h"

/*
 * An amount of points of one copy has 11 bits: up to 127 whole points, or p/q
 * with q from 2 to 20 and p up to 100, in lowest terms.
 */
enum {
    WHOLE_POINTS = 128,
    WHOLE_FRACTIONS = 101,
    WHOLE_DENOMINATOR = 20,
    WHOLE_AMOUNTS = WHOLE_POINTS + (WHOLE_DENOMINATOR - 1) * WHOLE_FRACTIONS,
    WHOLE_CELL_BITS = 5,
    WHOLE_HEAD = 5,
    WHOLE_CARD = 8,
    WHOLE_LOOKS = 15,
    WHOLE_USES = 6 + CARD_TIMES
};

_Static_assert(WHOLE_AMOUNTS <= 1 << 11, "an amount and a cell are two bytes");
_Static_assert(CARD_CELLS < 1 << WHOLE_CELL_BITS, "a cell has five bits");

/* The code of p/q points in lowest terms. */
static inline unsigned whole_amount(unsigned p, unsigned q)
{
    return q == 1 ? p : WHOLE_POINTS + (q - 2) * WHOLE_FRACTIONS + p;
}

/* The bytes of a card in the first part. */
static inline size_t whole_card_size(bool drafted, bool used)
{
    return WHOLE_CARD + (drafted ? (size_t)WHOLE_LOOKS : 0) + (used ? (size_t)WHOLE_USES : 0);
}

#endif
