/*
 * The catalogue of an Ecos game as one flat constant block: what the box
 * holds and what its cards do. It is the `block` of the game's setup, made
 * from a document by ecos_catalogue.c. No pointers: names are offsets into
 * `text`, programs are indices into `effect`.
 *
 * Things. Whatever an effect can name is one number: the terrains, mountain,
 * forest, three collective words, then the species.
 *
 * Programs. The effects of a card, top to bottom, are records from
 * card.first on, ended by ECOS_END. A choice is ECOS_CHOICE with `amount`
 * branches, followed by that many ECOS_BRANCH records whose `target` is where
 * the branch starts; each branch ends in ECOS_JUMP. ECOS_MAY skips to its
 * `target`, and so do ECOS_REMOVE and ECOS_REPLACE past what follows only when
 * there was something to remove. Targets are indices into `effect`.
 */
#ifndef RULES_ECOS_CATALOGUE_H
#define RULES_ECOS_CATALOGUE_H

#include "rules/game.h"
#include "rules/labels.h"

enum {
    ECOS_BLOCK_MAGIC = 0x65636f73,
    ECOS_ELEMENTS = 8,
    ECOS_SPECIES = 16,
    ECOS_CARDS = 105,
    ECOS_DECKS = 12,
    ECOS_DECK_CARDS = 12,
    ECOS_DECK_ACTIVE = 3,
    ECOS_LAND_TILES = 80,    /* tiles of a box at the most */
    ECOS_SLOTS = 8,          /* slots of a card at the most */
    ECOS_TOKENS = 15,        /* tokens of one species at the most */
    ECOS_PROGRAM = 24,       /* records of one card at the most */
    ECOS_PROGRAMS = 1600,    /* records in all */
    ECOS_STEPS = 1024,       /* entries of all tables of points */
    ECOS_TEXT_BYTES = 16384, /* of all names */
    ECOS_DECK_BLUE = 30,     /* cards of a back that a draft of six needs */
    ECOS_DECK_BROWN = 54
};

enum ecos_back { ECOS_BLUE, ECOS_BROWN, ECOS_BACK_UNKNOWN };
enum ecos_family { ECOS_FOOTPRINT, ECOS_PLANT };

enum ecos_thing {
    THING_DESERT,
    THING_GRASSLAND,
    THING_WATER,
    THING_MOUNTAIN,
    THING_FOREST,
    THING_LAND,   /* desert or grassland */
    THING_TILE,   /* any terrain */
    THING_ANIMAL, /* any species */
    THING_SPECIES,
    THINGS = THING_SPECIES + ECOS_SPECIES,
    THING_NONE = 0xff
};

enum ecos_op {
    ECOS_END,
    ECOS_PLACE,   /* `amount` times `what`, `near` something */
    ECOS_POINTS,  /* `amount` for each unit of `measure` of `of`, or by table */
    ECOS_ELEMENT, /* gain element `what` `amount` times */
    ECOS_CUBE,
    ECOS_CARD,
    ECOS_PLAY,    /* play a card from hand */
    ECOS_MOVE,    /* `amount` animals `what`, each up to `steps` */
    ECOS_REMOVE,  /* one `what`; there is none: on to `target`, unless that is 0 */
    ECOS_REPLACE, /* a tile `what` by terrain `of`; the same */
    ECOS_PICK,    /* choose a `what` that "this" then refers to */
    ECOS_CHOICE,
    ECOS_BRANCH,
    ECOS_JUMP,
    ECOS_MAY,
    ECOS_OPS
};

enum ecos_measure {
    MEASURE_FIXED,
    MEASURE_HERD,
    MEASURE_HABITAT,
    MEASURE_TERRITORY,
    MEASURE_ADJACENT,
    MEASURE_IN_HABITAT,
    MEASURE_IN_TERRITORY,
    MEASURE_LANDSCAPE,
    MEASURE_LARGEST,
    MEASURES
};

enum {
    EFFECT_EVERYONE = 1,  /* for every player */
    EFFECT_ANYWHERE = 2,  /* a move that may enter any terrain */
    EFFECT_PLACES = 4,    /* this record or one that follows in the card is a placement */
    EFFECT_PLACE_FREE = 8 /* no later record asks where something was put */
};

struct ecos_effect {
    uint8_t op;
    uint8_t what; /* enum ecos_thing, or an element */
    uint8_t amount;
    uint8_t flags;
    uint8_t near; /* enum ecos_thing or THING_NONE */
    uint8_t measure;
    uint8_t of;  /* enum ecos_thing or THING_NONE */
    uint8_t cap; /* units that count at the most; 0: all */
    uint8_t per; /* units that make one; at least 1 */
    uint8_t steps;
    uint8_t table_length; /* points by units: step[table], ...; the last goes on */
    uint8_t unused;
    uint16_t table;
    uint16_t target;
};

enum { CARD_SLOTS_KNOWN = 1, CARD_EFFECTS_KNOWN = 2, CARD_BACKLASH = 4 };

struct ecos_card {
    struct label name;
    uint16_t first; /* of its program */
    uint32_t need;  /* four bits an element: slots */
    uint8_t leaves; /* 0: not known */
    uint8_t back;
    uint8_t flags;
    uint8_t unused;
};

struct ecos_species_entry {
    struct label name;
    uint8_t tokens;
    uint8_t lives; /* bit THING_DESERT .. THING_FOREST: may be placed there */
};

struct ecos_deck {
    struct label name;
    uint8_t family;
    uint8_t unused;
    uint8_t card[ECOS_DECK_CARDS]; /* the first three are active; 0: they are not known until they are played */
};

struct ecos_catalogue {
    uint32_t magic;
    uint8_t elements;
    uint8_t wild; /* which element is */
    uint8_t species;
    uint8_t decks;
    uint8_t element_tokens[ECOS_ELEMENTS];
    uint8_t land, water, mountains, forests, cubes;
    uint8_t deck_size[2]; /* cards of each back */
    uint8_t edition;
    struct label name;
    struct label element[ECOS_ELEMENTS];
    struct ecos_species_entry animal[ECOS_SPECIES];
    struct ecos_deck deck[ECOS_DECKS];
    struct ecos_card card[ECOS_CARDS + 1]; /* by number; 0 is not used */
    struct ecos_effect effect[ECOS_PROGRAMS];
    uint8_t step[ECOS_STEPS];
    char text[ECOS_TEXT_BYTES];
};

/* Makes the block of a document. ERR_SYNTAX or ERR_LIMIT with the path of what is wrong. */
ERR_CHECK enum err ecos_catalogue_read(const struct value *document, void *block, struct error *error);

extern const struct game_catalogue ecos_game_catalogue;

#endif
