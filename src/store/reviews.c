/* Reviews that were made, and those that were asked for. */
#include "store/reviews.h"

#include "store/query.h"

#include "base/banned.h"

enum err store_review_put(struct store *store, const struct store_review *row, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEW_PUT);
    query_int(&query, row->game);
    query_int(&query, row->entry);
    query_int(&query, row->version);
    query_int(&query, row->budget);
    query_int(&query, row->since);
    query_int(&query, row->made);
    query_text(&query, row->sums);
    query_text(&query, row->body);
    return query_run(&query, error);
}

struct review_call {
    store_review_fn *fn;
    void *context;
};

static enum err each_review(struct query *query, void *context, struct error *error)
{
    const struct review_call *to = context;
    struct store_review row = {.game = query_column(query, 0),
                               .entry = query_column(query, 1),
                               .version = query_column(query, 2),
                               .budget = query_column(query, 3),
                               .since = query_column(query, 4),
                               .made = query_column(query, 5),
                               .sums = query_column_span(query, 6),
                               .body = query_column_span(query, 7)};
    return to->fn(to->context, &row, error);
}

enum err store_review(struct store *store, int64_t game, bool body, store_review_fn *fn, void *context,
                      struct error *error)
{
    struct query query;
    query_start(&query, store, body ? STATEMENT_REVIEW : STATEMENT_REVIEW_HEAD);
    query_int(&query, game);
    return query_each(&query, each_review, &(struct review_call){fn, context}, error);
}

enum err store_reviews(struct store *store, store_review_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEWS);
    return query_each(&query, each_review, &(struct review_call){fn, context}, error);
}

struct seat_call {
    store_review_seat_fn *fn;
    void *context;
};

static enum err each_seat(struct query *query, void *context, struct error *error)
{
    const struct seat_call *to = context;
    struct store_review_seat row = {.game = query_column(query, 0),
                                    .sums = query_column_span(query, 1),
                                    .seat = query_column(query, 2),
                                    .person = query_column(query, 3)};
    return to->fn(to->context, &row, error);
}

enum err store_review_seats(struct store *store, const struct store_review_filter *filter, store_review_seat_fn *fn,
                            void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEW_FIGURES);
    query_int(&query, filter->version);
    query_text_if(&query, filter->title);
    query_int_if(&query, filter->has_since, filter->since);
    query_int_if(&query, filter->has_until, filter->until);
    return query_each(&query, each_seat, &(struct seat_call){fn, context}, error);
}

struct puzzles_call {
    store_review_puzzles_fn *fn;
    void *context;
};

static enum err each_puzzles(struct query *query, void *context, struct error *error)
{
    const struct puzzles_call *to = context;
    struct store_review_puzzles row = {
        .game = query_column(query, 0), .since = query_column(query, 1), .sums = query_column_span(query, 2)};
    return to->fn(to->context, &row, error);
}

enum err store_review_puzzles(struct store *store, int64_t version, struct span title, store_review_puzzles_fn *fn,
                              void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEW_PUZZLES);
    query_int(&query, version);
    query_text_if(&query, title);
    return query_each(&query, each_puzzles, &(struct puzzles_call){fn, context}, error);
}

/* ---- the queue ---- */

enum err store_review_job_put(struct store *store, const struct store_review_job *row, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEW_JOB_PUT);
    query_int(&query, row->game);
    query_int(&query, row->entry);
    query_int(&query, row->budget);
    query_text(&query, row->author);
    query_int(&query, row->asked);
    query_int(&query, row->turn);
    query_int(&query, row->tries);
    query_text(&query, row->holder);
    query_int(&query, row->until);
    query_text(&query, row->why);
    return query_run(&query, error);
}

struct job_call {
    store_review_job_fn *fn;
    void *context;
};

static enum err each_job(struct query *query, void *context, struct error *error)
{
    const struct job_call *to = context;
    struct store_review_job row = {.game = query_column(query, 0),
                                   .entry = query_column(query, 1),
                                   .budget = query_column(query, 2),
                                   .author = query_column_span(query, 3),
                                   .asked = query_column(query, 4),
                                   .turn = query_column(query, 5),
                                   .tries = query_column(query, 6),
                                   .holder = query_column_span(query, 7),
                                   .until = query_column(query, 8),
                                   .why = query_column_span(query, 9)};
    return to->fn(to->context, &row, error);
}

static enum err find_job(struct store *store, enum statement_id statement, int64_t value, store_review_job_fn *fn,
                         void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, value);
    return query_each(&query, each_job, &(struct job_call){fn, context}, error);
}

enum err store_review_job(struct store *store, int64_t game, store_review_job_fn *fn, void *context,
                          struct error *error)
{
    return find_job(store, STATEMENT_REVIEW_JOB, game, fn, context, error);
}

enum err store_review_job_next(struct store *store, int64_t now, store_review_job_fn *fn, void *context,
                               struct error *error)
{
    return find_job(store, STATEMENT_REVIEW_JOB_NEXT, now, fn, context, error);
}

enum err store_review_job_remove(struct store *store, int64_t game, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEW_JOB_REMOVE);
    query_int(&query, game);
    return query_run(&query, error);
}

enum err store_review_jobs_let_go(struct store *store, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_REVIEW_JOB_LET_GO);
    return query_run(&query, error);
}

enum err store_review_queue(struct store *store, struct span author, struct store_review_queue *out,
                            struct error *error)
{
    struct query query;
    bool row = false;
    *out = (struct store_review_queue){.count = 0};
    query_start(&query, store, STATEMENT_REVIEW_QUEUE);
    query_text(&query, author);
    enum err err = query_next(&query, &row, error);
    if (err == ERR_OK && row) {
        *out = (struct store_review_queue){query_column(&query, 0), query_column(&query, 1), query_column(&query, 2),
                                           query_column(&query, 3)};
    }
    query_end(&query);
    return err;
}
