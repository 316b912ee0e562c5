/* A request as its headers describe it: language, route, access, limits. Everything
 * that can be refused without a body is. */
#include "http/accept.h"
#include "http/host.h"
#include "http/inside.h"
#include "http/media.h"
#include "http/messages.h"

#include "base/banned.h"

/* ---- names ---- */

/* A header that means one thing and comes twice may be an attempt to make two programs read different ones. */
static enum err check_singles(const struct request *request, struct error *error)
{
    static const char *const names[] = {"Authorization", "Idempotency-Key", "Content-Type", "Content-Encoding",
                                        "Last-Event-ID"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (request_header_count(request, names[i]) > 1) {
            return error_raise_span(error, &HTTP_MSG_HEADER_TWICE, span_from(names[i]));
        }
    }
    return ERR_OK;
}

/* A browser always says which host it means; who says none is no browser. */
static enum err check_host(const struct request *request, struct error *error)
{
    const struct config *config = &request->server->config;
    struct span host = request->authority.len > 0 ? request->authority : request_header(request, "Host");
    if ((request->authority.len == 0 && request_header_count(request, "Host") == 0) ||
        host_allowed(span_from(config->host), span_from(config->listen), host) ||
        request_host_is_clubs(request, host)) {
        return ERR_OK;
    }
    return error_raise_span(error, &HTTP_MSG_HOST, host);
}

/* ---- access ---- */

static enum err wrong_token(struct request *request, struct error *error)
{
    struct server *server = request->server;
    atomic_fetch_add(&server->metrics.tokens_failed, 1);
    int64_t wait = access_failed(&server->guesses, request->conn->address, ticks(), server->config.token_failures);
    if (wait > 0) {
        char memory[24];
        struct strbuf seconds;
        strbuf_wrap(&seconds, memory, sizeof(memory));
        strbuf_int(&seconds, wait);
        answer_header(request, "Retry-After", arena_copy(&request->arena, strbuf_span(&seconds)));
        return error_raise(error, &HTTP_MSG_TOKEN_FAILURES);
    }
    return error_raise(error, &HTTP_MSG_TOKEN_UNKNOWN);
}

/* What a network thread does not ask a server for is asked by others; then the request is looked at once more. */
static enum err inquire(const struct request *request)
{
    return request->inquired ? request->inquiry : ERR_END;
}

/* A token that is not known here may be one that another program has just made: the database is asked, but not for
 * who guesses. `*found` is looked up again after that in any case, since somebody else may have read the tokens meanwhile. */
static enum err find_token(struct request *request, struct span text, bool *found, struct error *error)
{
    struct club *club = request->club;
    int64_t now = club->options.clock->now(club->options.clock->context);
    struct versions versions;
    *found = access_find(&club->access, text, now, request->author_text, &request->scopes);
    if (*found || access_tried_enough(&request->server->guesses, request->conn->address, ticks(),
                                      request->server->config.token_failures)) {
        return ERR_OK;
    }
    if (club->shared) {
        return inquire(request);
    }
    struct service *service = reader_take(club);
    if (!service) {
        return error_raise(error, &HTTP_MSG_READERS);
    }
    enum err err = service_versions(service, &versions, error);
    if (err == ERR_OK) {
        err = access_renew(&club->access, service, versions.token, error);
    }
    reader_give(club, service);
    *found = err == ERR_OK && access_find(&club->access, text, now, request->author_text, &request->scopes);
    return err;
}

static enum err check_access(struct request *request, struct error *error)
{
    struct span header = request_header(request, "Authorization");
    enum scope scope = request->route->scope;
    if (!request->club) {
        return ERR_OK; /* what the root of many clubs tells it tells everybody */
    }
    bool open = scope == SCOPE_NONE || (scope == SCOPE_READ && !atomic_load(&request->club->closed));
    if (header.len > 0 && scope != SCOPE_NONE) {
        struct span scheme = span_word(&header);
        struct span text = span_trim(header);
        bool found = false;
        enum err err = span_is_nocase(scheme, "Bearer") ? find_token(request, text, &found, error) : ERR_OK;
        if (err != ERR_OK) {
            return err; /* nobody can say whether it is good: that is not the same as wrong */
        }
        if (!found) {
            return wrong_token(request, error);
        }
        request->author = span_from(request->author_text);
    }
    if (open) {
        return ERR_OK;
    }
    if (request->author.len == 0) {
        return error_raise(error, &HTTP_MSG_TOKEN_MISSING);
    }
    if (scopes_allow(request->scopes, scope)) {
        return ERR_OK;
    }
    enum err err = error_raise(error, &HTTP_MSG_SCOPE);
    error_add_name(error, scope_told(scope));
    return err;
}

