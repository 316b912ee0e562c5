/*
 * Statements of PostgreSQL: prepared when first run, parameters and rows in
 * binary. What gives no rows is sent and not waited for. Rows of a whole
 * table come through a cursor, a few hundred at a time, so that a club's
 * history need not fit into memory.
 */
#include "store/messages.h"
#include "store/postgres/rows.h"

#include "base/banned.h"

/* ---- what is sent ---- */

/* ?1 becomes $1; there is no other question mark in our SQL. */
static void translate(struct strbuf *out, const char *sql)
{
    for (const char *c = sql; *c; c++) {
        strbuf_add_char(out, *c == '?' ? '$' : *c);
    }
}

static struct pg_rows *rows_new(struct query *query, enum statement_id id, const char *sql)
{
    const struct allocator *allocator = query->store->allocator;
    struct pg_rows *rows = mem_new(allocator, 1, sizeof(*rows));
    if (!rows) {
        return NULL;
    }
    rows->id = id;
    rows->row = -1;
    strbuf_init(&rows->sql, allocator, SQL_LIMIT);
    if (sql) {
        translate(&rows->sql, sql);
    }
    return rows;
}

void pg_start(struct query *query, enum statement_id id)
{
    query->rows = rows_new(query, id, NULL);
    if (query->rows) {
        query->rows->denied = !engine_allows(query->store, STATEMENTS[id].traits);
    }
}

void pg_prepare(struct query *query, const char *sql)
{
    query->rows = rows_new(query, STATEMENT_COUNT, sql ? sql : "");
}

static void bind(struct query *query, Oid type, const char *bytes, size_t length)
{
    struct pg_rows *rows = query->rows;
    if (rows && length > STORE_VALUE_LIMIT) {
        rows->too_big = true;
    } else if (rows && rows->count < PARAMETERS) {
        rows->type[rows->count] = type;
        rows->value[rows->count] = bytes;
        rows->length[rows->count] = (int)length;
        rows->format[rows->count] = 1;
        rows->count++;
    }
}

void pg_bind_int(struct query *query, int64_t value)
{
    struct pg_rows *rows = query->rows;
    if (!rows || rows->count == PARAMETERS) {
        return;
    }
    unsigned char *bytes = rows->number[rows->count];
    for (int i = 0; i < NUMBER; i++) {
        bytes[i] = (unsigned char)((uint64_t)value >> (8 * (NUMBER - 1 - i)));
    }
    bind(query, TYPE_INT8, (const char *)bytes, NUMBER);
}

void pg_bind_text(struct query *query, struct span text)
{
    bind(query, TYPE_TEXT, text.ptr ? text.ptr : "", text.len);
}

void pg_bind_bytes(struct query *query, struct span bytes)
{
    bind(query, TYPE_BYTEA, bytes.ptr ? bytes.ptr : "", bytes.len);
}

void pg_bind_null(struct query *query)
{
    bind(query, 0, NULL, 0); /* its type is what its place asks for */
}

static const char *text_of(const struct pg_rows *rows, struct strbuf *memory)
{
    if (rows->id == STATEMENT_COUNT) {
        return strbuf_text(&rows->sql);
    }
    translate(memory, POSTGRES_STATEMENTS[rows->id]);
    return strbuf_text(memory);
}

static void name_of(unsigned number, char name[NAME_SIZE])
{
    struct strbuf text;
    strbuf_wrap(&text, name, NAME_SIZE);
    strbuf_add(&text, "d");
    strbuf_int(&text, (int64_t)number);
}

