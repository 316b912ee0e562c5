/*
 * Card statistics of random games against a recomputation that shares nothing
 * with src/stats: one row a seat and type, kept as it is told, and every
 * figure of docs/statistics.md computed from the rows by its definition.
 * Points and marginal points come from the slow scorer.
 */
#include "support/cmocka.h"

#include "record/record.h"
#include "record/simulate.h"
#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"
#include "rules/registry.h"
#include "stats/cards.h"
#include "stats/facts.h"
#include "stats/interval.h"
#include "support/foret_slow.h"
#include "support/text.h"

#include <math.h>

enum { GAMES = 60, TYPES = FORET_TYPES, PICKS = 10, SIZES = 7 };

/* What one seat of one game has to do with one type. */
struct row {
    int game, size, seat;
    int copies, zero, marginal;
    double points, win;
    bool scored; /* has win points */
    bool saw, took;
};

static struct row rows[GAMES * 6][TYPES];
static int rows_count;
static int seen[TYPES][PICKS + 1];
static int taken[TYPES][PICKS + 1];
static double last_sum[TYPES];
static int last_hands[TYPES];
static double cell_points[TYPES][20];
static int cell_copies[TYPES][20];
static struct card_fold folds[SIZES][TYPES];

static void see(void *context, const struct look *look)
{
    int first = *(int *)context;
    bool here[TYPES] = {false};
    for (unsigned i = 0; i < look->count; i++) {
        here[look->card[i]] = true;
    }
    for (int type = 0; type < TYPES; type++) {
        seen[type][look->pick] += here[type];
        rows[first + look->seat][type].saw |= here[type];
    }
    assert_true(here[look->taken]);
    taken[look->taken][look->pick]++;
    rows[first + look->seat][look->taken].took = true;
}

/* The last pick of each (round, origin, seat) that had the type in its hand. */
struct lasts {
    int pick[2][GAME_SEATS][GAME_PLAYERS][TYPES];
};

static void see_last(void *context, const struct look *look)
{
    struct lasts *lasts = context;
    for (unsigned i = 0; i < look->count; i++) {
        int *last = &lasts->pick[look->round][look->origin][look->seat][look->card[i]];
        *last = look->pick > *last ? look->pick : *last;
    }
}

static void count_lasts(const struct lasts *lasts)
{
    const int *all = &lasts->pick[0][0][0][0];
    for (size_t i = 0; i < sizeof(lasts->pick) / sizeof(int); i++) {
        last_sum[i % TYPES] += all[i];
        last_hands[i % TYPES] += all[i] > 0;
    }
}

static void add_grid(const struct setup *setup, const struct foret_state *s, int game, const struct outcome *outcome)
{
    int grids[6][4][5] = {{{0}}};
    int streams = 0;
    int wolves = 0;
    bool duel = setup->variant == FORET_DUEL;
    int winners = __builtin_popcount(outcome->winners & 0x3f);
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned cell = 0; cell < 20; cell++) {
            grids[i][cell / 5][cell % 5] = s->seat[i].card[foret_box_cell(&s->seat[i], cell)];
        }
    }
    for (unsigned i = 0; duel && i < 20; i++) {
        streams += s->other[i] == FORET_STREAM + 1;
        wolves += s->other[i] == FORET_WOLF + 1;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        int64_t units[4][5];
        int64_t biodiversity = 0;
        struct slow_result results[6];
        const int(*all)[4][5] = (const int(*)[4][5])grids;
        slow_score(setup->seats, all, streams, wolves, duel, results);
        slow_attribute(setup->seats, all, streams, wolves, duel, (int)i, units, &biodiversity);
        for (int type = 0; type < TYPES; type++) {
            struct row *row = &rows[rows_count + (int)i][type];
            row->game = game;
            row->size = setup->seats;
            row->scored = setup->seats > 1;
            row->win = outcome->winners & seat_bit(i) ? (double)setup->seats / winners : 0;
        }
        for (int cell = 0; cell < 20; cell++) {
            int type = grids[i][cell / 5][cell % 5] - 1;
            struct row *row = &rows[rows_count + (int)i][type];
            int64_t exact = units[cell / 5][cell % 5];
            double points = (double)exact / (double)SLOW_POINT;
            row->copies++;
            row->points += points;
            row->zero += units[cell / 5][cell % 5] == 0;
            row->marginal += results[i].total -
                             slow_total_without(setup->seats, all, streams, wolves, duel, (int)i, cell / 5, cell % 5);
            cell_points[type][cell] += points;
            cell_copies[type][cell]++;
        }
    }
}