bool request_still_allowed(const struct request *request)
{
    struct club *club = request->club;
    int64_t now = club->options.clock->now(club->options.clock->context);
    if (request->author.len == 0) {
        return !atomic_load(&club->closed); /* it may have been closed since */
    }
    return access_holds(&club->access, request->author, now);
}

/* `GET, HEAD, POST` */
static const char *allow_list(struct request *request, unsigned allow)
{
    char memory[64];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    for (unsigned i = 0; i < METHODS; i++) {
        if (allow & 1u << i) {
            strbuf_add(&out, out.len > 0 ? ", " : "");
            strbuf_add(&out, method_names[i]);
            strbuf_add(&out, i == METHOD_GET ? ", HEAD" : "");
        }
    }
    strbuf_add(&out, ", OPTIONS");
    return arena_copy(&request->arena, strbuf_span(&out));
}

static int method_of(const char *method, bool *head)
{
    *head = strcmp(method, "HEAD") == 0;
    for (int i = 0; i < METHODS; i++) {
        if (strcmp(method, method_names[i]) == 0) {
            return i;
        }
    }
    return *head ? METHOD_GET : -1;
}

/* OPTIONS says what is possible; everything else that the path does not have is
 * 405. */
static enum err no_route(struct request *request, const char *method, unsigned allow, struct error *error)
{
    bool server = span_is(request->path, "*") && strcmp(method, "OPTIONS") == 0; /* is meant, not a path */
    if (allow == 0 && !server) {
        return page_lost(request, error_raise_span(error, &HTTP_MSG_NO_ROUTE, request->path), error);
    }
    allow = server ? (1u << METHODS) - 1 : allow;
    const char *list = allow_list(request, allow);
    answer_header(request, "Allow", list);
    if (strcmp(method, "OPTIONS") == 0) {
        answer_status(request, 204);
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &HTTP_MSG_METHOD, span_from(method));
    error_add(error, span_from(list));
    return err;
}

