/*
 * The catalogue of a Biotopes game as one flat constant block: what each card
 * is and does. It is the `block` of the game's setup, made from a document by
 * biotopes_catalogue.c. Which cards there are, and what they are called, is
 * fixed (biotopes_cards.c); a document says deck, biotope, type, diet and
 * effect of each species, and the effects of the advanced biotopes.
 *
 * Every card has one effect. What triggers it is `when`; what it brings is
 * `gain` and `count`, or for points at the end `count` points for every `per`
 * of what `each` and `of` measure.
 */
#ifndef RULES_BIOTOPES_CATALOGUE_H
#define RULES_BIOTOPES_CATALOGUE_H

#include "rules/game.h"
#include "rules/labels.h"

enum { BIO_BLOCK_MAGIC = 0x62696f74, BIO_TEXT_BYTES = 512 };

enum { BIO_BIOTOPES = 4, BIO_MOUNTAIN = 0, BIO_FOREST, BIO_MEADOW, BIO_WETLAND, BIO_ANY = 4 };
enum { BIO_PLANT, BIO_INVERTEBRATE, BIO_REPTILE, BIO_MAMMAL, BIO_BIRD, BIO_TYPES };
enum { BIO_HERBIVORE, BIO_INSECTIVORE, BIO_CARNIVORE, BIO_DECKS };
enum { BIO_BASIC, BIO_PRESERVED, BIO_ADAPTED, BIO_PROPITIOUS, BIO_PLENTIFUL, BIO_POPULOUS, BIO_MILIEUS };

/* Cards by number: the species, then the advanced biotopes (five a biotope), then the basic ones. */
enum {
    BIO_SPECIES = 88,
    BIO_ADVANCED = BIO_SPECIES,                                   /* + 5 x biotope + milieu - 1 */
    BIO_BASICS = BIO_ADVANCED + BIO_BIOTOPES * (BIO_MILIEUS - 1), /* + biotope */
    BIO_CARDS = BIO_BASICS + BIO_BIOTOPES,
    BIO_ROW = 22 /* species of one biotope */
};

enum bio_when {
    WHEN_NEVER,   /* no effect */
    WHEN_UNKNOWN, /* nobody knows: declared, or nothing */
    /* Gains, after the action of the owner; `onto`: only with that biotope (of the hex, or of the species adapted). */
    WHEN_EXPAND,
    WHEN_MIGRATE,
    WHEN_COMPETE,
    WHEN_SETTLE, /* any of these three */
    WHEN_ADAPT,
    WHEN_REPRODUCE, /* after paying, before the new cubes */
    WHEN_TRANSFER,
    WHEN_EVOLVE,
    WHEN_PRODUCTION, /* `count` cubes more */
    WHEN_PAY,        /* its cubes pay as plants too */
    WHEN_END,        /* points */
    /* Actions, for a cube of the card. */
    WHEN_ACTION_DRAW,  /* draw `count` cards */
    WHEN_ACTION_SHIFT, /* move up to `count` cubes among one's cards */
    WHEN_ACTION_PREY,  /* a rival's cube into one's own bag */
    WHENS
};

enum bio_gain { GAIN_CARD, GAIN_CUBE };

/* What points at the end are counted by. Species are those left, with cubes. */
enum bio_each {
    EACH_ONE,     /* 1 */
    EACH_TYPE,    /* species of type `of` */
    EACH_BIOTOPE, /* species of biotope `of` */
    EACH_DECK,    /* species of deck `of` */
    EACH_TOKEN,   /* own tokens on biotope `of` (a sheet knows them too) */
    EACH_CUBE,    /* cubes on the card itself; of a biotope card: on the species of its row */
    EACHES
};

struct bio_effect {
    uint8_t when;
    uint8_t onto;  /* a biotope, or BIO_ANY */
    uint8_t gain;  /* enum bio_gain */
    uint8_t count; /* 1 to 3 */
    uint8_t each;  /* enum bio_each */
    uint8_t of;
    uint8_t per; /* at least 1 */
    uint8_t unused;
};

struct bio_species {
    uint8_t deck;
    uint8_t biotope;
    uint8_t type;
    uint8_t cost[BIO_TYPES]; /* cubes of each type */
};

struct bio_catalogue {
    uint32_t magic;
    uint8_t edition;
    uint8_t certain; /* the document says all that the cards do: nothing is declared */
    uint8_t unused[2];
    struct label name;
    struct bio_species species[BIO_SPECIES];
    struct bio_effect effect[BIO_CARDS]; /* basic biotopes have WHEN_NEVER */
    char text[BIO_TEXT_BYTES];
};

/* The names of all cards, in order of their numbers; and a second French name of some species, NULL for the others. */
extern const struct name bio_card_names[BIO_CARDS];
extern const char *const bio_alias[BIO_SPECIES];

/* Makes the block of a document. ERR_SYNTAX or ERR_LIMIT with the path of what is wrong. */
ERR_CHECK enum err bio_catalogue_read(const struct value *document, void *block, struct error *error);

extern const struct game_catalogue bio_game_catalogue;

#endif
