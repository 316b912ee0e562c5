/* The error of a mean of numbers that are too large for whole numbers is that of small ones, as many times as large. */
#include "support/cmocka.h"

#include "stats/moments.h"

#include <math.h>

static void sum_up(struct moments *moments, int64_t times)
{
    static const int64_t GAMES[][2] = {{3, 2}, {5, 3}, {10, 4}, {-4, 1}};
    *moments = (struct moments){.games = 0};
    for (size_t i = 0; i < sizeof(GAMES) / sizeof(GAMES[0]); i++) {
        moments_add(moments, GAMES[i][0] * times, GAMES[i][1], 1);
    }
}

static void test_large_numbers(void **state)
{
    (void)state;
    struct moments small;
    double wanted = 0;
    sum_up(&small, 1);
    assert_true(moments_error(&small, 1, &wanted));
    double squares = 0;
    const double ratio = 14.0 / 10;
    const double parts[] = {3 - 2 * ratio, 5 - 3 * ratio, 10 - 4 * ratio, -4 - ratio};
    for (int i = 0; i < 4; i++) {
        squares += parts[i] * parts[i];
    }
    assert_true(fabs(wanted - sqrt(4.0 / 3 * squares) / 10) < 1e-12);
    for (unsigned bits = 0; bits <= 59; bits++) {
        struct moments large;
        double error = 0;
        sum_up(&large, INT64_C(1) << bits);
        assert_true(moments_error(&large, 1, &error));
        assert_true(fabs(ldexp(error, -(int)bits) - wanted) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_large_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
