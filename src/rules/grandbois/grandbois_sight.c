/*
 * Sight: reading the forest, and what each block does whatever tile comes to
 * lie there. grandbois_sight_moves.c puts tiles on them.
 */
#include "rules/grandbois/grandbois_sight.h"

#include "rules/grandbois/grandbois_weights.h"

#include "base/banned.h"

/* ---- what squares are worth ---- */

/* How likely it is, in percent, that a square that can be covered will be. */
static int32_t risk(const struct grandbois_sight *t, unsigned animals)
{
    return WEIGHTS.risk[animals - 1] * (int32_t)t->to_come / GRANDBOIS_TILES;
}

static void weigh_animals(struct grandbois_sight *t, unsigned clan, unsigned animals)
{
    unsigned square = square_of(clan, animals);
    bool own = t->mine >> clan & 1;
    int32_t whole = own ? WEIGHTS.square : -WEIGHTS.other;
    t->worth.safe[square] = (own ? WEIGHTS.at_risk : whole) * risk(t, animals) / 100;
    t->worth.exposed[square] = whole - t->worth.safe[square];
    t->worth.own_tower[square] = own ? WEIGHTS.tower_own : WEIGHTS.tower_other;
    t->worth.rival_tower[square] = own ? WEIGHTS.rival_mine : WEIGHTS.rival_other;
}

/* What an empty cell, or a clearing, beside a tower may still bring. */
static int32_t room(const struct grandbois_sight *t)
{
    int32_t most = WEIGHTS.room_step * (int32_t)t->to_come;
    return most < WEIGHTS.room ? most : WEIGHTS.room;
}

static void weigh(struct grandbois_sight *t)
{
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        for (unsigned animals = 1; animals <= 4; animals++) {
            weigh_animals(t, clan, animals);
        }
    }
    static const uint8_t others[] = {SQUARE_NONE, SQUARE_CLEARING, SQUARE_BEAR, SQUARE_TOWER};
    for (unsigned i = 0; i < 4; i++) {
        bool open = others[i] <= SQUARE_CLEARING;
        t->worth.exposed[others[i]] = 0;
        t->worth.safe[others[i]] = 0;
        t->worth.own_tower[others[i]] = open ? room(t) : 0;
        t->worth.rival_tower[others[i]] = open ? room(t) * WEIGHTS.rival_other / WEIGHTS.tower_other : 0;
    }
}

/* ---- cells ---- */

static void clear_rows(const struct grandbois_sight *t, void *cells, size_t size)
{
    memset(cells, 0, (plane_rows(t->s) + 2) * SIGHT_STRIDE * size);
}

static void read_cells(struct grandbois_sight *t)
{
    unsigned rows = plane_rows(t->s);
    unsigned columns = t->s->right - t->s->left + 1u;
    clear_rows(t, t->square, sizeof(t->square[0]));
    clear_rows(t, t->part, sizeof(t->part[0]));
    clear_rows(t, t->cost, sizeof(t->cost[0]));
    clear_rows(t, t->own_near, sizeof(t->own_near[0]));
    clear_rows(t, t->rival_near, sizeof(t->rival_near[0]));
    for (unsigned row = 1; row + 1 < rows; row++) {
        memcpy(&t->square[sight_cell(row, 1)], &t->s->grid[plane_cell(t->s, row, 1)], columns);
    }
}

/* Where towers stand, their eight neighbours; `near` has the blocks that touch one of these. */
static void read_towers(struct grandbois_sight *t, struct grandbois_plane *near)
{
    memset(near, 0, plane_rows(t->s) * sizeof(near->row[0]));
    unsigned first = grandbois_first_tower(t->setup, t->seat);
    for (unsigned i = 0; i < GRANDBOIS_TOWERS; i++) {
        if (t->s->tower[i] == 0) {
            continue;
        }
        bool own = i >= first && i < first + grandbois_share(t->setup);
        unsigned row = t->s->tower[i] / GRID_SIDE + 1u - t->s->top;
        unsigned column = t->s->tower[i] % GRID_SIDE + 1u - t->s->left;
        for (unsigned k = 0; k < 9; k++) {
            unsigned cell = sight_cell(row + k / 3 - 1, column + k % 3 - 1);
            uint8_t *count = own ? &t->own_near[cell] : &t->rival_near[cell];
            *count = (uint8_t)(*count + (k != 4));
        }
        uint64_t blocks = UINT64_C(15) << column >> 2;
        for (unsigned k = 0; k < 4; k++) {
            if (row + k >= 2) {
                near->row[row + k - 2] |= blocks;
            }
        }
    }
}

/* What is gone when the square at a cell is covered, its own clan's sets aside. */
static void read_costs(struct grandbois_sight *t)
{
    for (unsigned row = 0; row < plane_rows(t->s); row++) {
        for (uint64_t bits = t->o.occupied.row[row]; bits; bits &= bits - 1) {
            unsigned cell = sight_cell(row, (unsigned)__builtin_ctzll(bits));
            unsigned square = t->square[cell];
            unsigned clan = square_clan(square);
            t->cost[cell] = t->worth.exposed[square];
            if (clan && !(t->mine >> clan & 1) && t->part_size[t->part[cell]] == t->largest[clan]) {
                t->cost[cell] -= WEIGHTS.other_set;
            }
        }
    }
}

