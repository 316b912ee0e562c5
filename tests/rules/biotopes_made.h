/*
 * Positions of Biotopes that tests make by hand: a catalogue with the decks
 * and biotopes of the box, in which types and effects can be replaced, and an
 * ecosystem that is put together card by card. Nothing is played here. For
 * tests/rules/test_biotopes_{score,sheet,view}.c only.
 */
#ifndef RULES_BIOTOPES_MADE_H
#define RULES_BIOTOPES_MADE_H

#include "base/prng.h"
#include "rules/biotopes/biotopes_state.h"
#include "support/cmocka.h"

#include <string.h>

/* Species of situation 12 and some others, by number. */
enum {
    IBEX = 0,
    CITRIL_FINCH = 2,
    BULLFINCH = 9,
    RAT = 18,
    SWAN = 33,
    VOLE = 35,
    TIT = 43,
    MOUNTAIN_CARNIVORE = 64,
    BADGER = 71
};

struct made {
    struct bio_catalogue cat;
    struct setup setup;
    struct bio_state state;
};

/* Herbivores, insectivores and carnivores of the four biotopes: 9, 7 and 6 of each. */
static inline void make_catalogue(struct bio_catalogue *cat)
{
    static const unsigned each[BIO_DECKS] = {9, 7, 6};
    unsigned number = 0;
    memset(cat, 0, sizeof(*cat));
    cat->magic = BIO_BLOCK_MAGIC;
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        for (unsigned i = 0; i < 4 * each[deck]; i++, number++) {
            cat->species[number].deck = (uint8_t)deck;
            cat->species[number].biotope = (uint8_t)(i / each[deck]);
            cat->species[number].type = (uint8_t)(BIO_INVERTEBRATE + number % 4);
        }
    }
    for (unsigned i = 0; i < BIO_CARDS; i++) {
        cat->effect[i].per = 1;
    }
    cat->species[IBEX].type = cat->species[BADGER].type = cat->species[RAT].type = BIO_MAMMAL;
    cat->species[VOLE].type = BIO_MAMMAL;
    cat->species[CITRIL_FINCH].type = cat->species[BULLFINCH].type = cat->species[SWAN].type = BIO_BIRD;
    cat->species[TIT].type = BIO_BIRD;
    cat->effect[BADGER] =
        (struct bio_effect){.when = WHEN_END, .count = 1, .each = EACH_TYPE, .of = BIO_MAMMAL, .per = 1};
}

static inline void made_init(struct made *m, unsigned variant, unsigned level, unsigned seats)
{
    memset(m, 0, sizeof(*m));
    make_catalogue(&m->cat);
    m->setup = (struct setup){.variant = (uint8_t)variant,
                              .level = (uint8_t)level,
                              .seats = (uint8_t)seats,
                              .block = &m->cat,
                              .block_size = sizeof(m->cat)};
    m->state.step = STEP_OVER;
    memcpy(m->state.condition, (const uint8_t[]){BIO_MOUNTAIN, BIO_FOREST, BIO_BIRD, BIO_MAMMAL}, 4);
    for (unsigned i = 0; i < seats && !bio_is_initiate(&m->setup); i++) {
        m->state.has[i] = 15;
    }
}

/* A species at the end of its row, with cubes of its biotope's colour. */
static inline void made_species(struct made *m, unsigned seat, unsigned species, unsigned cubes)
{
    struct bio_state *s = &m->state;
    unsigned b = m->cat.species[species].biotope;
    s->at[species] = (uint8_t)(AT_PLAY + seat);
    s->row[seat][b][s->row_length[seat][b]++] = (uint8_t)species;
    s->cubes[species] = (uint16_t)(cubes << 4 * b);
}

static inline void made_biotope(struct made *m, unsigned seat, unsigned biotope, unsigned milieu)
{
    m->state.has[seat] = (uint8_t)(m->state.has[seat] | 1u << biotope);
    m->state.milieu[seat][biotope] = (uint8_t)milieu;
}

/* The tiles A1 A2 A3 A4 on the centres for two players. */
static inline void made_land(struct made *m)
{
    static const int8_t centre[4][2] = {{-2, -1}, {1, -2}, {-1, 1}, {2, 0}};
    for (unsigned i = 0; i < 4; i++) {
        bio_land_lay(&m->state.land, (struct bio_tile){(uint8_t)(2 * i), 0, centre[i][0], centre[i][1]});
    }
}

