/*
 * The connections of a pool. One lock covers who has which; nobody talks to
 * the server with it held.
 *
 * A session that lies idle is taken by whoever's club it remembers, else by
 * anybody. When there is none and one more may be opened, the one who finds
 * that out opens it, and nobody else at the same time: a server that does not answer
 * costs one of them a few seconds, and the others what they are ready to wait.
 *
 * Whoever has a session never waits for a second one while it holds the first, unless
 * it is an audit, which has two: so the pool cannot come to a standstill, and where everybody
 * has one and wants another, patience ends it.
 */
#include "store/postgres/pool.h"

#include "base/forward.h"
#include "base/secret.h"
#include "base/world.h"
#include "store/messages.h"

#include <pthread.h>
#include <time.h>

#include "base/banned.h"

enum {
    PATIENCE_MOST_MS = 10000,
    AFTERMATH_MS = 1000, /* that the outcome of an attempt to connect is everybody's */
    KEPT = 4,            /* idle ones that are not closed */
    IDLE_MS = 60000,     /* after which the others are */
    WRITERS_PART = 4,    /* one in so many is for those that write */
    SHADOWS_PART = 4     /* of the others, one in so many may be kept for a shadow */
};

/* Who waits, of those that write and of those that read. */
struct line {
    pthread_cond_t moved;
    int waiting;
};

struct store_pool {
    const struct allocator *allocator;
    const struct pq *pq;
    struct strbuf address; /* without a club; may hold a password */
    struct served *served;
    int most;
    int for_readers; /* of them, that those who read may have */
    int for_shadows; /* that may be kept for minutes: an audit has one, and a second connection beside it */
    pthread_mutex_t lock;
    struct line line[2];     /* under `lock`, as the rest; [1]: writers */
    struct pg_session *idle; /* the one that was given back last is the first */
    int idle_count;
    int open;
    int stores;
    int reading; /* lent to those that read */
    int kept;    /* for shadows */
    bool opening;
    int64_t failed;       /* when an attempt to connect last failed */
    struct error failure; /* and why; without a message: it did not */
};

static void lock(struct store_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
}

static void unlock(struct store_pool *pool)
{
    (void)pthread_mutex_unlock(&pool->lock);
}

bool pool_join(struct store_pool *pool, struct span address)
{
    bool ours = span_equal(strbuf_span(&pool->address), address);
    lock(pool);
    pool->stores += ours;
    unlock(pool);
    return ours;
}

void pool_leave(struct store_pool *pool)
{
    lock(pool);
    pool->stores--;
    unlock(pool);
}

/* ---- with the lock held ---- */

/* A place is free, or a session: those that write come first. */
static void wake_one(struct store_pool *pool)
{
    (void)pthread_cond_signal(&pool->line[pool->line[1].waiting > 0 ? 1 : 0].moved);
}

static void wake_all(struct store_pool *pool)
{
    (void)pthread_cond_broadcast(&pool->line[0].moved);
    (void)pthread_cond_broadcast(&pool->line[1].moved);
}

static void unlink_idle(struct store_pool *pool, struct pg_session *session)
{
    struct pg_session **link = &pool->idle;
    while (*link != session) {
        link = &(*link)->next;
    }
    *link = session->next;
    session->next = NULL;
    pool->idle_count--;
}

/* How welcome the club is: it is the one that the session works for, one that it remembers, none is forgotten for it. */
static int likes(const struct pg_session *session, const char *slug)
{
    enum { FORGETS, HAS_ROOM, REMEMBERS, WORKS };
    int best = FORGETS;
    if (session->now && strcmp(session->now->slug, slug) == 0) {
        return WORKS;
    }
    for (size_t i = 0; i < PG_CLUBS; i++) {
        int now = strcmp(session->clubs[i].slug, slug) == 0 ? REMEMBERS
                  : session->clubs[i].slug[0] == '\0'       ? HAS_ROOM
                                                            : FORGETS;
        best = now > best ? now : best;
    }
    return best;
}

static struct pg_session *best_idle(struct store_pool *pool, const char *slug)
{
    struct pg_session *found = NULL;
    int most = -1;
    for (struct pg_session *session = pool->idle; session; session = session->next) {
        int now = likes(session, slug);
        if (now > most) {
            most = now;
            found = session;
        }
    }
    return found;
}

static void lend(struct store_pool *pool, struct pg_session *session, bool writes)
{
    session->writes = writes;
    pool->reading += !writes;
}

