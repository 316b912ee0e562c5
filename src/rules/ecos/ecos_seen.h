/*
 * Who has seen a card that lies in a hand or in a pack: no rule asks for it
 * and no digest holds it, but a world that a review imagines must not
 * contradict it. Of each card: four bits a seat, how often its draft pack came
 * by, and above them in whose hands that pack was dealt, plus 1; and whether it
 * was drawn from a deck since, in which it may have been shuffled back as the
 * last of its pack: then a seat that saw the pack does not know where it lies.
 * Or ECOS_PUBLIC.
 */
#ifndef RULES_ECOS_SEEN_H
#define RULES_ECOS_SEEN_H

#include "rules/ecos/ecos_state.h"

enum { ECOS_SEEN_PACK = 24 };

/* It lies where a card came to that was looked at on a deck. */
#define ECOS_DRAWN (UINT32_C(1) << 27)

/* Everybody saw it: it is of a prebuilt deck, or was taken from beside the decks. */
#define ECOS_PUBLIC (UINT32_C(1) << 31)

static inline unsigned ecos_seen_pack(const struct ecos_state *s, unsigned card)
{
    return s->seen[card] >> ECOS_SEEN_PACK & 7;
}

static inline void ecos_see(struct ecos_state *s, unsigned seat, unsigned card)
{
    s->seen[card] += UINT32_C(1) << 4 * seat;
}

static inline unsigned ecos_has_seen(const struct ecos_state *s, unsigned seat, unsigned card)
{
    return s->seen[card] >> 4 * seat & 15;
}

#endif