/* Prepares a statement of the table, if it is not, and sends it with its parameters. */
static bool send_prepared(struct store *store, const struct pg_rows *rows, struct pending pending)
{
    struct pg *pg = store->pg;
    char name[NAME_SIZE];
    bool known = pg->prepared[rows->id] != 0;
    name_of(known ? pg->prepared[rows->id] : ++pg->session->names, name);
    if (!known) {
        struct strbuf sql;
        strbuf_init(&sql, store->allocator, SQL_LIMIT);
        const char *text = text_of(rows, &sql);
        bool sent = strbuf_ok(&sql) && pg->pq->PQsendPrepare(pg->connection, name, text, rows->count, rows->type) == 1;
        strbuf_release(&sql);
        if (!sent) {
            return false;
        }
        pg->prepared[rows->id] = pg->session->names;
        pg_note(store, (struct pending){.kind = PENDING_PREPARE, .name = rows->id});
    }
    if (pg->pq->PQsendQueryPrepared(pg->connection, name, rows->count, rows->value, rows->length, rows->format, 1) !=
        1) {
        return false;
    }
    pg_note(store, pending);
    return true;
}

/* Any other statement, with `before` in front of it. */
static bool send_text(struct store *store, const struct pg_rows *rows, const char *before, struct pending pending)
{
    struct pg *pg = store->pg;
    struct strbuf sql;
    struct strbuf own;
    strbuf_init(&sql, store->allocator, SQL_LIMIT);
    strbuf_init(&own, store->allocator, SQL_LIMIT);
    strbuf_add(&sql, before);
    strbuf_add(&sql, text_of(rows, &own));
    bool sent = strbuf_ok(&sql) && strbuf_ok(&own) &&
                pg->pq->PQsendQueryParams(pg->connection, strbuf_text(&sql), rows->count, rows->type, rows->value,
                                          rows->length, rows->format, 1) == 1;
    strbuf_release(&own);
    strbuf_release(&sql);
    if (sent) {
        pg_note(store, pending);
    }
    return sent;
}

/* Room for a few answers, no failure so far, and a connection. */
static enum err be_ready(struct query *query, struct error *error)
{
    struct store *store = query->store;
    struct pg *pg = store->pg;
    if (!query->rows || (query->rows->id == STATEMENT_COUNT && !strbuf_ok(&query->rows->sql))) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (query->rows->denied) {
        return error_raise_span(error, &STORE_MSG_READ_ONLY, path_shown(strbuf_text(&store->path)));
    }
    if (query->rows->too_big) {
        return error_raise_span(error, &STORE_MSG_TOO_BIG, path_shown(strbuf_text(&store->path)));
    }
    enum err err = pg->count > PG_PENDING - 8 ? pg_settle(store, NULL, error) : pg_kept(store, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!pg->connection) { /* outside of a transaction it may simply be made again */
        return store->in_transaction
                   ? error_raise_span(error, &STORE_MSG_ROLLED_BACK, path_shown(strbuf_text(&store->path)))
                   : pg_connect(store, error);
    }
    return ERR_OK;
}

static bool send(struct query *query, struct pending pending)
{
    struct pg_rows *rows = query->rows;
    rows->sent = true;
    return rows->id == STATEMENT_COUNT ? send_text(query->store, rows, "", pending)
                                       : send_prepared(query->store, rows, pending);
}

/* For want of memory, ours or libpq's, unless the connection is gone. What was awaited is lost with it, and nothing more is sent. */
static enum err not_sent(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    bool gone = !pg->connection || pg->pq->PQstatus(pg->connection) != CONNECTION_OK;
    enum err err = gone ? pg_raise(store, NULL, error) : error_raise(error, &MSG_MEMORY);
    (void)pg_recover(store);
    if (store->in_transaction && !pg->failed) {
        pg->error = *error;
        pg->failed = true;
    }
    if (!store->in_transaction) {
        pg->failed = false;
        pg_let_go(store);
    }
    return err;
}

/* ---- rows ---- */

static void fetch_text(const struct pg_rows *rows, const char *verb, char text[64])
{
    struct strbuf sql;
    strbuf_wrap(&sql, text, 64);
    strbuf_add(&sql, verb);
    strbuf_add(&sql, "c");
    strbuf_int(&sql, rows->cursor);
}

