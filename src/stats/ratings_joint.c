/*
 * What is known of the players at one table together: of each tau that counts
 * the factor of H and the few columns of its inverse that the table needs, so
 * that no matrix of everybody has to be kept.
 */
#include "stats/ratings_model.h"

#include "base/banned.h"

/* The seats that have a rating, in the order of their players. */
struct order {
    size_t count;
    size_t player[RATINGS_TABLE];
    size_t seat[RATINGS_TABLE];
};

static void order_seats(const size_t *seat, size_t seats, struct order *order)
{
    order->count = 0;
    for (size_t i = 0; i < seats; i++) {
        if (seat[i] == RATING_NEWCOMER) {
            continue;
        }
        size_t at = order->count++;
        for (; at > 0 && order->player[at - 1] > seat[i]; at--) {
            order->player[at] = order->player[at - 1];
            order->seat[at] = order->seat[at - 1];
        }
        order->player[at] = seat[i];
        order->seat[at] = i;
    }
}

static enum err fill_part(struct model *model, const struct order *order, size_t seats, struct rating_part *part,
                          struct error *error)
{
    bool exact = ratings_exact(model->players);
    enum err err = exact && order->count > 0 ? model_factor(model, order->player, order->count, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < seats; i++) {
        part->covariance[i][i] = 1 / model->prior; /* a newcomer's */
    }
    for (size_t i = 0; i < order->count; i++) {
        size_t one = order->seat[i];
        part->mean[one] = model->theta[order->player[i]];
        part->covariance[one][one] = 1 / model->diagonal[order->player[i]];
        for (size_t k = 0; exact && k < order->count; k++) {
            part->covariance[one][order->seat[k]] = cholesky_inverse(&model->dense, i, k);
        }
    }
    return ERR_OK;
}

enum err ratings_joint(const struct rating_task *task, const struct rating_grid *grid, const size_t *seat, size_t seats,
                       struct rating_mixture *out, struct error *error)
{
    struct model model;
    struct order order;
    order_seats(seat, seats, &order);
    *out = (struct rating_mixture){.seats = seats};
    enum err err = model_init(&model, task, order.count, error);
    for (size_t k = 0; err == ERR_OK && k < RATINGS_TAUS; k++) {
        if (grid->weight[k] > 0) {
            struct rating_part *part = &out->part[out->count++];
            part->weight = grid->weight[k];
            model_return(&model, grid, k);
            err = fill_part(&model, &order, seats, part, error);
        }
    }
    model_release(&model);
    return err;
}
