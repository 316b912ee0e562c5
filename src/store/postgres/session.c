/*
 * A connection from its beginning to its end, and what it is told when it
 * works for another club than before: nothing of that costs a round trip of its own.
 */
#include "base/world.h"
#include "store/clubs.h"
#include "store/messages.h"
#include "store/postgres/connection.h"
#include "store/postgres/pool.h"

#include <poll.h>

#include "base/banned.h"

enum { STEP_MS = 20, STRAYS = 64 /* that are put up with */ };

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* Drives libpq's own steps, with a clock. */
static bool poll_connection(const struct pg *pg)
{
    int64_t end = monotonic_ms() + pg->connect_ms;
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    while (step != PGRES_POLLING_OK && step != PGRES_POLLING_FAILED && monotonic_ms() < end) {
        struct pollfd fd = {.fd = pg->pq->PQsocket(pg->connection),
                            .events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        (void)poll(&fd, 1, STEP_MS);
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

/* Sessions of ours do not depend on how the server is set up. The last three columns are looked at. */
static const char SET_UP[] =
    "SELECT set_config('timezone', 'UTC', false), set_config('client_encoding', 'UTF8', false),"
    " set_config('standard_conforming_strings', 'on', false), set_config('tcp_keepalives_idle', '5', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),"
    " set_config('tcp_user_timeout', '15s', false), set_config('client_connection_check_interval', '5s', false),"
    " current_setting('full_page_writes'), current_setting('synchronous_commit'), (SELECT stats_reset FROM pg_stat_wal)";
enum { SET_UP_PAGES = 8, SET_UP_COMMIT, SET_UP_EPOCH };

static enum pg_unsafe unsafe_of(struct span pages, struct span commit)
{
    if (span_is(commit, "off")) {
        return UNSAFE_COMMIT_OFF;
    }
    if (span_is(commit, "local")) {
        return UNSAFE_COMMIT_LOCAL;
    }
    return span_is(pages, "off") ? UNSAFE_PAGES : UNSAFE_NOTHING;
}

/*
 * The epoch is new after a crash of the server, or on one that took its place: then
 * transactions that were not on disk are lost, and their numbers given again.
 */
static enum err set_up(struct store *store, struct pg_session *session, struct error *error)
{
    const struct pg *pg = store->pg;
    PGresult *said = NULL;
    struct strbuf text;
    enum err err = pg_ask(store, SET_UP, 0, NULL, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    session->unsafe = unsafe_of(span_from(pg->pq->PQgetvalue(said, 0, SET_UP_PAGES)),
                                span_from(pg->pq->PQgetvalue(said, 0, SET_UP_COMMIT)));
    strbuf_wrap(&text, session->epoch, sizeof(session->epoch));
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

static enum err dial(struct store *store, struct pg_session *session, struct error *error)
{
    struct pg *pg = store->pg;
    session->connection = pg->connection = start(pg);
    if (!pg->connection) {
        return error_raise(error, &MSG_MEMORY);
    }
    name_it(store);
    (void)pg->pq->PQsetNoticeReceiver(pg->connection, ignore_notice, NULL);
    if (pg->pq->PQstatus(pg->connection) == CONNECTION_BAD || !poll_connection(pg) ||
        pg->pq->PQsetnonblocking(pg->connection, 1) != 0 || pg->pq->PQenterPipelineMode(pg->connection) != 1) {
        return pg_raise(store, NULL, error);
    }
    name_it(store);
    int64_t limit = pg->limit_ms;
    pg->limit_ms = pg->connect_ms;
    enum err err = set_up(store, session, error);
    pg->limit_ms = limit;
    return err;
}

/* Connects `session`, which the store has meanwhile. */
static enum err open_session(struct store *store, struct pg_session *session, struct error *error)
{
    struct pg *pg = store->pg;
    bool held = pg->held;
    if (!is_understood(pg)) {
        return error_raise_span(error, &STORE_MSG_PATH, SPAN_LITERAL("postgresql://"));
    }
    pg->session = session;
    pg->prepared = session->clubs[0].prepared;
    session->opening = pg->held = true;
    enum err err = dial(store, session, error);
    pg->held = held;
    if (err != ERR_OK) {
        pg_disconnect(store); /* half set up, it would be taken for one that is ready */
    }
    session->opening = false;
    pg->session = NULL;
    pg->connection = NULL;
    return err;
}

/* ---- whom it works for ---- */

/* The club's place; else one that is free, or that of the club for which it has not worked for the longest time. */
static struct pg_club *place_of(struct pg_session *session, const char *slug)
{
    struct pg_club *oldest = &session->clubs[0];
    for (size_t i = 0; i < PG_CLUBS; i++) {
        struct pg_club *club = &session->clubs[i];
        if (strcmp(club->slug, slug) == 0) {
            return club;
        }
        oldest = club->used < oldest->used ? club : oldest;
    }
    return oldest;
}

static void deallocate(struct store *store, struct pg_club *club)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        char text[48];
        struct strbuf sql;
        if (club->prepared[i] == 0) {
            continue;
        }
        strbuf_wrap(&sql, text, sizeof(text));
        strbuf_add(&sql, "DEALLOCATE d"); /* the name that statement.c gave it */
        strbuf_int(&sql, club->prepared[i]);
        pg_send(store, strbuf_text(&sql), PENDING_IGNORED);
        club->prepared[i] = 0;
    }
}

/*
 * A writer that stands still with the head row locked keeps everybody waiting; a reader may be somebody's pager. Answered
 * together with what comes next, and over before that begins: a transaction that is rolled back undoes nothing of it.
 */
static void turn_to(struct store *store, struct pg_club *club)
{
    struct pg *pg = store->pg;
    struct pg_session *session = pg->session;
    char memory[PG_SLUG + 16];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    strbuf_add(&name, "dendro");
    strbuf_add_char(&name, pg->mark);
    strbuf_add(&name, pg->slug);
    const char *const values[] = {pg->schema, strbuf_text(&name), store->mode == STORE_READ ? "1h" : "60s"};
    session->unsure = true;
    session->now = club;
    session->reading = store->mode == STORE_READ;
    if (!pg->failed && pg->pq->PQsendQueryParams(pg->connection,
                                                 "SELECT set_config('search_path', quote_ident($1), false),"
                                                 " set_config('application_name', $2, false),"
                                                 " set_config('idle_in_transaction_session_timeout', $3, false)",
                                                 3, NULL, values, NULL, NULL, 0) == 1) {
        pg_note(store, (struct pending){.kind = PENDING_CLUB});
        pg_note(store, (struct pending){.kind = PENDING_SYNC});
        if (pg->pq->PQpipelineSync(pg->connection) == 1) {
            return;
        }
    }
    pg_lose(store);
}

/* The store has the session, and is its only one. */
static enum err take_up(struct store *store, struct pg_session *session, struct error *error)
{
    struct pg *pg = store->pg;
    struct pg_club *club = place_of(session, pg->slug);
    pg->session = session;
    pg->connection = session->connection;
    pg->prepared = club->prepared;
    pg->unsafe = session->unsafe;
    memcpy(pg->epoch, session->epoch, sizeof(pg->epoch));
    if (!pg->named) {
        name_it(store);
        pg->named = true;
    }
    bool held = pg->held;
    pg->held = true; /* hundreds of statements have to be awaited before the last is sent */
    club->used = ++session->turn;
    bool ours = strcmp(club->slug, pg->slug) == 0;
    if (!ours) {
        deallocate(store, club);
        session->taken++;
        memcpy(club->slug, pg->slug, sizeof(club->slug));
    }
    if (session->strays > STRAYS) {
        session->strays = 0;
        session->now = NULL; /* so that this is over before what comes next begins */
        pg_forget_statements(store);
    }
    if (!ours || session->now != club || session->reading != (store->mode == STORE_READ)) {
        turn_to(store, club);
    }
    pg->held = held;
    enum err err = pg_kept(store, error);
    pg->failed = false;
    return err;
}

/* ---- having one, and letting go of it ---- */

enum err pg_connect(struct store *store, struct error *error)
{
    const struct pg *pg = store->pg;
    if (store->shadow && (pg->shadow_lost || !pg->connection)) {
        return error_raise_span(error, &STORE_MSG_ROLLED_BACK, path_shown(strbuf_text(&store->path)));
    }
    return pg_reconnect(store, error);
}

static enum err own_session(struct store *store, struct pg_session **session, struct error *error)
{
    *session = mem_new(store->allocator, 1, sizeof(**session));
    if (!*session) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = open_session(store, *session, error);
    if (err != ERR_OK) {
        mem_free(store->allocator, *session);
    }
    return err;
}

/* One that is there, or one that this store is to connect, as the only one at the time. */
static enum err pooled_session(struct store *store, struct pg_session **session, struct error *error)
{
    enum err err = pool_take(store->pool, store, session, error);
    if (err != ERR_OK || (*session)->connection) {
        return err;
    }
    err = open_session(store, *session, error);
    pool_opened(store->pool, *session, err == ERR_OK ? NULL : error);
    return err;
}

enum err pg_reconnect(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    struct pg_session *session = NULL;
    if (pg->connection && pg->pq->PQstatus(pg->connection) == CONNECTION_OK) {
        return ERR_OK;
    }
    pg_disconnect(store);
    pg->failed = false;
    pg->lost = false;
    enum err err = store->pool ? pooled_session(store, &session, error) : own_session(store, &session, error);
    return err == ERR_OK ? take_up(store, session, error) : err;
}

void pg_session_free(const struct pq *pq, const struct allocator *allocator, struct pg_session *session)
{
    if (session) {
        pq->PQfinish(session->connection);
        mem_free(allocator, session);
    }
}

void pg_disconnect(struct store *store)
{
    struct pg *pg = store->pg;
    struct pg_session *session = pg->session;
    pg->first = pg->count = 0;
    pg->shadow_lost = pg->shadow_lost || store->shadow;
    if (!session) {
        return;
    }
    pg->connection = NULL;
    pg->session = NULL;
    pg->prepared = NULL;
    if (session->opening) { /* it belongs to who opens it */
        pg->pq->PQfinish(session->connection);
        session->connection = NULL;
    } else if (store->pool) {
        pool_drop(store->pool, session);
    } else {
        pg_session_free(pg->pq, store->allocator, session);
    }
}

void pg_let_go(struct store *store)
{
    struct pg *pg = store->pg;
    struct pg_session *session = pg->session;
    if (!store->pool || !session || pg->held || store->shadow) {
        return;
    }
    bool good = !session->unsure && !session->spoilt && session->taken < PG_TAKEN_MOST && !pg->failed &&
                pg->count == 0 && pg->pq->PQstatus(session->connection) == CONNECTION_OK &&
                pg->pq->PQtransactionStatus(session->connection) == PQTRANS_IDLE;
    if (!good) {
        pg_disconnect(store);
        return;
    }
    pg->connection = NULL;
    pg->session = NULL;
    pg->prepared = NULL;
    pool_give(store->pool, session);
}

bool pg_session_alive(const struct pq *pq, const struct pg_session *session)
{
    struct pollfd fd = {.fd = pq->PQsocket(session->connection), .events = POLLIN};
    return pq->PQstatus(session->connection) == CONNECTION_OK && poll(&fd, 1, 0) == 0;
}
