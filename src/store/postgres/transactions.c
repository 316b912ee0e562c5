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

enum { DOUBT_PAUSE_MS = 50 };

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
    pg_send(store,
            reading ? "SELECT size, version FROM head"
                    : "UPDATE head SET size = size RETURNING size, version, pg_current_xact_id()",
            PENDING_ROWS);
    if (store->asking) { /* answered in the same trip, from what is there once the row is locked */
        store->asking(store, store->asking_context);
    }
    enum err err = pg_settle(store, &head, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_version(store, pg_int(pg, head, 0, 1), error);
    if (err == ERR_OK && !reading) {
        struct strbuf xid;
        strbuf_wrap(&xid, pg->xid, sizeof(pg->xid));
        strbuf_add(&xid, pg->pq->PQgetvalue(head, 0, 2));
        memcpy(pg->begun, pg->epoch, sizeof(pg->begun));
    }
    pg->pq->PQclear(head);
    return err;
}

enum err pg_begin(struct store *store, bool reading, struct error *error)
{
    struct pg *pg = store->pg;
    enum { TRIES = 2 }; /* a connection that was lost while nobody used it is made again */
    enum err err = reading ? deadline_check(store->deadline, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
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
        pg->limit_ms = (store->wait.most_ms > 0 ? store->wait.most_ms : 0) + PG_ANSWER_MS;
        err = take_head(store, reading, error);
        pg->limit_ms = pg->usual_ms;
        if (err == ERR_OK) {
            if (!reading) { /* the patience was for the head row */
                pg_send(store, "SET LOCAL lock_timeout = 0", PENDING_IGNORED);
            }
            return ERR_OK;
        }
        bool lost = pg->lost || (pg->session && pg->session->unsure);
        store_rollback(store);
        if (!lost) {
            return err;
        }
    }
    return err;
}

enum outcome { OUTCOME_UNKNOWN, OUTCOME_STORED, OUTCOME_UNDONE, OUTCOME_NOBODY_KNOWS };

/* A server that has lost transactions gives their numbers again: whether the last entry is the one that was added. */
static enum outcome look_for_entry(struct store *store)
{
    struct pg *pg = store->pg;
    char seq[PG_XID];
    char leaf[2 * PG_LEAF + 1];
    struct strbuf text;
    const char *const values[] = {seq, leaf};
    PGresult *answer = NULL;
    struct error ignored;
    if (!pg->added) {
        return OUTCOME_NOBODY_KNOWS;
    }
    strbuf_wrap(&text, seq, sizeof(seq));
    strbuf_int(&text, pg->last);
    for (size_t i = 0; i < PG_LEAF; i++) {
        leaf[2 * i] = "0123456789abcdef"[pg->leaf[i] >> 4];
        leaf[2 * i + 1] = "0123456789abcdef"[pg->leaf[i] & 15];
    }
    leaf[sizeof(leaf) - 1] = '\0';
    if (pg_ask(store, "SELECT 1 FROM entry WHERE seq = CAST($1 AS bigint) AND leaf = decode($2, 'hex')", 2, values,
               &answer, &ignored) != ERR_OK) {
        return OUTCOME_UNKNOWN;
    }
    bool there = pg->pq->PQntuples(answer) > 0;
    pg->pq->PQclear(answer);
    return there ? OUTCOME_STORED : OUTCOME_UNDONE;
}

