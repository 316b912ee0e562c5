/*
 * Where a tile may be laid. One function answers the question for one word, as
 * apply asks it; another lists every answer, as legal and the greedy player
 * ask it; a third says whether there is any. A property test holds the three
 * together by trying every tile, rotation and cell.
 */
#include "rules/grandbois/grandbois_open.h"
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

/* ---- one word ---- */

/* Which of the four squares is in the way, and why; one is. */
static enum err refuse_cover(const struct setup *setup, const struct grandbois_state *s, struct grandbois_word w,
                             struct error *error)
{
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned cell = w.cell + grid_corner[corner];
        unsigned lower = s->grid[cell];
        unsigned upper = tile_square(w.a, w.b, corner);
        if (lower == SQUARE_TOWER) {
            return grandbois_refuse_cell(error, GRANDBOIS_COVERS_TOWER, grid_x(cell), grid_y(cell));
        }
        if (lower == SQUARE_BEAR) {
            return grandbois_refuse_cell(error, GRANDBOIS_COVERS_BEAR, grid_x(cell), grid_y(cell));
        }
        if (!square_covers(upper, lower)) {
            enum grandbois_rule rule = upper == SQUARE_CLEARING ? GRANDBOIS_CLEARING_COVERS : GRANDBOIS_TOO_FEW_ANIMALS;
            return grandbois_refuse_square(error, rule, lower, cell);
        }
        if (grandbois_expert(setup) && square_same_clan(upper, lower)) {
            return grandbois_refuse_square(error, GRANDBOIS_SAME_CLAN, lower, cell);
        }
    }
    return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
}

enum err grandbois_check_lay(const struct setup *setup, const struct grandbois_state *s, struct grandbois_word w,
                             struct error *error)
{
    if (w.a < 1 || w.a > GRANDBOIS_TILES || w.b > 3 || w.cell >= GRID_CELLS ||
        !grid_holds(grid_x(w.cell), grid_y(w.cell)) || !grid_holds(grid_x(w.cell) + 1, grid_y(w.cell) + 1)) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    if (!(s->river & tile_bit(w.a))) {
        return grandbois_refuse_int(error, GRANDBOIS_NOT_IN_RIVER, w.a);
    }
    unsigned covered = 0;
    bool refused = false;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned lower = s->grid[w.cell + grid_corner[corner]];
        unsigned upper = tile_square(w.a, w.b, corner);
        covered += lower != SQUARE_NONE;
        refused |= !square_covers(upper, lower) || (grandbois_expert(setup) && square_same_clan(upper, lower));
    }
    if (covered == 0) {
        return grandbois_refuse(error, GRANDBOIS_COVERS_NOTHING);
    }
    if (covered == 4) {
        return grandbois_refuse(error, GRANDBOIS_ADDS_NOTHING);
    }
    return refused ? refuse_cover(setup, s, w, error) : ERR_OK;
}

/* ---- all of them ---- */

static void read_row(const struct grandbois_state *s, unsigned row, struct grandbois_obstacles *o)
{
    const uint8_t *cells = &s->grid[plane_cell(s, row, 0)];
    unsigned columns = s->right - s->left + 3u;
    uint64_t rank[SQUARE_TOWER + 1] = {0};
    uint64_t clan[GRANDBOIS_CLANS + 1] = {0};
    for (unsigned column = 1; column + 1 < columns; column++) {
        unsigned square = cells[column];
        rank[square_rank(square)] |= UINT64_C(1) << column;
        clan[square_clan(square)] |= UINT64_C(1) << column;
    }
    uint64_t at_least = 0;
    for (unsigned r = SQUARE_TOWER; r > SQUARE_CLEARING; r--) {
        at_least |= rank[r];
        o->at_least[r].row[row] = at_least;
    }
    o->at_least[SQUARE_CLEARING].row[row] = at_least;
    o->at_least[SQUARE_NONE].row[row] = at_least;
    o->occupied.row[row] = at_least | rank[SQUARE_CLEARING];
    o->clan[0].row[row] = 0;
    for (unsigned i = 1; i <= GRANDBOIS_CLANS; i++) {
        o->clan[i].row[row] = clan[i];
    }
}

void grandbois_read_obstacles(const struct grandbois_state *state, struct grandbois_obstacles *o)
{
    unsigned rows = plane_rows(state);
    for (unsigned row = 0; row < rows; row++) {
        read_row(state, row, o);
    }
}

