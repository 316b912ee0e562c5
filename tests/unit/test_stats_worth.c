/* worth/1: the vectors of the definition, and what any fit must keep to. */
#include "support/open_games.h"
#include "support/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CLUB = 60, PEOPLE = 8 };

/* Values by the types of the games, whatever they are called in the fit. */
static void fit(const struct open_game *games, size_t count, const struct open_labels *labels,
                struct worth_value *values)
{
    struct worth_value all[OPEN_MANY];
    struct error error;
    struct worth *worth = worth_new(&allocator_heap, labels->types, OPEN_SEATS);
    assert_non_null(worth);
    for (size_t i = 0; i < count; i++) {
        open_game_add(worth, &games[i], labels);
    }
    assert_int_equal(worth_fit(worth, NULL, all, &error), ERR_OK);
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        values[k] = labels->type[k] < labels->types ? all[labels->type[k]] : (struct worth_value){.known = false};
    }
    worth_free(worth);
}

static void assert_same(const struct worth_value *a, const struct worth_value *b, double most)
{
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        assert_int_equal(a[k].known, b[k].known);
        if (a[k].known) {
            assert_near(a[k].value, b[k].value, most);
            assert_near(a[k].lo, b[k].lo, most);
            assert_near(a[k].hi, b[k].hi, most);
        }
    }
}

static const struct vector {
    size_t games;
    struct open_game game[3];
    unsigned types;
    double value[3][3]; /* value, lo, hi */
} vectors[] = {
    {1,
     {{2, {{2, 1}, {1, 2}}, {1, 2}, {0}}},
     2,
     {{6.849289, -62.536600, 76.235179}, {-6.849289, -76.235179, 62.536600}}},
    {3,
     {{3, {{3, 1, 0}, {1, 2, 1}, {0, 2, 2}}, {1, 2, 3}, {0}},
      {2, {{2, 1, 1}, {1, 1, 2}}, {1, 2}, {0}},
      {4, {{0, 3, 1}, {2, 1, 1}, {1, 1, 2}, {1, 2, 1}}, {2, 1, 4, 3}, {0}}},
     3,
     {{33.015248, -57.593767, 123.624262}, {5.365866, -66.927623, 77.659354}, {-39.844531, -146.125236, 66.436173}}},
    {2,
     {{3, {{3, 1, 0}, {1, 2, 1}, {0, 2, 2}}, {1, 1, 3}, {0.5, 0, -0.25}},
      {3, {{2, 1, 1}, {1, 1, 2}, {0, 2, 2}}, {1, 2, 2}, {0, 0.25, 0.5}}},
     3,
     {{18.683704, -54.561355, 91.928764}, {-2.786679, -74.903166, 69.329809}, {-13.213228, -92.801368, 66.374912}}},
};

/* Types that nobody holds change nothing: the same figures among 11 types and, sparse, among 150. */
static void test_vectors(void **state)
{
    (void)state;
    const struct open_labels *const forms[] = {&open_plain, &open_apart};
    for (size_t v = 0; v < sizeof(vectors) / sizeof(vectors[0]); v++) {
        struct open_labels exactly = open_plain;
        exactly.types = vectors[v].types;
        for (size_t form = 0; form < 3; form++) {
            struct worth_value values[OPEN_TYPES];
            fit(vectors[v].game, vectors[v].games, form < 2 ? forms[form] : &exactly, values);
            for (unsigned k = 0; k < OPEN_TYPES; k++) {
                assert_int_equal(values[k].known, k < vectors[v].types);
                if (values[k].known) {
                    assert_near(values[k].value, vectors[v].value[k][0], 1e-5);
                    assert_near(values[k].lo, vectors[v].value[k][1], 1e-5);
                    assert_near(values[k].hi, vectors[v].value[k][2], 1e-5);
                }
            }
        }
    }
}

/* ---- clubs ---- */

