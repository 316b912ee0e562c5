/*
 * Real games to draw clubs from: the same number of each table size, played
 * out by the game's own players, with what the statistics keep of them. A club
 * that draws its games from here has a known truth for every figure of a
 * card: that of the whole pool.
 */
#ifndef CLUBS_POOL_H
#define CLUBS_POOL_H

#include "record/simulate.h"
#include "stats/interval.h"

enum {
    POOL_SMALLEST = 2, /* tables */
    POOL_LARGEST = ENGINE_PLAYERS,
    POOL_SIZES = POOL_LARGEST - POOL_SMALLEST + 1,
    POOL_CARDS = 16,  /* types of cards at the most */
    POOL_MOST = 10000 /* games of a size at the most */
};

struct pool_seat {
    int32_t total;
    int32_t category[GAME_CATEGORIES];
    uint8_t copies[POOL_CARDS];
};

struct pool_game {
    uint8_t seats;
    size_t start, length; /* of its packed facts */
    struct pool_seat seat[ENGINE_PLAYERS];
};

/* What is true of a card in the pool; a NAN where there is nothing to tell. */
struct pool_card {
    double points, marginal, zero, looks, turns, last;
    double picks[GATHER_PICKS];
};

struct pool {
    const struct allocator *allocator;
    const struct game *game;
    unsigned each; /* games of each table size */
    struct pool_game *games;
    struct strbuf facts;
    struct pool_card card[POOL_CARDS];
    double total; /* mean over all seats */
    double category[GAME_CATEGORIES];
};

/* Plays `each` games of each size. `pool` is to be released also when it fails. */
ERR_CHECK enum err pool_init(struct pool *pool, const struct allocator *allocator, const struct game *game,
                             unsigned each, uint64_t seed, struct error *error);
void pool_release(struct pool *pool);

/* A game of the pool, every size as likely as the others. */
const struct pool_game *pool_draw(const struct pool *pool, struct prng *prng);

/* Its facts as they are kept. False: they cannot be read. */
bool pool_facts(const struct pool *pool, const struct pool_game *game, struct game_facts *facts);

#endif
