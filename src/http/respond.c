/*
 * From a finished request to bytes on the wire: problems, ETags, compression,
 * the headers that every answer has, and the cache of ready answers.
 */
#include "http/build_id.h"
#include "http/gzip.h"
#include "http/inside.h"
#include "http/messages.h"
#include "http/reply.h"
#include "wire/http_answer.h"

#include "base/banned.h"

enum { HEAD_SIZE = 16 << 10 };

static const char JSON_TYPE[] = "application/json; charset=utf-8";
static const char PROBLEM_TYPE[] = "application/problem+json; charset=utf-8";

/* ---- problems ---- */

/* What somebody has to see to takes longer than what passes by itself. */
static const char *retry_after(const struct error *error)
{
    bool long_wait = error->message == &CLUBS_MSG_SUSPENDED || error->message == &HTTP_MSG_QUOTA_ENTRIES;
    return long_wait ? "600" : "1";
}

void respond_retry(struct request *request, int status)
{
    bool waits = false;
    for (size_t i = 0; i < request->response.headers_count; i++) {
        waits = waits || strcmp(request->response.headers[i].name, "Retry-After") == 0;
    }
    if ((status == 503 || status == 429) && !waits) {
        answer_header(request, "Retry-After", retry_after(&request->error));
    }
}

/* When there was no room for what is wrong: that there is no memory now. */
static void bare_problem(const struct request *request, int status, struct strbuf *out)
{
    struct error memory;
    struct error ignored;
    (void)!error_raise(&memory, &MSG_MEMORY);
    struct wire_trouble trouble = {
        .status = status,
        .title = http_title(status, request->lang),
        .error = &memory,
        .lang = request->lang,
        .seat = -1,
        .ply = -1,
    };
    (void)!wire_trouble(&trouble, out, &ignored);
}

void respond_problem(struct request *request)
{
    struct response *response = &request->response;
    int status = http_status(&request->error);
    struct error told = request->error;
    http_discreet(&told);
    struct wire_trouble trouble = {
        .status = status,
        .title = http_title(status, request->lang),
        .error = &told,
        .lang = request->lang,
        .seat = request->problem_seat,
        .ply = request->problem_ply,
        .legal = strbuf_span(&request->problem_legal),
        .problems = strbuf_span(&request->problem_list),
    };
    struct error ignored;
    if (response->stream.fill && response->stream.release) {
        response->stream.release(response->stream.context);
    }
    response->stream = (struct stream){.fill = NULL};
    response->packed = (struct span){NULL, 0};
    response->tag = NULL;
    response->caching = NULL;
    strbuf_clear(&response->body);
    response->status = status;
    response->type = PROBLEM_TYPE;
    if (wire_trouble(&trouble, &response->body, &ignored) != ERR_OK) {
        status = response->status = http_status(&(struct error){.message = &MSG_MEMORY});
        strbuf_clear(&response->body);
        bare_problem(request, status, &response->body);
    }
    respond_retry(request, status);
    if (status == 401) {
        answer_header(request, "WWW-Authenticate", "Bearer realm=\"dendro\"");
    }
}

/* ---- tags ---- */

void respond_tag(const struct request *request, char tag[96])
{
    struct strbuf out;
    strbuf_wrap(&out, tag, 96);
    strbuf_add_char(&out, '"');
    if (request->response.tag) {
        strbuf_add(&out, request->response.tag);
    } else {
        strbuf_add(&out, BUILD_ID);
        strbuf_add_char(&out, '.');
        strbuf_int(&out, request->versions.log);
        strbuf_add_char(&out, '.');
        strbuf_int(&out, request->versions.people);
        strbuf_add(&out, request->lang == LANG_FR ? ".fr" : ".en");
        if (request->club && request->club->tag[0]) { /* another club may come to this address */
            strbuf_add_char(&out, '.');
            strbuf_add(&out, request->club->tag);
        }
    }
    strbuf_add(&out, request->gzip ? ".gz\"" : "\"");
}

/* True when If-None-Match names `tag`, strongly or weakly, or is `*`. */
static bool not_modified(const struct request *request, const char *tag)
{
    struct span list = request_header(request, "If-None-Match");
    while (list.len > 0) {
        struct span one = span_trim(span_cut(&list, ','));
        if (span_starts(one, "W/")) {
            one = span_skip(one, 2);
        }
        if (span_is(one, tag) || span_is(one, "*")) {
            return true;
        }
    }
    return false;
}

