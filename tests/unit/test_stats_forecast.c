/* Forecasts: against integrals computed another way, and what anybody would expect of chances. */
#include "support/cmocka.h"

#include "base/prng.h"
#include "stats/forecast.h"
#include "support/text.h"

#include <math.h>
#include <string.h>

enum { UNIT = RATING_UNITS };

static struct rating_mixture one_part(size_t seats)
{
    struct rating_mixture mixture = {.seats = seats, .count = 1};
    mixture.part[0].weight = 1;
    return mixture;
}

/* The integral of the logistic function over a normal distribution, by the rule of rectangles. */
static double logistic_normal(double mean, double sd)
{
    double sum = 0;
    double weight = 0;
    for (int i = -8000; i <= 8000; i++) {
        double z = i / 1000.0;
        double density = exp(-z * z / 2);
        sum += density / (1 + exp(-(mean + sd * z)));
        weight += density;
    }
    return sum / weight;
}

/* Large tables take long under a tool that watches every byte. */
static size_t most_seats(void)
{
    return test_cases(100) < 10 ? 4 : RATINGS_TABLE;
}

static void test_two_players_are_an_integral(void **state)
{
    (void)state;
    static const double mean[] = {0, 0.1, 0.8, -2, 4};
    static const double sd[] = {0.01, 0.3, 1, 2.5, 4.5};
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 5; k++) {
            struct rating_mixture mixture = one_part(2);
            double chance[RATINGS_TABLE];
            double half = sd[k] * sd[k] / 2;
            mixture.part[0].mean[0] = mean[i] + 0.25;
            mixture.part[0].mean[1] = 0.25;
            /* A shared level changes nothing. */
            mixture.part[0].covariance[0][0] = mixture.part[0].covariance[1][1] = half + 3;
            mixture.part[0].covariance[0][1] = mixture.part[0].covariance[1][0] = 3;
            forecast_chances(&mixture, chance);
            assert_true(fabs(chance[0] - logistic_normal(mean[i], sd[k])) < 1e-5);
            assert_true(fabs(chance[0] + chance[1] - 1) < 1e-12);
        }
    }
}

static void test_a_mixture_is_an_average(void **state)
{
    (void)state;
    struct rating_mixture mixture = {.seats = 2, .count = 2};
    double chance[RATINGS_TABLE];
    mixture.part[0] = (struct rating_part){.weight = 0.3, .mean = {1, 0}, .covariance = {{1, 0}, {0, 1}}};
    mixture.part[1] = (struct rating_part){.weight = 0.7, .mean = {0, 1}, .covariance = {{0.1, 0}, {0, 0.1}}};
    forecast_chances(&mixture, chance);
    double wanted = 0.3 * logistic_normal(1, sqrt(2)) + 0.7 * logistic_normal(-1, sqrt(0.2));
    assert_true(fabs(chance[0] - wanted) < 1e-5);
}

/* Without doubt it is the softmax, whatever the number of seats. */
static void test_known_strengths(void **state)
{
    (void)state;
    for (size_t seats = 2; seats <= most_seats(); seats++) {
        struct rating_mixture mixture = one_part(seats);
        double chance[RATINGS_TABLE];
        double total = 0;
        for (size_t i = 0; i < seats; i++) {
            mixture.part[0].mean[i] = (double)i / 3;
            total += exp((double)i / 3);
        }
        forecast_chances(&mixture, chance);
        for (size_t i = 0; i < seats; i++) {
            assert_true(fabs(chance[i] - exp((double)i / 3) / total) < 1e-12);
        }
    }
}

/* A distribution at random. */
static void make_random(struct prng *prng, size_t seats, struct rating_mixture *mixture)
{
    double root[RATINGS_TABLE][RATINGS_TABLE];
    *mixture = one_part(seats);
    for (size_t i = 0; i < seats; i++) {
        mixture->part[0].mean[i] = (double)prng_below(prng, 2000) / 1000;
        for (size_t k = 0; k < seats; k++) {
            root[i][k] = ((double)prng_below(prng, 2000) - 1000) / 2000;
        }
    }
    for (size_t i = 0; i < seats; i++) {
        for (size_t k = 0; k < seats; k++) {
            for (size_t m = 0; m < seats; m++) {
                mixture->part[0].covariance[i][k] += root[i][m] * root[k][m];
            }
        }
    }
}