/* grandbois_each_lay for any set of tiles. */
static void each_lay_of(const struct setup *setup, const struct grandbois_state *state, uint64_t tiles,
                        grandbois_lay_fn *fn, void *context)
{
    struct grandbois_obstacles o;
    unsigned rows = plane_rows(state);
    grandbois_read_obstacles(state, &o);
    bool expert = grandbois_expert(setup);
    for (uint64_t rest = tiles; rest; rest &= rest - 1) {
        struct grandbois_word w = {.kind = KIND_LAY, .a = (unsigned)__builtin_ctzll(rest)};
        for (w.b = 0; w.b < 4; w.b++) {
            unsigned square[4];
            for (unsigned corner = 0; corner < 4; corner++) {
                square[corner] = tile_square(w.a, w.b, corner);
            }
            for (unsigned row = 0; row + 1 < rows; row++) {
                for (uint64_t open = grandbois_open_columns(&o, expert, square, row); open; open &= open - 1) {
                    w.cell = plane_cell(state, row, (unsigned)__builtin_ctzll(open));
                    if (!fn(context, w)) {
                        return;
                    }
                }
            }
        }
    }
}

void grandbois_each_lay(const struct setup *setup, const struct grandbois_state *state, grandbois_lay_fn *fn,
                        void *context)
{
    each_lay_of(setup, state, state->river, fn, context);
}

/* ---- any of them ---- */

/* The square with the most animals, or the bear, of a tile: turned right, it comes to lie anywhere. */
static unsigned highest(unsigned tile)
{
    unsigned upper = tile_square(tile, 0, 0);
    for (unsigned corner = 1; corner < 4; corner++) {
        unsigned square = tile_square(tile, 0, corner);
        upper = square_rank(square) > square_rank(upper) ? square : upper;
    }
    return upper;
}

/* True when `upper` may lie on this cell alone, the other three squares of its tile beyond one of the cell's corners. */
static bool overhangs(const struct setup *setup, const struct grandbois_state *s, unsigned upper, unsigned cell)
{
    unsigned lower = s->grid[cell];
    if (!square_covers(upper, lower) || (grandbois_expert(setup) && square_same_clan(upper, lower))) {
        return false;
    }
    const uint8_t *above = &s->grid[cell - GRID_SIDE];
    const uint8_t *here = &s->grid[cell];
    const uint8_t *below = &s->grid[cell + GRID_SIDE];
    for (int side = -1; side <= 1; side += 2) {
        if (here[side] == SQUARE_NONE &&
            ((above[0] | above[side]) == SQUARE_NONE || (below[0] | below[side]) == SQUARE_NONE)) {
            return true;
        }
    }
    return false;
}

/* The first square of the forest's top or bottom row, going from one end: it sticks out. */
static unsigned outermost(const struct grandbois_state *s, unsigned row, bool from_left)
{
    unsigned cell = row * GRID_SIDE + (from_left ? s->left : s->right);
    while (s->grid[cell] == SQUARE_NONE) {
        cell = from_left ? cell + 1 : cell - 1;
    }
    return cell;
}

static bool stop_at_first(void *context, struct grandbois_word word)
{
    (void)word;
    *(bool *)context = true;
    return false;
}

/* True when some tile of the River overhangs one of these four cells. */
static bool any_overhangs(const struct setup *setup, const struct grandbois_state *s, const unsigned cells[4])
{
    for (uint64_t rest = s->river; rest; rest &= rest - 1) {
        unsigned upper = highest((unsigned)__builtin_ctzll(rest));
        for (unsigned i = 0; i < 4; i++) {
            if (overhangs(setup, s, upper, cells[i])) {
                return true;
            }
        }
    }
    return false;
}

bool grandbois_can_lay(const struct setup *setup, const struct grandbois_state *state)
{
    if (state->river == 0) {
        return false;
    }
    /* Nearly always a tile fits on some square of the one just laid, or on one that sticks out of the whole forest. */
    const unsigned last[4] = {state->last, state->last + 1u, state->last + (unsigned)GRID_SIDE,
                              state->last + GRID_SIDE + 1u};
    if (any_overhangs(setup, state, last)) {
        return true;
    }
    const unsigned ends[4] = {outermost(state, state->top, true), outermost(state, state->top, false),
                              outermost(state, state->bottom, true), outermost(state, state->bottom, false)};
    bool any = any_overhangs(setup, state, ends);
    if (!any) {
        grandbois_each_lay(setup, state, stop_at_first, &any);
    }
    return any;
}

bool grandbois_tile_fits(const struct setup *setup, const struct grandbois_state *state, unsigned tile)
{
    bool any = false;
    each_lay_of(setup, state, tile_bit(tile), stop_at_first, &any);
    return any;
}
