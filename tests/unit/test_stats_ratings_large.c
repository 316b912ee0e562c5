/*
 * Ratings of a club of two thousand. By itself, because the exact way takes
 * seconds of arithmetic, which valgrind would make minutes.
 */
#include "support/cmocka.h"

#include "stats/ratings.h"

#include <math.h>
#include <stdlib.h>

/* Above RATINGS_EXACT the sd comes from an approximation: it stays close to the exact one in a club of that kind. */
static void test_large_club(void **state)
{
    (void)state;
    enum { MANY = RATINGS_EXACT + 1, MEETINGS = 30 };
    struct rating_pair *pairs = calloc((size_t)MANY * MEETINGS, sizeof(*pairs));
    struct rating *ratings = calloc(MANY, sizeof(*ratings));
    struct rating *exact = calloc(MANY, sizeof(*exact));
    struct error error;
    size_t count = 0;
    assert_non_null(pairs);
    assert_non_null(ratings);
    assert_non_null(exact);
    for (uint32_t i = 0; i < MANY; i++) {
        for (uint32_t k = 1; k <= MEETINGS; k++) {
            uint32_t j = (i + k * k) % MANY;
            pairs[count++] = (struct rating_pair){i, j, 60 + 30 * (i < j), 60};
        }
    }
    assert_int_equal(ratings_fit(&allocator_heap, pairs, count, ratings, MANY, &error), ERR_OK);
    /* The same club without its last player is small enough for the exact way. */
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].a < RATINGS_EXACT && pairs[i].b < RATINGS_EXACT) {
            pairs[kept++] = pairs[i];
        }
    }
    assert_int_equal(ratings_fit(&allocator_heap, pairs, kept, exact, RATINGS_EXACT, &error), ERR_OK);
    for (uint32_t i = 500; i < 600; i++) {
        assert_true(fabs(ratings[i].sd - exact[i].sd) < 0.05 * exact[i].sd);
    }
    free(pairs);
    free(ratings);
    free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_large_club)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
