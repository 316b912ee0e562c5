/* How often each number came: totals of a title, pairs of people. Grows with the different numbers only. */
#ifndef STATS_KEYED_COUNTS_H
#define STATS_KEYED_COUNTS_H

#include "base/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct keyed_count {
    int64_t key;
    int64_t count; /* 0: free */
};

struct keyed_counts {
    const struct allocator *allocator;
    struct keyed_count *items; /* open addressing; at most half full */
    size_t room;               /* a power of two, or 0 */
    size_t used;
    int64_t sum; /* of all counts */
};

void keyed_counts_init(struct keyed_counts *counts, const struct allocator *allocator);
void keyed_counts_release(struct keyed_counts *counts);
/* Once more; false: no memory. */
bool keyed_counts_add(struct keyed_counts *counts, int64_t key);
/* Puts the numbers first, in ascending order: nothing can be added any more. */
void keyed_counts_sort(struct keyed_counts *counts);

#endif
