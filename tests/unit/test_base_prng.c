/*
 * The generator against the published reference: splitmix64 and xoshiro256**
 * (prng.di.unimi.it). The expected numbers were computed by a separate
 * implementation in Python, which also gives the values that other
 * implementations publish for the state 1, 2, 3, 4 and for splitmix64(1234567).
 */
#include "support/cmocka.h"

#include "base/prng.h"

static void the_recurrence_is_xoshiro256starstar(void **unused)
{
    (void)unused;
    static const uint64_t expected[] = {UINT64_C(11520),
                                        0,
                                        UINT64_C(1509978240),
                                        UINT64_C(1215971899390074240),
                                        UINT64_C(1216172134540287360),
                                        UINT64_C(607988272756665600),
                                        UINT64_C(16172922978634559625),
                                        UINT64_C(8476171486693032832),
                                        UINT64_C(10595114339597558777),
                                        UINT64_C(2904607092377533576)};
    struct prng prng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        assert_true(prng_next(&prng) == expected[i]);
    }
}

static void the_seed_goes_through_splitmix64(void **unused)
{
    (void)unused;
    static const uint64_t words[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    struct prng prng;
    prng_seed(&prng, 1234567);
    assert_memory_equal(prng.word, words, sizeof(words));
}

static void seeds_give_fixed_first_numbers(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t seed;
        uint64_t first[5];
    } cases[] = {
        {0,
         {UINT64_C(0x99ec5f36cb75f2b4), UINT64_C(0xbf6e1f784956452a), UINT64_C(0x1a5f849d4933e6e0),
          UINT64_C(0x6aa594f1262d2d2c), UINT64_C(0xbba5ad4a1f842e59)}},
        {1,
         {UINT64_C(0xb3f2af6d0fc710c5), UINT64_C(0x853b559647364cea), UINT64_C(0x92f89756082a4514),
          UINT64_C(0x642e1c7bc266a3a7), UINT64_C(0xb27a48e29a233673)}},
        {42,
         {UINT64_C(0x15780b2e0c2ec716), UINT64_C(0x6104d9866d113a7e), UINT64_C(0xae17533239e499a1),
          UINT64_C(0xecb8ad4703b360a1), UINT64_C(0xfde6dc7fe2ec5e64)}},
        {UINT64_MAX,
         {UINT64_C(0x8f5520d52a7ead08), UINT64_C(0xc476a018caa1802d), UINT64_C(0x81de31c0d260469e),
          UINT64_C(0xbf658d7e065f3c2f), UINT64_C(0x913593fda1bca32a)}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct prng prng;
        prng_seed(&prng, cases[i].seed);
        for (size_t j = 0; j < 5; j++) {
            assert_true(prng_next(&prng) == cases[i].first[j]);
        }
    }
}

static void bounded_numbers_are_fixed_too(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t n, expected;
    } draws[] = {{1, 0},
                 {2, 0},
                 {6, 1},
                 {10, 3},
                 {130, 122},
                 {UINT32_C(0x80000001), UINT32_C(1601051874)},
                 {UINT32_MAX, UINT32_C(260928194)},
                 {6, 5},
                 {6, 4},
                 {6, 4}};
    struct prng prng;
    prng_seed(&prng, 7);
    for (size_t i = 0; i < sizeof(draws) / sizeof(draws[0]); i++) {
        assert_int_equal(prng_below(&prng, draws[i].n), draws[i].expected);
    }
}

/* 60000 throws of a die: each face within five standard deviations (91) of 10000. */
static void bounded_numbers_are_even(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 2026);
    int count[6] = {0};
    for (int i = 0; i < 60000; i++) {
        count[prng_below(&prng, 6)]++;
    }
    for (int i = 0; i < 6; i++) {
        assert_in_range(count[i], 10000 - 456, 10000 + 456);
    }
}

/* Three quarters of 2^32: plain `% n` would give the low third twice as often. */
static void large_bounds_have_no_bias(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 11);
    const uint32_t n = UINT32_C(0xc0000000);
    int low = 0;
    for (int i = 0; i < 30000; i++) {
        uint32_t x = prng_below(&prng, n);
        assert_true(x < n);
        low += x < n / 3;
    }
    assert_in_range(low, 10000 - 410, 10000 + 410);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_recurrence_is_xoshiro256starstar),
        cmocka_unit_test(the_seed_goes_through_splitmix64),
        cmocka_unit_test(seeds_give_fixed_first_numbers),
        cmocka_unit_test(bounded_numbers_are_fixed_too),
        cmocka_unit_test(bounded_numbers_are_even),
        cmocka_unit_test(large_bounds_have_no_bias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