static void add_game(const struct replay *replay, int game)
{
    static struct game_facts facts;
    static struct game_facts back;
    static struct lasts lasts;
    const struct setup *setup = &replay->setup;
    struct outcome outcome;
    struct strbuf bytes;
    setup->game->outcome(setup, replay->state, &outcome);
    add_grid(setup, replay->state, game, &outcome);
    setup->game->looks(setup, replay->state, see, &rows_count);
    memset(&lasts, 0, sizeof(lasts));
    setup->game->looks(setup, replay->state, see_last, &lasts);
    count_lasts(&lasts);
    rows_count += setup->seats;
    /* Ours, through the bytes that the database would keep. */
    strbuf_init(&bytes, &allocator_heap, 1 << 16);
    gather_facts(setup, replay->state, &facts);
    facts_pack(&facts, setup->game->unit, &bytes);
    assert_true(facts_unpack(strbuf_span(&bytes), setup->game->unit, ~(seat_set)0, true, &back));
    card_folds_add(folds[setup->seats], TYPES, &back, ~(seat_set)0, 1);
    strbuf_release(&bytes);
}

static void simulate(int game)
{
    static const struct {
        uint8_t variant, level, seats;
    } KINDS[] = {{FORET_STANDARD, FORET_TABLE, 3}, {FORET_STANDARD, FORET_FULL, 4}, {FORET_STANDARD, FORET_TABLE, 6},
                 {FORET_DUEL, FORET_TABLE, 2},     {FORET_STANDARD, FORET_FULL, 3}, {FORET_DUEL, FORET_FULL, 2},
                 {FORET_STANDARD, FORET_SHEET, 4}};
    struct replay full;
    struct replay told;
    struct strbuf text;
    struct error error;
    replay_init(&full, &allocator_heap);
    replay_init(&told, &allocator_heap);
    strbuf_init(&text, &allocator_heap, RECORD_BYTES);
    struct simulation simulation = {.player = game % 3 ? SIMULATE_GREEDY : SIMULATE_RANDOM, .seed = 11};
    simulation.number = (uint32_t)game;
    simulation.setup.game = &foret_game;
    simulation.setup.variant = KINDS[game % 7].variant;
    simulation.setup.level = KINDS[game % 7].level;
    simulation.setup.seats = KINDS[game % 7].seats;
    assert_int_equal(simulate_record(&simulation, &full, &told, &text, &error), ERR_OK);
    add_game(&told, game);
    replay_release(&full);
    replay_release(&told);
    strbuf_release(&text);
}

/* se^2 = G/(G-1) x sum (S_g - R N_g)^2 / (sum N_g)^2 over games with N_g > 0, by its definition. */
static double naive_error(const double *s, const double *n, int games, double *mean)
{
    double sums = 0;
    double counts = 0;
    double squares = 0;
    int g = 0;
    for (int i = 0; i < games; i++) {
        sums += s[i];
        counts += n[i];
        g += n[i] > 0;
    }
    *mean = sums / counts;
    for (int i = 0; i < games; i++) {
        squares += n[i] > 0 ? (s[i] - *mean * n[i]) * (s[i] - *mean * n[i]) : 0;
    }
    return sqrt((double)g / (g - 1) * squares) / counts;
}

static void assert_close(double a, double b, const char *what, int type)
{
    if (!(fabs(a - b) <= 1e-9 * (1 + fabs(b)))) {
        fail_msg("%s of %s: %.12g, not %.12g", what, foret_cards[type].id, a, b);
    }
}

static void check_moments(const struct moments *moments, double unit, const double *s, const double *n, int games,
                          const char *what, int type)
{
    double mean = 0;
    double naive = naive_error(s, n, games, &mean);
    struct figure figure = figure_ratio(moments, unit);
    assert_true(figure.known);
    assert_close(figure.value, mean, what, type);
    if (figure.bounded) {
        assert_close((figure.hi - figure.lo) / 2, naive * student_quantile(moments->games - 1), what, type);
    }
}

static void check_improvement(const struct took *took, int type)
{
    double weights = 0;
    double sum = 0;
    double squares = 0;
    for (int size = 2; size < SIZES; size++) {
        double s1[GAMES] = {0};
        double n1[GAMES] = {0};
        double s2[GAMES] = {0};
        double n2[GAMES] = {0};
        double all[4] = {0};
        for (int i = 0; i < rows_count; i++) {
            const struct row *row = &rows[i][type];
            if (row->size != size || !row->saw) {
                continue;
            }
            (row->took ? s1 : s2)[row->game] += row->win;
            (row->took ? n1 : n2)[row->game] += 1;
            all[row->took ? 0 : 2] += row->win;
            all[row->took ? 1 : 3] += 1;
        }
        if (all[1] == 0 || all[3] == 0) {
            continue;
        }
        double d2 = 0;
        int g = 0;
        for (int i = 0; i < GAMES; i++) {
            double d = (s1[i] - all[0] / all[1] * n1[i]) / all[1] - (s2[i] - all[2] / all[3] * n2[i]) / all[3];
            d2 += d * d;
            g += n1[i] + n2[i] > 0;
        }
        double weight = all[1] * all[3] / (all[1] + all[3]);
        weights += weight;
        sum += weight * (all[0] / all[1] - all[2] / all[3]);
        squares += weight * weight * g / (g - 1) * d2;
    }
    double iwt = 0;
    double se = 0;
    bool has = false;
    bool told = card_improvement(took, SIZES, &iwt, &se, &has);
    assert_int_equal(told, weights > 0);
    if (told) {
        assert_close(iwt, sum / weights, "iwt", type);
        assert_true(has);
        assert_close(se, sqrt(squares) / weights, "iwt_se", type);
    }
}

