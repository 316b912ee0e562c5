/*
 * A small club in which everything has happened once: imports of several
 * kinds, live games, take-backs, an abandonment, a void game, a correction,
 * contested scores, merges, an erased person, checkpoints, and enough entries
 * that the tree has a tile.
 */
#ifndef SUPPORT_CLUB_H
#define SUPPORT_CLUB_H

#include "support/world.h"

struct club_games {
    int64_t finished;  /* imported */
    int64_t contested; /* imported, with a claim that differs */
    int64_t live;
    int64_t abandoned;
    int64_t voided;
    int64_t corrected;
    int64_t solo;
    int64_t merge; /* the entry of a merge */
    int64_t size;  /* of the log */
};

/* Fills the new database of `world` and leaves it closed. */
void club_fill(struct world *world, struct club_games *games);

#endif
