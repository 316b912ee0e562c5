/*
 * Biotopes counted slowly, for tests: what there is in a position, piece by
 * piece, and the score, from the rules as they are written down and not from
 * the engine's own counting. And a player who says anything.
 */
#ifndef SUPPORT_BIOTOPES_SLOW_H
#define SUPPORT_BIOTOPES_SLOW_H

#include "base/prng.h"
#include "rules/biotopes/biotopes.h"
#include "rules/biotopes/biotopes_state.h"

/* The shipped catalogue of that name, and a setup that uses it. */
const struct bio_catalogue *bio_shipped(const char *name);
struct setup bio_setup(const char *catalogue, unsigned variant, unsigned level, unsigned seats);

/* NULL when every cube, card and token of the box is in one place; else what is wrong. */
const char *bio_slow_misses(const struct setup *setup, const struct bio_state *s);

struct bio_slow_score {
    int category[BIO_CATEGORIES];
    int total;
    unsigned carnivores;
};

void bio_slow_score(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_slow_score *score);

/* Cubes that a seat draws in primary production. */
unsigned bio_slow_production(const struct setup *setup, const struct bio_state *s, unsigned seat);

/*
 * A move of a seat that may move: chance, or any legal move, every kind of word alike but for `pass`, `effect` and what
 * is declared, which are rarer so that a game goes on and ends. `room` holds the game's legal_limit moves.
 */
game_move bio_any_move(const struct setup *setup, const struct bio_state *s, game_move *room, struct prng *prng);

#endif
