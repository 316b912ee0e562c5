/*
 * libmicrohttpd's side: a request from its first byte to its last.
 *
 * The handler is called once when the headers are there, once for each piece
 * of the body, once at the end of it, and once more for each resumption. A
 * response queued at the first call closes the connection, so the first call
 * only looks (route, access, limits) and the last one answers; only a
 * request that announces more than we would care to read and drop is answered
 * at once.
 */
#include "http/inside.h"
#include "http/messages.h"
#include "service/reading.h"

#include <microhttpd.h>

#include "base/banned.h"

enum {
    DROPPED = 256 << 10,
    ARENA_EXTRA = 1 << 20,
    NO_ROUTE = METRIC_ROUTES - 1,
    SPARE = 16 /* connections a thread for newcomers, until visits.c has seen who leaves; libmicrohttpd refuses more */
};

/* ---- the first call ---- */

/* Proxies may name the server in front of the path. */
static const char *skip_authority(const char *uri)
{
    struct span text = span_from(uri);
    size_t scheme = span_starts(text, "http://") ? 7 : span_starts(text, "https://") ? 8 : 0;
    const char *slash = scheme > 0 ? strchr(uri + scheme, '/') : NULL;
    return slash ? slash : scheme > 0 ? "/" : uri;
}

static void *on_address(void *context, const char *whole, struct MHD_Connection *connection)
{
    struct server *server = context;
    const char *uri = skip_authority(whole);
    size_t length = strlen(uri);
    struct request *request = mem_new(server->allocator, 1, sizeof(*request) + length + 1);
    if (!request) {
        return NULL;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    memcpy(request->uri, uri, length);
    request->server = server;
    request->connection = connection;
    request->visit = info ? info->socket_context : NULL;
    request->problem_seat = -1;
    request->problem_ply = -1;
    request->started = ticks();
    arena_init(&request->arena, server->allocator, 4 * (size_t)server->config.body_limit + ARENA_EXTRA);
    strbuf_init(&request->body, server->allocator, (size_t)server->config.body_limit);
    strbuf_init(&request->response.body, server->allocator, ANSWER_LIMIT);
    strbuf_init(&request->kept, server->allocator, ANSWER_LIMIT);
    strbuf_init(&request->problem_legal, server->allocator, 1 << 16);
    const char *question = strchr(request->uri, '?');
    request->path = span_of(request->uri, question ? (size_t)(question - request->uri) : length);
    request->query = question ? span_from(question + 1) : (struct span){NULL, 0};
    request->arriving = true;
    atomic_fetch_add(&server->arriving, 1);
    atomic_fetch_add(&server->under_way, 1);
    visit_state(server, request->visit, server->config.request_time);
    return request;
}

static void has_arrived(struct request *request)
{
    if (request->arriving) {
        request->arriving = false;
        atomic_fetch_sub(&request->server->arriving, 1);
    }
}

static enum MHD_Result begin(struct request *request, const char *method, const char *version)
{
    struct server *server = request->server;
    enum err err = request_look(request, method, version, &request->error);
    request->failed = err != ERR_OK;
    request->state = REQUEST_BODY;
    if (request->failed) {
        respond_problem(request);
        bool chunked = request_header(request, "Transfer-Encoding").len > 0;
        bool unclear = request->error.message == &HTTP_MSG_FRAME; /* where it ends, nobody knows */
        if (request_announced(request) > DROPPED || chunked || unclear) {
            return respond(request) ? MHD_YES : MHD_NO;
        }
    } else if (request->route && request->route->body == BODY_STREAM) {
        has_arrived(request);
        visit_state(server, request->visit, server->config.import_time);
    }
    return MHD_YES;
}

/* ---- the body ---- */

/* Bodies together take no more than the budget. */
static bool afford(struct request *request, size_t size)
{
    struct server *server = request->server;
    if (atomic_fetch_add(&server->budget, size) + size > BODY_BUDGET) {
        atomic_fetch_sub(&server->budget, size);
        return false;
    }
    request->budget += size;
    return true;
}

static void refuse(struct request *request)
{
    request->failed = true;
    strbuf_release(&request->body);
    respond_problem(request);
}

/* False: drop the connection. */
static bool take(struct request *request, const char *bytes, size_t *size)
{
    request->body_seen += *size;
    if (request->failed) {
        bool patience = request->body_seen <= DROPPED + request_body_limit(request);
        *size = 0;
        return patience;
    }
    if (request->body_seen > request_body_limit(request)) {
        (void)!request_too_large(request, &request->error);
        refuse(request);
    } else if (request->route && request->route->body == BODY_STREAM) {
        if (!import_take(request, bytes, *size)) {
            request->body_seen -= *size;
            return true; /* not now: it comes again */
        }
    } else if (!afford(request, *size)) {
        (void)!error_raise(&request->error, &HTTP_MSG_BUDGET);
        refuse(request);
    } else {
        strbuf_add_span(&request->body, span_of(bytes, *size));
        if (!strbuf_ok(&request->body)) {
            (void)!error_raise(&request->error, &MSG_MEMORY);
            refuse(request);
        }
    }
    *size = 0;
    return true;
}

/* ---- the end of the request ---- */

static void hash_request(struct request *request)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_text(&hash, method_names[request->route->method]);
    sha256_add_text(&hash, request->uri);
    sha256_add(&hash, request->body.text, request->body.len);
    sha256_end(&hash, request->key.request);
}

