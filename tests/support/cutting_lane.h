/* The connections of a cutting proxy: messages are found in what passes, and what the rules say is done (cutting_proxy.h). */
#ifndef SUPPORT_CUTTING_LANE_H
#define SUPPORT_CUTTING_LANE_H

#include "support/cutting_proxy.h"
#include "support/cutting_rules.h"

#include <stdint.h>

enum { LANE_ROOM = 16384, CUTTING_LINKS = 64 };

/* One direction of a connection. */
struct cutting_lane {
    enum cutting_side side;
    int from;
    int to;
    unsigned char bytes[LANE_ROOM]; /* read, and not passed on yet: from `begin` to `end` */
    size_t begin;
    size_t end;
    bool started;   /* the first message of a client has no type */
    bool ended;     /* nothing more comes */
    bool deaf;      /* nobody is there to take it */
    unsigned count; /* messages */
    uint64_t left;  /* bytes of the present message that were not passed on; 0: between two */
    bool cuts;      /* the connection ends when `left` is down to `cut_at` */
    uint64_t cut_at;
    bool held;
    int64_t until; /* of a held one, when it goes on; -1: when it is released */
};

/* A connection. */
struct cutting_link {
    bool used;
    bool lost;     /* whatever comes is thrown away */
    int number;    /* 0: it was there before the last reset */
    bool answered; /* the last message was the server's */
    struct cutting_lane front;
    struct cutting_lane back;
};

struct cutting_state {
    struct cutting_rules rules;
    struct cutting_counts counts;
    bool refuses;
    bool traces;
    struct cutting_link links[CUTTING_LINKS];
};

/* Milliseconds of a clock that only goes forward. */
int64_t cutting_now(void);

/* Begins a connection between two sockets; false when there are too many. */
bool cutting_link_open(struct cutting_state *state, int client, int server);

/* Closes both sides. */
void cutting_link_close(struct cutting_state *state, struct cutting_link *link);

/* Reads what has come to a lane, if there is room. */
void cutting_lane_fill(struct cutting_lane *lane);

/* Passes on whatever can be, both ways; closes the connection when that is due. */
void cutting_link_work(struct cutting_state *state, struct cutting_link *link);

#endif
