/* Ratings bt-map/2: the vectors of the definition, and what any fit must keep to. */
#include "base/prng.h"
#include "stats/ratings.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEATS = 6, CLUB = 40, UNIT = RATING_UNITS };

/* Who won how much against whom, of at most SEATS players; a fit of those that met is made from it. */
struct meetings {
    int64_t won[CLUB][CLUB];
};

/* One game, its players in the order of finish; "=" behind a letter: tied with the next. */
static void add_game(struct meetings *to, const char *order, int sign)
{
    unsigned who[SEATS * 2];
    unsigned rank[SEATS * 2];
    unsigned seats = 0;
    for (const char *at = order; *at; at++) {
        if (*at == '=') {
            continue;
        }
        bool tied = at > order && at[-1] == '=';
        rank[seats] = tied ? rank[seats - 1] : seats;
        who[seats++] = (unsigned)(*at - 'A');
    }
    for (unsigned i = 0; i < seats; i++) {
        for (unsigned k = i + 1; k < seats; k++) {
            bool tied = rank[i] == rank[k];
            to->won[who[i]][who[k]] += sign * rating_weight(seats, tied);
            to->won[who[k]][who[i]] += tied ? sign * rating_weight(seats, tied) : 0;
        }
    }
}

static size_t list_pairs(const struct meetings *of, struct rating_pair *pairs)
{
    size_t count = 0;
    for (uint32_t i = 0; i < CLUB; i++) {
        for (uint32_t k = i + 1; k < CLUB; k++) {
            if (of->won[i][k] + of->won[k][i] > 0) {
                pairs[count++] = (struct rating_pair){i, k, of->won[i][k], of->won[k][i]};
            }
        }
    }
    return count;
}

static void fit(const struct rating_pair *pairs, size_t count, struct rating *ratings, size_t players)
{
    struct error error;
    assert_int_equal(ratings_fit(&allocator_heap, pairs, count, ratings, players, &error), ERR_OK);
}

static void test_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned players;
        const char *games[4];
        double rating[SEATS];
        double sd[SEATS];
    } vectors[] = {
        {2, {"AB"}, {1569.8220, 1430.1780}, {132.6023, 132.6023}},
        {2, {"A=B"}, {1500, 1500}, {97.2304, 97.2304}},
        {4, {"ABCD"}, {1612.3278, 1536.3014, 1463.6986, 1387.6722}, {166.6209, 132.4807, 132.4807, 166.6209}},
        {5,
         {"A=BCDE"},
         {1583.4496, 1583.4496, 1500.5066, 1445.4926, 1387.1017},
         {147.1142, 147.1142, 124.8925, 135.0179, 165.8740}},
        {4,
         {"ABC", "ACB", "BAD", "DC"},
         {1584.2409, 1508.3674, 1429.3005, 1478.0913},
         {106.7791, 85.9116, 103.0552, 101.1579}},
    };
    for (size_t v = 0; v < sizeof(vectors) / sizeof(vectors[0]); v++) {
        struct meetings meetings = {{{0}}};
        struct rating_pair pairs[CLUB * CLUB];
        struct rating ratings[SEATS];
        for (size_t g = 0; g < 4 && vectors[v].games[g]; g++) {
            add_game(&meetings, vectors[v].games[g], 1);
        }
        fit(pairs, list_pairs(&meetings, pairs), ratings, vectors[v].players);
        for (unsigned i = 0; i < vectors[v].players; i++) {
            assert_true(fabs(ratings[i].rating - vectors[v].rating[i]) < 1e-4);
            assert_true(fabs(ratings[i].sd - vectors[v].sd[i]) < 1e-4);
            assert_true(fabs(1500 + 400 / log(10) * ratings[i].theta - ratings[i].rating) < 1e-9);
        }
    }
}

/* Tables of 2 to 12: a win is 3/(n+1), a tie half of it, in whole units. */
static void test_weights_are_whole(void **state)
{
    (void)state;
    for (unsigned n = 2; n <= 12; n++) {
        assert_int_equal(rating_weight(n, false) * (n + 1), 3 * UNIT);
        assert_int_equal(rating_weight(n, true) * 2, rating_weight(n, false));
    }
}

/* A random club: everybody may have met everybody. */
static size_t random_pairs(struct prng *prng, struct rating_pair *pairs)
{
    size_t count = 0;
    for (uint32_t i = 0; i < CLUB; i++) {
        for (uint32_t j = i + 1; j < CLUB; j++) {
            if (j == i + 1 || prng_below(prng, 3) == 0) {
                pairs[count++] =
                    (struct rating_pair){i, j, prng_below(prng, 10) * (UNIT / 2), prng_below(prng, 5) * (UNIT / 2) + 1};
            }
        }
    }
    return count;
}

static void same(const struct rating *one, const struct rating *two)
{
    assert_true(fabs(one->rating - two->rating) < 1e-6);
    assert_true(fabs(one->sd - two->sd) < 1e-6);
}

