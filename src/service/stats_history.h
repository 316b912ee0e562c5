/* Private to the room: nights fitted and not yet kept. */
#ifndef SERVICE_STATS_HISTORY_H
#define SERVICE_STATS_HISTORY_H

#include "service/history.h"
#include "service/stats_internal.h"

enum { HISTORY_UNIT = 10000000 }; /* ratings are kept in ten-millionths */

/* A night that has been fitted. */
struct fitted_night {
    char game[NAMES_TITLE]; /* empty: all */
    int64_t after;          /* the night before it that has a row; INT64_MIN: none */
    int64_t day;
    size_t from, size; /* its bytes in `bodies` */
};

struct history_work {
    const struct allocator *allocator;
    int64_t log_size; /* of which all this is true */
    bool begun;       /* the sums below are of a game, up to a night */
    char game[NAMES_TITLE];
    int64_t day;            /* the night; INT64_MIN: none yet */
    struct pair_list pairs; /* everybody who has met by now, and with nothing won those who will have */
    struct lines people;    /* games: rated so far; extra: the last night */
    struct fit last;        /* of the night before, which the next one begins with */
    struct fitted_night *nights;
    size_t count;
    size_t room;
    struct strbuf bodies;
};

/* The sums of a game (empty: of all) as they were at the end of the night `after`; INT64_MIN: before the first. */
ERR_CHECK enum err history_begin(struct store *store, struct history_work *work, struct span game, int64_t after,
                                 struct error *error);
/* The sums go, the nights that were fitted stay. */
void history_forget_sums(struct history_work *work);
/* The next night joins the sums, and is fitted. */
ERR_CHECK enum err history_fit_night(struct store *store, struct history_work *work, int64_t day, struct error *error);

/* Fits missing nights of one game (empty: of all) only, those that are in `work` already included. */
ERR_CHECK enum err history_fit_game(struct service *service, struct history_work *work, struct span game,
                                    int64_t *effort, bool *more, struct error *error);

/* One person of a row. */
struct history_point {
    int64_t person;
    int64_t rating; /* in units of 1/HISTORY_UNIT, likewise the next */
    int64_t sd;
    int64_t games;
};
/* Takes one off the front; false at the end, and (`*bad` is set) for bytes that are none. */
bool history_take(struct span *bytes, struct history_point *point, bool *bad);

#endif
