/* Every way in which Biotopes says no, each with its message in biotopes_messages.c. Private to the folder. */
#ifndef RULES_BIOTOPES_BIOTOPES_REFUSALS_H
#define RULES_BIOTOPES_BIOTOPES_REFUSALS_H

#include "base/error.h"

enum bio_rule {
    BIO_OK,
    BIO_BAD_SETUP, /* 2 to 5 players, or 1 */
    BIO_BAD_BLOCK, /* not a catalogue of Biotopes */
    /* What cannot be read. */
    BIO_BAD_WORD,
    BIO_BAD_CARD,
    BIO_BAD_SPOT,
    BIO_BAD_BIOTOPE,
    BIO_BAD_COLOUR,
    BIO_BAD_TYPE,
    BIO_BAD_DECK,
    BIO_BAD_MILIEU,
    BIO_BAD_TILE,
    BIO_BAD_ROTATION,
    BIO_BAD_CELL,
    BIO_BAD_SEAT,
    BIO_BAD_NUMBER,
    BIO_BAD_ACTION,
    BIO_BAD_FOR,  /* this is not said for others */
    BIO_BAD_WITH, /* this line has no cost */
    BIO_BAD_REST,
    BIO_BAD_LENGTH,
    BIO_TOO_FAR, /* further than a landscape reaches (ERR_RULE) */
    /* What is refused. */
    BIO_NOT_A_MOVE,
    BIO_NO_SUCH_SEAT,
    BIO_IS_OVER,
    BIO_NOT_YOUR_TURN,
    BIO_NOT_NOW, /* something else has to be decided now */
    BIO_SAME_CONDITIONS,
    BIO_CONDITION_PLANT, /* types of conditions are animals */
    BIO_TILE_USED,
    BIO_TILE_OVERLAPS,
    BIO_TILE_APART, /* touches the landscape with fewer than two hexes */
    BIO_NO_HEX,     /* no hex of the landscape */
    BIO_HEX_TAKEN,
    BIO_NOT_EDGE,
    BIO_NEXT_TO_OWN,
    BIO_BIOTOPE_HELD, /* one has a token on this biotope already */
    BIO_MILIEU_TAKEN,
    BIO_MILIEU_OTHER, /* the card has to be of the token's biotope */
    BIO_MILIEU_HELD,  /* one has a card of this biotope */
    BIO_DEAL_ORDER,   /* seats are dealt to in order */
    BIO_DEAL_HERBIVORE,
    BIO_DEAL_BIOTOPE,   /* a second card of this biotope */
    BIO_CARD_ELSEWHERE, /* this card is known to be elsewhere */
    BIO_WRONG_DECK,     /* the card is of another deck than the one drawn from */
    BIO_CUBES_SEAT,     /* cubes are for another seat */
    BIO_CUBES_COUNT,    /* %1 cubes are drawn */
    BIO_CUBES_BAG,      /* the bag does not hold these */
    BIO_NOT_IN_HAND,
    BIO_ACTION_USED, /* once a cycle */
    BIO_CANNOT_PAY,
    BIO_NO_TOKEN, /* none left on the board */
    BIO_NOT_NEXT_TO_OWN,
    BIO_NOT_OWN, /* no token of one's own there */
    BIO_TOO_MANY_STEPS,
    BIO_NO_RIVAL,    /* no rival's token there */
    BIO_NOT_IN_PLAY, /* the card is not in one's ecosystem */
    BIO_NO_ACTION,   /* the card has no Action */
    BIO_NO_CUBE,     /* no cube of that colour on the card */
    BIO_WRONG_TYPE,  /* the cubes of this card do not pay as that */
    BIO_NOT_NEEDED,  /* the cost does not ask for this type */
    BIO_WRONG_COLOUR,
    BIO_FROM_SPECIES,
    BIO_REST_UNPAID, /* the rest could not be paid then */
    BIO_TYPE_TWICE,  /* evolution: a cube of this type is moved already */
    BIO_PAY_FIRST,   /* evolution: at least one cube */
    BIO_DECK_EMPTY,
    BIO_DECKS_LEFT, /* evolution: cards have to be drawn */
    BIO_BAG_EMPTY,
    BIO_NOT_DRAWABLE, /* this gain is cards, not cubes; or the other way round */
    BIO_NOT_RETREAT,  /* not adjacent to the token that retreats */
    BIO_NO_ROOM,
    BIO_WRONG_CARD, /* this card does not get the cube */
    BIO_MUST_PUT,   /* the reserve has a cube for it */
    BIO_NO_SKIP,
    BIO_SAME_SPOT,
    BIO_HAS_SHIFTED, /* that cube was shifted already */
    BIO_NOT_OTHER,   /* preys on oneself */
    BIO_NO_DECLARING,
    BIO_MANY_OPENINGS,
    BIO_MANY_EFFECTS,
    BIO_NO_EFFECT, /* a basic biotope has none */
    BIO_RESERVE_EMPTY,
    BIO_NOT_USED, /* again: the action was not used */
    BIO_WAIVED_ENOUGH,
    BIO_BONUS_TWICE,
    BIO_BONUS_RANGE,
    BIO_NO_CUBES_LEFT, /* the species has no cubes: it does not count */
    /* Sheets and totals. */
    BIO_ROW_TWICE,
    BIO_ROW_LENGTH, /* no row is that long */
    BIO_ROW_BIOTOPE,
    BIO_CARD_TWICE,
    BIO_CUBES_RANGE,
    BIO_CUBES_SUPPLY, /* more cubes than the game has */
    BIO_LAND_TWICE,
    BIO_LAND_TOKENS,
    BIO_LAND_GROUPS,
    BIO_CATEGORY_TWICE,
    BIO_POINTS_RANGE,
    BIO_NOT_THE_SUM,
    BIO_RANK_RANGE,
    BIO_RANKS_ALL, /* by every seat or by none */
    BIO_NOBODY_FIRST,
    BIO_RULES_COUNT
};

extern const struct message bio_messages[BIO_RULES_COUNT];

#endif