static enum err decode_params(struct request *request, struct error *error)
{
    for (size_t i = 0; i < REQUEST_PARAMS && request->param[i].ptr; i++) {
        enum err err = request_decode(&request->arena, request->param[i], false, &request->param[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Who writes says it in the body; only a body that is records as text leaves something to the address. */
static enum err check_query(struct request *request, struct error *error)
{
    static const char *const beside_text[] = {"last", "ply", "reason", NULL};
    static const char *const nothing[] = {NULL};
    if (request->route->method == METHOD_GET) {
        return ERR_OK; /* its handler says what it takes */
    }
    if (request->route->body == BODY_STREAM) {
        return ERR_OK; /* import_look */
    }
    return request_only(request, request->route->body == BODY_RECORD ? beside_text : nothing, error);
}

static enum err check_key(struct request *request, struct error *error)
{
    struct span key = request_header(request, "Idempotency-Key");
    bool meant = request->route->method == METHOD_POST && (request->route->flags & ROUTE_WRITES) &&
                 request->route->body != BODY_STREAM;
    if (!meant || request_header_count(request, "Idempotency-Key") == 0) {
        return ERR_OK;
    }
    if (key.len == 0) {
        return error_raise(error, &HTTP_MSG_KEY_SIZE);
    }
    for (size_t i = 0; i < key.len; i++) {
        if (key.len > ANSWER_KEY || (unsigned char)key.ptr[i] < 0x21 || (unsigned char)key.ptr[i] > 0x7e) {
            return error_raise(error, &HTTP_MSG_KEY_SIZE);
        }
    }
    const char *copy = arena_copy(&request->arena, key);
    request->key.key = span_of(copy, copy ? key.len : 0);
    request->key.token = request->author;
    return copy ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* Which bodies are of which type, and how a refusal names them. */
enum {
    OF_JSON = 1u << BODY_JSON | 1u << BODY_RECORD,
    OF_TEXT = 1u << BODY_RECORD | 1u << BODY_STREAM,
    OF_FILE = 1u << BODY_STREAM
};

static const struct {
    const char *type;
    unsigned kinds;
    bool text;
    bool any_charset; /* its reader finds out by its bytes */
} TYPES[] = {
    {"application/json", OF_JSON | OF_FILE, false, false},
    {"text/plain", OF_TEXT, true, false},
    {"application/x-dendro", OF_TEXT, true, false},
    {"text/csv", OF_FILE, true, true},
    {"application/xml", OF_FILE, true, true},
    {"text/xml", OF_FILE, true, true},
    {"application/octet-stream", OF_FILE, true, true},
};

static const struct {
    const char *en;
    const char *fr;
} WANTED[] = {
    [BODY_JSON] = {"application/json", "application/json"},
    [BODY_RECORD] = {"application/json or text/plain", "application/json ou text/plain"},
    [BODY_STREAM] = {"text/plain, text/csv, application/json, application/xml or application/octet-stream",
                     "text/plain, text/csv, application/json, application/xml ou application/octet-stream"},
};

static enum err check_type(struct request *request, struct error *error)
{
    enum body_kind kind = request->route->body;
    struct span header = request_header(request, "Content-Type");
    struct media media;
    if (kind == BODY_NONE || (kind == BODY_STREAM && header.len == 0)) {
        return ERR_OK;
    }
    bool good = media_read(header, &media);
    for (size_t i = 0; good && i < sizeof(TYPES) / sizeof(TYPES[0]); i++) {
        if ((TYPES[i].kinds & 1u << kind) && media_is(&media, TYPES[i].type)) {
            request->text_body = TYPES[i].text;
            return TYPES[i].any_charset || media_is_utf8(&media)
                       ? ERR_OK
                       : error_raise_span(error, &HTTP_MSG_CHARSET, media.charset);
        }
    }
    enum err err = error_raise_span(error, &HTTP_MSG_BODY_TYPE, span_from(WANTED[kind].en));
    error_add(error, span_from(WANTED[kind].fr));
    return err;
}

/* A packed body is not unpacked: it could be a thousand times as large as it says. */
static enum err check_coding(struct request *request, struct error *error)
{
    struct span coding = request_header(request, "Content-Encoding");
    if (coding.len == 0 || request->route->body == BODY_NONE || span_is_nocase(coding, "identity")) {
        return ERR_OK;
    }
    answer_header(request, "Accept-Encoding", "identity");
    return error_raise_span(error, &HTTP_MSG_CODING, coding);
}

uint64_t request_body_limit(const struct request *request)
{
    const struct config *config = &request->server->config;
    if (!request->route || request->route->body == BODY_NONE) {
        return 0;
    }
    return (uint64_t)(request->route->body == BODY_STREAM ? config->import_limit : config->body_limit);
}

enum err request_too_large(const struct request *request, struct error *error)
{
    return request_body_limit(request) == 0
               ? error_raise(error, &HTTP_MSG_BODY_NONE)
               : error_raise_int(error, &HTTP_MSG_BODY_SIZE, (int64_t)request_body_limit(request));
}

/* Everything that can be known from the headers. ERR_END, without an error: not yet (heads_inquire). */
enum err request_look(struct request *request, struct error *error)
{
    unsigned allow = 0;
    request->gzip = accept_gzip(request_header(request, "Accept-Encoding"));
    int known = method_of(request->method, &request->head);
    enum err err = check_singles(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_host(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_whose(request, error);
    if (err != ERR_OK || request->response.status) {
        return err == ERR_NOT_FOUND ? page_lost(request, err, error) : err;
    }
    request->route = route_find(known >= 0 ? (enum method)known : METHODS, request->path, request->param, &allow);
    if (request->route && !request_where(request, request->route)) {
        request->route = NULL;
        allow = 0;
    }
    if (!request->route) {
        return no_route(request, request->method, allow, error);
    }
    if (request->club && request->route->scope != SCOPE_NONE && atomic_load(&request->club->suspended)) {
        return error_raise(error, &CLUBS_MSG_SUSPENDED);
    }
    err = check_access(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = decode_params(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_query(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_key(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_coding(request, error);
    if (err != ERR_OK) {
        return err;
    }
    if (request->announced > request_body_limit(request)) {
        return request_too_large(request, error);
    }
    bool body = request->announced > 0 || request->framing == FRAME_CHUNKED;
    body = body || request->route->body == BODY_RECORD || request->route->body == BODY_STREAM;
    err = body ? check_type(request, error) : ERR_OK;
    if (err != ERR_OK || request->route->body != BODY_STREAM) {
        return err;
    }
    return import_look(request, error);
}
