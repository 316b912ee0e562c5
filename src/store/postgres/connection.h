/*
 * Private to PostgreSQL's engine: a club's store, and the connection that it
 * works with, in pipeline mode.
 *
 * What is sent is noted in `pending`, in order; answers come in the same
 * order and are taken when somebody needs one (pg_take) or all of them
 * (pg_settle). The first failure is kept in `error` until the transaction, or
 * what came after the mark, is undone; until then nothing more is sent.
 *
 * A connection is a `struct pg_session` (session.c). A store has one of its
 * own, or takes one of a pool (pool.c) with pg_connect and gives it back
 * with pg_let_go, which whatever ends a transaction or a statement outside of
 * one calls. It remembers the prepared statements of the clubs that it last worked for,
 * and is told in the same pipeline as what comes first that it works for another one.
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
    PG_POOLED_MS = 30000, /* and whatever a daemon asks */
    PG_DOUBT_MS = 30000,  /* so long a COMMIT is waited for, and then asked about */
    PG_CLUBS = 8,         /* whose prepared statements a connection keeps */
    PG_TAKEN_MOST = 256,  /* so often one of a pool takes up a club that it has forgotten: the server forgets nothing */
    PG_CONNECT_MS = 10000, /* that connecting may take */
    PG_CONNECT_POOLED_MS = 3000
};

/* `application_name`: "dendro SLUG" has the club open; "dendro/SLUG", one of a pool, works for it or last did. */
#define PG_MARK_OWN ' '
#define PG_MARK_POOLED '/'

enum pending_kind {
    PENDING_IGNORED, /* failures aside */
    PENDING_CHANGES, /* whose count of rows query_changes tells */
    PENDING_MUST,    /* which must change a row */
    PENDING_ROWS,    /* that a query waits for */
    PENDING_PREPARE, /* of the statement `name` */
    PENDING_CLUB,    /* after which the connection works for the club */
    PENDING_SYNC
};

struct pending {
    enum pending_kind kind;
    const struct message *absent; /* PENDING_MUST */
    int64_t name;
    PGresult **into; /* where its rows are kept until somebody asks for them; NULL: somebody waits */
};

struct pg_ahead;

/* What a connection has prepared for a club. */
struct pg_club {
    char slug[PG_SLUG];                 /* empty: of none */
    uint64_t used;                      /* the connection's turn in which it last worked for it */
    unsigned prepared[STATEMENT_COUNT]; /* the number in its name; 0: it is not */
};

/* What a server must not have, because nothing is safe then. */
enum pg_unsafe { UNSAFE_NOTHING, UNSAFE_COMMIT_OFF, UNSAFE_COMMIT_LOCAL, UNSAFE_PAGES };

struct pg_session {
    PGconn *connection;
    struct pg_club clubs[PG_CLUBS];
    const struct pg_club *now; /* whose search_path it has; NULL: nobody's yet */
    bool reading;              /* and whose patience with it, while it says nothing */
    bool unsure;               /* it was told to work for another club, and has not answered yet */
    bool spoilt;               /* it is not given to anybody else any more */
    bool opening;              /* on its way */
    uint64_t turn;
    unsigned taken;  /* so often it took up a club that it did not remember */
    unsigned names;  /* so many were given: none is given twice */
    unsigned strays; /* of them, those that may be there and are not known */
    char epoch[PG_EPOCH];
    enum pg_unsafe unsafe;
    struct pg_session *next; /* the pool's, as the next two */
    int64_t since;           /* when it was given back */
    bool writes;             /* it was lent to one that writes */
    bool kept;               /* it has a shadow: the pool counts those */
};

struct pg {
    struct store *self; /* whose it is */
    const struct pq *pq;
    struct pg_session *session; /* NULL: it has none now */
    PGconn *connection;         /* the session's; NULL: lost, or not yet there */
    struct strbuf address;      /* for libpq; may hold a password */
    char slug[PG_SLUG];
    char schema[PG_SLUG + 8];  /* club_SLUG */
    char stored[PG_SLUG + 16]; /* "club_SLUG". */
    struct pending pending[PG_PENDING];
    size_t first;
    size_t count;
    bool failed; /* `error` says why */
    bool lost;   /* in the middle of a transaction */
    struct error error;
    unsigned *prepared; /* of the club, in the session */
    int cursors;        /* so many were made */
    int64_t changes;
    char xid[PG_XID];            /* of the writing transaction */
    char epoch[PG_EPOCH];        /* of the server, now: another one after it has lost what was not on disk */
    char begun[PG_EPOCH];        /* that in which the transaction began */
    int64_t last;                /* the entry that it added last, */
    unsigned char leaf[PG_LEAF]; /* and its hash: what tells it from another one */
    int64_t limit_ms;            /* how long an answer may take; 0: as long as the connection stands */
    int64_t usual_ms;            /* that, unless something else is said: a daemon's requests do not wait for ever */
    int64_t doubt_ms;            /* PG_DOUBT_MS */
    bool shadow_lost;            /* the connection that had the shadow is gone, and the shadow with it */
    bool writing;                /* the transaction holds the head row */
    bool ending;                 /* it is being committed or rolled back: the server says when that is over */
    bool held;                   /* the connection stays for several statements outside of a transaction */
    bool named;                  /* the path says what the server is called */
    bool joined;                 /* the pool */
    bool served;                 /* the pool says that the club is open */
    char mark;                   /* in the name of its sessions, before the slug: see store_club_used */
    enum pg_unsafe unsafe;       /* of the server, when it was last connected to */
    int64_t connect_ms;          /* how long connecting may take */
    bool added;                  /* it has added to the log */
    int marks;
    struct pg_ahead *ahead; /* NULL: nothing was ever asked ahead */
};

/* Splits `postgresql://…#SLUG`; ERR_USAGE when there is no slug or it is none. */
ERR_CHECK enum err pg_address(const char *path, struct strbuf *address, char slug[PG_SLUG], struct error *error);

/* A connection to the database that `path` names, or a pool of them, whether or not it has such a club; pg_detach undoes it. */
ERR_CHECK enum err pg_attach(struct store *store, const char *path, struct error *error);
/* The same, and nobody has connected yet. */
ERR_CHECK enum err pg_ready(struct store *store, const char *path, struct error *error);
void pg_detach(struct store *store);

/* ---- session.c ---- */

/* Connects, unless it is connected, or takes a connection of the pool. Waits as long as store->wait says. */
ERR_CHECK enum err pg_connect(struct store *store, struct error *error);
/* The same when the shadow, if there was one, does not matter; pg_connect refuses as long as it is thought to be there. */
ERR_CHECK enum err pg_reconnect(struct store *store, struct error *error);
/* Closes it, if there is one. */
void pg_disconnect(struct store *store);
/* One of a pool goes back to it, or is closed when it is in any doubt; unless it is held, or has a shadow. */
void pg_let_go(struct store *store);
/* Without asking the server: false when it has hung up, or said something that nobody asked for. */
bool pg_session_alive(const struct pq *pq, const struct pg_session *session);
/* Closes and frees one; accepts NULL. */
void pg_session_free(const struct pq *pq, const struct allocator *allocator, struct pg_session *session);

/* ---- connection.c ---- */

/* The connection is gone: closes it and keeps that as the failure. */
void pg_lose(struct store *store);

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
