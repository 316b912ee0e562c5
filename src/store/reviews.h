/*
 * Reviews that were made (the table `review`) and those that were asked for
 * (`review_job`); a part of store.h, with its promises. What a review says is
 * text that the service reads.
 */
#ifndef STORE_REVIEWS_H
#define STORE_REVIEWS_H

#include "store/store.h"

struct store_review {
    int64_t game;
    int64_t entry; /* the game's last one when it was reviewed */
    int64_t version;
    int64_t budget;
    int64_t
        since; /* when this entry of the game was first reviewed: putting keeps what the row of the same entry had */
    int64_t made;
    struct span sums;
    struct span body;
};
typedef enum err store_review_fn(void *context, const struct store_review *row, struct error *error);

/* Adds the row, or replaces the one of its game. */
ERR_CHECK enum err store_review_put(struct store *store, const struct store_review *row, struct error *error);
/* `fn` is called for the one row, or not at all; without `body` that is empty, and not read. */
ERR_CHECK enum err store_review(struct store *store, int64_t game, bool body, store_review_fn *fn, void *context,
                                struct error *error);
/* All, in order of game. */
ERR_CHECK enum err store_reviews(struct store *store, store_review_fn *fn, void *context, struct error *error);

/* Players of finished games whose review is of this version and not stale, by game and seat. */
struct store_review_filter {
    int64_t version;
    struct span title; /* as d_game.game; empty: any */
    bool has_since, has_until;
    int64_t since, until; /* days */
};
struct store_review_seat {
    int64_t game;
    struct span sums;
    int64_t seat;
    int64_t person; /* after merges; 0: a guest */
};
typedef enum err store_review_seat_fn(void *context, const struct store_review_seat *row, struct error *error);
ERR_CHECK enum err store_review_seats(struct store *store, const struct store_review_filter *filter,
                                      store_review_seat_fn *fn, void *context, struct error *error);

/* Finished games whose review is of this version and not stale, in order of game. */
struct store_review_puzzles {
    int64_t game;
    int64_t since;
    struct span sums;
};
typedef enum err store_review_puzzles_fn(void *context, const struct store_review_puzzles *row, struct error *error);
/* `title` as d_game.game; empty: any. */
ERR_CHECK enum err store_review_puzzles(struct store *store, int64_t version, struct span title,
                                        store_review_puzzles_fn *fn, void *context, struct error *error);

/* ---- the queue ---- */

struct store_review_job {
    int64_t game;
    int64_t entry;
    int64_t budget;
    struct span author;
    int64_t asked;
    int64_t turn;
    int64_t tries;
    struct span holder; /* empty: none */
    int64_t until;      /* nobody takes it before */
    struct span why;    /* empty: it has not failed */
};
typedef enum err store_review_job_fn(void *context, const struct store_review_job *row, struct error *error);

ERR_CHECK enum err store_review_job_put(struct store *store, const struct store_review_job *row, struct error *error);
/* `fn` is called for the one row, or not at all. */
ERR_CHECK enum err store_review_job(struct store *store, int64_t game, store_review_job_fn *fn, void *context,
                                    struct error *error);
/* The same for the job that is next at `now`: of those that nobody holds, or is to leave alone yet, and that have not failed, by turn and game. */
ERR_CHECK enum err store_review_job_next(struct store *store, int64_t now, store_review_job_fn *fn, void *context,
                                         struct error *error);
ERR_CHECK enum err store_review_job_remove(struct store *store, int64_t game, struct error *error);
/* Daemons that held a job hold it no longer: their names begin with `daemon-`. */
ERR_CHECK enum err store_review_jobs_let_go(struct store *store, struct error *error);

/* Jobs that have not failed. */
struct store_review_queue {
    int64_t count;
    int64_t own;   /* of the author */
    int64_t last;  /* the author's last turn; 0: none */
    int64_t first; /* turn of all; 0: there is none */
};
ERR_CHECK enum err store_review_queue(struct store *store, struct span author, struct store_review_queue *out,
                                      struct error *error);

#endif