static enum MHD_Result queue_write(struct request *request)
{
    struct server *server = request->server;
    request->state = REQUEST_QUEUED;
    request->more = false;
    visit_state(server, request->visit, 0);
    MHD_suspend_connection(request->connection);
    if (!writer_push(server, request)) {
        (void)!error_raise(&request->error, &HTTP_MSG_QUEUE);
        respond_problem(request);
        request->state = REQUEST_READY;
        MHD_resume_connection(request->connection);
    }
    return MHD_YES;
}

static enum MHD_Result write_down(struct request *request)
{
    if (request->key.key.len > 0) {
        hash_request(request);
    }
    if (writer_borrow(request->server, request)) {
        return respond(request) ? MHD_YES : MHD_NO;
    }
    return queue_write(request);
}

/* Runs a handler that reads, in a snapshot of its own. */
static enum err read_now(struct request *request, struct error *error)
{
    struct server *server = request->server;
    const struct route *route = request->route;
    if (route->flags & ROUTE_BARE) {
        return route->handler(request, error);
    }
    request->service = reader_take(server);
    if (!request->service) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = service_snapshot(request->service, error);
    if (err == ERR_OK && (route->flags & ROUTE_TAGGED)) {
        err = service_versions(request->service, &request->versions, error);
        request->versioned = err == ERR_OK;
    }
    if (err == ERR_OK) {
        err = route->handler(request, error);
    }
    service_snapshot_end(request->service);
    reader_give(server, request->service);
    request->service = NULL;
    if (err == ERR_OK && !strbuf_ok(&request->response.body)) {
        err = error_raise(error, &MSG_MEMORY);
    }
    return err;
}

static enum MHD_Result finish(struct request *request)
{
    struct server *server = request->server;
    const struct route *route = request->route;
    has_arrived(request);
    if (request->failed || !route) {
        return respond(request) ? MHD_YES : MHD_NO;
    }
    visit_state(server, request->visit, 0);
    if (route->flags & ROUTE_CACHED) {
        int result = respond_cached(request);
        if (result >= 0) {
            return result ? MHD_YES : MHD_NO;
        }
    }
    enum err err = ERR_OK;
    if (route->prepare) {
        err = route->prepare(request, &request->error);
    }
    if (err == ERR_OK && (route->flags & ROUTE_WRITES)) {
        return write_down(request);
    }
    if (err == ERR_OK) {
        err = read_now(request, &request->error);
    }
    if (err != ERR_OK) {
        respond_problem(request);
    }
    return respond(request) ? MHD_YES : MHD_NO;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *upload, size_t *size, void **request_context)
{
    (void)context;
    (void)connection;
    (void)url;
    struct request *request = *request_context;
    if (!request) {
        return MHD_NO; /* there was no memory for it */
    }
    switch (request->state) {
    case REQUEST_NEW:
        return begin(request, method, version);
    case REQUEST_BODY:
        if (*size > 0) {
            return take(request, upload, size) ? MHD_YES : MHD_NO;
        }
        return finish(request);
    case REQUEST_READY:
        return respond(request) ? MHD_YES : MHD_NO;
    case REQUEST_QUEUED:
    case REQUEST_ANSWERED:
        break;
    }
    return MHD_YES;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request_context,
                         enum MHD_RequestTerminationCode code)
{
    (void)connection;
    (void)code;
    struct server *server = context;
    struct request *request = *request_context;
    if (!request) {
        return;
    }
    int64_t took = ticks() - request->started;
    size_t route = request->route ? route_index(request->route) : NO_ROUTE;
    metrics_request(&server->metrics, route, request->sent_status, took, request->sent_bytes);
    access_log_write(server, request, took);
    if (request->response.stream.fill && request->response.stream.release) {
        request->response.stream.release(request->response.stream.context);
    }
    if (request->cleanup) {
        request->cleanup(request);
    }
    if (request->import) {
        import_release(request);
    }
    visit_rest(server, request->visit);
    has_arrived(request);
    atomic_fetch_sub(&server->budget, request->budget);
    arena_release(&request->arena);
    strbuf_release(&request->body);
    strbuf_release(&request->response.body);
    strbuf_release(&request->kept);
    strbuf_release(&request->problem_legal);
    mem_free(server->allocator, request);
    *request_context = NULL;
    atomic_fetch_sub(&server->under_way, 1);
}

/* ---- starting ---- */

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code)
{
    visit_notify(context, connection, socket_context, code == MHD_CONNECTION_NOTIFY_STARTED);
}

static void be_quiet(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

/* Address and headers as they came, and as they are read; libmicrohttpd clears all of it after every request, so more
 * than is needed costs time as well. */
static size_t memory_for_one(const struct config *config)
{
    return (size_t)(2 * config->header_limit + config->url_limit + (4 << 10));
}

struct MHD_Daemon *connection_start(struct server *server, const char *certificate, const char *key)
{
    const struct config *config = &server->config;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG |
                     MHD_USE_NO_LISTEN_SOCKET; /* door.c listens */
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, without_const(certificate)},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, without_const(key)},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    unsigned threads = (unsigned)config->threads;
    return MHD_start_daemon(
        flags | (certificate ? MHD_USE_TLS : 0), 0, NULL, NULL, on_request, server, MHD_OPTION_EXTERNAL_LOGGER,
        be_quiet, NULL, MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)config->connections + SPARE * threads, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        (unsigned)config->connections_per_address, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)config->idle_time,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_for_one(config), MHD_OPTION_URI_LOG_CALLBACK, on_address, server,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
        MHD_OPTION_ARRAY, certificate ? tls : none, MHD_OPTION_END);
}
