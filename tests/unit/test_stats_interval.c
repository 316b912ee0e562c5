/* Intervals: the vectors of the definition, Student's quantiles, and what any interval must keep to. */
#include "support/cmocka.h"

#include "stats/interval.h"

#include <math.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) < (by))

static void expect_figure(const struct figure *figure, double value, double lo, double hi)
{
    assert_true(figure->known && figure->bounded);
    NEAR(figure->value, value, 0.00000051);
    NEAR(figure->lo, lo, 0.00000051);
    NEAR(figure->hi, hi, 0.00000051);
}

static void expect_bare(const struct figure *figure, double value)
{
    assert_true(figure->known && !figure->bounded);
    NEAR(figure->value, value, 1e-12);
}

/* Values of tables, with more digits from an independent integration. */
static void test_student(void **state)
{
    (void)state;
    static const struct {
        int64_t degrees;
        double quantile;
    } table[] = {{1, 12.7062047362},  {2, 4.3026527297},   {3, 3.1824463053},   {4, 2.7764451052},
                 {5, 2.5705818356},   {10, 2.2281388520},  {30, 2.0422724563},  {100, 1.9839715185},
                 {199, 1.9719565442}, {200, 1.9718962236}, {1000, 1.9623390808}};
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        NEAR(student_quantile(table[i].degrees), table[i].quantile, 1e-8);
    }
    for (int64_t d = 2; d < 1000; d++) { /* it falls towards the normal one, across the seam too */
        assert_true(student_quantile(d) < student_quantile(d - 1));
        assert_true(student_quantile(d) > 1.9599639845);
    }
    NEAR(student_quantile(INT64_C(1) << 40), 1.9599639845, 1e-9);
}

static struct moments moments_from(const int64_t (*games)[2], size_t count)
{
    struct moments moments = {.games = 0};
    for (size_t i = 0; i < count; i++) {
        moments_add(&moments, games[i][0], games[i][1], 1);
    }
    return moments;
}

static struct counts counts_from(const int64_t (*games)[2], size_t count)
{
    struct counts counts = {.games = 0};
    for (size_t i = 0; i < count; i++) {
        counts_add(&counts, games[i][0], games[i][1], 1);
    }
    return counts;
}

static void test_ratios(void **state)
{
    (void)state;
    static const int64_t one[][2] = {{18, 5}, {9, 3}, {0, 0}, {12, 2}};
    static const int64_t two[][2] = {{10, 4}, {3, 2}};
    static const int64_t rabbits[][2] = {{4, 4}, {3, 3}, {7, 7}};
    struct moments moments = moments_from(one, 4);
    struct figure figure = figure_ratio(&moments, 1);
    expect_figure(&figure, 3.9, 1.152696, 6.647304);
    moments = moments_from(two, 2);
    figure = figure_ratio(&moments, 1);
    expect_figure(&figure, 2.166667, -3.480535, 7.813869);
    moments = moments_from(two, 1);
    figure = figure_ratio(&moments, 1);
    expect_bare(&figure, 2.5);
    moments = moments_from(rabbits, 3);
    figure = figure_ratio(&moments, 1);
    expect_bare(&figure, 1);
    moments = moments_from(rabbits, 0);
    figure = figure_ratio(&moments, 1);
    assert_false(figure.known);
}

/* Numbers that are too large for whole numbers have the interval of small ones, as many times as wide. */
static void test_large_numbers(void **state)
{
    (void)state;
    static const int64_t games[][2] = {{3, 2}, {5, 3}, {10, 4}, {-4, 1}};
    struct moments small = moments_from(games, 4);
    struct figure wanted = figure_ratio(&small, 1);
    for (unsigned bits = 0; bits <= 59; bits++) {
        struct moments large = {.games = 0};
        for (size_t i = 0; i < 4; i++) {
            moments_add(&large, games[i][0] * (INT64_C(1) << bits), games[i][1], 1);
        }
        struct figure figure = figure_ratio(&large, ldexp(1, (int)bits));
        NEAR(figure.lo, wanted.lo, 1e-9);
        NEAR(figure.hi, wanted.hi, 1e-9);
    }
}

struct person {
    int64_t games;
    int64_t score[4];
};

static void sum_up(const struct person *person, int64_t *sum, int64_t *squares)
{
    *sum = 0;
    *squares = 0;
    for (int64_t i = 0; i < person->games; i++) {
        *sum += person->score[i];
        *squares += person->score[i] * person->score[i];
    }
}

static struct figure mean_of(const struct person *people, size_t count, size_t who)
{
    struct spread spread = {.people = 0};
    int64_t sum = 0;
    int64_t squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum_up(&people[i], &sum, &squares);
        spread_add(&spread, people[i].games, sum, squares);
    }
    sum_up(&people[who], &sum, &squares);
    return figure_mean(&spread, people[who].games, sum, squares);
}

