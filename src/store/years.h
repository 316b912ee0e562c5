/* What a club's years are made of; a part of statistics.h, with its promises. */
#ifndef STORE_YEARS_H
#define STORE_YEARS_H

#include "store/statistics.h"

/* Every day with finished games, the newest first, and how many they are; those without a day come last, as INT64_MIN. */
typedef enum err store_day_fn(void *context, int64_t day, int64_t games, struct error *error);
ERR_CHECK enum err store_days(struct store *store, store_day_fn *fn, void *context, struct error *error);

/* A seat of a finished game, with what a year wants to know of both. */
struct store_year_seat {
    int64_t game;
    int64_t day;
    struct span title;
    struct span variant;
    bool has_duration;
    int64_t duration; /* minutes */
    int64_t person;   /* 0: a guest */
    int64_t rank;     /* 0: none */
    int64_t win;      /* win points; 0: none */
};
typedef enum err store_year_seat_fn(void *context, const struct store_year_seat *seat, struct error *error);
/* The seats of the days first..last, in the order of days; a game's seats follow each other. */
ERR_CHECK enum err store_year_seats(struct store *store, int64_t first, int64_t last, store_year_seat_fn *fn,
                                    void *context, struct error *error);

/* The first day on which the person, or the title, has a finished game; INT64_MIN: none is known. */
ERR_CHECK enum err store_person_first(struct store *store, int64_t person, int64_t *day, struct error *error);
ERR_CHECK enum err store_title_first(struct store *store, struct span title, int64_t *day, struct error *error);

/* True when the title has so many finished games of two and more. */
ERR_CHECK enum err store_title_has(struct store *store, struct span title, int64_t games, bool *has,
                                   struct error *error);

/* A seat that has a total. */
struct store_total {
    int64_t game;
    struct span variant;
    int64_t total;
    int64_t person; /* 0: a guest */
};
/* All of them, of the finished games of a title with two and more seats; a game's seats follow each other. */
typedef enum err store_total_fn(void *context, const struct store_total *total, struct error *error);
ERR_CHECK enum err store_title_totals(struct store *store, struct span title, store_total_fn *fn, void *context,
                                      struct error *error);

#endif
