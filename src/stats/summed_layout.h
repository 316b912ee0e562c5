/*
 * Private to src/stats: the layout of summed.h in numbers, for the file that
 * writes it and the one that adds it up; and the sums in which it is added up,
 * for the latter and the one that pours them into folds.
 */
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

/* ---- sums ---- */

enum { SUMMED_PICK = 256 }; /* what a byte can say of one pick: looks | takes << 4 */

/* As struct counts, without N, which several of them share. */
struct tail {
    int64_t s, ss, sn;
};

/* Win points of c of n seats: sums of c, c n, c^2 and of the points. */
struct group {
    int64_t c, cn, cc, points;
};

/* Copies in one cell: S units, whose squares do need 128 bits. */
struct cell_sums {
    int64_t games, n, nn, s, sn;
    wide ss;
};

struct card_sums {
    int64_t games, n, nn; /* copies */
    struct tail points, marginal, zero;
    int64_t seats;
    struct group with;
    struct group all; /* of games that tell about cards from this one on: all seats */
    struct took took;
    struct counts looks, turns, last;
    int64_t cubes;
    struct counts spent, first, times; /* of `times`, S whole points */
    struct group by_times[CARD_TIMES];
    struct cell_sums cells[CARD_CELLS];
    int64_t link_points[CARD_LINKS];
    uint32_t link_pairs[CARD_LINKS];
};

/* Of one card: how many games said what of each pick. */
struct pick_counts {
    uint32_t games[GATHER_PICKS][SUMMED_PICK];
};

struct summed_games {
    unsigned cards;
    int64_t unit;
    unsigned since; /* games since the last pouring by itself, so that nothing overflows */
    int64_t amount[SUMMED_AMOUNTS];
    struct card_fold *poured;  /* what was poured by itself */
    struct pick_counts *picks; /* one a card; NULL: no drafts */
    struct card_sums card[];
};

#endif
