/* Private to the room: who plays for whom in a play of another program, and how it ended, as far as the file tells. */
#ifndef SERVICE_PLAY_SIDES_H
#define SERVICE_PLAY_SIDES_H

#include "service/plays.h"

/* What can be said of how a play ended. */
enum play_shape {
    PLAY_PLAYED,   /* that it was played */
    PLAY_TOGETHER, /* won or lost, all as one */
    PLAY_WON,      /* who won */
    PLAY_RANKED,   /* everybody's rank */
    PLAY_SCORED    /* everybody's points */
};

/* How a title is won, where it comes from a program that does not say so. */
enum play_way { PLAY_WAY_UNKNOWN, PLAY_WAY_HIGH, PLAY_WAY_LOW, PLAY_WAY_TOGETHER };

/* A team, or who plays alone. */
struct play_side {
    unsigned seat;  /* the lowest */
    unsigned seats; /* how many */
    bool scored;
    int64_t total;
    bool winner;
    unsigned rank;  /* said there; 0: not */
    unsigned place; /* where the side finished, of a play that is scored or ranked */
};

struct play_sides {
    enum play_shape shape;
    bool together;
    bool manual; /* who is marked comes first, whatever the points say */
    bool lowest; /* the lowest total wins */
    bool won;    /* of those who play together */
    bool placed; /* places say more than the points do: a tie was decided, or the winner named by hand */
    bool mixed;  /* mates have different points, which a side cannot */
    unsigned count;
    struct play_side side[GAME_PLAYERS];
    uint8_t of[GAME_PLAYERS]; /* the side of each seat */
};

/*
 * Of a play with 1 to GAME_PLAYERS seats. `stated`: the file says how its title is won. Otherwise that is `way`, how the club
 * plays it; where that is not known either, who is marked as the winner tells whether low or high is good.
 */
void play_sides_of(const struct play *play, bool stated, enum play_way way, struct play_sides *out);

#endif
