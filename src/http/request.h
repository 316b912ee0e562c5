/*
 * One request and the answer that is being made for it: what a handler gets.
 *
 * A handler reads what it needs from the request (parameters of the path and
 * the query, the body as its route's `prepare` left it), calls the service and
 * writes its answer. When it fails, whatever it wrote is dropped and the
 * error becomes a problem (RFC 9457) in the client's language.
 */
#ifndef HTTP_REQUEST_H
#define HTTP_REQUEST_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "http/frame.h"
#include "http/pool.h"
#include "http/route.h"
#include "service/answers.h"
#include "service/clubs.h"
#include "service/tokens.h"
#include "wire/emit.h"

#include <stdatomic.h>

struct club;
struct conn;
struct reply;
struct server;
struct import;

enum { REQUEST_PARAMS = 3, REQUEST_HEADERS = 6, ANSWER_LIMIT = 64 << 20, PROBLEMS_LIMIT = 1 << 20 /* bytes */ };

enum request_state {
    REQUEST_NEW,      /* the head has been read */
    REQUEST_BODY,     /* the body is coming */
    REQUEST_QUEUED,   /* it waits for the writer */
    REQUEST_HEADED,   /* it waits for what the server of its club says */
    REQUEST_ASKED,    /* it waits for a reader */
    REQUEST_READY,    /* the answer is ready to be sent */
    REQUEST_ANSWERED, /* it is being sent */
};

struct header {
    const char *name;
    const char *value; /* in the arena, or constant */
};

/* Bytes made while they are being sent. */
struct stream {
    /* Up to `size` bytes; 0: nothing yet (the stream has suspended the
   * connection); -1: the end; -2: failed. */
    ptrdiff_t (*fill)(void *context, char *bytes, size_t size);
    void (*release)(void *context);
    /* The client has gone while the connection is suspended. False: not yet, it will be resumed; NULL: it may go. */
    bool (*abandon)(void *context);
    void *context;
    int64_t seconds; /* that all of it may take; 0: as long as it likes */
};

struct response {
    int status;       /* 0: 200 */
    const char *type; /* NULL: JSON */
    struct strbuf body;
    struct stream stream; /* instead of the body, when `fill` is set */
    struct span packed;   /* instead of the body: constant bytes, in gzip format */
    const char *tag;      /* ETag, without its quotes; NULL: that of the versions, if
                             the route has one */
    const char *caching;  /* Cache-Control; NULL: as the tag wants it */
    struct header headers[REQUEST_HEADERS];
    size_t headers_count;
};

/* What a client wants of a list that can come complete. */
struct list_page {
    char kind;      /* of its cursors */
    int64_t skip;   /* items before it */
    int64_t limit;  /* INT64_MAX: all of them */
    int64_t passed; /* items that were offered so far */
};

struct request {
    struct server *server;
    struct club *club;  /* held; NULL: none, at the root of many */
    const char *prefix; /* what stands before its addresses: "/c/SLUG", or nothing */
    struct conn *conn;
    struct request *next;             /* in the writer's queue */
    const struct route *route;        /* NULL: none */
    _Atomic enum request_state state; /* whoever has it may look while another gives it back */
    enum lang lang;
    bool head;
    bool gzip;
    bool failed;   /* `error` says why */
    bool arriving; /* counted in server->arriving */
    bool old;      /* HTTP/1.0 */
    bool expects;  /* the client waits before it sends the body */
    enum frame_body framing;
    uint64_t announced; /* Content-Length; 0: none */
    struct error error;
    int64_t started; /* microseconds, monotonic */

    struct span path;
    struct span query;
    struct span param[REQUEST_PARAMS]; /* in the order of the pattern */
    struct arena arena;
    struct strbuf body;
    uint64_t body_seen;                       /* bytes, dropped ones included */
    uint64_t budget;                          /* of them, counted against the server's */
    bool text_body;                           /* a record as text, not JSON */
    void *parsed;                             /* what `prepare` made of the body */
    void (*cleanup)(struct request *request); /* of what `prepare` made; NULL: nothing to do */
    struct import *import;
    atomic_bool gone; /* nobody waits for the answer any more: what can stop between two steps does */
    bool more;        /* of a body that is handed on as it comes, there is more to come */

    struct service *service;  /* while the handler runs */
    char slug[CLUB_SLUG + 1]; /* of the club that is to be opened for it */
    bool inquired;            /* its club's server was asked for what its head needs: the club, the token; */
    enum err inquiry;         /* and how that went; its error is `error` */
    struct span author;       /* id of the token; empty: none came with the request */
    char author_text[TOKEN_ID];
    unsigned scopes;
    struct answer_key key; /* key.key empty: no Idempotency-Key */

    /* Whose followers the writer wakes once it is on disk; 0: none. */
    int64_t touched_game;
    bool touched_many;      /* those of any game */
    bool touched_club;      /* the club's settings, which the daemon reads again then */
    int64_t touched_review; /* the game whose review was asked for, or cancelled; 0: none */
    bool cancelled;         /* it was cancelled */
    bool again;             /* there is more to do, in a later group: the answer is not there yet */
    int64_t reached;        /* how far what takes several groups has come; and how far that is on disk */
    int64_t on_disk;
    const struct message *cut; /* says the latter, when it ends there */
    bool stored;               /* what it asked for is in the open transaction; only the answer is to come */