static void test_start_and_order_do_not_matter(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 5);
    for (int round = 0; round < 20; round++) {
        struct rating_pair pairs[CLUB * CLUB];
        struct rating cold[CLUB];
        struct rating warm[CLUB];
        double start[RATINGS_TAUS * CLUB];
        uint32_t other[CLUB]; /* the number of each player in the second fit */
        struct error error;
        size_t count = random_pairs(&prng, pairs);
        fit(pairs, count, cold, CLUB);
        for (size_t i = 0; i < RATINGS_TAUS * CLUB; i++) {
            start[i] = ((double)prng_below(&prng, 8000) - 4000) / 1000;
        }
        for (uint32_t i = 0; i < CLUB; i++) {
            uint32_t j = prng_below(&prng, i + 1);
            other[i] = other[j];
            other[j] = i;
        }
        for (size_t i = count; i > 1; i--) {
            size_t j = prng_below(&prng, (uint32_t)i);
            struct rating_pair pair = pairs[j];
            pairs[j] = pairs[i - 1];
            pairs[i - 1] = (struct rating_pair){pair.b, pair.a, pair.b_won, pair.a_won};
        }
        for (size_t i = 0; i < count; i++) {
            pairs[i].a = other[pairs[i].a];
            pairs[i].b = other[pairs[i].b];
        }
        const struct rating_task task = {&allocator_heap, pairs, count, CLUB, NULL, NULL, start};
        assert_int_equal(ratings_run(&task, warm, NULL, &error), ERR_OK);
        for (size_t i = 0; i < CLUB; i++) {
            same(&cold[i], &warm[other[i]]);
        }
    }
}

/* The same pairs give the same bits, whatever was fitted before. */
static void test_same_bits(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 12);
    struct rating_pair pairs[CLUB * CLUB];
    struct rating once[CLUB];
    struct rating again[CLUB];
    size_t count = random_pairs(&prng, pairs);
    fit(pairs, count, once, CLUB);
    memset(again, 0x55, sizeof(again));
    fit(pairs, count, again, CLUB);
    assert_memory_equal(once, again, sizeof(once));
}

/* The standard deviations of some are found another way than everybody's, and are the same. */
static void test_some_are_as_in_the_whole(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 6);
    for (int round = 0; round < 20; round++) {
        struct rating_pair pairs[CLUB * CLUB];
        struct rating whole[CLUB];
        struct rating some[CLUB];
        bool wanted[CLUB];
        struct error error;
        size_t count = random_pairs(&prng, pairs);
        for (size_t i = 0; i < CLUB; i++) {
            wanted[i] = prng_below(&prng, round % 2 ? 2 : 8) == 0; /* many, few */
        }
        fit(pairs, count, whole, CLUB);
        const struct rating_task task = {&allocator_heap, pairs, count, CLUB, wanted, NULL, NULL};
        assert_int_equal(ratings_run(&task, some, NULL, &error), ERR_OK);
        for (size_t i = 0; i < CLUB; i++) {
            assert_true(fabs(whole[i].rating - some[i].rating) < 1e-6);
            assert_true(fabs((wanted[i] ? whole[i].sd : 0) - some[i].sd) < 1e-6);
        }
    }
}

/* Games that came and went leave the sums, and so the ratings, of those that stayed. */
static void test_what_is_taken_back_leaves_nothing(void **state)
{
    (void)state;
    static const char *const stay[] = {"ABCDEF", "CAB", "DF", "EB=C", "F=A=B=C=D=E"};
    static const char *const go[] = {"BACE", "FEDCBA", "A=B", "DAC"};
    struct meetings folded = {{{0}}};
    struct meetings rebuilt = {{{0}}};
    struct rating_pair pairs[2][CLUB * CLUB];
    struct rating ratings[2][SEATS];
    for (size_t i = 0; i < 5; i++) {
        add_game(&folded, i < 4 ? go[i] : stay[4], 1);
        add_game(&rebuilt, stay[i], 1);
    }
    for (size_t i = 0; i < 4; i++) {
        add_game(&folded, stay[3 - i], 1);
        add_game(&folded, go[i], -1);
    }
    for (int i = 0; i < 2; i++) {
        fit(pairs[i], list_pairs(i ? &rebuilt : &folded, pairs[i]), ratings[i], SEATS);
    }
    for (size_t i = 0; i < SEATS; i++) {
        same(&ratings[0][i], &ratings[1][i]);
    }
}

