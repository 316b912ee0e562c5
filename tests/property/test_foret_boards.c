/*
 * Random boards of Forêt, full and unfinished, scored by the engine and by the slow scorer, which shares nothing with
 * it: categories, totals and ranks of every board; the attribution to cards and the total without a card of a tenth.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"
#include "support/foret_boards.h"
#include "support/foret_slow.h"
#include "support/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static uint32_t below(void *ctx, uint32_t n)
{
    return prng_below(ctx, n);
}

/* A case: boards, and the engine's position with the same cards. */
struct boards_case {
    unsigned number;
    bool thin;
    struct foret_boards boards;
    struct setup setup;
    struct foret_state state;
};

/* Lays the cards of a grid, which is not empty, with its first one in reading order at (0,0). */
static void lay(struct foret_seat *seat, const int grid[4][5])
{
    int first = 0;
    while (grid[first / 5][first % 5] == SLOW_EMPTY) {
        first++;
    }
    for (int i = 0; i < SLOW_CELLS; i++) {
        int card = grid[i / 5][i % 5];
        if (card != SLOW_EMPTY) {
            foret_put(seat, field_cell(i % 5 - first % 5, i / 5 - first / 5), (unsigned)card - 1);
        }
    }
}

static void sheet_word(struct boards_case *c, unsigned seat, int i, int card)
{
    struct error error;
    struct foret_word w = {.kind = FORET_GRID, .card = (unsigned)card - 1, .at = (unsigned)i};
    if (foret_game.apply(&c->setup, &c->state, foret_pack(seat, w), &error)) {
        fail_msg("case %u: the sheet of seat %u is refused: %s", c->number, seat, error.message->id);
    }
}

/* Full boards go in as sheets, thin ones are laid as they would lie in an unfinished game. */
static void position_from_boards(struct boards_case *c)
{
    struct error error;
    c->setup.level = c->thin ? FORET_TABLE : FORET_SHEET;
    assert_int_equal(foret_game.init(&c->setup, &c->state, &error), ERR_OK);
    for (unsigned seat = 0; seat < c->setup.seats; seat++) {
        if (c->thin) {
            lay(&c->state.seat[seat], (const int(*)[5])c->boards.grids[seat]);
            continue;
        }
        for (int i = 0; i < SLOW_CELLS; i++) {
            sheet_word(c, seat, i, c->boards.grids[seat][i / 5][i % 5]);
        }
    }
    for (int i = 0; c->setup.variant != FORET_STANDARD && i < SLOW_CELLS; i++) {
        int card = c->setup.variant == FORET_DUEL ? c->boards.neutral[i] : c->boards.grids[1][i / 5][i % 5];
        if (!c->thin) {
            sheet_word(c, foret_extra(&c->setup), i, card);
        } else {
            c->state.other[i] = (uint8_t)card;
        }
    }
}

static void draw_case(struct boards_case *c, unsigned variant, struct prng *prng)
{
    static const enum foret_boards_kind kinds[] = {FORET_BOARDS_STANDARD, FORET_BOARDS_DUEL, FORET_BOARDS_SOLO};
    struct foret_random random = {below, prng};
    int players = 3 + (int)prng_below(prng, 4);
    c->setup = (struct setup){.game = &foret_game, .variant = (uint8_t)variant};
    c->setup.seats = (uint8_t)(variant == FORET_STANDARD ? players : variant == FORET_DUEL ? 2 : 1);
    if (prng_below(prng, 2)) {
        foret_boards_fill(&c->boards, kinds[variant], c->setup.seats, random);
    } else {
        foret_boards_fill_skewed(&c->boards, kinds[variant], c->setup.seats, random);
    }
    c->thin = prng_below(prng, 5) == 0;
    if (c->thin) {
        foret_boards_thin(&c->boards, 1 + (int)prng_below(prng, 20), random);
    }
    position_from_boards(c);
}

static void check_row(const struct boards_case *c, const struct outcome_row *row, const struct slow_result *slow)
{
    for (int i = 0; i < SLOW_CATEGORIES; i++) {
        if (row->category[i] != slow->category[i]) {
            fail_msg("variant %u case %u seat %u: %s is %d, slow says %d", c->setup.variant, c->number, row->seat,
                     foret_game.categories[i].id, row->category[i], slow->category[i]);
        }
    }
    assert_int_equal(row->total, slow->total);
    assert_true(row->scored);
}

static void check_ranks(const struct boards_case *c, const struct outcome *outcome)
{
    seat_set winners = 0;
    for (unsigned i = 0; i < c->setup.seats; i++) {
        unsigned rank = 1;
        for (unsigned j = 0; j < c->setup.seats; j++) {
            rank += outcome->rows[j].total > outcome->rows[i].total;
        }
        bool lost = c->setup.variant == FORET_SOLO && outcome->over && outcome->margin < 30;
        assert_int_equal(outcome->rows[i].rank, lost ? 0 : rank);
        winners |= rank == 1 ? seat_bit(i) : 0;
    }
    assert_int_equal(outcome->over, !c->thin);
    if (c->setup.variant == FORET_SOLO) {
        assert_int_equal(outcome->margin, outcome->rows[0].total - outcome->rows[1].total);
        winners = outcome->margin >= 30 ? winners : 0;
    }
    assert_int_equal(outcome->winners, c->thin ? 0 : winners);
}

