/*
 * Prepared statements: bind, step, read, reset. What each of these does is the
 * engine's business; here is what is made of them.
 */
#include "store/engine.h"
#include "store/messages.h"

#include "base/banned.h"

void query_start(struct query *query, struct store *store, enum statement_id id)
{
    *query = (struct query){.store = store};
    store->engine->start(query, id);
}

void query_prepare(struct query *query, struct store *store, const char *sql)
{
    *query = (struct query){.store = store};
    store->engine->prepare(query, sql);
}

void query_again(struct query *query)
{
    query->store->engine->again(query);
}

void query_end(struct query *query)
{
    query->store->engine->end(query);
}

void query_int(struct query *query, int64_t value)
{
    query->store->engine->bind_int(query, value);
}

void query_text(struct query *query, struct span text)
{
    query->store->engine->bind_text(query, text);
}

void query_bytes(struct query *query, const void *bytes, size_t size)
{
    query->store->engine->bind_bytes(query, span_of(bytes, size));
}

void query_null(struct query *query)
{
    query->store->engine->bind_null(query);
}

void query_int_if(struct query *query, bool has, int64_t value)
{
    if (has) {
        query_int(query, value);
    } else {
        query_null(query);
    }
}

void query_text_if(struct query *query, struct span text)
{
    if (text.len > 0) {
        query_text(query, text);
    } else {
        query_null(query);
    }
}

void query_bytes_if(struct query *query, struct span bytes)
{
    if (bytes.len > 0) {
        query_bytes(query, bytes.ptr, bytes.len);
    } else {
        query_null(query);
    }
}

enum err query_next(struct query *query, bool *row, struct error *error)
{
    if (query->store->foreseeing) {
        *row = false;
        query->store->engine->ahead(query);
        return ERR_OK;
    }
    return query->store->engine->next(query, row, error);
}

enum err query_one(struct query *query, const struct message *absent, struct span name, struct error *error)
{
    bool row = false;
    enum err err = query_next(query, &row, error);
    if (err != ERR_OK) {
        return err;
    }
    return row ? ERR_OK : error_raise_span(error, absent, name);
}

enum err query_one_int(struct query *query, const struct message *absent, int64_t name, struct error *error)
{
    bool row = false;
    enum err err = query_next(query, &row, error);
    if (err != ERR_OK) {
        return err;
    }
    return row ? ERR_OK : error_raise_int(error, absent, name);
}

enum err query_run(struct query *query, struct error *error)
{
    enum err err = query->store->engine->run(query, error);
    query_end(query);
    return err;
}

enum err query_run_must(struct query *query, const struct message *absent, int64_t name, struct error *error)
{
    enum err err = query->store->engine->run_must(query, absent, name, error);
    query_end(query);
    return err;
}

enum err query_each(struct query *query, query_row_fn *fn, void *context, struct error *error)
{
    bool row = false;
    enum err err = query_next(query, &row, error);
    while (err == ERR_OK && row) {
        err = fn(query, context, error);
        err = err == ERR_OK ? query_next(query, &row, error) : err;
    }
    query_end(query);
    return err == ERR_END ? ERR_OK : err;
}

enum err query_run_all(struct store *store, const enum statement_id *ids, size_t count, int64_t value,
                       struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct query query;
        query_start(&query, store, ids[i]);
        query_int(&query, value);
        enum err err = query_run(&query, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err query_value(struct query *query, int64_t absent, int64_t *value, struct error *error)
{
    bool row = false;
    enum err err = query_next(query, &row, error);
    *value = row ? query_column(query, 0) : absent;
    query_end(query);
    return err;
}

enum err query_append(struct query *query, struct strbuf *out, struct error *error)
{
    bool row = false;
    enum err err = query_next(query, &row, error);
    if (row) {
        strbuf_add_span(out, query_column_span(query, 0));
        err = strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    query_end(query);
    return err;
}

int64_t query_column(const struct query *query, int column)
{
    return query->store->engine->column(query, column);
}

struct span query_column_span(const struct query *query, int column)
{
    return query->store->engine->column_span(query, column);
}

enum column_type query_column_type(const struct query *query, int column)
{
    return query->store->engine->column_type(query, column);
}

bool query_column_null(const struct query *query, int column)
{
    return query_column_type(query, column) == COLUMN_NULL;
}

const char *query_column_name(const struct query *query, int column)
{
    return query->store->engine->column_name(query, column);
}

int query_columns(struct query *query)
{
    return query->store->engine->columns(query);
}

int64_t query_changes(const struct store *store)
{
    return store->engine->changes(store);
}

enum err query_bad_value(const struct query *query, const char *what, struct error *error)
{
    enum err err = error_raise_span(error, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&query->store->path)));
    error_add(error, span_from(what));
    error_add(error, span_from(what)); /* the name of a column */
    return err;
}