/* The neighbours of towers, free cells among them. */
static void read_tower_costs(struct grandbois_sight *t, const struct grandbois_plane *near)
{
    for (unsigned row = 0; row < plane_rows(t->s); row++) {
        uint64_t bits =
            near->row[row] | near->row[row] << 1 | (row > 0 ? near->row[row - 1] | near->row[row - 1] << 1 : 0);
        for (; bits; bits &= bits - 1) {
            unsigned cell = sight_cell(row, (unsigned)__builtin_ctzll(bits));
            unsigned square = t->square[cell];
            t->cost[cell] += t->own_near[cell] * t->worth.own_tower[square];
            t->cost[cell] -= t->rival_near[cell] * t->worth.rival_tower[square];
        }
    }
}

/* What the eight cells around each cell bring to a tower. */
static void read_around(struct grandbois_sight *t)
{
    int32_t *three = t->three;
    const int32_t *worth = t->worth.own_tower;
    unsigned rows = plane_rows(t->s);
    unsigned columns = t->s->right - t->s->left + 3u;
    for (unsigned row = 0; row < rows + 2; row++) {
        for (unsigned cell = row * SIGHT_STRIDE + 1; cell <= row * SIGHT_STRIDE + columns; cell++) {
            three[cell] = worth[t->square[cell - 1]] + worth[t->square[cell]] + worth[t->square[cell + 1]];
        }
    }
    for (unsigned row = 1; row < rows + 1; row++) {
        for (unsigned cell = row * SIGHT_STRIDE + 1; cell <= row * SIGHT_STRIDE + columns; cell++) {
            t->around[cell] =
                three[cell - SIGHT_STRIDE] + three[cell] + three[cell + SIGHT_STRIDE] - worth[t->square[cell]];
        }
    }
}

/* ---- blocks ---- */

/* Sixteen cells around a block as bits, row by row; a block is closed when it is full, or holds what nothing covers. */
static unsigned window(const struct grandbois_plane *plane, unsigned rows, unsigned row, unsigned column)
{
    unsigned bits = 0;
    for (unsigned k = 0; k < 4; k++) {
        unsigned at = row + k; /* the row before */
        uint64_t line = at > 0 && at <= rows ? plane->row[at - 1] << 1 : 0;
        bits |= (unsigned)(line >> column & 15) << (4 * k);
    }
    return bits;
}

/* The corners of a block that can be covered no more once a tile lies there, a bit each. */
static uint8_t safe_corners(const struct grandbois_sight *t, unsigned row, unsigned column)
{
    unsigned rows = plane_rows(t->s);
    unsigned full = window(&t->o.occupied, rows, row, column) | 0x0660u;
    unsigned dead = window(&t->o.at_least[SQUARE_BEAR], rows, row, column) & ~0x0660u;
    unsigned closed = (full & full >> 1 & full >> 4 & full >> 5) | dead | dead >> 1 | dead >> 4 | dead >> 5;
    unsigned around = closed & closed >> 1 & closed >> 4 & closed >> 5; /* all four blocks of a cell */
    return (uint8_t)((around & 1) | (around >> 1 & 1) << 1 | (around >> 5 & 1) << 2 | (around >> 4 & 1) << 3);
}

static void read_block(struct grandbois_sight *t, unsigned i, unsigned row, unsigned column,
                       const struct grandbois_plane *near)
{
    struct sight_block *block = &t->block[i];
    unsigned cell = sight_cell(row, column);
    t->block_at[cell] = (uint16_t)i;
    block->value =
        -(t->cost[cell] + t->cost[cell + 1] + t->cost[cell + SIGHT_STRIDE] + t->cost[cell + SIGHT_STRIDE + 1]);
    block->safe = safe_corners(t, row, column);
    block->near = near->row[row] >> column & 1;
    for (unsigned k = 0; k < 2 && t->clan[k]; k++) {
        grandbois_sight_join(t, k, cell, &t->join[k][i]);
        block->value -= WEIGHTS.set * (t->largest[t->clan[k]] - t->join[k][i].rest);
    }
}

void grandbois_sight_begin(struct grandbois_sight *t, const struct setup *setup, const struct grandbois_state *s,
                           unsigned seat)
{
    t->setup = setup;
    t->s = s;
    t->seat = seat;
    t->clan[0] = s->clan[seat][0];
    t->clan[1] = s->clan[seat][1];
    t->mine = (1u << t->clan[0] | 1u << t->clan[1]) & ~1u;
    t->to_come = GRANDBOIS_TILES - s->tiles - (s->phase == PHASE_LAY ? 1u : 0u);
    t->tower_left = grandbois_tower_left(setup, s, seat);
    unsigned turns = t->to_come / setup->seats;
    t->wait = turns > 0 ? WEIGHTS.wait + WEIGHTS.wait_turn * (int32_t)turns : 0;
    weigh(t);
}

void grandbois_sight_read(struct grandbois_sight *t)
{
    struct grandbois_plane near;
    memset(t->largest, 0, sizeof(t->largest));
    grandbois_read_obstacles(t->s, &t->o);
    read_cells(t);
    grandbois_sight_parts(t);
    read_towers(t, &near);
    read_costs(t);
    read_tower_costs(t, &near);
    if (t->tower_left) {
        read_around(t);
    }
    unsigned blocks = 0;
    for (unsigned row = 0; row + 1 < plane_rows(t->s); row++) {
        for (uint64_t bits = grandbois_some_columns(&t->o, row); bits; bits &= bits - 1) {
            read_block(t, blocks++, row, (unsigned)__builtin_ctzll(bits), &near);
        }
    }
}
