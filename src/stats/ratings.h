/*
 * Ratings `bt-map/2`: Bradley-Terry, fitted to the whole history at once
 * (maximum a posteriori; docs/statistics.md).
 *
 * A game of n seats gives every pair of its players one comparison of weight
 * 3/(n+1): won, lost, or half each when tied. The sums of these weights
 * (rating_unit.h) are all that a fit needs, so its cost does not grow with the
 * number of games and its result does not depend on their order.
 *
 * The log-strengths theta have a normal prior with mean 0 whose standard
 * deviation tau is integrated over a grid: at each tau there is one optimum,
 * the posterior being strictly log-concave, and a weight that says how well
 * this tau explains the games. A rating is the average over the weights of the
 * difference to the club's mean, which is 0 at every optimum; sd that of the
 * same contrast, with what the taus differ in.
 *
 * Exact to 1e-6 rating points up to RATINGS_EXACT players. Above, determinants
 * are those of a second-order expansion and each variance is that of a player
 * whose opponents are known: `ratings_exact` tells, so that an answer can.
 */
#ifndef STATS_RATINGS_H
#define STATS_RATINGS_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "base/error.h"
#include "stats/rating_unit.h"

#define RATINGS_ALGORITHM "bt-map/2"
#define RATINGS_SCALE (400.0 / 2.302585092994045684) /* rating points a unit of theta */

enum {
    RATINGS_EXACT = 1000, /* players */
    RATINGS_TAUS = 16,    /* 0.1 x 2^(k/3) */
    RATINGS_TABLE = 12    /* seats of which a joint distribution is told */
};

/* What two players did against each other; a != b, each unordered pair at most once. */
struct rating_pair {
    uint32_t a;
    uint32_t b;
    int64_t a_won; /* in units of 1/RATING_UNITS */
    int64_t b_won;
};

struct rating {
    double theta;  /* the average difference to the club's mean */
    double rating; /* 1500 + RATINGS_SCALE x theta */
    double sd;     /* on the same scale */
};

/* What a fit found at each tau: enough to begin another with, or to ask for joint distributions. */
struct rating_grid {
    size_t players;
    double weight[RATINGS_TAUS]; /* they add up to 1; 0: it does not count */
    double *theta;               /* RATINGS_TAUS rows of `players` */
};

struct rating_task {
    const struct allocator *allocator;
    const struct rating_pair *pairs;
    size_t count;
    size_t players; /* 0 .. players-1, each in a pair */
    /* Those whose sd is asked for, which takes less time than everybody's; the others' are 0. NULL: everybody. */
    const bool *wanted;
    const struct deadline *deadline; /* whose error ends the fit; NULL: none */
    /* RATINGS_TAUS rows of `players` to begin with, as of an earlier fit. NULL: from nothing, and the same pairs in the
     * same order give the same bits; with a start, the same within 1e-6 points. */
    const double *start;
};

double rating_tau(size_t index);
static inline bool ratings_exact(size_t players)
{
    return players <= RATINGS_EXACT;
}

/* `ratings` holds `players` elements. `grid` may be NULL. ERR_USAGE for a pair out of range. */
ERR_CHECK enum err ratings_run(const struct rating_task *task, struct rating *ratings, struct rating_grid *grid,
                               struct error *error);
void rating_grid_release(const struct allocator *allocator, struct rating_grid *grid);

/* The plain case: everybody, no deadline. */
ERR_CHECK enum err ratings_fit(const struct allocator *allocator, const struct rating_pair *pairs, size_t count,
                               struct rating *ratings, size_t players, struct error *error);

/* ---- the strengths of a table, with what is known of them together ---- */

#define RATING_NEWCOMER SIZE_MAX

/* A normal distribution of the log-strengths of the seats. */
struct rating_part {
    double weight;
    double mean[RATINGS_TABLE];
    double covariance[RATINGS_TABLE][RATINGS_TABLE];
};

/* The mixture of those that count. */
struct rating_mixture {
    size_t seats;
    size_t count;
    struct rating_part part[RATINGS_TAUS];
};

/*
 * The distribution of the players `seat` (1 to RATINGS_TABLE, none twice; RATING_NEWCOMER for one without a
 * rated game) after the fit of `task` that left `grid`. Above RATINGS_EXACT players, seats are taken as independent.
 */
ERR_CHECK enum err ratings_joint(const struct rating_task *task, const struct rating_grid *grid, const size_t *seat,
                                 size_t seats, struct rating_mixture *out, struct error *error);

#endif
