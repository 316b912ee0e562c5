/*
 * Games won in a row: what is known of a stretch of a person's games in the
 * order in which they were played. Two stretches that follow each other make
 * one, so that months are kept and a career is put together from them.
 */
#ifndef STATS_RUNS_H
#define STATS_RUNS_H

#include <stdbool.h>
#include <stdint.h>

struct run {
    int64_t games;
    int64_t first;     /* won in a row from the beginning */
    int64_t last;      /* won in a row up to the end */
    int64_t tail;      /* games since the last one that was won; all of them when none was */
    int64_t best;      /* the longest row */
    int64_t first_end; /* the game that ended the first row; 0: none, likewise the next */
    int64_t best_end;  /* the game that ended the longest, of several the earliest */
    int64_t last_game; /* the last one played */
};

/* One more game, after all others. */
void run_add(struct run *run, int64_t game, bool won);
/* `after` comes after `run`. */
void run_join(struct run *run, const struct run *after);

#endif
