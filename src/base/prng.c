/* xoshiro256** by Blackman and Vigna, written from its published recurrence. */
#include "base/prng.h"

#include "base/banned.h"

static uint64_t rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

void prng_seed(struct prng *prng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        prng->word[i] = z ^ (z >> 31);
    }
}

uint64_t prng_next(struct prng *prng)
{
    uint64_t *s = prng->word;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint32_t prng_below(struct prng *prng, uint32_t n)
{
    /* Values under 2^32 mod n are drawn again: what is left is a multiple of n. */
    uint32_t threshold = (0 - n) % n;
    for (;;) {
        uint32_t x = (uint32_t)(prng_next(prng) >> 32);
        if (x >= threshold) {
            return x % n;
        }
    }
}
