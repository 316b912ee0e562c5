/*
 * Private to the room: running a prepared statement.
 *
 *     struct query query;
 *     query_start(&query, store, STATEMENT_PERSON_BY_NAME);
 *     query_text(&query, folded);
 *     err = query_one(&query, &STORE_MSG_NO_PERSON, folded, error);
 *     *id = err == ERR_OK ? query_column(&query, 0) : 0;
 *     query_end(&query);
 *
 * Parameters are bound in their order, and borrowed until query_end. A
 * failure to prepare or to bind is kept and raised by the function that runs the statement,
 * so binding needs no checks. When the shared statement is in use (a callback
 * asks again for what it is being given), the query gets one of its own.
 */
#ifndef STORE_QUERY_H
#define STORE_QUERY_H

#include "store/inside.h"

enum column_type { COLUMN_NULL, COLUMN_INT, COLUMN_TEXT, COLUMN_BYTES };

struct pg_rows;

struct query {
    struct store *store;
    struct sqlite3_stmt *statement; /* SQLite's, as the next two */
    bool own;                       /* prepared for this query alone */
    int rc;                         /* the first failure so far */
    int bound;
    struct pg_rows *rows; /* PostgreSQL's */
};

/* Fails later, with ERR_DENIED for a statement that a reader does not have. */
void query_start(struct query *query, struct store *store, enum statement_id id);

/* A statement that is in no table, for this query alone; `sql` NULL: its text did not fit. */
void query_prepare(struct query *query, struct store *store, const char *sql);

void query_int(struct query *query, int64_t value);
void query_text(struct query *query, struct span text);
void query_bytes(struct query *query, const void *bytes, size_t size);
void query_null(struct query *query);

/* NULL instead of the value unless `has`, or of the empty text. */
void query_int_if(struct query *query, bool has, int64_t value);
void query_text_if(struct query *query, struct span text);
void query_bytes_if(struct query *query, struct span bytes);

/* Steps to the next row; `*row` says whether there is one. */
ERR_CHECK enum err query_next(struct query *query, bool *row, struct error *error);

/* Steps to the first row and raises `absent` with `name` when there is none. */
ERR_CHECK enum err query_one(struct query *query, const struct message *absent, struct span name, struct error *error);
ERR_CHECK enum err query_one_int(struct query *query, const struct message *absent, int64_t name, struct error *error);

/* Runs a statement without rows and ends the query. It may be deferred: then its failure comes later (store.h). */
ERR_CHECK enum err query_run(struct query *query, struct error *error);
/* The same for one that must change a row, else `absent` is raised about `name`; it may be deferred, too. */
ERR_CHECK enum err query_run_must(struct query *query, const struct message *absent, int64_t name, struct error *error);
/* After `query_next`: the same statement with other parameters. */
void query_again(struct query *query);

/* Runs several statements, each with `value` as its one parameter. */
ERR_CHECK enum err query_run_all(struct store *store, const enum statement_id *ids, size_t count, int64_t value,
                                 struct error *error);

/* The first column of a statement with at most one row, `absent` when there is none, and ends the query. */
ERR_CHECK enum err query_value(struct query *query, int64_t absent, int64_t *value, struct error *error);
/* The same for bytes, appended to `out`; nothing is when there is no row. */
ERR_CHECK enum err query_append(struct query *query, struct strbuf *out, struct error *error);

/* Calls `fn` for every row and ends the query. ERR_END from `fn` ends it early and becomes ERR_OK. */
typedef enum err query_row_fn(struct query *query, void *context, struct error *error);
ERR_CHECK enum err query_each(struct query *query, query_row_fn *fn, void *context, struct error *error);

void query_end(struct query *query);

/* Columns of the present row. Spans are borrowed until the next step; NULL is the empty span. */
int64_t query_column(const struct query *query, int column);
struct span query_column_span(const struct query *query, int column);
bool query_column_null(const struct query *query, int column);
enum column_type query_column_type(const struct query *query, int column);
const char *query_column_name(const struct query *query, int column);
int query_columns(struct query *query); /* 0: the statement does not fit the schema */

/* Rows that the last statement of this connection changed; waits for it. */
int64_t query_changes(const struct store *store);

/* ERR_CORRUPT: a stored value is not what its column promises. */
ERR_CHECK enum err query_bad_value(const struct query *query, const char *what, struct error *error);

#endif
