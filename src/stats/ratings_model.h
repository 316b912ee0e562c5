/*
 * Private to the fit of ratings: the posterior of the log-strengths at one
 * tau, its derivatives, and the way to its optimum. What ratings.h promises is
 * put together from these in ratings.c.
 */
#ifndef STATS_RATINGS_MODEL_H
#define STATS_RATINGS_MODEL_H

#include "stats/cholesky.h"
#include "stats/ratings.h"

/* A pair, in games. */
struct comparison {
    uint32_t a;
    uint32_t b;
    double won; /* by a */
    double games;
};

struct model {
    const struct allocator *allocator;
    size_t players;
    size_t count;
    struct comparison *pairs;
    double prior;     /* 1 / tau^2 */
    double *curve;    /* of each pair: games x p x (1 - p) at the current theta */
    double *theta;    /* these have an element for each player */
    double *gradient; /* of the posterior */
    double *diagonal; /* of H, the negative Hessian; beside it H has -curve at every pair */
    double *step;
    double *scratch[4];
    struct cholesky dense; /* of no use above RATINGS_EXACT */
    bool factored;         /* it has the factor of some H of this model */
    struct pace pace;
};

/* `columns`: of the inverse of H that may be asked for. */
ERR_CHECK enum err model_init(struct model *model, const struct rating_task *task, size_t columns, struct error *error);
void model_release(struct model *model);

/* Log posterior at `theta`, up to a constant. */
double model_posterior(const struct model *model, const double *theta);
/* Gradient, curves and diagonal at the current theta. */
void model_differentiate(struct model *model);
/* To the optimum of tau number k that a fit has found, with its prior and its derivatives. */
void model_return(struct model *model, const struct rating_grid *grid, size_t k);
/* 1 / tau^2 of tau number k. */
double rating_prior(size_t k);
/* To be called before a pass over all pairs: fails once the deadline is over. */
ERR_CHECK enum err model_begin_pass(struct model *model, struct error *error);
/* H of the last derivatives, factored; `wanted` columns of the inverse. Not above RATINGS_EXACT. */
ERR_CHECK enum err model_factor(struct model *model, const size_t *wanted, size_t count, struct error *error);
/* ln det H of the last derivatives to the second order: the definition above RATINGS_EXACT, below it a guess. */
double model_log_det_nearly(const struct model *model);

/* Moves theta to the optimum of the current prior; the derivatives are those of a point that is as good as it. */
ERR_CHECK enum err model_optimise(struct model *model, struct error *error);

/* ---- ratings_bound.c: how small a determinant can be ---- */

/* All that is known about H at one tau, the anchor. */
struct anchor {
    const struct allocator *allocator;
    double prior;
    double log_det;
    double trace;     /* of the inverse */
    double *inverse;  /* its diagonal */
    double *diagonal; /* of H */
    double *theta;
    double *curve;
};

/* Remembers the model as it stands; `inverse` has the diagonal of H^-1 of every player. */
ERR_CHECK enum err anchor_init(struct anchor *anchor, const struct model *model, double log_det, const double *inverse,
                               struct error *error);
void anchor_release(struct anchor *anchor); /* accepts a zeroed one */
/* ln det H at another prior, whose optimum is `theta`, is this at the least. */
double anchor_bound(const struct anchor *anchor, const struct model *model, double prior, const double *theta);

#endif
