/*
 * The way to the optimum: Newton's method. The Hessian is factored, and a
 * factor serves, from one tau to the next too, for as long as the steps it
 * gives shrink fast enough; where few pairs met, and above RATINGS_EXACT, the
 * system is solved by conjugate gradients, which need only those pairs.
 */
#include "stats/ratings_model.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"

#define LONGEST 2.0   /* that a step may be */
#define ENOUGH 1e-12  /* a step that is shorter, or is followed by a shorter one, is the last */
#define HARMLESS 1e-9 /* a step below this that does not shrink any more is rounding */
#define SURE 0.25     /* a step below this raises the posterior */

enum { NEWTON_STEPS = 200, HALVINGS = 40 };

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

/* out = H x in */
static void multiply(const struct model *model, const double *in, double *out)
{
    for (size_t i = 0; i < model->players; i++) {
        out[i] = model->diagonal[i] * in[i];
    }
    for (size_t k = 0; k < model->count; k++) {
        const struct comparison *pair = &model->pairs[k];
        out[pair->a] -= model->curve[k] * in[pair->b];
        out[pair->b] -= model->curve[k] * in[pair->a];
    }
}

/* step = H^-1 x gradient to five digits, by conjugate gradients with the diagonal as preconditioner. */
static enum err solve_slowly(struct model *model, struct error *error)
{
    size_t n = model->players;
    double *residual = model->scratch[0];
    double *scaled = model->scratch[1];
    double *direction = model->scratch[2];
    double *product = model->scratch[3];
    for (size_t i = 0; i < n; i++) {
        model->step[i] = 0;
        residual[i] = model->gradient[i];
        scaled[i] = residual[i] / model->diagonal[i];
        direction[i] = scaled[i];
    }
    double rho = dot(residual, scaled, n);
    double enough = rho * 1e-10;
    for (size_t steps = 0; rho > enough && steps < 10 * n + 100; steps++) {
        enum err err = model_begin_pass(model, error);
        if (err != ERR_OK) {
            return err;
        }
        multiply(model, direction, product);
        double alpha = rho / dot(direction, product, n);
        for (size_t i = 0; i < n; i++) {
            model->step[i] += alpha * direction[i];
            residual[i] -= alpha * product[i];
            scaled[i] = residual[i] / model->diagonal[i];
        }
        double next = dot(residual, scaled, n);
        for (size_t i = 0; i < n; i++) {
            direction[i] = scaled[i] + next / rho * direction[i];
        }
        rho = next;
    }
    return ERR_OK;
}

/* Moves along the step, halving it while the posterior falls. */
static enum err advance(struct model *model, double longest, struct error *error)
{
    size_t n = model->players;
    double *trial = model->scratch[0];
    bool sure = longest < SURE;
    double size = longest > LONGEST ? LONGEST / longest : 1;
    double before = sure ? 0 : model_posterior(model, model->theta);
    for (int i = 0; i < HALVINGS; i++) {
        enum err err = model_begin_pass(model, error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t k = 0; k < n; k++) {
            trial[k] = model->theta[k] + size * model->step[k];
        }
        if (sure || model_posterior(model, trial) >= before - 1e-12 * (1 + fabs(before))) {
            break;
        }
        size /= 2;
    }
    memcpy(model->theta, trial, n * sizeof(double));
    return ERR_OK;
}

/* Whether conjugate gradients are less work than a factor: where few pairs met. Roughly, in nanoseconds. */
static bool is_sparse(const struct model *model)
{
    double n = (double)model->players;
    return !ratings_exact(model->players) || 100 * (double)model->count < n * n * n / 14;
}

/* The next step into `step`; `fresh`: with the derivatives as they are now. */
static enum err find_step(struct model *model, bool fresh, struct error *error)
{
    if (is_sparse(model)) {
        return solve_slowly(model, error);
    }
    enum err err = fresh ? model_factor(model, NULL, 0, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    memcpy(model->step, model->gradient, model->players * sizeof(double));
    cholesky_solve(&model->dense, model->step);
    return ERR_OK;
}

static double longest_of(const double *step, size_t n)
{
    double longest = 0;
    for (size_t i = 0; i < n; i++) {
        longest = fabs(step[i]) > longest ? fabs(step[i]) : longest;
    }
    return longest;
}

/*
 * Whether a new factor is less work than the steps that are left with this one, each `rate` times the one before.
 * Roughly, in nanoseconds.
 */
static bool is_stale(const struct model *model, double longest, double rate)
{
    double n = (double)model->players;
    double step = 12 * (double)model->count + 3 * n * n;
    double factor = n * n * n / 14;
    return longest > SURE || rate > 0.5 || step * (log(ENOUGH / longest) / log(rate) - 4) > factor;
}

enum err model_optimise(struct model *model, struct error *error)
{
    double before = (double)INFINITY;
    bool fresh = !model->factored;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        enum err err = model_begin_pass(model, error);
        if (err != ERR_OK) {
            return err;
        }
        model_differentiate(model);
        err = find_step(model, fresh, error);
        if (err != ERR_OK) {
            return err;
        }
        double longest = longest_of(model->step, model->players);
        err = advance(model, longest, error);
        double rate = longest / before; /* 0 for the first */
        /* The next one would be shorter still; of conjugate gradients, which may leave a slow direction for later, not sure. */
        bool last = !is_sparse(model) && rate > 0 && rate < 0.1 && longest * rate < ENOUGH / 10;
        if (err != ERR_OK || longest < ENOUGH || last || (fresh && longest < HARMLESS && rate > 0.5)) {
            return err;
        }
        fresh = rate > 0 ? is_stale(model, longest, rate) : longest > SURE;
        before = longest;
    }
    return ERR_OK;
}
