/*
 * Sight: what each tile of the River is worth in each rotation at each open
 * block, and towers.
 */
#include "rules/grandbois/grandbois_sight.h"

#include "rules/grandbois/grandbois_weights.h"

#include "base/banned.h"

static const unsigned CORNER[4] = {0, 1, SIGHT_STRIDE + 1, SIGHT_STRIDE};

/* A tile in one rotation. */
struct turned {
    unsigned square[4];
    uint32_t word;
    int32_t value;      /* of its squares, where they can be covered */
    int32_t safe[16];   /* by corners: what they are worth more where they cannot */
    unsigned own[2];    /* corners that hold an own clan, a bit each */
    unsigned clearings; /* corners, a bit each; none when no tower is left */
    int32_t tower;      /* what its squares bring to a tower that stands on none of them */
};

static void turn_tile(const struct grandbois_sight *t, unsigned tile, unsigned turns, struct turned *turned)
{
    *turned = (struct turned){.word = tile << 24 | turns << 16};
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned square = tile_square(tile, turns, corner);
        unsigned clan = square_clan(square);
        turned->square[corner] = square;
        turned->value += t->worth.exposed[square];
        turned->tower += t->worth.own_tower[square];
        turned->own[0] |= (clan && clan == t->clan[0] ? 1u : 0) << corner;
        turned->own[1] |= (clan && clan == t->clan[1] ? 1u : 0) << corner;
        turned->clearings |= (square == SQUARE_CLEARING && t->tower_left ? 1u : 0) << corner;
        for (unsigned safe = 0; safe < 1u << corner; safe++) {
            turned->safe[safe | 1u << corner] = turned->safe[safe] + t->worth.safe[square];
        }
    }
}

/* ---- sets ---- */

struct group {
    unsigned size;
    unsigned firsts; /* the parts that it joins, a bit each by their first side */
};

/* The squares at `corners`, which touch one another, with what they join around the block. */
static struct group gather(const struct sight_join *join, unsigned corners)
{
    struct group group = {(unsigned)__builtin_popcount(corners), 0};
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned sides = corners >> corner & 1 ? join->touch & 3u << (2 * corner) : 0;
        for (; sides; sides &= sides - 1) {
            unsigned first = join->first[__builtin_ctz(sides)];
            group.size += group.firsts >> first & 1 ? 0 : join->size[first];
            group.firsts |= 1u << first;
        }
    }
    return group;
}

/* The part that the tile's squares of an own clan come to lie in, or the larger of two. */
static unsigned joined_size(const struct sight_join *join, unsigned corners)
{
    if (corners != 5 && corners != 10) {
        return gather(join, corners).size;
    }
    /* Two squares that touch at a corner only: one part when they join the same. */
    struct group a = gather(join, corners & 3);
    struct group b = gather(join, corners & 12);
    if (a.firsts & b.firsts) {
        return gather(join, corners).size;
    }
    return a.size > b.size ? a.size : b.size;
}

static int32_t set_value(const struct sight_join *join, unsigned corners)
{
    int32_t size = (int32_t)joined_size(join, corners);
    return size > join->rest ? WEIGHTS.set * (size - join->rest) : WEIGHTS.part * size;
}

/* ---- towers ---- */

/* What the tile changes around towers that stand; what it covers is part of the block. */
static int32_t near_value(const struct grandbois_sight *t, const struct turned *turned, unsigned cell)
{
    int32_t value = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned at = cell + CORNER[corner];
        value += t->own_near[at] * t->worth.own_tower[turned->square[corner]];
        value -= t->rival_near[at] * t->worth.rival_tower[turned->square[corner]];
    }
    return value;
}

/* What a tower on the best clearing of the tile is worth beyond waiting. */
static int32_t tower_value(const struct grandbois_sight *t, const struct turned *turned, unsigned cell)
{
    const int32_t *worth = t->worth.own_tower;
    int32_t best = t->wait;
    int32_t covered = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        covered += worth[t->square[cell + CORNER[corner]]];
    }
    for (unsigned bits = turned->clearings; bits; bits &= bits - 1) {
        unsigned at = cell + CORNER[__builtin_ctz(bits)];
        int32_t value = t->around[at] - (covered - worth[t->square[at]]) + turned->tower - worth[SQUARE_CLEARING];
        best = value > best ? value : best;
    }
    return best - t->wait;
}

/* ---- all of them ---- */

static int32_t lay_value(const struct grandbois_sight *t, const struct turned *turned, unsigned cell)
{
    unsigned i = t->block_at[cell];
    const struct sight_block *block = &t->block[i];
    int32_t value = turned->value + block->value + turned->safe[block->safe];
    if (block->near) {
        value += near_value(t, turned, cell);
    }
    if (turned->own[0]) {
        value += set_value(&t->join[0][i], turned->own[0]);
    }
    if (turned->own[1]) {
        value += set_value(&t->join[1][i], turned->own[1]);
    }
    if (turned->clearings) {
        value += tower_value(t, turned, cell);
    }
    return value;
}

size_t grandbois_sight_lays(const struct grandbois_sight *t, struct sight_choice *choices)
{
    size_t count = 0;
    bool expert = grandbois_expert(t->setup);
    unsigned rows = plane_rows(t->s);
    struct turned turned;
    for (uint64_t rest = t->s->river; rest; rest &= rest - 1) {
        for (unsigned turns = 0; turns < 4; turns++) {
            turn_tile(t, (unsigned)__builtin_ctzll(rest), turns, &turned);
            for (unsigned row = 0; row + 1 < rows; row++) {
                uint64_t open = grandbois_open_columns(&t->o, expert, turned.square, row);
                unsigned first = plane_cell(t->s, row, 0);
                for (; open; open &= open - 1) {
                    unsigned column = (unsigned)__builtin_ctzll(open);
                    choices[count++] = (struct sight_choice){turned.word | (first + column),
                                                             lay_value(t, &turned, sight_cell(row, column))};
                }
            }
        }
    }
    return count;
}

size_t grandbois_sight_towers(const struct grandbois_sight *t, struct sight_choice *choices)
{
    static const uint16_t corner[4] = {0, 1, GRID_SIDE, GRID_SIDE + 1}; /* ascending, as legal has them */
    size_t count = 0;
    unsigned first = grandbois_first_tower(t->setup, t->seat);
    for (unsigned colour = first; colour < first + grandbois_share(t->setup); colour++) {
        for (unsigned i = 0; i < 4 && t->s->tower[colour] == 0; i++) {
            unsigned cell = t->s->last + corner[i];
            if (t->s->grid[cell] != SQUARE_CLEARING) {
                continue;
            }
            int32_t value = 0;
            for (unsigned k = 0; k < 8; k++) {
                value += t->worth.own_tower[t->s->grid[cell + grid_around[k]]];
            }
            choices[count++] = (struct sight_choice){colour << 24 | cell, value};
        }
    }
    choices[count++] = (struct sight_choice){SIGHT_PASS, t->wait};
    return count;
}
