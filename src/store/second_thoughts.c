/* What it takes to undo: the entries of each import, names that went over in a merge, people who are said to be two. */
#include "store/query.h"

#include "base/banned.h"

static enum err run_two(struct store *store, enum statement_id statement, int64_t one, int64_t two, struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, one);
    query_int(&query, two);
    return query_run(&query, error);
}

/* ---- people ---- */

enum err store_name_lend(struct store *store, int64_t person, int64_t holder, struct error *error)
{
    return run_two(store, STATEMENT_LENT_ADD, person, holder, error);
}

static enum err ask(struct store *store, enum statement_id statement, int64_t key, int64_t *out, struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, key);
    return query_value(&query, 0, out, error);
}

enum err store_name_holder(struct store *store, int64_t person, int64_t *holder, struct error *error)
{
    return ask(store, STATEMENT_LENT_BY, person, holder, error);
}

enum err store_name_lender(struct store *store, int64_t holder, int64_t *person, struct error *error)
{
    return ask(store, STATEMENT_LENT_TO, holder, person, error);
}

enum err store_name_unlend(struct store *store, int64_t person, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_LENT_FORGET);
    query_int(&query, person);
    return query_run(&query, error);
}

enum err store_two_add(struct store *store, int64_t one, int64_t other, struct error *error)
{
    return run_two(store, STATEMENT_TWO_ADD, one, other, error);
}

/* True when the statement, asked with both, has a row that is not 0. */
static enum err ask_two(struct store *store, enum statement_id statement, int64_t one, int64_t two, bool *yes,
                        struct error *error)
{
    struct query query;
    int64_t found = 0;
    query_start(&query, store, statement);
    query_int(&query, one);
    query_int(&query, two);
    enum err err = query_value(&query, 0, &found, error);
    *yes = found != 0;
    return err;
}

enum err store_two_has(struct store *store, int64_t one, int64_t other, bool *two, struct error *error)
{
    return ask_two(store, STATEMENT_TWO_HAS, one, other, two, error);
}

struct shared_call {
    store_shared_fn *fn;
    void *context;
};

static enum err each_shared(struct query *query, void *context, struct error *error)
{
    const struct shared_call *to = context;
    return to->fn(to->context, query_column(query, 0), query_column(query, 1) != 0, error);
}

enum err store_people_shared(struct store *store, int64_t a, int64_t b, store_shared_fn *fn, void *context,
                             struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PEOPLE_SHARED);
    query_int(&query, a);
    query_int(&query, b);
    return query_each(&query, each_shared, &(struct shared_call){fn, context}, error);
}

/* ---- imports ---- */

enum err store_import_add(struct store *store, int64_t at, struct span author, int64_t *number, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_IMPORT_ADD);
    query_int(&query, at);
    query_text(&query, author);
    return query_value(&query, 0, number, error);
}

enum err store_import_has(struct store *store, int64_t number, bool *has, struct error *error)
{
    int64_t found = 0;
    enum err err = ask(store, STATEMENT_IMPORT_HAS, number, &found, error);
    *has = found != 0;
    return err;
}

enum err store_import_run(struct store *store, int64_t number, int64_t first, int64_t last, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_IMPORT_RUN);
    query_int(&query, number);
    query_int(&query, first);
    query_int(&query, last);
    return query_run(&query, error);
}

enum err store_import_owns(struct store *store, int64_t number, int64_t entry, bool *owns, struct error *error)
{
    return ask_two(store, STATEMENT_IMPORT_OWNS, number, entry, owns, error);
}

struct run_call {
    store_import_run_fn *fn;
    void *context;
};

static enum err each_run(struct query *query, void *context, struct error *error)
{
    const struct run_call *to = context;
    return to->fn(to->context, query_column(query, 0), query_column(query, 1), error);
}

enum err store_import_runs(struct store *store, int64_t number, int64_t from, store_import_run_fn *fn, void *context,
                           struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_IMPORT_RUNS);
    query_int(&query, number);
    query_int(&query, from);
    return query_each(&query, each_run, &(struct run_call){fn, context}, error);
}
