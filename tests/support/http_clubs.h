/* A server of many clubs in this process, in a folder of its own, and somebody who speaks to it. */
#ifndef SUPPORT_HTTP_CLUBS_H
#define SUPPORT_HTTP_CLUBS_H

#include "http/inside.h"
#include "support/http_client.h"

enum { CLUBS_MADE = 4 };

struct http_clubs {
    char folder[64];
    struct server *server;
    struct client client;
    struct reply reply;
    char token[CLUBS_MADE][TOKEN_TEXT]; /* of the clubs made first */
};

/* Makes the folder with clubs of these slugs (ended by NULL, CLUBS_MADE at the most). */
void http_clubs_make(struct http_clubs *stage, const char *const *slugs);
void http_clubs_start(struct http_clubs *stage);
void http_clubs_end(struct http_clubs *stage);
/* One request; `path` from the root on. The status. */
int http_clubs_ask(struct http_clubs *stage, const char *method, const char *path, const char *token, const char *body,
                   const char *headers);
/* Sets one of the settings of service/clubs.h, and "suspended", as the command line does. */
void http_clubs_set(const struct http_clubs *stage, const char *slug, const char *name, const char *value);
void http_clubs_pause(int ms);
/* Asks again until the answer has this status. */
void http_clubs_comes(struct http_clubs *stage, const char *path, int status);

#endif
