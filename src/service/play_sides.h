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
    bool won;    /* of those who play together */
    bool placed; /* places say more than the points do: a tie was decided, or the winner named by hand */
    bool mixed;  /* mates have different points, which a side cannot */
    unsigned count;
    struct play_side side[GAME_PLAYERS];
    uint8_t of[GAME_PLAYERS]; /* the side of each seat */
};

/* Of a play with 1 to GAME_PLAYERS seats. */
void play_sides_of(const struct play *play, struct play_sides *out);

#endif
