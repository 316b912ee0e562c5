/*
 * The grid: the optimum of each tau, then weights, and variances of those taus
 * that count. The logarithms of weights may differ by thousands, so weights
 * are made of their differences to the largest. Of a club of hundreds only a
 * few taus count: those whose weight is proven to be nothing are not factored.
 */
#include "stats/ratings.h"
#include "stats/ratings_model.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"

#define SMALLEST_TAU 0.1
#define TAU_SPREAD 1.5   /* the scale of the prior of tau */
#define NEGLIGIBLE 1e-12 /* of the largest weight */

double rating_tau(size_t index)
{
    return SMALLEST_TAU * exp2((double)index / 3);
}

void rating_grid_release(const struct allocator *allocator, struct rating_grid *grid)
{
    mem_free(allocator, grid->theta);
    *grid = (struct rating_grid){.players = 0};
}

/* A fit under way. Players are those that are wanted, in ascending order. */
struct run {
    const struct rating_task *task;
    struct model model;
    struct rating_grid grid;
    struct anchor anchor;
    size_t *wanted;
    size_t *everybody;
    size_t count;     /* of wanted */
    double *variance; /* RATINGS_TAUS rows of `count`, of the taus that were weighed */
    double *scratch;  /* as many as players */
    bool weighed[RATINGS_TAUS];
    double base[RATINGS_TAUS]; /* the logarithm of the weight, without the determinant */
    double most[RATINGS_TAUS]; /* a guess of it, then what it cannot be more than, then, once weighed, what it is */
};

/* ---- optima ---- */

/* Where the search for the optimum of tau number k begins: where the optima before it point to. */
static void begin_tau(struct run *run, size_t k)
{
    size_t n = run->task->players;
    const double *optima = run->grid.theta;
    if (run->task->start) {
        memcpy(run->model.theta, &run->task->start[k * n], n * sizeof(double));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        double last = k > 0 ? optima[(k - 1) * n + i] : 0;
        double second = k > 1 ? optima[(k - 2) * n + i] : last;
        double third = k > 2 ? optima[(k - 3) * n + i] : 2 * second - last;
        double fourth = k > 3 ? optima[(k - 4) * n + i] : 3 * (third - second) + last;
        run->model.theta[i] = 4 * (last + third) - 6 * second - fourth;
    }
}

static enum err find_optima(struct run *run, struct error *error)
{
    struct model *model = &run->model;
    size_t n = run->task->players;
    for (size_t k = 0; k < RATINGS_TAUS; k++) {
        double tau = rating_tau(k);
        model->prior = rating_prior(k);
        begin_tau(run, k);
        enum err err = model_optimise(model, error);
        if (err != ERR_OK) {
            return err;
        }
        memcpy(&run->grid.theta[k * n], model->theta, n * sizeof(double));
        run->base[k] = model_posterior(model, model->theta) - ((double)n - 1) * log(tau) -
                       tau * tau / (2 * TAU_SPREAD * TAU_SPREAD);
        run->most[k] = run->base[k] - model_log_det_nearly(model) / 2;
    }
    return ERR_OK;
}

/* ---- weights ---- */

/* The variance of a contrast to the mean: of H^-1 everybody shares tau^2 / n, since H x 1 = 1 / tau^2. */
static double contrast_of(const struct run *run, size_t k, double inverse)
{
    return fmax(inverse - 1 / (rating_prior(k) * (double)run->task->players), 0);
}

/* Above RATINGS_EXACT: no matrix at all. */
static void weigh_nearly(struct run *run, size_t k)
{
    model_return(&run->model, &run->grid, k);
    run->weighed[k] = true;
    run->most[k] = run->base[k] - model_log_det_nearly(&run->model) / 2;
    for (size_t i = 0; i < run->count; i++) {
        run->variance[k * run->count + i] = 1 / run->model.diagonal[run->wanted[i]];
    }
}

/* The weight and the variances of one tau. The first that is weighed becomes the anchor, which is about everybody. */
static enum err weigh(struct run *run, size_t k, struct error *error)
{
    struct model *model = &run->model;
    bool first = run->anchor.curve == NULL;
    size_t count = first ? run->task->players : run->count;
    model_return(model, &run->grid, k);
    enum err err = model_factor(model, first ? run->everybody : run->wanted, count, error);
    if (err != ERR_OK) {
        return err;
    }
    double log_det = cholesky_log_det(&model->dense);
    cholesky_inverse_diagonal(&model->dense, count, run->scratch);
    run->weighed[k] = true;
    run->most[k] = run->base[k] - log_det / 2;
    for (size_t i = 0; i < run->count; i++) {
        run->variance[k * run->count + i] = contrast_of(run, k, run->scratch[first ? run->wanted[i] : i]);
    }
    return first ? anchor_init(&run->anchor, model, log_det, run->scratch, error) : ERR_OK;
}

/* The tau that may weigh most, of those that were weighed or were not. */
static size_t find_largest(const struct run *run, bool weighed)
{
    size_t largest = RATINGS_TAUS;
    for (size_t k = 0; k < RATINGS_TAUS; k++) {
        if (run->weighed[k] == weighed && (largest == RATINGS_TAUS || run->most[k] > run->most[largest])) {
            largest = k;
        }
    }
    return largest;
}

