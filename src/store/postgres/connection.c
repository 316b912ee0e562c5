/* Connecting, waiting for answers, and what is left after one that is a failure. */
#include "store/postgres/connection.h"

#include "base/world.h"
#include "store/clubs.h"
#include "store/messages.h"

#include <poll.h>
#include <stdlib.h>

#include "base/banned.h"

enum { LOOK_MS = 20, TELL_MS = 1500, CONNECT_MS = 10000 };

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

static void lose(struct store *store)
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

/* What is awaited will not come, or is passed over; how many syncs are among it. */
static int drop_pending(struct pg *pg)
{
    int syncs = 0;
    while (pg->count > 0) {
        struct pending pending = take_pending(pg);
        syncs += pending.kind == PENDING_SYNC;
        if (pending.kind == PENDING_PREPARE) {
            pg->prepared[pending.name] = 0;
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
        lose(store);
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
            pg->prepared[pending.name] = 0;
        }
    }
    /* A statement's answer ends with nothing; that to a sync is all there is. */
    for (PGresult *more = NULL; !lost && pending.kind != PENDING_SYNC && (more = next_result(store, &lost));) {
        pg->pq->PQclear(more);
    }
    *out = result;
    if (lost && !good) {
        lose(store);
    }
    return good && !pg->failed;
}

/* Has the server send what it has so far; outside of a transaction, end what it holds together. */
static bool ask_for_answers(struct store *store)
{
    struct pg *pg = store->pg;
    if (store->in_transaction) {
        return pg->pq->PQsendFlushRequest(pg->connection) == 1;
    }
    pg_note(store, (struct pending){.kind = PENDING_SYNC});
    return pg->pq->PQpipelineSync(pg->connection) == 1;
}

/* All answers that are awaited; `*last` gets that to the last statement. False: a failure, which is kept. */
static bool take_all(struct store *store, PGresult **last)
{
    struct pg *pg = store->pg;
    bool good = !pg->failed && pg->connection && (pg->count == 0 || ask_for_answers(store));
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
    if (good) {
        return ERR_OK;
    }
    if (!pg->failed) {
        keep_failure(store, NULL);
    }
    (void)pg_recover(store);
    enum err err = pg_kept(store, error);
    pg->failed = pg->failed && store->in_transaction; /* outside of one there is nothing to undo */
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
        lose(store);
        return;
    }
    pg_note(store, (struct pending){.kind = kind});
}

