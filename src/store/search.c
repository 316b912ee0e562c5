/* People and games for whoever looks for a word. */
#include "store/search.h"

#include "store/query.h"

#include "base/banned.h"

struct person_call {
    store_found_person_fn *fn;
    void *context;
};

static enum err each_person(struct query *query, void *context, struct error *error)
{
    const struct person_call *to = context;
    return to->fn(to->context, query_column_span(query, 0), query_column(query, 1), error);
}

enum err store_found_people(struct store *store, struct span word, store_found_person_fn *fn, void *context,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FOUND_PEOPLE);
    query_text(&query, word);
    return query_each(&query, each_person, &(struct person_call){fn, context}, error);
}

struct game_call {
    store_found_game_fn *fn;
    void *context;
};

static enum err each_game(struct query *query, void *context, struct error *error)
{
    const struct game_call *to = context;
    int64_t day = query_column(query, 1);
    return to->fn(to->context, query_column(query, 0), day != INT64_MIN, day, error);
}

static enum err of_text(struct store *store, enum statement_id statement, struct span text, int64_t limit,
                        store_found_game_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_text(&query, text);
    query_int(&query, limit);
    return query_each(&query, each_game, &(struct game_call){fn, context}, error);
}

enum err store_found_of_title(struct store *store, struct span title, int64_t limit, store_found_game_fn *fn,
                              void *context, struct error *error)
{
    return of_text(store, STATEMENT_FOUND_OF_TITLE, title, limit, fn, context, error);
}

enum err store_found_of_place(struct store *store, struct span place, int64_t limit, store_found_game_fn *fn,
                              void *context, struct error *error)
{
    return of_text(store, STATEMENT_FOUND_OF_PLACE, place, limit, fn, context, error);
}

enum err store_found_of_day(struct store *store, int64_t day, int64_t limit, store_found_game_fn *fn, void *context,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FOUND_OF_DAY);
    query_int(&query, day);
    query_int(&query, limit);
    return query_each(&query, each_game, &(struct game_call){fn, context}, error);
}
