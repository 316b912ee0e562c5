/*
 * From a finished request to bytes on the wire: problems, ETags, compression,
 * the headers that every answer has, and the cache of ready answers.
 */
#include "http/build_id.h"
#include "http/gzip.h"
#include "http/inside.h"
#include "http/messages.h"
#include "wire/http_answer.h"

#include <microhttpd.h>

#include "base/banned.h"

enum { STREAM_BLOCK = 32 << 10 };

static const char JSON_TYPE[] = "application/json; charset=utf-8";
static const char PROBLEM_TYPE[] = "application/problem+json; charset=utf-8";

/* ---- problems ---- */

static void add_retry(struct request *request, int status)
{
    bool waits = false;
    for (size_t i = 0; i < request->response.headers_count; i++) {
        waits = waits || strcmp(request->response.headers[i].name, "Retry-After") == 0;
    }
    if (status == 503 && !waits) {
        answer_header(request, "Retry-After", "1");
    }
}

void respond_problem(struct request *request)
{
    struct response *response = &request->response;
    int status = http_status(&request->error);
    struct wire_trouble trouble = {
        .status = status,
        .title = http_title(status, request->lang),
        .error = &request->error,
        .lang = request->lang,
        .seat = request->problem_seat,
        .ply = request->problem_ply,
        .legal = strbuf_span(&request->problem_legal),
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
        strbuf_clear(&response->body);
        strbuf_add(&response->body, "{\"type\":\"/problems/internal\",\"status\":500}\n");
        response->status = 500;
    }
    add_retry(request, status);
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
    }
    strbuf_add(&out, request->gzip ? ".gz\"" : "\"");
}

/* True when If-None-Match names `tag`, strongly or weakly, or is `*`. */
static bool not_modified(const struct request *request, const char *tag)
{
    struct span list = request_header(request, "If-None-Match");
    while (list.len > 0) {
        const char *comma = memchr(list.ptr, ',', list.len);
        struct span one = span_trim(span_of(list.ptr, comma ? (size_t)(comma - list.ptr) : list.len));
        if (span_starts(one, "W/")) {
            one = span_skip(one, 2);
        }
        if (span_is(one, tag) || span_is(one, "*")) {
            return true;
        }
        list = comma ? span_skip(list, (size_t)(comma - list.ptr) + 1) : (struct span){NULL, 0};
    }
    return false;
}

/* ---- headers ---- */

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

/* True when the page of `origin` may use the API. */
static bool origin_allowed(const struct config *config, struct span origin)
{
    return config->cors_origin[0] && origin.len > 0 &&
           (strcmp(config->cors_origin, "*") == 0 || span_is(origin, config->cors_origin));
}

static void add_common(struct request *request, struct MHD_Response *response)
{
    const struct config *config = &request->server->config;
    add_header(response, "X-Content-Type-Options", "nosniff");
    add_header(response, "Vary",
               config->cors_origin[0] ? "Accept-Language, Accept-Encoding, Authorization, Origin"
                                      : "Accept-Language, Accept-Encoding, Authorization");
    add_header(response, "Content-Language", request->lang == LANG_FR ? "fr" : "en");
    if (config->cors_origin[0] && origin_allowed(config, request_header(request, "Origin"))) {
        add_header(response, "Access-Control-Allow-Origin", config->cors_origin);
        add_header(response, "Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE");
        add_header(response, "Access-Control-Allow-Headers",
                   "Authorization, Content-Type, Idempotency-Key, Last-Event-ID");
        add_header(response, "Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After");
    }
    if (atomic_load(&request->server->stopping)) {
        add_header(response, "Connection", "close");
    }
}

static int queue(struct request *request, struct MHD_Response *response, int status, uint64_t bytes)
{
    request->sent_status = status;
    request->sent_bytes = request->head ? 0 : bytes;
    request->state = REQUEST_ANSWERED;
    return MHD_queue_response(request->connection, (unsigned)status, response) == MHD_YES ? 1 : 0;
}

/* What has a tag is asked for again each time, what has none is not kept. */
static const char *caching_of(const struct response *answer, bool tagged)
{
    return answer->caching ? answer->caching : tagged ? "no-cache" : "no-store";
}