enum err pg_ask(struct store *store, const char *sql, int count, const char *const *values, PGresult **result,
                struct error *error)
{
    struct pg *pg = store->pg;
    enum err err = pg_kept(store, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!pg->connection || !pg->pq->PQsendQueryParams(pg->connection, sql, count, NULL, values, NULL, NULL, 0)) {
        lose(store);
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

/* ---- connecting ---- */

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* Drives libpq's own steps, with a clock. */
static bool poll_connection(const struct pg *pg)
{
    int64_t end = monotonic_ms() + CONNECT_MS;
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    while (step != PGRES_POLLING_OK && step != PGRES_POLLING_FAILED && monotonic_ms() < end) {
        struct pollfd fd = {.fd = pg->pq->PQsocket(pg->connection),
                            .events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        (void)poll(&fd, 1, LOOK_MS);
        step = fd.revents != 0 ? pg->pq->PQconnectPoll(pg->connection) : step;
    }
    return step == PGRES_POLLING_OK;
}

/* What people are told it is called: no user, no password. */
static void name_it(struct store *store)
{
    const struct pg *pg = store->pg;
    const char *host = pg->pq->PQhost(pg->connection);
    strbuf_clear(&store->path);
    strbuf_add(&store->path, "postgresql://");
    strbuf_add(&store->path, host && host[0] != '/' ? host : "");
    strbuf_add(&store->path, "/");
    strbuf_add(&store->path, pg->pq->PQdb(pg->connection) ? pg->pq->PQdb(pg->connection) : "");
    strbuf_add(&store->path, "#");
    strbuf_add(&store->path, pg->slug);
}

/* Sessions of ours do not depend on how the server is set up. A writer that stands still with the head row locked keeps
 * everybody waiting; a reader may be somebody's pager. The last column is the server's epoch. */
static const char SET_UP[] =
    "SELECT set_config('search_path', quote_ident($1), false), set_config('application_name', 'dendro ' || $1, false),"
    " set_config('timezone', 'UTC', false), set_config('client_encoding', 'UTF8', false),"
    " set_config('standard_conforming_strings', 'on', false), set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),"
    " set_config('tcp_user_timeout', '15s', false), set_config('client_connection_check_interval', '5s', false),"
    " set_config('idle_in_transaction_session_timeout', $2, false), (SELECT stats_reset FROM pg_stat_wal)";
enum { SET_UP_EPOCH = 11 };

/*
 * What is new after a crash of the server, or on one that took its place: then
 * transactions that were not on disk are lost, and their numbers given again.
 */
static enum err set_up(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema, store->mode == STORE_READ ? "1h" : "60s"};
    PGresult *said = NULL;
    struct strbuf text;
    enum err err = pg_ask(store, SET_UP, 2, values, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&text, pg->epoch, sizeof(pg->epoch));
    strbuf_add(&text, pg->pq->PQgetvalue(said, 0, SET_UP_EPOCH));
    pg->pq->PQclear(said);
    return ERR_OK;
}

/*
 * A password with an @, / or # that is not written as %40, %2F or %23 ends up
 * in the host, the port or the database, which are told to people; and libpq
 * says again what it does not understand. Such an address is not tried.
 */
static bool is_understood(const struct pg *pg)
{
    static const struct {
        const char *keyword;
        const char *forbidden;
    } parts[] = {{"host", "@"}, {"hostaddr", "@"}, {"dbname", "@/"}, {"user", "@/"}};
    char *said = NULL;
    PQconninfoOption *options = pg->pq->PQconninfoParse(strbuf_text(&pg->address), &said);
    bool good = options != NULL;
    for (const PQconninfoOption *option = options; good && option->keyword; option++) {
        for (size_t i = 0; option->val && i < sizeof(parts) / sizeof(parts[0]); i++) {
            good =
                good && (strcmp(option->keyword, parts[i].keyword) != 0 || !strpbrk(option->val, parts[i].forbidden));
        }
        if (option->val && strcmp(option->keyword, "port") == 0) {
            good = good && option->val[strspn(option->val, "0123456789,")] == '\0';
        }
    }
    pg->pq->PQconninfoFree(options);
    pg->pq->PQfreemem(said);
    return good;
}

/* What an address may override: a dead peer is noticed within 15 seconds. */
static PGconn *start(const struct pg *pg)
{
    static const char *const names[] = {
        "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout", "dbname", NULL};
    const char *const values[] = {"5", "5", "3", "15000", strbuf_text(&pg->address), NULL};
    return pg->pq->PQconnectStartParams(names, values, 1);
}

enum err pg_connect(struct store *store, struct error *error)
{
    const struct pg *pg = store->pg;
    if (store->shadow && (pg->shadow_lost || !pg->connection)) {
        return error_raise_span(error, &STORE_MSG_ROLLED_BACK, path_shown(strbuf_text(&store->path)));
    }
    return pg_reconnect(store, error);
}

enum err pg_reconnect(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    if (pg->connection && pg->pq->PQstatus(pg->connection) == CONNECTION_OK) {
        return ERR_OK;
    }
    pg_disconnect(store);
    pg->failed = false;
    pg->lost = false;
    if (!is_understood(pg)) {
        return error_raise_span(error, &STORE_MSG_PATH, SPAN_LITERAL("postgresql://"));
    }
    pg->connection = start(pg);
    if (!pg->connection) {
        return error_raise(error, &MSG_MEMORY);
    }
    name_it(store);
    (void)pg->pq->PQsetNoticeReceiver(pg->connection, ignore_notice, NULL);
    if (pg->pq->PQstatus(pg->connection) == CONNECTION_BAD || !poll_connection(pg) ||
        pg->pq->PQsetnonblocking(pg->connection, 1) != 0 || pg->pq->PQenterPipelineMode(pg->connection) != 1) {
        enum err err = pg_raise(store, NULL, error);
        pg_disconnect(store);
        return err;
    }
    name_it(store);
    int64_t limit = pg->limit_ms;
    pg->limit_ms = PG_ANSWER_MS;
    enum err err = set_up(store, error);
    pg->limit_ms = limit;
    if (err != ERR_OK) {
        pg_disconnect(store); /* half set up, it would be taken for one that is ready */
    }
    return err;
}

void pg_disconnect(struct store *store)
{
    struct pg *pg = store->pg;
    if (pg->connection) {
        pg->pq->PQfinish(pg->connection);
        pg->connection = NULL;
    }
    pg->first = pg->count = 0;
    pg->shadow_lost = pg->shadow_lost || store->shadow;
    memset(pg->prepared, 0, sizeof(pg->prepared));
}
