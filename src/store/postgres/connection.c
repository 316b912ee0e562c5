/* What is sent over a connection, waiting for answers, and what is left after one that is a failure. */
#include "store/postgres/connection.h"

#include "base/world.h"
#include "store/clubs.h"
#include "store/messages.h"
#include "store/postgres/pool.h"

#include <poll.h>
#include <stdlib.h>

#include "base/banned.h"

enum { LOOK_MS = 20, TELL_MS = 1500 };

/* ---- the address ---- */

/* What is behind # may be the end of a password that has one in it: only what looks like a name is said again. */
static struct span name_to_say(struct span name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) {
            return span_of(name.ptr, 0);
        }
    }
    return name.len < 2 * PG_SLUG ? name : span_of(name.ptr, 0);
}

enum err pg_address(const char *path, struct strbuf *address, char slug[PG_SLUG], struct error *error)
{
    const char *hash = strchr(path, '#');
    struct span name = hash ? span_from(hash + 1) : (struct span){"", 0};
    struct strbuf copy;
    if (!store_slug_ok(name)) {
        return error_raise_span(error, &STORE_MSG_SLUG, name_to_say(name));
    }
    strbuf_wrap(&copy, slug, PG_SLUG);
    strbuf_add_span(&copy, name);
    strbuf_add_span(address, span_of(path, (size_t)(hash - path)));
    return strbuf_ok(address) ? ERR_OK : error_raise_span(error, &STORE_MSG_PATH, name);
}

/* ---- waiting ---- */

/* The server is told to give up what it does for us, once. */
static void cancel(const struct pg *pg)
{
    char ignored[256];
    pg->session->spoilt = true; /* should it come late, it would be somebody else's that is given up */
    PGcancel *cancel = pg->pq->PQgetCancel(pg->connection);
    if (cancel) {
        (void)pg->pq->PQcancel(cancel, ignored, sizeof(ignored));
        pg->pq->PQfreeCancel(cancel);
    }
}

/* Looks after whoever waits: the deadline, and the one who is told that it takes long. */
static void look(struct store *store, bool *cancelled)
{
    struct error ignored;
    if (!*cancelled && store->deadline && deadline_check(store->deadline, &ignored) != ERR_OK) {
        *cancelled = true;
        cancel(store->pg);
    }
    if (!store->wait.told && store->wait.tell && monotonic_ms() - store->wait.since >= TELL_MS) {
        store->wait.told = true;
        store->wait.tell(store->wait.context);
    }
}

/* Until PQgetResult gives something without waiting; false: the connection is lost, or `*silent` for too long. */
static bool wait_for_answer(struct store *store, bool *silent)
{
    const struct pg *pg = store->pg;
    bool cancelled = false;
    int64_t since = monotonic_ms();
    for (;;) {
        int unsent = pg->pq->PQflush(pg->connection);
        if (unsent < 0) {
            return false;
        }
        if (!pg->pq->PQisBusy(pg->connection)) {
            return true;
        }
        struct pollfd fd = {.fd = pg->pq->PQsocket(pg->connection),
                            .events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN)};
        *silent = pg->limit_ms > 0 && monotonic_ms() - since >= pg->limit_ms;
        if (*silent) {
            return false;
        }
        int ready = poll(&fd, 1, store->deadline || store->wait.tell || pg->limit_ms > 0 ? LOOK_MS : -1);
        if (ready == 0) {
            look(store, &cancelled);
        } else if (ready > 0 && !pg->pq->PQconsumeInput(pg->connection)) {
            return false;
        }
    }
}

/* The next result; NULL: there is none for what was sent, or the connection is lost, which `*lost` says. */
static PGresult *next_result(struct store *store, bool *lost)
{
    struct pg *pg = store->pg;
    bool silent = false;
    bool there = wait_for_answer(store, &silent);
    if (silent && store->pool) {
        pool_doubt(store->pool);
    }
    /* What the server said before it hung up is read in any case; one that says nothing is not waited for. */
    PGresult *result = silent ? NULL : pg->pq->PQgetResult(pg->connection);
    *lost = !there || pg->pq->PQstatus(pg->connection) == CONNECTION_BAD;
    return result;
}

