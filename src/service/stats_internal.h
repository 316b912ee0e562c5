/* Private to the room: what the answers of statistics.h share. */
#ifndef SERVICE_STATS_INTERNAL_H
#define SERVICE_STATS_INTERNAL_H

#include "rules/registry.h"
#include "service/internal.h"
#include "service/statistics.h"
#include "stats/moments.h"
#include "stats/win_points.h"
#include "store/statistics_pages.h"

enum { STATS_ARENA = 256 << 20 };

/* A filter with everything looked up. */
struct selection {
    const struct game *game; /* NULL: all */
    struct store_result_filter rows;
    char title[STORE_TITLE]; /* what rows.game is, where a title is asked for */
    bool solo;               /* tables of one count */
    bool sums;               /* the sums know the answer, if no single player is asked for */
    int64_t since;           /* months, for the sums */
    int64_t until;
    int64_t player;  /* person; 0: any */
    bool impossible; /* nothing can match */
};

/*
 * Tables of one count only where they are asked for; what was played together, or won by nobody, only where a title
 * or a variant is.
 */
static inline bool selection_counts(const struct selection *selection, int64_t seats, struct span variant)
{
    bool asked = selection->game || selection->rows.variant.len > 0;
    return (seats > 1 || selection->solo) && seats < STATS_SIZES &&
           (asked || contest_is_rated(registry_contest(variant)));
}

ERR_CHECK enum err selection_make(struct service *service, const struct stats_filter *filter,
                                  struct selection *selection, struct error *error);
/*
 * A selection in two: the whole months that the sums answer, and the days that
 * are left at both ends, to be walked through game by game. What is asked of
 * a place has no sums: it is one part to be walked through.
 */
struct parts {
    bool summed; /* there are sums to take: those of `sums` */
    struct selection sums;
    struct store_result_filter rest[2];
    unsigned rest_count;
};

void selection_split(const struct selection *selection, struct parts *parts);

/* How many games the filter would select, but for the day that nobody knows; 0 where no days are asked for. `other`:
 * only those with this person, too; 0: any. */
ERR_CHECK enum err selection_undated(struct service *service, const struct selection *selection, int64_t other,
                                     int64_t *count, struct error *error);

/* True for a group of the sums that the filter selects. */
bool selection_has(const struct selection *selection, const struct store_group *group);

/* ---- people by id ---- */

/* What a person's results add up to. */
struct line {
    int64_t person; /* 0: free */
    int64_t games, wins, total, total_squares;
    int64_t scored;       /* games that have a total */
    int64_t best;         /* as tally_merit has it; INT32_MIN: none */
    bool low;             /* of a game in which the lower total is better */
    struct seat_wins won; /* without solo */
    int64_t rated;        /* rated games, filter or not */
    int64_t extra;        /* the caller's */
};

struct lines {
    const struct allocator *allocator;
    struct line *items; /* open addressing */
    size_t room;
    size_t count;
};

void lines_init(struct lines *lines, const struct allocator *allocator);
void lines_release(struct lines *lines);
/* The line of a person, made when there is none; NULL: no memory. Valid until the next call. */
struct line *lines_of(struct lines *lines, int64_t person);
struct line *lines_find(const struct lines *lines, int64_t person);
void line_add(struct line *line, const struct store_result *row, int64_t scale);
/* The scale of the totals of a selection: game_scale. */
static inline int64_t selection_scale(const struct selection *selection)
{
    return selection->game ? game_scale(selection->game) : 1;
}

/* A best total, as tally_merit has it, of games of this contest. */
void line_best(struct line *line, int64_t merit, enum contest contest);
/* So many games of a table size, in which the person had so many win points, join. */
void line_won(struct line *line, int64_t games, int64_t seats, int64_t win);
/* The mean score among those of a spread; NULL: scores of several titles, which have none. */
struct figure line_mean_score(const struct line *line, const struct spread *spread);

/* What a title is called, with its id, in the arena; nothing for the empty id. */
ERR_CHECK enum err stats_title(struct service *service, struct arena *arena, struct span id, struct name *out,
                               struct error *error);

/* Name (or `@handle`) and handle, copied to the arena. */
ERR_CHECK enum err stats_person(struct service *service, struct arena *arena, int64_t person, const char **name,
                                const char **handle, struct error *error);

/* ---- ratings ---- */

/* What two people did against each other, as ratings see it; b above a. */
struct pair_sum {
    int64_t a;
    int64_t b;
    int64_t a_won;
    int64_t b_won;
};

/* In the order of a, then b; no pair twice. */
struct pair_list {
    const struct allocator *allocator;
    struct pair_sum *items;
    size_t count;
    size_t room;
};

void pair_list_release(struct pair_list *list);
/* All pairs of a game (empty: of all games). */
ERR_CHECK enum err pair_list_load(struct store *store, struct span game, struct pair_list *list, struct error *error);
/* NULL: they have not met. */
struct pair_sum *pair_list_find(const struct pair_list *list, int64_t a, int64_t b);
/* Reads these two people's again; `*changed` is set when it is not what it was. */
ERR_CHECK enum err pair_list_refresh(struct store *store, struct span game, struct pair_list *list, int64_t a,
                                     int64_t b, bool *changed, struct error *error);

struct fit {
    size_t count;
    int64_t *person; /* ascending */
    struct rating *rating;
    struct rating_grid grid; /* what it found at each tau: a start for the next fit, and what forecasts need */
};

/* People in ascending order. */
struct roll {
    const int64_t *person;
    size_t count;
};

/*
 * Fits the pairs. `only`: those whose standard deviation is wanted; NULL: everybody. `before`: a fit of nearly the
 * same pairs to begin with, which takes less time and gives the same within 1e-6 points; NULL: always from the same
 * start, so that the same pairs give the same bits. Ends with `deadline` (NULL: none).
 */
ERR_CHECK enum err fit_pairs(const struct pair_list *pairs, const struct roll *only, const struct fit *before,
                             const struct deadline *deadline, struct fit *fit, struct error *error);
/* What is known together of the people of a table, seats of them, after the fit of these pairs. */
ERR_CHECK enum err fit_joint(const struct pair_list *pairs, const struct fit *fit, const int64_t *person, size_t seats,
                             const struct deadline *deadline, struct rating_mixture *out, struct error *error);
void fit_release(const struct allocator *allocator, struct fit *fit);
const struct rating *fit_find(const struct fit *fit, int64_t person);

enum { FITS = 8 };

/* The ratings of one game, and the pairs that they were fitted to. */
struct kept_fit {
    char game[NAMES_TITLE]; /* empty: all games */
    bool known;
    int64_t log_size;
    struct pair_list pairs;
    struct fit fit;
};

/* Fits that this connection has made; a longer log is followed by reading only the pairs that it has touched. */
struct fits {
    struct kept_fit kept[FITS];
    size_t next;
};

/* The ratings of a game (empty: of all) at this log size. Borrowed until the next call. */
ERR_CHECK enum err fits_get(struct service *service, struct span game, int64_t log_size, const struct fit **fit,
                            struct error *error);
/* The same with the pairs that were fitted. */
ERR_CHECK enum err fits_keep(struct service *service, struct span game, int64_t log_size, const struct kept_fit **out,
                             struct error *error);

#endif
