/* The refusals of GrandBois: one number each, its message, and how to raise it. docs/grandbois.md says when each comes. */
#ifndef RULES_GRANDBOIS_GRANDBOIS_MESSAGES_H
#define RULES_GRANDBOIS_GRANDBOIS_MESSAGES_H

#include "rules/game.h"

enum grandbois_rule {
    GRANDBOIS_OK,
    /* the setup */
    GRANDBOIS_BAD_SETUP,
    /* text */
    GRANDBOIS_BAD_WORD,
    GRANDBOIS_BAD_TABLE,
    GRANDBOIS_BAD_TILE,
    GRANDBOIS_BAD_ROTATION,
    GRANDBOIS_BAD_CELL,
    GRANDBOIS_BAD_CLAN,
    GRANDBOIS_BAD_SEAT,
    GRANDBOIS_BAD_COLOUR,
    GRANDBOIS_BAD_SQUARE,
    GRANDBOIS_BAD_FRENCH,
    GRANDBOIS_TWO_MEANINGS,
    GRANDBOIS_BAD_REST,
    GRANDBOIS_BAD_LENGTH,
    /* moves */
    GRANDBOIS_NOT_A_MOVE,
    GRANDBOIS_NO_SUCH_SEAT,
    GRANDBOIS_IS_OVER,
    GRANDBOIS_SETUP_FIRST,
    GRANDBOIS_REFILL_FIRST,
    GRANDBOIS_TOWER_FIRST,
    GRANDBOIS_LAY_FIRST,
    GRANDBOIS_REVEAL_ONLY,
    GRANDBOIS_NOT_YOUR_TURN,
    GRANDBOIS_NOT_IN_RIVER,
    GRANDBOIS_COVERS_NOTHING,
    GRANDBOIS_ADDS_NOTHING,
    GRANDBOIS_COVERS_TOWER,
    GRANDBOIS_COVERS_BEAR,
    GRANDBOIS_CLEARING_COVERS,
    GRANDBOIS_TOO_FEW_ANIMALS,
    GRANDBOIS_SAME_CLAN,
    GRANDBOIS_NOT_YOUR_TOWER,
    GRANDBOIS_TOWER_PLACED,
    GRANDBOIS_NOT_ON_TILE,
    GRANDBOIS_NO_CLEARING,
    GRANDBOIS_NO_DRAW_NOW,
    GRANDBOIS_TILE_DRAWN,
    GRANDBOIS_NO_CLAN_NOW,
    GRANDBOIS_NO_CLAN_LEVEL,
    GRANDBOIS_CLANS_KNOWN,
    GRANDBOIS_CLAN_TAKEN,
    GRANDBOIS_NO_REVEAL_LEVEL,
    GRANDBOIS_NO_REVEAL_YET,
    GRANDBOIS_NO_SQUARE_LEVEL,
    GRANDBOIS_NO_PLAY_LEVEL,
    GRANDBOIS_FOREST_FIRST,
    GRANDBOIS_FEW_SQUARES,
    GRANDBOIS_ROWS_FIRST,
    GRANDBOIS_SEAT_DONE,
    GRANDBOIS_FIRST_SQUARE,
    GRANDBOIS_SQUARE_TAKEN,
    GRANDBOIS_SQUARE_ALONE,
    GRANDBOIS_TOO_WIDE,
    GRANDBOIS_TOO_HIGH,
    GRANDBOIS_TOO_MANY,
    GRANDBOIS_SUPPLY,
    GRANDBOIS_NO_BLOCK,
    GRANDBOIS_NO_TILE,
    GRANDBOIS_NO_LAST_TILE,
    GRANDBOIS_TOWER_ON_START,
    GRANDBOIS_STUCK_SQUARES,
    GRANDBOIS_STUCK_BEARS,
    GRANDBOIS_STUCK_ANIMALS,
    GRANDBOIS_RULES_COUNT
};

extern const struct message grandbois_messages[GRANDBOIS_RULES_COUNT];

/* What is said of `row` and `ligne` on one sheet: nothing is refused for it. */
extern const struct mixed_letters grandbois_mixed;

/* Raise a refusal; the others add a number, a seat's label, a clan's or a tower's id, a cell, a square and its cell. */
ERR_CHECK enum err grandbois_refuse(struct error *error, enum grandbois_rule rule);
ERR_CHECK enum err grandbois_refuse_int(struct error *error, enum grandbois_rule rule, unsigned number);
ERR_CHECK enum err grandbois_refuse_seat(struct error *error, enum grandbois_rule rule, unsigned seat);
ERR_CHECK enum err grandbois_refuse_clan(struct error *error, enum grandbois_rule rule, unsigned clan);
ERR_CHECK enum err grandbois_refuse_tower(struct error *error, enum grandbois_rule rule, unsigned colour);
ERR_CHECK enum err grandbois_refuse_cell(struct error *error, enum grandbois_rule rule, int x, int y);
ERR_CHECK enum err grandbois_refuse_square(struct error *error, enum grandbois_rule rule, unsigned square,
                                           unsigned cell);

/* Complains about a word; one that is empty is said to be missing. */
ERR_CHECK enum err grandbois_refuse_word(struct error *error, enum grandbois_rule rule, struct span word);

/* A seat that is not in this game, or has no such move. */
ERR_CHECK enum err grandbois_refuse_stranger(struct error *error, const struct setup *setup, unsigned seat);

/* The box has no such square left. */
ERR_CHECK enum err grandbois_refuse_supply(struct error *error, unsigned square);

#endif
