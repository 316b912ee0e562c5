/* What ids of other programs became here. */
#include "store/foreign.h"

#include "store/query.h"

#include "base/banned.h"

enum err store_foreign_put(struct store *store, const struct store_foreign *row, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FOREIGN_PUT);
    query_text(&query, row->source);
    query_text(&query, row->kind);
    query_text(&query, row->id);
    query_text(&query, row->ours);
    if (row->has_state) {
        query_bytes(&query, row->state, sizeof(row->state));
    } else {
        query_null(&query);
    }
    query_int(&query, row->entry);
    query_int(&query, row->changed);
    return query_run(&query, error);
}

struct foreign_call {
    store_foreign_fn *fn;
    void *context;
};

static enum err each_foreign(struct query *query, void *context, struct error *error)
{
    const struct foreign_call *to = context;
    struct span state = query_column_span(query, 4);
    struct store_foreign row = {.source = query_column_span(query, 0),
                                .kind = query_column_span(query, 1),
                                .id = query_column_span(query, 2),
                                .ours = query_column_span(query, 3),
                                .has_state = state.len == STORE_FOREIGN_STATE,
                                .entry = query_column(query, 5),
                                .changed = query_column(query, 6)};
    if (row.has_state) {
        memcpy(row.state, state.ptr, sizeof(row.state));
    }
    return to->fn(to->context, &row, error);
}

/* Binds a source, a kind and what the row is found by. */
static void start_by(struct query *query, struct store *store, enum statement_id statement, struct span source,
                     struct span kind, struct span key)
{
    query_start(query, store, statement);
    query_text(query, source);
    query_text(query, kind);
    query_text(query, key);
}

enum err store_foreign_find(struct store *store, struct span source, struct span kind, struct span id,
                            store_foreign_fn *fn, void *context, struct error *error)
{
    struct query query;
    start_by(&query, store, STATEMENT_FOREIGN_FIND, source, kind, id);
    return query_each(&query, each_foreign, &(struct foreign_call){fn, context}, error);
}

enum err store_foreign_of(struct store *store, struct span source, struct span kind, struct span ours,
                          store_foreign_fn *fn, void *context, struct error *error)
{
    struct query query;
    start_by(&query, store, STATEMENT_FOREIGN_OF, source, kind, ours);
    return query_each(&query, each_foreign, &(struct foreign_call){fn, context}, error);
}

enum err store_foreign_led(struct store *store, struct span kind, struct span ours, store_foreign_fn *fn, void *context,
                           struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FOREIGN_LED);
    query_text(&query, kind);
    query_text(&query, ours);
    return query_each(&query, each_foreign, &(struct foreign_call){fn, context}, error);
}

enum err store_foreigners(struct store *store, store_foreign_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FOREIGNERS);
    return query_each(&query, each_foreign, &(struct foreign_call){fn, context}, error);
}

enum err store_foreign_remove(struct store *store, struct span source, struct span kind, struct span id,
                              struct error *error)
{
    struct query query;
    start_by(&query, store, STATEMENT_FOREIGN_REMOVE, source, kind, id);
    return query_run(&query, error);
}
