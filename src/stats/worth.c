/*
 * The fit of worth/1: an optimum for each sd of the prior, each from the last
 * one's, and the average over them.
 *
 * A walk over the games is what costs, and what it yields does not depend on
 * the prior. So the slopes at the last optimum give the first step under the
 * next sd without a walk; and close to an optimum the Hessian hardly changes,
 * so that the next few steps make do with the old one and need only gradients.
 * An optimum is found when a step there, with its own Hessian, is below 1e-11.
 */
#include "stats/worth.h"

#include "stats/interval.h"
#include "stats/ratings.h"
#include "stats/worth_games.h"

#include <math.h>

#include "base/banned.h"

#define FIRST_SD 0.02
#define SPREAD 0.3 /* of the prior over the sd */
#define ENOUGH 1e-11
#define LONGEST 2.0
#define NEAR 0.5  /* a step so short may be followed by others with the same Hessian */
#define SURE 0.05 /* one so short is right as it is */

enum { SDS = 11, STEPS = 200, HALVINGS = 40, CHEAP = 8, DOTS = 8 /* multiplications to a step of the pace */ };

struct fit {
    const struct worth *worth;
    struct pace pace;
    struct worth_slopes slopes; /* at beta, whenever a function is entered or left */
    size_t row;
    double *memory;
    double *beta;
    double *before; /* the beta that the last whole step started from */
    double *step;
    double *share; /* of all copies */
    double *lower; /* L of H = L L' with the prior */
    double *scratch;
    double *contrast;   /* SDS rows */
    double *variance;   /* likewise */
    double weight[SDS]; /* logarithms, until they are made to sum to 1 */
};

static enum err fit_init(struct fit *fit, const struct worth *worth, const struct deadline *deadline,
                         struct error *error)
{
    *fit = (struct fit){.worth = worth, .pace = {.deadline = deadline}};
    enum err err = worth_slopes_init(worth, &fit->slopes, error);
    if (err != ERR_OK) {
        return err;
    }
    size_t row = fit->slopes.row;
    double **const vectors[] = {&fit->beta, &fit->before, &fit->step, &fit->share, &fit->scratch};
    size_t count = sizeof(vectors) / sizeof(vectors[0]);
    fit->row = row;
    fit->memory = mem_new(worth->allocator, row * (count + row + (size_t)2 * SDS), sizeof(double));
    if (!fit->memory) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        *vectors[i] = fit->memory + i * row;
    }
    fit->lower = fit->memory + count * row;
    fit->contrast = fit->lower + row * row;
    fit->variance = fit->contrast + SDS * row;
    return ERR_OK;
}