/* ---- failures ---- */

static void keep_failure(struct store *store, const PGresult *result)
{
    struct pg *pg = store->pg;
    if (!pg->failed) {
        (void)!pg_raise(store, result, &pg->error);
        pg->failed = true;
    }
}

void pg_lose(struct store *store)
{
    struct pg *pg = store->pg;
    keep_failure(store, NULL);
    pg_disconnect(store);
    pg->lost = true;
}

enum err pg_kept(struct store *store, struct error *error)
{
    const struct pg *pg = store->pg;
    if (!pg->failed) {
        return ERR_OK;
    }
    *error = pg->error;
    return error_sure(error->message->code);
}

static struct pending take_pending(struct pg *pg)
{
    struct pending pending = pg->pending[pg->first];
    pg->first = (pg->first + 1) % PG_PENDING;
    pg->count--;
    return pending;
}

/* Whether it is there nobody knows: it gets another name the next time. */
static void forget_prepared(struct pg *pg, const struct pending *pending)
{
    pg->prepared[pending->name] = 0;
    pg->session->strays++;
}

/* What is awaited will not come, or is passed over; how many syncs are among it. */
static int drop_pending(struct pg *pg)
{
    int syncs = 0;
    while (pg->count > 0) {
        struct pending pending = take_pending(pg);
        syncs += pending.kind == PENDING_SYNC;
        if (pending.kind == PENDING_PREPARE) {
            forget_prepared(pg, &pending);
        }
    }
    return syncs;
}

bool pg_recover(struct store *store)
{
    struct pg *pg = store->pg;
    int syncs = 1 + drop_pending(pg);
    bool lost = pg->connection == NULL || !pg->pq->PQpipelineSync(pg->connection);
    while (!lost && syncs > 0) {
        PGresult *result = next_result(store, &lost);
        syncs -= result && pg->pq->PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        pg->pq->PQclear(result);
    }
    if (lost) {
        pg_lose(store);
    }
    return !lost;
}

/* ---- what was sent, and its answers ---- */

void pg_note(struct store *store, struct pending pending)
{
    struct pg *pg = store->pg;
    pg->pending[(pg->first + pg->count) % PG_PENDING] = pending;
    pg->count++;
}

/* What an answer that is no failure means for the connection. */
static void understand(struct store *store, const struct pending *pending, PGresult *result)
{
    struct pg *pg = store->pg;
    if (pending->kind == PENDING_CHANGES || pending->kind == PENDING_MUST) {
        pg->changes = strtoll(pg->pq->PQcmdTuples(result), NULL, 10);
    }
    if (pending->kind == PENDING_CLUB) {
        pg->session->unsure = false;
    }
    if (pending->kind == PENDING_MUST && pg->changes == 0 && !pg->failed) {
        (void)!error_raise_int(&pg->error, pending->absent, pending->name);
        pg->failed = true;
    }
}

/* The answer to the oldest that is awaited; false: a failure, which is kept. */
static bool take(struct store *store, PGresult **out)
{
    struct pg *pg = store->pg;
    struct pending pending = take_pending(pg);
    bool lost = false;
    PGresult *result = next_result(store, &lost);
    ExecStatusType status = result ? pg->pq->PQresultStatus(result) : PGRES_FATAL_ERROR;
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_PIPELINE_SYNC;
    if (good) {
        understand(store, &pending, result);
    } else {
        keep_failure(store, result);
        if (pending.kind == PENDING_PREPARE) {
            forget_prepared(pg, &pending);
        }
    }
    /* A statement's answer ends with nothing; that to a sync is all there is. */
    for (PGresult *more = NULL; !lost && pending.kind != PENDING_SYNC && (more = next_result(store, &lost));) {
        pg->pq->PQclear(more);
    }
    *out = result;
    if (lost && !good) {
        pg_lose(store);
    }
    return good && !pg->failed;
}

