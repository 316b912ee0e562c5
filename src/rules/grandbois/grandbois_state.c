/*
 * The position before the first move, and what can be asked of any position:
 * who may move, which clans and towers are still to come.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

/* ---- before the first move ---- */

void grandbois_bound(struct grandbois_state *state, unsigned cell)
{
    uint8_t column = (uint8_t)(cell % GRID_SIDE);
    uint8_t row = (uint8_t)(cell / GRID_SIDE);
    state->left = column < state->left ? column : state->left;
    state->right = column > state->right ? column : state->right;
    state->top = row < state->top ? row : state->top;
    state->bottom = row > state->bottom ? row : state->bottom;
}

enum err grandbois_init(const struct setup *setup, void *state, struct error *error)
{
    const struct game *game = setup->game;
    if (setup->variant >= game->variants_count || setup->level >= game->levels_count ||
        setup->option[GRANDBOIS_OPTION_EXPERT] > 1 || setup->seats < game->variants[setup->variant].min_seats ||
        setup->seats > game->variants[setup->variant].max_seats) {
        return grandbois_refuse(error, GRANDBOIS_BAD_SETUP);
    }
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_init(&grandbois_totals, setup, state);
        return ERR_OK;
    }
    struct grandbois_state *s = state;
    memset(s, 0, sizeof(*s));
    s->left = s->right = GRID_ORIGIN % GRID_SIDE;
    s->top = s->bottom = GRID_ORIGIN / GRID_SIDE;
    if (setup->level == GRANDBOIS_SHEET) {
        s->phase = PHASE_SHEET;
        return ERR_OK;
    }
    for (unsigned corner = 0; corner < 4; corner++) {
        s->grid[GRID_ORIGIN + grid_corner[corner]] = SQUARE_CLEARING;
    }
    grandbois_bound(s, GRID_ORIGIN + grid_corner[2]);
    s->squares = 4;
    return ERR_OK;
}

/* ---- what is known and what is due ---- */

bool grandbois_tower_left(const struct setup *setup, const struct grandbois_state *state, unsigned player)
{
    unsigned first = grandbois_first_tower(setup, player);
    return state->tower[first] == 0 || (grandbois_share(setup) == 2 && state->tower[first + 1] == 0);
}

unsigned grandbois_clans_taken(const struct grandbois_state *state)
{
    unsigned taken = 0;
    for (unsigned i = 0; i < GRANDBOIS_PLAYERS; i++) {
        taken |= 1u << state->clan[i][0] | 1u << state->clan[i][1];
    }
    return taken & ~1u;
}

unsigned grandbois_clans_due(const struct setup *setup, const struct grandbois_state *state, unsigned player)
{
    return grandbois_share(setup) - (state->clan[player][0] != 0) - (state->clan[player][1] != 0);
}

bool grandbois_last_clan(const struct setup *setup, const struct grandbois_state *state)
{
    unsigned due = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        due += grandbois_clans_due(setup, state, i);
    }
    return due == 1;
}

seat_set grandbois_hidden(const struct setup *setup, const struct grandbois_state *s)
{
    seat_set set = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        set |= grandbois_clans_due(setup, s, i) ? seat_bit(i) : 0;
    }
    return set;
}

/* The table writes rows until the forest is whole, and also then; a forest that is none yet is never the players' turn. */
static seat_set sheet_turn(const struct setup *setup, const struct grandbois_state *s)
{
    struct error error;
    bool whole = grandbois_check_rows(setup, s, &error) == ERR_OK;
    bool rows = !whole || (s->squares < GRANDBOIS_MOST_SQUARES && !grandbois_rows_closed(setup, s));
    return (rows ? seat_bit(SEAT_TABLE) : 0) | (whole ? grandbois_hidden(setup, s) : 0);
}

seat_set grandbois_turn(const struct setup *setup, const void *state)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        return totals_turn(&grandbois_totals, setup, state);
    }
    const struct grandbois_state *s = state;
    switch (s->phase) {
    case PHASE_SETUP:
    case PHASE_REFILL:
        return seat_bit(SEAT_TABLE);
    case PHASE_LAY:
    case PHASE_TOWER:
        return seat_bit(s->player);
    case PHASE_REVEAL:
        return grandbois_hidden(setup, s);
    case PHASE_SHEET:
        return sheet_turn(setup, s);
    default:
        return 0;
    }
}
