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

struct moments moments_of_counts(const struct counts *counts)
{
    return (struct moments){counts->games, counts->n, counts->nn, counts->s, counts->ss, counts->sn};
}
