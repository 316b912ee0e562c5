/* Rows of the pages of statistics: in and out. */
#include "store/statistics_pages.h"

#include "store/group.h"

#include "base/banned.h"

/* ---- what the log has touched ---- */

struct change_call {
    store_change_fn *fn;
    void *context;
};

static enum err each_change(struct query *query, void *context, struct error *error)
{
    const struct change_call *to = context;
    return to->fn(to->context, query_column_span(query, 0), query_column(query, 1), error);
}

enum err store_changes(struct store *store, int64_t after, store_change_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CHANGES);
    query_int(&query, after);
    return query_each(&query, each_change, &(struct change_call){fn, context}, error);
}

/* ---- evenings and records ---- */

/* The key in the order of the statements: the day of an evening comes before the group. */
static void bind_key(struct query *query, enum store_page page, int64_t person, const struct store_group *group)
{
    query_int(query, person);
    if (page == PAGE_EVENING) {
        query_int(query, group->month);
    }
    query_text(query, group->game);
    query_text(query, group->variant);
    query_int(query, group->seats);
    query_text(query, group->level);
    if (page == PAGE_RECORD) {
        query_int(query, group->month);
    }
}

enum err store_page_get(struct store *store, enum store_page page, int64_t person, const struct store_group *group,
                        struct strbuf *out, struct error *error)
{
    struct query query;
    query_start(&query, store, page == PAGE_EVENING ? STATEMENT_EVENING : STATEMENT_RECORD);
    bind_key(&query, page, person, group);
    return query_append(&query, out, error);
}

enum err store_page_put(struct store *store, enum store_page page, const struct store_page_row *row,
                        struct error *error)
{
    static const enum statement_id puts[] = {STATEMENT_EVENING_PUT, STATEMENT_RECORD_PUT};
    static const enum statement_id clears[] = {STATEMENT_EVENING_CLEAR, STATEMENT_RECORD_CLEAR};
    struct query query;
    query_start(&query, store, row->body.len > 0 ? puts[page] : clears[page]);
    bind_key(&query, page, row->person, &row->group);
    if (row->body.len > 0) {
        query_bytes(&query, row->body.ptr, row->body.len);
    }
    return query_run(&query, error);
}

enum err store_page_add(struct store *store, enum store_page page, const struct store_page_row *row, bool *added,
                        struct error *error)
{
    static const enum statement_id adds[] = {STATEMENT_EVENING_ADD, STATEMENT_RECORD_ADD};
    struct query query;
    query_start(&query, store, adds[page]);
    bind_key(&query, page, row->person, &row->group);
    query_bytes(&query, row->body.ptr, row->body.len);
    enum err err = query_run(&query, error);
    *added = err == ERR_OK && query_changes(store) > 0;
    return err;
}

struct page_call {
    store_page_fn *fn;
    void *context;
};

static enum err each_page(struct query *query, void *context, struct error *error)
{
    const struct page_call *to = context;
    struct store_page_row row = {
        .person = query_column(query, 0),
        .group = query_column_group(query, 1),
        .body = query_column_span(query, 6),
    };
    return to->fn(to->context, &row, error);
}

enum err store_evenings(struct store *store, int64_t person, int64_t first, int64_t last, store_page_fn *fn,
                        void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_EVENINGS);
    query_int(&query, person);
    query_int(&query, first);
    query_int(&query, last);
    return query_each(&query, each_page, &(struct page_call){fn, context}, error);
}

enum err store_records(struct store *store, int64_t person, store_page_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_RECORDS);
    query_int(&query, person);
    return query_each(&query, each_page, &(struct page_call){fn, context}, error);
}

/* ---- runs ---- */

struct run_call {
    store_run_fn *fn;
    void *context;
};

static enum err each_run(struct query *query, void *context, struct error *error)
{
    const struct run_call *to = context;
    struct store_run row = {
        .person = query_column(query, 0), .game = query_column_span(query, 1), .month = query_column(query, 2)};
    for (int i = 0; i < STORE_RUN_NUMBERS; i++) {
        row.number[i] = query_column(query, 3 + i);
    }
    return to->fn(to->context, &row, error);
}

static void find_run(struct query *query, struct store *store, enum statement_id statement, int64_t person,
                     struct span game, int64_t month)
{
    query_start(query, store, statement);
    query_int(query, person);
    query_text(query, game);
    query_int(query, month);
}

enum err store_run(struct store *store, int64_t person, struct span game, int64_t month, store_run_fn *fn,
                   void *context, struct error *error)
{
    struct query query;
    find_run(&query, store, STATEMENT_RUN, person, game, month);
    return query_each(&query, each_run, &(struct run_call){fn, context}, error);
}

enum err store_run_end(struct store *store, int64_t person, struct span game, int64_t month,
                       int64_t number[STORE_RUN_NUMBERS], struct store_moment *last, struct error *error)
{
    enum { DAY = 3 + STORE_RUN_NUMBERS, PLAYED, KNOWN };
    struct query query;
    bool row = false;
    *last = (struct store_moment){.known = false};
    find_run(&query, store, STATEMENT_RUN_END, person, game, month);
    enum err err = query_next(&query, &row, error);
    for (int i = 0; i < STORE_RUN_NUMBERS; i++) {
        number[i] = row ? query_column(&query, 3 + i) : 0;
    }
    if (row) {
        last->known = !query_column_null(&query, KNOWN);
        last->day = query_column_null(&query, DAY) ? INT64_MIN : query_column(&query, DAY);
        last->played = query_column_null(&query, PLAYED) ? INT64_MIN : query_column(&query, PLAYED);
    }
    query_end(&query);
    return err;
}

