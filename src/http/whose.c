/*
 * Which club a request is for. A club that is alone has them all. Of many, one
 * is meant by a host name of its own, or by /c/SLUG/ before everything else of
 * the path; what is neither is meant for the root, where little is answered.
 *
 * A slug is compared as its bytes came: nothing is decoded before, so that no
 * other spelling of a path leads to a club.
 */
#include "http/host.h"
#include "http/inside.h"
#include "http/messages.h"

#include "base/banned.h"

static const char PREFIX[] = "/c/";

static struct span host_of(const struct request *request)
{
    struct span name = {NULL, 0};
    struct span said = request->authority.len > 0 ? request->authority : request_header(request, "Host");
    return host_name(said, &name) ? name : (struct span){NULL, 0};
}

bool request_host_is_clubs(const struct request *request, struct span host)
{
    char slug[CLUB_SLUG + 1];
    struct span name;
    return !request->server->alone && host_name(host, &name) && directory_host(request->server, name, slug);
}

/* /c/SLUG is /c/SLUG/, so that what is relative to it stays below it. */
static enum err redirect(struct request *request, struct error *error)
{
    struct strbuf address;
    size_t room = request->path.len + request->query.len + 3;
    char *memory = arena_new(&request->arena, room, 1);
    if (!memory) {
        return error_raise(error, &MSG_MEMORY);
    }
    strbuf_wrap(&address, memory, room);
    strbuf_add_span(&address, request->path);
    strbuf_add_char(&address, '/');
    if (request->query.ptr) {
        strbuf_add_char(&address, '?');
        strbuf_add_span(&address, request->query);
    }
    answer_header(request, "Location", strbuf_text(&address));
    answer_status(request, 308);
    return ERR_OK;
}

/* To open a club of a server takes questions to it: ERR_END, others ask them. A suspended one may be open for a while. */
static enum err hold_shared(struct request *request, struct span slug, struct error *error)
{
    struct strbuf name;
    request->club = clubs_hold_open(request->server, slug);
    if (request->club && atomic_load(&request->club->suspended)) {
        clubs_let_go(request->club);
        request->club = NULL;
        return error_raise(error, &CLUBS_MSG_SUSPENDED);
    }
    if (request->club || request->inquired) {
        return request->club ? ERR_OK : request->inquiry;
    }
    strbuf_wrap(&name, request->slug, sizeof(request->slug));
    strbuf_add_span(&name, slug);
    return directory_has(request->server, slug) ? ERR_END : ERR_NOT_FOUND;
}

/* Whoever is no member learns of a club that there is not what they learn of any address where nothing is. */
static enum err hold(struct request *request, struct span slug, struct error *error)
{
    struct span path = request->path;
    enum err err = ERR_NOT_FOUND;
    if (request->club) { /* it was opened for this request */
        request->slug[0] = '\0';
        return ERR_OK;
    }
    if (club_slug_ok(slug)) {
        err = service_on_server(request->server->config.clubs)
                  ? hold_shared(request, slug, error)
                  : clubs_hold(request->server, slug, &request->club, error);
    }
    return err == ERR_NOT_FOUND ? error_raise_span(error, &HTTP_MSG_NO_ROUTE, path) : err;
}

enum err request_whose(struct request *request, struct error *error)
{
    char own[CLUB_SLUG + 1];
    if (request->server->alone || (request->club && !request->slug[0])) {
        return ERR_OK; /* there is one, or it was found when the request was looked at first */
    }
    if (directory_host(request->server, host_of(request), own)) {
        return hold(request, span_from(own), error);
    }
    if (!span_starts(request->path, PREFIX)) {
        return ERR_OK;
    }
    struct span rest = span_skip(request->path, sizeof(PREFIX) - 1);
    const char *slash = rest.len > 0 ? memchr(rest.ptr, '/', rest.len) : NULL;
    struct span slug = span_of(rest.ptr, slash ? (size_t)(slash - rest.ptr) : rest.len);
    enum err err = hold(request, slug, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!slash) {
        return redirect(request, error);
    }
    size_t cut = sizeof(PREFIX) - 1 + slug.len;
    request->prefix = arena_copy(&request->arena, span_of(request->path.ptr, cut));
    request->path = span_skip(request->path, cut);
    if (!request->prefix) {
        request->prefix = "";
        return error_raise(error, &MSG_MEMORY);
    }
    return ERR_OK;
}

bool request_where(const struct request *request, const struct route *route)
{
    if (request->server->alone) {
        return !(route->flags & ROUTE_MANY);
    }
    return request->club ? !(route->flags & ROUTE_OUTSIDE) : (route->flags & ROUTE_HOST) != 0;
}
