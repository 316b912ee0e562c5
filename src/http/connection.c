/*
 * A request from its head to the end of its answer, as its connection's thread
 * sees it.
 *
 * That thread looks at a request (route, access, limits), takes its body,
 * answers what is ready or needs no database, and hands everything else on:
 * what writes to the writer, what reads to the pool of readers. Meanwhile the
 * connection is suspended and the request belongs to whom it was handed to,
 * who gives it back by resuming the connection.
 */
#include "http/accept.h"
#include "http/inside.h"
#include "http/messages.h"
#include "http/preview.h"
#include "http/reply.h"
#include "service/reading.h"

#include "base/banned.h"

enum {
    DROPPED = 256 << 10,
    ARENA_EXTRA = 1 << 20,
    NO_ROUTE = METRIC_ROUTES - 1,
};

/* ---- the head ---- */

/* Proxies may name the server in front of the path. */
static struct span skip_authority(struct span target)
{
    size_t scheme = span_starts(target, "http://") ? 7 : span_starts(target, "https://") ? 8 : 0;
    struct span rest = span_skip(target, scheme);
    const char *slash = scheme > 0 && rest.len > 0 ? memchr(rest.ptr, '/', rest.len) : NULL;
    if (scheme == 0) {
        return target;
    }
    return slash ? span_skip(rest, (size_t)(slash - rest.ptr)) : SPAN_LITERAL("/");
}

/* The server that is named there; the empty span when none is. */
static struct span authority_of(struct span target)
{
    size_t scheme = span_starts(target, "http://") ? 7 : span_starts(target, "https://") ? 8 : 0;
    struct span rest = span_skip(target, scheme);
    size_t length = 0;
    while (scheme > 0 && length < rest.len && rest.ptr[length] != '/' && rest.ptr[length] != '?') {
        length++;
    }
    return span_of(rest.ptr, length);
}

/* Appends a terminated copy to the text behind the request. */
static struct span keep_text(char **at, struct span text)
{
    char *copy = *at;
    if (text.len > 0) {
        memcpy(copy, text.ptr, text.len);
    }
    copy[text.len] = '\0';
    *at += text.len + 1;
    return span_of(copy, text.len);
}

/* A request with a copy of what its head says. */
static struct request *request_new(struct server *server, const struct frame *frame, struct span uri)
{
    struct span authority = authority_of(frame->target);
    size_t text = uri.len + frame->method.len + authority.len + 3;
    for (size_t i = 0; i < frame->fields; i++) {
        text += frame->field[i].name.len + frame->field[i].value.len + 2;
    }
    size_t fields = frame->fields * sizeof(struct frame_field);
    struct request *request = mem_new(server->allocator, 1, sizeof(*request) + fields + text);
    if (!request) {
        return NULL;
    }
    char *at = (char *)(request->fields + frame->fields);
    for (size_t i = 0; i < frame->fields; i++) {
        request->fields[i].name = keep_text(&at, frame->field[i].name);
        request->fields[i].value = keep_text(&at, frame->field[i].value);
    }
    request->fields_count = frame->fields;
    request->method = keep_text(&at, frame->method).ptr;
    request->uri = keep_text(&at, uri).ptr;
    request->authority = keep_text(&at, authority);
    return request;
}

