/* worth/1: the vectors of the definition, what ties mean, and what any fit must keep to. */
#include "base/prng.h"
#include "stats/worth_games.h"
#include "support/failing_alloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TYPES = 11, MANY = 150, CLUB = 60, PEOPLE = 8, PLENTY = 1 << 20 };

/* A game as a test writes it down: copies of each type in the open. */
struct open_game {
    unsigned seats;
    uint8_t copies[WORTH_SEATS][TYPES];
    int64_t rank[WORTH_SEATS];
    double theta[WORTH_SEATS];
};

/* Which type and which seat stands where: the identity, unless a test shuffles. */
struct labels {
    uint8_t type[TYPES];
    unsigned types; /* in all, those that nobody holds included */
    bool backwards; /* seats */
};

static const struct labels PLAIN = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, TYPES, false};
static const struct labels APART = {{140, 3, 77, 12, 149, 50, 0, 99, 64, 31, 128}, MANY, true}; /* the sparse form */

static void add(struct worth *worth, const struct open_game *game, const struct labels *labels)
{
    struct worth_seat seats[WORTH_SEATS];
    struct held held[WORTH_SEATS][TYPES];
    struct error error;
    for (unsigned i = 0; i < game->seats; i++) {
        unsigned from = labels->backwards ? game->seats - 1 - i : i;
        size_t count = 0;
        for (unsigned type = 0; type < labels->types; type++) {
            for (unsigned k = 0; k < TYPES; k++) {
                if (labels->type[k] == type && game->copies[from][k] > 0) {
                    held[i][count++] = (struct held){(uint8_t)type, game->copies[from][k]};
                }
            }
        }
        seats[i] = (struct worth_seat){game->rank[from], game->theta[from], held[i], count};
    }
    assert_int_equal(worth_add(worth, seats, game->seats, &error), ERR_OK);
}

/* Values by the types of the games, whatever they are called in the fit. */
static void fit(const struct open_game *games, size_t count, const struct labels *labels, struct worth_value *values)
{
    struct worth_value all[MANY];
    struct error error;
    struct worth *worth = worth_new(&allocator_heap, labels->types, PLENTY);
    assert_non_null(worth);
    for (size_t i = 0; i < count; i++) {
        add(worth, &games[i], labels);
    }
    assert_int_equal(worth_fit(worth, NULL, all, &error), ERR_OK);
    for (unsigned k = 0; k < TYPES; k++) {
        values[k] = labels->type[k] < labels->types ? all[labels->type[k]] : (struct worth_value){.known = false};
    }
    worth_free(worth);
}

static void assert_near(double a, double b, double most)
{
    if (!(fabs(a - b) <= most)) {
        print_error("%.9f is not %.9f\n", a, b);
        fail();
    }
}

