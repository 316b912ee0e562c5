/* Starting and stopping, in an order that loses nothing. */
#include "http/inside.h"
#include "http/messages.h"
#include "service/reading.h"
#include "wire/forget.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    READER_CACHE_KIB = 2048,
    BUSY_MS = 2000,
    FITS_A_SECOND = 8,
    STREAMS_PART = 4 /* of the connections to a server, one in so many may be a stream's */
};

/* ---- the keeper ---- */

/* What one second has for all clubs together, so that the others' second comes. */
struct second {
    bool may_hold; /* readers, of one club */
    int fits;      /* clubs whose nights may begin to be fitted */
};

static void keep_club(struct club *club, void *context)
{
    struct second *second = context;
    struct service *service = reader_take(club);
    struct error ignored;
    if (service) {
        (void)!club_learn(club, service, &ignored); /* else the next second does */
        club_weigh(club, service);
        reviews_due(club, service);
        reader_give(club, service);
    }
    second->may_hold = !chores_due(club, second->may_hold) && second->may_hold;
    second->fits -= second->fits > 0 && histories_due(club);
}

static void keep(struct server *server)
{
    struct second second = {.may_hold = true, .fits = FITS_A_SECOND};
    clubs_each(server, keep_club, &second);
    clubs_tidy(server);
    clubs_pool_tidy(server->options.pool);
    crowd_sweep(server);
    followers_beat(server);
    watchers_beat(server);
    exports_retry(server);
}

static void *keep_loop(void *context)
{
    struct server *server = context;
    struct keeper *keeper = &server->keeper;
    (void)pthread_mutex_lock(&keeper->lock);
    while (!keeper->stop) {
        const struct timespec when = forward_at(ticks() + TICKS_SECOND);
        (void)pthread_cond_timedwait(&keeper->wake, &keeper->lock, &when);
        if (!keeper->stop) {
            (void)pthread_mutex_unlock(&keeper->lock);
            keep(server);
            (void)pthread_mutex_lock(&keeper->lock);
        }
    }
    (void)pthread_mutex_unlock(&keeper->lock);
    return NULL;
}

static void keeper_stop(struct server *server)
{
    struct keeper *keeper = &server->keeper;
    if (keeper->running) {
        (void)pthread_mutex_lock(&keeper->lock);
        keeper->stop = true;
        (void)pthread_cond_signal(&keeper->wake);
        (void)pthread_mutex_unlock(&keeper->lock);
        (void)pthread_join(keeper->thread, NULL);
        keeper->running = false;
    }
}

/* ---- the readers of the pool ---- */

static struct club *club_of(struct pool_group *group)
{
    return (struct club *)((char *)group - offsetof(struct club, group));
}

static struct service *lend_reader(struct pool_group *group)
{
    return reader_take(club_of(group));
}

static void give_reader(struct pool_group *group, struct service *service)
{
    reader_give(club_of(group), service);
}

static enum err start_pool(struct server *server, struct error *error)
{
    const struct config *config = &server->config;
    struct pool_options options = {
        .allocator = server->allocator,
        .db = server->alone ? server->alone->path : NULL,
        .service = server->alone ? server->alone->options : server->options,
        .lend = lend_reader,
        .give_back = give_reader,
        .threads = (size_t)config->readers,
        .queue = (size_t)config->reader_queue,
        .queue_per_address = (size_t)config->reader_queue_per_address,
        .queue_per_group = server->alone ? 0 : (size_t)(config->reader_queue + 1) / 2,
        .budget_us = config->answer_time * 1000,
    };
    options.service.cache_kib = READER_CACHE_KIB;
    return pool_start(&server->pool, &options, error);
}

/* ---- the first token ---- */

static enum err count_token(void *context, const struct token *token, struct error *error)
{
    (void)token;
    (void)error;
    ++*(size_t *)context;
    return ERR_OK;
}

static enum err first_token(struct server *server, struct error *error)
{
    size_t count = 0;
    char id[TOKEN_ID];
    enum err err = service_tokens(server->alone->writer.service, count_token, &count, error);
    if (err != ERR_OK || count > 0) {
        return err;
    }
    return service_token_add(server->alone->writer.service, SPAN_LITERAL("first"),
                             SCOPE_READ | SCOPE_RECORD | SCOPE_ADMIN, 0, server->first_token, id, error);
}

/* ---- starting ---- */

/* The one club of a daemon without a place of many; a database without tokens gets one. */
static enum err open_alone(struct server *server, struct error *error)
{
    struct club *club = mem_new(server->allocator, 1, sizeof(*club));
    struct strbuf path;
    server->alone = club;
    if (!club) {
        return error_raise(error, &MSG_MEMORY);
    }
    club_init(club, server);
    strbuf_wrap(&path, club->path, sizeof(club->path));
    strbuf_add(&path, server->config.db);
    enum err err = club_open(club, SERVICE_CREATE, error);
    err = err == ERR_OK ? first_token(server, error) : err;
    if (err != ERR_OK) {
        return err;
    }
    club_weigh(club, club->writer.service);
    return club_learn(club, club->writer.service, error);
}

