/*
 * The daemon. A thread lets connections in; network threads read requests and
 * send answers and never compute; a pool of readers computes what reads; one
 * thread writes.
 *
 * Requests that write are parsed where they arrive and queued, their
 * connections suspended; the writer takes whatever has gathered, runs it in
 * one transaction, and answers once that is on disk. A keeper thread does what
 * happens by the clock: heartbeats, connections that take too long, changes
 * that another program made to the database.
 */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include "base/alloc.h"
#include "http/config.h"
#include "record/record.h"

struct catalogues;
struct server;

/*
 * Opens (or makes) the database and listens. A database without tokens gets
 * an admin token: server_first_token has it, once. Where config->clubs names a
 * place of many clubs, these are opened as they are asked for. `catalogues` is the
 * program's registry of them; NULL: none is known.
 */
ERR_CHECK enum err server_start(struct server **server, const struct config *config, const struct allocator *allocator,
                                struct catalogues *catalogues, struct error *error);

/* Where it listens. */
uint16_t server_port(const struct server *server);

/* The admin token that was made, or the empty string. */
const char *server_first_token(const struct server *server);

/* Opens the access log anew, for those who rotate it. */
void server_reopen_log(struct server *server);

/* Accepts nothing more, lets what is under way finish (for a while), commits,
 * and releases everything. Accepts NULL. */
void server_stop(struct server *server);

#endif
