/* Prepared statements: bind, step, read, reset. */
#include "store/query.h"

#include "store/messages.h"

#include "base/banned.h"

int statement_ready(struct store *store, enum statement_id id)
{
    if (store->statement[id]) {
        return SQLITE_OK;
    }
    return sqlite3_prepare_v3(store->db, STATEMENTS[id].sql, -1, SQLITE_PREPARE_PERSISTENT, &store->statement[id],
                              NULL);
}

/* What a reader changes is only ever the shadow. */
static bool allowed(const struct store *store, unsigned traits)
{
    return store->mode != STORE_READ || !(traits & WRITES) || (store->shadow && (traits & DERIVED));
}

void query_start(struct query *query, struct store *store, enum statement_id id)
{
    *query = (struct query){.store = store};
    if (store->in_transaction && sqlite3_get_autocommit(store->db)) {
        query->rc = SQLITE_ABORT_ROLLBACK; /* SQLite has rolled back: nothing may be written outside the transaction */
        return;
    }
    query->rc = allowed(store, STATEMENTS[id].traits) ? statement_ready(store, id) : SQLITE_READONLY;
    if (query->rc != SQLITE_OK) {
        return;
    }
    query->statement = store->statement[id];
    if (sqlite3_stmt_busy(query->statement)) {
        query->statement = NULL;
        query->own = true;
        query->rc = sqlite3_prepare_v2(store->db, STATEMENTS[id].sql, -1, &query->statement, NULL);
    }
}

void query_prepare(struct query *query, struct store *store, const char *sql)
{
    *query = (struct query){.store = store, .own = true};
    query->rc = sql ? sqlite3_prepare_v2(store->db, sql, -1, &query->statement, NULL) : SQLITE_TOOBIG;
}

void query_end(struct query *query)
{
    if (query->own) {
        (void)sqlite3_finalize(query->statement);
    } else if (query->statement) {
        (void)sqlite3_reset(query->statement);
        (void)sqlite3_clear_bindings(query->statement); /* they point into the caller's memory */
    }
    query->statement = NULL;
}

/* Keeps the first failure. */
static void bound(struct query *query, int rc)
{
    if (query->rc == SQLITE_OK) {
        query->rc = rc;
    }
}

void query_int(struct query *query, int64_t value)
{
    bound(query, query->statement ? sqlite3_bind_int64(query->statement, ++query->bound, value) : SQLITE_OK);
}

void query_text(struct query *query, struct span text)
{
    bound(query, query->statement ? sqlite3_bind_text64(query->statement, ++query->bound, text.ptr ? text.ptr : "",
                                                        text.len, SQLITE_STATIC, SQLITE_UTF8)
                                  : SQLITE_OK);
}

void query_bytes(struct query *query, const void *bytes, size_t size)
{
    bound(query, query->statement
                     ? sqlite3_bind_blob64(query->statement, ++query->bound, bytes ? bytes : "", size, SQLITE_STATIC)
                     : SQLITE_OK);
}

void query_null(struct query *query)
{
    bound(query, query->statement ? sqlite3_bind_null(query->statement, ++query->bound) : SQLITE_OK);
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

/* SQLite knows that it was interrupted, or that waiting was given up; the deadline knows why. */
static enum err raise(const struct query *query, struct error *error)
{
    enum { FAMILY = 0xff };
    int family = query->rc & FAMILY;
    if ((family == SQLITE_INTERRUPT || family == SQLITE_BUSY) &&
        deadline_check(query->store->deadline, error) != ERR_OK) {
        return error_sure(error->message->code);
    }
    return sqlite_raise(error, query->rc, query->store->db, strbuf_text(&query->store->path));
}

enum err query_next(struct query *query, bool *row, struct error *error)
{
    *row = false;
    if (query->rc == SQLITE_OK) {
        int rc = sqlite3_step(query->statement);
        if (rc == SQLITE_ROW || rc == SQLITE_DONE) {
            *row = rc == SQLITE_ROW;
            return ERR_OK;
        }
        query->rc = rc;
    }
    return raise(query, error);
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

/* All rows to the last; `fn` may be NULL. */
static enum err step_through(struct query *query, query_row_fn *fn, void *context, struct error *error)
{
    for (;;) {
        bool row = false;
        enum err err = query_next(query, &row, error);
        if (err != ERR_OK || !row) {
            return err;
        }
        err = fn ? fn(query, context, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
}

enum err query_run(struct query *query, struct error *error)
{
    enum err err = step_through(query, NULL, NULL, error);
    query_end(query);
    return err;
}

enum err query_each(struct query *query, query_row_fn *fn, void *context, struct error *error)
{
    enum err err = step_through(query, fn, context, error);
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
    return sqlite3_column_int64(query->statement, column);
}

struct span query_column_span(const struct query *query, int column)
{
    /* As bytes also for text: SQLite then neither copies nor terminates it, so this cannot run out of memory. */
    const char *bytes = sqlite3_column_blob(query->statement, column);
    return span_of(bytes, (size_t)sqlite3_column_bytes(query->statement, column));
}

bool query_column_null(const struct query *query, int column)
{
    return sqlite3_column_type(query->statement, column) == SQLITE_NULL;
}

int64_t query_changes(const struct store *store)
{
    return sqlite3_changes64(store->db);
}

enum err query_bad_value(const struct query *query, const char *what, struct error *error)
{
    enum err err = error_raise_span(error, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&query->store->path)));
    error_add(error, span_from(what));
    error_add(error, span_from(what)); /* the name of a column */
    return err;
}
