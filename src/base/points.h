/*
 * Points as people write them: whole, or with one or two decimals. They are
 * kept as whole numbers of hundredths, so that sums are exact.
 */
#ifndef BASE_POINTS_H
#define BASE_POINTS_H

#include "base/span.h"

enum {
    POINTS_ONE = 100,                       /* hundredths of a point */
    POINTS_LIMIT = 999999 * POINTS_ONE + 99 /* hundredths at the most, above or below zero */
};

/*
 * Reads a number at the front of `*rest` and moves it past it: a sign or none, digits, and one or two decimals behind
 * one of `marks`, if a digit follows that. False, with `*rest` as it was, when there is none. However many digits it
 * has, `*hundredths` stays below 2^40.
 */
bool points_scan(struct span *rest, const char *marks, int64_t *hundredths);

/* Reads `10`, `-3`, `7.5`. False for anything else: no digits before the point, more than two behind it, too much. */
bool points_parse(struct span text, int32_t *hundredths);

#endif
