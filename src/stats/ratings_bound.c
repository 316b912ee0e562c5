/*
 * A lower bound of a determinant that was not computed, so that a tau whose
 * weight cannot matter is never factored.
 *
 * H = sum of c (e_a - e_b)(e_a - e_b)' over the pairs + prior x 1. By the
 * formula of Cauchy and Binet its determinant is a polynomial of the curves c
 * and of the prior without a negative coefficient, so ln det H is convex in
 * their logarithms: it lies above its tangent at the anchor. The slope of ln c
 * there is the pair's leverage c x (e_a - e_b)' H^-1 (e_a - e_b), of which
 * bounds do: at most 1 and at most c (G_aa + G_bb), G = H^-1 having no negative
 * element; at least 4 c / (e_a - e_b)' H (e_a - e_b). The slope of the
 * prior's logarithm is prior x trace G.
 *
 * ln c is concave in the difference x of two players, with slope
 * -tanh(x / 2), and |x|/2 - |x|^3/24 <= tanh(|x| / 2) <= |x|/2.
 */
#include "stats/ratings_model.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"

enum err anchor_init(struct anchor *anchor, const struct model *model, double log_det, const double *inverse,
                     struct error *error)
{
    size_t n = model->players;
    *anchor = (struct anchor){.allocator = model->allocator, .prior = model->prior, .log_det = log_det};
    anchor->inverse = mem_new(model->allocator, 3 * n + 1, sizeof(double));
    anchor->curve = anchor->inverse ? mem_new(model->allocator, model->count + 1, sizeof(double)) : NULL;
    if (!anchor->curve) {
        anchor_release(anchor);
        return error_raise(error, &MSG_MEMORY);
    }
    anchor->diagonal = anchor->inverse + n;
    anchor->theta = anchor->inverse + 2 * n;
    memcpy(anchor->inverse, inverse, n * sizeof(double));
    memcpy(anchor->diagonal, model->diagonal, n * sizeof(double));
    memcpy(anchor->theta, model->theta, n * sizeof(double));
    memcpy(anchor->curve, model->curve, model->count * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        anchor->trace += inverse[i];
    }
    return ERR_OK;
}

void anchor_release(struct anchor *anchor)
{
    if (anchor->allocator) {
        mem_free(anchor->allocator, anchor->inverse);
        mem_free(anchor->allocator, anchor->curve);
    }
    *anchor = (struct anchor){.allocator = NULL};
}

double anchor_bound(const struct anchor *anchor, const struct model *model, double prior, const double *theta)
{
    double sum = anchor->log_det + anchor->prior * anchor->trace * log(prior / anchor->prior);
    for (size_t k = 0; k < model->count; k++) {
        const struct comparison *pair = &model->pairs[k];
        double curve = anchor->curve[k];
        double from = fabs(anchor->theta[pair->a] - anchor->theta[pair->b]);
        double to = fabs(theta[pair->a] - theta[pair->b]);
        if (to > from) { /* the curve falls */
            double leverage = curve * (anchor->inverse[pair->a] + anchor->inverse[pair->b]);
            sum -= fmin(leverage, 1) * fmin(to / 2, 1) * (to - from);
        } else {
            double leverage = 4 * curve / (anchor->diagonal[pair->a] + anchor->diagonal[pair->b] + 2 * curve);
            sum += leverage * fmax(to / 2 - to * to * to / 24, 0) * (from - to);
        }
    }
    return sum;
}
