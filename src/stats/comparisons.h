/*
 * Who is compared with whom at a table, and with what weight: what ratings
 * are fitted to. Each pair of players is one comparison of weight 3/(n+1) at
 * a table of n. Teams are compared as teams: n is the number of sides, and
 * the weight of two of their people is that of the teams divided by both
 * sizes, rounded down to a unit. Team-mates are not compared, nor is a guest
 * with anybody; where only winners are known, only winner and loser are.
 */
#ifndef STATS_COMPARISONS_H
#define STATS_COMPARISONS_H

#include "rules/game.h"
#include "stats/rating_unit.h"

struct compared_seat {
    int64_t person; /* 0: a guest */
    int64_t rank;
    int64_t team; /* 0: alone */
};

struct compared {
    enum contest contest;
    unsigned count;
    struct compared_seat seat[GAME_PLAYERS];
};

/* What the one of two seats who finished first gets, in units, or each of them when they tied; 0: they are not compared. */
int64_t comparison_weight(const struct compared *table, unsigned a, unsigned b);

#endif
