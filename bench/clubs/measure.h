/*
 * How often intervals hold the truth: every figure of a club as the program
 * computes it, held against what is true of that club.
 */
#ifndef CLUBS_MEASURE_H
#define CLUBS_MEASURE_H

#include "clubs/club.h"
#include "clubs/tally.h"

enum measured {
    MEASURED_RATING,
    MEASURED_WINS,
    MEASURED_SCORE,
    MEASURED_CATEGORY, /* parts: categories */
    MEASURED_WORTH,    /* from here on to ALSA parts are cards */
    MEASURED_WITH,
    MEASURED_WITHOUT,
    MEASURED_POINTS,
    MEASURED_MARGINAL,
    MEASURED_ZERO,
    MEASURED_PICK,
    MEASURED_LOOKS,
    MEASURED_TURNS,
    MEASURED_LAST,
    MEASURED_CLUB,
    MEASURED_COUNT
};

/* Of a figure: its parts, and behind them all together. */
enum { MEASURED_PARTS = GAME_CATEGORIES, MEASURED_ALL = MEASURED_PARTS };

/* What a figure is about: whose truths make it vary. */
enum measured_of { OF_PLAYERS, OF_CARDS, OF_POOL };

struct measured_figure {
    const char *name;
    enum measured_of of;
};
extern const struct measured_figure measured_figures[MEASURED_COUNT];

/* Of the clubs of one kind. */
struct cell {
    uint64_t clubs;
    uint64_t strays; /* clubs in which the worth of some card does not hold 0 */
    struct tally tally[MEASURED_COUNT][MEASURED_PARTS + 1];
};

struct measuring;

/* NULL: no memory. */
struct measuring *measuring_new(const struct pool *pool);
void measuring_free(const struct pool *pool, struct measuring *measuring);

/* Draws `clubs` clubs and adds what their intervals hold. Everything follows from `seed`. */
ERR_CHECK enum err measure_clubs(struct measuring *measuring, struct spreads spreads, unsigned games, unsigned clubs,
                                 uint64_t seed, struct cell *cell, struct error *error);

#endif
