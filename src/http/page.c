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
#include "http/gzip.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"

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

/* The line of the shell that says where the page lives; one of many clubs, and their list, have another. */
static const char BASE[] = "<base href=\"/\">";

static void add_base(const struct request *request, struct strbuf *out)
{
    strbuf_add(out, "<base href=\"");
    strbuf_add(out, request->prefix);
    strbuf_add(out, request->club ? "/\">" : "/\" data-clubs>"); /* web/js/main.js shows the list then */
}

/* ETag of the shell with such a line: a slug has no dot. */
static const char *based_tag(struct request *request, const struct page_file *file)
{
    char memory[CACHE_TAG];
    struct strbuf tag;
    strbuf_wrap(&tag, memory, sizeof(memory));
    strbuf_add(&tag, file->tag);
    strbuf_add(&tag, request->club ? "." : "..");
    strbuf_add(&tag, request->club ? request->club->slug : "");
    return strbuf_ok(&tag) ? arena_copy(&request->arena, strbuf_span(&tag)) : NULL;
}

/* ERR_NOT_FOUND: the shell has no such line. */
static enum err send_based(struct request *request, const struct page_file *file, struct error *error)
{
    struct response *response = &request->response;
    struct strbuf plain;
    strbuf_init(&plain, request->server->allocator, file->plain_size + 1);
    if (!gunzip_add(span_of((const char *)file->gzip, file->gzip_size), file->plain_size, &plain)) {
        strbuf_release(&plain);
        return error_raise(error, &MSG_MEMORY);
    }
    const char *found = strstr(strbuf_text(&plain), BASE);
    if (found) {
        strbuf_add_span(&response->body, span_of(plain.text, (size_t)(found - plain.text)));
        add_base(request, &response->body);
        strbuf_add(&response->body, found + sizeof(BASE) - 1);
    }
    strbuf_release(&plain);
    if (!found) {
        return ERR_NOT_FOUND;
    }
    response->type = file->type;
    response->caching = "no-cache";
    response->tag = based_tag(request, file);
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

enum err get_page(struct request *request, struct error *error)
{
    const struct page_file *shell = find(span_from("/"));
    bool based = !request->club || request->prefix[0];
    guard(request);
    if (shell && based) {
        enum err err = send_based(request, shell, error);
        if (err != ERR_NOT_FOUND) {
            return err;
        }
    }
    if (!request->club) {
        return list_clubs(request, error);
    }
    if (!shell) {
        say_little(request);
        return ERR_OK;
    }
    return send_file(request, shell, error);
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
