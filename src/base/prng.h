/*
 * A small seeded generator (xoshiro256**, seeded through splitmix64) whose
 * output is the same on every machine. For simulations and tests only:
 * tokens and keys come from `struct entropy`.
 */
#ifndef BASE_PRNG_H
#define BASE_PRNG_H

#include <stdint.h>

struct prng {
    uint64_t word[4];
};

void prng_seed(struct prng *prng, uint64_t seed);
uint64_t prng_next(struct prng *prng);

/* Uniform in 0 .. n-1, without bias; n > 0. */
uint32_t prng_below(struct prng *prng, uint32_t n);

#endif
