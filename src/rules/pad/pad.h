/* The pad, for titles that nobody wrote rules for: results as people say them. 1 to 12 players: see docs/pad.md. */
#ifndef RULES_PAD_PAD_H
#define RULES_PAD_PAD_H

#include "rules/game.h"

extern const struct game pad_game;

#endif
