/*
 * Simulated games: legal records made by the games' own computer players,
 * the same bytes for the same arguments on every machine.
 *
 * A game is always played at the fullest level, because players need hands,
 * and then told at the level asked for.
 */
#ifndef RECORD_SIMULATE_H
#define RECORD_SIMULATE_H

#include "record/replay.h"

enum simulate_player { SIMULATE_RANDOM, SIMULATE_GREEDY };

/* A player from elsewhere, of whom this room knows no more than that it moves. */
struct simulate_chooser {
    /* A legal move of `seat`, whose turn it is in `full`, the game so far at the fullest level, which it leaves as it is. */
    enum err (*choose)(void *context, struct replay *full, unsigned seat, struct prng *prng, game_move *move,
                       struct error *error);
    void *context;
    seat_set seats; /* for whom it plays; `player` plays for the others */
};

struct simulation {
    struct setup setup; /* the level asked for; game, variant, seats, options and catalogue as usual */
    enum simulate_player player;
    const struct simulate_chooser *chooser; /* NULL: none */
    uint64_t seed;
    uint32_t number;          /* game number `number` of this seed: each is independent of the others */
    const struct span *names; /* `setup.seats` players' names; NULL: Bot 1, Bot 2, ... */
    struct span catalogue;    /* value of the catalogue option to write; empty: none */
    struct span header;       /* further header lines, each with its line feed; may be empty */
};

/*
 * Appends one record: headers, moves, totals, digest. `full` and `told` are
 * scratch. ERR_LIMIT when the game does not end within RECORD_LINES moves.
 * When it fails, `out` is as long as before.
 */
ERR_CHECK enum err simulate_record(const struct simulation *simulation, struct replay *full, struct replay *told,
                                   struct strbuf *out, struct error *error);

#endif