    struct job job; /* while a reader has it */
    struct response response;
    struct reply *reply; /* the answer as it goes out, if it has been made already; held */
    struct emit list;    /* the list that is being answered with */
    struct list_page page;
    struct strbuf kept;       /* what an Idempotency-Key keeps instead of the body:
                         without a secret; empty: the body */
    struct versions versions; /* the answer is made at */
    bool versioned;
    int sent_status;
    uint64_t sent_bytes;

    /* For a problem. */
    int problem_seat; /* -1: none */
    int64_t problem_ply;
    struct strbuf problem_legal;
    struct strbuf problem_list; /* of a record: all that was found, as items (wire/emit.h) */
    const char *method;         /* behind the fields, as the next */
    const char *uri;            /* as it came */
    struct span authority;      /* of an address that names its server; it counts instead of the Host header */
    size_t fields_count;
    struct frame_field fields[];
};

/* A number as clients write it: digits, no zero in front, and a sign only where `min` is below 0. */
bool request_number(struct span text, int64_t min, int64_t max, int64_t *value);

/* The number in {id}; ERR_NOT_FOUND for anything else. */
ERR_CHECK enum err request_id(struct request *request, int64_t *id, struct error *error);

/* The value of a query parameter, decoded; empty pointer when it is not there. An empty one is refused. */
ERR_CHECK enum err request_query(struct request *request, const char *name, struct span *value, struct error *error);
/* The same as a number from min to max; `*value` stays when it is not there. */
ERR_CHECK enum err request_query_int(struct request *request, const char *name, int64_t min, int64_t max,
                                     int64_t *value, struct error *error);
ERR_CHECK enum err request_query_day(struct request *request, const char *name, bool *has, int32_t *day,
                                     struct error *error);
/* The day of a night, in an address (HTTP_MSG_QUERY) or a body (MEMBERS_MSG_TYPE). */
ERR_CHECK enum err request_day(struct span text, const struct message *message, int32_t *day, struct error *error);
struct game_filter;
/* The days `since` and `until` of a filter of games, where they are given. */
ERR_CHECK enum err request_days(struct request *request, struct game_filter *filter, struct error *error);
/* The game that the parameter `game` names; `*game` stays when it is not there. */
ERR_CHECK enum err request_game(struct request *request, struct span *game, struct error *error);
ERR_CHECK enum err request_query_flag(struct request *request, const char *name, bool *value, struct error *error);
/* Refuses parameters that are not among `names` (ended by NULL), are there
 * twice, or are empty: a filter that is misspelt must not be ignored. */
ERR_CHECK enum err request_only(struct request *request, const char *const *names, struct error *error);
/* The same, but those of `repeated` may be there any number of times. */
ERR_CHECK enum err request_only_but(struct request *request, const char *const *names, const char *const *repeated,
                                    struct error *error);
/* The next value of that name in `*rest`, at first request->query; empty pointer when there is none. */
ERR_CHECK enum err request_query_next(struct request *request, const char *name, struct span *rest, struct span *value,
                                      struct error *error);

/* An opaque cursor is a number and what it counts, so that one list's is
 * refused by another. */
ERR_CHECK enum err request_cursor(struct request *request, char kind, int64_t *after, struct error *error);
/* Adds `Link: <…cursor=…>; rel="next"` and returns the cursor, or NULL when
 * memory is short. */
const char *answer_next(struct request *request, char kind, int64_t after);

/* Decodes %-escapes (and '+' when `form`); refuses a broken one, NUL and bytes
 * that are not UTF-8. */
ERR_CHECK enum err request_decode(struct arena *arena, struct span text, bool form, struct span *out,
                                  struct error *error);

/* A request header, or the empty span. */
struct span request_header(const struct request *request, const char *name);
/* How many there are of that name. */
size_t request_header_count(const struct request *request, const char *name);

/* A request that came with a token goes on while that is valid. */
bool request_still_allowed(const struct request *request);

void answer_header(struct request *request, const char *name, const char *value);
void answer_status(struct request *request, int status);
/* 201, and the address of what was made: `path` and `id`. */
void answer_created(struct request *request, const char *path, const char *id);

/* Lists: {"NAME":[item,item],"next":"…"}. Each item is one value emitted to request->list. */
void list_begin(struct request *request, const char *name);
ERR_CHECK enum err list_end(struct request *request, const char *next /* NULL: none */, struct error *error);

/*
 * Lists of people, nights and places come complete, because pages of ours want
 * them so; with `limit` they come in pieces. The cursor is a position in the list.
 */
ERR_CHECK enum err list_paged(struct request *request, char kind, struct error *error); /* refuses other parameters */
/* The same for a list that takes more parameters: `names` has limit, cursor and those. */
ERR_CHECK enum err list_paged_beside(struct request *request, char kind, const char *const *names, struct error *error);
bool list_wants(struct request *request);       /* before each item: it belongs to the page */
const char *list_next(struct request *request); /* NULL: that was all */

#endif
