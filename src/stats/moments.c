/* Moments: integers in, two doubles out. */
#include "stats/moments.h"

#include <math.h>

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

bool moments_mean(const struct moments *moments, double unit, double *mean)
{
    if (moments->n == 0) {
        return false;
    }
    *mean = (double)moments->s / (double)moments->n / unit;
    return true;
}

/*
 * n^2 x sum (S - R N)^2 = ss n^2 - 2 s n sn + s^2 nn, as integers where they fit, so that what does not vary has an
 * error of 0 and not of what rounding leaves.
 */
static bool exact_squares(const struct moments *moments, double *squares)
{
    wide n = moments->n;
    wide one;
    wide two;
    wide three;
    if (__builtin_mul_overflow(n * n, moments->ss, &one) || __builtin_mul_overflow(moments->s, 2 * n, &two) ||
        __builtin_mul_overflow(two, moments->sn, &two) || __builtin_mul_overflow(moments->s, moments->s, &three) ||
        __builtin_mul_overflow(three, (wide)moments->nn, &three) || __builtin_sub_overflow(one, two, &one) ||
        __builtin_add_overflow(one, three, &one)) {
        return false;
    }
    *squares = (double)one / ((double)moments->n * (double)moments->n);
    return true;
}

bool moments_error(const struct moments *moments, double unit, double *error)
{
    if (moments->games < 2) {
        return false;
    }
    double n = (double)moments->n;
    double ratio = (double)moments->s / n;
    double games = (double)moments->games;
    double squares = 0;
    if (!exact_squares(moments, &squares)) {
        squares = (double)moments->ss - 2 * ratio * (double)moments->sn + ratio * ratio * (double)moments->nn;
    }
    /* Rounding may leave a little less than nothing. */
    *error = sqrt(games / (games - 1) * (squares > 0 ? squares : 0)) / n / unit;
    return true;
}

bool wilson(int64_t hits, int64_t all, double *low, double *high)
{
    const double z = 1.959964;
    if (all == 0) {
        return false;
    }
    double n = (double)all;
    double p = (double)hits / n;
    double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    *low = centre - half;
    *high = centre + half;
    return true;
}