static enum err weigh_all(struct run *run, struct error *error)
{
    for (size_t k = 0; k < RATINGS_TAUS && !ratings_exact(run->task->players); k++) {
        weigh_nearly(run, k);
    }
    size_t next = find_largest(run, false);
    if (next == RATINGS_TAUS) {
        return ERR_OK;
    }
    enum err err = weigh(run, next, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t k = 0; k < RATINGS_TAUS; k++) {
        if (!run->weighed[k]) {
            const double *theta = &run->grid.theta[k * run->task->players];
            run->most[k] = run->base[k] - anchor_bound(&run->anchor, &run->model, rating_prior(k), theta) / 2;
        }
    }
    for (;;) {
        next = find_largest(run, false);
        if (next == RATINGS_TAUS || run->most[next] < run->most[find_largest(run, true)] + log(NEGLIGIBLE)) {
            return ERR_OK;
        }
        err = weigh(run, next, error);
        if (err != ERR_OK) {
            return err;
        }
    }
}

/* Logarithms become weights that add up to 1. */
static void level_weights(struct run *run)
{
    double largest = run->most[find_largest(run, true)];
    double sum = 0;
    for (size_t k = 0; k < RATINGS_TAUS; k++) {
        double weight = run->weighed[k] ? exp(run->most[k] - largest) : 0;
        run->grid.weight[k] = weight > NEGLIGIBLE ? weight : 0;
        sum += run->grid.weight[k];
    }
    for (size_t k = 0; k < RATINGS_TAUS; k++) {
        run->grid.weight[k] /= sum;
    }
}

/* ---- ratings ---- */

/* The means, and the variances of those that are wanted, over the taus that count. */
static void average(const struct run *run, struct rating *ratings)
{
    const struct rating_grid *grid = &run->grid;
    size_t n = grid->players;
    for (size_t i = 0; i < n; i++) {
        ratings[i] = (struct rating){.theta = 0};
        for (size_t k = 0; k < RATINGS_TAUS; k++) {
            ratings[i].theta += grid->weight[k] * grid->theta[k * n + i];
        }
        ratings[i].rating = 1500 + RATINGS_SCALE * ratings[i].theta;
    }
    for (size_t i = 0; i < run->count; i++) {
        struct rating *rating = &ratings[run->wanted[i]];
        double sum = 0;
        for (size_t k = 0; k < RATINGS_TAUS; k++) {
            double apart = grid->theta[k * n + run->wanted[i]] - rating->theta;
            sum += grid->weight[k] > 0 ? grid->weight[k] * (run->variance[k * run->count + i] + apart * apart) : 0;
        }
        rating->sd = RATINGS_SCALE * sqrt(sum);
    }
}

static enum err run_init(struct run *run, struct error *error)
{
    const struct rating_task *task = run->task;
    size_t n = task->players;
    run->grid.players = n;
    run->grid.theta = mem_new(task->allocator, RATINGS_TAUS * n + 1, sizeof(double));
    run->wanted = mem_new(task->allocator, 2 * n + 1, sizeof(size_t));
    if (!run->grid.theta || !run->wanted) {
        return error_raise(error, &MSG_MEMORY);
    }
    run->everybody = run->wanted + n;
    for (size_t i = 0; i < n; i++) {
        run->everybody[i] = i;
        if (!task->wanted || task->wanted[i]) {
            run->wanted[run->count++] = i;
        }
    }
    run->variance = mem_new(task->allocator, RATINGS_TAUS * run->count + n + 1, sizeof(double));
    if (!run->variance) {
        return error_raise(error, &MSG_MEMORY);
    }
    run->scratch = run->variance + RATINGS_TAUS * run->count;
    return model_init(&run->model, task, n, error);
}

static void run_release(struct run *run)
{
    mem_free(run->task->allocator, run->wanted);
    mem_free(run->task->allocator, run->variance);
    anchor_release(&run->anchor);
    model_release(&run->model);
}

static enum err fit(struct run *run, struct rating *ratings, struct error *error)
{
    enum err err = run_init(run, error);
    if (err != ERR_OK || run->task->players == 0) {
        return err;
    }
    err = find_optima(run, error);
    if (err != ERR_OK) {
        return err;
    }
    err = weigh_all(run, error);
    if (err != ERR_OK) {
        return err;
    }
    level_weights(run);
    average(run, ratings);
    return ERR_OK;
}

enum err ratings_run(const struct rating_task *task, struct rating *ratings, struct rating_grid *grid,
                     struct error *error)
{
    struct run run = {.task = task, .model = {.allocator = task->allocator}};
    enum err err = fit(&run, ratings, error);
    run_release(&run);
    if (err == ERR_OK && grid) {
        *grid = run.grid;
    } else {
        rating_grid_release(task->allocator, &run.grid);
    }
    return err;
}

enum err ratings_fit(const struct allocator *allocator, const struct rating_pair *pairs, size_t count,
                     struct rating *ratings, size_t players, struct error *error)
{
    const struct rating_task task = {.allocator = allocator, .pairs = pairs, .count = count, .players = players};
    return ratings_run(&task, ratings, NULL, error);
}
