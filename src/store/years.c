/* Rows of years, and of all games of a title. */
#include "store/years.h"

#include "store/query.h"

#include "base/banned.h"

struct day_call {
    store_day_fn *fn;
    void *context;
};

static enum err each_day(struct query *query, void *context, struct error *error)
{
    const struct day_call *to = context;
    int64_t day = query_column_null(query, 0) ? INT64_MIN : query_column(query, 0);
    return to->fn(to->context, day, query_column(query, 1), error);
}

enum err store_days(struct store *store, store_day_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_DAYS);
    return query_each(&query, each_day, &(struct day_call){fn, context}, error);
}

struct seat_call {
    store_year_seat_fn *fn;
    void *context;
};

static enum err each_seat(struct query *query, void *context, struct error *error)
{
    const struct seat_call *to = context;
    struct store_year_seat seat = {
        .game = query_column(query, 0),
        .day = query_column(query, 1),
        .title = query_column_span(query, 2),
        .variant = query_column_span(query, 3),
        .has_duration = !query_column_null(query, 4),
        .duration = query_column(query, 4),
        .person = query_column(query, 5),
        .rank = query_column(query, 6),
        .win = query_column(query, 7),
    };
    return to->fn(to->context, &seat, error);
}

enum err store_year_seats(struct store *store, int64_t first, int64_t last, store_year_seat_fn *fn, void *context,
                          struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_YEAR_SEATS);
    query_int(&query, first);
    query_int(&query, last);
    return query_each(&query, each_seat, &(struct seat_call){fn, context}, error);
}

enum err store_person_first(struct store *store, int64_t person, int64_t *day, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PERSON_FIRST);
    query_int(&query, person);
    return query_value(&query, INT64_MIN, day, error);
}

enum err store_title_first(struct store *store, struct span title, int64_t *day, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_FIRST);
    query_text(&query, title);
    return query_value(&query, INT64_MIN, day, error);
}

enum err store_title_has(struct store *store, struct span title, int64_t games, bool *has, struct error *error)
{
    struct query query;
    int64_t found = 0;
    query_start(&query, store, STATEMENT_TITLE_HAS);
    query_text(&query, title);
    query_int(&query, games);
    enum err err = query_value(&query, 0, &found, error);
    *has = found >= games;
    return err;
}

struct total_call {
    store_total_fn *fn;
    void *context;
};

static enum err each_total(struct query *query, void *context, struct error *error)
{
    const struct total_call *to = context;
    struct store_total total = {
        .game = query_column(query, 0),
        .variant = query_column_span(query, 1),
        .total = query_column(query, 2),
        .person = query_column(query, 3),
    };
    return to->fn(to->context, &total, error);
}

enum err store_title_totals(struct store *store, struct span title, store_total_fn *fn, void *context,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_TOTALS);
    query_text(&query, title);
    return query_each(&query, each_total, &(struct total_call){fn, context}, error);
}
