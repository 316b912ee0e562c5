/* Ecos: Continent originel. docs/ecos.md is the page; the game needs a catalogue (ecos_catalogue.h). */
#ifndef RULES_ECOS_ECOS_H
#define RULES_ECOS_ECOS_H

#include "rules/game.h"

extern const struct game ecos_game;   /* the newest rules */
extern const struct game ecos_game_1; /* rules 1 */

#endif