static void make_club(uint64_t seed, struct open_game *games, unsigned ties)
{
    static const double effect[OPEN_TYPES] = {0.2, -0.2, 0.1, 0, 0, 0, -0.1, 0, 0.05, 0, 0};
    struct prng prng;
    prng_seed(&prng, seed);
    for (int i = 0; i < CLUB; i++) {
        open_game_deal(&prng, &games[i], effect, ties);
    }
}

static void test_labels_do_not_matter(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct open_game turned[CLUB];
    struct open_labels shuffled = {{4, 9, 0, 1, 10, 7, 3, 2, 8, 6, 5}, OPEN_TYPES, true};
    struct worth_value plain[OPEN_TYPES];
    struct worth_value other[OPEN_TYPES];
    make_club(1, games, 20);
    for (int i = 0; i < CLUB; i++) {
        turned[i] = games[CLUB - 1 - i];
    }
    fit(games, CLUB, &open_plain, plain);
    fit(games, CLUB, &shuffled, other);
    assert_same(plain, other, 1e-8);
    fit(turned, CLUB, &open_plain, other);
    assert_same(plain, other, 1e-8);
    fit(turned, CLUB, &open_apart, other);
    assert_same(plain, other, 1e-8);
}

static void test_same_games_same_bits(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct worth_value first[OPEN_TYPES];
    struct worth_value second[OPEN_TYPES];
    make_club(2, games, 10);
    fit(games, CLUB, &open_plain, first);
    fit(games, CLUB, &open_plain, second);
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        assert_memory_equal(&first[k].value, &second[k].value, sizeof(double));
        assert_memory_equal(&first[k].lo, &second[k].lo, sizeof(double));
        assert_memory_equal(&first[k].hi, &second[k].hi, sizeof(double));
    }
}

/* Only differences at a table count: of strength, and of copies. Ranks are an order. */
static void test_what_all_share_does_not_matter(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct worth_value plain[OPEN_TYPES];
    struct worth_value other[OPEN_TYPES];
    make_club(3, games, 20);
    fit(games, CLUB, &open_plain, plain);
    for (int i = 0; i < CLUB; i++) {
        for (unsigned seat = 0; seat < games[i].seats; seat++) {
            games[i].theta[seat] += 0.1 * i;
            games[i].rank[seat] = 10 * games[i].rank[seat] - 7;
        }
    }
    fit(games, CLUB, &open_plain, other);
    assert_same(plain, other, 1e-8);
}

/* A solo game, and a game without cards, say nothing. */
static void test_games_that_say_nothing(void **state)
{
    (void)state;
    struct open_game games[CLUB + 2];
    struct worth_value plain[OPEN_TYPES];
    struct worth_value other[OPEN_TYPES];
    make_club(4, games, 0);
    fit(games, CLUB, &open_plain, plain);
    games[CLUB] = (struct open_game){.seats = 1, .copies = {{20}}, .rank = {1}};
    games[CLUB + 1] = (struct open_game){.seats = 3, .rank = {1, 2, 3}};
    fit(games, CLUB + 2, &open_plain, other);
    assert_same(plain, other, 1e-8);
    fit(&games[CLUB], 2, &open_plain, other);
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        assert_false(other[k].known);
    }
}

/* The same evidence four times: as sure of a sign as before, and surer of the size. */
static void test_repeated_games_narrow(void **state)
{
    (void)state;
    struct open_game games[4 * CLUB];
    struct worth_value once[OPEN_TYPES];
    struct worth_value often[OPEN_TYPES];
    make_club(5, games, 10);
    for (size_t i = CLUB; i < sizeof(games) / sizeof(games[0]); i++) {
        games[i] = games[i % CLUB];
    }
    fit(games, CLUB, &open_plain, once);
    fit(games, sizeof(games) / sizeof(games[0]), &open_plain, often);
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        assert_true(often[k].hi - often[k].lo < once[k].hi - once[k].lo);
        assert_true(often[k].hi - often[k].lo > (once[k].hi - once[k].lo) / 4);
    }
}

