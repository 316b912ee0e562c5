/* Rows of statistics: in and out, nothing computed but what a sum in SQL is. */
#include "store/statistics.h"

#include "store/group.h"
#include "store/statistics_pages.h"

#include "base/banned.h"

/* ---- cards ---- */

enum err store_aggregate(struct store *store, const struct store_group *group, struct strbuf *out, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_AGGREGATE);
    query_group(&query, group);
    query_bytes(&query, group->catalogue.ptr, group->catalogue.len);
    return query_append(&query, out, error);
}

enum err store_aggregate_put(struct store *store, const struct store_aggregate *row, struct error *error)
{
    struct query query;
    query_start(&query, store, row->games == 0 ? STATEMENT_AGGREGATE_CLEAR : STATEMENT_AGGREGATE_PUT);
    query_group(&query, &row->group);
    query_bytes(&query, row->group.catalogue.ptr, row->group.catalogue.len);
    if (row->games != 0) {
        query_int(&query, row->games);
        query_bytes(&query, row->body.ptr, row->body.len);
    }
    return query_run(&query, error);
}

struct aggregate_call {
    store_aggregate_fn *fn;
    void *context;
};

static enum err each_aggregate(struct query *query, void *context, struct error *error)
{
    const struct aggregate_call *to = context;
    struct store_aggregate row = {
        .group = query_column_group(query, 0), .games = query_column(query, 6), .body = query_column_span(query, 7)};
    row.group.catalogue = query_column_span(query, 5);
    return to->fn(to->context, &row, error);
}

enum err store_aggregates(struct store *store, struct span game, store_aggregate_fn *fn, void *context,
                          struct error *error)
{
    struct query query;
    query_start(&query, store, game.len > 0 ? STATEMENT_AGGREGATES_OF : STATEMENT_AGGREGATES);
    if (game.len > 0) {
        query_text(&query, game);
    }
    return query_each(&query, each_aggregate, &(struct aggregate_call){fn, context}, error);
}

/* ---- people ---- */

static enum err add_standing(struct store *store, enum statement_id statement, const struct store_standing *row,
                             struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, row->person);
    query_group(&query, &row->group);
    query_int(&query, row->games);
    query_int(&query, row->wins);
    query_int(&query, row->win);
    query_int(&query, row->total);
    query_int(&query, row->total_squares);
    query_int(&query, row->best);
    query_bytes(&query, row->categories.ptr, row->categories.len);
    return query_run(&query, error);
}

enum err store_standing_add(struct store *store, const struct store_standing *row, struct error *error)
{
    return add_standing(store, STATEMENT_STANDING_ADD, row, error);
}

enum err store_standing_add_plain(struct store *store, const struct store_standing *row, struct error *error)
{
    return add_standing(store, STATEMENT_STANDING_ADD_PLAIN, row, error);
}

enum err store_standing_mend(struct store *store, const struct store_standing *row, bool dated, int64_t first,
                             int64_t last, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STANDING_CLEAR);
    query_int(&query, row->person);
    query_group(&query, &row->group);
    enum err err = query_run(&query, error);
    if (err != ERR_OK || query_changes(store) > 0) {
        return err;
    }
    query_start(&query, store, STATEMENT_STANDING_BEST);
    query_int(&query, row->person);
    query_group(&query, &row->group);
    query_int_if(&query, dated, first);
    query_int_if(&query, dated, last);
    return query_run(&query, error);
}

struct standing_call {
    store_standing_fn *fn;
    void *context;
};

static struct store_standing read_standing(const struct query *query)
{
    return (struct store_standing){
        .person = query_column(query, 0),
        .group = query_column_group(query, 1),
        .games = query_column(query, 6),
        .wins = query_column(query, 7),
        .win = query_column(query, 8),
        .total = query_column(query, 9),
        .total_squares = query_column(query, 10),
        .best = query_column(query, 11),
    };
}

static enum err each_standing(struct query *query, void *context, struct error *error)
{
    const struct standing_call *to = context;
    struct store_standing row = read_standing(query);
    return to->fn(to->context, &row, error);
}

