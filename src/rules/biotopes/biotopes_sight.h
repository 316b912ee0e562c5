/*
 * What moves are worth at sight: private to the files of Biotopes that answer
 * a review (rules/game_review.h).
 *
 * The greedy player copies the position for every choice and weighs what comes
 * of it, some fifteen thousandths of a second a game. A playout cannot wait for
 * that. Here an ecosystem is counted once a decision, with the same weights
 * (biotopes_value.h), and a choice is worth the sum of what it takes and gives:
 * the cubes that it costs, each at what its place is worth, and what they buy.
 */
#ifndef RULES_BIOTOPES_SIGHT_H
#define RULES_BIOTOPES_SIGHT_H

#include "rules/biotopes/biotopes_value.h"
#include "rules/game_review.h"

enum { SIGHT_HAND = 16, SIGHT_GROUPS = 16 };

/* A seat's tokens: which of its groups each hex touches, by bits. Groups with one empty hex between them have a bridge. */
struct bio_ground {
    uint16_t near[BIO_HEXES];
    uint8_t label[BIO_HEXES]; /* of a hex of its own: 1 + its group; else 0 */
    uint8_t token[BIO_TOKENS + BIO_START_TOKENS];
    uint8_t tokens;
    uint8_t groups;
    uint8_t bridged[SIGHT_GROUPS]; /* the first of the groups that bridges join with it */
    uint8_t reach;                 /* bit biotope: onto which it can expand */
};

struct bio_sight {
    const struct setup *setup;
    const struct bio_catalogue *cat;
    const struct bio_state *s;
    unsigned seat;
    struct bio_outlook look;
    struct bio_census census;
    struct bio_ground ground;
    /* Hundredths of a point. */
    int32_t life[BIO_SPECIES];             /* the first cube on a species in play of the seat */
    int32_t each[BIO_SPECIES];             /* every cube on it besides */
    int32_t second, more;                  /* and the second, and the others */
    int32_t plant, plant_many;             /* a cube on a biotope card; beyond six */
    int32_t moving[BIO_BIOTOPES];          /* what Transfer would bring to a row's cubes there */
    int32_t stock;                         /* a cube that goes to bag or board */
    int32_t draw;                          /* a card that is drawn, and the mean of each deck by a part of it */
    int32_t cube;                          /* a cube that is drawn */
    int32_t gains[BIO_ACTS][BIO_BIOTOPES]; /* what cards bring with an action, onto that biotope */
    uint8_t own[BIO_SPECIES];
    uint8_t owns;
    uint8_t plants;           /* cubes on biotope cards */
    uint8_t hand[SIGHT_HAND]; /* the best first */
    int32_t worth[SIGHT_HAND];
    uint8_t hands;
    bool known_hand, known_ground;
};

/* ---- biotopes_ground.c ---- */

void bio_ground_read(const struct bio_land *land, unsigned owner, struct bio_ground *ground);

/* What a token more would be worth as land on this empty hex (or a rival's), `from` HEX_NONE or where it comes from. */
int32_t bio_site_value(const struct bio_sight *t, unsigned from, unsigned to);

/* ---- biotopes_sight.c: all that is known of the seat at once ---- */

void bio_sight_begin(struct bio_sight *t, const struct setup *setup, const struct bio_state *s, unsigned seat);
void bio_sight_hand(struct bio_sight *t);   /* wanted by whatever draws or adapts */
void bio_sight_ground(struct bio_sight *t); /* wanted by whatever settles */

/* What the cube number `cubes` is worth on a species of the seat, and the last one of a spot. */
int32_t bio_cube_worth(const struct bio_sight *t, unsigned species, unsigned cubes);
int32_t bio_last_cube(const struct bio_sight *t, unsigned spot);

/* What these cards would be worth in hand besides `more` cards that are drawn, but for one (SIGHT_HAND: none) of them. */
int32_t bio_hand_worth(const struct bio_sight *t, unsigned without, unsigned more);

/* ---- biotopes_sight_moves.c ---- */

/* What a legal word of the seat is worth, in hundredths of a point: comparable among those of one decision. */
int32_t bio_word_value(const struct bio_sight *t, struct bio_word w);

/* ---- biotopes_quick.c ---- */

/* Calls `fn` for words worth a thought of a player who has to decide: legal ones, at least one. */
typedef void bio_quick_fn(void *context, struct bio_word w);
void bio_each_quick(struct bio_sight *t, bio_quick_fn *fn, void *context);

/* ---- biotopes_policy.c ---- */

game_move bio_policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng);
void bio_playout(const struct setup *setup, void *state, unsigned heat, struct prng *players, struct prng *chance);

/* ---- biotopes_imagine.c ---- */

void bio_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng);

extern const struct game_review bio_review;

#endif
