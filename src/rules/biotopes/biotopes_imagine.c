/*
 * A world that a seat cannot tell apart from the one it is in.
 *
 * Hidden are the cards of rivals' hands and the order of the decks; cubes,
 * bags, tokens and how many cards of which deck a hand has lie open. Nothing
 * is hidden in solo but what chance will draw. A hidden card is of a kind:
 *
 * 1. Of its deck, and of the same shuffle. Discards lie open, and a deck is
 *    made of them only when it is empty: then everybody knows what is in it,
 *    and that whatever was hidden before is in hands and stays there.
 * 2. Of the first herbivores, every hand was dealt one a biotope. When a card
 *    leaves a hand nobody sees whether it was dealt or drawn: `dealt` counts, for
 *    each set of biotopes, the ways in which just these dealt cards are left
 *    (bio_leave_hand). A way in which all hands are left with certain sets has
 *    as many worlds as there are cards to fill them: sets are drawn for all
 *    rivals together, by how many worlds they have, then cards to fill them.
 *
 * So every way in which chance could have dealt and drawn is as likely as any
 * other. (That a rival would rather have played the one card than the other is
 * no part of chance.)
 */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

enum { RIVALS = BIO_PLAYERS - 1, SETS = 1 << BIO_BIOTOPES, SUMS = 625 /* how often each biotope is among the sets */ };

static bool is_hidden(const struct bio_state *s, unsigned seat, unsigned card)
{
    return s->at[card] == AT_UNSEEN ||
           (s->at[card] >= AT_HAND && s->at[card] < AT_PLAY && s->at[card] != AT_HAND + seat);
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

/* ---- cards of one deck and shuffle ---- */

struct kind {
    uint8_t card[BIO_SPECIES];
    uint8_t at[BIO_SPECIES];
    unsigned count;
};

/* Takes the hidden cards like `first` out of `left`. */
static void gather(const struct setup *setup, const struct bio_state *s, unsigned first, bool left[BIO_SPECIES],
                   struct kind *kind)
{
    const struct bio_species *species = bio_cat(setup)->species;
    kind->count = 0;
    for (unsigned i = first; i < BIO_SPECIES; i++) {
        if (left[i] && species[i].deck == species[first].deck && s->shuffled[i] == s->shuffled[first]) {
            left[i] = false;
            kind->card[kind->count] = (uint8_t)i;
            kind->at[kind->count++] = s->at[i];
        }
    }
}

static void lay_anew(struct bio_state *s, struct kind *kind, struct prng *prng)
{
    shuffle(kind->card, kind->count, prng);
    for (unsigned i = 0; i < kind->count; i++) {
        s->at[kind->card[i]] = kind->at[i];
    }
}

/* ---- herbivores that were dealt ---- */

struct deal {
    const struct bio_state *s;
    uint8_t rival[RIVALS];
    unsigned rivals;
    unsigned pool[BIO_BIOTOPES];     /* hidden cards of each biotope */
    unsigned cards;                  /* all of them */
    uint8_t hand[BIO_PLAYERS];       /* how many of them each seat holds */
    uint64_t ways[RIVALS + 1][SUMS]; /* from this rival on, with these sums so far; 0 where nothing leads to */
};

/* Of sums: digits of base 5, a biotope each. */
static unsigned sum_of(unsigned set)
{
    return (set & 1) + (set >> 1 & 1) * 5 + (set >> 2 & 1) * 25 + (set >> 3 & 1) * 125;
}

static unsigned weight_of(const struct deal *d, unsigned rival, unsigned set)
{
    unsigned seat = d->rival[rival];
    return (unsigned)__builtin_popcount(set) <= d->hand[seat] ? d->s->dealt_left[seat][set] : 0;
}

/* Worlds with these sums, in parts of those with none: cards of the right biotopes for them, any cards for the rest. */
static uint64_t worlds(const struct deal *d, unsigned sums)
{
    uint64_t ways = UINT64_C(1) << 56;
    unsigned left = d->cards;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++, sums /= 5) {
        for (unsigned k = 0; k < sums % 5; k++, left--) {
            if (k >= d->pool[b]) {
                return 0;
            }
            ways = ways * (d->pool[b] - k) / left;
        }
    }
    return ways;
}

/* Marks what sums can come up before each rival. */
static void reach(struct deal *d)
{
    memset(d->ways, 0, sizeof(d->ways));
    d->ways[0][0] = 1;
    for (unsigned r = 0; r < d->rivals; r++) {
        for (unsigned sums = 0; sums < SUMS; sums++) {
            for (unsigned set = 0; set < SETS && d->ways[r][sums]; set++) {
                if (weight_of(d, r, set)) {
                    d->ways[r + 1][sums + sum_of(set)] = 1;
                }
            }
        }
    }
}

/* As large as fits, so that little is lost: with weights of 16 bits the sums over 16 sets stay below 2 to the 60. */
static void scale(uint64_t ways[SUMS])
{
    uint64_t most = 0;
    for (unsigned i = 0; i < SUMS; i++) {
        most = ways[i] > most ? ways[i] : most;
    }
    unsigned bits = 0;
    while (most >> bits >> 40) {
        bits++;
    }
    for (unsigned i = 0; i < SUMS && bits > 0; i++) {
        ways[i] >>= bits;
    }
}