/* Everybody at a table always holds two of the first type: it is worth what the average card is, and who knows. */
static void test_a_card_that_all_hold(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct worth_value values[OPEN_TYPES];
    make_club(6, games, 0);
    for (int i = 0; i < CLUB; i++) {
        for (unsigned seat = 0; seat < games[i].seats; seat++) {
            games[i].copies[seat][0] = 2;
        }
    }
    fit(games, CLUB, &open_plain, values);
    assert_true(values[0].lo < 0 && values[0].hi > 0);
    assert_true(fabs(values[0].value) < (values[0].hi - values[0].lo) / 10);
}

/* ---- people ---- */

/* How many types' intervals leave out nothing at all, when no card has an effect and the strong have favourites. */
static unsigned misled(uint64_t seed, bool used)
{
    enum { GAMES = 1500 };
    static struct open_game games[GAMES];
    struct worth_value values[OPEN_TYPES];
    struct prng prng;
    unsigned count = 0;
    prng_seed(&prng, seed);
    for (size_t g = 0; g < GAMES; g++) {
        struct open_game *game = &games[g];
        unsigned first = prng_below(&prng, PEOPLE);
        *game = (struct open_game){.seats = 4};
        for (unsigned i = 0; i < game->seats; i++) {
            unsigned person = (first + i * (1 + 2 * (unsigned)(g % 2))) % PEOPLE;
            game->theta[i] = 0.35 * ((double)person - (PEOPLE - 1) / 2.0);
            for (int card = 0; card < 20; card++) {
                game->copies[i][prng_below(&prng, 5) == 0 ? person : prng_below(&prng, OPEN_TYPES)]++;
            }
        }
        open_game_rank(&prng, game, game->theta, 0);
        for (unsigned i = 0; !used && i < game->seats; i++) {
            game->theta[i] = 0;
        }
    }
    fit(games, GAMES, &open_plain, values);
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        count += values[k].lo > 0 || values[k].hi < 0;
    }
    return count;
}

static void test_a_card_is_not_its_player(void **state)
{
    (void)state;
    if (test_cases(100) < 10) {
        return;
    }
    unsigned used = 0;
    unsigned ignored = 0;
    for (uint64_t seed = 20; seed < 25; seed++) {
        used += misled(seed, true);
        ignored += misled(seed, false);
    }
    assert_true(used <= 3); /* of 55: one in twenty is honest */
    assert_true(ignored >= 25);
}

static void test_effects_are_found(void **state)
{
    (void)state;
    if (test_cases(100) < 10) {
        return; /* under a tool that watches every byte */
    }
    enum { GAMES = 2000 };
    static struct open_game games[GAMES];
    static const double effect[OPEN_TYPES] = {0.15, -0.15};
    struct worth_value values[OPEN_TYPES];
    struct prng prng;
    unsigned held = 0;
    prng_seed(&prng, 9);
    for (size_t g = 0; g < GAMES; g++) {
        open_game_deal(&prng, &games[g], effect, 5);
    }
    fit(games, GAMES, &open_plain, values);
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        double truth = effect[k] * 400 / log(10);
        held += values[k].lo < truth && truth < values[k].hi;
    }
    assert_true(values[0].lo > 0 && values[1].hi < 0);
    assert_true(held >= OPEN_TYPES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_labels_do_not_matter),
        cmocka_unit_test(test_same_games_same_bits),
        cmocka_unit_test(test_what_all_share_does_not_matter),
        cmocka_unit_test(test_games_that_say_nothing),
        cmocka_unit_test(test_repeated_games_narrow),
        cmocka_unit_test(test_a_card_that_all_hold),
        cmocka_unit_test(test_a_card_is_not_its_player),
        cmocka_unit_test(test_effects_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
