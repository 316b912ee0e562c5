/*
 * An allocator for tests: counts what is asked of it and what is still held,
 * and fails the Nth request on command. A loop over N until the code under
 * test succeeds walks through every way of running out of memory:
 *
 *     for (long n = 1;; n++) {
 *         failing_alloc_arm(&memory, n);
 *         enum err err = ...;
 *         assert_int_equal(memory.live, 0);   (after the release)
 *         if (!memory.fired) { assert_int_equal(err, ERR_OK); break; }
 *         assert_int_equal(err, ERR_MEMORY);
 *     }
 *
 * A block that grows always moves, so that a pointer kept too long is seen
 * by the sanitizers.
 */
#ifndef SUPPORT_FAILING_ALLOC_H
#define SUPPORT_FAILING_ALLOC_H

#include "base/alloc.h"

#include <stdbool.h>

struct failing_alloc {
    struct allocator allocator; /* hand out a pointer to this */
    long fail_at;               /* the request, counted from 1 since arming, that fails; 0: none */
    bool for_good;              /* every request after it fails too */
    long requests;              /* since arming */
    bool fired;                 /* one has failed since arming */
    long live;                  /* blocks held now */
    size_t held;                /* bytes held now */
    size_t most;                /* the most that were ever held at once */
};

void failing_alloc_init(struct failing_alloc *memory);

/* From now on, the `fail_at`th request fails; 0: none does. */
void failing_alloc_arm(struct failing_alloc *memory, long fail_at);

/* Which allocation to fail after the nth: the next one; of a run that is scaled down, fewer and fewer of them. */
long failing_alloc_next(long n);

#endif
