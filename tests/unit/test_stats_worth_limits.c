/* worth/1: ties as the mean of their orders, and what happens at the limits. */
#include "stats/worth_games.h"
#include "support/failing_alloc.h"
#include "support/open_games.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CLUB = 60 };

/* ---- ties, by all their orders ---- */

/* The log probability that the seats come in this order. */
static double log_chance(const double *strength, const unsigned *order, unsigned seats)
{
    double sum = 0;
    for (unsigned i = 0; i + 1 < seats; i++) {
        double left = 0;
        for (unsigned j = i; j < seats; j++) {
            left += exp(strength[order[j]]);
        }
        sum += strength[order[i]] - log(left);
    }
    return sum;
}

/* The next order in the order of dictionaries; false after the last. */
static bool next_order(unsigned *order, unsigned seats)
{
    assert_true(seats >= 2 && seats <= WORTH_SEATS);
    unsigned at = seats - 1;
    unsigned with = seats - 1;
    while (at > 0 && order[at - 1] > order[at]) {
        at--;
    }
    if (at == 0) {
        return false;
    }
    while (order[with] < order[at - 1]) {
        with--;
    }
    unsigned kept = order[with];
    order[with] = order[at - 1];
    order[at - 1] = kept;
    for (unsigned last = seats - 1; at < last; at++, last--) {
        kept = order[at];
        order[at] = order[last];
        order[last] = kept;
    }
    return true;
}

static bool is_allowed(const struct open_game *game, const unsigned *order)
{
    for (unsigned i = 1; i < game->seats; i++) {
        if (game->rank[order[i - 1]] > game->rank[order[i]]) {
            return false;
        }
    }
    return true;
}

/* The log likelihood of a game at beta: the mean over the orders that its ranks allow. */
static double by_orders(const struct open_game *game, const double *beta)
{
    double strength[WORTH_SEATS] = {0};
    for (unsigned i = 0; i < game->seats; i++) {
        strength[i] = game->theta[i];
        for (unsigned k = 0; k < OPEN_TYPES; k++) {
            strength[i] += beta[k] * game->copies[i][k];
        }
    }
    unsigned order[WORTH_SEATS] = {0};
    double sum = 0;
    double count = 0;
    for (unsigned i = 0; i < game->seats; i++) {
        order[i] = i;
    }
    do {
        if (is_allowed(game, order)) {
            sum += log_chance(strength, order, game->seats);
            count += 1;
        }
    } while (next_order(order, game->seats));
    return sum / count;
}

static void walk(const struct open_game *game, const struct open_labels *labels, const double *beta,
                 struct worth_slopes *slopes, struct worth **worth)
{
    double relabelled[OPEN_MANY] = {0};
    struct pace pace = {0};
    struct error error;
    for (unsigned k = 0; k < OPEN_TYPES; k++) {
        relabelled[labels->type[k]] = beta[k];
    }
    *worth = worth_new(&allocator_heap, labels->types, OPEN_SEATS);
    assert_non_null(*worth);
    open_game_add(*worth, game, labels);
    assert_int_equal(worth_slopes_init(*worth, slopes, &error), ERR_OK);
    assert_int_equal(worth_walk(*worth, relabelled, true, &pace, slopes, &error), ERR_OK);
}

static void check_slopes(const struct open_game *game, const struct open_labels *labels, const double *beta)
{
    const double h = 1e-4;
    struct worth_slopes slopes;
    struct worth *worth = NULL;
    walk(game, labels, beta, &slopes, &worth);
    double middle = by_orders(game, beta);
    assert_near(slopes.value, middle, 1e-10);
    for (unsigned a = 0; a < OPEN_TYPES; a++) {
        double at[OPEN_TYPES];
        memcpy(at, beta, sizeof(at));
        at[a] = beta[a] + h;
        double up = by_orders(game, at);
        at[a] = beta[a] - h;
        double down = by_orders(game, at);
        assert_near(slopes.gradient[labels->type[a]], (up - down) / (2 * h), 1e-5);
        assert_near(slopes.hessian[labels->type[a] * (slopes.row + 1)], (2 * middle - up - down) / (h * h), 1e-4);
    }
    for (unsigned a = 1; a < OPEN_TYPES; a += 3) { /* mixed derivatives */
        double at[OPEN_TYPES];
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
    static const double effect[OPEN_TYPES] = {0};
    struct prng prng;
    prng_seed(&prng, 7);
    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        for (unsigned seats = 2; seats <= 6; seats++) {
            struct open_game game = {.seats = 0};
            double beta[OPEN_TYPES];
            while (game.seats != seats) {
                open_game_deal(&prng, &game, effect, 0);
            }
            memcpy(game.rank, ranks[i], sizeof(ranks[i]));
            for (unsigned k = 0; k < OPEN_TYPES; k++) {
                beta[k] = 0.4 * open_uniform(&prng) - 0.2;
            }
            check_slopes(&game, &open_plain, beta);
            check_slopes(&game, &open_apart, beta);
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
        const double beta[OPEN_TYPES] = {0};
        for (unsigned i = 0; ranked && i < WORTH_SEATS; i++) {
            game.rank[i] = i + 1;
        }
        walk(&game, &open_plain, beta, &slopes, &worth);
        assert_near(slopes.value, -orders, 1e-10);
        assert_near(slopes.gradient[0] + slopes.gradient[1], 0, 1e-10);
        worth_slopes_release(&allocator_heap, &slopes);
        worth_free(worth);
    }
}

/* ---- limits ---- */

static void test_what_is_refused(void **state)
{
    (void)state;
    static const struct held twice[] = {{1, 1}, {1, 2}};
    static const struct held beyond[] = {{2, 1}};
    const struct worth_seat good = {1, 0, twice, 1};
    const struct worth_seat bad[] = {{1, 0, twice, 2}, {1, 0, beyond, 1}, {1, (double)INFINITY, twice, 1}};
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
        struct worth *worth = worth_new(&allocator_heap, types, OPEN_SEATS);
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
    struct worth_value values[OPEN_TYPES];
    struct error error;
    struct worth *worth = worth_new(&allocator_heap, OPEN_TYPES, OPEN_SEATS);
    for (int i = 0; i < 3; i++) {
        open_game_add(worth, &games[i], &open_plain);
    }
    assert_int_equal(worth_fit(worth, NULL, values, &error), ERR_OK);
    worth_free(worth);
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
    static const double effect[OPEN_TYPES] = {0.2, -0.2};
    struct open_game game;
    struct worth_value values[OPEN_TYPES];
    struct error error;
    struct prng prng;
    prng_seed(&prng, 10);
    struct worth *worth = worth_new(&allocator_heap, OPEN_TYPES, OPEN_SEATS);
    for (int i = 0; i < CLUB; i++) {
        open_game_deal(&prng, &game, effect, 20);
        open_game_add(worth, &game, &open_plain);
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
    struct worth_value values[OPEN_MANY];
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (unsigned types = OPEN_TYPES; types <= OPEN_MANY; types += OPEN_MANY - OPEN_TYPES) {
        for (long n = 1;; n++) {
            struct error error;
            failing_alloc_arm(&memory, n);
            struct worth *worth = worth_new(&memory.allocator, types, OPEN_SEATS);
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
        cmocka_unit_test(test_ties_are_the_mean_of_their_orders),
        cmocka_unit_test(test_a_table_of_twelve),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_too_many_types_say_nothing),
        cmocka_unit_test(test_extremes_stay_finite),
        cmocka_unit_test(test_a_deadline_ends_it),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
