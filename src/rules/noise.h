/*
 * Noise of Gumbel's distribution, for the quick players of playouts: the best
 * choice once such noise, times the heat, is added to what each is worth makes
 * every choice as likely as e to what it is worth in heats. Integers only.
 */
#ifndef RULES_NOISE_H
#define RULES_NOISE_H

#include <stdint.h>

enum { NOISE_ONE = 1024, NOISE_MOST = 10647 /* no noise is more */ };

/* Well mixed bits of a choice and a word of chance: they hang on these two alone. */
uint64_t noise_mix(uint64_t choice, uint64_t word);

/* The noise that these bits make, in units of NOISE_ONE. */
int32_t noise_of(uint64_t bits);

#endif
