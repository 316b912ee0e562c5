/* SQLite's statements: bound, stepped through, reset. When the shared one is in use, a query gets one of its own. */
#include "store/sqlite/statement.h"

#include "store/engine.h"
#include "store/messages.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/raise.h"

#include "base/banned.h"

int statement_ready(struct store *store, enum statement_id id)
{
    if (store->statement[id]) {
        return SQLITE_OK;
    }
    return sqlite3_prepare_v3(store->db, STATEMENTS[id].sql, -1, SQLITE_PREPARE_PERSISTENT, &store->statement[id],
                              NULL);
}

void statement_start(struct query *query, enum statement_id id)
{
    struct store *store = query->store;
    if (store->in_transaction && sqlite3_get_autocommit(store->db)) {
        query->rc = SQLITE_ABORT_ROLLBACK; /* SQLite has rolled back: nothing may be written outside the transaction */
        return;
    }
    query->rc = engine_allows(store, STATEMENTS[id].traits) ? statement_ready(store, id) : SQLITE_READONLY;
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

void statement_prepare(struct query *query, const char *sql)
{
    query->own = true;
    query->rc = sql ? sqlite3_prepare_v2(query->store->db, sql, -1, &query->statement, NULL) : SQLITE_TOOBIG;
}

void statement_end(struct query *query)
{
    if (query->own) {
        (void)sqlite3_finalize(query->statement);
    } else if (query->statement) {
        (void)sqlite3_reset(query->statement);
        (void)sqlite3_clear_bindings(query->statement); /* they point into the caller's memory */
    }
    query->statement = NULL;
}

void statement_again(struct query *query)
{
    (void)sqlite3_reset(query->statement);
    query->bound = 0;
}

/* Keeps the first failure. */
static void bound(struct query *query, int rc)
{
    if (query->rc == SQLITE_OK) {
        query->rc = rc;
    }
}

void statement_int(struct query *query, int64_t value)
{
    bound(query, query->statement ? sqlite3_bind_int64(query->statement, ++query->bound, value) : SQLITE_OK);
}

void statement_text(struct query *query, struct span text)
{
    bound(query, query->statement ? sqlite3_bind_text64(query->statement, ++query->bound, text.ptr ? text.ptr : "",
                                                        text.len, SQLITE_STATIC, SQLITE_UTF8)
                                  : SQLITE_OK);
}

void statement_bytes(struct query *query, struct span bytes)
{
    bound(query, query->statement ? sqlite3_bind_blob64(query->statement, ++query->bound, bytes.ptr ? bytes.ptr : "",
                                                        bytes.len, SQLITE_STATIC)
                                  : SQLITE_OK);
}

void statement_null(struct query *query)
{
    bound(query, query->statement ? sqlite3_bind_null(query->statement, ++query->bound) : SQLITE_OK);
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

enum err statement_next(struct query *query, bool *row, struct error *error)
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

enum err statement_run(struct query *query, struct error *error)
{
    bool row = true;
    while (row) {
        enum err err = statement_next(query, &row, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err statement_run_must(struct query *query, const struct message *absent, int64_t name, struct error *error)
{
    enum err err = statement_run(query, error);
    if (err != ERR_OK) {
        return err;
    }
    return statement_changes(query->store) > 0 ? ERR_OK : error_raise_int(error, absent, name);
}

int64_t statement_column(const struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

struct span statement_column_span(const struct query *query, int column)
{
    /* As bytes also for text: SQLite then neither copies nor terminates it, so this cannot run out of memory. */
    const char *bytes = sqlite3_column_blob(query->statement, column);
    return span_of(bytes, (size_t)sqlite3_column_bytes(query->statement, column));
}

enum column_type statement_column_type(const struct query *query, int column)
{
    switch (sqlite3_column_type(query->statement, column)) {
    case SQLITE_NULL:
        return COLUMN_NULL;
    case SQLITE_INTEGER:
        return COLUMN_INT;
    case SQLITE_BLOB:
        return COLUMN_BYTES;
    default:
        return COLUMN_TEXT;
    }
}

const char *statement_column_name(const struct query *query, int column)
{
    return sqlite3_column_name(query->statement, column);
}

int statement_columns(struct query *query)
{
    return query->rc == SQLITE_OK ? sqlite3_column_count(query->statement) : 0;
}

int64_t statement_changes(const struct store *store)
{
    return sqlite3_changes64(store->db);
}
