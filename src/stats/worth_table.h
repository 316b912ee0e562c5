/*
 * Private to worth/1: the choices of one game, seen from the log-strengths of
 * its seats. Their slopes become those of beta by the copies that each seat holds.
 */
#ifndef STATS_WORTH_TABLE_H
#define STATS_WORTH_TABLE_H

#include "stats/worth_games.h"

/* Sums over the choices that a seat, and it and each one behind it, have taken part in. */
struct worth_shares {
    double first[WORTH_SEATS];               /* 1/S */
    double second[WORTH_SEATS][WORTH_SEATS]; /* 1/S^2; upper triangle */
};

struct worth_table {
    unsigned seats;
    const uint8_t *group;                   /* see struct worth */
    double strength[WORTH_SEATS];           /* in: logarithms, in order of rank */
    double weight[WORTH_SEATS];             /* exp(strength - the highest) */
    double slope[WORTH_SEATS];              /* out: gradient of the log likelihood */
    double curve[WORTH_SEATS][WORTH_SEATS]; /* out: negative Hessian, symmetric; every row sums to 0 */
    double value;                           /* out: log likelihood */
    double *subsets[2];                     /* scratch: WORTH_SUBSETS each */
    struct worth_shares shares;             /* scratch */
};

/* Value and curve only when `curved`. */
void worth_table_rate(struct worth_table *table, bool curved);

#endif
