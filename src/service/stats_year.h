/* Private to the room: a year's games as they are walked through, and the parts of its page. */
#ifndef SERVICE_STATS_YEAR_H
#define SERVICE_STATS_YEAR_H

#include "service/stats_internal.h"
#include "service/years.h"
#include "stats/keyed_counts.h"
#include "store/years.h"

/* A title, or a person, of the year. */
struct year_thing {
    const char *id; /* of a title, in the page's arena */
    int64_t person;
    int64_t games, nights, wins;
    int64_t last_day; /* of the nights counted so far */
};

struct year_things {
    struct year_thing *items;
    size_t count;
    size_t room;
};

/* All that one walk through the games of a year gathers. */
struct year_walk {
    struct service *service;
    struct year_page *page;
    struct year_things people;
    struct lines index; /* of people: `extra` is the place among them */
    struct year_things titles;
    size_t *slots; /* of titles: open addressing, places from 1; 0: free */
    size_t slots_room;
    struct keyed_counts pairs; /* people by their places: the higher one in the upper half */
    /* the game whose seats are coming */
    int64_t game;
    int64_t day;
    int64_t day_games;
    unsigned seated;
    size_t seat[GAME_PLAYERS]; /* places of people */
};

void year_walk_init(struct year_walk *walk, struct service *service, struct year_page *page);
void year_walk_release(struct year_walk *walk);
/* Through the games of these days: counts, months and the longest night go to the page. */
ERR_CHECK enum err year_walk_days(struct year_walk *walk, int64_t first, int64_t last, struct error *error);

/* How many of them are of this title. */
int64_t year_walk_games(const struct year_walk *walk, struct span id);

/* The best scores that were set in these days and still stand, of titles with YEAR_RECORD_GAMES games, as a table of
 * which only the rows are filled (stats_records.c). */
ERR_CHECK enum err records_of_days(struct service *service, int64_t first, int64_t last, struct record_table *out,
                                   struct error *error);

#endif
