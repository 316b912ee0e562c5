/* Cubes on spots, cards in hands and decks: what every action moves about. */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

/* ---- cubes ---- */

void bio_take_cube(struct bio_state *s, unsigned seat, unsigned spot, unsigned colour)
{
    if (spot >= BIO_SPECIES) {
        s->plants[seat][colour]--;
    } else {
        s->cubes[spot] = (uint16_t)(s->cubes[spot] - (1u << 4 * colour));
    }
}

void bio_add_cube(struct bio_state *s, unsigned seat, unsigned spot, unsigned colour)
{
    if (spot >= BIO_SPECIES) {
        s->plants[seat][colour]++;
    } else {
        s->cubes[spot] = (uint16_t)(s->cubes[spot] + (1u << 4 * colour));
    }
}

bool bio_has_room(const struct bio_state *s, unsigned seat, unsigned spot, unsigned colour)
{
    if (spot >= BIO_SPECIES) {
        return spot - BIO_SPECIES == colour && s->has[seat] >> colour & 1;
    }
    return s->at[spot] == AT_PLAY + seat && cubes_sum(s->cubes[spot]) < BIO_ROOM;
}

static unsigned more_cubes(const struct bio_effect *effect)
{
    return effect->when == WHEN_PRODUCTION ? effect->count : 0u;
}

unsigned bio_production(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    unsigned count = (unsigned)BIO_TOKENS - s->tokens[seat]; /* the empty places of the board */
    unsigned bag = bio_bag_sum(s, seat);
    for (unsigned b = 0; b < BIO_BIOTOPES && bag > 0; b++) {
        count += s->has[seat] >> b & 1 ? more_cubes(bio_effect_at(setup, s, seat, BIO_SPECIES + b)) : 0;
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            count += more_cubes(&bio_cat(setup)->effect[s->row[seat][b][i]]);
        }
    }
    return count < bag ? count : bag;
}

/* ---- cards ---- */

bool bio_in_hand(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned species)
{
    if (setup->level == BIO_FULL) {
        return s->at[species] == AT_HAND + seat;
    }
    return s->at[species] == AT_UNSEEN && s->hand[seat][bio_cat(setup)->species[species].deck] > 0;
}

static unsigned first_herbivores(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        count += s->at[i] == AT_HAND + seat && s->shuffled[i] == 0 && bio_cat(setup)->species[i].deck == BIO_HERBIVORE;
    }
    return count;
}

/* A first herbivore of a biotope leaves: it was the one dealt, if that was left, or any of those drawn. */
static void note_leaving(const struct setup *setup, struct bio_state *s, unsigned seat, unsigned biotope)
{
    enum { SETS = 1 << BIO_BIOTOPES, MOST = UINT16_MAX };
    uint32_t ways[SETS];
    uint32_t most = 0;
    unsigned cards = first_herbivores(setup, s, seat);
    for (unsigned set = 0; set < SETS; set++) {
        unsigned dealt = (unsigned)__builtin_popcount(set);
        unsigned had = set | 1u << biotope;
        uint32_t drawn = cards > dealt ? (cards - dealt) * s->dealt_left[seat][set] : 0;
        ways[set] = drawn + (had != set ? s->dealt_left[seat][had] : 0);
        most = ways[set] > most ? ways[set] : most;
    }
    unsigned bits = 0;
    while (most >> bits > MOST) {
        bits++;
    }
    for (unsigned set = 0; set < SETS; set++) {
        uint32_t rounded = (ways[set] >> bits) + (bits > 0 && ways[set] && !(ways[set] >> bits));
        s->dealt_left[seat][set] = (uint16_t)rounded;
    }
}

void bio_leave_hand(const struct setup *setup, struct bio_state *s, unsigned seat, unsigned species, unsigned to)
{
    const struct bio_species *card = &bio_cat(setup)->species[species];
    if (setup->level == BIO_FULL && card->deck == BIO_HERBIVORE && s->shuffled[species] == 0) {
        note_leaving(setup, s, seat, card->biotope);
    }
    s->hand[seat][card->deck]--;
    s->at[species] = (uint8_t)to;
}

static unsigned discards(const struct setup *setup, const struct bio_state *s, unsigned deck)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        count += s->at[i] == AT_DISCARD && bio_cat(setup)->species[i].deck == deck;
    }
    return count;
}

bool bio_can_draw(const struct setup *setup, const struct bio_state *s, unsigned deck)
{
    return s->deck[deck] > 0 || discards(setup, s, deck) > 0;
}

bool bio_can_draw_any(const struct setup *setup, const struct bio_state *s)
{
    return bio_can_draw(setup, s, BIO_HERBIVORE) || bio_can_draw(setup, s, BIO_INSECTIVORE) ||
           bio_can_draw(setup, s, BIO_CARNIVORE);
}

/* How often discards have become this deck. */
static unsigned shuffles(const struct setup *setup, const struct bio_state *s, unsigned deck)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        bool later = bio_cat(setup)->species[i].deck == deck && s->shuffled[i] > count;
        count = later ? s->shuffled[i] : count;
    }
    return count;
}

/* The discards of a deck become the deck, face down. */
static void shuffle(const struct setup *setup, struct bio_state *s, unsigned deck)
{
    unsigned number = shuffles(setup, s, deck) + 1;
    s->deck[deck] = (uint8_t)discards(setup, s, deck);
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        if (s->at[i] == AT_DISCARD && bio_cat(setup)->species[i].deck == deck) {
            s->at[i] = AT_UNSEEN;
            s->shuffled[i] = (uint8_t)number;
        }
    }
}

void bio_draw(const struct setup *setup, struct bio_state *s, unsigned seat, unsigned deck)
{
    if (s->deck[deck] == 0) {
        shuffle(setup, s, deck);
    }
    s->deck[deck]--;
    s->hand[seat][deck]++;
    if (setup->level == BIO_FULL) {
        s->whom = (uint8_t)seat;
        s->deck_drawn = (uint8_t)deck;
        s->step = STEP_CARD;
    } else {
        bio_advance(setup, s);
    }
}
