/*
 * Who has seen a card that lies in a hand or in a pack: no rule asks for it
 * and no digest holds it, but a world that a review imagines must not
 * contradict it. Of each card: four bits a seat, how often its draft pack came
 * by, and above them in whose hands that pack was dealt, plus 1; or
 * ECOS_PUBLIC.
 */
#ifndef RULES_ECOS_SEEN_H
#define RULES_ECOS_SEEN_H

#include "rules/ecos/ecos_state.h"

enum { ECOS_SEEN_PACK = 24 };

/* Everybody saw it: it is of a prebuilt deck, or was taken from beside the decks. */
#define ECOS_PUBLIC (UINT32_C(1) << 31)

static inline void ecos_see(struct ecos_state *s, unsigned seat, unsigned card)
{
    s->seen[card] += UINT32_C(1) << 4 * seat;
}

static inline unsigned ecos_has_seen(const struct ecos_state *s, unsigned seat, unsigned card)
{
    return s->seen[card] >> 4 * seat & 15;
}

#endif