/* True for what may be more than memory should hold at once. */
static bool is_long(const struct query *query)
{
    enum statement_id id = query->rows->id;
    if (!query->store->in_transaction || id == STATEMENT_SETTINGS) {
        return false; /* a cursor lives in a transaction, and settings are few */
    }
    return id == STATEMENT_COUNT || id == STATEMENT_ENTRIES || id == STATEMENT_ENTRIES_OF ||
           ((STATEMENTS[id].traits & SCANS) && !(STATEMENTS[id].traits & WRITES));
}

static bool send_fetch(struct query *query)
{
    struct pg *pg = query->store->pg;
    char text[64];
    struct strbuf verb;
    char verbs[32];
    strbuf_wrap(&verb, verbs, sizeof(verbs));
    strbuf_add(&verb, "FETCH ");
    strbuf_int(&verb, FETCHED);
    strbuf_add(&verb, " FROM ");
    fetch_text(query->rows, strbuf_text(&verb), text);
    if (pg->pq->PQsendQueryParams(pg->connection, text, 0, NULL, NULL, NULL, NULL, 1) != 1) {
        return false;
    }
    pg_note(query->store, (struct pending){.kind = PENDING_ROWS});
    return true;
}

static bool declare(struct query *query)
{
    struct pg_rows *rows = query->rows;
    char text[96];
    char named[64];
    struct strbuf sql;
    rows->cursor = ++query->store->pg->cursors;
    rows->sent = true;
    fetch_text(rows, "DECLARE ", named);
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, named);
    strbuf_add(&sql, " NO SCROLL CURSOR FOR ");
    return send_text(query->store, rows, strbuf_text(&sql), (struct pending){.kind = PENDING_IGNORED}) &&
           send_fetch(query);
}

static bool is_select(const struct pg_rows *rows)
{
    return rows->id != STATEMENT_COUNT || span_starts(strbuf_span(&rows->sql), "SELECT");
}

/* A change outside of a transaction has one of its own: the head row is locked, as by everybody who writes. */
static bool needs_transaction(const struct query *query)
{
    const struct store *store = query->store;
    const struct pg_rows *rows = query->rows;
    return !store->in_transaction && store->mode != STORE_READ && rows && rows->id != STATEMENT_COUNT &&
           (STATEMENTS[rows->id].traits & WRITES);
}

static enum err end_alone(struct store *store, enum err err, struct error *error)
{
    if (err == ERR_OK) {
        return store_commit(store, error);
    }
    store_rollback(store);
    return err;
}

bool pg_query_send(struct query *query, PGresult **rows)
{
    struct error ignored;                                  /* a failure is kept, and told to whoever asks next */
    bool room = query->store->pg->count < PG_PENDING - 16; /* else somebody's answers would have to be taken first */
    return room && be_ready(query, &ignored) == ERR_OK && !is_long(query) &&
           send(query, (struct pending){.kind = PENDING_ROWS, .into = rows});
}

/* The first rows, or the next of a cursor. */
static enum err ask_rows(struct query *query, struct error *error)
{
    struct pg_rows *rows = query->rows;
    struct store *store = query->store;
    enum err err = be_ready(query, error);
    /* Many answers that come at once are as long as one that is waited for. */
    err = err == ERR_OK ? deadline_check(store->deadline, error) : err;
    if (err != ERR_OK) {
        return err;
    }
    err = pg_ahead_take(query, error);
    if (err != ERR_OK || rows->complete) {
        return err;
    }
    bool sent = rows->sent                          ? send_fetch(query)
                : is_long(query) && is_select(rows) ? declare(query)
                                                    : send(query, (struct pending){.kind = PENDING_CHANGES});
    if (!sent) {
        return not_sent(store, error);
    }
    store->pg->pq->PQclear(rows->result);
    rows->result = NULL;
    err = pg_settle(store, &rows->result, error);
    if (err != ERR_OK) {
        return err;
    }
    rows->row = -1;
    rows->complete = rows->cursor == 0 || store->pg->pq->PQntuples(rows->result) < FETCHED;
    return ERR_OK;
}

