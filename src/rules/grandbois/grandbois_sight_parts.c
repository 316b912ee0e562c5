/*
 * Sight: the connected parts of the clans, and what becomes of those of an own
 * clan around a block whose cells are covered.
 */
#include "rules/grandbois/grandbois_sight.h"

#include "base/banned.h"

/* ---- the parts of the forest ---- */

/* The part that `part` has been joined to. */
static unsigned root_of(const uint8_t *joined, unsigned part)
{
    while (joined[part] != part) {
        part = joined[part];
    }
    return part;
}

/* The part of an animal square, from those above it and to its left; `parts` are numbered so far. */
static unsigned part_of(const struct grandbois_sight *t, unsigned cell, uint8_t *joined, unsigned parts)
{
    unsigned clan = square_clan(t->square[cell]);
    unsigned above = square_clan(t->square[cell - SIGHT_STRIDE]) == clan ? t->part[cell - SIGHT_STRIDE] : 0;
    unsigned left = square_clan(t->square[cell - 1]) == clan ? t->part[cell - 1] : 0;
    if (above == 0 && left == 0) {
        return parts + 1;
    }
    if (above == 0 || left == 0) {
        return root_of(joined, above + left);
    }
    above = root_of(joined, above);
    left = root_of(joined, left);
    unsigned part = above < left ? above : left;
    joined[above] = (uint8_t)part;
    joined[left] = (uint8_t)part;
    return part;
}

void grandbois_sight_parts(struct grandbois_sight *t)
{
    uint8_t joined[GRANDBOIS_MOST_SQUARES + 1];
    unsigned parts = 0;
    unsigned rows = plane_rows(t->s);
    for (unsigned row = 1; row + 1 < rows; row++) {
        uint64_t bits = t->o.at_least[2].row[row] & ~t->o.at_least[SQUARE_BEAR].row[row];
        for (; bits; bits &= bits - 1) {
            unsigned cell = sight_cell(row, (unsigned)__builtin_ctzll(bits));
            unsigned part = part_of(t, cell, joined, parts);
            if (part > parts) {
                parts = part;
                joined[part] = (uint8_t)part;
                t->part_size[part] = 0;
                t->part_clan[part] = (uint8_t)square_clan(t->square[cell]);
            }
            t->part[cell] = (uint8_t)part;
            t->part_size[part]++;
        }
    }
    t->parts = parts;
    /* A part is joined to one of a lower number, so in this order each is whole before it is asked. */
    for (unsigned part = parts; part > 0; part--) {
        if (joined[part] != part) {
            t->part_size[joined[part]] = (uint8_t)(t->part_size[joined[part]] + t->part_size[part]);
            t->part_size[part] = 0;
        }
    }
    for (unsigned row = 1; row + 1 < rows; row++) {
        uint64_t bits = t->o.at_least[2].row[row] & ~t->o.at_least[SQUARE_BEAR].row[row];
        for (; bits; bits &= bits - 1) {
            unsigned cell = sight_cell(row, (unsigned)__builtin_ctzll(bits));
            unsigned part = root_of(joined, t->part[cell]);
            unsigned clan = square_clan(t->square[cell]);
            t->part[cell] = (uint8_t)part;
            t->largest[clan] = t->part_size[part] > t->largest[clan] ? t->part_size[part] : t->largest[clan];
        }
    }
}

/* ---- around a block ---- */

static const unsigned SIDE[8] = {
    0u - 1,           0u - SIGHT_STRIDE,    1u - SIGHT_STRIDE, 2,
    SIGHT_STRIDE + 2, 2 * SIGHT_STRIDE + 1, 2 * SIGHT_STRIDE,  SIGHT_STRIDE - 1,
};
static const unsigned CORNER[4] = {0, 1, SIGHT_STRIDE + 1, SIGHT_STRIDE};

/* The corners of the block that hold the clan, a bit each. */
static unsigned covered_corners(const struct grandbois_sight *t, unsigned clan, unsigned cell)
{
    unsigned covered = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        covered |= (square_clan(t->square[cell + CORNER[corner]]) == clan ? 1u : 0) << corner;
    }
    return covered;
}