static int queue_not_modified(struct request *request, const char *tag)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (!response) {
        return 0;
    }
    add_header(response, "ETag", tag);
    add_header(response, "Cache-Control", caching_of(&request->response, true));
    add_common(request, response);
    int result = queue(request, response, 304, 0);
    MHD_destroy_response(response);
    return result;
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

int respond_cached(struct request *request)
{
    struct server *server = request->server;
    struct cache_key key = key_of(request, atomic_load(&server->log_size), atomic_load(&server->people_version));
    struct cache_slot *slot = cache_find(&server->cache, &key);
    if (!slot) {
        return -1;
    }
    int result;
    atomic_fetch_add_explicit(&server->metrics.cache_hits, 1, memory_order_relaxed);
    if (not_modified(request, slot->tag)) {
        char tag[CACHE_TAG];
        memcpy(tag, slot->tag, sizeof(tag));
        cache_done(slot);
        return queue_not_modified(request, tag);
    }
    result = queue(request, slot->response, 200, slot->bytes);
    cache_done(slot);
    return result;
}

/* ---- streams ---- */

static ssize_t fill_stream(void *context, uint64_t position, char *bytes, size_t size)
{
    (void)position;
    struct request *request = context;
    ptrdiff_t got = request->response.stream.fill(request->response.stream.context, bytes, size);
    if (got == -1) {
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    if (got < 0) {
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    request->sent_bytes += (uint64_t)got;
    return got;
}

/* ---- answering ---- */

/* The body as it goes out; compressed into `packed` when that is worth it. */
static struct span pack(struct request *request, struct strbuf *packed, bool *compressed)
{
    struct span body = strbuf_span(&request->response.body);
    if (request->response.packed.ptr) {
        *compressed = true;
        return request->response.packed;
    }
    *compressed = request->gzip && body.len >= GZIP_FROM && gzip_add(body, packed);
    return *compressed ? strbuf_span(packed) : body;
}

static void add_headers(struct request *request, struct MHD_Response *response, bool compressed, const char *tag)
{
    struct response *answer = &request->response;
    add_header(response, "Content-Type", answer->type ? answer->type : JSON_TYPE);
    if (compressed) {
        add_header(response, "Content-Encoding", "gzip");
    }
    add_header(response, "Cache-Control", caching_of(answer, tag != NULL));
    if (tag) {
        add_header(response, "ETag", tag);
    }
    for (size_t i = 0; i < answer->headers_count; i++) {
        add_header(response, answer->headers[i].name, answer->headers[i].value);
    }
    add_common(request, response);
}

int respond(struct request *request)
{
    struct server *server = request->server;
    struct response *answer = &request->response;
    struct MHD_Response *response;
    struct strbuf packed;
    char tag[CACHE_TAG];
    bool compressed = false;
    int status = answer->status ? answer->status : 200;
    bool tagged = (request->versioned || answer->tag) && status == 200 && !answer->stream.fill;
    if (tagged) {
        respond_tag(request, tag);
        if (not_modified(request, tag)) {
            return queue_not_modified(request, tag);
        }
    }
    strbuf_init(&packed, server->allocator, ANSWER_LIMIT);
    struct span body = {NULL, 0};
    if (answer->stream.fill && !request->head) { /* for HEAD, libmicrohttpd would still send the last, empty chunk */
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, fill_stream, request, NULL);
    } else {
        body = pack(request, &packed, &compressed);
        bool keep = tagged && (request->route->flags & ROUTE_CACHED) && body.len <= CACHE_ANSWER;
        /* What is not kept stays in the request, which outlives its answer. */
        response = MHD_create_response_from_buffer(body.len, without_const(body.ptr),
                                                   keep || compressed ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT);
    }
    strbuf_release(&packed);
    if (!response) {
        return 0;
    }
    add_headers(request, response, compressed, tagged ? tag : NULL);
    int result = queue(request, response, status, body.len);
    bool kept = false;
    if (tagged && (request->route->flags & ROUTE_CACHED) && !server->config.cors_origin[0] &&
        !atomic_load(&server->stopping)) {
        struct cache_key key = key_of(request, request->versions.log, request->versions.people);
        kept = cache_keep_steal(&server->cache, &key, tag, response, body.len);
    }
    if (!kept) {
        MHD_destroy_response(response);
    }
    return result;
}
