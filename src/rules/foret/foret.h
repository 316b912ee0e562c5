/*
 * Ecosystème - Forêt as a game of the registry. docs/foret.md is its page:
 * notation, levels, rulings, the order of the digest's fields.
 */
#ifndef RULES_FORET_FORET_H
#define RULES_FORET_FORET_H

#include "rules/game.h"

extern const struct game foret_game;

#endif
