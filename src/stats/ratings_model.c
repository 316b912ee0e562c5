/*
 * The posterior and its derivatives. Sums run in the order of the pairs: the
 * same pairs in the same order give the same bits.
 */
#include "stats/ratings_model.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"

static const struct message MSG_PAIR = {ERR_USAGE, "ratings.pair", "a pair names a player who is not there",
                                        "une paire nomme un joueur absent"};

static enum err take_pairs(struct model *model, const struct rating_task *task, struct error *error)
{
    for (size_t i = 0; i < task->count; i++) {
        const struct rating_pair *pair = &task->pairs[i];
        if (pair->a >= task->players || pair->b >= task->players || pair->a == pair->b) {
            return error_raise(error, &MSG_PAIR);
        }
        model->pairs[i] = (struct comparison){pair->a, pair->b, (double)pair->a_won / RATING_UNITS,
                                              (double)(pair->a_won + pair->b_won) / RATING_UNITS};
    }
    return ERR_OK;
}

enum err model_init(struct model *model, const struct rating_task *task, size_t columns, struct error *error)
{
    enum { VECTORS = 8 };
    const struct allocator *allocator = task->allocator;
    size_t n = task->players;
    *model = (struct model){.allocator = allocator, .players = n, .count = task->count};
    model->pace.deadline = task->deadline;
    model->pairs = mem_new(allocator, task->count + 1, sizeof(*model->pairs));
    model->curve = mem_new(allocator, task->count + 1, sizeof(double));
    model->theta = mem_new(allocator, VECTORS * n + 1, sizeof(double));
    if (!model->pairs || !model->curve || !model->theta) {
        return error_raise(error, &MSG_MEMORY);
    }
    double **const vectors[] = {&model->gradient,   &model->diagonal,   &model->step,      &model->scratch[0],
                                &model->scratch[1], &model->scratch[2], &model->scratch[3]};
    for (size_t i = 0; i < VECTORS - 1; i++) {
        *vectors[i] = model->theta + (i + 1) * n;
    }
    enum err err = take_pairs(model, task, error);
    if (err != ERR_OK || !ratings_exact(n)) {
        return err;
    }
    return cholesky_init(&model->dense, allocator, n, columns, error);
}

void model_release(struct model *model)
{
    mem_free(model->allocator, model->pairs);
    mem_free(model->allocator, model->curve);
    mem_free(model->allocator, model->theta);
    cholesky_release(&model->dense);
}

/* A sum that remembers what its additions lost. */
struct careful {
    double sum;
    double lost;
};

static void add(struct careful *to, double x)
{
    double sum = to->sum + x;
    to->lost += fabs(to->sum) >= fabs(x) ? (to->sum - sum) + x : (x - sum) + to->sum;
    to->sum = sum;
}

double model_posterior(const struct model *model, const double *theta)
{
    struct careful sum = {0, 0};
    for (size_t i = 0; i < model->players; i++) {
        add(&sum, -theta[i] * theta[i] * model->prior / 2);
    }
    for (size_t k = 0; k < model->count; k++) {
        const struct comparison *pair = &model->pairs[k];
        double x = theta[pair->a] - theta[pair->b];
        double likelier = -log1p(exp(-fabs(x))); /* ln sigmoid(|x|); that of -|x| is |x| less */
        double against = x > 0 ? pair->games - pair->won : pair->won;
        add(&sum, pair->games * likelier - fabs(x) * against);
    }
    return sum.sum + sum.lost;
}

void model_differentiate(struct model *model)
{
    for (size_t i = 0; i < model->players; i++) {
        model->gradient[i] = -model->theta[i] * model->prior;
        model->diagonal[i] = model->prior;
    }
    for (size_t k = 0; k < model->count; k++) {
        const struct comparison *pair = &model->pairs[k];
        double x = model->theta[pair->a] - model->theta[pair->b];
        double e = exp(-fabs(x));
        double likelier = 1 / (1 + e);
        double p = x >= 0 ? likelier : e * likelier;
        double curve = pair->games * e * likelier * likelier;
        double more = pair->won - pair->games * p;
        model->curve[k] = curve;
        model->gradient[pair->a] += more;
        model->gradient[pair->b] -= more;
        model->diagonal[pair->a] += curve;
        model->diagonal[pair->b] += curve;
    }
}

double rating_prior(size_t k)
{
    double tau = rating_tau(k);
    return 1 / (tau * tau);
}

void model_return(struct model *model, const struct rating_grid *grid, size_t k)
{
    model->prior = rating_prior(k);
    memcpy(model->theta, &grid->theta[k * grid->players], grid->players * sizeof(double));
    model_differentiate(model);
}

enum err model_begin_pass(struct model *model, struct error *error)
{
    return pace_take(&model->pace, (int64_t)(model->players + model->count), error);
}

enum err model_factor(struct model *model, const size_t *wanted, size_t count, struct error *error)
{
    cholesky_clear(&model->dense);
    for (size_t i = 0; i < model->players; i++) {
        *cholesky_at(&model->dense, i, i) = model->diagonal[i];
    }
    for (size_t k = 0; k < model->count; k++) {
        const struct comparison *pair = &model->pairs[k];
        size_t row = pair->a < pair->b ? pair->a : pair->b;
        size_t column = pair->a < pair->b ? pair->b : pair->a;
        *cholesky_at(&model->dense, row, column) -= model->curve[k];
    }
    model->factored = true;
    return cholesky_factor(&model->dense, wanted, count, &model->pace, error);
}

double model_log_det_nearly(const struct model *model)
{
    struct careful sum = {0, 0};
    for (size_t i = 0; i < model->players; i++) {
        add(&sum, log(model->diagonal[i]));
    }
    for (size_t k = 0; k < model->count; k++) {
        const struct comparison *pair = &model->pairs[k];
        double share = model->curve[k] / model->diagonal[pair->a];
        add(&sum, -share * model->curve[k] / model->diagonal[pair->b]); /* half of two: H is symmetric */
    }
    return sum.sum + sum.lost;
}
