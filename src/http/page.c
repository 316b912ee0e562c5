/*
 * The page. Every address of the page is answered with the same shell, which
 * finds out by itself where it is; the files it asks for live under an address
 * that changes with their content, so that a browser may keep them for ever.
 *
 * They are embedded compressed, and sent so; a client that does not know gzip
 * gets them unpacked.
 */
#include "http/page.h"

#include "base/arena.h"
#include "base/sha256.h"
#include "http/accept.h"
#include "http/gzip.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "http/preview.h"

#include "base/banned.h"

static const char ASSETS[] = "/assets/";

static const struct page_file *find(struct span path)
{
    for (size_t i = 0; i < PAGE_FILES_COUNT; i++) {
        if (span_is(path, PAGE_FILES[i].path)) {
            return &PAGE_FILES[i];
        }
    }
    return NULL;
}

/*
 * What of the shell is another for one of many clubs, or for an address that leads to something: its language, the line
 * that says where the page lives, and its title, which becomes what links show (preview.h). In this order.
 */
static const char LANGUAGE[] = "<html lang=\"en\">";
static const char BASE[] = "<base href=\"/\">";
static const char TITLE[] = "<title>Dendro</title>";

/* Copies what stands before `mark` and cuts it off, with the mark; false, and nothing is done, when it is not there. */
static bool copy_to(struct strbuf *out, struct span *rest, const char *mark)
{
    const char *found = rest->len > 0 ? strstr(rest->ptr, mark) : NULL;
    if (found) {
        strbuf_add_span(out, span_of(rest->ptr, (size_t)(found - rest->ptr)));
        *rest = span_skip(*rest, (size_t)(found - rest->ptr) + strlen(mark));
    }
    return found != NULL;
}

static void add_base(const struct request *request, struct strbuf *out)
{
    strbuf_add(out, "<base href=\"");
    strbuf_add(out, request->prefix);
    strbuf_add(out, request->club ? "/\">" : "/\" data-clubs>"); /* web/js/main.js shows the list then */
}

/* Without a preview the language and the title stay as they are. `shell` is terminated. */
static enum err change_shell(struct request *request, const struct preview *preview, struct span shell,
                             struct error *error)
{
    struct strbuf *out = &request->response.body;
    if (preview && copy_to(out, &shell, LANGUAGE)) {
        strbuf_add(out, preview->lang == LANG_FR ? "<html lang=\"fr\">" : LANGUAGE);
    }
    if (copy_to(out, &shell, BASE)) {
        add_base(request, out);
    }
    enum err err = preview && copy_to(out, &shell, TITLE) ? preview_tags(preview, request, out, error) : ERR_OK;
    strbuf_add_span(out, shell);
    return err;
}

/* An ETag of what is sent: it says of whom, to which name and in which language, and whether it may be kept. */
static const char *tag_of(struct request *request, bool indexed)
{
    enum { TAG_BYTES = 12 };
    char memory[CACHE_TAG];
    uint8_t digest[SHA256_SIZE];
    struct sha256 hash;
    struct strbuf tag;
    sha256_init(&hash);
    sha256_add_u8(&hash, indexed);
    sha256_add(&hash, request->response.body.text, request->response.body.len);
    sha256_end(&hash, digest);
    strbuf_wrap(&tag, memory, sizeof(memory));
    strbuf_hex(&tag, digest, TAG_BYTES);
    return arena_copy(&request->arena, strbuf_span(&tag));
}

