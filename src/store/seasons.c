/* Seasons as their entries leave them. */
#include "store/query.h"

#include "base/banned.h"

enum err store_season_put(struct store *store, const struct store_season *season, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEASON_PUT);
    query_int(&query, season->id);
    query_int(&query, season->last);
    query_text(&query, season->name);
    query_int(&query, season->opens);
    query_int(&query, season->ends);
    query_text_if(&query, season->title);
    query_text(&query, season->points);
    query_int_if(&query, season->closed != 0, season->closed);
    return query_run(&query, error);
}

struct season_call {
    store_season_fn *fn;
    void *context;
};

static enum err each_season(struct query *query, void *context, struct error *error)
{
    const struct season_call *to = context;
    struct store_season season = {
        .id = query_column(query, 0),
        .last = query_column(query, 1),
        .name = query_column_span(query, 2),
        .opens = query_column(query, 3),
        .ends = query_column(query, 4),
        .title = query_column_span(query, 5),
        .points = query_column_span(query, 6),
        .closed = query_column_null(query, 7) ? 0 : query_column(query, 7),
    };
    return to->fn(to->context, &season, error);
}

enum err store_season(struct store *store, int64_t id, store_season_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEASON);
    query_int(&query, id);
    return query_each(&query, each_season, &(struct season_call){fn, context}, error);
}

enum err store_seasons(struct store *store, store_season_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEASONS);
    return query_each(&query, each_season, &(struct season_call){fn, context}, error);
}