static enum err each_whole_standing(struct query *query, void *context, struct error *error)
{
    const struct standing_call *to = context;
    struct store_standing row = read_standing(query);
    row.categories = query_column_span(query, 12);
    return to->fn(to->context, &row, error);
}

enum err store_standing_categories(struct store *store, int64_t person, const struct store_group *group,
                                   struct strbuf *out, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STANDING_CATEGORIES);
    query_int(&query, person);
    query_group(&query, group);
    return query_append(&query, out, error);
}

enum err store_standings(struct store *store, struct span game, store_standing_fn *fn, void *context,
                         struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STANDINGS);
    query_text(&query, game);
    return query_each(&query, each_standing, &(struct standing_call){fn, context}, error);
}

enum err store_standings_each(struct store *store, store_standing_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STANDINGS_EACH);
    return query_each(&query, each_standing, &(struct standing_call){fn, context}, error);
}

enum err store_standings_whole(struct store *store, struct span game, store_standing_fn *fn, void *context,
                               struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STANDINGS_WHOLE);
    query_text(&query, game);
    return query_each(&query, each_whole_standing, &(struct standing_call){fn, context}, error);
}

enum err store_standings_of(struct store *store, int64_t person, store_standing_fn *fn, void *context,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STANDINGS_OF_PERSON);
    query_int(&query, person);
    return query_each(&query, each_whole_standing, &(struct standing_call){fn, context}, error);
}

enum err store_pair_add(struct store *store, const struct store_pair *row, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PAIR_ADD);
    query_text(&query, row->game);
    query_int(&query, row->a);
    query_int(&query, row->b);
    query_int(&query, row->games);
    query_int(&query, row->a_first);
    query_int(&query, row->b_first);
    query_int(&query, row->a_won);
    query_int(&query, row->b_won);
    enum err err = query_run(&query, error);
    if (err != ERR_OK || row->games > 0) {
        return err;
    }
    query_start(&query, store, STATEMENT_PAIR_CLEAR);
    query_text(&query, row->game);
    query_int(&query, row->a);
    query_int(&query, row->b);
    return query_run(&query, error);
}

struct pair_call {
    store_pair_fn *fn;
    void *context;
};

static enum err each_pair(struct query *query, void *context, struct error *error)
{
    const struct pair_call *to = context;
    struct store_pair row = {
        .game = query_column_span(query, 0),
        .a = query_column(query, 1),
        .b = query_column(query, 2),
        .games = query_column(query, 3),
        .a_first = query_column(query, 4),
        .b_first = query_column(query, 5),
        .a_won = query_column(query, 6),
        .b_won = query_column(query, 7),
    };
    return to->fn(to->context, &row, error);
}

static enum err each_weights(struct query *query, void *context, struct error *error)
{
    const struct pair_call *to = context;
    struct store_pair row = {
        .a = query_column(query, 0),
        .b = query_column(query, 1),
        .a_won = query_column(query, 2),
        .b_won = query_column(query, 3),
    };
    return to->fn(to->context, &row, error);
}

enum err store_pair_weights(struct store *store, struct span game, store_pair_fn *fn, void *context,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PAIR_WEIGHTS);
    query_text(&query, game);
    return query_each(&query, each_weights, &(struct pair_call){fn, context}, error);
}

enum err store_pair_of(struct store *store, struct span game, int64_t a, int64_t b, store_pair_fn *fn, void *context,
                       struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PAIR);
    query_text(&query, game);
    query_int(&query, a);
    query_int(&query, b);
    return query_each(&query, each_pair, &(struct pair_call){fn, context}, error);
}

enum err store_pairs_of(struct store *store, struct span game, int64_t person, store_pair_fn *fn, void *context,
                        struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PAIRS_OF_PERSON);
    query_text(&query, game);
    query_int(&query, person);
    return query_each(&query, each_pair, &(struct pair_call){fn, context}, error);
}