static inline void made_token(struct made *m, unsigned owner, int q, int r)
{
    unsigned hex = bio_land_find(&m->state.land, q, r);
    assert_true(hex < m->state.land.count);
    m->state.land.owner[hex] = (uint8_t)owner;
}

/* Situation 12 of the rules for one seat, but for its tokens. */
static inline void made_situation_12(struct made *m, unsigned seat)
{
    made_species(m, seat, IBEX, 2);
    made_species(m, seat, CITRIL_FINCH, 1);
    made_species(m, seat, BULLFINCH, 1);
    made_species(m, seat, TIT, 2);
    made_species(m, seat, BADGER, 3);
    made_species(m, seat, RAT, 4);
    made_species(m, seat, SWAN, 1);
    made_species(m, seat, VOLE, 0);
}

/* ---- finished games by chance ---- */

static inline void made_random_effects(struct made *m, struct prng *prng)
{
    for (unsigned i = 0; i < BIO_BASICS; i++) {
        unsigned each = prng_below(prng, EACHES);
        unsigned of = each == EACH_TYPE   ? BIO_INVERTEBRATE + prng_below(prng, 4)
                      : each == EACH_DECK ? prng_below(prng, BIO_DECKS)
                                          : prng_below(prng, BIO_BIOTOPES);
        m->cat.effect[i] = (struct bio_effect){.when = prng_below(prng, 3) ? WHEN_NEVER : WHEN_END,
                                               .count = (uint8_t)(1 + prng_below(prng, 3)),
                                               .each = (uint8_t)each,
                                               .of = (uint8_t)of,
                                               .per = (uint8_t)(1 + prng_below(prng, 3))};
    }
}

/* Some of the species, each with up to four cubes of any colours as long as there are cubes. */
static inline void made_random_rows(struct made *m, struct prng *prng)
{
    unsigned left = BIO_BIOTOPES * bio_supply(&m->setup);
    unsigned share = 2 + prng_below(prng, 12);
    for (unsigned species = 0; species < BIO_SPECIES; species++) {
        if (prng_below(prng, share) > 1) {
            continue;
        }
        unsigned cubes = prng_below(prng, 5);
        unsigned seat = prng_below(prng, m->setup.seats);
        made_species(m, seat, species, 0);
        for (unsigned i = 0; i < cubes && left > 0; i++, left--) {
            m->state.cubes[species] = (uint16_t)(m->state.cubes[species] + (1u << 4 * prng_below(prng, 4)));
        }
        if (prng_below(prng, 8) == 0 && bio_declares(&m->setup) && cubes_sum(m->state.cubes[species]) > 0) {
            m->state.bonus[species] = (uint8_t)(1 + prng_below(prng, 12));
        }
    }
}

static inline void made_random(struct made *m, unsigned variant, unsigned seats, struct prng *prng)
{
    made_init(m, variant, prng_below(prng, 2) ? BIO_FULL : BIO_TABLE, seats);
    struct bio_state *s = &m->state;
    m->cat.certain = (uint8_t)prng_below(prng, 2);
    m->setup.option[BIO_OPTION_UNKNOWN] = (uint8_t)prng_below(prng, 2);
    made_random_effects(m, prng);
    made_random_rows(m, prng);
    made_land(m);
    for (unsigned i = 0; i < s->land.count; i++) {
        unsigned owner = prng_below(prng, seats + 2);
        owner = owner > seats ? OWNER_NONE : owner;
        s->land.owner[i] = (uint8_t)(bio_land_tokens(&s->land, owner, BIO_ANY) < BIO_TOKENS ? owner : OWNER_NONE);
    }
    for (unsigned b = 0; b < BIO_BIOTOPES && bio_is_initiate(&m->setup); b++) {
        unsigned first = prng_below(prng, 5);
        for (unsigned i = 0; i < seats; i++) {
            made_biotope(m, i, b, 1 + (first + i) % 5);
            if (bio_declares(&m->setup) && prng_below(prng, 3) == 0) {
                s->bonus_biotope[i][b] = (uint8_t)(1 + prng_below(prng, 12));
            }
        }
    }
    s->condition[0] = (uint8_t)prng_below(prng, 4);
    s->condition[1] = (uint8_t)((s->condition[0] + 1u + prng_below(prng, 3)) % 4);
    s->condition[2] = (uint8_t)(1 + prng_below(prng, 4));
    s->condition[3] = (uint8_t)(1 + (s->condition[2] + prng_below(prng, 3)) % 4);
}

#endif
