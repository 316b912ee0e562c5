/*
 * Transactions of PostgreSQL. One that writes begins by locking the club's
 * head row, which is how writers of one club, in whatever daemon, come one
 * after the other; numbers are given from the log as it is then. It ends by
 * setting the head row's size.
 *
 * A connection that breaks while COMMIT is under way leaves a doubt: whether
 * the server has stored it. The number of the transaction is known from its
 * beginning, and the server is asked what became of it before anybody gets an
 * answer.
 */
#include "base/world.h"
#include "store/messages.h"
#include "store/postgres/connection.h"

#include "base/banned.h"

enum { DOUBT_MS = 30000, DOUBT_PAUSE_MS = 50 };

static void set_patience(struct store *store)
{
    char text[64];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "SET LOCAL lock_timeout = ");
    strbuf_int(&sql, store->wait.most_ms > 0 ? store->wait.most_ms : 1);
    pg_send(store, strbuf_text(&sql), PENDING_IGNORED);
}

/* The version of the schema must be the program's; else some other program has changed it, or has yet to. */
static enum err check_version(struct store *store, int64_t version, struct error *error)
{
    int current = store_schema_current();
    if (version == current) {
        return ERR_OK;
    }
    if (version > current) {
        return schema_moved(error, version, strbuf_text(&store->path));
    }
    enum err err = error_raise_span(error, &STORE_MSG_OLDER, path_shown(strbuf_text(&store->path)));
    error_add_int(error, version);
    error_add_int(error, current);
    return err;
}

/* The head row, locked when writing; the first read fixes a reader's snapshot. */
static enum err take_head(struct store *store, bool reading, struct error *error)
{
    struct pg *pg = store->pg;
    PGresult *head = NULL;
    enum err err = pg_ask(store,
                          reading ? "SELECT size, version FROM head"
                                  : "UPDATE head SET size = size RETURNING size, version, pg_current_xact_id()",
                          0, NULL, &head, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_version(store, pg_int(pg, head, 0, 1), error);
    if (err == ERR_OK && !reading) {
        struct strbuf xid;
        strbuf_wrap(&xid, pg->xid, sizeof(pg->xid));
        strbuf_add(&xid, pg->pq->PQgetvalue(head, 0, 2));
    }
    pg->pq->PQclear(head);
    return err;
}

enum err pg_begin(struct store *store, bool reading, struct error *error)
{
    struct pg *pg = store->pg;
    enum { TRIES = 2 }; /* a connection that was lost while nobody used it is made again */
    enum err err = ERR_OK;
    for (int i = 0; i < TRIES; i++) {
        err = pg_connect(store, error);
        if (err != ERR_OK) {
            return err;
        }
        pg->failed = pg->lost = false;
        pg->writing = !reading;
        pg->added = false;
        pg->marks = 0;
        store->in_transaction = true;
        pg_send(store, reading ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN ISOLATION LEVEL READ COMMITTED",
                PENDING_IGNORED);
        if (!reading) {
            set_patience(store);
        }
        err = take_head(store, reading, error);
        if (err == ERR_OK) {
            return ERR_OK;
        }
        bool lost = pg->lost;
        store_rollback(store);
        if (!lost) {
            return err;
        }
    }
    return err;
}

/* What became of the transaction: ERR_OK when it is stored. Asks over a new connection, for a while. */
static enum err resolve_doubt(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    char xid[PG_XID];
    const char *const values[] = {xid};
    int64_t end = monotonic_ms() + DOUBT_MS;
    memcpy(xid, pg->xid, sizeof(xid));
    store->in_transaction = false; /* what is asked now is no part of it */
    for (; monotonic_ms() < end; pause_ms(DOUBT_PAUSE_MS)) {
        PGresult *answer = NULL;
        struct error ignored;
        if (pg_connect(store, &ignored) != ERR_OK ||
            pg_ask(store, "SELECT pg_xact_status(CAST($1 AS xid8))", 1, values, &answer, &ignored) != ERR_OK) {
            continue;
        }
        bool known = !pg->pq->PQgetisnull(answer, 0, 0);
        struct span status = span_from(pg->pq->PQgetvalue(answer, 0, 0));
        bool committed = known && span_is(status, "committed");
        bool aborted = known && span_is(status, "aborted");
        pg->pq->PQclear(answer);
        if (committed) {
            return ERR_OK;
        }
        if (aborted) {
            return error_raise_span(error, &STORE_MSG_ROLLED_BACK, path_shown(strbuf_text(&store->path)));
        }
        if (!known) {
            break;
        }
    }
    return error_raise_span(error, &STORE_MSG_IN_DOUBT, path_shown(strbuf_text(&store->path)));
}

enum err pg_commit(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    PGresult *answer = NULL;
    enum err err = pg_settle(store, NULL, error); /* whatever fails now has stored nothing */
    if (err != ERR_OK) {
        return err;
    }
    if (pg->added) {
        pg_send(store, "UPDATE head SET size = (SELECT coalesce(max(seq), 0) FROM entry)", PENDING_IGNORED);
    }
    err = pg_ask(store, "COMMIT", 0, NULL, &answer, error);
    bool stored = err == ERR_OK && span_is(span_from(pg->pq->PQcmdStatus(answer)), "COMMIT");
    pg->pq->PQclear(answer);
    if (stored) {
        return ERR_OK;
    }
    if (pg->lost && pg->writing) {
        return resolve_doubt(store, error);
    }
    return err != ERR_OK ? err : error_raise_span(error, &STORE_MSG_ROLLED_BACK, path_shown(strbuf_text(&store->path)));
}

void pg_rollback(struct store *store)
{
    struct pg *pg = store->pg;
    struct error ignored;
    store->in_transaction = true; /* until it is over: what is sent belongs to it */
    if (pg_recover(store)) {
        pg->failed = false;
        (void)!pg_run(store, "ROLLBACK", &ignored);
        (void)pg_recover(store);
    }
    store->in_transaction = false;
    pg->failed = pg->lost = pg->writing = false;
}

enum err pg_mark(struct store *store, struct error *error)
{
    enum err err = pg_kept(store, error);
    if (err != ERR_OK) {
        return err;
    }
    store->pg->marks++;
    pg_send(store, "SAVEPOINT mark", PENDING_IGNORED);
    return ERR_OK;
}

enum err pg_keep(struct store *store, struct error *error)
{
    enum err err = pg_settle(
        store, NULL, error); /* before the mark goes: a row that had to change and did not is no failure there */
    if (err == ERR_OK) {
        pg_send(store, "RELEASE SAVEPOINT mark", PENDING_IGNORED);
        store->pg->marks--;
    }
    return err;
}

void pg_undo(struct store *store)
{
    struct pg *pg = store->pg;
    struct error ignored;
    if (pg->lost || !pg_recover(store)) {
        return; /* the failure is kept, and the next call says so */
    }
    pg->failed = false;
    pg->marks--;
    store->seen_counted = false;
    pg_send(store, "ROLLBACK TO SAVEPOINT mark", PENDING_IGNORED);
    pg_send(store, "RELEASE SAVEPOINT mark", PENDING_IGNORED);
    (void)!pg_settle(store, NULL, &ignored); /* kept: then everything is undone in the end */
}

/* Whoever waits for an answer asks it. */
void pg_deadline(struct store *store)
{
    (void)store;
}
