/*
 * GrandBois as a game of the registry. docs/grandbois.md is its page:
 * notation, levels, rulings, the order of the digest's fields.
 */
#ifndef RULES_GRANDBOIS_GRANDBOIS_H
#define RULES_GRANDBOIS_GRANDBOIS_H

#include "rules/game.h"

extern const struct game grandbois_game;   /* the newest rules */
extern const struct game grandbois_game_1; /* rules 1 */

#endif
