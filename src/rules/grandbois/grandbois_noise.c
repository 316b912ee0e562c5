/*
 * A choice made with noise (rules/noise.h). The noise of a choice hangs on the
 * move and one word of chance alone, so that in two playouts that differ
 * elsewhere what is best in both is made in both.
 */
#include "rules/grandbois/grandbois_sight.h"
#include "rules/noise.h"

#include "base/banned.h"

size_t grandbois_noisy_best(const struct sight_choice *choices, size_t count, unsigned heat, uint64_t word)
{
    int64_t scale = 10 * (int64_t)heat; /* a heat is tenths of a point, values are hundredths */
    int64_t best = INT64_MIN;
    uint64_t best_bits = 0;
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t value = (int64_t)choices[i].value * NOISE_ONE;
        if (value + NOISE_MOST * scale < best) {
            continue; /* no noise brings this one up */
        }
        uint64_t bits = noise_mix(choices[i].word, word);
        value += noise_of(bits) * scale;
        if (value > best || (value == best && bits > best_bits)) {
            best = value;
            best_bits = bits;
            chosen = i;
        }
    }
    return chosen;
}
