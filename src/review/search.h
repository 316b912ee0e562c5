/*
 * Private to the room: imagined worlds, playouts in them, and the search for
 * the best of several choices.
 */
#ifndef REVIEW_SEARCH_H
#define REVIEW_SEARCH_H

#include "review/review.h"

enum {
    SHARE = 240, /* a game won alone: any number of players up to six can share it, and it fits a byte */
    SEARCH_CHOICES = 24,
    SEARCH_STEP = 64,    /* playouts between two questions to the deadline, about */
    GAP_ONE = 1 << 10,   /* differences are kept less finely, so that sums of squares fit */
    WEIGHT_ONE = 1 << 16 /* a game won beyond doubt, as the search weighs it */
};

struct review_scratch {
    const struct allocator *allocator;
    size_t state_size;
    uint32_t limit;
    void *start;  /* the position that is judged */
    void *world;  /* one that its player cannot tell from it */
    void *played; /* that, played on */
    game_move *moves;
    int32_t *values;
};

/* Sums over worlds; pairs of two choices in the same worlds. */
struct choice {
    game_move move;
    uint64_t taken;
    int32_t value;  /* at sight */
    int64_t weight; /* sum over worlds, in WEIGHT_ONE */
    int64_t gap;    /* against the base: the sum of the differences, in 1/GAP_ONE, and of their squares */
    int64_t gap2;
};

struct search {
    const struct setup *setup;
    const struct game_review *review;
    struct review_scratch *scratch;
    const struct deadline *deadline;
    uint64_t seed;
    unsigned seat;
    uint32_t playouts; /* done */
    uint32_t worlds;   /* done: each has its number */
    unsigned wide;     /* choices at the most */
    unsigned count;
    struct choice choice[SEARCH_CHOICES];
};

/* One world of a search: where its generators begin. */
struct world {
    struct prng players[GAME_PLAYERS];
    struct prng chance;
};

/* What a playout came to. */
struct result {
    uint8_t share[GAME_PLAYERS]; /* in 1/SHARE */
    int32_t weight;              /* for the seat that searches, in WEIGHT_ONE */
};

/* Imagines world `number` of the search into scratch->world. */
void world_imagine(const struct search *search, uint64_t number, struct world *world);

/* Plays `move` in that world (0: none) and on to the end. */
ERR_CHECK enum err world_play(struct search *search, const struct world *world, game_move move, struct result *result,
                              struct error *error);

/*
 * Begins a search in scratch->start, for what setup, review, scratch, deadline, seed, seat and wide say: lists what is
 * worth looking at, `made` among it (0: none was), and the best at sight first. `same` limits it to what takes the same as `made`. Returns the number of legal moves seen.
 */
size_t search_begin(struct search *search, game_move made, bool same);

/* Puts the choice of this move first: it is the base, which stays to the end. Nothing happens when it is not there. */
void search_base(struct search *search, game_move move);

/* Halving with `budget` playouts. */
ERR_CHECK enum err search_run(struct search *search, uint32_t budget, struct error *error);

/* Sums of one difference over worlds, in 1/SHARE. */
struct pair {
    int64_t sum;
    int64_t sum2;
};
void pair_add(struct pair *pair, int32_t difference);
struct review_figure pair_figure(const struct pair *pair, int64_t worlds);

/* A figure of this game as it is shown: as much of it as is believed, and never below 0. */
int32_t review_shrunk(const struct game *game, int32_t value);

/*
 * Whether the judged decision is a puzzle. `looked` is the search among all choices as it ended, `search` is used up.
 * A part of `budget` is spent only while it may still be one.
 */
ERR_CHECK enum err puzzle_judge(struct search *search, const struct search *looked, uint32_t budget,
                                struct review_verdict *verdict, struct error *error);

/* The best choice: the first of the list, the base, unless another beats it beyond its doubt. */
game_move search_best(const struct search *search);

#endif
