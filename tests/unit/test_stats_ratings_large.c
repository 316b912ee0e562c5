/*
 * Ratings of large clubs: the way above RATINGS_EXACT against the exact one, and
 * the exact one against the definition written out naively, of a club in which
 * most taus are not even weighed. By itself, because it takes seconds of
 * arithmetic, which valgrind would make minutes.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "stats/ratings.h"

#include <math.h>
#include <stdlib.h>

enum { MEETINGS = 30 };

/* Everybody meets MEETINGS others, and wins as the strengths say; strengths are between -1 and 1. */
static size_t make_club(struct rating_pair *pairs, uint32_t players, uint64_t seed, uint32_t games)
{
    struct prng prng;
    size_t count = 0;
    prng_seed(&prng, seed);
    for (uint32_t i = 0; i < players; i++) {
        for (uint32_t k = 1; k <= MEETINGS; k++) {
            uint32_t j = (i + k * k) % players;
            double apart = 2.0 * ((double)(i * 7919 % players) - (double)(j * 7919 % players)) / players;
            struct rating_pair pair = {.a = i, .b = j};
            for (uint32_t g = 0; g < games; g++) {
                bool won = prng_below(&prng, 1000000) < 1000000 / (1 + exp(-apart));
                pair.a_won += won ? RATING_UNITS : 0;
                pair.b_won += won ? 0 : RATING_UNITS;
            }
            pairs[count++] = pair;
        }
    }
    return count;
}

static void test_large_club(void **state)
{
    (void)state;
    enum { MANY = RATINGS_EXACT + 1 };
    struct rating_pair *pairs = calloc((size_t)MANY * MEETINGS, sizeof(*pairs));
    struct rating *ratings = calloc(MANY, sizeof(*ratings));
    struct rating *exact = calloc(MANY, sizeof(*exact));
    struct error error;
    assert_non_null(pairs);
    assert_non_null(ratings);
    assert_non_null(exact);
    size_t count = make_club(pairs, MANY, 3, 1);
    assert_int_equal(ratings_fit(&allocator_heap, pairs, count, ratings, MANY, &error), ERR_OK);
    /* The same club without its last player is small enough for the exact way. */
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].a < RATINGS_EXACT && pairs[i].b < RATINGS_EXACT) {
            pairs[kept++] = pairs[i];
        }
    }
    assert_int_equal(ratings_fit(&allocator_heap, pairs, kept, exact, RATINGS_EXACT, &error), ERR_OK);
    for (uint32_t i = 0; i < RATINGS_EXACT; i++) {
        bool met_the_last = false;
        for (uint32_t k = 1; k <= MEETINGS; k++) {
            met_the_last = met_the_last || (i + k * k) % MANY == MANY - 1 || (MANY - 1 + k * k) % MANY == i;
        }
        if (!met_the_last) {
            assert_true(fabs(ratings[i].rating - exact[i].rating) < 0.1 * exact[i].sd);
            assert_true(fabs(ratings[i].sd - exact[i].sd) < 0.1 * exact[i].sd);
        }
    }
    free(pairs);
    free(ratings);
    free(exact);
}

/* ---- the definition, naively ---- */

enum { CLUB = 103 }; /* a prime of the kind 4n + 3: no two meet twice in make_club */

struct naive {
    const struct rating_pair *pairs;
    size_t count;
    double prior;
    double theta[CLUB];
    double gradient[CLUB];
    double h[CLUB][2 * CLUB]; /* beside it the unit matrix, which becomes the inverse */
    double log_det;
};

