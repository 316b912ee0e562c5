/*
 * The integral over a lattice: POINTS points of as many dimensions as there
 * are differences between seats, spread by the multipliers below, whose
 * coordinates are quantiles of the normal distribution; each is taken twice, as
 * it is and mirrored, and the whole is done once for each seat as the first, with
 * the lattice moved, since its first dimensions are its best. The multipliers were found one after the other, each the
 * one with the smallest worst-case error for smooth periodic functions.
 */
#include "stats/forecast.h"

#include <math.h>

#include "base/banned.h"

enum { POINTS = 4093, DIFFERENCES = RATINGS_TABLE - 1 };

static const unsigned MULTIPLIER[DIFFERENCES] = {1, 1715, 452, 289, 1205, 329, 653, 690, 1130, 1243, 113};

/* A mixture with its seats in an order that does not depend on how they were named. */
struct table {
    const struct rating_mixture *mixture;
    size_t seats;
    size_t seat[RATINGS_TABLE];
};

/* ---- seats that are alike ---- */

/* Below zero, zero, above: which of two seats comes first, by what is known of them. */
static double compare(const struct rating_mixture *mixture, size_t a, size_t b)
{
    for (size_t k = 0; k < mixture->count; k++) {
        const struct rating_part *part = &mixture->part[k];
        double mean = part->mean[a] - part->mean[b];
        double variance = part->covariance[a][a] - part->covariance[b][b];
        double shared = 0;
        for (size_t i = 0; i < mixture->seats; i++) {
            shared += part->covariance[a][i] - part->covariance[b][i];
        }
        if (fabs(mean) > 1e-9) {
            return mean;
        }
        if (fabs(variance) > 1e-9) {
            return variance;
        }
        if (fabs(shared) > 1e-9) {
            return shared;
        }
    }
    return 0;
}

static void order_seats(struct table *table)
{
    for (size_t i = 0; i < table->seats; i++) {
        size_t at = i;
        for (; at > 0 && compare(table->mixture, table->seat[at - 1], i) < 0; at--) {
            table->seat[at] = table->seat[at - 1];
        }
        table->seat[at] = i;
    }
}

/* True where the distribution is the same with the two seats exchanged. */
static bool are_alike(const struct rating_mixture *mixture, size_t a, size_t b)
{
    for (size_t k = 0; k < mixture->count; k++) {
        const struct rating_part *part = &mixture->part[k];
        double apart = fabs(part->mean[a] - part->mean[b]) + fabs(part->covariance[a][a] - part->covariance[b][b]);
        for (size_t i = 0; i < mixture->seats; i++) {
            apart += i == a || i == b ? 0 : fabs(part->covariance[a][i] - part->covariance[b][i]);
        }
        if (apart > 1e-9) {
            return false;
        }
    }
    return true;
}

/* Seats that are alike share their chances, and all add up to 1. */
static void level(const struct rating_mixture *mixture, double *chance)
{
    double shared[RATINGS_TABLE];
    double sum = 0;
    for (size_t i = 0; i < mixture->seats; i++) {
        double total = 0;
        size_t count = 0;
        for (size_t k = 0; k < mixture->seats; k++) {
            if (are_alike(mixture, i, k)) {
                total += chance[k];
                count++;
            }
        }
        shared[i] = total / (double)count;
        sum += shared[i];
    }
    for (size_t i = 0; i < mixture->seats; i++) {
        chance[i] = shared[i] / sum;
    }
}

/* ---- the integral ---- */

/* quantile[i] is that of (i + 1/2) / POINTS, by Newton's method from the one before. */
static void find_quantiles(double quantile[POINTS])
{
    const double to_density = 0.39894228040143267794; /* 1 / sqrt(2 pi) */
    double x = 0;
    for (size_t i = POINTS / 2; i < POINTS; i++) {
        double above = 1 - ((double)i + 0.5) / POINTS;
        for (int steps = 0; steps < 30; steps++) {
            double step = (0.5 * erfc(x / sqrt(2.0)) - above) / (to_density * exp(-x * x / 2));
            x += fmin(step, 0.5);
            if (fabs(step) < 1e-13) {
                break;
            }
        }
        quantile[i] = i == POINTS / 2 ? 0 : x;
        quantile[POINTS - 1 - i] = -quantile[i];
    }
}

