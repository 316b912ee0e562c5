/*
 * SHA-256 by the SHA extensions of x86 (FIPS 180-4 says what, Intel's manual
 * with which instructions): four rounds a step, the message schedule in four
 * registers.
 */
#include "base/sha256_fast.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>

#include "base/banned.h"

enum { BLOCK = 64, STEPS = 16 };

static const uint32_t K[4 * STEPS] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

bool sha256_fast(void)
{
    return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
}

/* The four words of the schedule that follow those of w, oldest first; they take the place of the oldest. */
__attribute__((target("sha,sse4.1"))) static inline __m128i schedule(const __m128i w[4], unsigned step)
{
    __m128i newest = w[(step + 3) % 4];
    __m128i sum = _mm_sha256msg1_epu32(w[step % 4], w[(step + 1) % 4]);
    sum = _mm_add_epi32(sum, _mm_alignr_epi8(newest, w[(step + 2) % 4], 4));
    return _mm_sha256msg2_epu32(sum, newest);
}

__attribute__((target("sha,sse4.1"))) static void compress(uint32_t state[8], const uint8_t *bytes, size_t blocks)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    /* The instructions want the words a, b, e, f in one register and c, d, g, h in the other, last first. */
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)state), 0xb1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
    for (; blocks > 0; blocks--, bytes += BLOCK) {
        __m128i w[4];
        __m128i abef_before = abef;
        __m128i cdgh_before = cdgh;
#pragma GCC unroll 16
        for (unsigned step = 0; step < STEPS; step++) {
            w[step % 4] =
                step < 4 ? _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * step)), swap)
                         : schedule(w, step);
            __m128i words = _mm_add_epi32(w[step % 4], _mm_load_si128((const __m128i *)(const void *)(K + 4 * step)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, words);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(words, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/* The state counts bits; `buf` holds what is not a whole block yet. */
void sha256_fast_add(crypto_hash_sha256_state *state, const uint8_t *bytes, size_t n)
{
    size_t held = (size_t)(state->count >> 3) % BLOCK;
    state->count += (uint64_t)n << 3;
    if (n == 0) {
        return;
    }
    if (held + n < BLOCK) {
        memcpy(state->buf + held, bytes, n);
        return;
    }
    if (held > 0) {
        memcpy(state->buf + held, bytes, BLOCK - held);
        compress(state->state, state->buf, 1);
        bytes += BLOCK - held;
        n -= BLOCK - held;
    }
    compress(state->state, bytes, n / BLOCK);
    memcpy(state->buf, bytes + n / BLOCK * BLOCK, n % BLOCK);
}

void sha256_fast_end(crypto_hash_sha256_state *state, uint8_t out[crypto_hash_sha256_BYTES])
{
    static const uint8_t padding[BLOCK] = {0x80};
    enum { LENGTH = 8 };
    uint64_t bits = state->count;
    size_t held = (size_t)(bits >> 3) % BLOCK;
    uint8_t length[LENGTH];
    for (unsigned i = 0; i < LENGTH; i++) {
        length[i] = (uint8_t)(bits >> (8 * (LENGTH - 1 - i)));
    }
    sha256_fast_add(state, padding, (held < BLOCK - LENGTH ? BLOCK - LENGTH : 2 * BLOCK - LENGTH) - held);
    sha256_fast_add(state, length, sizeof(length));
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 4; j++) {
            out[4 * i + j] = (uint8_t)(state->state[i] >> (8 * (3 - j)));
        }
    }
}

#else

#include "base/banned.h"

bool sha256_fast(void)
{
    return false;
}

void sha256_fast_add(crypto_hash_sha256_state *state, const uint8_t *bytes, size_t n)
{
    (void)crypto_hash_sha256_update(state, bytes, n);
}

void sha256_fast_end(crypto_hash_sha256_state *state, uint8_t out[crypto_hash_sha256_BYTES])
{
    (void)crypto_hash_sha256_final(state, out);
}

#endif