static enum err write_run(struct store *store, enum statement_id statement, const struct store_run *row, bool numbers,
                          struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, row->person);
    query_text(&query, row->game);
    query_int(&query, row->month);
    for (int i = 0; numbers && i < STORE_RUN_NUMBERS; i++) {
        query_int(&query, row->number[i]);
    }
    return query_run(&query, error);
}

enum err store_run_put(struct store *store, const struct store_run *row, struct error *error)
{
    bool there = row->number[0] > 0;
    return write_run(store, there ? STATEMENT_RUN_PUT : STATEMENT_RUN_CLEAR, row, there, error);
}

enum err store_run_add(struct store *store, const struct store_run *row, bool *added, struct error *error)
{
    enum err err = write_run(store, STATEMENT_RUN_ADD, row, true, error);
    *added = err == ERR_OK && query_changes(store) > 0;
    return err;
}

enum err store_runs(struct store *store, int64_t person, struct span game, int64_t first, int64_t last,
                    store_run_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, person != 0 ? STATEMENT_RUNS_OF_PERSON : STATEMENT_RUNS);
    query_text(&query, game);
    query_int(&query, first);
    query_int(&query, last);
    if (person != 0) {
        query_int(&query, person);
    }
    return query_each(&query, each_run, &(struct run_call){fn, context}, error);
}

enum err store_runs_of(struct store *store, int64_t person, store_run_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_RUNS_ALL_OF_PERSON);
    query_int(&query, person);
    return query_each(&query, each_run, &(struct run_call){fn, context}, error);
}

enum err store_pages_leave(struct store *store, int64_t person, struct error *error)
{
    static const enum statement_id steps[] = {STATEMENT_EVENINGS_LEAVE, STATEMENT_RECORDS_LEAVE, STATEMENT_RUNS_LEAVE};
    return query_run_all(store, steps, sizeof(steps) / sizeof(steps[0]), person, error);
}

enum err store_page_counts(struct store *store, struct store_page_counts *counts, struct error *error)
{
    struct query query;
    bool row = false;
    *counts = (struct store_page_counts){.evenings = 0};
    query_start(&query, store, STATEMENT_PAGE_COUNTS);
    enum err err = query_next(&query, &row, error);
    if (row) {
        *counts = (struct store_page_counts){query_column(&query, 0), query_column(&query, 1), query_column(&query, 2)};
    }
    query_end(&query);
    return err;
}

/* ---- ratings at the end of each night ---- */

struct history_call {
    store_history_fn *fn;
    void *context;
};

static enum err each_history(struct query *query, void *context, struct error *error)
{
    const struct history_call *to = context;
    return to->fn(to->context, query_column_span(query, 0), query_column(query, 1), query_column_span(query, 2), error);
}

enum err store_history(struct store *store, struct span game, int64_t first, int64_t last, store_history_fn *fn,
                       void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_HISTORY);
    query_text(&query, game);
    query_int(&query, first);
    query_int(&query, last);
    return query_each(&query, each_history, &(struct history_call){fn, context}, error);
}

enum err store_history_put(struct store *store, struct span game, int64_t day, struct span body, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_HISTORY_PUT);
    query_text(&query, game);
    query_int(&query, day);
    query_bytes(&query, body.ptr, body.len);
    return query_run(&query, error);
}

enum err store_history_leave(struct store *store, struct span game, int64_t day, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_HISTORY_LEAVE);
    query_text(&query, game);
    query_int(&query, day);
    return query_run(&query, error);
}

enum err store_history_clear(struct store *store, struct error *error)
{
    char text[128];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "DELETE FROM ");
    strbuf_add(&sql, store->stored); /* also while a shadow stands in front of it */
    strbuf_add(&sql, "d_history");
    struct query query;
    query_prepare(&query, store, strbuf_text(&sql));
    return query_run(&query, error);
}

enum err store_history_last(struct store *store, struct span game, int64_t *day, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_HISTORY_LAST);
    query_text(&query, game);
    return query_value(&query, INT64_MIN, day, error);
}

enum err store_history_strays(struct store *store, store_history_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_HISTORY_STRAYS);
    return query_each(&query, each_history, &(struct history_call){fn, context}, error);
}

/* ---- nights ---- */

enum err store_night_after(struct store *store, struct span game, int64_t day, int64_t *next, bool *found,
                           struct error *error)
{
    struct query query;
    query_start(&query, store, game.len > 0 ? STATEMENT_NIGHT_AFTER_OF : STATEMENT_NIGHT_AFTER);
    query_int(&query, day);
    if (game.len > 0) {
        query_text(&query, game);
    }
    enum err err = query_next(&query, found, error);
    *next = *found ? query_column(&query, 0) : 0;
    query_end(&query);
    return err;
}

enum err store_day_after(struct store *store, int64_t day, int64_t *next, bool *found, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_DAY_AFTER);
    query_int(&query, day);
    enum err err = query_next(&query, found, error);
    *next = *found ? query_column(&query, 0) : 0;
    query_end(&query);
    return err;
}

enum err store_nights_after(struct store *store, int64_t day, int64_t *games, int64_t *nights, struct error *error)
{
    struct query query;
    bool row = false;
    query_start(&query, store, STATEMENT_NIGHTS_AFTER);
    query_int(&query, day);
    enum err err = query_next(&query, &row, error);
    *games = row ? query_column(&query, 0) : 0;
    *nights = row ? query_column(&query, 1) : 0;
    query_end(&query);
    return err;
}