enum err store_statistics_merge(struct store *store, int64_t person, int64_t target, struct error *error)
{
    static const struct {
        enum statement_id id;
        bool both;
    } steps[] = {{STATEMENT_STANDINGS_LEAVE, false}, {STATEMENT_PAIRS_MOVE, true}, {STATEMENT_PAIRS_LEAVE, false}};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct query query;
        query_start(&query, store, steps[i].id);
        query_int(&query, person);
        if (steps[i].both) {
            query_int(&query, target);
        }
        enum err err = query_run(&query, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- finished games one by one ---- */

struct result_call {
    store_result_fn *fn;
    void *context;
};

static struct store_result read_game(const struct query *query)
{
    return (struct store_result){
        .id = query_column(query, 0),
        .game = query_column_span(query, 1),
        .rules = query_column(query, 2),
        .variant = query_column_span(query, 3),
        .level = query_column_span(query, 4),
        .seats = query_column(query, 5),
        .has_day = !query_column_null(query, 6),
        .day = query_column(query, 6),
        .has_played = !query_column_null(query, 7),
        .played = query_column(query, 7),
        .seat = query_column(query, 8),
    };
}

static enum err each_result(struct query *query, void *context, struct error *error)
{
    const struct result_call *to = context;
    struct store_result row = read_game(query);
    row.person = query_column(query, 9);
    row.total = query_column(query, 10);
    row.rank = query_column(query, 11);
    row.has_win = !query_column_null(query, 12);
    row.win = query_column(query, 12);
    row.categories = query_column_span(query, 13);
    row.team = query_column(query, 14);
    row.has_total = !query_column_null(query, 10);
    return to->fn(to->context, &row, error);
}

static enum err each_facts(struct query *query, void *context, struct error *error)
{
    const struct result_call *to = context;
    struct store_result row = {
        .id = query_column(query, 0),
        .seats = query_column(query, 1),
        .seat = query_column(query, 2),
        .facts = query_column_span(query, 3),
    };
    return to->fn(to->context, &row, error);
}

/* Runs the one of three statements (all, of days, of a person) whose index narrows the search the most. */
static enum err run_filtered(struct store *store, const struct store_result_filter *filter,
                             const enum statement_id ways[3], query_row_fn *row, void *context, struct error *error)
{
    bool since = filter->since != INT64_MIN;
    bool until = filter->until != INT64_MAX;
    bool days = filter->person == 0 && (since || until);
    struct query query;
    query_start(&query, store, ways[filter->person != 0 ? 2 : days ? 1 : 0]);
    query_text_if(&query, filter->game);
    query_text_if(&query, filter->variant);
    query_text_if(&query, filter->level);
    query_int_if(&query, filter->seats != 0, filter->seats);
    query_int_if(&query, days || since, filter->since);
    query_int_if(&query, days || until, filter->until);
    query_int_if(&query, filter->place != 0, filter->place);
    query_int_if(&query, filter->person != 0, filter->person);
    return query_each(&query, row, context, error);
}

enum err store_results(struct store *store, const struct store_result_filter *filter, store_result_fn *fn,
                       void *context, struct error *error)
{
    static const enum statement_id ways[] = {STATEMENT_RESULTS, STATEMENT_RESULTS_OF_DAYS, STATEMENT_RESULTS_OF_PERSON};
    return run_filtered(store, filter, ways, each_result, &(struct result_call){fn, context}, error);
}

enum err store_undated(struct store *store, const struct store_result_filter *filter, bool solo, int64_t other,
                       int64_t *count, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_UNDATED);
    query_text_if(&query, filter->game);
    query_text_if(&query, filter->variant);
    query_text_if(&query, filter->level);
    query_int_if(&query, filter->seats != 0, filter->seats);
    query_null(&query);
    query_null(&query);
    query_int_if(&query, filter->place != 0, filter->place);
    query_int_if(&query, filter->person != 0, filter->person);
    query_int(&query, solo);
    query_int_if(&query, other != 0, other);
    return query_value(&query, 0, count, error);
}

enum err store_results_in_order(struct store *store, bool dated, int64_t first, int64_t last, store_result_fn *fn,
                                void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, dated ? STATEMENT_RESULTS_IN_ORDER : STATEMENT_RESULTS_UNDATED);
    if (dated) {
        query_int(&query, first);
        query_int(&query, last);
    }
    return query_each(&query, each_result, &(struct result_call){fn, context}, error);
}