static void fit_release(struct fit *fit)
{
    worth_slopes_release(fit->worth->allocator, &fit->slopes);
    mem_free(fit->worth->allocator, fit->memory);
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* ---- one system ---- */

/* H = L L' of the Hessian at hand with the prior; the factors of three types fill a triangle. */
static enum err factor(struct fit *fit, double precision, struct error *error)
{
    size_t n = fit->worth->types;
    size_t row = fit->row;
    double *l = fit->lower;
    for (size_t i = 0; i < n; i++) {
        const double *h = &fit->slopes.hessian[i * row];
        enum err err = pace_take(&fit->pace, (int64_t)(i * i / 2 / DOTS), error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t j = 0; j < i; j++) {
            l[i * row + j] = (h[j] - dot(&l[i * row], &l[j * row], j)) / l[j * row + j];
        }
        l[i * row + i] = sqrt(h[i] + precision - dot(&l[i * row], &l[i * row], i));
    }
    return ERR_OK;
}

/* x = H^-1 x */
static void solve(const struct fit *fit, double *x)
{
    size_t n = fit->worth->types;
    size_t row = fit->row;
    const double *l = fit->lower;
    for (size_t i = 0; i < n; i++) {
        x[i] = (x[i] - dot(&l[i * row], x, i)) / l[i * row + i];
    }
    for (size_t i = n; i-- > 0;) {
        x[i] /= l[i * row + i];
        for (size_t j = 0; j < i; j++) {
            x[j] -= l[i * row + j] * x[i];
        }
    }
}

/* ---- an optimum ---- */

/* The step of Newton's method by the gradient at hand; its length, of which it has LONGEST at the most. */
static double find_step(struct fit *fit, double precision)
{
    size_t n = fit->worth->types;
    for (size_t i = 0; i < n; i++) {
        fit->step[i] = fit->slopes.gradient[i] - precision * fit->beta[i];
    }
    solve(fit, fit->step);
    double length = sqrt(dot(fit->step, fit->step, n));
    for (size_t i = 0; length > LONGEST && i < n; i++) {
        fit->step[i] *= LONGEST / length;
    }
    return length < LONGEST ? length : LONGEST;
}

static void take_step(struct fit *fit)
{
    for (size_t i = 0; i < fit->worth->types; i++) {
        fit->beta[i] += fit->step[i];
    }
}

static double log_posterior(const struct fit *fit, double precision)
{
    return fit->slopes.value - precision / 2 * dot(fit->beta, fit->beta, fit->worth->types);
}

/* After a short step: more of them with the same Hessian, as long as each is a small part of the one before. */
static enum err creep(struct fit *fit, double precision, double length, struct error *error)
{
    for (int i = 0; i < CHEAP && length < NEAR && length > ENOUGH; i++) {
        enum err err = worth_walk(fit->worth, fit->beta, false, &fit->pace, &fit->slopes, error);
        if (err != ERR_OK) {
            return err;
        }
        double next = find_step(fit, precision);
        if (next > length / 4) {
            return ERR_OK;
        }
        take_step(fit);
        if (next * (next / length) < ENOUGH / 10) {
            return ERR_OK;
        }
        length = next;
    }
    return ERR_OK;
}

/* The slopes at a new beta. A long step that has made things worse is halved until it has not. */
static enum err arrive(struct fit *fit, double precision, double length, double posterior, struct error *error)
{
    for (int i = 0; i < HALVINGS; i++) {
        enum err err = worth_walk(fit->worth, fit->beta, true, &fit->pace, &fit->slopes, error);
        if (err != ERR_OK || length < SURE || log_posterior(fit, precision) >= posterior) {
            return err;
        }
        for (size_t k = 0; k < fit->worth->types; k++) {
            fit->beta[k] = (fit->beta[k] + fit->before[k]) / 2;
        }
        length /= 2;
    }
    return ERR_OK;
}

/* From the beta at hand, whose slopes are known, to the optimum under a prior of this precision; H there is factored. */
static enum err climb(struct fit *fit, double precision, struct error *error)
{
    for (int i = 0; i < STEPS; i++) {
        enum err err = factor(fit, precision, error);
        if (err != ERR_OK) {
            return err;
        }
        double length = find_step(fit, precision);
        if (length < ENOUGH) {
            return ERR_OK;
        }
        double posterior = log_posterior(fit, precision);
        memcpy(fit->before, fit->beta, fit->row * sizeof(double));
        take_step(fit);
        err = creep(fit, precision, length, error);
        if (err != ERR_OK) {
            return err;
        }
        err = arrive(fit, precision, length, posterior, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return factor(fit, precision, error);
}

/* ---- figures ---- */

static double log_weight(const struct fit *fit, double sd)
{
    size_t n = fit->worth->types;
    double logs = 0; /* 1/2 ln det H */
    for (size_t i = 0; i < n; i++) {
        logs += log(fit->lower[i * fit->row + i]);
    }
    return log_posterior(fit, 1 / (sd * sd)) - ((double)n - 1) * log(sd) - logs - sd * sd / (2 * SPREAD * SPREAD);
}

/* The contrasts to the average card, and their variances, at the optimum at hand. */
static enum err fill_contrasts(struct fit *fit, double *contrast, double *variance, struct error *error)
{
    size_t n = fit->worth->types;
    size_t row = fit->row;
    double *shared = fit->step; /* H^-1 f */
    double *column = fit->scratch;
    const double *l = fit->lower;
    memcpy(shared, fit->share, n * sizeof(double));
    solve(fit, shared);
    double average = dot(fit->share, fit->beta, n);
    double common = dot(fit->share, shared, n);
    for (size_t k = 0; k < n; k++) {
        enum err err = pace_take(&fit->pace, (int64_t)((n - k) * (n - k) / 2 / DOTS), error);
        if (err != ERR_OK) {
            return err;
        }
        /* Column k of L^-1 gives (H^-1)_kk as its squared length. */
        column[k] = 1 / l[k * row + k];
        for (size_t i = k + 1; i < n; i++) {
            column[i] = -dot(&l[i * row + k], &column[k], i - k) / l[i * row + i];
        }
        contrast[k] = fit->beta[k] - average;
        variance[k] = dot(&column[k], &column[k], n - k) - 2 * shared[k] + common;
    }
    return ERR_OK;
}

/* From logarithms to shares of 1. */
static void share_out(double *weight)
{
    double largest = weight[0];
    double sum = 0;
    for (int i = 1; i < SDS; i++) {
        largest = weight[i] > largest ? weight[i] : largest;
    }
    for (int i = 0; i < SDS; i++) {
        weight[i] = exp(weight[i] - largest);
        sum += weight[i];
    }
    for (int i = 0; i < SDS; i++) {
        weight[i] /= sum;
    }
}

static struct worth_value average(const struct fit *fit, size_t type)
{
    double value = 0;
    double variance = 0;
    for (size_t i = 0; i < SDS; i++) {
        value += fit->weight[i] * fit->contrast[i * fit->row + type];
    }
    for (size_t i = 0; i < SDS; i++) {
        double off = fit->contrast[i * fit->row + type] - value;
        variance += fit->weight[i] * (fit->variance[i * fit->row + type] + off * off);
    }
    double half = INTERVAL_Z * sqrt(variance > 0 ? variance : 0);
    return (struct worth_value){true, RATINGS_SCALE * value, RATINGS_SCALE * (value - half),
                                RATINGS_SCALE * (value + half)};
}

static enum err fit_all(struct fit *fit, struct error *error)
{
    enum err err = worth_walk(fit->worth, fit->beta, true, &fit->pace, &fit->slopes, error);
    for (int i = 0; i < SDS && err == ERR_OK; i++) {
        size_t at = (size_t)i * fit->row;
        double sd = FIRST_SD * pow(2, i / 2.0);
        err = climb(fit, 1 / (sd * sd), error);
        if (err != ERR_OK) {
            return err;
        }
        fit->weight[i] = log_weight(fit, sd);
        err = fill_contrasts(fit, &fit->contrast[at], &fit->variance[at], error);
    }
    return err;
}

enum err worth_fit(const struct worth *worth, const struct deadline *deadline, struct worth_value *values,
                   struct error *error)
{
    struct fit fit;
    int64_t copies = 0;
    for (size_t i = 0; i < worth->types; i++) {
        values[i] = (struct worth_value){.known = false};
        copies += i < WORTH_TYPES ? worth->total[i] : 0;
    }
    if (copies == 0) {
        return ERR_OK;
    }
    enum err err = fit_init(&fit, worth, deadline, error);
    if (err != ERR_OK) {
        goto out;
    }
    for (size_t i = 0; i < worth->types; i++) {
        fit.share[i] = (double)worth->total[i] / (double)copies;
    }
    err = fit_all(&fit, error);
    if (err != ERR_OK) {
        goto out;
    }
    share_out(fit.weight);
    for (size_t i = 0; i < worth->types; i++) {
        if (worth->total[i] > 0) {
            values[i] = average(&fit, i);
        }
    }
out:
    fit_release(&fit);
    return err;
}
