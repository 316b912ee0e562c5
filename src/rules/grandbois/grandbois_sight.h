/*
 * Private to the folder: what every move of a seat is worth at sight, in
 * hundredths of a point, for those who ask for all of them at once, thousands
 * of times a second (grandbois_review.c).
 *
 * It knows what a person at the table knows: its own clans, the forest, the
 * River, everybody's towers; not who has which other clan. The value of laying
 * a tile is the sum of
 *
 *     squares   own ones laid less those covered, each by how likely it is to stay seen to the end;
 *               other clans' count against, by a fraction
 *     sets      what the largest set of each own clan becomes, exactly; a part that the tile lies in
 *               and that is not the largest counts a fraction
 *     towers    what comes to lie around towers that stand: for one's own, against the others'
 *     a tower   what standing on a clearing of this tile is worth beyond waiting, if one is left
 *
 * and of a tower the points around it and the room that is left there.
 *
 * How it is quick. The forest is read once, into cells and blocks (the places
 * of a tile's top left square). What laying a tile does is split into what its
 * squares bring, what its place costs, and the few things that depend on both;
 * so that most moves are two additions.
 */
#ifndef RULES_GRANDBOIS_GRANDBOIS_SIGHT_H
#define RULES_GRANDBOIS_GRANDBOIS_SIGHT_H

#include "rules/grandbois/grandbois_open.h"

enum {
    SIGHT_STRIDE = 64, /* cells of a row: those of the planes and one more at each side */
    SIGHT_CELLS = (PLANE_ROWS + 2) * SIGHT_STRIDE,
    SIGHT_BLOCKS = 4 * 109,                          /* places of a tile at the most */
    SIGHT_MOVES = GRANDBOIS_RIVER * 4 * SIGHT_BLOCKS /* moves of a seat at the most */
};

/* The cell of a plane's row and column. */
static inline unsigned sight_cell(unsigned row, unsigned column)
{
    return (row + 1) * SIGHT_STRIDE + column + 1;
}

/*
 * How the parts of an own clan lie around a block, once what the block covers
 * is gone. Sides are numbered clockwise, two to each corner: corner k has the
 * sides 2k and 2k + 1.
 */
struct sight_join {
    uint8_t touch;    /* bit: the clan lies at this side */
    uint8_t rest;     /* the largest part that remains */
    uint8_t first[8]; /* by side that is touched: the first side that touches the same part */
    uint8_t size[8];  /* and the part's size */
};

struct sight_block {
    int32_t value; /* of the place, whatever tile comes to lie there */
    uint8_t safe;  /* bit: nothing can cover this corner any more */
    bool near;     /* a tower stands beside one of its cells */
};

/* What a square is worth, by its byte. */
struct sight_worth {
    int32_t exposed[SQUARE_VALUES]; /* where it can be covered */
    int32_t safe[SQUARE_VALUES];    /* what it is worth more where it cannot */
    int32_t own_tower[SQUARE_VALUES];
    int32_t rival_tower[SQUARE_VALUES];
};

struct grandbois_sight {
    const struct setup *setup;
    const struct grandbois_state *s;
    unsigned seat;
    unsigned mine;    /* bit: an own clan */
    uint8_t clan[2];  /* own clans; 0: none */
    unsigned to_come; /* tiles to be laid after this decision */
    bool tower_left;
    int32_t wait; /* what keeping the tower is worth */
    struct sight_worth worth;
    struct grandbois_obstacles o;
    uint8_t square[SIGHT_CELLS];
    uint8_t part[SIGHT_CELLS];
    unsigned parts; /* numbered from 1; those of size 0 have become parts of others */
    uint8_t part_size[GRANDBOIS_MOST_SQUARES + 1];
    uint8_t part_clan[GRANDBOIS_MOST_SQUARES + 1];
    uint8_t largest[GRANDBOIS_CLANS + 1];
    int32_t cost[SIGHT_CELLS];     /* of covering the square that lies there */
    uint8_t own_near[SIGHT_CELLS]; /* towers beside a cell */
    uint8_t rival_near[SIGHT_CELLS];
    int32_t three[SIGHT_CELLS];     /* what a cell and those left and right of it would bring to a tower beside them */
    int32_t around[SIGHT_CELLS];    /* what the eight cells around bring to a tower of one's own */
    uint16_t block_at[SIGHT_CELLS]; /* by cell of the top left square */
    struct sight_block block[SIGHT_BLOCKS];
    struct sight_join join[2][SIGHT_BLOCKS];
};

struct sight_choice {
    uint32_t word; /* tile or colour, rotation and cell as in a move's word; SIGHT_PASS: no tower */
    int32_t value;
};

enum { SIGHT_PASS = 0 };

/* What squares are worth to `seat`: all that the tower step asks. */
void grandbois_sight_begin(struct grandbois_sight *sight, const struct setup *setup, const struct grandbois_state *s,
                           unsigned seat);

/* And the forest, for laying. */
void grandbois_sight_read(struct grandbois_sight *sight);

/* Every way to lay a tile of the River, in the order of `legal`; at most SIGHT_MOVES. */
size_t grandbois_sight_lays(const struct grandbois_sight *sight, struct sight_choice *choices);

/* The choices of the tower step, in the order of `legal`: at most two towers on four clearings, and none. */
size_t grandbois_sight_towers(const struct grandbois_sight *sight, struct sight_choice *choices);

/* Which of at least one choice is made at a heat, by one word of chance (grandbois_noise.c). */
size_t grandbois_noisy_best(const struct sight_choice *choices, size_t count, unsigned heat, uint64_t word);

/* The parts of the clans (grandbois_sight_parts.c): fills part, part_size and largest; square must be there. */
void grandbois_sight_parts(struct grandbois_sight *sight);

/* How the own clan `i` lies around the block at this cell. */
void grandbois_sight_join(const struct grandbois_sight *sight, unsigned i, unsigned cell, struct sight_join *join);

#endif