static void test_means(void **state)
{
    (void)state;
    static const struct person three[] = {{3, {70, 74, 81}}, {2, {66, 79}}, {1, {72}}};
    static const struct person four[] = {{1, {79}}, {1, {79}}, {1, {74}}, {1, {60}}};
    static const struct person alike[] = {{3, {50, 50, 50}}, {2, {40, 40}}};
    struct figure figure = mean_of(three, 3, 0);
    expect_figure(&figure, 75, 65.416176, 84.583824);
    figure = mean_of(three, 3, 1);
    expect_figure(&figure, 72.5, 57.580644, 87.419356);
    figure = mean_of(three, 3, 2);
    expect_figure(&figure, 72, 49.760794, 94.239206);
    figure = mean_of(four, 4, 0);
    expect_figure(&figure, 79, 50.416978, 107.583022);
    figure = mean_of(four, 1, 0); /* the only score there is */
    expect_bare(&figure, 79);
    figure = mean_of(alike, 2, 0); /* nothing ever varied */
    expect_bare(&figure, 50);
}

/* Games of n seats, c of them in the group, that won so many win points in 1/WIN_UNIT. */
static void join(struct seat_wins *wins, int64_t n, int64_t c, int64_t points)
{
    seat_wins_add(wins, c, n, points, 1);
}

static void test_wins(void **state)
{
    (void)state;
    struct seat_wins wins = {0};
    join(&wins, 4, 1, 4 * WIN_UNIT);
    struct figure figure = figure_wins(&wins);
    expect_figure(&figure, 4, 0.826197, 4);
    wins = (struct seat_wins){0};
    for (int i = 0; i < 5; i++) {
        join(&wins, 4, 1, 0);
    }
    figure = figure_wins(&wins);
    expect_figure(&figure, 0, 0, 1.737930);
    wins = (struct seat_wins){0};
    for (int i = 0; i < 3; i++) {
        join(&wins, 2, 1, i < 2 ? 2 * WIN_UNIT : 0);
    }
    for (int i = 0; i < 4; i++) {
        join(&wins, 4, 1, i == 0 ? 4 * WIN_UNIT : i == 1 ? 2 * WIN_UNIT : 0);
    }
    join(&wins, 6, 1, 0);
    join(&wins, 6, 1, 0);
    figure = figure_wins(&wins);
    expect_figure(&figure, 1.111111, 0.373991, 2.313568);
    wins = (struct seat_wins){0};
    join(&wins, 4, 3, 4 * WIN_UNIT);
    join(&wins, 4, 2, 0);
    join(&wins, 3, 3, 3 * WIN_UNIT);
    join(&wins, 5, 1, 5 * WIN_UNIT / 2);
    figure = figure_wins(&wins);
    expect_figure(&figure, 1.055556, 0.500521, 1.874108);
    wins = (struct seat_wins){0};
    join(&wins, 3, 3, 3 * WIN_UNIT); /* everybody: it is 1, whatever happens */
    figure = figure_wins(&wins);
    expect_bare(&figure, 1);
}

static void test_rates(void **state)
{
    (void)state;
    static const int64_t one[][2] = {{1, 5}, {0, 3}, {2, 2}};
    static const int64_t none[][2] = {{0, 4}, {0, 6}};
    static const int64_t even[][2] = {{1, 4}, {1, 4}, {1, 4}, {1, 4}, {1, 4}};
    static const int64_t all[][2] = {{4, 4}, {6, 6}};
    struct counts counts = counts_from(one, 3);
    struct figure figure = figure_rate(&counts);
    expect_figure(&figure, 0.3, 0.090588, 0.648369);
    counts = counts_from(none, 2);
    figure = figure_rate(&counts);
    expect_figure(&figure, 0, 0, 0.277533);
    assert_true(figure.lo == 0);
    counts = counts_from(even, 5);
    figure = figure_rate(&counts);
    expect_figure(&figure, 0.25, 0.141871, 0.401940);
    counts = counts_from(all, 2);
    figure = figure_rate(&counts);
    expect_figure(&figure, 1, 1 - 0.277533, 1);
    assert_true(figure.hi == 1);
    counts = counts_from(all, 0);
    figure = figure_rate(&counts);
    assert_false(figure.known);
}

/* What adds up and is taken away again leaves no trace, whoever comes first. */
static void test_order_leaves_no_trace(void **state)
{
    (void)state;
    static const struct person people[] = {{3, {7, 7, 8}}, {2, {66, 79}}, {1, {72}}, {3, {1, 2, 4}}};
    struct spread forth = {.people = 0};
    struct spread back = {.people = 0};
    for (size_t i = 0; i < 4; i++) {
        int64_t sum = 0;
        int64_t squares = 0;
        sum_up(&people[i], &sum, &squares);
        spread_add(&forth, people[i].games, sum, squares);
        sum_up(&people[3 - i], &sum, &squares);
        spread_add(&back, people[3 - i].games, sum, squares);
    }
    assert_memory_equal(&forth, &back, sizeof(forth));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student),
        cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_large_numbers),
        cmocka_unit_test(test_means),
        cmocka_unit_test(test_wins),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_order_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