static void assert_same(const struct worth_value *a, const struct worth_value *b, double most)
{
    for (unsigned k = 0; k < TYPES; k++) {
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
    const struct labels *const forms[] = {&PLAIN, &APART};
    for (size_t v = 0; v < sizeof(vectors) / sizeof(vectors[0]); v++) {
        struct labels exactly = PLAIN;
        exactly.types = vectors[v].types;
        for (size_t form = 0; form < 3; form++) {
            struct worth_value values[TYPES];
            fit(vectors[v].game, vectors[v].games, form < 2 ? forms[form] : &exactly, values);
            for (unsigned k = 0; k < TYPES; k++) {
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

static double uniform(struct prng *prng)
{
    return ((double)prng_below(prng, 1U << 30) + 0.5) / (double)(1U << 30);
}

/* Ranks by strength and luck, as the model has it; `ties` of a hundred seats share the rank before them. */
static void rank_by(struct prng *prng, struct open_game *game, const double *strength, unsigned ties)
{
    double luck[WORTH_SEATS];
    for (unsigned i = 0; i < game->seats; i++) {
        luck[i] = strength[i] - log(-log(uniform(prng)));
    }
    for (unsigned i = 0; i < game->seats; i++) {
        game->rank[i] = 1;
        for (unsigned j = 0; j < game->seats; j++) {
            game->rank[i] += luck[j] > luck[i];
        }
    }
    for (int64_t rank = 2; rank <= game->seats; rank++) {
        for (unsigned i = 0; i < game->seats && prng_below(prng, 100) < ties; i++) {
            game->rank[i] -= game->rank[i] == rank;
        }
    }
}

/* Twenty cards a seat, tables of 2 to 6, `effect` of each type, people's strengths by who sits there. */
static void deal(struct prng *prng, struct open_game *game, const double *effect, unsigned ties)
{
    double strength[WORTH_SEATS];
    *game = (struct open_game){.seats = 2 + prng_below(prng, 5)};
    for (unsigned i = 0; i < game->seats; i++) {
        game->theta[i] = uniform(prng) - 0.5;
        strength[i] = game->theta[i];
        for (int card = 0; card < 20; card++) {
            unsigned type = prng_below(prng, TYPES);
            game->copies[i][type]++;
            strength[i] += effect[type];
        }
    }
    rank_by(prng, game, strength, ties);
}

static void make_club(uint64_t seed, struct open_game *games, unsigned ties)
{
    static const double effect[TYPES] = {0.2, -0.2, 0.1, 0, 0, 0, -0.1, 0, 0.05, 0, 0};
    struct prng prng;
    prng_seed(&prng, seed);
    for (int i = 0; i < CLUB; i++) {
        deal(&prng, &games[i], effect, ties);
    }
}

static void test_labels_do_not_matter(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct open_game turned[CLUB];
    struct labels shuffled = {{4, 9, 0, 1, 10, 7, 3, 2, 8, 6, 5}, TYPES, true};
    struct worth_value plain[TYPES];
    struct worth_value other[TYPES];
    make_club(1, games, 20);
    for (int i = 0; i < CLUB; i++) {
        turned[i] = games[CLUB - 1 - i];
    }
    fit(games, CLUB, &PLAIN, plain);
    fit(games, CLUB, &shuffled, other);
    assert_same(plain, other, 1e-8);
    fit(turned, CLUB, &PLAIN, other);
    assert_same(plain, other, 1e-8);
    fit(turned, CLUB, &APART, other);
    assert_same(plain, other, 1e-8);
}

static void test_same_games_same_bits(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct worth_value first[TYPES];
    struct worth_value second[TYPES];
    make_club(2, games, 10);
    fit(games, CLUB, &PLAIN, first);
    fit(games, CLUB, &PLAIN, second);
    for (unsigned k = 0; k < TYPES; k++) {
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
    struct worth_value plain[TYPES];
    struct worth_value other[TYPES];
    make_club(3, games, 20);
    fit(games, CLUB, &PLAIN, plain);
    for (int i = 0; i < CLUB; i++) {
        for (unsigned seat = 0; seat < games[i].seats; seat++) {
            games[i].theta[seat] += 0.1 * i;
            games[i].rank[seat] = 10 * games[i].rank[seat] - 7;
        }
    }
    fit(games, CLUB, &PLAIN, other);
    assert_same(plain, other, 1e-8);
}

/* A solo game, and a game without cards, say nothing. */
static void test_games_that_say_nothing(void **state)
{
    (void)state;
    struct open_game games[CLUB + 2];
    struct worth_value plain[TYPES];
    struct worth_value other[TYPES];
    make_club(4, games, 0);
    fit(games, CLUB, &PLAIN, plain);
    games[CLUB] = (struct open_game){.seats = 1, .copies = {{20}}, .rank = {1}};
    games[CLUB + 1] = (struct open_game){.seats = 3, .rank = {1, 2, 3}};
    fit(games, CLUB + 2, &PLAIN, other);
    assert_same(plain, other, 1e-8);
    fit(&games[CLUB], 2, &PLAIN, other);
    for (unsigned k = 0; k < TYPES; k++) {
        assert_false(other[k].known);
    }
}

/* The same evidence four times: as sure of a sign as before, and surer of the size. */
static void test_repeated_games_narrow(void **state)
{
    (void)state;
    struct open_game games[4 * CLUB];
    struct worth_value once[TYPES];
    struct worth_value often[TYPES];
    make_club(5, games, 10);
    for (size_t i = CLUB; i < sizeof(games) / sizeof(games[0]); i++) {
        games[i] = games[i % CLUB];
    }
    fit(games, CLUB, &PLAIN, once);
    fit(games, sizeof(games) / sizeof(games[0]), &PLAIN, often);
    for (unsigned k = 0; k < TYPES; k++) {
        assert_true(often[k].hi - often[k].lo < once[k].hi - once[k].lo);
        assert_true(often[k].hi - often[k].lo > (once[k].hi - once[k].lo) / 4);
    }
}

/* Everybody at a table always holds two of the first type: it is worth what the average card is, and who knows. */
static void test_a_card_that_all_hold(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct worth_value values[TYPES];
    make_club(6, games, 0);
    for (int i = 0; i < CLUB; i++) {
        for (unsigned seat = 0; seat < games[i].seats; seat++) {
            games[i].copies[seat][0] = 2;
        }
    }
    fit(games, CLUB, &PLAIN, values);
    assert_true(values[0].lo < 0 && values[0].hi > 0);
    assert_true(fabs(values[0].value) < (values[0].hi - values[0].lo) / 10);
}

/* ---- ties, by all their orders ---- */

struct orders {
    const struct open_game *game;
    const double *strength;
    unsigned order[WORTH_SEATS];
    bool placed[WORTH_SEATS];
    double sum;
    double count;
};

static double log_chance(const struct orders *o)
{
    double sum = 0;
    for (unsigned i = 0; i + 1 < o->game->seats; i++) {
        double left = 0;
        for (unsigned j = i; j < o->game->seats; j++) {
            left += exp(o->strength[o->order[j]]);
        }
        sum += o->strength[o->order[i]] - log(left);
    }
    return sum;
}

static void try_orders(struct orders *o, unsigned at)
{
    int64_t best = INT64_MAX;
    if (at == o->game->seats) {
        o->sum += log_chance(o);
        o->count += 1;
        return;
    }
    for (unsigned i = 0; i < o->game->seats; i++) {
        best = !o->placed[i] && o->game->rank[i] < best ? o->game->rank[i] : best;
    }
    for (unsigned i = 0; i < o->game->seats; i++) {
        if (!o->placed[i] && o->game->rank[i] == best) {
            o->placed[i] = true;
            o->order[at] = i;
            try_orders(o, at + 1);
            o->placed[i] = false;
        }
    }
}

/* The log likelihood of a game at beta: the mean over the orders that its ranks allow. */
static double by_orders(const struct open_game *game, const double *beta)
{
    double strength[WORTH_SEATS];
    for (unsigned i = 0; i < game->seats; i++) {
        strength[i] = game->theta[i];
        for (unsigned k = 0; k < TYPES; k++) {
            strength[i] += beta[k] * game->copies[i][k];
        }
    }
    struct orders o = {.game = game, .strength = strength};
    try_orders(&o, 0);
    return o.sum / o.count;
}

static void walk(const struct open_game *game, const struct labels *labels, const double *beta,
                 struct worth_slopes *slopes, struct worth **worth)
{
    double relabelled[MANY] = {0};
    struct pace pace = {0};
    struct error error;
    for (unsigned k = 0; k < TYPES; k++) {
        relabelled[labels->type[k]] = beta[k];
    }
    *worth = worth_new(&allocator_heap, labels->types, PLENTY);
    assert_non_null(*worth);
    add(*worth, game, labels);
    assert_int_equal(worth_slopes_init(*worth, slopes, &error), ERR_OK);
    assert_int_equal(worth_walk(*worth, relabelled, true, &pace, slopes, &error), ERR_OK);
}

static void check_slopes(const struct open_game *game, const struct labels *labels, const double *beta)
{
    const double h = 1e-4;
    struct worth_slopes slopes;
    struct worth *worth = NULL;
    walk(game, labels, beta, &slopes, &worth);
    double middle = by_orders(game, beta);
    assert_near(slopes.value, middle, 1e-10);
    for (unsigned a = 0; a < TYPES; a++) {
        double at[TYPES];
        memcpy(at, beta, sizeof(at));
        at[a] = beta[a] + h;
        double up = by_orders(game, at);
        at[a] = beta[a] - h;
        double down = by_orders(game, at);
        assert_near(slopes.gradient[labels->type[a]], (up - down) / (2 * h), 1e-5);
        assert_near(slopes.hessian[labels->type[a] * (slopes.row + 1)], (2 * middle - up - down) / (h * h), 1e-4);
    }
    for (unsigned a = 1; a < TYPES; a += 3) { /* mixed derivatives */
        double at[TYPES];
        double corner[4];
        for (unsigned i = 0; i < 4; i++) {
            memcpy(at, beta, sizeof(at));
            at[a] += i & 1 ? h : -h;
            at[0] += i & 2 ? h : -h;
            corner[i] = by_orders(game, at);
        }
        size_t high = labels->type[a] > labels->type[0] ? labels->type[a] : labels->type[0];
        size_t low = labels->type[a] > labels->type[0] ? labels->type[0] : labels->type[a];
        double mixed = (corner[3] - corner[1] - corner[2] + corner[0]) / (4 * h * h);
        assert_near(slopes.hessian[high * slopes.row + low], -mixed, 1e-4);
    }
    worth_slopes_release(&allocator_heap, &slopes);
    worth_free(worth);
}

static void test_ties_are_the_mean_of_their_orders(void **state)
{
    (void)state;
    static const int64_t ranks[][6] = {{1, 1, 3, 3, 3, 6}, {1, 2, 3, 4, 5, 6}, {1, 1, 1, 1, 1, 1},
                                       {1, 2, 2, 2, 2, 6}, {1, 2, 2, 4, 5, 5}, {6, 1, 4, 1, 1, 4}};
    static const double effect[TYPES] = {0};
    struct prng prng;
    prng_seed(&prng, 7);
    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        for (unsigned seats = 2; seats <= 6; seats++) {
            struct open_game game = {.seats = 0};
            double beta[TYPES];
            while (game.seats != seats) {
                deal(&prng, &game, effect, 0);
            }
            memcpy(game.rank, ranks[i], sizeof(ranks[i]));
            for (unsigned k = 0; k < TYPES; k++) {
                beta[k] = 0.4 * uniform(&prng) - 0.2;
            }
            check_slopes(&game, &PLAIN, beta);
            check_slopes(&game, &APART, beta);
        }
    }
}

/* Twelve equal seats, all tied or none: 12 x 11 x ... x 2 orders of one chance. */
static void test_a_table_of_twelve(void **state)
{
    (void)state;
    struct open_game game = {.seats = WORTH_SEATS};
    double orders = 0;
    for (unsigned i = 0; i < WORTH_SEATS; i++) {
        game.copies[i][i % 2] = 3;
        game.rank[i] = 1;
        orders += log(i + 1);
    }
    for (int ranked = 0; ranked < 2; ranked++) {
        struct worth_slopes slopes;
        struct worth *worth = NULL;
        const double beta[TYPES] = {0};
        for (unsigned i = 0; ranked && i < WORTH_SEATS; i++) {
            game.rank[i] = i + 1;
        }
        walk(&game, &PLAIN, beta, &slopes, &worth);
        assert_near(slopes.value, -orders, 1e-10);
        assert_near(slopes.gradient[0] + slopes.gradient[1], 0, 1e-10);
        worth_slopes_release(&allocator_heap, &slopes);
        worth_free(worth);
    }
}

/* ---- people ---- */

/* How many types' intervals leave out nothing at all, when no card has an effect and the strong have favourites. */
static unsigned misled(uint64_t seed, bool used)
{
    enum { GAMES = 1500 };
    static struct open_game games[GAMES];
    struct worth_value values[TYPES];
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
                game->copies[i][prng_below(&prng, 5) == 0 ? person : prng_below(&prng, TYPES)]++;
            }
        }
        rank_by(&prng, game, game->theta, 0);
        for (unsigned i = 0; !used && i < game->seats; i++) {
            game->theta[i] = 0;
        }
    }
    fit(games, GAMES, &PLAIN, values);
    for (unsigned k = 0; k < TYPES; k++) {
        count += values[k].lo > 0 || values[k].hi < 0;
    }
    return count;
}

static void test_a_card_is_not_its_player(void **state)
{
    (void)state;
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
    enum { GAMES = 2000 };
    static struct open_game games[GAMES];
    static const double effect[TYPES] = {0.15, -0.15};
    struct worth_value values[TYPES];
    struct prng prng;
    unsigned held = 0;
    prng_seed(&prng, 9);
    for (size_t g = 0; g < GAMES; g++) {
        deal(&prng, &games[g], effect, 5);
    }
    fit(games, GAMES, &PLAIN, values);
    for (unsigned k = 0; k < TYPES; k++) {
        double truth = effect[k] * 400 / log(10);
        held += values[k].lo < truth && truth < values[k].hi;
    }
    assert_true(values[0].lo > 0 && values[1].hi < 0);
    assert_true(held >= TYPES - 1);
}

/* ---- limits ---- */

static void test_what_is_refused(void **state)
{
    (void)state;
    static const struct held twice[] = {{1, 1}, {1, 2}};
    static const struct held beyond[] = {{2, 1}};
    const struct worth_seat good = {1, 0, twice, 1};
    const struct worth_seat bad[] = {{1, 0, twice, 2}, {1, 0, beyond, 1}, {1, INFINITY, twice, 1}};
    struct worth_seat many[WORTH_SEATS + 1];
    struct error error;
    struct worth *worth = worth_new(&allocator_heap, 2, 4);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        const struct worth_seat pair[] = {good, bad[i]};
        assert_int_equal(worth_add(worth, pair, 2, &error), ERR_USAGE);
    }
    for (size_t i = 0; i <= WORTH_SEATS; i++) {
        many[i] = good;
    }
    assert_int_equal(worth_add(worth, many, WORTH_SEATS + 1, &error), ERR_USAGE);
    assert_int_equal(worth_add(worth, many, 5, &error), ERR_LIMIT);
    assert_int_equal(worth_add(worth, many, 4, &error), ERR_OK);
    assert_int_equal(worth_add(worth, many, 2, &error), ERR_LIMIT);
    assert_int_equal(worth_games_count(worth), 1);
    worth_free(worth);
    worth_free(NULL);
}

static void test_too_many_types_say_nothing(void **state)
{
    (void)state;
    static struct worth_value values[WORTH_TYPES + 1];
    static const struct held held[] = {{1, 1}};
    const struct worth_seat seats[] = {{1, 0, held, 1}, {2, 0, NULL, 0}};
    for (unsigned types = WORTH_TYPES; types <= WORTH_TYPES + 1; types++) {
        struct error error;
        struct worth *worth = worth_new(&allocator_heap, types, PLENTY);
        assert_int_equal(worth_add(worth, seats, 2, &error), ERR_OK);
        assert_int_equal(worth_fit(worth, NULL, values, &error), ERR_OK);
        assert_int_equal(values[1].known, types == WORTH_TYPES);
        worth_free(worth);
    }
}

/* Somebody beyond all hope wins: no figure is lost in it. */
static void test_extremes_stay_finite(void **state)
{
    (void)state;
    struct open_game games[3] = {{2, {{255}, {0, 255}}, {1, 2}, {-2000, 2000}},
                                 {3, {{255}, {0, 255}, {0, 0, 255}}, {1, 1, 1}, {-50, 900, 3}},
                                 {2, {{1}, {0, 1}}, {2, 1}, {0, 0}}};
    struct worth_value values[TYPES];
    fit(games, 3, &PLAIN, values);
    for (unsigned k = 0; k < 3; k++) {
        assert_true(isfinite(values[k].value) && isfinite(values[k].lo) && values[k].lo < values[k].hi);
    }
}

static enum err over(void *context, struct error *error)
{
    int *left = context;
    return --*left < 0 ? error_put(error, &MSG_DEADLINE) : ERR_OK;
}

static void test_a_deadline_ends_it(void **state)
{
    (void)state;
    struct open_game games[CLUB];
    struct worth_value values[TYPES];
    struct error error;
    make_club(10, games, 20);
    struct worth *worth = worth_new(&allocator_heap, TYPES, PLENTY);
    for (int i = 0; i < CLUB; i++) {
        add(worth, &games[i], &PLAIN);
    }
    int answers = 0;
    for (int allowed = 0; allowed < 1 << 20; allowed = allowed * 2 + 1) {
        int left = allowed;
        struct deadline deadline = {over, &left, 1};
        enum err err = worth_fit(worth, &deadline, values, &error);
        assert_true(err == ERR_OK ? left >= 0 : err == ERR_BUSY && left < 0);
        answers += err == ERR_OK;
    }
    assert_true(answers > 0);
    worth_free(worth);
}

static void test_no_memory(void **state)
{
    (void)state;
    static const struct held held[] = {{1, 1}};
    const struct worth_seat seats[] = {{1, 0, held, 1}, {2, 0, NULL, 0}};
    struct worth_value values[MANY];
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (unsigned types = TYPES; types <= MANY; types += MANY - TYPES) {
        for (long n = 1;; n++) {
            struct error error;
            failing_alloc_arm(&memory, n);
            struct worth *worth = worth_new(&memory.allocator, types, PLENTY);
            enum err err = worth ? worth_add(worth, seats, 2, &error) : ERR_MEMORY;
            err = err == ERR_OK ? worth_fit(worth, NULL, values, &error) : err;
            worth_free(worth);
            assert_int_equal(memory.live, 0);
            assert_int_equal(err, memory.fired ? ERR_MEMORY : ERR_OK);
            if (!memory.fired) {
                break;
            }
        }
    }
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
        cmocka_unit_test(test_ties_are_the_mean_of_their_orders),
        cmocka_unit_test(test_a_table_of_twelve),
        cmocka_unit_test(test_a_card_is_not_its_player),
        cmocka_unit_test(test_effects_are_found),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_too_many_types_say_nothing),
        cmocka_unit_test(test_extremes_stay_finite),
        cmocka_unit_test(test_a_deadline_ends_it),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
