/*
 * Ratings `bt-map/1`: Bradley-Terry, fitted to the whole history at once
 * (maximum a posteriori; docs/statistics.md).
 *
 * A game of n seats gives every pair of its players one comparison of weight
 * 2/n: won, lost, or half each when tied. The sums of these weights, in
 * sixtieths, are all that a fit needs, so its cost does not grow with
 * the number of games and its result does not depend on their order.
 *
 * The log-strengths theta have a normal prior with mean 0 and standard
 * deviation 1.5; the posterior is strictly log-concave, so there is one
 * optimum. Newton's method with a conjugate gradient solver finds it; only
 * pairs that met take part. sd is that of the diagonal of the inverse
 * Hessian: exact up to RATINGS_EXACT players; above, each player's
 * neighbours are taken out of the Hessian as if they had not met each other,
 * which is a little too small or too large where they did.
 */
#ifndef STATS_RATINGS_H
#define STATS_RATINGS_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "base/error.h"

#define RATINGS_ALGORITHM "bt-map/1"

enum { RATINGS_EXACT = 2000, SIXTIETHS = 60 };

/* What two players did against each other; a != b, each unordered pair at most once. */
struct rating_pair {
    uint32_t a;
    uint32_t b;
    int64_t a_won; /* in sixtieths */
    int64_t b_won;
};

struct rating {
    double theta;
    double rating; /* 1500 + 400/ln 10 x theta */
    double sd;     /* on the same scale */
};

/*
 * Weight, in sixtieths, that a pair of a game of `seats` players gives to
 * the one who finished before the other (`tied`: to each of the two).
 */
static inline int64_t rating_weight(unsigned seats, bool tied)
{
    return (tied ? SIXTIETHS : 2 * SIXTIETHS) / (int64_t)seats;
}

/*
 * Fits players 0 .. players-1 to `pairs`. `ratings` holds `players` elements;
 * their theta is where the fit starts (zeroes, or an earlier fit). Accurate
 * to 1e-6 rating points from any start. ERR_USAGE for a pair out of range.
 */
ERR_CHECK enum err ratings_fit(const struct allocator *allocator, const struct rating_pair *pairs, size_t count,
                               struct rating *ratings, size_t players, struct error *error);
/* The same with the standard deviations of those who are `wanted` only (NULL: everybody), which takes a fraction of the
 * time; the others' are 0. Fails with the error of `deadline` (NULL: none) once that is over. */
ERR_CHECK enum err ratings_fit_some(const struct allocator *allocator, const struct rating_pair *pairs, size_t count,
                                    struct rating *ratings, size_t players, const bool *wanted,
                                    const struct deadline *deadline, struct error *error);

#endif
