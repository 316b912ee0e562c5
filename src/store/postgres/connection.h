/*
 * Private to PostgreSQL's engine: one connection, in pipeline mode.
 *
 * What is sent is noted in `pending`, in order; answers come in the same
 * order and are taken when somebody needs one (pg_take) or all of them
 * (pg_settle). The first failure is kept in `error` until the transaction, or
 * what came after the mark, is undone; until then nothing more is sent.
 */
#ifndef STORE_POSTGRES_CONNECTION_H
#define STORE_POSTGRES_CONNECTION_H

#include "store/engine.h"
#include "store/postgres/library.h"

enum {
    PG_SLUG = 41,
    PG_PENDING = 256, /* answers that may be awaited before somebody must take them */
    PG_XID = 24,
    PG_EPOCH = 64,
    PG_LEAF = 32,
    PG_ANSWER_MS = 10000, /* what answers at once has so long, beside what it may wait for */
    PG_DOUBT_MS = 30000   /* so long a COMMIT is waited for, and then asked about */
};

enum pending_kind {
    PENDING_IGNORED, /* failures aside */
    PENDING_CHANGES, /* whose count of rows query_changes tells */
    PENDING_MUST,    /* which must change a row */
    PENDING_ROWS,    /* that a query waits for */
    PENDING_PREPARE, /* of the statement `name` */
    PENDING_SYNC
};

struct pending {
    enum pending_kind kind;
    const struct message *absent; /* PENDING_MUST */
    int64_t name;
    PGresult **into; /* where its rows are kept until somebody asks for them; NULL: somebody waits */
};

struct pg_ahead;

struct pg {
    struct store *self; /* whose it is */
    const struct pq *pq;
    PGconn *connection;    /* NULL: lost, or not yet there */
    struct strbuf address; /* for libpq; may hold a password */
    char slug[PG_SLUG];
    char schema[PG_SLUG + 8];  /* club_SLUG */
    char stored[PG_SLUG + 16]; /* "club_SLUG". */
    struct pending pending[PG_PENDING];
    size_t first;
    size_t count;
    bool failed; /* `error` says why */
    bool lost;   /* in the middle of a transaction */
    struct error error;
    unsigned prepared[STATEMENT_COUNT]; /* the number in its name; 0: it is not */
    unsigned names;                     /* so many were given: none is given twice */
    int cursors;                        /* so many were made */
    int64_t changes;
    char xid[PG_XID];            /* of the writing transaction */
    char epoch[PG_EPOCH];        /* of the server, now: another one after it has lost what was not on disk */
    char begun[PG_EPOCH];        /* that in which the transaction began */
    int64_t last;                /* the entry that it added last, */
    unsigned char leaf[PG_LEAF]; /* and its hash: what tells it from another one */
    int64_t limit_ms;            /* how long an answer may take; 0: as long as the connection stands */
    int64_t doubt_ms;            /* PG_DOUBT_MS */
    bool shadow_lost;            /* the connection that had the shadow is gone, and the shadow with it */
    bool writing;                /* the transaction holds the head row */
    bool added;                  /* it has added to the log */
    int marks;
    struct pg_ahead *ahead; /* NULL: nothing was ever asked ahead */
};

/* Splits `postgresql://…#SLUG`; ERR_USAGE when there is no slug or it is none. */
ERR_CHECK enum err pg_address(const char *path, struct strbuf *address, char slug[PG_SLUG], struct error *error);

/* A connection to the database that `path` names, whether or not it has such a club; pg_detach undoes it in any case. */
ERR_CHECK enum err pg_attach(struct store *store, const char *path, struct error *error);
void pg_detach(struct store *store);

/* Connects, unless it is connected: search_path, time zone, limits. Waits as long as store->wait says. */
ERR_CHECK enum err pg_connect(struct store *store, struct error *error);
/* The same when the shadow, if there was one, does not matter; pg_connect refuses as long as it is thought to be there. */
ERR_CHECK enum err pg_reconnect(struct store *store, struct error *error);
void pg_disconnect(struct store *store);

/* Sends a statement without rows or parameters, its failure to be told later. */
void pg_send(struct store *store, const char *sql, enum pending_kind kind);

