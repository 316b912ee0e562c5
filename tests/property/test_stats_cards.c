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
#include "support/foret_slow.h"
#include "support/text.h"

#include <math.h>

enum { GAMES = 60, TYPES = FORET_TYPES, PICKS = 10, SIZES = 7 };

/* What one seat of one game has to do with one type. */
struct row {
    int game, size, seat;
    int copies, zero, marginal;
    int64_t units, win; /* win points in units */
    bool saw, took;
    int seen[PICKS + 1], taken[PICKS + 1];
    int last_sum, last_hands;
    int64_t cell_units[20];
    int cell_copies[20];
};

/* The seats that count: all of them, one player's, some. */
static const seat_set MASKS[] = {~(seat_set)0, 1, 6};
enum { MASKS_COUNT = sizeof(MASKS) / sizeof(MASKS[0]) };

static struct row rows[GAMES * 6][TYPES];
static int rows_count;
static struct card_fold folds[MASKS_COUNT][SIZES][TYPES];

static void see(void *context, const struct look *look)
{
    int first = *(int *)context;
    bool here[TYPES] = {false};
    for (unsigned i = 0; i < look->count; i++) {
        here[look->card[i]] = true;
    }
    for (int type = 0; type < TYPES; type++) {
        rows[first + look->seat][type].seen[look->pick] += here[type];
        rows[first + look->seat][type].saw |= here[type];
    }
    assert_true(here[look->taken]);
    rows[first + look->seat][look->taken].taken[look->pick]++;
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

static void count_lasts(const struct lasts *lasts, int first, int seats)
{
    for (int i = 0; i < 2 * GAME_SEATS; i++) {
        for (int seat = 0; seat < seats; seat++) {
            for (int type = 0; type < TYPES; type++) {
                int last = lasts->pick[i / GAME_SEATS][i % GAME_SEATS][seat][type];
                rows[first + seat][type].last_sum += last;
                rows[first + seat][type].last_hands += last > 0;
            }
        }
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
            row->seat = (int)i;
            row->win = outcome->winners & seat_bit(i) ? INT64_C(27720) * setup->seats / winners : 0;
        }
        for (int cell = 0; cell < 20; cell++) {
            int type = grids[i][cell / 5][cell % 5] - 1;
            struct row *row = &rows[rows_count + (int)i][type];
            int64_t exact = units[cell / 5][cell % 5];
            row->copies++;
            row->units += exact;
            row->zero += exact == 0;
            row->marginal += results[i].total -
                             slow_total_without(setup->seats, all, streams, wolves, duel, (int)i, cell / 5, cell % 5);
            row->cell_units[cell] += exact;
            row->cell_copies[cell]++;
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
    count_lasts(&lasts, rows_count, setup->seats);
    rows_count += setup->seats;
    /* Ours, through the bytes that the database would keep. */
    strbuf_init(&bytes, &allocator_heap, 1 << 16);
    gather_facts(setup, replay->state, &facts);
    facts_pack(&facts, setup->game->unit, &bytes);
    for (int m = 0; m < MASKS_COUNT; m++) {
        assert_true(facts_unpack(strbuf_span(&bytes), setup->game->unit, MASKS[m], true, &back));
        card_folds_add(folds[m][setup->seats], TYPES, &back, MASKS[m], 1);
    }
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

/* S and N of each game, as the rows tell them. */
struct by_game {
    int64_t s[GAMES], n[GAMES];
};

/* The sums over games with N > 0, by their definition. */
static void is_fold(const struct moments *moments, const struct by_game *games, const char *what, int type)
{
    struct moments wanted = {.games = 0};
    for (int i = 0; i < GAMES; i++) {
        wide s = games->s[i];
        wide n = games->n[i];
        if (n > 0) {
            wanted.games++;
            wanted.n += (int64_t)n;
            wanted.nn += (int64_t)(n * n);
            wanted.s += s;
            wanted.ss += s * s;
            wanted.sn += s * n;
        }
    }
    bool same = moments->games == wanted.games && moments->n == wanted.n && moments->nn == wanted.nn &&
                moments->s == wanted.s && moments->ss == wanted.ss && moments->sn == wanted.sn;
    if (!same) {
        fail_msg("%s of %s: %lld/%lld of %lld games, not %lld/%lld of %lld", what, foret_cards[type].id,
                 (long long)moments->s, (long long)moments->n, (long long)moments->games, (long long)wanted.s,
                 (long long)wanted.n, (long long)wanted.games);
    }
}

static void is_count(const struct counts *counts, const struct by_game *games, const char *what, int type)
{
    struct moments moments = moments_of_counts(counts);
    is_fold(&moments, games, what, type);
}

/* Seats of the group in each game, its size and what they won. */
struct group {
    int64_t c[GAMES], n[GAMES], points;
};

static void is_group(const struct seat_wins *wins, const struct group *group, const char *what, int type)
{
    struct seat_wins wanted = {.points = group->points};
    for (int i = 0; i < GAMES; i++) {
        wanted.seats += group->c[i];
        wanted.tables += group->c[i] * group->n[i];
        wanted.apart += group->c[i] * (group->n[i] - group->c[i]);
        wanted.others += group->c[i] * (group->n[i] - 1);
    }
    if (memcmp(wins, &wanted, sizeof(wanted)) != 0) {
        fail_msg("%s of %s", what, foret_cards[type].id);
    }
}

static void check_improvement(const struct took *took, seat_set mask, int type)
{
    double weights = 0;
    double sum = 0;
    int64_t counts[2] = {0};
    for (int size = 2; size < SIZES; size++) {
        double all[4] = {0};
        for (int i = 0; i < rows_count; i++) {
            const struct row *row = &rows[i][type];
            if (row->size == size && row->saw && mask & seat_bit((unsigned)row->seat)) {
                all[row->took ? 0 : 2] += (double)row->win / 27720;
                all[row->took ? 1 : 3] += 1;
            }
        }
        if (all[1] > 0 && all[3] > 0) {
            double weight = all[1] * all[3] / (all[1] + all[3]);
            weights += weight;
            sum += weight * (all[0] / all[1] - all[2] / all[3]);
            counts[0] += (int64_t)all[1];
            counts[1] += (int64_t)all[3];
        }
    }
    double iwt = 0;
    int64_t took_count = 0;
    int64_t left_count = 0;
    bool told = card_improvement(took, SIZES, &iwt, &took_count, &left_count);
    assert_int_equal(took_count, counts[0]);
    assert_int_equal(left_count, counts[1]);
    assert_int_equal(told, counts[0] >= 10 && counts[1] >= 10);
    assert_true(!told || fabs(iwt - sum / weights) < 1e-9);
}

/* Everything that is kept of a type, of the seats of one mask. */
struct wanted {
    struct by_game points, marginal, zero, picks[PICKS], looks, turns, last, cells[20];
    struct group with, without;
    int64_t seats, games;
};

static void add_row(const struct row *row, struct wanted *w)
{
    int g = row->game;
    struct group *group = row->copies > 0 ? &w->with : &w->without;
    w->points.s[g] += row->units;
    w->marginal.s[g] += row->marginal;
    w->zero.s[g] += row->zero;
    w->games += row->copies > 0 && w->points.n[g] == 0;
    w->seats += row->copies > 0;
    w->points.n[g] += row->copies;
    w->marginal.n[g] += row->copies;
    w->zero.n[g] += row->copies;
    group->c[g]++;
    group->n[g] = row->size;
    group->points += row->win;
    for (int t = 1; t <= PICKS; t++) {
        w->picks[t - 1].s[g] += row->taken[t];
        w->picks[t - 1].n[g] += row->seen[t];
        w->looks.s[g] += row->taken[t];
        w->looks.n[g] += row->seen[t];
        w->turns.s[g] += t * row->taken[t];
        w->turns.n[g] += row->taken[t];
    }
    w->last.s[g] += row->last_sum;
    w->last.n[g] += row->last_hands;
    for (int cell = 0; cell < 20; cell++) {
        w->cells[cell].s[g] += row->cell_units[cell];
        w->cells[cell].n[g] += row->cell_copies[cell];
    }
}

static void check_type(int mask, int type)
{
    static struct wanted w;
    struct took took[SIZES];
    struct card_fold fold = {0};
    memset(&w, 0, sizeof(w));
    for (int size = 0; size < SIZES; size++) {
        took[size] = folds[mask][size][type].took;
        card_folds_merge(&fold, &folds[mask][size][type], 1);
    }
    for (int i = 0; i < rows_count; i++) {
        if (MASKS[mask] & seat_bit((unsigned)rows[i][type].seat)) {
            add_row(&rows[i][type], &w);
        }
    }
    assert_int_equal(fold.seats, w.seats);
    assert_int_equal(fold.games, w.games);
    is_fold(&fold.points, &w.points, "ppc", type);
    is_count(&fold.marginal, &w.marginal, "mpc", type);
    is_count(&fold.zero, &w.zero, "zero_rate", type);
    is_group(&fold.with, &w.with, "wp_with", type);
    is_group(&fold.without, &w.without, "wp_without", type);
    for (int t = 0; t < PICKS; t++) {
        is_count(&fold.picks[t], &w.picks[t], "pick_rate", type);
    }
    is_count(&fold.looks, &w.looks, "seen and taken", type);
    is_count(&fold.turns, &w.turns, "ata", type);
    is_count(&fold.last, &w.last, "alsa", type);
    for (int cell = 0; cell < 20; cell++) {
        is_fold(&fold.cells[cell], &w.cells[cell], "cells", type);
    }
    check_improvement(took, MASKS[mask], type);
}

static void test_against_rows(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        simulate(game);
    }
    for (int type = 0; type < MASKS_COUNT * TYPES; type++) {
        check_type(type / TYPES, type % TYPES);
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
    assert_int_equal(game->levels[2].basis, BASIS_SCORED);
    strbuf_clear(&text);
    assert_int_equal(simulate_record(&simulation, &full, &told, &text, &error), ERR_OK);
    gather_facts(&told.setup, told.state, &facts);
    card_folds_add(tiles, 41, &facts, ~(seat_set)0, 1);
    for (unsigned card = 0; card < 41; card++) {
        assert_int_equal(tiles[card].with.seats + tiles[card].without.seats > 0, card >= 36);
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
