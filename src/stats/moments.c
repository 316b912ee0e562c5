/* Moments: sums that merge. */
#include "stats/moments.h"

#include "base/banned.h"

void moments_merge(struct moments *moments, const struct moments *other)
{
    moments->games += other->games;
    moments->s += other->s;
    moments->n += other->n;
    moments->ss += other->ss;
    moments->sn += other->sn;
    moments->nn += other->nn;
}

void counts_merge(struct counts *counts, const struct counts *other)
{
    counts->games += other->games;
    counts->n += other->n;
    counts->nn += other->nn;
    counts->s += other->s;
    counts->ss += other->ss;
    counts->sn += other->sn;
}

struct moments moments_of_counts(const struct counts *counts)
{
    return (struct moments){
        .games = counts->games, .n = counts->n, .nn = counts->nn, .s = counts->s, .ss = counts->ss, .sn = counts->sn};
}