/* ---- headers ---- */

static void add_header(struct strbuf *head, const char *name, const char *value)
{
    strbuf_add(head, name);
    strbuf_add(head, ": ");
    strbuf_add(head, value);
    strbuf_add(head, "\r\n");
}

static void add_status(struct strbuf *head, int status)
{
    strbuf_add(head, "HTTP/1.1 ");
    strbuf_int(head, status);
    strbuf_add_char(head, ' ');
    strbuf_add(head, reply_reason(status));
    strbuf_add(head, "\r\n");
}

/* True when the page of `origin` may use the API. */
static bool origin_allowed(const struct config *config, struct span origin)
{
    return config->cors_origin[0] && origin.len > 0 &&
           (strcmp(config->cors_origin, "*") == 0 || span_is(origin, config->cors_origin));
}

static void add_common(struct request *request, struct strbuf *head)
{
    const struct config *config = &request->server->config;
    add_header(head, "X-Content-Type-Options", "nosniff");
    add_header(head, "Vary",
               config->cors_origin[0] ? "Accept-Language, Accept-Encoding, Authorization, Origin"
                                      : "Accept-Language, Accept-Encoding, Authorization");
    add_header(head, "Content-Language", request->lang == LANG_FR ? "fr" : "en");
    if (config->cors_origin[0] && origin_allowed(config, request_header(request, "Origin"))) {
        add_header(head, "Access-Control-Allow-Origin", config->cors_origin);
        add_header(head, "Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE");
        add_header(head, "Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, Last-Event-ID");
        add_header(head, "Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After");
    }
}

/* What has a tag is asked for again each time, what has none is not kept. */
static const char *caching_of(const struct response *answer, bool tagged)
{
    return answer->caching ? answer->caching : tagged ? "no-cache" : "no-store";
}

/* What a handler has said. It knows addresses from the club's root on; among many clubs something stands before that. */
static void add_own(const struct request *request, struct strbuf *head, const struct header *header)
{
    bool link = strcmp(header->name, "Link") == 0; /* <ADDRESS>; rel="next" */
    bool address = link || strcmp(header->name, "Location") == 0;
    strbuf_add(head, header->name);
    strbuf_add(head, link ? ": <" : ": ");
    strbuf_add(head, address ? request->prefix : "");
    strbuf_add(head, link ? header->value + 1 : header->value);
    strbuf_add(head, "\r\n");
}

static void add_headers(struct request *request, struct strbuf *head, bool compressed, const char *tag)
{
    struct response *answer = &request->response;
    add_header(head, "Content-Type", answer->type ? answer->type : JSON_TYPE);
    if (compressed) {
        add_header(head, "Content-Encoding", "gzip");
    }
    add_header(head, "Cache-Control", caching_of(answer, tag != NULL));
    if (tag) {
        add_header(head, "ETag", tag);
    }
    for (size_t i = 0; i < answer->headers_count; i++) {
        add_own(request, head, &answer->headers[i]);
    }
    add_common(request, head);
}

/* ---- sending ---- */

/* Takes the hold on `reply` over. */
static bool send_steal(struct request *request, struct reply *reply)
{
    bool bodiless = reply->status == 204 || reply->status == 304;
    request->sent_status = reply->status;
    request->sent_bytes = request->head || bodiless ? 0 : reply->body.len;
    request->state = REQUEST_ANSWERED;
    conn_answer_steal(request->conn, reply, !request->head && !bodiless);
    return true;
}

static bool send_not_modified(struct request *request, const char *tag)
{
    char text[HEAD_SIZE];
    struct strbuf head;
    strbuf_wrap(&head, text, sizeof(text));
    add_status(&head, 304);
    add_header(&head, "ETag", tag);
    add_header(&head, "Cache-Control", caching_of(&request->response, true));
    add_common(request, &head);
    struct reply *reply = reply_new(request->server->allocator, 304, strbuf_span(&head), (struct span){NULL, 0});
    return reply && send_steal(request, reply);
}

/* ---- the cache ---- */

