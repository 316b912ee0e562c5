/*
 * Rival and nemesis, by hand and by lot: ties between candidates, the floor,
 * and clubs of equals, in which hardly anybody may have a nemesis, beside
 * clubs in which somebody really is stronger. The five numbers of a spread.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "stats/quartiles.h"
#include "stats/rivals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 5e-7)

static void the_correction_widens_with_how_many_they_are(void **unused)
{
    (void)unused;
    /* Normal quantiles of tables: 1 - 0.025, 1 - 0.0025, 1 - 0.00025. */
    NEAR(interval_z_of(0), 1.959964);
    NEAR(interval_z_of(1), 1.959964);
    NEAR(interval_z_of(10), 2.8070338);
    NEAR(interval_z_of(100), 3.4807564);
    for (int64_t k = 2; k < 100; k++) {
        assert_true(interval_z_of(k) > interval_z_of(k - 1));
    }
    struct figure share = figure_share(2, 20, INTERVAL_Z); /* W(0.1, 20) */
    NEAR(share.lo, 0.0278664);
    NEAR(share.hi, 0.3010336);
    assert_false(figure_share(0, 0, INTERVAL_Z).known);
}

static void who_stands_out(void **unused)
{
    (void)unused;
    /* z of four people above the floor is 2.4977. */
    const struct rivalry all[] = {{"d", 9, 0, 9},    /* below the floor */
                                  {"c", 40, 20, 20}, /* met most often */
                                  {"b", 30, 5, 25},
                                  {"a", 10, 0, 0}, /* nothing was decided */
                                  {"e", 31, 14, 16}};
    struct rivals found = rivals_find(all, 5);
    assert_ptr_equal(found.nemesis, &all[2]);
    NEAR(found.nemesis_share.value, 5.0 / 30);
    assert_true(found.nemesis_share.hi > figure_share(5, 30, INTERVAL_Z).hi && found.nemesis_share.hi < 0.5);
    assert_ptr_equal(found.rival, &all[1]);
    NEAR(found.rival_share.lo, figure_share(20, 40, INTERVAL_Z).lo);

    found = rivals_find(all, 1);
    assert_true(!found.nemesis && !found.rival);
    found = rivals_find(&all[3], 1);
    assert_true(!found.nemesis && !found.rival);
    found = rivals_find(NULL, 0);
    assert_true(!found.nemesis && !found.rival);
}

static void ties_have_an_order(void **unused)
{
    (void)unused;
    const struct rivalry beaten[] = {{"b", 20, 1, 19}, {"a", 20, 1, 19}, {"c", 22, 1, 19}};
    assert_string_equal(rivals_find(beaten, 2).nemesis->handle, "a"); /* the handle */
    assert_string_equal(rivals_find(beaten, 3).nemesis->handle, "c"); /* more games */
    const struct rivalry level[] = {{"b", 20, 9, 11}, {"a", 20, 11, 9}, {"c", 20, 10, 10}, {"d", 19, 10, 9}};
    assert_string_equal(rivals_find(level, 2).rival->handle, "a"); /* equally near one half: the handle */
    assert_string_equal(rivals_find(level, 4).rival->handle, "c"); /* nearer one half */
    const struct rivalry exact[] = {{"a", 10, 1, 8}, {"b", 10, 0, 1}};
    assert_string_equal(rivals_find(exact, 2).rival->handle,
                        "b"); /* one decided game says nothing: it holds one half */
}

/* ---- clubs by lot ---- */

enum { PEOPLE = 12, SEATS = 4 };

struct club {
    int64_t games[PEOPLE][PEOPLE];
    int64_t before[PEOPLE][PEOPLE];
};