struct request *exchange_open(struct conn *conn, const struct frame *frame, const struct error *why)
{
    struct server *server = conn->server;
    struct span uri = skip_authority(frame->target);
    struct request *request = request_new(server, frame, uri);
    if (!request) {
        return NULL;
    }
    request->server = server;
    request->club = server->alone;
    request->prefix = "";
    request->conn = conn;
    request->old = frame->old;
    request->framing = frame->body;
    request->announced = frame->body == FRAME_LENGTH ? frame->length : 0;
    request->expects = frame->expects;
    request->problem_seat = -1;
    request->problem_ply = -1;
    request->started = ticks();
    request->lang = accept_language(request_header(request, "Accept-Language"));
    arena_init(&request->arena, server->allocator, 4 * (size_t)server->config.body_limit + ARENA_EXTRA);
    strbuf_init(&request->body, server->allocator, (size_t)server->config.body_limit);
    strbuf_init(&request->response.body, server->allocator, ANSWER_LIMIT);
    strbuf_init(&request->kept, server->allocator, ANSWER_LIMIT);
    strbuf_init(&request->problem_legal, server->allocator, 1 << 16);
    strbuf_init(&request->problem_list, server->allocator, PROBLEMS_LIMIT);
    const char *question = strchr(request->uri, '?');
    request->path = span_of(request->uri, question ? (size_t)(question - request->uri) : uri.len);
    request->query = question ? span_from(question + 1) : (struct span){NULL, 0};
    request->failed = why != NULL;
    if (why) {
        request->error = *why;
    }
    request->arriving = true;
    atomic_fetch_add(&server->arriving, 1);
    atomic_fetch_add(&server->under_way, 1);
    return request;
}

static void has_arrived(struct request *request)
{
    if (request->arriving) {
        request->arriving = false;
        atomic_fetch_sub(&request->server->arriving, 1);
    }
}

static enum take answer_now(struct request *request)
{
    has_arrived(request);
    return respond(request) ? TAKE_ANSWERED : TAKE_CLOSE;
}

/* Before its body is here, which will not be read: what comes behind it on this connection cannot be found. */
static enum take answer_early(struct request *request)
{
    request->conn->keep = false;
    return answer_now(request);
}

/* False: the daemon stops, as its error says. */
static bool look_later(struct request *request)
{
    request->state = REQUEST_HEADED;
    conn_phase(request->conn, CONN_BUSY, 0); /* it is not the client who takes long */
    conn_suspend(request->conn);
    if (heads_inquire(request)) {
        return true;
    }
    request->conn->suspended = false;
    (void)!error_raise(&request->error, &HTTP_MSG_STOPPING);
    return false;
}

enum take exchange_begin(struct request *request)
{
    struct server *server = request->server;
    bool framed = !request->failed;
    if (request->inquired) {
        conn_phase(request->conn, CONN_ARRIVING, server->config.request_time);
    }
    if (framed) {
        enum err err = request_look(request, &request->error);
        if (err == ERR_END && look_later(request)) {
            return TAKE_SUSPENDED;
        }
        request->failed = err != ERR_OK;
    }
    request->state = REQUEST_BODY;
    if (request->failed) {
        respond_problem(request);
        /* A short body is read and dropped, so that the connection can be used again. */
        bool longer = request->announced > DROPPED || request->framing == FRAME_CHUNKED || request->expects;
        return !framed || longer ? answer_early(request) : TAKE_MORE;
    }
    if (request->route && request->route->body == BODY_STREAM) {
        has_arrived(request);
        conn_phase(request->conn, CONN_BUSY, server->config.import_time);
        if (import_is_spooled(request)) {
            import_await(request);
        }
    }
    return TAKE_MORE;
}

/* ---- the body ---- */

/* Bodies together take no more than the budget, and those of strangers no more than a part of it. */
static bool afford(struct request *request, size_t size)
{
    struct server *server = request->server;
    bool stranger = request->author.len == 0;
    if (stranger && atomic_fetch_add(&server->budget_strangers, size) + size > STRANGERS_BUDGET) {
        atomic_fetch_sub(&server->budget_strangers, size);
        return false;
    }
    if (atomic_fetch_add(&server->budget, size) + size > BODY_BUDGET) {
        atomic_fetch_sub(&server->budget, size);
        atomic_fetch_sub(&server->budget_strangers, stranger ? size : 0);
        return false;
    }
    request->budget += size;
    return true;
}

void exchange_refuse(struct request *request, const struct error *why)
{
    if (why != &request->error) {
        request->error = *why;
    }
    request->failed = true;
    strbuf_release(&request->body);
    respond_problem(request);
    (void)answer_early(request);
}