static enum err each_score(struct query *query, void *context, struct error *error)
{
    const struct result_call *to = context;
    struct store_result row = {
        .seats = query_column(query, 0),
        .person = query_column(query, 1),
        .total = query_column(query, 2),
        .has_win = !query_column_null(query, 3),
        .win = query_column(query, 3),
        .categories = query_column_span(query, 4),
        .id = query_column(query, 5),
        .variant = query_column_span(query, 6),
        .rank = query_column(query, 7),
        .has_total = !query_column_null(query, 2),
    };
    return to->fn(to->context, &row, error);
}

enum err store_scores(struct store *store, const struct store_result_filter *filter, store_result_fn *fn, void *context,
                      struct error *error)
{
    static const enum statement_id ways[] = {STATEMENT_SCORES, STATEMENT_SCORES_OF_DAYS, STATEMENT_SCORES};
    struct store_result_filter everybody = *filter;
    everybody.person = 0;
    return run_filtered(store, &everybody, ways, each_score, &(struct result_call){fn, context}, error);
}

enum err store_results_facts(struct store *store, const struct store_result_filter *filter, store_result_fn *fn,
                             void *context, struct error *error)
{
    static const enum statement_id ways[] = {STATEMENT_FACTS_ALL, STATEMENT_FACTS_OF_DAYS, STATEMENT_FACTS_OF_PERSON};
    return run_filtered(store, filter, ways, each_facts, &(struct result_call){fn, context}, error);
}

static enum err each_finished(struct query *query, void *context, struct error *error)
{
    struct store_finished *out = context;
    (void)error;
    *out = (struct store_finished){query_column(query, 0), query_column(query, 1), query_column(query, 2)};
    return ERR_OK;
}

enum err store_finished(struct store *store, struct span game, struct store_finished *out, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FINISHED);
    query_text(&query, game);
    return query_each(&query, each_finished, out, error);
}

static enum err each_placing(struct query *query, void *context, struct error *error)
{
    const struct result_call *to = context;
    struct store_result row = {
        .id = query_column(query, 0),
        .seats = query_column(query, 1),
        .seat = query_column(query, 2),
        .person = query_column(query, 3),
        .rank = query_column(query, 4),
        .facts = query_column_span(query, 5),
    };
    return to->fn(to->context, &row, error);
}

enum err store_placings(struct store *store, const struct store_result_filter *filter, store_result_fn *fn,
                        void *context, struct error *error)
{
    static const enum statement_id ways[] = {STATEMENT_PLACINGS, STATEMENT_PLACINGS_OF_DAYS, STATEMENT_PLACINGS};
    struct store_result_filter everybody = *filter;
    everybody.person = 0;
    return run_filtered(store, &everybody, ways, each_placing, &(struct result_call){fn, context}, error);
}

enum err store_meetings(struct store *store, const struct store_result_filter *filter, store_pair_fn *fn, void *context,
                        struct error *error)
{
    static const enum statement_id ways[] = {STATEMENT_MEETINGS_OF_PERSON, STATEMENT_MEETINGS_OF_PERSON,
                                             STATEMENT_MEETINGS_OF_PERSON};
    return run_filtered(store, filter, ways, each_pair, &(struct pair_call){fn, context}, error);
}

enum err store_companions(struct store *store, const struct store_result_filter *filter, store_pair_fn *fn,
                          void *context, struct error *error)
{
    static const enum statement_id ways[] = {STATEMENT_COMPANIONS_OF_PERSON, STATEMENT_COMPANIONS_OF_PERSON,
                                             STATEMENT_COMPANIONS_OF_PERSON};
    return run_filtered(store, filter, ways, each_pair, &(struct pair_call){fn, context}, error);
}

/* The first byte of facts is their version. */
static enum err each_version(struct query *query, void *context, struct error *error)
{
    (void)error;
    int *newest = context;
    struct span body = query_column_span(query, 0);
    int version = body.len > 0 ? (uint8_t)body.ptr[0] : 0;
    *newest = version > *newest ? version : *newest;
    return ERR_OK;
}

enum err store_facts_version(struct store *store, int *version, struct error *error)
{
    struct query query;
    *version = 0;
    query_start(&query, store, STATEMENT_FACTS_ENDS);
    return query_each(&query, each_version, version, error);
}
