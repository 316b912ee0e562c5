/*
 * Seasons: a name, a first and a last day, perhaps a title, and what games
 * earn. They are made, changed and closed by entries of the log. While a season
 * is open its board is what the games of its days earn now; closing writes the
 * board into the log, and from then on that one is the season's: what a later
 * correction would make of it is shown beside it. A closed season is never
 * opened again.
 */
#ifndef SERVICE_SEASONS_H
#define SERVICE_SEASONS_H

#include "base/arena.h"
#include "service/service.h"
#include "stats/season.h"

struct season_terms {
    struct span name;
    int32_t from, to;  /* days, inclusive */
    struct span title; /* id of a game; empty: any */
    struct season_points points;
};

struct season {
    int64_t id;   /* of the entry that made it */
    int64_t last; /* entry that touched it */
    struct season_terms terms;
    int64_t closed; /* the entry that closed it; 0: open */
};
typedef enum err season_fn(void *context, const struct season *season, struct error *error);

/*
 * `win`, or what each place earns: up to SEASON_PLACES whole numbers from 0 to
 * SEASON_POINT_MAX with blanks or commas between them, none above the one before. ERR_USAGE.
 */
ERR_CHECK enum err season_points_parse(struct span text, struct season_points *points, struct error *error);
/* The same with single blanks. */
void season_points_print(const struct season_points *points, struct strbuf *out);

/* Some terms of a season: those that are set. */
struct season_change {
    struct span name;  /* NULL pointer: as it was; likewise the next */
    struct span title; /* empty: any */
    bool has_from, has_to, has_points;
    int32_t from, to;
    struct season_points points;
};

/*
 * ERR_USAGE for a name that is none and days in the wrong order, ERR_NOT_FOUND
 * for a title that nobody knows, ERR_CONFLICT when an open season has the name.
 * A title is named in any spelling.
 */
ERR_CHECK enum err service_season_add(struct service *service, struct span author, const struct season_terms *terms,
                                      int64_t *id, struct error *error);
/* The same; ERR_NOT_FOUND when there is no such season, ERR_CONFLICT when it is closed. Nothing is written when
 * nothing changes. */
ERR_CHECK enum err service_season_change(struct service *service, struct span author, int64_t id,
                                         const struct season_change *change, struct error *error);
/* Writes the board of this moment into the log. ERR_CONFLICT when it is closed already. */
ERR_CHECK enum err service_season_close(struct service *service, struct span author, int64_t id, struct error *error);

/* The latest first day first; `day` not NULL: only those that have this day. */
ERR_CHECK enum err service_seasons(struct service *service, const int32_t *day, season_fn *fn, void *context,
                                   struct error *error);
/* One of them. ERR_NOT_FOUND. */
ERR_CHECK enum err service_season(struct service *service, int64_t id, season_fn *fn, void *context,
                                  struct error *error);

struct season_row {
    const char *player; /* name, or `@handle` of one who was erased */
    const char *handle; /* of the person as merges have left them */
    int64_t person;
    int64_t place;
    int64_t points; /* in units of 1/WIN_UNIT; likewise win */
    int64_t win;
    int64_t wins;
    int64_t games;
};

struct season_board {
    int64_t games;
    struct season_row *rows; /* by place; within a place by handle as it is written, by name as a page has it */
    size_t count;
};

/* One person in two boards; NULL: not in that one. */
struct season_difference {
    const char *player;
    const char *handle;
    const struct season_row *then;
    const struct season_row *now;
};

struct season_page {
    struct arena arena;
    int64_t log_size;
    struct season season;      /* its texts are in the arena */
    int64_t undated;           /* finished games of the title that would count if they had a day of the season */
    int64_t closed_at;         /* when; 0: open */
    struct season_board board; /* of a closed season: as it was written */
    bool differs;              /* closed, and the games give another one now: `now` */
    struct season_board now;
    struct season_difference *differences; /* in the order of the board, then of `now` */
    size_t differences_count;
};

/* ERR_NOT_FOUND. */
ERR_CHECK enum err service_season_page(struct service *service, int64_t id, struct season_page *out,
                                       struct error *error);
void season_page_release(struct season_page *page);

#endif
