/*
 * The sheet of a finished game: the forest square by square, then towers and
 * clans. Squares are written so that each touches one written before, as a
 * forest grows: so a sheet is connected at every moment. What is refused here
 * is what no forest can become one with: more squares of a kind than the box
 * has, more squares than 36 tiles can add, a forest wider or higher than they
 * can reach. What the whole must be is in grandbois_forest.c.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

static bool touches(const uint8_t *grid, unsigned cell)
{
    return (grid[cell - 1] | grid[cell + 1] | grid[cell - GRID_SIDE] | grid[cell + GRID_SIDE]) != SQUARE_NONE;
}

static bool too_wide(const struct grandbois_state *s, unsigned cell)
{
    unsigned column = cell % GRID_SIDE;
    return column >= s->left + (unsigned)GRANDBOIS_SPAN || column + GRANDBOIS_SPAN <= s->right;
}

static bool too_high(const struct grandbois_state *s, unsigned cell)
{
    unsigned row = cell / GRID_SIDE;
    return row >= s->top + (unsigned)GRANDBOIS_SPAN || row + GRANDBOIS_SPAN <= s->bottom;
}

bool grandbois_square_fits(const struct grandbois_state *state, unsigned cell)
{
    if (state->squares == 0) {
        return cell == GRID_ORIGIN;
    }
    /* In that order: only a cell within the grid, not of its border, is neither too wide nor too high. */
    return !too_wide(state, cell) && !too_high(state, cell) && state->grid[cell] == SQUARE_NONE &&
           touches(state->grid, cell);
}

static enum err refuse_fit(const struct grandbois_state *s, unsigned cell, struct error *error)
{
    if (s->squares == 0) {
        return grandbois_refuse(error, GRANDBOIS_FIRST_SQUARE);
    }
    if (s->grid[cell] != SQUARE_NONE) {
        return grandbois_refuse_cell(error, GRANDBOIS_SQUARE_TAKEN, grid_x(cell), grid_y(cell));
    }
    if (too_wide(s, cell)) {
        return grandbois_refuse(error, GRANDBOIS_TOO_WIDE);
    }
    if (too_high(s, cell)) {
        return grandbois_refuse(error, GRANDBOIS_TOO_HIGH);
    }
    return grandbois_refuse_cell(error, GRANDBOIS_SQUARE_ALONE, grid_x(cell), grid_y(cell));
}

enum err grandbois_check_square_step(const struct setup *setup, const struct grandbois_state *state,
                                     struct error *error)
{
    if (setup->level != GRANDBOIS_SHEET) {
        return grandbois_refuse(error, GRANDBOIS_NO_SQUARE_LEVEL);
    }
    if (state->phase == PHASE_OVER) {
        return grandbois_refuse(error, GRANDBOIS_IS_OVER);
    }
    if (grandbois_rows_closed(setup, state)) {
        return grandbois_refuse(error, GRANDBOIS_ROWS_FIRST);
    }
    return state->squares < GRANDBOIS_MOST_SQUARES ? ERR_OK : grandbois_refuse(error, GRANDBOIS_TOO_MANY);
}

enum err grandbois_apply_square(const struct setup *setup, struct grandbois_state *state, struct grandbois_word w,
                                struct error *error)
{
    unsigned copies = grandbois_copies(w.a);
    if (copies == 0 || w.b != 0 || w.cell >= GRID_CELLS) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    enum err err = grandbois_check_square_step(setup, state, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!grandbois_square_fits(state, w.cell)) {
        return refuse_fit(state, w.cell, error);
    }
    if (state->shown[w.a] == copies) {
        return grandbois_refuse_supply(error, w.a);
    }
    state->shown[w.a]++;
    state->grid[w.cell] = (uint8_t)w.a;
    state->squares++;
    grandbois_bound(state, w.cell);
    return ERR_OK;
}

/* ---- the sheet of a game that was played ---- */

/* The forest moved so that the leftmost square of its top row is 0,0, and which of it is still to be written. */
struct writer {
    const struct grandbois_state *s;
    unsigned shift; /* from a cell of the game to the cell of the sheet; wraps */
    uint8_t written[sizeof(((struct grandbois_state *)NULL)->grid)];
    game_move *out;
    size_t cap;
    size_t count;
};

static void write_move(struct writer *writer, unsigned seat, struct grandbois_word w)
{
    if (writer->count < writer->cap) {
        writer->out[writer->count] = grandbois_pack(seat, w);
    }
    writer->count++;
}

static bool write_square(struct writer *writer, unsigned cell)
{
    const struct grandbois_state *s = writer->s;
    bool first = writer->count == 0;
    if (s->grid[cell] == SQUARE_NONE || writer->written[cell] || (!first && !touches(writer->written, cell))) {
        return false;
    }
    writer->written[cell] = 1;
    unsigned square = s->grid[cell] == SQUARE_TOWER ? SQUARE_CLEARING : s->grid[cell];
    write_move(writer, SEAT_TABLE,
               (struct grandbois_word){.kind = KIND_SQUARE, .a = square, .cell = cell + writer->shift});
    return true;
}

/* Writes what can be written of a row, to the right and then to the left; returns how many squares that were. */
static unsigned write_row(struct writer *writer, unsigned row)
{
    unsigned written = 0;
    for (unsigned column = writer->s->left; column <= writer->s->right; column++) {
        written += write_square(writer, row * GRID_SIDE + column);
    }
    for (unsigned column = writer->s->right; column >= writer->s->left; column--) {
        written += write_square(writer, row * GRID_SIDE + column);
    }
    return written;
}

size_t grandbois_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        return totals_again(&grandbois_totals, setup, state, out, cap);
    }
    if (level == GRANDBOIS_TOTALS) {
        struct outcome outcome;
        grandbois_outcome(setup, state, &outcome);
        return totals_of_outcome(&grandbois_totals, setup, &outcome, out, cap);
    }
    const struct grandbois_state *s = state;
    struct writer writer = {.s = s, .cap = cap};
    writer.out = out;
    unsigned corner = s->top * (unsigned)GRID_SIDE + s->left;
    while (s->grid[corner] == SQUARE_NONE) {
        corner++;
    }
    writer.shift = GRID_ORIGIN - corner;
    /* Row after row from the top; what hangs on a lower row only is written by a later pass, from below. */
    for (unsigned written = 0; written < s->squares;) {
        for (unsigned row = s->top; row <= s->bottom; row++) {
            written += write_row(&writer, row);
        }
        for (unsigned row = s->bottom; row > s->top; row--) {
            written += write_row(&writer, row - 1);
        }
    }
    for (unsigned player = 0; player < setup->seats; player++) {
        unsigned first = grandbois_first_tower(setup, player);
        for (unsigned i = first; i < first + grandbois_share(setup); i++) {
            if (s->tower[i] != 0) {
                write_move(&writer, player,
                           (struct grandbois_word){.kind = KIND_TOWER, .a = i, .cell = s->tower[i] + writer.shift});
            }
        }
    }
    for (unsigned player = 0; player < setup->seats; player++) {
        for (unsigned i = 0; i < grandbois_share(setup); i++) {
            write_move(&writer, player, (struct grandbois_word){.kind = KIND_REVEAL, .a = s->clan[player][i]});
        }
    }
    return writer.count;
}