/* Asks once, over a new connection. */
static enum outcome ask_outcome(struct store *store, const char *xid)
{
    struct pg *pg = store->pg;
    const char *const values[] = {xid};
    PGresult *answer = NULL;
    struct error error;
    if (pg_reconnect(store, &error) != ERR_OK) {
        return OUTCOME_UNKNOWN;
    }
    bool same = memcmp(pg->begun, pg->epoch, sizeof(pg->begun)) == 0;
    /* When the number that we are given now is not a later one, the server has lost ours. */
    enum err err = pg_ask(store,
                          "SELECT CASE WHEN pg_current_xact_id() <= CAST($1 AS xid8) THEN 'lost'"
                          " ELSE pg_xact_status(CAST($1 AS xid8)) END",
                          1, values, &answer, &error);
    if (err != ERR_OK) {
        return OUTCOME_UNKNOWN;
    }
    bool known = !pg->pq->PQgetisnull(answer, 0, 0);
    struct span status = span_from(pg->pq->PQgetvalue(answer, 0, 0));
    bool committed = known && span_is(status, "committed");
    bool undone = known && (span_is(status, "aborted") || span_is(status, "lost"));
    pg->pq->PQclear(answer);
    if (!known) {
        return OUTCOME_NOBODY_KNOWS;
    }
    if (committed) {
        return same ? OUTCOME_STORED : look_for_entry(store);
    }
    return undone ? OUTCOME_UNDONE : OUTCOME_UNKNOWN; /* it goes on */
}

/* What became of the transaction: ERR_OK when it is stored. Asks for a while. */
static enum err resolve_doubt(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    char xid[PG_XID];
    enum outcome outcome = OUTCOME_UNKNOWN;
    int64_t end = monotonic_ms() + pg->doubt_ms;
    memcpy(xid, pg->xid, sizeof(xid));
    store->in_transaction = false; /* what is asked now is no part of it */
    pg->limit_ms = PG_ANSWER_MS;
    while (outcome == OUTCOME_UNKNOWN && monotonic_ms() < end) {
        outcome = ask_outcome(store, xid);
        if (outcome == OUTCOME_UNKNOWN) {
            pause_ms(DOUBT_PAUSE_MS);
        }
    }
    pg->limit_ms = pg->usual_ms;
    if (outcome == OUTCOME_STORED) {
        return ERR_OK;
    }
    store->in_transaction = true; /* until whoever began it ends it */
    return error_raise_span(error, outcome == OUTCOME_UNDONE ? &STORE_MSG_ROLLED_BACK : &STORE_MSG_IN_DOUBT,
                            path_shown(strbuf_text(&store->path)));
}

/* Whether a row that had to change may not have. */
static bool pg_counts(const struct pg *pg)
{
    bool counts = false;
    for (size_t i = 0; i < pg->count && !counts; i++) {
        counts = pg->pending[(pg->first + i) % PG_PENDING].kind == PENDING_MUST;
    }
    return counts;
}

enum err pg_commit(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    PGresult *answer = NULL;
    /* What the server refuses makes it pass over the COMMIT behind it; what only we can see is looked at first. */
    enum err err = pg_counts(pg) ? pg_settle(store, NULL, error) : pg_kept(store, error);
    if (err != ERR_OK) {
        return err;
    }
    if (pg->added) {
        pg_send(store, "UPDATE head SET size = (SELECT coalesce(max(seq), 0) FROM entry)", PENDING_IGNORED);
    }
    pg->limit_ms = pg->doubt_ms;
    pg->ending = true;
    err = pg_ask(store, "COMMIT", 0, NULL, &answer, error);
    pg->ending = false;
    pg->limit_ms = pg->usual_ms;
    pg_ahead_end(store, 0);
    bool stored = err == ERR_OK && span_is(span_from(pg->pq->PQcmdStatus(answer)), "COMMIT");
    pg->pq->PQclear(answer);
    if (stored) {
        pg_let_go(store);
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
    pg->limit_ms = PG_ANSWER_MS;
    bool settled = pg->connection && !pg->failed && pg->count == 0;
    if (settled || pg_recover(store)) {
        pg->failed = false;
        pg->ending = true;
        (void)!pg_run(store, "ROLLBACK", &ignored);
        pg->ending = false;
    }
    pg_ahead_end(store, 0);
    store->in_transaction = false;
    pg->limit_ms = pg->usual_ms;
    pg->failed = pg->lost = pg->writing = false;
    pg_let_go(store);
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