/* Refused for what stands in its error: what is left of the body is not waited for. */
static enum take give_up(struct request *request)
{
    exchange_refuse(request, &request->error);
    return request->conn->out.reply ? TAKE_ANSWERED : TAKE_CLOSE;
}

static enum take take_stream(struct request *request, struct span piece)
{
    import_take(request, piece.ptr, piece.len);
    return request->conn->suspended ? TAKE_SUSPENDED : TAKE_MORE;
}

enum take exchange_body(struct request *request, struct span piece)
{
    request->body_seen += piece.len;
    if (request->failed) {
        return request->body_seen <= DROPPED + request_body_limit(request) ? TAKE_MORE : answer_early(request);
    }
    if (request->body_seen > request_body_limit(request)) {
        (void)!request_too_large(request, &request->error);
        return give_up(request);
    }
    if (request->route && request->route->body == BODY_STREAM) {
        return take_stream(request, piece);
    }
    if (!afford(request, piece.len)) {
        (void)!error_raise(&request->error, &HTTP_MSG_BUDGET);
        return give_up(request);
    }
    strbuf_add_span(&request->body, piece);
    if (!strbuf_ok(&request->body)) {
        (void)!error_raise(&request->error, &MSG_MEMORY);
        return give_up(request);
    }
    return TAKE_MORE;
}

/* ---- what writes ---- */

static void hash_request(struct request *request)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_text(&hash, method_names[request->route->method]);
    sha256_add_text(&hash, request->uri);
    sha256_add(&hash, request->body.text, request->body.len);
    sha256_end(&hash, request->key.request);
}

static enum take write_down(struct request *request)
{
    if (request->key.key.len > 0) {
        hash_request(request);
    }
    if (writer_borrow(request->club, request)) {
        return answer_now(request);
    }
    request->state = REQUEST_QUEUED;
    request->more = false;
    conn_suspend(request->conn);
    if (writer_push(request->club, request)) {
        return TAKE_SUSPENDED;
    }
    request->conn->suspended = false;
    (void)!error_raise(&request->error, &HTTP_MSG_QUEUE);
    respond_problem(request);
    return answer_now(request);
}

/* ---- what reads ---- */

