/* Numbers added up in the plainest way, and what a figure made of them must say. */
#ifndef SUPPORT_PLAIN_SUMS_H
#define SUPPORT_PLAIN_SUMS_H

#include "stats/interval.h"

struct sum {
    int64_t n, sum, squares;
};

void add(struct sum *sum, int64_t value);

/* The mean, in units of 1/unit, inside of its interval if it has one. */
void is_value(const struct figure *figure, const struct sum *sum, double unit);

/* Win points at tables of `tables` seats together: Wilson's interval of a seat that wins one of n' games. */
void is_wins(const struct figure *figure, const struct sum *win, int64_t tables);

#endif
