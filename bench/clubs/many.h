/*
 * Worth where there are many types of cards, as in Ecos, each seat having played a dozen of them: clubs as in
 * club.h, but with cards drawn by lot instead of from real games.
 */
#ifndef CLUBS_MANY_H
#define CLUBS_MANY_H

#include "clubs/measure.h"

enum { MANY_TYPES = 60, MANY_HELD = 12 };

/* Adds the intervals of `clubs` clubs of `games` games each. */
ERR_CHECK enum err measure_many(const struct allocator *allocator, struct spreads spreads, unsigned games,
                                unsigned clubs, uint64_t seed, struct tally *tally, struct error *error);

#endif
