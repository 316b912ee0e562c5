/*
 * What was measured in each cell (a number of games, a spread of truths), and
 * what the targets say to it: docs/statistics.md, "Calibration".
 */
#ifndef CLUBS_JUDGE_H
#define CLUBS_JUDGE_H

#include "clubs/measure.h"

enum { RESULT_GAMES = 5, RESULT_SPREADS = 8 };

extern const unsigned result_games[RESULT_GAMES];
extern const struct spreads result_spreads[RESULT_SPREADS];

struct results {
    const struct game *game;
    struct cell cell[RESULT_GAMES][RESULT_SPREADS];
    struct tally many[RESULT_GAMES]
                     [RESULT_SPREADS]; /* worth of many types (many.h), where players have a spread of 90 */
};

/* Whether a spread is one of those that a figure is judged by. */
bool result_judged(enum measured_of of, const struct spreads *spreads);

/* Prints a table of figures by number of games in Markdown, and below it every target that is missed. */
void results_judge(const struct results *results);

/* Prints of each figure the smallest share of any number of games, and the least it may be of what is stated. */
void results_lines(const struct results *results);

/* Prints every cell and part. */
void results_list(const struct results *results);

#endif
