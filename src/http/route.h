/*
 * The one table of routes. Dispatch, 404, 405 with Allow, HEAD, OPTIONS,
 * access, limits, metrics and the check against schema/openapi.yaml come from
 * it; so does the test that walks it. A new route is one line in routes.c.
 */
#ifndef HTTP_ROUTE_H
#define HTTP_ROUTE_H

#include "base/error.h"
#include "service/scopes.h"

struct request;

enum method { METHOD_GET, METHOD_POST, METHOD_PATCH, METHOD_DELETE, METHODS };
extern const char *const method_names[METHODS];

enum body_kind {
    BODY_NONE,
    BODY_JSON,
    BODY_RECORD, /* JSON, or the text of a record or of moves as text/plain */
    BODY_STREAM  /* records, handed on as they come */
};

enum {
    ROUTE_WRITES = 1,    /* runs in the writer's thread, in its transaction */
    ROUTE_TAGGED = 2,    /* has an ETag: of log and people, or, when bare, its own */
    ROUTE_CACHED = 4,    /* worth keeping ready */
    ROUTE_BARE = 8,      /* needs no database */
    ROUTE_QUICK = 32,    /* reads so little that a connection's thread may do it */
    ROUTE_FITS = 64,     /* may have to fit a model to all games: has more time than others */
    ROUTE_ADDS = 128,    /* adds to the database: a club's quotas are kept */
    ROUTE_HOST = 256,    /* answers at the root of many clubs, too */
    ROUTE_OUTSIDE = 512, /* not in a club among many */
    ROUTE_MANY = 1024,   /* only where there are many */
    ROUTE_SHELL = 2048,  /* an address of the page that leads to something: opens whatever fails */
    ROUTE_SHORT = 16     /* writes so little that a connection's thread may do it, when nothing else is under way */
};

typedef enum err handler_fn(struct request *request, struct error *error);

struct route {
    enum method method;
    const char *pattern; /* "/v1/games/{id}/moves"; "/cards{/rest*}" is "/cards" and all below */
    handler_fn *handler;
    handler_fn *prepare; /* in the connection's thread, once the body is there;
                          NULL: nothing to prepare */
    enum scope scope;
    enum body_kind body;
    unsigned flags;
    const char *summary;
};

const struct route *route_all(size_t *count);

/*
 * The route for a path; its parameters, still encoded, go to `param`. NULL
 * when there is none of that method; `*allow` then has a bit for each method
 * that the path has, 0 when nothing is there.
 */
const struct route *route_find(enum method method, struct span path, struct span *param, unsigned *allow);

/* Its position in the table. */
size_t route_index(const struct route *route);

#endif