static void check_type(int type)
{
    struct took took[SIZES];
    struct card_fold fold = {0};
    double s[3][GAMES] = {{0}};
    double n[3][GAMES] = {{0}};
    int64_t sums[4] = {0};
    for (int size = 0; size < SIZES; size++) {
        took[size] = folds[size][type].took;
        card_folds_merge(&fold, &folds[size][type], 1);
    }
    bool met[GAMES] = {false};
    for (int i = 0; i < rows_count; i++) {
        const struct row *row = &rows[i][type];
        int side = row->copies > 0 ? 1 : 2;
        s[0][row->game] += row->points;
        n[0][row->game] += row->copies;
        s[side][row->game] += row->win;
        n[side][row->game] += 1;
        sums[0] += row->copies > 0;
        sums[1] += row->zero;
        sums[2] += row->marginal;
        sums[3] += row->copies > 0 && !met[row->game];
        met[row->game] |= row->copies > 0;
    }
    assert_int_equal(fold.seats, sums[0]);
    assert_int_equal(fold.zero, sums[1]);
    assert_int_equal(fold.marginal, sums[2]);
    assert_int_equal(fold.games, sums[3]);
    check_moments(&fold.points, (double)SLOW_POINT, s[0], n[0], GAMES, "ppc", type);
    check_moments(&fold.with, 60, s[1], n[1], GAMES, "wp_with", type);
    check_moments(&fold.without, 60, s[2], n[2], GAMES, "wp_without", type);
    check_improvement(took, type);
    for (int t = 1; t <= PICKS; t++) {
        assert_int_equal(fold.seen[t - 1], seen[type][t]);
        assert_int_equal(fold.taken[t - 1], taken[type][t]);
    }
    assert_close((double)fold.last_sum, last_sum[type], "alsa", type);
    assert_int_equal(fold.last_hands, last_hands[type]);
    for (int cell = 0; cell < 20; cell++) {
        assert_int_equal(fold.cell_copies[cell], cell_copies[type][cell]);
        assert_close((double)fold.cell_units[cell] / (double)SLOW_POINT, cell_points[type][cell], "cells", type);
    }
}

static void test_against_rows(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        simulate(game);
    }
    for (int type = 0; type < TYPES; type++) {
        check_type(type);
    }
}

/* GrandBois: a clan earns in several categories and is still one card; tiles count without points. */
static void test_clans_are_one_card(void **state)
{
    (void)state;
    static struct game_facts facts;
    struct replay full;
    struct replay told;
    struct strbuf text;
    struct error error;
    const struct game *game = registry_newest(SPAN_LITERAL("grandbois"));
    assert_non_null(game);
    replay_init(&full, &allocator_heap);
    replay_init(&told, &allocator_heap);
    strbuf_init(&text, &allocator_heap, RECORD_BYTES);
    struct simulation simulation = {.player = SIMULATE_GREEDY, .seed = 3};
    simulation.setup.game = game;
    simulation.setup.seats = 3;
    simulation.setup.variant = (uint8_t)game_variant_for(game, 3);
    assert_int_equal(simulate_record(&simulation, &full, &told, &text, &error), ERR_OK);
    gather_facts(&told.setup, told.state, &facts);
    struct outcome outcome;
    game->outcome(&told.setup, told.state, &outcome);
    for (unsigned i = 0; i < 3; i++) {
        int64_t units = 0;
        int clans = 0;
        for (unsigned j = 0; j < facts.seat[i].placed_count; j++) {
            const struct placed *placed = &facts.seat[i].placed[j];
            units += placed->units;
            clans += placed->card >= 36;
            assert_int_equal(placed->cell, GATHER_NOWHERE);
        }
        assert_int_equal(clans, 1);
        assert_int_equal(units, outcome.rows[i].total);
    }
    /* A sheet cannot say who laid which tile: it says nothing about tiles, not even that somebody was without. */
    static struct card_fold tiles[41];
    simulation.setup.level = 2;
    assert_false(game->levels[2].whole_game);
    strbuf_clear(&text);
    assert_int_equal(simulate_record(&simulation, &full, &told, &text, &error), ERR_OK);
    gather_facts(&told.setup, told.state, &facts);
    card_folds_add(tiles, 41, &facts, ~(seat_set)0, 1);
    for (unsigned card = 0; card < 41; card++) {
        assert_int_equal(tiles[card].with.games + tiles[card].without.games > 0, card >= 36);
    }
    replay_release(&full);
    replay_release(&told);
    strbuf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_rows),
        cmocka_unit_test(test_clans_are_one_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
