/* The rows that pages of statistics are answered from; a part of statistics.h, with its promises. */
#ifndef STORE_STATISTICS_PAGES_H
#define STORE_STATISTICS_PAGES_H

#include "store/statistics.h"

/* ---- what the log has touched ---- */

typedef enum err store_change_fn(void *context, struct span kind, int64_t game, struct error *error);
/* The entries behind number `after`, in order. ERR_END from `fn` ends it. */
ERR_CHECK enum err store_changes(struct store *store, int64_t after, store_change_fn *fn, void *context,
                                 struct error *error);

/* ---- bodies of a person and a group: d_evening and d_record ---- */

enum { EVENING_UNDATED = -1000000 }; /* the day of games that have none */

enum store_page { PAGE_EVENING, PAGE_RECORD };

/* group.month is the day in an evening. */
struct store_page_row {
    int64_t person; /* 0 in a record: everybody */
    struct store_group group;
    struct span body;
};
typedef enum err store_page_fn(void *context, const struct store_page_row *row, struct error *error);

/* Appends the body to `out`, nothing when there is no such row. */
ERR_CHECK enum err store_page_get(struct store *store, enum store_page page, int64_t person,
                                  const struct store_group *group, struct strbuf *out, struct error *error);
/* Replaces the row; an empty body removes it. */
ERR_CHECK enum err store_page_put(struct store *store, enum store_page page, const struct store_page_row *row,
                                  struct error *error);
/* Only where there is none yet, which `*added` says: most rows are new, and need not be looked for first. */
ERR_CHECK enum err store_page_add(struct store *store, enum store_page page, const struct store_page_row *row,
                                  bool *added, struct error *error);
/* A person's evenings of the days first..last, oldest first; a person's records. */
ERR_CHECK enum err store_evenings(struct store *store, int64_t person, int64_t first, int64_t last, store_page_fn *fn,
                                  void *context, struct error *error);
ERR_CHECK enum err store_records(struct store *store, int64_t person, store_page_fn *fn, void *context,
                                 struct error *error);

/* ---- games won in a row ---- */

/* The columns are those of `struct run` of stats/runs.h, in their order. */
enum { STORE_RUN_NUMBERS = 8 };
struct store_run {
    int64_t person;
    struct span game; /* empty: all */
    int64_t month;
    int64_t number[STORE_RUN_NUMBERS];
};
/* When a game was played; INT64_MIN: nobody knows the day, or the minute. */
struct store_moment {
    bool known; /* there is such a game */
    int64_t day;
    int64_t played;
};
typedef enum err store_run_fn(void *context, const struct store_run *row, struct error *error);

/* The one row, if it is there. */
ERR_CHECK enum err store_run(struct store *store, int64_t person, struct span game, int64_t month, store_run_fn *fn,
                             void *context, struct error *error);
/* Its numbers, 0 when it is not there, and when its last game was. */
ERR_CHECK enum err store_run_end(struct store *store, int64_t person, struct span game, int64_t month,
                                 int64_t number[STORE_RUN_NUMBERS], struct store_moment *last, struct error *error);
/* Replaces the row; without games (number[0]) removes it. */
ERR_CHECK enum err store_run_put(struct store *store, const struct store_run *row, struct error *error);
/* As store_page_add; the row has games. */
ERR_CHECK enum err store_run_add(struct store *store, const struct store_run *row, bool *added, struct error *error);
/* Person by person (0: everybody), the oldest month first; of a game or, empty, over all of them. */
ERR_CHECK enum err store_runs(struct store *store, int64_t person, struct span game, int64_t first, int64_t last,
                              store_run_fn *fn, void *context, struct error *error);
/* All rows of a person, in any order. */
ERR_CHECK enum err store_runs_of(struct store *store, int64_t person, store_run_fn *fn, void *context,
                                 struct error *error);

/* Removes every row of a person: evenings, records, runs. */
ERR_CHECK enum err store_pages_leave(struct store *store, int64_t person, struct error *error);

struct store_page_counts {
    int64_t evenings;
    int64_t records;
    int64_t runs;
};
ERR_CHECK enum err store_page_counts(struct store *store, struct store_page_counts *counts, struct error *error);

/* ---- ratings at the end of each night ---- */

typedef enum err store_history_fn(void *context, struct span game, int64_t day, struct span body, struct error *error);
ERR_CHECK enum err store_history(struct store *store, struct span game, int64_t first, int64_t last,
                                 store_history_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_history_put(struct store *store, struct span game, int64_t day, struct span body,
                                     struct error *error);
/* Removes the nights from `day` on. */
ERR_CHECK enum err store_history_leave(struct store *store, struct span game, int64_t day, struct error *error);
/* Removes all nights, of the real table also while a shadow is open. */
ERR_CHECK enum err store_history_clear(struct store *store, struct error *error);
/* The newest night of the table; INT64_MIN: none. */
ERR_CHECK enum err store_history_last(struct store *store, struct span game, int64_t *day, struct error *error);
/* Rows of nights on which nothing was played. */
ERR_CHECK enum err store_history_strays(struct store *store, store_history_fn *fn, void *context, struct error *error);

/* ---- finished games in the order in which they were played ---- */

/* Of the days first..last, or (`dated` false) of those without a day; a game's seats follow each other. */
ERR_CHECK enum err store_results_in_order(struct store *store, bool dated, int64_t first, int64_t last,
                                          store_result_fn *fn, void *context, struct error *error);
/* The first night after `day` with a finished game (of this kind; empty: any) of two and more; `*found` false: none. */
ERR_CHECK enum err store_night_after(struct store *store, struct span game, int64_t day, int64_t *next, bool *found,
                                     struct error *error);
/* The first day after `day` with a game in any state. */
ERR_CHECK enum err store_day_after(struct store *store, int64_t day, int64_t *next, bool *found, struct error *error);
/* How many games, in any state, and how many nights there are after `day`. */
ERR_CHECK enum err store_nights_after(struct store *store, int64_t day, int64_t *games, int64_t *nights,
                                      struct error *error);

#endif
