/*
 * The fit. Pairs become a symmetric sparse matrix, a row a player; the
 * Hessian has the same shape, and the prior on its diagonal keeps it well
 * conditioned, so that conjugate gradients need few steps.
 */
#include "stats/ratings.h"

#include <math.h>

#include "base/banned.h"

#define PRIOR_VARIANCE (1.5 * 1.5)
#define SCALE (400.0 / 2.302585092994045684) /* rating points a unit of theta */

enum { NEWTON_STEPS = 100, HALVINGS = 40, FEW = 4 };

static const struct message MSG_PAIR = {ERR_USAGE, "ratings.pair", "a pair names a player who is not there",
                                        "une paire nomme un joueur absent"};

/* One meeting in the row of a player: the opponent, games won against, games in all (both as weights). */
struct meeting {
    uint32_t other;
    double won;
    double games;
    double curve; /* games x p x (1 - p) at the current theta */
};

struct fit {
    const struct allocator *allocator;
    size_t players;
    size_t *first; /* row i: meetings first[i] .. first[i + 1] - 1 */
    struct meeting *meetings;
    double *theta;
    double *gradient;
    double *diagonal; /* of the negative Hessian */
    double *step;
    double *variance;
    double *scratch[4];
    struct pace pace;
};

static double sigmoid(double x)
{
    return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

/* log of sigmoid, without overflow */
static double log_sigmoid(double x)
{
    return x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

static void fit_release(struct fit *fit)
{
    mem_free(fit->allocator, fit->first);
    mem_free(fit->allocator, fit->meetings);
    mem_free(fit->allocator, fit->theta);
}

static enum err fit_init(struct fit *fit, const struct allocator *allocator, const struct rating_pair *pairs,
                         size_t count, size_t players, struct error *error)
{
    enum { VECTORS = 9 };
    *fit = (struct fit){.allocator = allocator, .players = players};
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].a >= players || pairs[i].b >= players || pairs[i].a == pairs[i].b) {
            return error_raise(error, &MSG_PAIR);
        }
    }
    fit->first = mem_new(allocator, players + 2, sizeof(*fit->first));
    fit->meetings = mem_new(allocator, 2 * count, sizeof(*fit->meetings));
    fit->theta = mem_new(allocator, VECTORS * players, sizeof(double));
    if (!fit->first || !fit->meetings || !fit->theta) {
        return error_raise(error, &MSG_MEMORY);
    }
    double **const vectors[] = {&fit->gradient,   &fit->diagonal,   &fit->step,       &fit->variance,
                                &fit->scratch[0], &fit->scratch[1], &fit->scratch[2], &fit->scratch[3]};
    for (size_t i = 0; i < VECTORS - 1; i++) {
        *vectors[i] = fit->theta + (i + 1) * players;
    }
    /* Counting sort by row: first[i + 2] counts, then first[i + 1] runs from the start of row i to its end. */
    for (size_t i = 0; i < count; i++) {
        fit->first[pairs[i].a + 2]++;
        fit->first[pairs[i].b + 2]++;
    }
    for (size_t i = 2; i < players + 2; i++) {
        fit->first[i] += fit->first[i - 1];
    }
    for (size_t i = 0; i < count; i++) {
        double a_won = (double)pairs[i].a_won / RATINGS_UNIT;
        double b_won = (double)pairs[i].b_won / RATINGS_UNIT;
        fit->meetings[fit->first[pairs[i].a + 1]++] = (struct meeting){pairs[i].b, a_won, a_won + b_won, 0};
        fit->meetings[fit->first[pairs[i].b + 1]++] = (struct meeting){pairs[i].a, b_won, a_won + b_won, 0};
    }
    return ERR_OK;
}

/* Log posterior at `theta`, up to a constant. */
static double posterior(const struct fit *fit, const double *theta)
{
    double sum = 0;
    for (size_t i = 0; i < fit->players; i++) {
        sum -= theta[i] * theta[i] / (2 * PRIOR_VARIANCE);
        for (size_t k = fit->first[i]; k < fit->first[i + 1]; k++) {
            const struct meeting *meeting = &fit->meetings[k];
            sum += meeting->won * log_sigmoid(theta[i] - theta[meeting->other]);
        }
    }
    return sum;
}

/* Gradient and Hessian at the current theta; returns the largest component of the gradient. */
static double differentiate(struct fit *fit)
{
    double largest = 0;
    for (size_t i = 0; i < fit->players; i++) {
        double gradient = -fit->theta[i] / PRIOR_VARIANCE;
        double diagonal = 1 / PRIOR_VARIANCE;
        for (size_t k = fit->first[i]; k < fit->first[i + 1]; k++) {
            struct meeting *meeting = &fit->meetings[k];
            double p = sigmoid(fit->theta[i] - fit->theta[meeting->other]);
            gradient += meeting->won - meeting->games * p;
            meeting->curve = meeting->games * p * (1 - p);
            diagonal += meeting->curve;
        }
        fit->gradient[i] = gradient;
        fit->diagonal[i] = diagonal;
        largest = fabs(gradient) > largest ? fabs(gradient) : largest;
    }
    return largest;
}

/* To be called before each pass over all meetings: fails once the deadline is over. */
static enum err begin_pass(struct fit *fit, struct error *error)
{
    return pace_take(&fit->pace, (int64_t)(fit->players + fit->first[fit->players]), error);
}