static double differentiate(struct naive *n)
{
    double posterior = 0;
    memset(n->h, 0, sizeof(n->h));
    for (int i = 0; i < CLUB; i++) {
        posterior -= n->theta[i] * n->theta[i] * n->prior / 2;
        n->gradient[i] = -n->theta[i] * n->prior;
        n->h[i][i] = n->prior;
        n->h[i][CLUB + i] = 1;
    }
    for (size_t k = 0; k < n->count; k++) {
        uint32_t a = n->pairs[k].a;
        uint32_t b = n->pairs[k].b;
        double x = n->theta[a] - n->theta[b];
        double won = (double)n->pairs[k].a_won / RATING_UNITS;
        double lost = (double)n->pairs[k].b_won / RATING_UNITS;
        double p = 1 / (1 + exp(-x));
        posterior += won * log(p) + lost * log(1 - p);
        n->gradient[a] += won - (won + lost) * p;
        n->gradient[b] -= won - (won + lost) * p;
        n->h[a][a] += (won + lost) * p * (1 - p);
        n->h[b][b] += (won + lost) * p * (1 - p);
        n->h[a][b] -= (won + lost) * p * (1 - p);
        n->h[b][a] -= (won + lost) * p * (1 - p);
    }
    return posterior;
}

static void invert(struct naive *n)
{
    n->log_det = 0;
    for (int i = 0; i < CLUB; i++) {
        double pivot = n->h[i][i];
        n->log_det += log(pivot);
        for (int j = 0; j < 2 * CLUB; j++) {
            n->h[i][j] /= pivot;
        }
        for (int k = 0; k < CLUB; k++) {
            double factor = k == i ? 0 : n->h[k][i];
            for (int j = 0; factor != 0 && j < 2 * CLUB; j++) {
                n->h[k][j] -= factor * n->h[i][j];
            }
        }
    }
}

static void test_grid_is_the_definition(void **state)
{
    (void)state;
    static struct naive n;
    static struct rating_pair pairs[CLUB * MEETINGS];
    static double theta[RATINGS_TAUS][CLUB];
    static double variance[RATINGS_TAUS][CLUB];
    double weight[RATINGS_TAUS];
    double largest = (double)-INFINITY;
    double sum = 0;
    struct rating ratings[CLUB];
    struct error error;
    n.pairs = pairs;
    n.count = make_club(pairs, CLUB, 4, 4);
    for (int t = 0; t < RATINGS_TAUS; t++) {
        double tau = 0.1 * pow(2, t / 3.0);
        n.prior = 1 / (tau * tau);
        for (int steps = 0; steps < 12; steps++) {
            (void)differentiate(&n);
            invert(&n);
            for (int i = 0; i < CLUB; i++) {
                for (int k = 0; k < CLUB; k++) {
                    n.theta[i] += n.h[i][CLUB + k] * n.gradient[k];
                }
            }
        }
        double posterior = differentiate(&n);
        invert(&n);
        weight[t] = posterior - (CLUB - 1) * log(tau) - n.log_det / 2 - tau * tau / (2 * 1.5 * 1.5);
        largest = fmax(largest, weight[t]);
        for (int i = 0; i < CLUB; i++) {
            double row = 0;
            double all = 0;
            for (int k = 0; k < CLUB; k++) {
                row += n.h[i][CLUB + k] / CLUB;
                for (int l = 0; l < CLUB; l++) {
                    all += n.h[k][CLUB + l] / CLUB / CLUB;
                }
            }
            theta[t][i] = n.theta[i];
            variance[t][i] = n.h[i][CLUB + i] - 2 * row + all;
        }
    }
    for (int t = 0; t < RATINGS_TAUS; t++) {
        weight[t] = exp(weight[t] - largest);
        sum += weight[t];
    }
    assert_int_equal(ratings_fit(&allocator_heap, pairs, n.count, ratings, CLUB, &error), ERR_OK);
    for (int i = 0; i < CLUB; i++) {
        double mean = 0;
        double square = 0;
        for (int t = 0; t < RATINGS_TAUS; t++) {
            mean += weight[t] / sum * theta[t][i];
        }
        for (int t = 0; t < RATINGS_TAUS; t++) {
            square += weight[t] / sum * (variance[t][i] + (theta[t][i] - mean) * (theta[t][i] - mean));
        }
        assert_true(fabs(ratings[i].rating - 1500 - 400 / log(10) * mean) < 1e-6);
        assert_true(fabs(ratings[i].sd - 400 / log(10) * sqrt(square)) < 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_large_club),
                                       cmocka_unit_test(test_grid_is_the_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
