/* Which imports there were. */
#include "store/query.h"
#include "store/store.h"

#include "base/banned.h"

struct import_call {
    store_import_fn *fn;
    void *context;
};

static enum err each_import(struct query *query, void *context, struct error *error)
{
    const struct import_call *to = context;
    struct store_import import = {.number = query_column(query, 0),
                                  .at = query_column(query, 1),
                                  .author = query_column_span(query, 2),
                                  .entries = query_column(query, 3),
                                  .undone = query_column(query, 4) != 0};
    return to->fn(to->context, &import, error);
}

enum err store_imports(struct store *store, int64_t before, int64_t limit, store_import_fn *fn, void *context,
                       struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_IMPORTS);
    query_int(&query, before);
    query_int(&query, limit);
    return query_each(&query, each_import, &(struct import_call){fn, context}, error);
}
