/* Ratings bt-map/1: the vectors of the definition, and what any fit must keep to. */
#include "base/prng.h"
#include "stats/ratings.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEATS = 6, CLUB = 40 };

/* Adds the comparisons of one game; `rank` holds the competition rank of each player. */
static size_t add_game(struct rating_pair *pairs, size_t count, const unsigned *rank, unsigned seats)
{
    int64_t won = rating_weight(seats, false);
    int64_t tied = rating_weight(seats, true);
    for (unsigned i = 0; i < seats; i++) {
        for (unsigned j = i + 1; j < seats; j++) {
            bool tie = rank[i] == rank[j];
            pairs[count++] = (struct rating_pair){.a = i,
                                                  .b = j,
                                                  .a_won = tie ? tied : (rank[i] < rank[j] ? won : 0),
                                                  .b_won = tie ? tied : (rank[i] > rank[j] ? won : 0)};
        }
    }
    return count;
}

static void test_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned seats;
        unsigned rank[SEATS];
        double rating[SEATS];
        double sd[SEATS];
    } vectors[] = {
        {2, {1, 2}, {1596.6694, 1403.3306}, {228.9638, 228.9638}},
        {2, {1, 1}, {1500, 1500}, {223.4427, 223.4427}},
        {4, {1, 2, 3, 4}, {1648.1317, 1548.4156, 1451.5844, 1351.8683}, {212.2835, 206.9959, 206.9959, 212.2835}},
        {5,
         {1, 1, 3, 4, 5},
         {1617.6440, 1617.6440, 1500.3056, 1422.5871, 1341.8193},
         {205.5059, 205.5059, 201.8339, 203.5783, 208.7896}},
    };
    for (size_t v = 0; v < sizeof(vectors) / sizeof(vectors[0]); v++) {
        struct rating_pair pairs[SEATS * SEATS];
        struct rating ratings[SEATS] = {{0}};
        struct error error;
        size_t count = add_game(pairs, 0, vectors[v].rank, vectors[v].seats);
        assert_int_equal(ratings_fit(&allocator_heap, pairs, count, ratings, vectors[v].seats, &error), ERR_OK);
        for (unsigned i = 0; i < vectors[v].seats; i++) {
            assert_true(fabs(ratings[i].rating - vectors[v].rating[i]) < 0.00006);
            assert_true(fabs(ratings[i].sd - vectors[v].sd[i]) < 0.00006);
        }
    }
}

/* A random club: everybody may have met everybody. */
static size_t random_pairs(struct prng *prng, struct rating_pair *pairs)
{
    size_t count = 0;
    for (uint32_t i = 0; i < CLUB; i++) {
        for (uint32_t j = i + 1; j < CLUB; j++) {
            if (prng_below(prng, 3) == 0) {
                pairs[count++] = (struct rating_pair){i, j, prng_below(prng, 2000), prng_below(prng, 500)};
            }
        }
    }
    return count;
}

static void test_start_and_order_do_not_matter(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 5);
    for (int round = 0; round < 20; round++) {
        struct rating_pair pairs[CLUB * CLUB];
        struct rating cold[CLUB] = {{0}};
        struct rating warm[CLUB] = {{0}};
        struct error error;
        size_t count = random_pairs(&prng, pairs);
        assert_int_equal(ratings_fit(&allocator_heap, pairs, count, cold, CLUB, &error), ERR_OK);
        for (size_t i = 0; i < CLUB; i++) {
            warm[i].theta = ((double)prng_below(&prng, 8000) - 4000) / 1000;
        }
        for (size_t i = count; i > 1; i--) {
            size_t j = prng_below(&prng, (uint32_t)i);
            struct rating_pair other = pairs[j];
            pairs[j] = pairs[i - 1];
            pairs[i - 1] = (struct rating_pair){other.b, other.a, other.b_won, other.a_won};
        }
        assert_int_equal(ratings_fit(&allocator_heap, pairs, count, warm, CLUB, &error), ERR_OK);
        for (size_t i = 0; i < CLUB; i++) {
            assert_true(fabs(cold[i].rating - warm[i].rating) < 1e-6);
            assert_true(fabs(cold[i].sd - warm[i].sd) < 1e-6);
        }
    }
}

