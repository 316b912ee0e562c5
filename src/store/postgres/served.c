/*
 * Which clubs the stores of a pool have open, for a program that wants one for
 * itself (store_club_used). A connection of a pool works for many clubs, and a
 * club that is open need not have one: so the names of sessions do not tell.
 *
 * One connection has a shared advisory lock for each open club, which any session of the
 * database sees in pg_locks, and which goes with the connection, however the daemon
 * ends. Nothing waits for such a lock and no number depends on it: it
 * is a note. When the connection is lost, it is made again within a second, with all its locks.
 */
#include "store/messages.h"
#include "store/postgres/pool.h"

#include "base/fnv.h"
#include "base/secret.h"
#include "base/world.h"

#include <pthread.h>

#include "base/banned.h"

enum { PATIENCE_MS = 3000, AFTERMATH_MS = 1000, NUMBER_TEXT = 24 };

struct open_club {
    char slug[PG_SLUG];
    int times;
    struct open_club *next;
};

struct served {
    const struct allocator *allocator;
    pthread_mutex_t lock; /* of all that follows; held while the server is asked, which takes PATIENCE_MS at the most */
    char path[STORE_PATH_LIMIT];
    struct store store; /* its connection; when there is one, it has all the locks */
    struct open_club *clubs;
    int64_t failed; /* when connecting last failed, and why; without a message: it did not */
    struct error failure;
};

struct served *served_new(const char *address, const struct allocator *allocator)
{
    struct served *served = mem_new(allocator, 1, sizeof(*served));
    if (!served) {
        return NULL;
    }
    struct strbuf path;
    served->allocator = allocator;
    (void)pthread_mutex_init(&served->lock, NULL);
    strbuf_wrap(&path, served->path, sizeof(served->path));
    strbuf_add(&path, address);
    strbuf_add(&path, "#-"); /* some slug: it works for no club */
    return served;
}

/* The number that stands for a club. */
static int64_t number_of(const char *slug)
{
    uint64_t hash = fnv_add(fnv_add(FNV_START, SPAN_LITERAL("dendro club ")), span_from(slug));
    int64_t number;
    memcpy(&number, &hash, sizeof(number));
    return number;
}

/* ---- with the lock held ---- */

static struct open_club *find(const struct served *served, const char *slug)
{
    struct open_club *club = served->clubs;
    while (club && strcmp(club->slug, slug) != 0) {
        club = club->next;
    }
    return club;
}

static bool is_connected(const struct served *served)
{
    return served->store.pg && served->store.pg->connection;
}

static void hang_up(struct served *served)
{
    if (served->store.pg) {
        pg_detach(&served->store);
        memset(&served->store, 0, sizeof(served->store));
    }
}

static enum err ask(struct served *served, const char *sql, const char *argument, struct error *error)
{
    const char *const values[] = {argument};
    enum err err = pg_ask(&served->store, sql, 1, values, NULL, error);
    if (err != ERR_OK) {
        hang_up(served); /* what it still has is not known */
    }
    return err;
}

static enum err connect_anew(struct served *served, struct error *error)
{
    const struct store_options options = {.allocator = served->allocator};
    hang_up(served);
    if (served->failure.message && monotonic_ms() - served->failed < AFTERMATH_MS) {
        *error = served->failure; /* others have just tried */
        return error_sure(error->message->code);
    }
    store_init(&served->store, &POSTGRES_ENGINE, STORE_READ, &options);
    enum err err = pg_ready(&served->store, served->path, error);
    if (err == ERR_OK) {
        served->store.pg->mark = PG_MARK_POOLED;
        served->store.pg->connect_ms = served->store.pg->limit_ms = PATIENCE_MS;
        err = pg_connect(&served->store, error);
    }
    if (err == ERR_OK) {
        error_clear(&served->failure);
        return ERR_OK;
    }
    served->failure = *error;
    served->failed = monotonic_ms();
    hang_up(served);
    return err;
}