static enum err send_changed(struct request *request, const struct page_file *file, const struct preview *preview,
                             struct error *error)
{
    struct response *response = &request->response;
    struct strbuf plain;
    strbuf_init(&plain, request->server->allocator, file->plain_size + 1);
    bool whole = gunzip_add(span_of((const char *)file->gzip, file->gzip_size), file->plain_size, &plain);
    enum err err = whole ? change_shell(request, preview, strbuf_span(&plain), error) : error_raise(error, &MSG_MEMORY);
    strbuf_release(&plain);
    if (err != ERR_OK) {
        return err;
    }
    response->type = file->type;
    response->caching = "no-cache";
    response->tag = tag_of(request, preview && preview->kept);
    return strbuf_ok(&response->body) && response->tag ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err send_file(struct request *request, const struct page_file *file, struct error *error)
{
    struct response *response = &request->response;
    struct span packed = span_of((const char *)file->gzip, file->gzip_size);
    bool immutable = span_starts(span_from(file->path), ASSETS);
    response->type = file->type;
    response->tag = file->tag;
    response->caching = immutable ? "public, max-age=31536000, immutable" : "no-cache";
    if (request->gzip) {
        response->packed = packed;
        return ERR_OK;
    }
    return gunzip_add(packed, file->plain_size, &response->body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static void guard(struct request *request)
{
    answer_header(
        request, "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'");
    answer_header(request, "Referrer-Policy", "no-referrer");
    answer_header(request, "Cross-Origin-Opener-Policy", "same-origin");
}

/* What a build without the page has to say. */
static void say_little(struct request *request)
{
    bool french = request->lang == LANG_FR;
    struct strbuf *out = &request->response.body;
    request->response.type = "text/html; charset=utf-8";
    strbuf_add(out, french ? "<!doctype html><html lang=\"fr\">" : "<!doctype html><html lang=\"en\">");
    strbuf_add(out,
               "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Dendro</title>"
               "<h1>Dendro</h1><p>");
    strbuf_add(out, french ? "Ici un club garde ses parties. L'API est décrite dans "
                           : "A club keeps its games here. The API is described in ");
    static const char *const addresses[] = {"/openapi.json", "/v1/games", "/v1/players", "/v1/rules"};
    for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
        strbuf_add(out, i == 0 ? "<a href=\"" : i == 1 ? "; <a href=\"" : ", <a href=\"");
        strbuf_add(out, request->prefix);
        strbuf_add(out, addresses[i]);
        strbuf_add(out, "\">");
        strbuf_add(out, addresses[i]);
        strbuf_add(out, "</a>");
    }
    strbuf_add(out, ".</p></html>\n");
}

/* Who searches may keep a page only where the club allows it; a preview is no search. */
static void forbid_search(struct request *request, const struct preview *preview)
{
    if (!preview || !preview->kept) {
        answer_header(request, "X-Robots-Tag", "noindex, nofollow");
    }
}

static enum err send_preview(struct request *request, const struct page_file *shell, bool read, struct error *error)
{
    struct preview preview;
    preview_begin(&preview, request);
    enum err err = read ? preview_read(&preview, request, error) : ERR_OK;
    err = err == ERR_OK ? send_changed(request, shell, &preview, error) : err;
    forbid_search(request, &preview);
    preview_release(&preview);
    return err;
}

enum err get_page(struct request *request, struct error *error)
{
    const struct page_file *shell = find(span_from("/"));
    guard(request);
    if (shell && request->route && (request->route->flags & ROUTE_SHELL)) {
        return send_preview(request, shell, true, error);
    }
    forbid_search(request, NULL);
    if (shell) {
        bool changed = !request->club || request->prefix[0];
        return changed ? send_changed(request, shell, NULL, error) : send_file(request, shell, error);
    }
    if (!request->club) {
        return list_clubs(request, error);
    }
    say_little(request);
    return ERR_OK;
}

bool page_plain(struct request *request)
{
    const struct page_file *shell = find(span_from("/"));
    struct response *response = &request->response;
    struct error ignored;
    if (!shell || !request->route || !(request->route->flags & ROUTE_SHELL)) {
        return false;
    }
    strbuf_clear(&response->body);
    response->status = 0;
    response->headers_count = 0;
    guard(request);
    return send_preview(request, shell, false, &ignored) == ERR_OK;
}

enum err page_picture(struct request *request, struct span game, struct error *error)
{
    struct preview preview = {.picture = NULL};
    preview_picture(&preview, game, "title");
    const struct page_file *file = preview.picture ? find(span_from(preview.picture)) : NULL;
    if (!file) {
        return error_raise_span(error, &HTTP_MSG_NO_ROUTE, request->path);
    }
    request->response.type = file->type;
    bool good =
        gunzip_add(span_of((const char *)file->gzip, file->gzip_size), file->plain_size, &request->response.body);
    return good ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* Everybody may fetch a page, or links would show nothing; who searches reads in its head whether it may be kept. */
enum err get_robots(struct request *request, struct error *error)
{
    static const char TEXT[] = "User-agent: *\nDisallow: /v1/\nDisallow: /c/*/v1/\n";
    request->response.type = "text/plain; charset=utf-8";
    request->response.tag = "robots";
    request->response.caching = "public, max-age=86400";
    strbuf_add(&request->response.body, TEXT);
    return strbuf_ok(&request->response.body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* An address of the API, of a club that there is or is not. */
static bool is_api(struct span path)
{
    if (span_starts(path, "/c/")) {
        struct span rest = span_skip(path, 3);
        const char *slash = rest.len > 0 ? memchr(rest.ptr, '/', rest.len) : NULL;
        path = slash ? span_skip(rest, (size_t)(slash - rest.ptr)) : rest;
    }
    return span_is(path, "/v1") || span_starts(path, "/v1/");
}

/* A person who looks around, not a program, nor a page that loads what it is made of. */
static bool is_visitor(const struct request *request)
{
    bool looks = strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
    return looks && !is_api(request->path) && accept_html(request_header(request, "Accept"));
}

enum err page_lost(struct request *request, enum err why, struct error *error)
{
    const struct page_file *shell = find(span_from("/"));
    int status = http_status(error);
    if (!shell || !is_visitor(request)) {
        return why;
    }
    request->route = NULL; /* the page itself finds out what it has to say; nothing else is answered */
    enum err err = get_page(request, error);
    answer_status(request, status);
    respond_retry(request, status);
    request->response.caching = "no-store";
    return err;
}

enum err get_page_file(struct request *request, struct error *error)
{
    const struct page_file *file = find(request->path);
    if (!file) {
        return error_raise_span(error, &HTTP_MSG_NO_ROUTE, request->path);
    }
    if (!span_starts(request->path, ASSETS)) {
        guard(request); /* a worker has a policy of its own */
    }
    return send_file(request, file, error);
}