/* So many games at tables of four; person 0 wins against person 1 with `edge` percent, all else is even. */
static void play(struct club *club, struct prng *prng, int games, unsigned edge)
{
    memset(club, 0, sizeof(*club));
    for (int g = 0; g < games; g++) {
        unsigned order[PEOPLE];
        for (unsigned i = 0; i < PEOPLE; i++) {
            order[i] = i;
        }
        for (unsigned i = 0; i < SEATS; i++) { /* the first four of a shuffle, in the order in which they finish */
            unsigned k = i + prng_below(prng, PEOPLE - i);
            unsigned swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        for (unsigned i = 0; i < SEATS; i++) {
            for (unsigned k = i + 1; k < SEATS; k++) {
                unsigned a = order[i];
                unsigned b = order[k];
                if (a + b == 1) { /* these two */
                    a = prng_below(prng, 100) < edge ? 0 : 1;
                    b = 1 - a;
                }
                club->games[a][b]++;
                club->games[b][a]++;
                club->before[a][b]++;
            }
        }
    }
}

static struct rivals page_of(const struct club *club, unsigned person, struct rivalry all[PEOPLE])
{
    static const char *const HANDLES[PEOPLE] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    for (unsigned i = 0; i < PEOPLE; i++) {
        all[i] = (struct rivalry){HANDLES[i], club->games[person][i], club->before[person][i], club->before[i][person]};
    }
    return rivals_find(all, PEOPLE);
}

static void a_club_of_equals_has_hardly_a_nemesis(void **unused)
{
    (void)unused;
    enum { CLUBS = 300 };
    static const int GAMES[] = {60, 150, 400, 2000};
    struct prng prng;
    prng_seed(&prng, 20261113);
    for (size_t g = 0; g < sizeof(GAMES) / sizeof(GAMES[0]); g++) {
        int nemeses = 0;
        int plain = 0; /* what the worst opponent would be taken for without the correction */
        for (int i = 0; i < CLUBS; i++) {
            struct club club;
            play(&club, &prng, GAMES[g], 50);
            for (unsigned person = 0; person < PEOPLE; person++) {
                struct rivalry all[PEOPLE];
                bool worse = false;
                nemeses += page_of(&club, person, all).nemesis != NULL;
                for (unsigned k = 0; k < PEOPLE; k++) {
                    worse = worse || (all[k].games >= RIVALS_FLOOR &&
                                      figure_share(all[k].won, all[k].games, INTERVAL_Z).hi < 0.5);
                }
                plain += worse;
            }
        }
        print_message("%d games: %d of %d pages have a nemesis, %d without the correction\n", GAMES[g], nemeses,
                      CLUBS * PEOPLE, plain);
        assert_true(nemeses * 20 <= CLUBS * PEOPLE);
        assert_true(GAMES[g] < 400 || plain * 20 > CLUBS * PEOPLE); /* it is needed */
    }
}

static void who_is_stronger_is_found(void **unused)
{
    (void)unused;
    enum { CLUBS = 100 };
    struct prng prng;
    int found = 0;
    prng_seed(&prng, 7);
    for (int i = 0; i < CLUBS; i++) {
        struct club club;
        struct rivalry all[PEOPLE];
        play(&club, &prng, 600, 85); /* they meet 55 times or so */
        struct rivals rivals = page_of(&club, 1, all);
        found += rivals.nemesis == &all[0];
        assert_true(!rivals.nemesis || rivals.nemesis != rivals.rival);
        assert_ptr_not_equal(page_of(&club, 0, all).nemesis, &all[1]);
    }
    print_message("%d of %d\n", found, CLUBS);
    assert_true(found >= 95);
}

/* ---- spreads ---- */

static struct quartiles spread(const int64_t *scores, size_t count)
{
    struct keyed_counts counts;
    keyed_counts_init(&counts, &allocator_heap);
    for (size_t i = 0; i < count; i++) {
        assert_true(keyed_counts_add(&counts, scores[i]));
    }
    struct quartiles quartiles = quartiles_of(&counts);
    keyed_counts_release(&counts);
    return quartiles;
}

#define EXPECT_SPREAD(a, b, c, d, e, ...)                                             \
    do {                                                                              \
        const int64_t scores[] = {__VA_ARGS__};                                       \
        struct quartiles found = spread(scores, sizeof(scores) / sizeof(scores[0]));  \
        assert_int_equal(found.scores, sizeof(scores) / sizeof(scores[0]));           \
        assert_true(found.least == (a) && found.lower == (b) && found.middle == (c)); \
        assert_true(found.upper == (d) && found.most == (e));                         \
    } while (0)

/* In halves; R's fivenum() says the same. */
static void five_numbers(void **unused)
{
    (void)unused;
    EXPECT_SPREAD(14, 14, 14, 14, 14, 7);
    EXPECT_SPREAD(-6, -6, 1, 8, 8, 4, -3);
    EXPECT_SPREAD(2, 3, 4, 5, 6, 3, 1, 2);
    EXPECT_SPREAD(2, 3, 5, 7, 8, 4, 3, 2, 1);
    EXPECT_SPREAD(2, 4, 6, 8, 10, 5, 4, 3, 2, 1);
    EXPECT_SPREAD(0, 0, 0, 20, 20, 0, 0, 0, 10, 10);
    EXPECT_SPREAD(-2000000, -2000000, 0, 2000000, 2000000, 0, 1000000, -1000000, 1000000, -1000000);
    assert_int_equal(spread(NULL, 0).scores, 0);
}

/* Many different numbers: the table grows and forgets none. */
static void counts_grow(void **unused)
{
    (void)unused;
    struct keyed_counts counts;
    keyed_counts_init(&counts, &allocator_heap);
    for (int64_t i = 0; i < 30000; i++) {
        assert_true(keyed_counts_add(&counts, (i % 10000 - 5000) * 1000003));
    }
    assert_int_equal(counts.used, 10000);
    assert_int_equal(counts.sum, 30000);
    keyed_counts_sort(&counts);
    for (int64_t i = 0; i < 10000; i++) {
        assert_int_equal(counts.items[i].key, (i - 5000) * 1000003);
        assert_int_equal(counts.items[i].count, 3);
    }
    keyed_counts_release(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_correction_widens_with_how_many_they_are),
        cmocka_unit_test(who_stands_out),
        cmocka_unit_test(ties_have_an_order),
        cmocka_unit_test(a_club_of_equals_has_hardly_a_nemesis),
        cmocka_unit_test(who_is_stronger_is_found),
        cmocka_unit_test(five_numbers),
        cmocka_unit_test(counts_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