/* Two groups that never met are compared only through the prior; one game between them narrows everybody's interval. */
static void test_strangers_are_in_doubt(void **state)
{
    (void)state;
    struct meetings apart = {{{0}}};
    struct rating_pair pairs[CLUB * CLUB];
    struct rating before[SEATS];
    struct rating after[SEATS];
    for (int i = 0; i < 20; i++) {
        add_game(&apart, i % 3 ? "ABC" : "CBA", 1);
        add_game(&apart, i % 3 ? "DEF" : "FED", 1);
    }
    fit(pairs, list_pairs(&apart, pairs), before, SEATS);
    for (int i = 0; i < 20; i++) {
        add_game(&apart, i % 2 ? "AD" : "DA", 1);
    }
    fit(pairs, list_pairs(&apart, pairs), after, SEATS);
    for (int i = 0; i < SEATS; i++) {
        assert_true(after[i].sd < 0.9 * before[i].sd);
    }
}

/* The more games, the smaller the doubt, without a floor: it holds no common level of the club. */
static void test_doubt_has_no_floor(void **state)
{
    (void)state;
    double last = 1000;
    for (int games = 1; games < 3000; games *= 4) {
        struct meetings meetings = {{{0}}};
        struct rating_pair pairs[CLUB * CLUB];
        struct rating ratings[4];
        for (int i = 0; i < games; i++) {
            add_game(&meetings, i % 3 ? "ABCD" : "DACB", 1);
        }
        fit(pairs, list_pairs(&meetings, pairs), ratings, 4);
        assert_true(ratings[0].sd < 0.8 * last);
        last = ratings[0].sd;
    }
    assert_true(last < 10);
}

/* Of each tau that counts the gradient of the posterior, computed here from its definition, is zero at its optimum. */
static void test_gradient_vanishes(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 9);
    struct rating_pair pairs[CLUB * CLUB];
    struct rating ratings[CLUB];
    struct rating_grid grid;
    struct error error;
    size_t count = random_pairs(&prng, pairs);
    const struct rating_task task = {&allocator_heap, pairs, count, CLUB, NULL, NULL, NULL};
    assert_int_equal(ratings_run(&task, ratings, &grid, &error), ERR_OK);
    for (size_t t = 0; t < RATINGS_TAUS; t++) {
        const double *theta = &grid.theta[t * CLUB];
        for (uint32_t i = 0; i < CLUB; i++) {
            double gradient = -theta[i] / (0.01 * pow(2, 2.0 * (double)t / 3));
            for (size_t k = 0; k < count; k++) {
                if (pairs[k].a == i || pairs[k].b == i) {
                    uint32_t other = pairs[k].a == i ? pairs[k].b : pairs[k].a;
                    double won = (double)(pairs[k].a == i ? pairs[k].a_won : pairs[k].b_won) / UNIT;
                    double games = (double)(pairs[k].a_won + pairs[k].b_won) / UNIT;
                    gradient += won - games / (1 + exp(theta[other] - theta[i]));
                }
            }
            assert_true(fabs(gradient) < 1e-8);
        }
    }
    rating_grid_release(&allocator_heap, &grid);
}

static void test_extremes(void **state)
{
    (void)state;
    struct error error;
    struct rating ratings[3];
    const struct rating_pair landslide[] = {{0, 1, INT64_C(1000000) * UNIT, 0}};
    fit(landslide, 1, ratings, 2);
    assert_true(ratings[0].rating > 2000 && ratings[0].rating < 5000);
    assert_true(fabs(ratings[0].rating + ratings[1].rating - 3000) < 1e-6);
    const struct rating_pair stranger[] = {{0, 3, UNIT, 0}};
    assert_int_equal(ratings_fit(&allocator_heap, stranger, 1, ratings, 3, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "ratings.pair");
    assert_int_equal(ratings_fit(&allocator_heap, NULL, 0, NULL, 0, &error), ERR_OK);
}

/* Above RATINGS_EXACT there is another way; test_stats_ratings_large.c compares the two. */
static void test_large_club_has_ratings(void **state)
{
    (void)state;
    enum { MANY = RATINGS_EXACT + 1 };
    struct rating_pair *pairs = calloc(MANY, sizeof(*pairs));
    struct rating *ratings = calloc(MANY, sizeof(*ratings));
    assert_non_null(pairs);
    assert_non_null(ratings);
    for (uint32_t i = 0; i < MANY; i++) {
        pairs[i] = (struct rating_pair){i, (i + 1) % MANY, UNIT, UNIT};
    }
    fit(pairs, MANY, ratings, MANY);
    assert_false(ratings_exact(MANY));
    for (uint32_t i = 0; i < MANY; i++) {
        assert_true(fabs(ratings[i].rating - 1500) < 1e-6);
        assert_true(ratings[i].sd > 0 && ratings[i].sd < 200);
    }
    free(pairs);
    free(ratings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_weights_are_whole),
        cmocka_unit_test(test_start_and_order_do_not_matter),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_some_are_as_in_the_whole),
        cmocka_unit_test(test_what_is_taken_back_leaves_nothing),
        cmocka_unit_test(test_strangers_are_in_doubt),
        cmocka_unit_test(test_doubt_has_no_floor),
        cmocka_unit_test(test_gradient_vanishes),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_large_club_has_ratings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
