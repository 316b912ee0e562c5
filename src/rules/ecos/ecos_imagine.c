/*
 * A world that a seat cannot tell apart from the one it is in.
 *
 * Hidden are the cards of rivals' hands and packs and the order of the decks;
 * the bag is known as a set, and chance draws from it when it is asked. Backs
 * are seen, so a card is exchanged for one of its back only. What everybody
 * saw stays: cards of a prebuilt deck, and cards taken from beside the decks.
 *
 * A pack that the seat has passed on tells it more: those cards lie in what is
 * left of the pack, in the hands of those who kept one since, or went back
 * into the deck as its last. Cards of one pack that the seat saw for the last
 * time together may be exchanged among themselves, and with no others. Then one
 * of them lies in the deck, or was drawn from it since: which of the cards of
 * the deck and of those drawn it is, nobody knows, so these are shuffled once
 * more.
 *
 * So hidden cards fall into kinds, and within a kind every way to lay them
 * where such cards lie is as likely as any other: they are shuffled. (A
 * rival's wish to keep the better card is no part of chance.)
 */
#include "rules/ecos/ecos_review.h"
#include "rules/ecos/ecos_seen.h"

#include "base/banned.h"

static bool is_hidden(const struct ecos_state *s, unsigned seat, unsigned card)
{
    unsigned pile = s->at[card] & 0xf0;
    bool held = pile == AT_HAND || pile == AT_PACK || pile == AT_LOOKED;
    bool public = s->seen[card] & ECOS_PUBLIC;
    if (s->at[card] == AT_UNSEEN) { /* a seat whose own cards are not known may hold any of these: they stay */
        return s->hidden[seat] == 0;
    }
    return held && !public && (s->at[card] & 15u) != seat;
}

/* Cards of the same kind may be exchanged: never seen by the seat and of one back, or last seen in the same pack. */
static uint32_t kind_of(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned seat, unsigned card)
{
    unsigned looks = ecos_has_seen(s, seat, card);
    unsigned pack = looks ? ecos_seen_pack(s, card) : 0;
    return 1u + cat->card[card].back + (looks << 4) + (pack << 8);
}

/* What others have seen of a card goes with the place where it lies. */
static void lay(struct ecos_state *s, const uint8_t *cards, const uint8_t *at, const uint32_t *seen, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        s->at[cards[i]] = at[i];
        s->seen[cards[i]] = seen[i];
    }
}

static void shuffle(uint8_t *cards, unsigned count, struct prng *prng)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned other = prng_below(prng, i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[other];
        cards[other] = card;
    }
}

/*
 * The deck with this back and the hidden cards that were drawn from it, if one of a pack that the seat saw is among
 * them: any of these may lie at any of the places. What was seen of a card stays with it here.
 */
static void shuffle_drawn(const struct ecos_catalogue *cat, struct ecos_state *s, unsigned seat, unsigned back,
                          struct prng *prng)
{
    uint8_t cards[ECOS_CARDS];
    uint8_t at[ECOS_CARDS];
    uint32_t seen[ECOS_CARDS];
    unsigned count = 0;
    bool returned = false;
    bool drawn = false;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        bool unseen = s->at[card] == AT_UNSEEN;
        bool fits = cat->card[card].back == back && (unseen || s->seen[card] & ECOS_DRAWN);
        if (fits && is_hidden(s, seat, card)) {
            cards[count] = (uint8_t)card;
            at[count] = s->at[card];
            seen[count++] = s->seen[card] & ECOS_DRAWN;
            returned = returned || ecos_has_seen(s, seat, card);
            drawn = drawn || !unseen;
        }
    }
    if (!returned || !drawn) {
        return;
    }
    shuffle(cards, count, prng);
    for (unsigned i = 0; i < count; i++) {
        s->at[cards[i]] = at[i];
        s->seen[cards[i]] = (s->seen[cards[i]] & ~ECOS_DRAWN) | seen[i];
    }
}

/* The cards that are looked at are told twice: by where they lie, and in order. */
static void mend_looked(struct ecos_state *s)
{
    unsigned count = 0;
    for (unsigned card = 1; card <= ECOS_CARDS && count < 2; card++) {
        if ((s->at[card] & 0xf0) == AT_LOOKED) {
            s->looked[count++] = (uint8_t)card;
        }
    }
}

void ecos_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng)
{
    struct ecos_state *s = state;
    const struct ecos_catalogue *cat = ecos_cat(setup);
    uint32_t kind[ECOS_CARDS + 1];
    bool rival_looks = s->looked[0] && !card_at(s, s->looked[0], AT_LOOKED, seat);
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        kind[card] = is_hidden(s, seat, card) ? kind_of(cat, s, seat, card) : 0;
    }
    for (unsigned first = 1; first <= ECOS_CARDS; first++) {
        uint8_t cards[ECOS_CARDS];
        uint8_t at[ECOS_CARDS];
        uint32_t seen[ECOS_CARDS];
        unsigned count = 0;
        uint32_t wanted = kind[first];
        for (unsigned card = first; wanted && card <= ECOS_CARDS; card++) {
            if (kind[card] == wanted) {
                cards[count] = (uint8_t)card;
                at[count] = s->at[card];
                seen[count++] = s->seen[card];
                kind[card] = 0;
            }
        }
        shuffle(cards, count, prng);
        lay(s, cards, at, seen, count);
    }
    for (unsigned back = 0; back <= ECOS_BACK_UNKNOWN; back++) {
        shuffle_drawn(cat, s, seat, back, prng);
    }
    if (rival_looks) {
        mend_looked(s);
    }
}
