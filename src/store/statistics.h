/*
 * The rows that statistics are answered from; a part of store.h, with its
 * promises. Sums over groups of finished games (a group: one game, variant,
 * number of seats, level and month; of cards, also one catalogue), what two people did against each other,
 * and finished games one by one for whatever no sum answers.
 */
#ifndef STORE_STATISTICS_H
#define STORE_STATISTICS_H

#include "base/strbuf.h"
#include "store/store.h"

struct store_group {
    struct span game;
    struct span variant;
    int64_t seats;
    struct span level;
    int64_t month;         /* 12 x year + month - 1; -1: no day is known */
    struct span catalogue; /* sums of cards: its hash; empty: the game has none, or the sums are other ones */
};

/* ---- cards ---- */

struct store_aggregate {
    struct store_group group;
    int64_t games;
    struct span body;
};
typedef enum err store_aggregate_fn(void *context, const struct store_aggregate *row, struct error *error);

/* Appends the body to `out`, nothing when there is no such row. */
ERR_CHECK enum err store_aggregate(struct store *store, const struct store_group *group, struct strbuf *out,
                                   struct error *error);
/* Replaces the row; no games: removes it. */
ERR_CHECK enum err store_aggregate_put(struct store *store, const struct store_aggregate *row, struct error *error);
/* Of one game, or with an empty span of all. */
ERR_CHECK enum err store_aggregates(struct store *store, struct span game, store_aggregate_fn *fn, void *context,
                                    struct error *error);

/* ---- people ---- */

struct store_standing {
    int64_t person;
    struct store_group group;
    int64_t games;
    int64_t wins;
    int64_t win; /* win points, as the stats room counts them */
    int64_t total;
    int64_t total_squares;
    int64_t best;
    struct span categories; /* their sums and squares, packed by the stats room (evening.h) */
};
typedef enum err store_standing_fn(void *context, const struct store_standing *row, struct error *error);

/*
 * Adds to the row, which need not exist; numbers may be negative, and `best` is
 * the larger of both. `categories` take the place of those that stand there:
 * the caller has added these.
 */
ERR_CHECK enum err store_standing_add(struct store *store, const struct store_standing *row, struct error *error);
/* The same of games without categories: those of a row that is there stay as they are. */
ERR_CHECK enum err store_standing_add_plain(struct store *store, const struct store_standing *row, struct error *error);
/*
 * For a row that lost a game: removes it when no game is left, otherwise finds
 * `best` again among its games, whose days are first..last (`dated` false:
 * which have none).
 */
ERR_CHECK enum err store_standing_mend(struct store *store, const struct store_standing *row, bool dated, int64_t first,
                                       int64_t last, struct error *error);
/* Appends the categories of the row to `out`, nothing when there is no such row. */
ERR_CHECK enum err store_standing_categories(struct store *store, int64_t person, const struct store_group *group,
                                             struct strbuf *out, struct error *error);
/* Of one title; of none (an empty span): the sums over all titles, without points. `categories` are left out, */
ERR_CHECK enum err store_standings(struct store *store, struct span game, store_standing_fn *fn, void *context,
                                   struct error *error);
/* or not, which takes longer. */
ERR_CHECK enum err store_standings_whole(struct store *store, struct span game, store_standing_fn *fn, void *context,
                                         struct error *error);
/* Of each title, without the sums over all of them. */
ERR_CHECK enum err store_standings_each(struct store *store, store_standing_fn *fn, void *context, struct error *error);
/* All of one person, in each title and over all of them, with their categories. */
ERR_CHECK enum err store_standings_of(struct store *store, int64_t person, store_standing_fn *fn, void *context,
                                      struct error *error);

struct store_pair {
    struct span game;
    int64_t a;
    int64_t b; /* above a */
    int64_t games;
    int64_t a_first;
    int64_t b_first;
    int64_t a_won;
    int64_t b_won;
};
typedef enum err store_pair_fn(void *context, const struct store_pair *row, struct error *error);

/* Adds to the row, which need not exist, and removes it when no game is left. A game is a title here too, or empty: over all. */
ERR_CHECK enum err store_pair_add(struct store *store, const struct store_pair *row, struct error *error);
/* Of a title (empty: over all), in order of `a` and `b`, with only these and what each has won filled in. */
ERR_CHECK enum err store_pair_weights(struct store *store, struct span game, store_pair_fn *fn, void *context,
                                      struct error *error);