/* All of them at once, with a new connection. */
static enum err say_all(struct served *served, struct error *error)
{
    struct strbuf all;
    enum err err = connect_anew(served, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_init(&all, served->allocator, 1 << 20);
    strbuf_add(&all, "{");
    for (const struct open_club *club = served->clubs; club; club = club->next) {
        strbuf_add(&all, all.len > 1 ? "," : "");
        strbuf_int(&all, number_of(club->slug));
    }
    strbuf_add(&all, "}");
    err = strbuf_ok(&all) ? ask(served, "SELECT pg_try_advisory_lock_shared(n) FROM unnest(CAST($1 AS bigint[])) AS n",
                                strbuf_text(&all), error)
                          : error_raise(error, &MSG_MEMORY);
    strbuf_release(&all);
    return err;
}

static enum err say_one(struct served *served, const char *sql, const char *slug, struct error *error)
{
    char text[NUMBER_TEXT];
    struct strbuf number;
    strbuf_wrap(&number, text, sizeof(text));
    strbuf_int(&number, number_of(slug));
    return ask(served, sql, strbuf_text(&number), error);
}

/* One more club is open. A connection that turns out to be lost is made again, once. */
static enum err say_open(struct served *served, const char *slug, struct error *error)
{
    if (is_connected(served) &&
        say_one(served, "SELECT pg_try_advisory_lock_shared(CAST($1 AS bigint))", slug, error) == ERR_OK) {
        return ERR_OK;
    }
    return say_all(served, error);
}

static struct open_club *add(struct served *served, const char *slug)
{
    struct open_club *club = mem_new(served->allocator, 1, sizeof(*club));
    if (club) {
        struct strbuf copy;
        strbuf_wrap(&copy, club->slug, sizeof(club->slug));
        strbuf_add(&copy, slug);
        club->next = served->clubs;
        served->clubs = club;
    }
    return club;
}

static void take_away(struct served *served, struct open_club *club)
{
    struct open_club **link = &served->clubs;
    while (*link != club) {
        link = &(*link)->next;
    }
    *link = club->next;
    mem_free(served->allocator, club);
}

static enum err begin(struct served *served, const char *slug, struct error *error)
{
    struct open_club *club = find(served, slug);
    if (club) {
        club->times++;
        return ERR_OK;
    }
    club = add(served, slug);
    if (!club) {
        return error_raise(error, &MSG_MEMORY);
    }
    club->times = 1;
    enum err err = say_open(served, slug, error);
    if (err != ERR_OK) {
        take_away(served, club);
    }
    return err;
}

static void end(struct served *served, const char *slug)
{
    struct open_club *club = find(served, slug);
    struct error ignored;
    if (!club || --club->times > 0) {
        return;
    }
    take_away(served, club);
    if (is_connected(served)) {
        (void)!say_one(served, "SELECT pg_advisory_unlock_shared(CAST($1 AS bigint))", slug, &ignored);
    }
}

/* ---- from outside ---- */

enum err served_begin(struct served *served, const char *slug, struct error *error)
{
    (void)pthread_mutex_lock(&served->lock);
    enum err err = begin(served, slug, error);
    (void)pthread_mutex_unlock(&served->lock);
    return err;
}

void served_end(struct served *served, const char *slug)
{
    (void)pthread_mutex_lock(&served->lock);
    end(served, slug);
    (void)pthread_mutex_unlock(&served->lock);
}

void served_tidy(struct served *served)
{
    struct error ignored; /* the next second is not far */
    (void)pthread_mutex_lock(&served->lock);
    if (served->clubs && !(is_connected(served) && pg_session_alive(served->store.pg->pq, served->store.pg->session))) {
        (void)!say_all(served, &ignored);
    }
    (void)pthread_mutex_unlock(&served->lock);
}

void served_free(struct served *served)
{
    if (!served) {
        return;
    }
    hang_up(served);
    while (served->clubs) {
        take_away(served, served->clubs);
    }
    secret_wipe(served->path, sizeof(served->path));
    (void)pthread_mutex_destroy(&served->lock);
    mem_free(served->allocator, served);
}

enum err served_look(struct store *store, const char *slug, bool *is_served, struct error *error)
{
    char text[NUMBER_TEXT];
    struct strbuf number;
    const char *const values[] = {text};
    PGresult *there = NULL;
    strbuf_wrap(&number, text, sizeof(text));
    strbuf_int(&number, number_of(slug));
    enum err err = pg_ask(store,
                          "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
                          " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                          " AND (CAST(classid AS bigint) << 32 | CAST(objid AS bigint)) = CAST($1 AS bigint) LIMIT 1",
                          1, values, &there, error);
    if (err == ERR_OK) {
        *is_served = store->pg->pq->PQntuples(there) > 0;
        store->pg->pq->PQclear(there);
    }
    return err;
}
