/*
 * What one finished game adds to the statistics of cards, seat by seat and
 * card by card, gathered through the game's interface. Everything that is
 * ever folded comes from here, once a game; the packed form (facts.h) is
 * what the database keeps.
 */
#ifndef STATS_GATHER_H
#define STATS_GATHER_H

#include "rules/game.h"

enum {
    GATHER_CARDS = 160,  /* types of cards of a game at the most */
    GATHER_PLACED = 128, /* cards of one seat at the most */
    GATHER_LINKS = 160,  /* ordered pairs of types of one seat at the most */
    GATHER_PICKS = 10,   /* picks of a round at the most */
    GATHER_ROUNDS = 2,
    GATHER_NOWHERE = 255 /* the cell of a card whose cell means nothing */
};

/*
 * One card in a final position. `cell` is the game's numbering of cells in a
 * game whose cells mean something (it has links), else GATHER_NOWHERE.
 */
struct placed {
    uint16_t card;
    uint16_t cell;
    int64_t units;
};

/* What a seat has to do with a type of card. A bit of `seen` and `taken` is a look: round x GATHER_PICKS + pick - 1. */
struct seat_card {
    int32_t marginal;    /* summed over copies: total minus the total without the card */
    uint32_t seen;       /* looks with at least one copy in the hand */
    uint32_t taken;      /* looks in which it was taken */
    uint16_t last_sum;   /* over the hands in which it was seen: the last pick at which it was */
    uint16_t last_hands; /* how many such hands */
    uint16_t cubes;      /* spent on it */
    uint8_t times;       /* how often it was activated */
    uint8_t first;       /* the round of the first time, from 1; 0: never */
};

struct seat_facts {
    int32_t win; /* win points in units of 1/WIN_UNIT, or WIN_NONE */
    uint16_t placed_count;
    uint16_t links_count;
    struct placed placed[GATHER_PLACED]; /* in order of card, then cell */
    struct seat_card card[GATHER_CARDS];
    struct link links[GATHER_LINKS];
};

struct game_facts {
    uint8_t seats;
    int64_t unit;    /* units of attributed points in one point: the game's */
    bool drafted;    /* there are looks: hands were known or reconstructed */
    bool used;       /* cards are activated in this game, and it is known how often */
    uint16_t cards;  /* entries of `card` that are filled in, a seat */
    uint16_t first;  /* the first card about which this game can tell anything */
    bool catalogued; /* what the cards are is said by the catalogue of this hash */
    uint8_t catalogue[SHA256_SIZE];
    struct seat_facts seat[ENGINE_PLAYERS];
};

/* Fills `facts` from a finished position; which catalogue it is of, if any, is for the caller to say. */
void gather_facts(const struct setup *setup, const void *state, struct game_facts *facts);

#endif
