/* A table of computer players of different kinds, for the programs of bench/review. */
#ifndef BENCH_REVIEW_TABLE_H
#define BENCH_REVIEW_TABLE_H

#include "review/review.h"
#include "service/catalogues.h"

enum { TABLE_MOVES = 1 << 14 };

enum kind { PLAYER_RANDOM, PLAYER_GREEDY, PLAYER_POLICY, PLAYER_EXPERT };

struct player {
    enum kind kind;
    uint32_t budget; /* of an expert */
    unsigned heat;   /* of a policy */
};

struct table {
    struct setup setup;
    struct catalogues catalogues; /* of a game that needs one */
    void *state;
    void *since[GAME_PLAYERS]; /* where each player could first make its next move */
    game_move *room;
    struct review_scratch *scratch;
    game_move *moves; /* of the game so far */
    size_t moves_count;
    double expert_seconds;
    uint64_t decisions; /* of experts */
};

bool table_open(struct table *table, const char *game, unsigned seats);
void table_close(struct table *table);

/* random, greedy, policy, policy:HEAT, expert, expert:BUDGET */
struct player player_of(const char *text, uint32_t budget);

/* A whole game, or the rest of the one in table->state. */
void table_play(struct table *table, const struct player *players, uint64_t seed);
void table_play_on(struct table *table, const struct player *players, uint64_t seed);

/* A whole game by playout alone. */
void table_playout(struct table *table, uint64_t seed);

#endif