static enum err more_rows(struct query *query, struct error *error)
{
    if (!needs_transaction(query)) {
        return ask_rows(query, error);
    }
    enum err err = pg_begin(query->store, false, error);
    return err == ERR_OK ? end_alone(query->store, ask_rows(query, error), error) : err;
}

enum err pg_next(struct query *query, bool *row, struct error *error)
{
    struct pg_rows *rows = query->rows;
    *row = false;
    if (rows && rows->result && rows->row + 1 < query->store->pg->pq->PQntuples(rows->result)) {
        rows->row++;
        *row = true;
        return ERR_OK;
    }
    if (rows && rows->complete) {
        return ERR_OK;
    }
    enum err err = more_rows(query, error);
    if (err != ERR_OK) {
        return err;
    }
    *row = query->store->pg->pq->PQntuples(query->rows->result) > 0;
    query->rows->row = *row ? 0 : -1;
    return ERR_OK;
}

/* ---- what gives no rows ---- */

/* Whoever asks how it failed wants the transaction to go on: a savepoint of its own around it. */
static enum err run_awaited(struct query *query, struct error *error)
{
    struct store *store = query->store;
    bool inside = store->in_transaction;
    struct error ignored;
    if (inside) {
        pg_send(store, "SAVEPOINT awaited", PENDING_IGNORED);
    }
    bool sent = send(query, (struct pending){.kind = PENDING_CHANGES});
    enum err err = sent ? pg_settle(store, NULL, error) : not_sent(store, error);
    if (err == ERR_OK || !inside) {
        if (inside) {
            pg_send(store, "RELEASE SAVEPOINT awaited", PENDING_IGNORED);
        }
        return err;
    }
    if (!store->pg->lost) {
        store->pg->failed = false;
        pg_send(store, "ROLLBACK TO SAVEPOINT awaited", PENDING_IGNORED);
        (void)!pg_settle(store, NULL, &ignored); /* kept */
    }
    return err;
}

/* Its number and its hash, should the connection break while it is stored. */
static void note_entry(struct pg *pg, const struct pg_rows *rows)
{
    enum { SEQ = 0, LEAF = 5 };
    pg->added = true;
    pg->last = 0;
    for (int i = 0; i < NUMBER; i++) {
        pg->last = pg->last << 8 | rows->number[SEQ][i];
    }
    if (rows->count > LEAF && rows->length[LEAF] == PG_LEAF) {
        memcpy(pg->leaf, rows->value[LEAF], PG_LEAF);
    }
}

static enum err run_inside(struct query *query, struct pending pending, struct error *error)
{
    struct store *store = query->store;
    enum err err = be_ready(query, error);
    if (err != ERR_OK) {
        return err;
    }
    enum statement_id id = query->rows->id;
    if (id == STATEMENT_ENTRY_ADD || id == STATEMENT_PUT_ENTRY) {
        note_entry(store->pg, query->rows);
    }
    if (id != STATEMENT_COUNT && (STATEMENTS[id].traits & AWAITED)) {
        return run_awaited(query, error);
    }
    if (!send(query, pending)) {
        return not_sent(store, error);
    }
    return store->in_transaction ? ERR_OK : pg_settle(store, NULL, error);
}

static enum err run(struct query *query, struct pending pending, struct error *error)
{
    if (!needs_transaction(query)) {
        return run_inside(query, pending, error);
    }
    enum err err = pg_begin(query->store, false, error);
    return err == ERR_OK ? end_alone(query->store, run_inside(query, pending, error), error) : err;
}

enum err pg_run_query(struct query *query, struct error *error)
{
    return run(query, (struct pending){.kind = PENDING_CHANGES}, error);
}

