/*
 * Estimates with 95 % intervals that hold what they say, also for a club of
 * ten games (docs/statistics.md, "How sure", has the definitions and what they
 * were measured to hold). All come from integer sums over games (moments.h),
 * so that the same games give the same digits in any order.
 *
 * An interval of no width, for want of data or because nothing varied, is
 * none: `bounded` is false.
 */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

#include "stats/cards.h"

/* Half the width of a 95 % interval in standard deviations. */
#define INTERVAL_Z 1.959964

/* An estimate that may be missing, and its interval, which may be missing too. */
struct figure {
    bool known;
    bool bounded;
    double value;
    double lo, hi;
};

/* A number that is counted and not estimated: it has no interval. */
static inline struct figure figure_exact(bool known, double value)
{
    return (struct figure){.known = known, .value = value};
}

/* value ± INTERVAL_Z sd */
struct figure figure_normal(double value, double sd);

/* The mean S/N over games, S in units of 1/unit: points a copy, the club's mean score. */
struct figure figure_ratio(const struct moments *moments, double unit);
struct figure figure_counts(const struct counts *counts);

/* A share: S of the N observations; those of one game may hang together. */
struct figure figure_rate(const struct counts *counts);

/* Half the width in standard deviations of a 95 % interval that is one of `many`, so that all of them hold in 95 %. */
double interval_z_of(int64_t many);
/* Wilson's interval of the share s/n, its half-width in such deviations; unknown where n is 0. */
struct figure figure_share(int64_t s, int64_t n, double z);

/* Mean win points of a group of seats. */
struct figure figure_wins(const struct seat_wins *wins);

/*
 * How much the scores of one person vary, over the people of a selection:
 * what a player's own few scores are held together with. A person joins with
 * `games` scores, their sum and the sum of their squares; the order of people leaves no trace.
 * Scores may be in units of 1/scale point, and their squares in such units (evening.h): figures are in points.
 */
struct spread {
    int64_t scale; /* 0: points */
    int64_t people, games;
    wide sum, squares;
    wide within; /* squares about each person's mean, in units of 2^-32 */
};

void spread_add(struct spread *spread, int64_t games, int64_t sum, int64_t squares);
/* The mean of one person's scores. */
struct figure figure_mean(const struct spread *spread, int64_t games, int64_t sum, int64_t squares);

/* The 0.975 quantile of Student's t with so many degrees of freedom (1 at least), to 1e-8. */
double student_quantile(int64_t degrees);

#endif
