/* Plain sums: doubles and a formula each. */
#include "support/plain_sums.h"

#include "support/cmocka.h"

#include <math.h>

void add(struct sum *sum, int64_t value)
{
    sum->n++;
    sum->sum += value;
    sum->squares += value * value;
}

void is_value(const struct figure *figure, const struct sum *sum, double unit)
{
    assert_int_equal(figure->known, sum->n > 0);
    if (sum->n > 0) {
        assert_true(fabs(figure->value - (double)sum->sum / (double)sum->n / unit) < 1e-9);
        assert_true(!figure->bounded || (figure->lo <= figure->value && figure->value <= figure->hi));
    }
}

void is_wins(const struct figure *figure, const struct sum *win, int64_t tables)
{
    is_value(figure, win, WIN_UNIT);
    assert_int_equal(figure->bounded, win->n > 0);
    if (win->n > 0) {
        double m = (double)win->n;
        double table = (double)tables / m;
        double p = figure->value / table;
        double zz = 1.959964 * 1.959964;
        double half = 1.959964 * sqrt(p * (1 - p) / m + zz / 4 / m / m) / (1 + zz / m);
        assert_true(fabs((figure->hi - figure->lo) / table - 2 * half) < 1e-9);
        assert_true(fabs((figure->hi + figure->lo) / table / 2 - (p + zz / 2 / m) / (1 + zz / m)) < 1e-9);
    }
}
