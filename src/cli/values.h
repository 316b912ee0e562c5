/*
 * What a word of the command line names, when several commands take it: a game, the number of a game, a day. Each
 * has one sentence for a word that names nothing.
 */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "cli/command.h"
#include "rules/game.h"

/* The newest rules of the game of that name. ERR_USAGE: there is none. */
ERR_CHECK enum err value_game(const char *text, const struct game **game, struct error *error);

/* The number of a game of the database, from 1. ERR_USAGE. */
ERR_CHECK enum err value_game_number(const char *text, int64_t *number, struct error *error);

/* A calendar day given to the option of that name. ERR_USAGE. */
ERR_CHECK enum err value_day(const char *text, const char *option, int32_t *day, struct error *error);

#endif