static void take_back(struct store_pool *pool, bool writes, bool kept)
{
    pool->reading -= !writes;
    pool->kept -= kept;
}

/* A place for a session that is to be opened. NULL: no memory. */
static struct pg_session *new_session(struct store_pool *pool, bool writes)
{
    struct pg_session *session = mem_new(pool->allocator, 1, sizeof(*session));
    if (session) {
        pool->open++;
        pool->opening = true;
        lend(pool, session, writes);
    }
    return session;
}

/* What others were told a moment ago, about this store. */
static enum err say_again(const struct store_pool *pool, const struct store *store, struct error *error)
{
    struct error said = pool->failure;
    enum err err = error_sure(error_put(error, said.message));
    for (unsigned i = 0; i < said.args; i++) {
        error_add(error, i == 0 ? path_shown(strbuf_text(&store->path)) : span_from(said.arg[i]));
    }
    return err;
}

static bool failed_just_now(const struct store_pool *pool)
{
    return pool->failure.message && monotonic_ms() - pool->failed < AFTERMATH_MS;
}

/* ERR_END: there is nothing for it now. */
static enum err try_to_take(struct store_pool *pool, struct store *store, bool writes, struct pg_session **session,
                            struct error *error)
{
    if (!writes && pool->reading >= pool->for_readers) {
        return ERR_END;
    }
    *session = best_idle(pool, store->pg->slug);
    if (*session) {
        unlink_idle(pool, *session);
        lend(pool, *session, writes);
        return ERR_OK;
    }
    if (pool->open >= pool->most || pool->opening) {
        return ERR_END;
    }
    if (failed_just_now(pool)) {
        return say_again(pool, store, error);
    }
    *session = new_session(pool, writes);
    return *session ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* ---- taking ---- */

static struct timespec moment_in(int64_t ms)
{
    return forward_at(ticks() + ms * 1000);
}

/* With the lock held, let go while it waits. */
static enum err wait_and_take(struct store_pool *pool, struct store *store, bool writes, struct pg_session **session,
                              struct error *error)
{
    struct line *line = &pool->line[writes];
    int64_t patience = store->wait.most_ms > 0 ? store->wait.most_ms : 0;
    struct timespec until = moment_in(patience < PATIENCE_MOST_MS ? patience : PATIENCE_MOST_MS);
    bool late = false;
    for (;;) {
        enum err err = try_to_take(pool, store, writes, session, error);
        if (err != ERR_END) {
            return err;
        }
        if (late) {
            return error_raise_int(error, &STORE_MSG_CONNECTIONS, pool->most);
        }
        line->waiting++;
        late = pthread_cond_timedwait(&line->moved, &pool->lock, &until) != 0;
        line->waiting--;
    }
}

enum err pool_take(struct store_pool *pool, struct store *store, struct pg_session **session, struct error *error)
{
    bool writes = store->mode != STORE_READ;
    for (;;) {
        lock(pool);
        enum err err = wait_and_take(pool, store, writes, session, error);
        if (pool->idle) { /* two were given back before the one who was woken for the first came here */
            wake_one(pool);
        }
        unlock(pool);
        struct pg_session *taken = *session;
        if (err != ERR_OK || !taken || !taken->connection || pg_session_alive(pool->pq, taken)) {
            return err;
        }
        pool_drop(pool, taken); /* the server has hung up while it lay there */
    }
}

void pool_opened(struct store_pool *pool, struct pg_session *session, const struct error *error)
{
    lock(pool);
    pool->opening = false;
    if (error) {
        pool->failure = *error;
        pool->failed = monotonic_ms();
        take_back(pool, session->writes, false);
        pool->open--;
    } else {
        error_clear(&pool->failure);
    }
    wake_all(pool);
    unlock(pool);
    if (error) {
        pg_session_free(pool->pq, pool->allocator, session);
    }
}

bool pool_keep(struct store_pool *pool, struct pg_session *session)
{
    lock(pool);
    session->kept = pool->kept < pool->for_shadows;
    pool->kept += session->kept;
    unlock(pool);
    return session->kept;
}

/* ---- giving back ---- */

void pool_give(struct store_pool *pool, struct pg_session *session)
{
    lock(pool);
    take_back(pool, session->writes, false);
    session->since = monotonic_ms();
    session->next = pool->idle;
    pool->idle = session;
    pool->idle_count++;
    wake_one(pool);
    unlock(pool);
}

void pool_drop(struct store_pool *pool, struct pg_session *session)
{
    bool writes = session->writes;
    bool kept = session->kept;
    pg_session_free(pool->pq, pool->allocator,
                    session); /* first: the server has never more of them than there may be */
    lock(pool);
    take_back(pool, writes, kept);
    pool->open--;
    wake_one(pool);
    unlock(pool);
}

/* ---- closing ---- */

static void free_all(struct store_pool *pool, struct pg_session *session)
{
    while (session) {
        struct pg_session *next = session->next;
        pg_session_free(pool->pq, pool->allocator, session);
        session = next;
    }
}

/* Takes out those idle ones beyond the first `kept` that have lain there since `since` or longer. */
static struct pg_session *take_out(struct store_pool *pool, int kept, int64_t since)
{
    struct pg_session *out = NULL;
    struct pg_session **link = &pool->idle;
    for (int i = 0; *link; i++) {
        struct pg_session *session = *link;
        if (i < kept || session->since > since) {
            link = &session->next;
            continue;
        }
        *link = session->next;
        session->next = out;
        out = session;
        pool->idle_count--;
        pool->open--;
    }
    return out;
}

void pool_doubt(struct store_pool *pool)
{
    lock(pool);
    struct pg_session *out = take_out(pool, 0, INT64_MAX);
    wake_all(pool);
    unlock(pool);
    free_all(pool, out);
}

void store_pool_tidy(struct store_pool *pool)
{
    if (!pool) {
        return;
    }
    lock(pool);
    struct pg_session *out = take_out(pool, KEPT, monotonic_ms() - IDLE_MS);
    wake_all(pool);
    unlock(pool);
    free_all(pool, out);
    served_tidy(pool->served);
}

void store_pool_counts(struct store_pool *pool, struct store_pool_counts *counts)
{
    lock(pool);
    *counts = (struct store_pool_counts){.most = pool->most,
                                         .open = pool->open,
                                         .busy = pool->open - pool->idle_count,
                                         .waiting = pool->line[0].waiting + pool->line[1].waiting};
    unlock(pool);
}

/* ---- beginning and end ---- */

static void line_init(struct line *line)
{
    forward_cond(&line->moved);
}

enum err store_pool_new(struct store_pool **out, const char *place, int connections, const struct allocator *allocator,
                        struct error *error)
{
    *out = NULL;
    const struct pq *pq = pq_load(error);
    if (!pq) {
        return error_sure(error->message->code);
    }
    struct store_pool *pool = mem_new(allocator, 1, sizeof(*pool));
    if (!pool) {
        return error_raise(error, &MSG_MEMORY);
    }
    pool->allocator = allocator;
    pool->pq = pq;
    pool->most = (connections < STORE_POOL_LEAST ? STORE_POOL_LEAST : connections) - 1; /* but for served.c's */
    pool->for_readers = pool->most - (pool->most + WRITERS_PART - 1) / WRITERS_PART;
    pool->for_shadows = pool->for_readers > SHADOWS_PART ? pool->for_readers / SHADOWS_PART : 1;
    (void)pthread_mutex_init(&pool->lock, NULL);
    line_init(&pool->line[0]);
    line_init(&pool->line[1]);
    strbuf_init(&pool->address, allocator, STORE_PATH_LIMIT);
    strbuf_add_span(&pool->address, span_of(place, strcspn(place, "#")));
    pool->served = strbuf_ok(&pool->address) ? served_new(strbuf_text(&pool->address), allocator) : NULL;
    if (!pool->served) {
        store_pool_free(pool);
        return error_raise(error, &MSG_MEMORY);
    }
    *out = pool;
    return ERR_OK;
}

void store_pool_free(struct store_pool *pool)
{
    if (!pool || pool->stores > 0) {
        return;
    }
    free_all(pool, pool->idle);
    served_free(pool->served);
    secret_wipe(pool->address.text, pool->address.room);
    strbuf_release(&pool->address);
    (void)pthread_cond_destroy(&pool->line[0].moved);
    (void)pthread_cond_destroy(&pool->line[1].moved);
    (void)pthread_mutex_destroy(&pool->lock);
    mem_free(pool->allocator, pool);
}

/* ---- which clubs are open ---- */

enum err pool_serve(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    if (!store->pool || pg->served) {
        return ERR_OK;
    }
    enum err err = served_begin(store->pool->served, pg->slug, error);
    pg->served = err == ERR_OK;
    return err;
}

void pool_serve_end(struct store *store)
{
    if (store->pg->served) {
        served_end(store->pool->served, store->pg->slug);
        store->pg->served = false;
    }
}
