/* Biotopes, 1 to 5 players: see docs/biotopes.md. */
#ifndef RULES_BIOTOPES_BIOTOPES_H
#define RULES_BIOTOPES_BIOTOPES_H

#include "rules/game.h"

extern const struct game biotopes_game;

#endif
