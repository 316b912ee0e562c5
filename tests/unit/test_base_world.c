/* The real clock and the real randomness: that they are there, in the right unit, and fill what they are asked to. */
#include "support/cmocka.h"

#include "base/world.h"

#include <string.h>
#include <time.h>

static void the_clock_counts_milliseconds_since_1970(void **unused)
{
    (void)unused;
    time_t before = time(NULL);
    int64_t now = clock_system.now(clock_system.context);
    time_t after = time(NULL);
    assert_true(now >= ((int64_t)before - 1) * 1000); /* time() may read a coarser clock */
    assert_true(now <= ((int64_t)after + 2) * 1000);
}

static void randomness_fills_exactly_what_is_asked(void **unused)
{
    (void)unused;
    unsigned char bytes[64];
    static const unsigned char untouched[16] = {0};
    memset(bytes, 0, sizeof(bytes));
    entropy_system.fill(entropy_system.context, bytes + 16, 32);
    assert_memory_equal(bytes, untouched, 16);
    assert_memory_equal(bytes + 48, untouched, 16);
    unsigned char again[32];
    entropy_system.fill(entropy_system.context, again, sizeof(again));
    assert_memory_not_equal(bytes + 16, again, 32);
    assert_memory_not_equal(bytes + 16, bytes + 32, 16);
    entropy_system.fill(entropy_system.context, bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_counts_milliseconds_since_1970),
        cmocka_unit_test(randomness_fills_exactly_what_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
