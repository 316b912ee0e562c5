/*
 * For tests/property/test_conformance*.c only: a check that says which game, seed and move it failed at. It is used
 * where `p`, a struct play with `setup`, `number` and `moves_count`, and the constant SEED are in scope.
 */
#ifndef PROPERTY_CONFORMANCE_CHECK_H
#define PROPERTY_CONFORMANCE_CHECK_H

#include "support/cmocka.h"
#include "support/setups.h"

#include <stdio.h>

#define CHECK(condition, ...)                                                                                   \
    do {                                                                                                        \
        if (!(condition)) {                                                                                     \
            (void)fprintf(stderr, "%s, seed %d + %u, after %zu moves: ", setup_text(p->setup), SEED, p->number, \
                          p->moves_count);                                                                      \
            (void)fprintf(stderr, __VA_ARGS__);                                                                 \
            (void)fprintf(stderr, ": %s\n", #condition);                                                        \
            fail();                                                                                             \
        }                                                                                                       \
    } while (0)

#endif