static enum err open_edge(struct server *server, struct error *error)
{
    enum err err = access_log_open(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = door_bind(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tls_setup_new(server, error);
    return err == ERR_OK ? crowd_init(server, error) : err;
}

static enum err open_all(struct server *server, struct error *error)
{
    const struct config *config = &server->config;
    enum err err = open_edge(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = clubs_pool_new(&server->options.pool, config->clubs[0] ? config->clubs : config->db, config->db_connections,
                         server->allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    if (server->options.pool) { /* each has a connection for as long as its client takes */
        int64_t most = config->db_connections / STREAMS_PART;
        server->config.streams = config->streams < most ? config->streams : most;
    }
    err = config->clubs[0] ? clubs_start(server, error) : open_alone(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = writers_start(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = start_pool(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = reviewers_start(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = heads_start(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = neighbours_start(server, error);
    if (err != ERR_OK) {
        return err;
    }
    server->keeper.running = pthread_create(&server->keeper.thread, NULL, keep_loop, server) == 0;
    if (!server->keeper.running) {
        return error_raise(error, &HTTP_MSG_DAEMON);
    }
    err = loops_start(server, error);
    return err == ERR_OK ? door_open(server, error) : err;
}

enum err server_start(struct server **out, const struct config *config, const struct allocator *allocator,
                      struct catalogues *catalogues, struct error *error)
{
    *out = NULL;
    struct server *server = mem_new(allocator, 1, sizeof(*server));
    if (!server) {
        return error_raise(error, &MSG_MEMORY);
    }
    server->allocator = allocator;
    server->config = *config;
    server->options = service_options_default;
    server->options.allocator = allocator;
    server->options.catalogues = catalogues;
    server->options.today = config->today;
    server->options.forget = wire_forget;
    server->options.busy_ms = BUSY_MS;
    server->door.fd = -1;
    server->log.fd = -1;
    if (server->config.threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        server->config.threads = cores < 2 ? 2 : cores > 64 ? 64 : cores;
    }
    (void)pthread_mutex_init(&server->clubs.lock, NULL);
    (void)pthread_cond_init(&server->clubs.changed, NULL);
    forward_cond(&server->clubs.wanted);
    (void)pthread_mutex_init(&server->guesses.lock, NULL);
    (void)pthread_mutex_init(&server->writers.lock, NULL);
    (void)pthread_cond_init(&server->writers.filled, NULL);
    (void)pthread_mutex_init(&server->crowd.lock, NULL);
    (void)pthread_mutex_init(&server->keeper.lock, NULL);
    forward_cond(&server->keeper.wake);
    (void)pthread_mutex_init(&server->log.lock, NULL);
    (void)pthread_mutex_init(&server->followers.lock, NULL);
    (void)pthread_mutex_init(&server->exports.lock, NULL);
    (void)pthread_mutex_init(&server->spools.lock, NULL);
    (void)pthread_mutex_init(&server->heads.lock, NULL);
    (void)pthread_cond_init(&server->heads.filled, NULL);
    (void)pthread_mutex_init(&server->reviewers.lock, NULL);
    (void)pthread_mutex_init(&server->reviewers.watchers.lock, NULL);
    (void)pthread_cond_init(&server->reviewers.changed, NULL);
    (void)pthread_cond_init(&server->heads.inquired, NULL);
    enum err err = open_all(server, error);
    if (err != ERR_OK) {
        server_stop(server);
        return err;
    }
    *out = server;
    return ERR_OK;
}

uint16_t server_port(const struct server *server)
{
    return server->port;
}

const char *server_first_token(const struct server *server)
{
    return server->first_token;
}

/* ---- stopping ---- */

/*
 * Waits for the requests under way, but not for ever; and not long for those that never arrived completely, because a client
 * that hangs up half-way is not always noticed.
 */
static void drain(struct server *server)
{
    int64_t began = ticks();
    int64_t until = began + (int64_t)STOP_GRACE * 1000000;
    int64_t complete_only = began + (int64_t)ARRIVAL_GRACE * 1000000;
    while (ticks() < until) {
        size_t arriving = ticks() < complete_only ? 0 : atomic_load(&server->arriving);
        if (atomic_load(&server->under_way) <= arriving) {
            break;
        }
        struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
        (void)nanosleep(&pause, NULL);
    }
}

void server_stop(struct server *server)
{
    if (!server) {
        return;
    }
    atomic_store(&server->stopping, true);
    bool was_open = server->door.running;
    if (was_open) {
        door_close(server);
        followers_close(server);
        watchers_close(server);
    }
    if (server->pool) {
        pool_stop(server->pool); /* what was asked is not waited for: nothing is lost with it */
    }
    if (was_open) {
        drain(server);
    }
    heads_stop(server);
    reviewers_stop(server); /* which the writers are needed for */
    writers_stop(server);
    keeper_stop(server);
    neighbours_stop(server);
    clubs_stop(server);
    loops_stop(server);
    pool_free(server->pool);
    door_close(server);
    crowd_release(server);
    tls_setup_free(server);
    clubs_release(server);
    reviewers_free(server);
    clubs_pool_free(server->options.pool);
    access_log_close(server);
    (void)pthread_mutex_destroy(&server->clubs.lock);
    (void)pthread_cond_destroy(&server->clubs.changed);
    (void)pthread_cond_destroy(&server->clubs.wanted);
    (void)pthread_mutex_destroy(&server->guesses.lock);
    (void)pthread_mutex_destroy(&server->writers.lock);
    (void)pthread_cond_destroy(&server->writers.filled);
    (void)pthread_mutex_destroy(&server->crowd.lock);
    (void)pthread_mutex_destroy(&server->keeper.lock);
    (void)pthread_cond_destroy(&server->keeper.wake);
    (void)pthread_mutex_destroy(&server->log.lock);
    (void)pthread_mutex_destroy(&server->followers.lock);
    (void)pthread_mutex_destroy(&server->exports.lock);
    (void)pthread_mutex_destroy(&server->spools.lock);
    (void)pthread_mutex_destroy(&server->heads.lock);
    (void)pthread_mutex_destroy(&server->reviewers.lock);
    (void)pthread_mutex_destroy(&server->reviewers.watchers.lock);
    (void)pthread_cond_destroy(&server->reviewers.changed);
    (void)pthread_cond_destroy(&server->heads.filled);
    (void)pthread_cond_destroy(&server->heads.inquired);
    mem_free(server->allocator, server);
}
