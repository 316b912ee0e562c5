/* The score sheet as the booklets print it: a row a category, a column a player. */
#ifndef CLI_SHEET_H
#define CLI_SHEET_H

#include "cli/cli.h"
#include "cli/feed.h"
#include "rules/game.h"

/* Appends a line that says which game it is: `Forest, standard, table, 2026-11-13, Ludothèque`. */
void sheet_title(const struct cli *cli, const struct record *record, const struct setup *setup, struct strbuf *out);

/*
 * Appends the sheet: names cut so that a row fits 80 columns, the winners'
 * totals marked with a star, and below it who won, by how much, or that the
 * game is not over. Seats that do not score have no column.
 */
void sheet_write(const struct cli *cli, const struct setup *setup, const struct outcome *outcome,
                 const struct feed_names *names, struct strbuf *out);

#endif