static void test_order_of_seats_does_not_matter(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 3);
    for (size_t seats = 2; seats <= most_seats(); seats++) {
        struct rating_mixture mixture;
        struct rating_mixture turned = one_part(seats);
        double chance[RATINGS_TABLE];
        double other[RATINGS_TABLE];
        double sum = 0;
        make_random(&prng, seats, &mixture);
        for (size_t i = 0; i < seats; i++) {
            turned.part[0].mean[(i + 1) % seats] = mixture.part[0].mean[i];
            for (size_t k = 0; k < seats; k++) {
                turned.part[0].covariance[(i + 1) % seats][(k + 1) % seats] = mixture.part[0].covariance[i][k];
            }
        }
        forecast_chances(&mixture, chance);
        forecast_chances(&turned, other);
        for (size_t i = 0; i < seats; i++) {
            assert_true(fabs(chance[i] - other[(i + 1) % seats]) < 1e-12);
            sum += chance[i];
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

/* A pair of seats that differ in nothing has one chance; a table of equals has 1/n each. */
static void test_equals_are_equal(void **state)
{
    (void)state;
    for (size_t seats = 2; seats <= most_seats(); seats++) {
        struct rating_mixture mixture = one_part(seats);
        double chance[RATINGS_TABLE];
        for (size_t i = 0; i < seats; i++) {
            mixture.part[0].covariance[i][i] = 1.5;
        }
        forecast_chances(&mixture, chance);
        for (size_t i = 0; i < seats; i++) {
            assert_true(fabs(chance[i] - 1.0 / (double)seats) < 1e-9);
        }
        mixture.part[0].mean[0] = 1;
        forecast_chances(&mixture, chance);
        for (size_t i = 2; i < seats; i++) {
            assert_true(fabs(chance[i] - chance[1]) < 1e-9);
        }
        assert_true(chance[0] > chance[1]);
    }
}

/* Three seats against sums over a fine grid of two dimensions. */
static void test_three_players_are_an_integral(void **state)
{
    (void)state;
    if (test_cases(100) < 10) {
        return;
    }
    struct prng prng;
    prng_seed(&prng, 8);
    for (int round = 0; round < 5; round++) {
        struct rating_mixture mixture;
        double chance[RATINGS_TABLE];
        double sum[3] = {0, 0, 0};
        double weight = 0;
        make_random(&prng, 3, &mixture);
        const struct rating_part *part = &mixture.part[0];
        double a = part->covariance[0][0] - 2 * part->covariance[0][2] + part->covariance[2][2];
        double b = part->covariance[0][1] - part->covariance[0][2] - part->covariance[1][2] + part->covariance[2][2];
        double c = part->covariance[1][1] - 2 * part->covariance[1][2] + part->covariance[2][2];
        for (int i = -160; i <= 160; i++) {
            for (int k = -160; k <= 160; k++) {
                double x = i / 20.0;
                double y = k / 20.0;
                double density = exp(-(x * x + y * y) / 2);
                double one = exp(part->mean[0] - part->mean[2] + sqrt(a) * x);
                double two = exp(part->mean[1] - part->mean[2] + b / sqrt(a) * x + sqrt(c - b * b / a) * y);
                sum[0] += density * one / (1 + one + two);
                sum[1] += density * two / (1 + one + two);
                sum[2] += density / (1 + one + two);
                weight += density;
            }
        }
        forecast_chances(&mixture, chance);
        for (int i = 0; i < 3; i++) {
            assert_true(fabs(chance[i] - sum[i] / weight) < 1e-4);
        }
    }
}

static double draw_normal(struct prng *prng)
{
    double one = (prng_below(prng, 1000000) + 0.5) / 1e6;
    double two = (prng_below(prng, 1000000) + 0.5) / 1e6;
    return sqrt(-2 * log(one)) * cos(2 * 3.14159265358979 * two);
}

/* A full table of people of whom little is known, against random points. */
static void test_twelve_players_are_an_integral(void **state)
{
    (void)state;
    if (test_cases(100) < 10) {
        return;
    }
    enum { DRAWN = 200000 };
    static const double sd = 2.7;
    struct rating_mixture mixture = one_part(RATINGS_TABLE);
    double chance[RATINGS_TABLE];
    double sum[RATINGS_TABLE] = {0};
    struct prng prng;
    prng_seed(&prng, 21);
    for (size_t i = 0; i < RATINGS_TABLE; i++) {
        mixture.part[0].mean[i] = (double)(i * 5 % RATINGS_TABLE) / 2;
        mixture.part[0].covariance[i][i] = sd * sd;
    }
    for (int drawn = 0; drawn < DRAWN; drawn++) {
        double strength[RATINGS_TABLE];
        double total = 0;
        for (size_t i = 0; i < RATINGS_TABLE; i++) {
            strength[i] = exp(mixture.part[0].mean[i] + sd * draw_normal(&prng));
            total += strength[i];
        }
        for (size_t i = 0; i < RATINGS_TABLE; i++) {
            sum[i] += strength[i] / total / DRAWN;
        }
    }
    forecast_chances(&mixture, chance);
    for (size_t i = 0; i < RATINGS_TABLE; i++) {
        assert_true(fabs(chance[i] - sum[i]) < 0.003);
    }
}

/* From games to chances: the better player is the favourite, and a newcomer at an equal table is not at a loss. */
static void test_of_a_fit(void **state)
{
    (void)state;
    const struct rating_pair pairs[] = {{0, 1, 6 * UNIT, 2 * UNIT}, {1, 2, 3 * UNIT, 3 * UNIT}, {0, 2, 5 * UNIT, UNIT}};
    const struct rating_task task = {.allocator = &allocator_heap, .pairs = pairs, .count = 3, .players = 3};
    struct rating ratings[3];
    struct rating_grid grid;
    struct rating_mixture mixture;
    struct error error;
    double chance[RATINGS_TABLE];
    assert_int_equal(ratings_run(&task, ratings, &grid, &error), ERR_OK);
    const size_t seat[] = {2, RATING_NEWCOMER, 0, 1};
    assert_int_equal(ratings_joint(&task, &grid, seat, 4, &mixture, &error), ERR_OK);
    double mean = 0;
    double variance = 0;
    double weight = 0;
    for (size_t k = 0; k < mixture.count; k++) { /* the contrast's variance of seat 2, player 0, out of the joint one */
        const struct rating_part *part = &mixture.part[k];
        double own = 0;
        static const size_t known[] = {0, 2, 3};
        for (size_t i = 0; i < 3; i++) {
            for (size_t j = 0; j < 3; j++) {
                double share = ((known[i] == 2) - 1.0 / 3) * ((known[j] == 2) - 1.0 / 3);
                own += share * part->covariance[known[i]][known[j]];
            }
        }
        weight += part->weight;
        mean += part->weight * part->mean[2];
        variance += part->weight * (own + (part->mean[2] - ratings[0].theta) * (part->mean[2] - ratings[0].theta));
    }
    assert_true(fabs(weight - 1) < 1e-12);
    assert_true(fabs(mean - ratings[0].theta) < 1e-9);
    assert_true(fabs(RATINGS_SCALE * sqrt(variance) - ratings[0].sd) < 1e-6);
    forecast_chances(&mixture, chance);
    assert_true(chance[2] > chance[3] && chance[3] > chance[0] && chance[1] > chance[0]);
    const size_t pair[] = {1, RATING_NEWCOMER};
    const size_t strangers[] = {RATING_NEWCOMER, RATING_NEWCOMER};
    assert_int_equal(ratings_joint(&task, &grid, pair, 2, &mixture, &error), ERR_OK);
    assert_true(fabs(mixture.part[0].covariance[1][0]) < 1e-12);
    assert_int_equal(ratings_joint(&task, &grid, strangers, 2, &mixture, &error), ERR_OK);
    forecast_chances(&mixture, chance);
    assert_true(fabs(chance[0] - 0.5) < 1e-12);
    rating_grid_release(&allocator_heap, &grid);
    mixture.count = 0; /* a club without a game */
    forecast_chances(&mixture, chance);
    assert_true(fabs(chance[0] - 0.5) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_players_are_an_integral),
        cmocka_unit_test(test_a_mixture_is_an_average),
        cmocka_unit_test(test_known_strengths),
        cmocka_unit_test(test_order_of_seats_does_not_matter),
        cmocka_unit_test(test_equals_are_equal),
        cmocka_unit_test(test_three_players_are_an_integral),
        cmocka_unit_test(test_of_a_fit),
        cmocka_unit_test(test_twelve_players_are_an_integral),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
