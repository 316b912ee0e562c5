/* The processor's SHA-256 and libsodium's agree on texts of every length, however they are cut, and in turns. */
#include "support/cmocka.h"

#include "base/prng.h"
#include "base/sha256.h"
#include "base/sha256_fast.h"
#include "support/needs.h"
#include "support/text.h"

enum { SEED = 256, LONGEST = 1000, CASES = 3000 };

static void fill(struct prng *prng, uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)prng_next(prng);
    }
}

/* Feeds `bytes` in random pieces, each to one of the two; `turns` false: all to the fast one. */
static void hash(struct prng *prng, const uint8_t *bytes, size_t n, bool turns, uint8_t out[SHA256_SIZE])
{
    crypto_hash_sha256_state state;
    (void)crypto_hash_sha256_init(&state);
    while (n > 0) {
        size_t piece = 1 + prng_below(prng, prng_below(prng, 4) == 0 ? 300 : 70);
        piece = piece < n ? piece : n;
        if (turns && prng_below(prng, 2) == 0) {
            (void)crypto_hash_sha256_update(&state, bytes, piece);
        } else {
            sha256_fast_add(&state, bytes, piece);
        }
        bytes += piece;
        n -= piece;
    }
    sha256_fast_add(&state, bytes, 0);
    if (turns && prng_below(prng, 2) == 0) {
        (void)crypto_hash_sha256_final(&state, out);
    } else {
        sha256_fast_end(&state, out);
    }
}

static void test_agree(void **state)
{
    (void)state;
    struct prng prng;
    uint8_t bytes[LONGEST];
    if (!sha256_fast()) {
        skip_because("this processor has no instructions for SHA-256");
    }
    prng_seed(&prng, SEED);
    unsigned cases = test_cases(CASES);
    for (unsigned i = 0; i < cases; i++) {
        size_t n = i < 300 ? i : prng_below(&prng, LONGEST);
        uint8_t expected[SHA256_SIZE];
        uint8_t one[SHA256_SIZE];
        uint8_t two[SHA256_SIZE];
        fill(&prng, bytes, n);
        (void)crypto_hash_sha256(expected, bytes, n);
        hash(&prng, bytes, n, false, one);
        hash(&prng, bytes, n, true, two);
        if (memcmp(one, expected, SHA256_SIZE) != 0 || memcmp(two, expected, SHA256_SIZE) != 0) {
            fail_msg("seed %d, case %u, %zu bytes", SEED, i, n);
        }
    }
}

/* Lengths beyond 2^29 bytes have more than 32 bits of bits. Both begin as if they had taken in 511 MiB, and pass 512. */
static void test_long(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 20];
    crypto_hash_sha256_state fast;
    crypto_hash_sha256_state slow;
    uint8_t one[SHA256_SIZE];
    uint8_t two[SHA256_SIZE];
    if (!sha256_fast()) {
        skip_because("this processor has no instructions for SHA-256");
    }
    (void)crypto_hash_sha256_init(&fast);
    fast.count = UINT64_C(511) << 23; /* in bits */
    slow = fast;
    for (int i = 511; i < 520; i++) {
        bytes[0] = (uint8_t)i;
        sha256_fast_add(&fast, bytes, sizeof(bytes));
        (void)crypto_hash_sha256_update(&slow, bytes, sizeof(bytes));
    }
    sha256_fast_end(&fast, one);
    (void)crypto_hash_sha256_final(&slow, two);
    assert_memory_equal(one, two, SHA256_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agree), cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
