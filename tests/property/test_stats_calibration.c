/*
 * Intervals hold what they say: bench/calibration in short. Clubs whose truth is known, some hundred intervals a
 * figure, and the share of them that hold the truth within bounds that only a broken interval leaves: one of 68 % for
 * one of 95 % is far below, one of thrice the width above. The seeds are fixed.
 */
#include "support/cmocka.h"

#include "clubs/measure.h"
#include "rules/registry.h"

enum { POOL_EACH = 60, CLUBS_FEW = 200, CLUBS_MANY = 120, GAMES_FEW = 8, GAMES_MANY = 40 };

struct work {
    struct pool pool;
    struct measuring *measuring;
    struct cell few, many; /* cards are worth nothing */
    struct cell worthy;    /* many games, and cards are worth something */
};

static struct work *work_of(void **state)
{
    return *state;
}

static void measure(struct work *w, struct spreads spreads, unsigned games, unsigned clubs, uint64_t seed,
                    struct cell *cell)
{
    struct error error = {.message = NULL};
    assert_int_equal(measure_clubs(w->measuring, spreads, games, clubs, seed, cell, &error), ERR_OK);
}

static int setup_clubs(void **state)
{
    struct error error = {.message = NULL};
    struct work *w = mem_new(&allocator_heap, 1, sizeof(*w));
    assert_non_null(w);
    *state = w;
    assert_int_equal(pool_init(&w->pool, &allocator_heap, registry_newest(span_from("foret")), POOL_EACH, 41, &error),
                     ERR_OK);
    w->measuring = measuring_new(&w->pool);
    assert_non_null(w->measuring);
    measure(w, (struct spreads){.players = 90}, GAMES_FEW, CLUBS_FEW, 42, &w->few);
    measure(w, (struct spreads){.players = 90}, GAMES_MANY, CLUBS_MANY, 43, &w->many);
    measure(w, (struct spreads){.players = 90, .cards = 17}, GAMES_MANY, CLUBS_MANY, 44, &w->worthy);
    return 0;
}

static int teardown_clubs(void **state)
{
    struct work *w = work_of(state);
    measuring_free(&w->pool, w->measuring);
    pool_release(&w->pool);
    mem_free(&allocator_heap, w);
    return 0;
}

static void check_cell(const char *what, const struct cell *cell, bool worthy)
{
    const double least = 0.88;
    const double most = 0.995;
    for (unsigned figure = 0; figure < MEASURED_COUNT; figure++) {
        const struct tally *tally = &cell->tally[figure][MEASURED_ALL];
        double share = tally_share(tally).value;
        if (figure == MEASURED_WINS && worthy) {
            assert_int_equal(tally->share.n, 0); /* who wins is the cards' doing, too: nothing was measured */
            continue;
        }
        /* Where no card is worth anything, the fit comes to see it, and hardly any interval misses 0. */
        bool sure = figure == MEASURED_WORTH && !worthy;
        if (!(share >= least) || (share > most && !sure)) {
            fail_msg("%s: %s: %.3f of %u intervals hold the truth, half-width %.3g", what,
                     measured_figures[figure].name, share, (unsigned)tally->share.n, tally_width(tally));
        }
    }
}

static void intervals_of_few_games(void **state)
{
    check_cell("few games", &work_of(state)->few, false);
}

static void intervals_of_many_games(void **state)
{
    check_cell("many games", &work_of(state)->many, false);
}

static void intervals_where_cards_are_worth_something(void **state)
{
    check_cell("worthy cards", &work_of(state)->worthy, true);
}

/* Cards that are worth nothing are not said to be worth something. */
static void no_false_alarms(void **state)
{
    const struct work *w = work_of(state);
    assert_true(w->few.strays + w->many.strays <= (CLUBS_FEW + CLUBS_MANY) / 20);
}

/* Five times the games say more. */
static void more_games_say_more(void **state)
{
    struct work *w = work_of(state);
    for (unsigned figure = 0; figure < MEASURED_COUNT; figure++) {
        double few = tally_width(&w->few.tally[figure][MEASURED_ALL]);
        double many = tally_width(&w->many.tally[figure][MEASURED_ALL]);
        if (!(many < 0.8 * few)) {
            fail_msg("%s: %.3g from %d games, %.3g from %d", measured_figures[figure].name, few, GAMES_FEW, many,
                     GAMES_MANY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_of_few_games),
        cmocka_unit_test(intervals_of_many_games),
        cmocka_unit_test(intervals_where_cards_are_worth_something),
        cmocka_unit_test(no_false_alarms),
        cmocka_unit_test(more_games_say_more),
    };
    return cmocka_run_group_tests(tests, setup_clubs, teardown_clubs);
}
