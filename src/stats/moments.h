/*
 * What a mean, or a ratio of sums, over games is told from (interval.h),
 * knowing that the seats of one game are not independent.
 *
 * For each game with N > 0: S (points, win points) and N (copies, seats).
 * Kept are integers only, so that adding a game and taking it away again
 * leaves exactly what was there, in any order, and merging is addition.
 */
#ifndef STATS_MOMENTS_H
#define STATS_MOMENTS_H

#include "stats/wide.h"

#include <stdint.h>

struct moments {
    int64_t games;
    int64_t n, nn;
    wide s, ss, sn;
};

/* Adds a game (`sign` 1) or takes it away (`sign` -1); nothing when n is 0. */
static inline void moments_add(struct moments *moments, int64_t s, int64_t n, int sign)
{
    if (n == 0) {
        return;
    }
    moments->games += sign;
    int64_t signed_n = sign < 0 ? -n : n;
    moments->s += sign < 0 ? -s : s;
    moments->n += signed_n;
    moments->ss += (wide)(sign < 0 ? -s : s) * s;
    moments->sn += (wide)signed_n * s;
    moments->nn += signed_n * n;
}
void moments_merge(struct moments *moments, const struct moments *other);

/*
 * As struct moments, for numbers whose squares over all games fit into 64
 * bits: points of cards in whole points, copies, picks.
 */
struct counts {
    int64_t games;
    int64_t n, nn;
    int64_t s, ss, sn;
};

/* Adds so many games that are alike, or takes them away (`times` below 0), also those whose n is 0. */
static inline void counts_add_any(struct counts *counts, int64_t s, int64_t n, int64_t times)
{
    counts->games += times;
    counts->n += times * n;
    counts->nn += times * n * n;
    counts->s += times * s;
    counts->ss += times * s * s;
    counts->sn += times * s * n;
}

/* As moments_add: nothing when n is 0; without a branch, because chance decides whether it is. */
static inline void counts_add(struct counts *counts, int64_t s, int64_t n, int64_t times)
{
    counts_add_any(counts, s, n, n != 0 ? times : 0);
}
void counts_merge(struct counts *counts, const struct counts *other);

/* The same numbers, for what is told of either. */
struct moments moments_of_counts(const struct counts *counts);

#endif