static void check_scores(const struct boards_case *c, struct outcome *outcome)
{
    struct slow_result slow[SLOW_MAX_SEATS + 1];
    foret_game.outcome(&c->setup, &c->state, outcome);
    if (c->setup.variant == FORET_SOLO) {
        slow_score_solo((const int(*)[5])c->boards.grids[0], (const int(*)[5])c->boards.grids[1], &slow[0], &slow[1]);
        check_row(c, &outcome->rows[1], &slow[1]);
        assert_int_equal(outcome->rows[1].categories, 0x7ff);
        assert_int_equal(outcome->rows[1].rank, 0);
    } else {
        slow_score(c->setup.seats, (const int(*)[4][5])c->boards.grids, c->boards.neutral_streams,
                   c->boards.neutral_wolves, c->setup.variant == FORET_DUEL, slow);
    }
    for (unsigned i = 0; i < c->setup.seats; i++) {
        check_row(c, &outcome->rows[i], &slow[i]);
        assert_int_equal(outcome->rows[i].categories, 0xfff);
    }
    assert_int_equal(outcome->rows_count, c->setup.seats + (c->setup.variant != FORET_STANDARD));
    check_ranks(c, outcome);
}

/* What the credits of a position say, by seat. */
struct credited {
    int64_t cell[GAME_PLAYERS][FORET_CELLS];
    int64_t biodiversity[GAME_PLAYERS];
    int64_t category[GAME_PLAYERS][FORET_CATEGORIES];
    unsigned cards[GAME_PLAYERS];
};

static void take_credit(void *context, const struct credit *credit)
{
    struct credited *credited = context;
    credited->category[credit->seat][credit->category] += credit->units;
    if (credit->card == CREDIT_NO_CARD) {
        credited->biodiversity[credit->seat] += credit->units;
        return;
    }
    assert_int_equal(credit->card, credit->category);
    assert_true(credit->cell < FORET_CELLS);
    credited->cell[credit->seat][credit->cell] = credit->units;
    credited->cards[credit->seat]++;
}

static void check_seat_credits(const struct boards_case *c, const struct credited *credited, unsigned seat)
{
    int64_t cells[4][5];
    int64_t biodiversity;
    bool solo = c->setup.variant == FORET_SOLO;
    const int(*grids)[4][5] = (const int(*)[4][5])c->boards.grids;
    if (solo) {
        slow_attribute_solo(grids[0], grids[1], false, cells, &biodiversity);
    } else {
        slow_attribute(c->setup.seats, grids, c->boards.neutral_streams, c->boards.neutral_wolves,
                       c->setup.variant == FORET_DUEL, (int)seat, cells, &biodiversity);
    }
    assert_true(credited->biodiversity[seat] == biodiversity);
    int top = 0;
    int left = 4;
    for (int i = SLOW_CELLS - 1; i >= 0; i--) {
        bool card = grids[seat][i / 5][i % 5] != SLOW_EMPTY;
        top = card ? i / 5 : top;
        left = card && i % 5 < left ? i % 5 : left;
    }
    for (int i = 0; i < SLOW_CELLS; i++) {
        if (grids[seat][i / 5][i % 5] == SLOW_EMPTY) {
            continue;
        }
        unsigned cell = (unsigned)((i / 5 - top) * 5 + i % 5 - left);
        int without =
            solo ? slow_total_without_solo(grids[0], grids[1], false, i / 5, i % 5)
                 : slow_total_without(c->setup.seats, grids, c->boards.neutral_streams, c->boards.neutral_wolves,
                                      c->setup.variant == FORET_DUEL, (int)seat, i / 5, i % 5);
        if (credited->cell[seat][cell] != cells[i / 5][i % 5]) {
            fail_msg("variant %u case %u seat %u cell %u: attributed %lld, slow says %lld", c->setup.variant, c->number,
                     seat, cell, (long long)credited->cell[seat][cell], (long long)cells[i / 5][i % 5]);
        }
        if (foret_game.without(&c->setup, &c->state, seat, cell) != without) {
            fail_msg("variant %u case %u seat %u cell %u: without is %d, slow says %d", c->setup.variant, c->number,
                     seat, cell, foret_game.without(&c->setup, &c->state, seat, cell), without);
        }
    }
}

static void check_credits(const struct boards_case *c, const struct outcome *outcome)
{
    struct credited credited;
    memset(&credited, 0, sizeof(credited));
    foret_game.credits(&c->setup, &c->state, take_credit, &credited);
    for (unsigned seat = 0; seat < c->setup.seats; seat++) {
        int64_t sum = 0;
        for (unsigned i = 0; i < FORET_CATEGORIES; i++) {
            int64_t points = outcome->rows[seat].category[i] * (int64_t)foret_game.unit;
            assert_true(credited.category[seat][i] == points);
            sum += credited.category[seat][i];
        }
        assert_true(sum == outcome->rows[seat].total * (int64_t)foret_game.unit);
        assert_int_equal(credited.cards[seat], __builtin_popcountll(c->state.seat[seat].occupied));
        check_seat_credits(c, &credited, seat);
    }
}

static void check_boards(unsigned variant)
{
    struct prng prng;
    struct boards_case c;
    prng_seed(&prng, 1000 + variant);
    unsigned cases = test_cases(60000);
    for (c.number = 0; c.number < cases; c.number++) {
        struct outcome outcome;
        draw_case(&c, variant, &prng);
        check_scores(&c, &outcome);
        if (c.number % 10 == 0) {
            check_credits(&c, &outcome);
        }
    }
}

static void test_boards_standard(void **unused)
{
    (void)unused;
    check_boards(FORET_STANDARD);
}

static void test_boards_duel(void **unused)
{
    (void)unused;
    check_boards(FORET_DUEL);
}

static void test_boards_solo(void **unused)
{
    (void)unused;
    check_boards(FORET_SOLO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards_standard),
        cmocka_unit_test(test_boards_duel),
        cmocka_unit_test(test_boards_solo),
    };
    return cmocka_run_group_tests_name("foret boards", tests, NULL, NULL);
}