/* Has the server send what it has so far; outside of a transaction, end what it holds together. */
static bool ask_for_answers(struct store *store)
{
    struct pg *pg = store->pg;
    if (store->in_transaction && !pg->ending) {
        return pg->pq->PQsendFlushRequest(pg->connection) == 1;
    }
    pg_note(store, (struct pending){.kind = PENDING_SYNC});
    return pg->pq->PQpipelineSync(pg->connection) == 1;
}

/* All answers that are awaited; `*last` gets that to the last statement. False: a failure, which is kept. */
static bool take_all(struct store *store, PGresult **last)
{
    struct pg *pg = store->pg;
    bool there = pg->connection || (store->pool && !store->in_transaction); /* it went back when all was answered */
    bool good = !pg->failed && there && (pg->count == 0 || ask_for_answers(store));
    while (good && pg->count > 0) {
        struct pending pending = pg->pending[pg->first];
        bool aside = pending.kind == PENDING_SYNC || pending.kind == PENDING_PREPARE;
        PGresult *result = NULL;
        good = take(store, &result);
        if (good && pending.into) {
            *pending.into = result;
            continue;
        }
        pg->pq->PQclear(aside ? result : *last);
        *last = aside ? *last : result;
    }
    return good;
}

enum err pg_settle(struct store *store, PGresult **out, struct error *error)
{
    struct pg *pg = store->pg;
    PGresult *last = NULL;
    store->wait.since = monotonic_ms();
    store->wait.told = false;
    bool good = take_all(store, &last);
    if (out && good) {
        *out = last;
    } else {
        pg->pq->PQclear(last);
    }
    enum err err = ERR_OK;
    if (!good) {
        if (!pg->failed) {
            keep_failure(store, NULL);
        }
        (void)pg_recover(store);
        err = pg_kept(store, error);
        pg->failed = pg->failed && store->in_transaction; /* outside of one there is nothing to undo */
    }
    if (!store->in_transaction) {
        pg_let_go(store);
    }
    return err;
}

void pg_send(struct store *store, const char *sql, enum pending_kind kind)
{
    struct pg *pg = store->pg;
    struct error ignored;
    if (pg->count == PG_PENDING - 2) {
        (void)!pg_settle(store, NULL, &ignored); /* kept */
    }
    if (pg->failed) {
        return;
    }
    if (!pg->connection || !pg->pq->PQsendQueryParams(pg->connection, sql, 0, NULL, NULL, NULL, NULL, 0)) {
        pg_lose(store);
        return;
    }
    pg_note(store, (struct pending){.kind = kind});
}

enum err pg_ask(struct store *store, const char *sql, int count, const char *const *values, PGresult **result,
                struct error *error)
{
    struct pg *pg = store->pg;
    enum err err = pg_kept(store, error);
    if (err == ERR_OK && !pg->connection && !store->in_transaction) {
        err = pg_connect(store, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    if (!pg->connection || !pg->pq->PQsendQueryParams(pg->connection, sql, count, NULL, values, NULL, NULL, 0)) {
        pg_lose(store);
        return pg_kept(store, error);
    }
    pg_note(store, (struct pending){.kind = PENDING_ROWS});
    return pg_settle(store, result, error);
}

enum err pg_run(struct store *store, const char *sql, struct error *error)
{
    return pg_ask(store, sql, 0, NULL, NULL, error);
}

int64_t pg_int(const struct pg *pg, const PGresult *result, int row, int column)
{
    bool there = pg->pq->PQntuples(result) > row && !pg->pq->PQgetisnull(result, row, column);
    return there ? strtoll(pg->pq->PQgetvalue(result, row, column), NULL, 10) : 0;
}