/* Nothing of the clan is covered, or no part of it is torn: each loses what is covered of it. */
static void join_whole(const struct grandbois_sight *t, unsigned clan, unsigned cell, unsigned covered,
                       struct sight_join *join)
{
    uint8_t lost[GRANDBOIS_MOST_SQUARES + 1];
    join->rest = t->largest[clan];
    if (covered) {
        memset(lost, 0, t->parts + 1);
        for (unsigned corner = 0; corner < 4; corner++) {
            lost[t->part[cell + CORNER[corner]]] += covered >> corner & 1;
        }
        join->rest = 0;
        for (unsigned part = 1; part <= t->parts; part++) {
            uint8_t size = (uint8_t)(t->part_size[part] - lost[part]);
            join->rest = t->part_clan[part] == clan && size > join->rest ? size : join->rest;
        }
    }
    for (unsigned bits = join->touch; bits; bits &= bits - 1) {
        unsigned side = (unsigned)__builtin_ctz(bits);
        unsigned part = t->part[cell + SIDE[side]];
        unsigned first = 0;
        while (!(join->touch >> first & 1) || t->part[cell + SIDE[first]] != part) {
            first++;
        }
        join->first[side] = (uint8_t)first;
        join->size[side] = (uint8_t)(t->part_size[part] - (covered ? lost[part] : 0));
    }
}

static bool plane_has(const struct grandbois_plane *plane, unsigned cell)
{
    return plane->row[cell / SIGHT_STRIDE - 1] >> (cell % SIGHT_STRIDE - 1) & 1;
}

/* A part may be torn: the squares that remain are gathered anew. */
static void join_torn(const struct grandbois_sight *t, unsigned clan, unsigned cell, struct sight_join *join)
{
    struct grandbois_plane plane;
    unsigned rows = plane_rows(t->s);
    memcpy(&plane, &t->o.clan[clan], rows * sizeof(plane.row[0]));
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned at = cell + CORNER[corner];
        plane.row[at / SIGHT_STRIDE - 1] &= ~(UINT64_C(1) << (at % SIGHT_STRIDE - 1));
    }
    join->rest = 0;
    unsigned left = join->touch;
    while (left) {
        unsigned first = (unsigned)__builtin_ctz(left);
        unsigned at = cell + SIDE[first];
        uint8_t size = (uint8_t)grandbois_take_part(&plane, at / SIGHT_STRIDE - 1, at % SIGHT_STRIDE - 1);
        join->rest = size > join->rest ? size : join->rest;
        for (unsigned bits = left; bits; bits &= bits - 1) {
            unsigned side = (unsigned)__builtin_ctz(bits);
            if (!plane_has(&plane, cell + SIDE[side])) {
                join->first[side] = (uint8_t)first;
                join->size[side] = size;
                left &= ~(1u << side);
            }
        }
    }
    for (unsigned row = 0; row < rows; row++) {
        while (plane.row[row]) {
            uint8_t size = (uint8_t)grandbois_take_part(&plane, row, (unsigned)__builtin_ctzll(plane.row[row]));
            join->rest = size > join->rest ? size : join->rest;
        }
    }
}

void grandbois_sight_join(const struct grandbois_sight *t, unsigned i, unsigned cell, struct sight_join *join)
{
    unsigned clan = t->clan[i];
    unsigned covered = covered_corners(t, clan, cell);
    unsigned beside = 0; /* sides next to a corner that is covered */
    join->touch = 0;
    for (unsigned side = 0; side < 8; side++) {
        unsigned touches = square_clan(t->square[cell + SIDE[side]]) == clan;
        join->touch = (uint8_t)(join->touch | touches << side);
        beside += touches & covered >> (side / 2);
    }
    if (beside > 1) {
        join_torn(t, clan, cell, join);
    } else {
        join_whole(t, clan, cell, covered, join);
    }
}