/* Differences to the last seat: their means, and the root of their covariance as a lower triangle. */
struct spread {
    size_t count;
    double mean[DIFFERENCES];
    double root[DIFFERENCES][DIFFERENCES];
};

static void find_spread(const struct table *table, const struct rating_part *part, struct spread *out)
{
    size_t last = table->seat[table->seats - 1];
    out->count = table->seats - 1;
    for (size_t i = 0; i < out->count; i++) {
        size_t a = table->seat[i];
        out->mean[i] = part->mean[a] - part->mean[last];
        for (size_t k = 0; k <= i; k++) {
            size_t b = table->seat[k];
            double left = part->covariance[a][b] - part->covariance[a][last] - part->covariance[b][last] +
                          part->covariance[last][last];
            for (size_t m = 0; m < k; m++) {
                left -= out->root[i][m] * out->root[k][m];
            }
            if (i == k) {
                out->root[i][i] = sqrt(fmax(left, 0));
            } else {
                out->root[i][k] = out->root[k][k] > 0 ? left / out->root[k][k] : 0;
            }
        }
    }
}

/* The chances at one point, `sign` 1 or -1, added to `sum`. */
static void add_point(const struct spread *spread, const double *z, double sign, double *sum)
{
    double strength[RATINGS_TABLE];
    double largest = 0; /* that of the last seat */
    double total = 0;
    for (size_t i = 0; i < spread->count; i++) {
        double away = 0;
        for (size_t k = 0; k <= i; k++) {
            away += spread->root[i][k] * z[k];
        }
        strength[i] = spread->mean[i] + sign * away;
        largest = fmax(largest, strength[i]);
    }
    strength[spread->count] = 0;
    for (size_t i = 0; i <= spread->count; i++) {
        strength[i] = exp(strength[i] - largest);
        total += strength[i];
    }
    for (size_t i = 0; i <= spread->count; i++) {
        sum[i] += strength[i] / total;
    }
}

/* One lattice, moved by a fixed fraction in each dimension that depends on `turn`. */
static void integrate(const struct spread *spread, const double quantile[POINTS], size_t turn, double *sum)
{
    unsigned at[DIFFERENCES];
    double z[DIFFERENCES];
    for (size_t i = 0; i < spread->count; i++) {
        at[i] = (unsigned)((turn * (i + 1) * (i + 2) * 619 + 977 * (i + 1)) % POINTS);
    }
    for (size_t point = 0; point < POINTS; point++) {
        for (size_t i = 0; i < spread->count; i++) {
            z[i] = quantile[at[i]];
            at[i] = (at[i] + MULTIPLIER[i]) % POINTS;
        }
        add_point(spread, z, 1, sum);
        add_point(spread, z, -1, sum);
    }
}

void forecast_chances(const struct rating_mixture *mixture, double chance[RATINGS_TABLE])
{
    double quantile[POINTS];
    struct table table = {.mixture = mixture, .seats = mixture->seats};
    find_quantiles(quantile);
    order_seats(&table);
    for (size_t i = 0; i < mixture->seats; i++) {
        chance[i] = mixture->count > 0 ? 0 : 1; /* nobody has played yet */
    }
    for (size_t k = 0; k < mixture->count; k++) {
        for (size_t turn = 0; turn < table.seats; turn++) {
            struct spread spread = {.count = 0};
            double sum[RATINGS_TABLE] = {0};
            struct table turned = table;
            for (size_t i = 0; i < table.seats; i++) {
                turned.seat[i] = table.seat[(i + turn) % table.seats];
            }
            find_spread(&turned, &mixture->part[k], &spread);
            integrate(&spread, quantile, turn, sum);
            for (size_t i = 0; i < mixture->seats; i++) {
                chance[turned.seat[i]] += mixture->part[k].weight * sum[i] / (2.0 * POINTS * (double)table.seats);
            }
        }
    }
    level(mixture, chance);
}
