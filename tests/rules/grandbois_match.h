/*
 * Games in which tests of GrandBois' review look at every position: played at
 * random, by the greedy player, or by both. For tests/rules/test_grandbois_*.c
 * only. Seeds are fixed.
 */
#ifndef RULES_GRANDBOIS_MATCH_H
#define RULES_GRANDBOIS_MATCH_H

#include "rules/game_review.h"
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_sight.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/text.h"

#include <string.h>

enum { ROOM = 4 * 4 * 4 * 109 };

static const struct game_review *const review = &grandbois_review;
static game_move legal[ROOM];
static game_move moves[ROOM];
static int32_t values[ROOM];

struct match {
    struct setup setup;
    struct grandbois_state state;
    struct prng prng;
    unsigned number;
};

static inline void begin(struct match *match, unsigned level, unsigned number)
{
    struct error error;
    memset(match, 0, sizeof(*match));
    match->number = number;
    prng_seed(&match->prng, 0x9b01 + number);
    match->setup = (struct setup){.game = &grandbois_game, .level = (uint8_t)level};
    match->setup.seats = (uint8_t)(2 + number % 3);
    match->setup.variant = match->setup.seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
    match->setup.option[GRANDBOIS_OPTION_EXPERT] = number / 3 % 2;
    assert_int_equal(grandbois_game.init(&match->setup, &match->state, &error), ERR_OK);
}

/* The seat that moves next, the table or a player; -1 at the end. */
static inline int next_seat(const struct match *match)
{
    seat_set turn = grandbois_game.turn(&match->setup, &match->state);
    return turn == 0 ? -1 : turn & seat_bit(SEAT_TABLE) ? (int)SEAT_TABLE : __builtin_ctz(turn);
}

/* Of four games one is played at random, one by the greedy player, two by both, so that forests are of all shapes. */
static inline game_move any_move(struct match *match, unsigned seat)
{
    if (seat == SEAT_TABLE) {
        return grandbois_game.chance(&match->setup, &match->state, &match->prng);
    }
    unsigned greedy = match->number / 6 % 4;
    if (match->state.phase != PHASE_REVEAL && greedy > prng_below(&match->prng, 3)) {
        return grandbois_game.greedy(&match->setup, &match->state, seat, &match->prng);
    }
    size_t count = grandbois_game.legal(&match->setup, &match->state, seat, legal, ROOM);
    return legal[prng_below(&match->prng, (uint32_t)count)];
}

static inline void make(struct match *match, game_move move)
{
    struct error error;
    assert_int_equal(grandbois_game.apply(&match->setup, &match->state, move, &error), ERR_OK);
}

typedef void check_fn(struct match *match, unsigned seat);

/* Plays games at the level and checks every position in which a player moves. */
static inline void walk(unsigned level, unsigned games, check_fn *check)
{
    for (unsigned number = 0; number < games; number++) {
        struct match match;
        begin(&match, level, number);
        for (int seat; (seat = next_seat(&match)) >= 0;) {
            if ((unsigned)seat < match.setup.seats) {
                check(&match, (unsigned)seat);
            }
            make(&match, any_move(&match, (unsigned)seat));
        }
    }
}

#endif
