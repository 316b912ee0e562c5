/*
 * Lines of a record played on a position of any game, and what the engine says to each: what the tables of
 * tests/rules (foret_table.h and its likes) have in common. Every line also checks that reading it leaves the
 * position as it was, and so does a move that is refused.
 */
#ifndef SUPPORT_GAME_LINE_H
#define SUPPORT_GAME_LINE_H

#include "rules/game.h"

/* Plays `1: bee 0,0`; "ok", or the id of the refusal with the position as before the line. */
const char *game_line(const struct setup *setup, void *state, const char *line, struct error *error);

/* Lines separated by ';' and spaces, all of which must pass. */
void game_lines(const struct setup *setup, void *state, const char *lines, struct error *error);

/* The sentence of an error, valid until the next call. */
const char *game_says(const struct error *error, enum lang lang);

#endif
