/*
 * The fit. Pairs become a symmetric sparse matrix of which one half is kept;
 * the Hessian has the same shape, and the prior on its diagonal keeps it well
 * conditioned, so that conjugate gradients need few steps. Sums run in the
 * order of the pairs: the same pairs in the same order give the same bits.
 */
#include "stats/ratings.h"

#include <math.h>

#include "base/banned.h"

#define PRIOR_VARIANCE (1.5 * 1.5)
#define SCALE (400.0 / 2.302585092994045684) /* rating points a unit of theta */

enum { NEWTON_STEPS = 100, HALVINGS = 40, DOTS = 16 /* multiplications of a dot product to a step of the pace */ };

static const struct message MSG_PAIR = {ERR_USAGE, "ratings.pair", "a pair names a player who is not there",
                                        "une paire nomme un joueur absent"};

struct fit {
    const struct allocator *allocator;
    const struct rating_pair *pairs;
    size_t count;
    size_t players;
    double *curve; /* of each pair: games x p x (1 - p) at the current theta */
    double *theta;
    double *gradient;
    double *diagonal; /* of the negative Hessian */
    double *step;
    double *variance;
    double *scratch[4];
    struct pace pace;
};

static void fit_release(struct fit *fit)
{
    mem_free(fit->allocator, fit->curve);
    mem_free(fit->allocator, fit->theta);
}

static enum err fit_init(struct fit *fit, const struct allocator *allocator, const struct rating_pair *pairs,
                         size_t count, size_t players, struct error *error)
{
    enum { VECTORS = 9 };
    *fit = (struct fit){.allocator = allocator, .pairs = pairs, .count = count, .players = players};
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].a >= players || pairs[i].b >= players || pairs[i].a == pairs[i].b) {
            return error_raise(error, &MSG_PAIR);
        }
    }
    fit->curve = mem_new(allocator, count + 1, sizeof(*fit->curve));
    fit->theta = mem_new(allocator, VECTORS * players + 1, sizeof(double));
    if (!fit->curve || !fit->theta) {
        return error_raise(error, &MSG_MEMORY);
    }
    double **const vectors[] = {&fit->gradient,   &fit->diagonal,   &fit->step,       &fit->variance,
                                &fit->scratch[0], &fit->scratch[1], &fit->scratch[2], &fit->scratch[3]};
    for (size_t i = 0; i < VECTORS - 1; i++) {
        *vectors[i] = fit->theta + (i + 1) * players;
    }
    return ERR_OK;
}

/* Log posterior at `theta`, up to a constant. */
static double posterior(const struct fit *fit, const double *theta)
{
    double sum = 0;
    for (size_t i = 0; i < fit->players; i++) {
        sum -= theta[i] * theta[i] / (2 * PRIOR_VARIANCE);
    }
    for (size_t k = 0; k < fit->count; k++) {
        const struct rating_pair *pair = &fit->pairs[k];
        double x = theta[pair->a] - theta[pair->b];
        double shared = log1p(exp(-fabs(x))); /* minus the logarithm of what is likelier */
        sum -= shared * (double)(pair->a_won + pair->b_won) / SIXTIETHS;
        sum -= fabs(x) * (double)(x >= 0 ? pair->b_won : pair->a_won) / SIXTIETHS;
    }
    return sum;
}

/* Gradient and Hessian at the current theta; returns the largest component of the gradient. */
static double differentiate(struct fit *fit)
{
    double largest = 0;
    for (size_t i = 0; i < fit->players; i++) {
        fit->gradient[i] = -fit->theta[i] / PRIOR_VARIANCE;
        fit->diagonal[i] = 1 / PRIOR_VARIANCE;
    }
    for (size_t k = 0; k < fit->count; k++) {
        const struct rating_pair *pair = &fit->pairs[k];
        double won = (double)pair->a_won / SIXTIETHS;
        double games = (double)(pair->a_won + pair->b_won) / SIXTIETHS;
        double x = fit->theta[pair->a] - fit->theta[pair->b];
        double e = exp(-fabs(x));
        double p = x >= 0 ? 1 / (1 + e) : e / (1 + e);
        double curve = games * p * (1 - p);
        fit->curve[k] = curve;
        fit->gradient[pair->a] += won - games * p;
        fit->gradient[pair->b] -= won - games * p;
        fit->diagonal[pair->a] += curve;
        fit->diagonal[pair->b] += curve;
    }
    for (size_t i = 0; i < fit->players; i++) {
        largest = fabs(fit->gradient[i]) > largest ? fabs(fit->gradient[i]) : largest;
    }
    return largest;
}