/* The handler, in versions that are asked first: what has grown meanwhile only makes a tag too old. */
static enum err make_answer(struct request *request, struct error *error)
{
    if ((request->route->flags & ROUTE_TAGGED) && request->service) {
        enum err err = service_versions(request->service, &request->versions, error);
        if (err != ERR_OK) {
            return err;
        }
        request->versioned = true;
    }
    enum err err = request->route->handler(request, error);
    if (err != ERR_OK) {
        return err;
    }
    return strbuf_ok(&request->response.body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err run_handler(struct request *request, struct service *service, struct error *error)
{
    request->service = service;
    enum err err = make_answer(request, error);
    request->service = NULL;
    return err;
}

static struct request *request_of(struct job *job)
{
    return (struct request *)((char *)job - offsetof(struct request, job));
}

/* In a reader's thread, which also compresses. */
static enum err run_job(struct job *job, struct service *service, struct error *error)
{
    struct request *request = request_of(job);
    enum err err = run_handler(request, service, error);
    if (err != ERR_OK || request->response.stream.fill) {
        return err;
    }
    request->reply = respond_make(request);
    return request->reply ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static void share_job(struct job *to, const struct job *from)
{
    const struct request *made = (const struct request *)((const char *)from - offsetof(struct request, job));
    struct request *request = request_of(to);
    request->versions = made->versions;
    request->versioned = made->versioned;
    request->problem_seat = made->problem_seat;
    request->problem_ply = made->problem_ply;
    strbuf_add_span(&request->problem_legal, strbuf_span(&made->problem_legal));
    strbuf_add_span(&request->problem_list, strbuf_span(&made->problem_list));
    if (made->reply) {
        request->reply = reply_hold(made->reply);
        request->response.caching = made->response.caching; /* constant, all of them */
        request->response.tag = made->response.tag ? arena_copy(&request->arena, span_from(made->response.tag)) : NULL;
    }
}

/* Instead of a problem a page opens, without what its address leads to. */
static void answer_failure(struct request *request)
{
    if (!page_plain(request)) {
        respond_problem(request);
    }
}

static void job_done(struct job *job)
{
    struct request *request = request_of(job);
    if (job->err != ERR_OK) {
        reply_drop(request->reply);
        request->reply = NULL;
        request->error = job->error;
        answer_failure(request);
    }
    request->state = REQUEST_READY;
    conn_resume(request->conn);
}

/* What an answer of a tagged route depends on; nothing, when it may not be shared. */
static struct span question_of(struct request *request)
{
    const struct server *server = request->server;
    struct club *club = request->club;
    struct strbuf out;
    bool shared = (request->route->flags & ROUTE_TAGGED) && !server->config.cors_origin[0];
    if (!shared || (request->route->flags & ROUTE_SHELL)) { /* a page names the host that it was asked from */
        return (struct span){NULL, 0};
    }
    size_t room = strlen(request->uri) + 128;
    char *memory = arena_new(&request->arena, room, 1);
    if (!memory) {
        return (struct span){NULL, 0};
    }
    strbuf_wrap(&out, memory, room);
    strbuf_int(&out, (int64_t)club->serial);
    strbuf_add_char(&out, ' ');
    strbuf_int(&out, atomic_load(&club->log_size));
    strbuf_add_char(&out, ' ');
    strbuf_int(&out, atomic_load(&club->people_version));
    strbuf_add_char(&out, ' ');
    strbuf_int(&out, (int64_t)atomic_load(&club->reviews.written));
    strbuf_add(&out, request->lang == LANG_FR ? " fr" : " en");
    strbuf_add(&out, request->gzip ? " gz " : " ");
    strbuf_add(&out, request->uri);
    return strbuf_span(&out);
}

/* The connection has been suspended. */
static enum err push_job(struct request *request)
{
    struct job *job = &request->job;
    memcpy(job->address, request->conn->address, ADDRESS_SIZE);
    job->question = question_of(request);
    job->group = club_group(request->club);
    job->run = run_job;
    job->share = share_job;
    job->done = job_done;
    job->budget_us = request->route->flags & ROUTE_FITS    ? FIT_TIMES * request->server->config.answer_time * 1000
                     : request->route->flags & ROUTE_SHELL ? PREVIEW_BUDGET
                                                           : 0;
    job->patience_us = request->route->flags & ROUTE_SHELL ? PREVIEW_PATIENCE : 0;
    request->state = REQUEST_ASKED;
    return pool_push(request->server->pool, job, &request->error);
}

/* Whoever was suspended for nothing. */
static enum take not_taken(struct request *request)
{
    request->conn->suspended = false;
    answer_failure(request);
    return answer_now(request);
}

static enum take ask_readers(struct request *request)
{
    conn_suspend(request->conn);
    return push_job(request) == ERR_OK ? TAKE_SUSPENDED : not_taken(request);
}

/* ---- what reads of a club that others write, too ---- */

/* What it was let in by may have ended meanwhile. */
static enum err check_again(struct request *request, struct error *error)
{
    if (atomic_load(&request->club->suspended)) {
        return error_raise(error, &CLUBS_MSG_SUSPENDED);
    }
    if (request->route->scope == SCOPE_NONE || request_still_allowed(request)) {
        return ERR_OK;
    }
    return error_raise(error, request->author.len > 0 ? &HTTP_MSG_TOKEN_UNKNOWN : &HTTP_MSG_TOKEN_MISSING);
}

static enum err go_on(struct request *request, bool *ready)
{
    enum err err = check_again(request, &request->error);
    if (err != ERR_OK) {
        return err;
    }
    *ready = (request->route->flags & ROUTE_CACHED) && respond_find(request);
    return *ready ? ERR_OK : push_job(request);
}

void exchange_go_on(struct request *request, enum err err)
{
    bool ready = false;
    err = err == ERR_OK ? go_on(request, &ready) : err;
    if (err == ERR_OK && !ready) {
        return; /* it is the pool's, or has been answered by now */
    }
    if (err != ERR_OK) {
        answer_failure(request);
    }
    request->state = REQUEST_READY;
    conn_resume(request->conn);
}

static enum take ask_head(struct request *request)
{
    request->state = REQUEST_HEADED;
    conn_suspend(request->conn);
    if (heads_ask(request)) {
        return TAKE_SUSPENDED;
    }
    (void)!error_raise(&request->error, &HTTP_MSG_STOPPING);
    return not_taken(request);
}

/* What needs no database, or so little of it that handing it on would cost more. */
static enum take answer_here(struct request *request)
{
    bool bare = (request->route->flags & (ROUTE_BARE | ROUTE_SHELL)) || !request->club;
    struct service *service = bare ? NULL : reader_take(request->club);
    enum err err =
        bare || service ? run_handler(request, service, &request->error) : error_raise(&request->error, &MSG_MEMORY);
    if (service) {
        reader_give(request->club, service);
    }
    if (err != ERR_OK) {
        answer_failure(request);
    }
    return answer_now(request);
}

/* ---- the end of the request ---- */

enum take exchange_end(struct request *request)
{
    const struct route *route = request->route;
    has_arrived(request);
    if (request->failed || !route) {
        return answer_now(request);
    }
    conn_phase(request->conn, CONN_BUSY, 0);
    bool shared = request->club && request->club->shared; /* what is known of it may be old, and its server slow */
    if (request->club && !shared && (route->flags & ROUTE_CACHED) && respond_cached(request)) {
        return TAKE_ANSWERED;
    }
    if (route->prepare && route->prepare(request, &request->error) != ERR_OK) {
        respond_problem(request);
        return answer_now(request);
    }
    if (import_is_spooled(request)) {
        conn_suspend(request->conn);
        import_check(request);
        return TAKE_SUSPENDED;
    }
    if ((route->flags & ROUTE_WRITES) && request->club) {
        return write_down(request);
    }
    bool alone = (route->flags & (ROUTE_BARE | ROUTE_QUICK)) && !(shared && route->scope != SCOPE_NONE);
    alone = alone || ((route->flags & ROUTE_SHELL) && !preview_wanted(request));
    if (!request->club || alone) {
        return answer_here(request);
    }
    return shared ? ask_head(request) : ask_readers(request);
}

void exchange_answer(struct request *request)
{
    (void)answer_now(request);
}

ptrdiff_t exchange_fill(struct request *request, char *bytes, size_t size)
{
    ptrdiff_t got = request->response.stream.fill(request->response.stream.context, bytes, size);
    request->sent_bytes += got > 0 ? (uint64_t)got : 0;
    return got;
}

/*
 * What was written is never taken back; a question and a stream are when the client has hung up, and what is written in
 * several steps makes no further one.
 */
bool exchange_abandon(struct request *request)
{
    const struct stream *stream = &request->response.stream;
    atomic_store(&request->gone, true);
    if (request->state == REQUEST_ASKED) {
        return pool_forget(request->server->pool, &request->job);
    }
    if (request->state != REQUEST_ANSWERED) {
        return false;
    }
    return !stream->abandon || stream->abandon(stream->context);
}

void exchange_close(struct request *request)
{
    struct server *server = request->server;
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
    has_arrived(request);
    atomic_fetch_sub(&server->budget, request->budget);
    atomic_fetch_sub(&server->budget_strangers, request->author.len == 0 ? request->budget : 0);
    reply_drop(request->reply);
    arena_release(&request->arena);
    strbuf_release(&request->body);
    strbuf_release(&request->response.body);
    strbuf_release(&request->kept);
    strbuf_release(&request->problem_legal);
    strbuf_release(&request->problem_list);
    if (request->club && !server->alone) {
        clubs_let_go(request->club);
    }
    mem_free(server->allocator, request);
    atomic_fetch_sub(&server->under_way, 1);
}
