/*
 * A real daemon in a folder of its own, and a client that speaks to it over a
 * socket: whole requests, or bytes as a test likes them. Nothing here waits
 * blindly: the daemon says when it listens, and every read has a limit, which
 * a machine that is busy with twenty other things does not reach.
 */
#ifndef SUPPORT_HTTP_CLIENT_H
#define SUPPORT_HTTP_CLIENT_H

#include "base/strbuf.h"
#include "support/address.h"

#include <sys/types.h>

enum { PATIENCE_MS = 300 * 1000 }; /* how long something may take before it counts as never */

struct daemon {
    pid_t pid;
    int out; /* its standard output */
    uint16_t port;
    char token[64]; /* the admin token that it printed; empty: none */
    char folder[64];
    char db[TEST_ADDRESS];
};

/* Starts $DENDRO serve on a free port; `options` ends in NULL. Fails the test when it does not come up. */
void daemon_start(struct daemon *daemon, const char *const *options);
/* The same on the database of a daemon that was halted. */
void daemon_restart(struct daemon *daemon, const char *const *options);
/* SIGTERM; returns the exit code. The folder stays. */
int daemon_halt(struct daemon *daemon);
/* Halts it, fails the test unless it ends with 0, and removes the folder. */
void daemon_end(struct daemon *daemon);
/* Makes a token with these scopes by `dendro token add`. */
void daemon_token(const struct daemon *daemon, const char *scopes, char token[64]);
/* Runs $DENDRO with these words (ended by NULL), output to /dev/null; returns the exit code. */
int daemon_run(const char *const *words);

struct reply {
    int status; /* 0: the connection ended without an answer */
    bool closed;
    struct strbuf head;
    struct strbuf body;
};
void reply_init(struct reply *reply);
void reply_release(struct reply *reply);
/* A header's value, or the empty span. */
struct span reply_header(const struct reply *reply, const char *name);
/* True when the body contains `text`. */
bool reply_has(const struct reply *reply, const char *text);
/* The integer behind `"name":` in the body; ends the test when there is none. */
int64_t reply_int(const struct reply *reply, const char *name);

struct client {
    uint16_t port;
    int fd; /* -1: not connected */
    struct strbuf in;
};
void client_init(struct client *client, uint16_t port);
void client_close(struct client *client);
void client_release(struct client *client);

/* Sends bytes, connecting first if need be; false when the other side has closed, or is not there. */
bool client_send(struct client *client, struct span bytes);
/* Reads one answer; `head` for one without a body whatever its headers say. False at the end of the connection. */
bool client_read(struct client *client, bool head, struct reply *reply);
/* Reads what has come, at most `ms` long, until `text` is in client->in; false when it does not come. */
bool client_wait(struct client *client, const char *text, int ms);

struct call {
    const char *method;
    const char *path;
    const char *token;   /* NULL: none */
    const char *type;    /* NULL: application/json when there is a body */
    const char *body;    /* NULL: none */
    const char *headers; /* further lines, each with CRLF; NULL: none */
};
/* One request and its answer, on the open connection or a new one. */
void client_call(struct client *client, const struct call *call, struct reply *reply);

#endif
