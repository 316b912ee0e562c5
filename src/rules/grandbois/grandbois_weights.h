/*
 * Private to the folder: the weights of sight, in hundredths of a point.
 *
 * How they were found. They began as the greedy player's, with guesses for what it has no word for (risk, room). Then
 * one policy without heat played three greedy players at tables of four, scored by 1 / (1 + e^(-margin / 6)) of its
 * margin to the best rival. A short climb by random steps came first; then each weight was tried lower and higher in 6 000
 * games (standard error 0.004), and the gains that a second seed of 8 000 games bore out were kept: from 0.375 to 0.386, wins
 * from 0.33 to 0.345 (greedy: 0.25). The ground is flat: only `part` and `other_set`, made several times as large, cost
 * more than 0.01.
 */
#ifndef RULES_GRANDBOIS_GRANDBOIS_WEIGHTS_H
#define RULES_GRANDBOIS_GRANDBOIS_WEIGHTS_H

#include <stdint.h>

struct grandbois_weights {
    int32_t square;      /* an own square that stays */
    int32_t set;         /* a square of an own clan's largest set */
    int32_t part;        /* a square of the part that a tile lies in, where that is not the largest */
    int32_t at_risk;     /* what is lost with an own square that is covered: itself, and often a set's */
    int32_t risk[4];     /* percent of squares of one to four animals that are covered when all tiles are to come */
    int32_t other;       /* a square of another clan */
    int32_t other_set;   /* one of its largest set, when it is covered */
    int32_t tower_own;   /* around one's tower: a square of an own clan */
    int32_t tower_other; /* and of another */
    int32_t room;        /* and a free cell or a clearing, at the most */
    int32_t room_step;   /* and for every tile to come */
    int32_t rival_mine;  /* around a rival's tower: a square of an own clan */
    int32_t rival_other; /* and of another */
    int32_t wait;        /* a tower that is kept */
    int32_t wait_turn;   /* and for every turn to come */
};

static const struct grandbois_weights WEIGHTS = {
    .square = 100,
    .set = 200,
    .part = 17,
    .at_risk = 260,
    .risk = {75, 60, 35, 8},
    .other = 19,
    .other_set = 10,
    .tower_own = 200,
    .tower_other = 100,
    .room = 123,
    .room_step = 10,
    .rival_mine = 17,
    .rival_other = 17,
    .wait = 0,
    .wait_turn = 99,
};

#endif