/* out = negative Hessian x in */
static void multiply(const struct fit *fit, const double *in, double *out)
{
    for (size_t i = 0; i < fit->players; i++) {
        double sum = fit->diagonal[i] * in[i];
        for (size_t k = fit->first[i]; k < fit->first[i + 1]; k++) {
            sum -= fit->meetings[k].curve * in[fit->meetings[k].other];
        }
        out[i] = sum;
    }
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
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

/* Moves along the step, halving it until the posterior does not fall. */
static enum err advance(struct fit *fit, struct error *error)
{
    double *trial = fit->scratch[0];
    double before = posterior(fit, fit->theta);
    double size = 1;
    for (int i = 0; i < HALVINGS; i++) {
        enum err err = begin_pass(fit, error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t k = 0; k < fit->players; k++) {
            trial[k] = fit->theta[k] + size * fit->step[k];
        }
        /* Close to the optimum the posterior is flat to the last bit: a whole step is right there. */
        if (posterior(fit, trial) >= before - 1e-12 * (1 + fabs(before))) {
            break;
        }
        size /= 2;
    }
    memcpy(fit->theta, trial, fit->players * sizeof(double));
    return ERR_OK;
}

/* ---- standard deviations ---- */

/* H = L L' by Cholesky, row after row, in the lower triangle of `l`. */
static enum err factorize(struct fit *fit, double *l, struct error *error)
{
    size_t n = fit->players;
    for (size_t i = 0; i < n; i++) {
        l[i * n + i] = fit->diagonal[i];
        for (size_t k = fit->first[i]; k < fit->first[i + 1]; k++) {
            l[i * n + fit->meetings[k].other] = -fit->meetings[k].curve;
        }
    }
    for (size_t j = 0; j < n; j++) {
        enum err err = pace_take(&fit->pace, (int64_t)((n - j) * (j + 1)), error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t i = j; i < n; i++) {
            double sum = l[i * n + j] - dot(&l[i * n], &l[j * n], j);
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    }
    return ERR_OK;
}

/* Column i of L^-1 gives (H^-1)_ii as its squared length. */
static enum err square_columns(struct fit *fit, double *l, double *variance, struct error *error)
{
    size_t n = fit->players;
    /* The inverse of L grows row by row in the upper triangle: l[j * n + i] becomes (L^-1)_ij for j < i. */
    for (size_t i = 0; i < n; i++) {
        variance[i] = 0;
    }
    for (size_t j = 0; j < n; j++) {
        enum err err = pace_take(&fit->pace, (int64_t)((n - j) * (n - j) / 2), error);
        if (err != ERR_OK) {
            return err;
        }
        double *column = &l[j * n]; /* behind the diagonal: column j of L^-1 */
        double first = 1 / l[j * n + j];
        variance[j] += first * first;
        for (size_t i = j + 1; i < n; i++) {
            double sum = l[i * n + j] * first;
            for (size_t k = j + 1; k < i; k++) {
                sum += l[i * n + k] * column[k];
            }
            column[i] = -sum / l[i * n + i];
            variance[j] += column[i] * column[i];
        }
    }
    return ERR_OK;
}

/* The diagonal of the inverse. */
static enum err invert_exactly(struct fit *fit, double *variance, struct error *error)
{
    double *l = mem_new(fit->allocator, fit->players * fit->players, sizeof(double));
    if (!l) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = factorize(fit, l, error);
    if (err == ERR_OK) {
        err = square_columns(fit, l, variance, error);
    }
    mem_free(fit->allocator, l);
    return err;
}

/* The diagonal where it is wanted: (H^-1)_ii is the i-th component of what solves H x = e_i. */
static enum err invert_some(struct fit *fit, const bool *wanted, double *variance, struct error *error)
{
    for (size_t i = 0; i < fit->players; i++) {
        if (wanted[i]) {
            memset(fit->gradient, 0, fit->players * sizeof(double));
            fit->gradient[i] = 1;
            enum err err = solve(fit, error);
            if (err != ERR_OK) {
                return err;
            }
            variance[i] = fit->step[i];
        }
    }
    return ERR_OK;
}

/* Each player's neighbours eliminated as if they had not met each other. */
static void invert_nearly(const struct fit *fit, double *variance)
{
    for (size_t i = 0; i < fit->players; i++) {
        double left = fit->diagonal[i];
        for (size_t k = fit->first[i]; k < fit->first[i + 1]; k++) {
            const struct meeting *meeting = &fit->meetings[k];
            left -= meeting->curve * meeting->curve / fit->diagonal[meeting->other];
        }
        variance[i] = 1 / left;
    }
}

/* Solving for each costs less than the whole inverse only while they are few. */
static bool are_few(const bool *wanted, size_t players)
{
    size_t count = 0;
    for (size_t i = 0; i < players; i++) {
        count += wanted[i];
    }
    return count * FEW < players;
}

/* The variances of theta; 0 for those that are not wanted. */
static enum err find_variances(struct fit *fit, const bool *wanted, double *variance, struct error *error)
{
    enum err err = ERR_OK;
    if (fit->players > RATINGS_EXACT) {
        invert_nearly(fit, variance);
    } else if (wanted && are_few(wanted, fit->players)) {
        err = invert_some(fit, wanted, variance, error);
    } else {
        err = invert_exactly(fit, variance, error);
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
    fit.pace.deadline = deadline;
    for (size_t i = 0; i < players; i++) {
        fit.theta[i] = ratings[i].theta;
    }
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