/* The standard deviations of some are found another way than everybody's, and are the same. */
static void test_some_are_as_in_the_whole(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 6);
    for (int round = 0; round < 20; round++) {
        struct rating_pair pairs[CLUB * CLUB];
        struct rating whole[CLUB] = {{0}};
        struct rating some[CLUB] = {{0}};
        bool wanted[CLUB];
        struct error error;
        size_t count = random_pairs(&prng, pairs);
        for (size_t i = 0; i < CLUB; i++) {
            wanted[i] = prng_below(&prng, round % 2 ? 2 : 8) == 0; /* many, few */
        }
        assert_int_equal(ratings_fit(&allocator_heap, pairs, count, whole, CLUB, &error), ERR_OK);
        assert_int_equal(ratings_fit_some(&allocator_heap, pairs, count, some, CLUB, wanted, NULL, &error), ERR_OK);
        for (size_t i = 0; i < CLUB; i++) {
            assert_true(fabs(whole[i].rating - some[i].rating) < 1e-6);
            assert_true(fabs((wanted[i] ? whole[i].sd : 0) - some[i].sd) < 1e-6);
        }
    }
}

/* At the optimum the gradient of the posterior, computed here from its definition, is zero. */
static void test_gradient_vanishes(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 9);
    struct rating_pair pairs[CLUB * CLUB];
    struct rating ratings[CLUB] = {{0}};
    struct error error;
    size_t count = random_pairs(&prng, pairs);
    assert_int_equal(ratings_fit(&allocator_heap, pairs, count, ratings, CLUB, &error), ERR_OK);
    for (uint32_t i = 0; i < CLUB; i++) {
        double gradient = -ratings[i].theta / 2.25;
        for (size_t k = 0; k < count; k++) {
            if (pairs[k].a == i || pairs[k].b == i) {
                uint32_t other = pairs[k].a == i ? pairs[k].b : pairs[k].a;
                double won = (double)(pairs[k].a == i ? pairs[k].a_won : pairs[k].b_won) / 60;
                double games = (double)(pairs[k].a_won + pairs[k].b_won) / 60;
                gradient += won - games / (1 + exp(ratings[other].theta - ratings[i].theta));
            }
        }
        assert_true(fabs(gradient) < 1e-8);
    }
}

static void test_extremes(void **state)
{
    (void)state;
    struct error error;
    struct rating ratings[3] = {{0}};
    const struct rating_pair landslide[] = {{0, 1, INT64_C(60) * 1000000, 0}};
    assert_int_equal(ratings_fit(&allocator_heap, landslide, 1, ratings, 3, &error), ERR_OK);
    assert_true(ratings[0].rating > 2500 && ratings[0].rating < 5000);
    assert_true(fabs(ratings[0].rating + ratings[1].rating - 3000) < 1e-6);
    assert_true(fabs(ratings[2].rating - 1500) < 1e-9);
    assert_true(fabs(ratings[2].sd - 1.5 * 400 / log(10)) < 1e-9);
    const struct rating_pair stranger[] = {{0, 3, 60, 0}};
    assert_int_equal(ratings_fit(&allocator_heap, stranger, 1, ratings, 3, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "ratings.pair");
    assert_int_equal(ratings_fit(&allocator_heap, NULL, 0, NULL, 0, &error), ERR_OK);
}

/* Above RATINGS_EXACT there is another way to the sd; test_stats_ratings_large.c compares the two. */
static void test_large_club_has_ratings(void **state)
{
    (void)state;
    enum { MANY = RATINGS_EXACT + 1 };
    struct rating_pair *pairs = calloc(MANY, sizeof(*pairs));
    struct rating *ratings = calloc(MANY, sizeof(*ratings));
    struct error error;
    assert_non_null(pairs);
    assert_non_null(ratings);
    for (uint32_t i = 0; i < MANY; i++) {
        pairs[i] = (struct rating_pair){i, (i + 1) % MANY, 60, 60};
    }
    assert_int_equal(ratings_fit(&allocator_heap, pairs, MANY, ratings, MANY, &error), ERR_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_true(fabs(ratings[i].rating - 1500) < 1e-6);
        assert_true(ratings[i].sd > 0 && ratings[i].sd < 1.5 * 400 / log(10));
    }
    free(pairs);
    free(ratings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_start_and_order_do_not_matter),
        cmocka_unit_test(test_gradient_vanishes),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_some_are_as_in_the_whole),
        cmocka_unit_test(test_large_club_has_ratings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