static void count_ways(struct deal *d)
{
    reach(d);
    for (unsigned sums = 0; sums < SUMS; sums++) {
        d->ways[d->rivals][sums] = d->ways[d->rivals][sums] ? worlds(d, sums) : 0;
    }
    scale(d->ways[d->rivals]);
    for (unsigned r = d->rivals; r-- > 0;) {
        for (unsigned sums = 0; sums < SUMS; sums++) {
            uint64_t ways = 0;
            for (unsigned set = 0; set < SETS && d->ways[r][sums]; set++) {
                unsigned weight = weight_of(d, r, set);
                ways += weight ? weight * d->ways[r + 1][sums + sum_of(set)] : 0;
            }
            d->ways[r][sums] = ways;
        }
        scale(d->ways[r]);
    }
}

/* Which dealt cards each rival has left. */
static void draw_sets(const struct deal *d, struct prng *prng, uint8_t sets[RIVALS])
{
    unsigned sums = 0;
    for (unsigned r = 0; r < d->rivals; r++) {
        uint64_t all = 0;
        for (unsigned set = 0; set < SETS; set++) {
            unsigned weight = weight_of(d, r, set);
            all += weight ? weight * d->ways[r + 1][sums + sum_of(set)] : 0;
        }
        uint64_t at = all ? prng_next(prng) % all : 0;
        sets[r] = 0;
        for (unsigned set = 0; set < SETS; set++) {
            unsigned weight = weight_of(d, r, set);
            uint64_t ways = weight ? weight * d->ways[r + 1][sums + sum_of(set)] : 0;
            if (at < ways) {
                sets[r] = (uint8_t)set;
                break;
            }
            at -= ways;
        }
        sums += sum_of(sets[r]);
    }
}

static void read_deal(const struct setup *setup, const struct bio_state *s, unsigned seat, const struct kind *kind,
                      struct deal *d)
{
    d->s = s;
    d->rivals = 0;
    d->cards = kind->count;
    memset(d->pool, 0, sizeof(d->pool));
    memset(d->hand, 0, sizeof(d->hand));
    for (unsigned i = 0; i < kind->count; i++) {
        d->pool[bio_cat(setup)->species[kind->card[i]].biotope]++;
        if (kind->at[i] != AT_UNSEEN) {
            d->hand[kind->at[i] - AT_HAND]++;
        }
    }
    for (unsigned rival = 0; rival < setup->seats; rival++) {
        unsigned known = 0;
        for (unsigned set = 0; set < SETS; set++) {
            known |= s->dealt_left[rival][set];
        }
        if (rival != seat && known) {
            d->rival[d->rivals++] = (uint8_t)rival;
        }
    }
}

/* Any card of its biotope, for each that was dealt: takes them out of the kind. The cards come shuffled. */
static void fill_dealt(const struct setup *setup, struct bio_state *s, struct deal *d, struct kind *kind,
                       const uint8_t sets[RIVALS])
{
    for (unsigned r = 0; r < d->rivals; r++) {
        unsigned wanted = sets[r];
        unsigned kept = 0;
        for (unsigned i = 0; i < kind->count; i++) {
            unsigned b = bio_cat(setup)->species[kind->card[i]].biotope;
            if (wanted >> b & 1) {
                wanted &= ~(1u << b);
                s->at[kind->card[i]] = (uint8_t)(AT_HAND + d->rival[r]);
                d->hand[d->rival[r]]--;
            } else {
                kind->card[kept++] = kind->card[i];
            }
        }
        kind->count = kept;
    }
}

/* The rest of the hands is any of the rest, and what is left then is the deck. */
static void fill_drawn(const struct setup *setup, struct bio_state *s, const struct deal *d, const struct kind *kind)
{
    unsigned next = 0;
    for (unsigned rival = 0; rival < setup->seats; rival++) {
        for (unsigned i = 0; i < d->hand[rival]; i++) {
            s->at[kind->card[next++]] = (uint8_t)(AT_HAND + rival);
        }
    }
    for (; next < kind->count; next++) {
        s->at[kind->card[next]] = AT_UNSEEN;
    }
}

static void deal_anew(const struct setup *setup, struct bio_state *s, unsigned seat, struct kind *kind,
                      struct prng *prng)
{
    struct deal d;
    uint8_t sets[RIVALS];
    read_deal(setup, s, seat, kind, &d);
    count_ways(&d);
    draw_sets(&d, prng, sets);
    shuffle(kind->card, kind->count, prng);
    fill_dealt(setup, s, &d, kind, sets);
    shuffle(kind->card, kind->count,
            prng); /* again: the first ones of a biotope are gone, which says where others lie */
    fill_drawn(setup, s, &d, kind);
}

void bio_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng)
{
    struct bio_state *s = state;
    bool left[BIO_SPECIES];
    if (setup->level != BIO_FULL) {
        return; /* a card that is hidden is not in the state either */
    }
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        left[i] = is_hidden(s, seat, i);
    }
    for (unsigned first = 0; first < BIO_SPECIES; first++) {
        struct kind kind;
        if (!left[first]) {
            continue;
        }
        gather(setup, s, first, left, &kind);
        if (bio_cat(setup)->species[first].deck == BIO_HERBIVORE && s->shuffled[first] == 0) {
            deal_anew(setup, s, seat, &kind, prng);
        } else {
            lay_anew(s, &kind, prng);
        }
    }
}
