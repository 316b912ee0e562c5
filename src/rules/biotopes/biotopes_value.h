/* What a position is worth to a computer player; private to the folder. */
#ifndef RULES_BIOTOPES_BIOTOPES_VALUE_H
#define RULES_BIOTOPES_BIOTOPES_VALUE_H

#include "rules/biotopes/biotopes_play.h"

/* From where a seat looks at positions: what does not change while it thinks about one decision. */
struct bio_outlook {
    const struct setup *setup;
    unsigned seat;
    int32_t later;           /* cycles after this one */
    int32_t mean[BIO_DECKS]; /* a card of each deck, by what this seat has not seen */
    int32_t land;
};

/* Every weight, in hundredths of a point but for percents. */
enum bio_weight {
    W_ALIVE,       /* percent of a species' points while it has cubes */
    W_BARE,        /* and while it has none */
    W_POPULATION,  /* percent of a cube's points */
    W_COLUMN,      /* percent of a full column's points */
    W_COLUMN_PART, /* percent of the points of the next column, for its part that is there */
    W_FIRST,       /* the first cube on a species */
    W_SECOND,      /* and the next */
    W_MORE,        /* and the others */
    W_PLANT,       /* a cube on a biotope card */
    W_PLANT_MANY,  /* one of those beyond six */
    W_MOVABLE,     /* a plant that Transfer could still move in this cycle */
    W_GROWING,     /* a species that Reproduction could still enlarge in this cycle */
    W_FLOW,        /* a cube of the next production */
    W_CAPACITY,    /* a token or bonus, for the productions after it */
    W_STOCK,       /* a cube of bag or board */
    W_GAIN_CARD,   /* an effect that gains a card, or a cube, with an action once a cycle */
    W_GAIN_CUBE,
    W_GAIN_OFTEN, /* percent: with Adaptation */
    W_EXTRA,      /* another cube in production */
    W_POLLEN,     /* cubes that pay as plants */
    W_USE_DRAW,   /* Actions */
    W_USE_SHIFT,
    W_USE_PREY,
    W_HAND,     /* percent of what a card would bring that can be paid for */
    W_HAND_ONE, /* and if one cube is missing */
    W_HAND_TWO,
    W_HAND_FAR,
    W_HAND_FIRST, /* percent of the best card in hand */
    W_HAND_DECAY, /* percent that the next one counts less */
    W_TERRITORY,  /* percent of a token's points */
    W_GROUPS,     /* a group of tokens too many */
    W_BRIDGES,    /* and one that no single token would join */
    W_ROOM,       /* a biotope onto which one can expand */
    W_DRAWN_CUBE,
    WEIGHTS
};

/* An ecosystem, counted once. */
struct bio_census {
    int32_t cubes[BIO_TYPES]; /* those that pay as this type */
    int32_t of_type[BIO_TYPES];
    int32_t of_biotope[BIO_BIOTOPES];
    int32_t of_deck[BIO_DECKS];
    int32_t alive[BIO_BIOTOPES]; /* species with cubes, by row */
    int32_t extra;               /* cubes more in production */
    int32_t columns;
    int32_t longer[BIO_BIOTOPES]; /* what another species in that row would add to columns */
};

extern const int32_t bio_weights[WEIGHTS][2]; /* for the last cycle, and more for each to come */

enum { BIO_PERCENT = 100 };

static inline int32_t bio_worth(const struct bio_outlook *look, enum bio_weight weight)
{
    return bio_weights[weight][0] + bio_weights[weight][1] * look->later;
}

/* Of a weight that is a percentage. */
static inline int32_t bio_share(const struct bio_outlook *look, enum bio_weight weight, int32_t of)
{
    int32_t percent = bio_worth(look, weight);
    return of * (percent < 0 ? 0 : percent) / BIO_PERCENT;
}

void bio_count(const struct bio_outlook *look, const struct bio_state *s, unsigned seat, struct bio_census *census);
int32_t bio_columns_value(const struct bio_outlook *look, const int32_t length[BIO_BIOTOPES]);

/* A species in play with so many cubes, and a card in hand: what it would bring in play, and how much of its cost is there. */
int32_t bio_species_value(const struct bio_outlook *look, const struct bio_state *s, unsigned seat,
                          const struct bio_census *census, unsigned number, int32_t cubes);
int32_t bio_card_value(const struct bio_outlook *look, const struct bio_state *s, const struct bio_census *census,
                       unsigned number);

/* Declared effects are not for a player who reads no cards. */
static inline bool bio_is_choice(const struct bio_state *s, unsigned kind)
{
    return s->step == STEP_DECLARED || s->step == STEP_BONUS ? kind == KIND_DONE : kind != KIND_EFFECT;
}

void bio_look(struct bio_outlook *look, const struct setup *setup, const struct bio_state *s, unsigned seat);
void bio_look_at_land(struct bio_outlook *look, const struct bio_state *s);

/* The land of the outlook, and the cards, cubes and bag of the position, with `draws` cards to be drawn. */
int32_t bio_value(const struct bio_outlook *look, const struct bio_state *s, unsigned draws);

/* A rival's ecosystem as the table sees it. */
int32_t bio_value_of_rival(const struct bio_outlook *look, const struct bio_state *s, unsigned rival);

/* The moves to think about; of more than `cap` the first (biotopes_options.c). */
size_t bio_options(const struct setup *setup, const struct bio_state *s, unsigned seat, game_move *moves, size_t cap);

/* A cube out of the bag, not yet seen. */
int32_t bio_value_of_cube(const struct bio_outlook *look);

#endif
