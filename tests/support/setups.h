/*
 * Every way to set up every registered game, for tests that walk them all:
 * variant, level, number of seats, and each option at each of its values
 * while the others have their defaults (a game with a catalogue: only with the
 * fewest seats).
 */
#ifndef SUPPORT_SETUPS_H
#define SUPPORT_SETUPS_H

#include "base/prng.h"
#include "record/record.h"
#include "rules/game.h"

typedef void setup_fn(void *context, const struct setup *setup);

/* Visits all setups. A game that needs a catalogue gets its shipped `house`. */
void setups_visit(setup_fn *visit, void *context);

/* Finds that one for any record of such a game, whatever it names. */
extern const struct block_source setups_blocks;

/* The value of the option that names this setup's catalogue; empty when it has none. Valid until the next game's. */
struct span setups_catalogue(const struct setup *setup);

/*
 * test_cases(cases); a sixth of it for a game with a catalogue. Ecos: a random game has some 1 000 plies (10 126 041 in
 * 10 000 games) where Forêt and GrandBois have 60 to 80, so a sixth of the games is still twice the plies. Half
 * of that for sheets, which have no order of play, and whose words are long lists. Rules that a
 * newer version has replaced are frozen: a quarter of that, and scaled down only their plainest setups.
 */
unsigned setup_cases(const struct setup *setup, unsigned cases);

/* `foret standard full, 4 seats`, for a failure's message. Valid until the next call. */
const char *setup_text(const struct setup *setup);

/* Any one of the seats that may move, or -1. */
int setup_random_seat(const struct setup *setup, const void *state, struct prng *prng);

/*
 * Any legal move of `seat`; `room` holds legal_limit moves. The seat must
 * have one: a seat that may move and cannot is a game that is stuck.
 */
game_move setup_random_move(const struct setup *setup, const void *state, unsigned seat, game_move *room,
                            struct prng *prng);

#endif
