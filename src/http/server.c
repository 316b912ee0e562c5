/* Starting and stopping, in an order that loses nothing. */
#include "http/inside.h"
#include "http/messages.h"
#include "service/reading.h"
#include "wire/forget.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum { READER_CACHE_KIB = 2048, WRITER_CACHE_KIB = 8192, BUSY_MS = 2000 };

int64_t ticks(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- readers of the network threads ---- */

struct service *reader_take(struct server *server)
{
    struct readers *readers = &server->readers;
    (void)pthread_mutex_lock(&readers->lock);
    struct service *service = readers->count > 0 ? readers->idle[--readers->count] : NULL;
    (void)pthread_mutex_unlock(&readers->lock);
    return service;
}

void reader_give(struct server *server, struct service *service)
{
    struct readers *readers = &server->readers;
    (void)pthread_mutex_lock(&readers->lock);
    readers->idle[readers->count++] = service;
    (void)pthread_mutex_unlock(&readers->lock);
}

static enum err open_readers(struct server *server, struct error *error)
{
    struct service_options options = server->options;
    options.cache_kib = READER_CACHE_KIB;
    for (int64_t i = 0; i < server->config.threads + 1; i++) {
        struct service *service = NULL;
        enum err err = service_open(&service, server->config.db, SERVICE_READ, &options, error);
        if (err != ERR_OK) {
            return err;
        }
        reader_give(server, service);
    }
    return ERR_OK;
}

/* ---- what the database says ---- */

void server_learn(struct server *server, struct service *service)
{
    struct versions versions;
    struct error ignored;
    if (service_versions(service, &versions, &ignored) != ERR_OK) {
        return;
    }
    /* Versions only go up: what the writer has stored since this was read is newer. */
    (void)!access_renew(&server->access, service, versions.token, &ignored); /* else the next second does */
    if (versions.flush != 0) {
        atomic_store(&server->flush_due, true); /* the writer says when it is no longer */
    }
    bool grown = versions.log > atomic_load(&server->log_size);
    if (grown) {
        atomic_store(&server->log_size, versions.log);
    }
    if (versions.people > atomic_load(&server->people_version)) {
        atomic_store(&server->people_version, versions.people);
    }
    if (grown) {
        followers_wake(server, 0);
    }
}

/* ---- the keeper ---- */

static void keep(struct server *server)
{
    struct service *service = reader_take(server);
    if (service) {
        server_learn(server, service);
        reader_give(server, service);
    }
    chores_due(server);
    crowd_sweep(server);
    followers_beat(server);
    exports_retry(server);
    histories_due(server);
}

static void *keep_loop(void *context)
{
    struct server *server = context;
    struct keeper *keeper = &server->keeper;
    (void)pthread_mutex_lock(&keeper->lock);
    while (!keeper->stop) {
        struct timespec when;
        (void)clock_gettime(CLOCK_MONOTONIC, &when);
        when.tv_sec += 1;
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

static enum err start_pool(struct server *server, struct error *error)
{
    const struct config *config = &server->config;
    struct pool_options options = {
        .allocator = server->allocator,
        .db = config->db,
        .service = server->options,
        .threads = (size_t)config->readers,
        .queue = (size_t)config->reader_queue,
        .queue_per_address = (size_t)config->reader_queue_per_address,
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
    enum err err = service_tokens(server->writer.service, count_token, &count, error);
    if (err != ERR_OK || count > 0) {
        return err;
    }
    return service_token_add(server->writer.service, SPAN_LITERAL("first"), SCOPE_READ | SCOPE_RECORD | SCOPE_ADMIN, 0,
                             server->first_token, id, error);
}

/* ---- starting ---- */

/* What the database says now: its versions and its tokens. */
static enum err learn_first(struct server *server, struct error *error)
{
    struct versions versions;
    enum err err = service_versions(server->writer.service, &versions, error);
    if (err != ERR_OK) {
        return err;
    }
    atomic_store(&server->log_size, versions.log);
    atomic_store(&server->people_version, versions.people);
    atomic_store(&server->flush_due, versions.flush != 0);
    return access_renew(&server->access, server->writer.service, versions.token, error);
}

static enum err open_all(struct server *server, struct error *error)
{
    struct service_options options = server->options;
    options.cache_kib = WRITER_CACHE_KIB;
    enum err err = access_log_open(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = door_bind(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tls_setup_new(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = crowd_init(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_open(&server->writer.service, server->config.db, SERVICE_CREATE, &options, error);
    if (err != ERR_OK) {
        return err;
    }
    serving_open(&server->serving, server->config.db);
    serving_begin(&server->serving);
    stale_tell(server);
    err = first_token(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_answers_sweep(server->writer.service, error);
    if (err != ERR_OK) {
        return err;
    }
    atomic_store(&server->keeper.swept, ticks());
    err = open_readers(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = learn_first(server, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!cache_init(&server->cache, server->allocator)) {
        return error_raise(error, &MSG_MEMORY);
    }
    err = histories_new(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = writer_start(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = start_pool(server, error);
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

/* Waits by the clock that only goes forward: whoever sets the other one must not stop us. */
static void forward_cond(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(cond, &attributes);
    (void)pthread_condattr_destroy(&attributes);
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
    worths_init(&server->worths, allocator);
    server->options.worths = &server->worths;
    server->options.busy_ms = BUSY_MS;
    server->door.fd = -1;
    server->log.fd = -1;
    if (server->config.threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        server->config.threads = cores < 2 ? 2 : cores > 64 ? 64 : cores;
    }
    (void)pthread_mutex_init(&server->readers.lock, NULL);
    (void)pthread_mutex_init(&server->writer.lock, NULL);
    forward_cond(&server->writer.filled);
    (void)pthread_mutex_init(&server->crowd.lock, NULL);
    (void)pthread_mutex_init(&server->keeper.lock, NULL);
    forward_cond(&server->keeper.wake);
    (void)pthread_mutex_init(&server->log.lock, NULL);
    (void)pthread_mutex_init(&server->followers.lock, NULL);
    (void)pthread_mutex_init(&server->exports.lock, NULL);
    (void)pthread_mutex_init(&server->spools.lock, NULL);
    access_init(&server->access, allocator);
    server->serving.fd = -1;
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
    }
    if (server->pool) {
        pool_stop(server->pool); /* what was asked is not waited for: nothing is lost with it */
    }
    if (was_open) {
        drain(server);
    }
    writer_stop(server);
    keeper_stop(server);
    loops_stop(server);
    pool_free(server->pool);
    histories_free(server);
    door_close(server);
    crowd_release(server);
    tls_setup_free(server);
    cache_release(&server->cache);
    auditing_release(server);
    struct service *service;
    while ((service = reader_take(server))) {
        service_close(service);
    }
    service_close(server->writer.service);
    serving_close(&server->serving);
    worths_release(&server->worths);
    access_release(&server->access);
    access_log_close(server);
    (void)pthread_mutex_destroy(&server->readers.lock);
    (void)pthread_mutex_destroy(&server->writer.lock);
    (void)pthread_cond_destroy(&server->writer.filled);
    (void)pthread_mutex_destroy(&server->crowd.lock);
    (void)pthread_mutex_destroy(&server->keeper.lock);
    (void)pthread_cond_destroy(&server->keeper.wake);
    (void)pthread_mutex_destroy(&server->log.lock);
    (void)pthread_mutex_destroy(&server->followers.lock);
    (void)pthread_mutex_destroy(&server->exports.lock);
    (void)pthread_mutex_destroy(&server->spools.lock);
    mem_free(server->allocator, server);
}