/* Notes what was sent. */
void pg_note(struct store *store, struct pending pending);

/* Waits for what was noted, up to the answer of the last one, which `*result` gets (NULL: not wanted). */
ERR_CHECK enum err pg_settle(struct store *store, PGresult **result, struct error *error);

/* The failure that was kept, if there is one. */
ERR_CHECK enum err pg_kept(struct store *store, struct error *error);

/* After a failure: what is awaited is passed over, so that the connection can be used again. False: it cannot. */
bool pg_recover(struct store *store);

/* Sends one statement with text parameters, waits for it, and gives its rows as text. For the rare ones. */
ERR_CHECK enum err pg_ask(struct store *store, const char *sql, int count, const char *const *values, PGresult **result,
                          struct error *error);
ERR_CHECK enum err pg_run(struct store *store, const char *sql, struct error *error);
/* An integer of such a row; 0: NULL, or none. */
int64_t pg_int(const struct pg *pg, const PGresult *result, int row, int column);

/* ---- ahead.c ---- */

/* Members of struct engine. */
void pg_ahead(struct query *query);
size_t pg_ahead_count(const struct store *store);
void pg_ahead_end(struct store *store, size_t from);
/* Gives the query its rows, if it was asked ahead. */
ERR_CHECK enum err pg_ahead_take(struct query *query, struct error *error);
void pg_ahead_free(struct store *store);

/* ---- raise.c ---- */

/* What the server says in `result`, as an error about the store; the connection's own words when there is no result. */
ERR_CHECK enum err pg_raise(struct store *store, const PGresult *result, struct error *error);

/* ---- statement.c, transactions.c, shadow.c, upkeep.c: members of struct engine ---- */

void pg_start(struct query *query, enum statement_id id);
void pg_prepare(struct query *query, const char *sql);
void pg_bind_int(struct query *query, int64_t value);
void pg_bind_text(struct query *query, struct span text);
void pg_bind_bytes(struct query *query, struct span bytes);
void pg_bind_null(struct query *query);
ERR_CHECK enum err pg_next(struct query *query, bool *row, struct error *error);
ERR_CHECK enum err pg_run_query(struct query *query, struct error *error);
ERR_CHECK enum err pg_run_must(struct query *query, const struct message *absent, int64_t name, struct error *error);
void pg_again(struct query *query);
void pg_end(struct query *query);
int64_t pg_column(const struct query *query, int column);
struct span pg_column_span(const struct query *query, int column);
enum column_type pg_column_type(const struct query *query, int column);
const char *pg_column_name(const struct query *query, int column);
int pg_columns(struct query *query);
int64_t pg_changes(const struct store *store);
/* Sends it; its rows go to `*rows` when they come. False: it was not sent. */
bool pg_query_send(struct query *query, PGresult **rows);
/* The prepared statements are to be prepared anew, because their tables are others now. */
void pg_forget_statements(struct store *store);

ERR_CHECK enum err pg_begin(struct store *store, bool reading, struct error *error);
ERR_CHECK enum err pg_commit(struct store *store, struct error *error);
void pg_rollback(struct store *store);
ERR_CHECK enum err pg_mark(struct store *store, struct error *error);
ERR_CHECK enum err pg_keep(struct store *store, struct error *error);
void pg_undo(struct store *store);
void pg_deadline(struct store *store);

ERR_CHECK enum err pg_shadow_make(struct store *store, struct error *error);
ERR_CHECK enum err pg_shadow_index(struct store *store, struct error *error);
ERR_CHECK enum err pg_shadow_drop(struct store *store, struct error *error);
void pg_shadow_gone(struct store *store);

ERR_CHECK enum err pg_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error);
ERR_CHECK enum err pg_backup(struct store *store, const char *path,
                             void (*progress)(void *context, int64_t done, int64_t total), void *context,
                             struct error *error);
ERR_CHECK enum err pg_scrub(struct store *store, bool foreign, struct error *error);
ERR_CHECK enum err pg_flush(struct store *store, struct error *error);
ERR_CHECK enum err pg_size(struct store *store, int64_t *bytes, struct error *error);

#endif
