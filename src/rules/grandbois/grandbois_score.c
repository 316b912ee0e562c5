/*
 * The score: four categories a clan and its tower, summed over a duel's two.
 * Clans that are not known yet score nothing.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

/* What one of a player's clans, and the tower that bears its label, bring. */
struct share {
    int32_t category[GRANDBOIS_CATEGORIES];
};

/* ---- squares and sets ---- */

/* Where each clan lies, clans from 1; 0 is where none does. */
struct clan_planes {
    struct grandbois_plane clan[GRANDBOIS_CLANS + 1];
};

static void read_planes(const struct grandbois_state *s, struct clan_planes *planes)
{
    unsigned columns = s->right - s->left + 3u;
    for (unsigned row = 0; row < plane_rows(s); row++) {
        const uint8_t *cells = &s->grid[plane_cell(s, row, 0)];
        uint64_t bits[GRANDBOIS_CLANS + 1] = {0};
        for (unsigned column = 0; column < columns; column++) {
            bits[square_clan(cells[column])] |= UINT64_C(1) << column;
        }
        for (unsigned clan = 0; clan <= GRANDBOIS_CLANS; clan++) {
            planes->clan[clan].row[row] = bits[clan];
        }
    }
}

enum { CLAN_SQUARES = 23 }; /* that the box has of each clan */

int grandbois_take_part(struct grandbois_plane *plane, unsigned row, unsigned column)
{
    uint16_t stack[4 * CLAN_SQUARES + 1]; /* row x 64 + column; every square taken puts four there */
    unsigned depth = 0;
    int size = 0;
    stack[depth++] = (uint16_t)(row << 6 | column);
    while (depth > 0) {
        unsigned at = stack[--depth];
        uint64_t bit = UINT64_C(1) << (at & 63);
        if (!(plane->row[at >> 6] & bit)) {
            continue;
        }
        plane->row[at >> 6] &= ~bit;
        size++;
        /* No square lies at the border of a plane, so none of these leaves it. */
        stack[depth++] = (uint16_t)(at - 1);
        stack[depth++] = (uint16_t)(at + 1);
        stack[depth++] = (uint16_t)(at - 64);
        stack[depth++] = (uint16_t)(at + 64);
    }
    return size;
}

static void score_squares(const struct grandbois_state *s, const struct clan_planes *planes, unsigned clan,
                          struct share *share)
{
    struct grandbois_plane plane = planes->clan[clan];
    int squares = 0;
    int largest = 0;
    unsigned rows = plane_rows(s);
    for (unsigned row = 0; row < rows; row++) {
        while (plane.row[row]) {
            int size = grandbois_take_part(&plane, row, (unsigned)__builtin_ctzll(plane.row[row]));
            squares += size;
            largest = size > largest ? size : largest;
        }
    }
    share->category[GRANDBOIS_SQUARES] = squares;
    share->category[GRANDBOIS_SET] = 2 * largest;
}

/* ---- towers ---- */

static void score_tower(const struct grandbois_state *s, unsigned player, unsigned tower, struct share *share)
{
    if (s->tower[tower] == 0) {
        return;
    }
    for (unsigned i = 0; i < 8; i++) {
        unsigned clan = square_clan(s->grid[s->tower[tower] + grid_around[i]]);
        if (clan == 0) {
            continue;
        }
        if (clan == s->clan[player][0] || clan == s->clan[player][1]) {
            share->category[GRANDBOIS_OWN_TOWER] += 2;
        } else {
            share->category[GRANDBOIS_OTHER_TOWER] += 1;
        }
    }
}

/* The share of the player's first or second clan; all 0 while that clan is not known. */
static struct share share_of(const struct setup *setup, const struct grandbois_state *s,
                             const struct clan_planes *planes, unsigned player, unsigned i)
{
    struct share share = {{0}};
    if (s->clan[player][i] != 0) {
        score_squares(s, planes, s->clan[player][i], &share);
        score_tower(s, player, grandbois_first_tower(setup, player) + i, &share);
    }
    return share;
}

/* ---- the result ---- */

/* Squares, then largest set, then own tower, then other tower, as one number. */
static int64_t tiebreak_of(const int32_t category[])
{
    int64_t value = 0;
    for (unsigned i = 0; i < GRANDBOIS_CATEGORIES; i++) {
        value = value << 12 | category[i];
    }
    return value;
}

void grandbois_outcome(const struct setup *setup, const void *state, struct outcome *outcome)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_outcome(&grandbois_totals, setup, state, outcome);
        return;
    }
    const struct grandbois_state *s = state;
    int64_t tiebreak[GRANDBOIS_PLAYERS];
    struct clan_planes planes;
    read_planes(s, &planes);
    memset(outcome, 0, sizeof(*outcome));
    outcome->over = s->phase == PHASE_OVER;
    outcome->rows_count = setup->seats;
    for (unsigned player = 0; player < setup->seats; player++) {
        struct outcome_row *row = &outcome->rows[player];
        row->seat = (uint8_t)player;
        row->scored = true;
        row->categories = (1u << GRANDBOIS_CATEGORIES) - 1;
        for (unsigned i = 0; i < grandbois_share(setup); i++) {
            struct share share = share_of(setup, s, &planes, player, i);
            for (unsigned c = 0; c < GRANDBOIS_CATEGORIES; c++) {
                row->category[c] += share.category[c];
                row->total += share.category[c];
            }
        }
        tiebreak[player] = tiebreak_of(row->category);
    }
    outcome_rank(outcome, setup, tiebreak);
}

void grandbois_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_credits(&grandbois_totals, setup, state, fn, context);
        return;
    }
    const struct grandbois_state *s = state;
    struct clan_planes planes;
    read_planes(s, &planes);
    for (unsigned player = 0; player < setup->seats; player++) {
        for (unsigned i = 0; i < grandbois_share(setup); i++) {
            if (s->clan[player][i] == 0) {
                continue;
            }
            struct share share = share_of(setup, s, &planes, player, i);
            uint16_t card = (uint16_t)(GRANDBOIS_TILES + s->clan[player][i] - 1);
            for (unsigned c = 0; c < GRANDBOIS_CATEGORIES; c++) {
                fn(context, &(struct credit){(uint8_t)player, (uint8_t)c, card, card, share.category[c]});
            }
        }
        /* Tiles earn nothing by themselves: a credit of 0 says who laid which. */
        for (unsigned tile = 0; tile < GRANDBOIS_TILES; tile++) {
            if (s->laid_by[tile] == player + 1) {
                fn(context, &(struct credit){(uint8_t)player, GRANDBOIS_SQUARES, (uint16_t)tile, (uint16_t)tile, 0});
            }
        }
    }
}

void grandbois_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_warnings(&grandbois_totals, setup, state, fn, context);
    }
}