/* The row of these two people, if there is one; all rows of one person. */
ERR_CHECK enum err store_pair_of(struct store *store, struct span game, int64_t a, int64_t b, store_pair_fn *fn,
                                 void *context, struct error *error);
ERR_CHECK enum err store_pairs_of(struct store *store, struct span game, int64_t person, store_pair_fn *fn,
                                  void *context, struct error *error);

/* The pairs of `person` become `target`'s. The standings go: the caller has added them to `target`'s, or is going to. */
ERR_CHECK enum err store_statistics_merge(struct store *store, int64_t person, int64_t target, struct error *error);

/* ---- finished games one by one ---- */

struct store_result_filter {
    struct span game; /* empty: any; likewise the next two */
    struct span variant;
    struct span level;
    int64_t seats;  /* 0: any */
    int64_t since;  /* day; INT64_MIN: any */
    int64_t until;  /* day, inclusive; INT64_MAX: any */
    int64_t place;  /* 0: any */
    int64_t person; /* 0: all seats */
};

/* A seat of a finished game, or its facts. */
struct store_result {
    int64_t id;
    struct span game;
    int64_t rules;
    struct span variant;
    struct span level;
    int64_t seats;
    bool has_day, has_played;
    int64_t day;
    int64_t played;
    int64_t seat;   /* of the facts: the person's, or -1 */
    int64_t person; /* 0: a guest */
    int64_t team;   /* 0: alone */
    bool has_total;
    int64_t total;
    int64_t rank; /* 0: none */
    bool has_win;
    int64_t win;
    struct span categories;
    struct span facts;
};
typedef enum err store_result_fn(void *context, const struct store_result *row, struct error *error);

/* Seat by seat: a game's seats follow each other. */
ERR_CHECK enum err store_results(struct store *store, const struct store_result_filter *filter, store_result_fn *fn,
                                 void *context, struct error *error);
/* The same with fewer columns, for who walks through all of them: `id`, `variant`, `seats`, `person`,
 * `total`, `rank`, win points, categories. A game's seats follow each other. */
ERR_CHECK enum err store_scores(struct store *store, const struct store_result_filter *filter, store_result_fn *fn,
                                void *context, struct error *error);
/* Game by game: only `id`, `seats`, `seat` and `facts` are filled. */
ERR_CHECK enum err store_results_facts(struct store *store, const struct store_result_filter *filter,
                                       store_result_fn *fn, void *context, struct error *error);
/* Finished games that the filter selects, whatever its days, and that have no day; `solo`: tables of one count;
 * `other`: somebody else who was there, 0: anybody. */
ERR_CHECK enum err store_undated(struct store *store, const struct store_result_filter *filter, bool solo,
                                 int64_t other, int64_t *count, struct error *error);
/*
 * The finished games of two or more seats of one game, as three numbers that change when one of them comes, goes or is corrected, and
 * when people are merged or parted; a move of a game under way changes none.
 */
struct store_finished {
    int64_t games;
    int64_t last;   /* the last entry that touched one of them */
    int64_t merges; /* the last entry of no game: merges and what undoes them are such */
};
ERR_CHECK enum err store_finished(struct store *store, struct span game, struct store_finished *out,
                                  struct error *error);
/*
 * Seat by seat, a game's seats one after the other, of the games of two or more: only `id`, `seats`, `seat`, `person` and `rank` are
 * filled, and `facts` at seat 0. All seats of a game, whoever the filter's person is.
 */
ERR_CHECK enum err store_placings(struct store *store, const struct store_result_filter *filter, store_result_fn *fn,
                                  void *context, struct error *error);
/*
 * Whom filter->person met in the games that the filter selects: a row for each
 * of the others in each game. The person is `a`, whoever has the higher id;
 * what was won is left out.
 */
ERR_CHECK enum err store_meetings(struct store *store, const struct store_result_filter *filter, store_pair_fn *fn,
                                  void *context, struct error *error);
/*
 * Everybody with whom filter->person shared games that the filter selects, in
 * whatever way, the most first, equals by handle: the other one is `b`, and
 * only `games` is counted. ERR_END from `fn` ends it.
 */
ERR_CHECK enum err store_companions(struct store *store, const struct store_result_filter *filter, store_pair_fn *fn,
                                    void *context, struct error *error);
/*
 * The version of the facts: the higher one of the first and the last game that
 * have some, because only all of them are old in an old database; 0: no facts.
 */
ERR_CHECK enum err store_facts_version(struct store *store, int *version, struct error *error);

#endif