enum err pg_run_must(struct query *query, const struct message *absent, int64_t name, struct error *error)
{
    return run(query, (struct pending){.kind = PENDING_MUST, .absent = absent, .name = name}, error);
}

int64_t pg_changes(const struct store *store)
{
    struct error ignored;
    struct store *same = store->pg->self;
    /* After a failure: as if it had changed something. The failure is kept, and told by whoever comes next. */
    return pg_settle(same, NULL, &ignored) == ERR_OK ? store->pg->changes : 1;
}

/* ---- the end ---- */

static void close_cursor(struct query *query)
{
    struct pg_rows *rows = query->rows;
    char text[64];
    if (rows->cursor != 0 && query->store->in_transaction && !query->store->pg->failed) {
        fetch_text(rows, "CLOSE ", text);
        pg_send(query->store, text, PENDING_IGNORED);
    }
    rows->cursor = 0;
}

void pg_again(struct query *query)
{
    struct pg_rows *rows = query->rows;
    if (!rows) {
        return;
    }
    close_cursor(query);
    query->store->pg->pq->PQclear(rows->result);
    rows->result = NULL;
    rows->count = 0;
    rows->row = -1;
    rows->sent = rows->complete = false;
}

void pg_end(struct query *query)
{
    struct pg_rows *rows = query->rows;
    if (!rows) {
        return;
    }
    close_cursor(query);
    query->store->pg->pq->PQclear(rows->result);
    strbuf_release(&rows->sql);
    mem_free(query->store->allocator, rows);
    query->rows = NULL;
}

void pg_forget_statements(struct store *store)
{
    struct pg *pg = store->pg;
    if (pg->connection) {
        for (size_t i = 0; i < PG_CLUBS; i++) {
            memset(pg->session->clubs[i].prepared, 0, sizeof(pg->session->clubs[i].prepared));
        }
        pg_send(store, "DEALLOCATE ALL", PENDING_IGNORED);
    }
}

/* ---- columns ---- */

static const char *value_of(const struct query *query, int column)
{
    return query->store->pg->pq->PQgetvalue(query->rows->result, query->rows->row, column);
}

static size_t length_of(const struct query *query, int column)
{
    return (size_t)query->store->pg->pq->PQgetlength(query->rows->result, query->rows->row, column);
}

/* A number of any size, the highest byte first; one of its bytes is enough for a truth value. */
int64_t pg_column(const struct query *query, int column)
{
    if (pg_column_type(query, column) != COLUMN_INT) {
        return 0;
    }
    const unsigned char *bytes = (const unsigned char *)value_of(query, column);
    size_t length = length_of(query, column);
    uint64_t number = length > 0 && bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < length && i < NUMBER; i++) {
        number = number << 8 | bytes[i];
    }
    return (int64_t)number;
}

struct span pg_column_span(const struct query *query, int column)
{
    return span_of(value_of(query, column), length_of(query, column));
}

enum column_type pg_column_type(const struct query *query, int column)
{
    const struct pq *pq = query->store->pg->pq;
    if (pq->PQgetisnull(query->rows->result, query->rows->row, column)) {
        return COLUMN_NULL;
    }
    switch (pq->PQftype(query->rows->result, column)) {
    case TYPE_BOOL:
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
        return COLUMN_INT;
    case TYPE_BYTEA:
        return COLUMN_BYTES;
    default:
        return COLUMN_TEXT;
    }
}

const char *pg_column_name(const struct query *query, int column)
{
    return query->store->pg->pq->PQfname(query->rows->result, column);
}

/* Before the first row the statement is run: rows of a table that is not large, or through a cursor. */
int pg_columns(struct query *query)
{
    struct error ignored;
    if (query->rows && !query->rows->result && more_rows(query, &ignored) != ERR_OK) {
        return 0;
    }
    return query->rows ? query->store->pg->pq->PQnfields(query->rows->result) : 0;
}