static struct cache_key key_of(const struct request *request, int64_t log_size, int64_t people_version)
{
    return (struct cache_key){.uri = span_from(request->uri),
                              .language = request->lang == LANG_FR ? 'f' : 'e',
                              .encoding = request->gzip ? 'g' : 'p',
                              .log_size = log_size,
                              .people_version = people_version};
}

bool respond_find(struct request *request)
{
    struct club *club = request->club;
    struct versions versions = {.log = atomic_load(&club->log_size), .people = atomic_load(&club->people_version)};
    struct cache_key key = key_of(request, versions.log, versions.people);
    char tag[CACHE_TAG]; /* that of these versions, which the request has now */
    request->reply = cache_find(&club->cache, &key, tag);
    if (!request->reply) {
        return false;
    }
    atomic_fetch_add_explicit(&request->server->metrics.cache_hits, 1, memory_order_relaxed);
    request->versions = versions;
    request->versioned = true;
    return true;
}

bool respond_cached(struct request *request)
{
    struct club *club = request->club;
    struct cache_key key = key_of(request, atomic_load(&club->log_size), atomic_load(&club->people_version));
    char tag[CACHE_TAG];
    struct reply *reply = cache_find(&club->cache, &key, tag);
    if (!reply) {
        return false;
    }
    atomic_fetch_add_explicit(&request->server->metrics.cache_hits, 1, memory_order_relaxed);
    if (not_modified(request, tag)) {
        reply_drop(reply);
        return send_not_modified(request, tag);
    }
    return send_steal(request, reply);
}

/* ---- answering ---- */

static bool is_tagged(const struct request *request, int status)
{
    const struct response *answer = &request->response;
    return (request->versioned || answer->tag) && status == 200 && !answer->stream.fill;
}

struct reply *respond_make(struct request *request)
{
    struct server *server = request->server;
    struct response *answer = &request->response;
    struct strbuf packed;
    struct strbuf head;
    char text[HEAD_SIZE];
    char tag[CACHE_TAG];
    int status = answer->status ? answer->status : 200;
    bool tagged = is_tagged(request, status);
    bool compressed = answer->packed.ptr != NULL;
    strbuf_init(&packed, server->allocator, ANSWER_LIMIT);
    if (!compressed && request->gzip && answer->body.len >= GZIP_FROM &&
        gzip_add(strbuf_span(&answer->body), &packed)) {
        compressed = true;
        strbuf_release(&answer->body);
        answer->body = packed;
    }
    if (tagged) {
        respond_tag(request, tag);
    }
    strbuf_wrap(&head, text, sizeof(text));
    add_status(&head, status);
    add_headers(request, &head, compressed, tagged ? tag : NULL);
    if (!answer->stream.fill && status != 204) {
        strbuf_add(&head, "Content-Length: ");
        strbuf_int(&head, (int64_t)(answer->packed.ptr ? answer->packed.len : answer->body.len));
        strbuf_add(&head, "\r\n");
    }
    if (!strbuf_ok(&head)) {
        return NULL;
    }
    struct reply *reply = answer->packed.ptr
                              ? reply_new(server->allocator, status, strbuf_span(&head), answer->packed)
                              : reply_new_steal(server->allocator, status, strbuf_span(&head), &answer->body);
    if (reply && tagged && (request->route->flags & ROUTE_CACHED) && !server->config.cors_origin[0]) {
        struct cache_key key = key_of(request, request->versions.log, request->versions.people);
        cache_keep(&request->club->cache, &key, tag, reply);
    }
    return reply;
}

bool respond(struct request *request)
{
    char tag[CACHE_TAG];
    int status = request->reply ? request->reply->status : request->response.status ? request->response.status : 200;
    if (is_tagged(request, status)) {
        respond_tag(request, tag);
        if (not_modified(request, tag)) {
            return send_not_modified(request, tag);
        }
    }
    struct reply *reply = request->reply ? request->reply : respond_make(request);
    request->reply = NULL;
    if (!reply) {
        return false;
    }
    if (request->response.stream.fill && !request->head) {
        request->sent_status = reply->status;
        request->state = REQUEST_ANSWERED;
        return conn_stream_steal(request->conn, reply);
    }
    return send_steal(request, reply);
}