/* To be called before each pass over all pairs: fails once the deadline is over. */
static enum err begin_pass(struct fit *fit, struct error *error)
{
    return pace_take(&fit->pace, (int64_t)(fit->players + fit->count), error);
}

/* out = negative Hessian x in */
static void multiply(const struct fit *fit, const double *in, double *out)
{
    for (size_t i = 0; i < fit->players; i++) {
        out[i] = fit->diagonal[i] * in[i];
    }
    for (size_t k = 0; k < fit->count; k++) {
        const struct rating_pair *pair = &fit->pairs[k];
        out[pair->a] -= fit->curve[k] * in[pair->b];
        out[pair->b] -= fit->curve[k] * in[pair->a];
    }
}

/* Four sums side by side, which a processor adds up at once, always in the same order. */
static double dot(const double *a, const double *b, size_t n)
{
    double sum[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        sum[0] += a[i] * b[i];
        sum[1] += a[i + 1] * b[i + 1];
        sum[2] += a[i + 2] * b[i + 2];
        sum[3] += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++) {
        sum[0] += a[i] * b[i];
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/* step = (negative Hessian)^-1 x gradient, by conjugate gradients with the diagonal as preconditioner. */
static enum err solve(struct fit *fit, struct error *error)
{
    size_t n = fit->players;
    double *residual = fit->scratch[0];
    double *scaled = fit->scratch[1];
    double *direction = fit->scratch[2];
    double *product = fit->scratch[3];
    for (size_t i = 0; i < n; i++) {
        fit->step[i] = 0;
        residual[i] = fit->gradient[i];
        scaled[i] = residual[i] / fit->diagonal[i];
        direction[i] = scaled[i];
    }
    double rho = dot(residual, scaled, n);
    double enough = rho * 1e-24;
    for (size_t steps = 0; rho > enough && rho > 0 && steps < 10 * n + 100; steps++) {
        enum err err = begin_pass(fit, error);
        if (err != ERR_OK) {
            return err;
        }
        multiply(fit, direction, product);
        double alpha = rho / dot(direction, product, n);
        for (size_t i = 0; i < n; i++) {
            fit->step[i] += alpha * direction[i];
            residual[i] -= alpha * product[i];
            scaled[i] = residual[i] / fit->diagonal[i];
        }
        double next = dot(residual, scaled, n);
        for (size_t i = 0; i < n; i++) {
            direction[i] = scaled[i] + next / rho * direction[i];
        }
        rho = next;
    }
    return ERR_OK;
}

/* Moves along the step, halving it until the posterior does not fall; a short step is right as it is. */
static enum err advance(struct fit *fit, struct error *error)
{
    double *trial = fit->scratch[0];
    double longest = 0;
    double before = 0;
    double size = 1;
    for (size_t k = 0; k < fit->players; k++) {
        longest = fabs(fit->step[k]) > longest ? fabs(fit->step[k]) : longest;
    }
    bool sure = longest < 0.25;
    if (!sure) {
        before = posterior(fit, fit->theta);
    }
    for (int i = 0; i < HALVINGS; i++) {
        enum err err = begin_pass(fit, error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t k = 0; k < fit->players; k++) {
            trial[k] = fit->theta[k] + size * fit->step[k];
        }
        if (sure || posterior(fit, trial) >= before - 1e-12 * (1 + fabs(before))) {
            break;
        }
        size /= 2;
    }
    memcpy(fit->theta, trial, fit->players * sizeof(double));
    return ERR_OK;
}

/* ---- standard deviations ---- */

/* H = L L', L in the lower triangle of `l`. */
static enum err factor(struct fit *fit, double *l, struct error *error)
{
    size_t n = fit->players;
    for (size_t i = 0; i < n; i++) {
        l[i * n + i] = fit->diagonal[i];
    }
    for (size_t k = 0; k < fit->count; k++) {
        const struct rating_pair *pair = &fit->pairs[k];
        size_t row = pair->a > pair->b ? pair->a : pair->b;
        size_t column = pair->a > pair->b ? pair->b : pair->a;
        l[row * n + column] -= fit->curve[k];
    }
    for (size_t i = 0; i < n; i++) {
        enum err err = pace_take(&fit->pace, (int64_t)(i * i / DOTS), error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t j = 0; j <= i; j++) {
            double sum = l[i * n + j] - dot(&l[i * n], &l[j * n], j);
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    }
    return ERR_OK;
}

/* Diagonal of the inverse: column i of L^-1 gives (H^-1)_ii as its squared length. Only those who are wanted. */
static enum err invert_exactly(struct fit *fit, const bool *wanted, double *variance, struct error *error)
{
    size_t n = fit->players;
    double *column = fit->scratch[0];
    double *l = mem_new(fit->allocator, n * n, sizeof(double));
    if (!l) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = factor(fit, l, error);
    for (size_t j = 0; err == ERR_OK && j < n; j++) {
        if (wanted && !wanted[j]) {
            continue;
        }
        err = pace_take(&fit->pace, (int64_t)((n - j) * (n - j) / DOTS), error);
        column[j] = 1 / l[j * n + j];
        for (size_t i = j + 1; i < n; i++) {
            column[i] = -dot(&l[i * n + j], &column[j], i - j) / l[i * n + i];
        }
        variance[j] = dot(&column[j], &column[j], n - j);
    }
    mem_free(fit->allocator, l);
    return err;
}

/* Each player's neighbours eliminated as if they had not met each other. */
static void invert_nearly(const struct fit *fit, double *variance)
{
    for (size_t i = 0; i < fit->players; i++) {
        variance[i] = fit->diagonal[i];
    }
    for (size_t k = 0; k < fit->count; k++) {
        const struct rating_pair *pair = &fit->pairs[k];
        double square = fit->curve[k] * fit->curve[k];
        variance[pair->a] -= square / fit->diagonal[pair->b];
        variance[pair->b] -= square / fit->diagonal[pair->a];
    }
    for (size_t i = 0; i < fit->players; i++) {
        variance[i] = 1 / variance[i];
    }
}

/* The variances of theta; 0 for those that are not wanted. */
static enum err find_variances(struct fit *fit, const bool *wanted, double *variance, struct error *error)
{
    enum err err = ERR_OK;
    if (fit->players > RATINGS_EXACT) {
        invert_nearly(fit, variance);
    } else {
        err = invert_exactly(fit, wanted, variance, error);
    }
    for (size_t i = 0; wanted && i < fit->players; i++) {
        variance[i] = wanted[i] ? variance[i] : 0;
    }
    return err;
}

static enum err find_optimum(struct fit *fit, struct error *error)
{
    double gradient = differentiate(fit);
    for (int i = 0; i < NEWTON_STEPS && gradient > 1e-11; i++) {
        enum err err = solve(fit, error);
        if (err == ERR_OK) {
            err = advance(fit, error);
        }
        if (err != ERR_OK) {
            return err;
        }
        double next = differentiate(fit);
        if (next >= gradient && next < 1e-9) {
            break; /* rounding is all that is left */
        }
        gradient = next;
    }
    return ERR_OK;
}

enum err ratings_fit(const struct allocator *allocator, const struct rating_pair *pairs, size_t count,
                     struct rating *ratings, size_t players, struct error *error)
{
    return ratings_fit_some(allocator, pairs, count, ratings, players, NULL, NULL, error);
}

enum err ratings_fit_some(const struct allocator *allocator, const struct rating_pair *pairs, size_t count,
                          struct rating *ratings, size_t players, const bool *wanted, const struct deadline *deadline,
                          struct error *error)
{
    struct fit fit;
    enum err err = fit_init(&fit, allocator, pairs, count, players, error);
    if (err != ERR_OK || players == 0) {
        fit_release(&fit);
        return err;
    }
    for (size_t i = 0; i < players; i++) {
        fit.theta[i] = ratings[i].theta;
    }
    fit.pace.deadline = deadline;
    err = find_optimum(&fit, error);
    if (err == ERR_OK) {
        err = find_variances(&fit, wanted, fit.variance, error);
    }
    for (size_t i = 0; err == ERR_OK && i < players; i++) {
        ratings[i] = (struct rating){fit.theta[i], 1500 + SCALE * fit.theta[i], SCALE * sqrt(fit.variance[i])};
    }
    fit_release(&fit);
    return err;
}
