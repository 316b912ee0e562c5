/*
 * A proxy in front of a PostgreSQL server that cuts connections where a test
 * says: before, inside or after the N-th message, in either direction. It has
 * a unix socket of its own, counts the messages of both sides, and can hold
 * one back or make an answer disappear. Everything it does follows from what
 * it was told and from the messages themselves, never from a clock (but for
 * `hold` with a time).
 *
 * It is a process of its own with one thread, so that the test may block in
 * libpq; it ends with the test. A test tells it things by
 * cutting_proxy_say(); the program `cutting_proxy` takes the same lines from
 * standard input. A line is in force when it is answered.
 *
 *     cut before|inside|after WHICH  both sides are closed; what comes before
 *                                    that place has reached the other side;
 *                                    inside: half of the message
 *     lose WHICH                     it, and whatever follows on its
 *                                    connection in either direction, reaches
 *                                    nobody; the connection stays open
 *     hold WHICH [MILLISECONDS]      it waits so long, or for `release`, and
 *                                    what follows in its direction with it
 *     release                        held messages go on
 *     cut                            all connections that are open, now
 *     refuse yes|no                  whether new connections are closed at once
 *     reset                          forgets all rules, and counts from 0; the
 *                                    next connection is number 1
 *     count                          answers "ok FRONT BACK CONNECTIONS OPEN
 *                                    HELD CUT LOST TRIPS" (struct cutting_counts)
 *     trace yes|no                   a line on standard error for each message
 *
 * WHICH is one of
 *
 *     front N, back N                the N-th message from the client (the
 *                                    startup packet is the first) or from the
 *                                    server, of all connections
 *     front N of C, back N of C      the same of the C-th connection
 *     front N of each, back N of each
 *                                    the same of every connection, for good;
 *                                    the other rules apply once
 *     commit                         the client's simple query, or Parse, of
 *                                    COMMIT or END
 *     committed                      the server's word that a transaction was
 *                                    committed: by then it has been
 *
 * It speaks version 3 of the protocol without TLS: who asks for encryption is
 * told no, and that is not counted.
 */
#ifndef SUPPORT_CUTTING_PROXY_H
#define SUPPORT_CUTTING_PROXY_H

#include "support/folder.h"

#include <stdbool.h>
#include <sys/types.h>

struct cutting_proxy {
    char folder[FOLDER_PATH]; /* `host` of a connection to it */
    char socket[FOLDER_PATH + 16];
    pid_t pid;
    int control;
};

/* Since the last `reset`; `open`: connections now. */
struct cutting_counts {
    unsigned front;
    unsigned back;
    unsigned connections;
    unsigned open;
    unsigned held;
    unsigned cut;
    unsigned lost;
    unsigned trips; /* that a client had to wait for: what it sent after an answer */
};

/* Starts one in front of the server of an address with `host=FOLDER` in it; fails the test when it cannot. Before any threads. */
void cutting_proxy_start(struct cutting_proxy *proxy, const char *url);

/* The same address by way of the proxy. */
enum { CUTTING_URL = 512 };
void cutting_proxy_url(const struct cutting_proxy *proxy, const char *url, char through[CUTTING_URL]);

/* One line of the above, printf-formatted; fails the test when the proxy refuses it. */
__attribute__((format(printf, 2, 3))) void cutting_proxy_say(struct cutting_proxy *proxy, const char *format, ...);

struct cutting_counts cutting_proxy_count(struct cutting_proxy *proxy);

/* Ends it and removes its folder. */
void cutting_proxy_stop(struct cutting_proxy *proxy);

/*
 * What the process does: listens on the socket `here`, which it makes, passes
 * on to the socket `there`, says "ok" on `out`, reads lines from `in` and
 * answers each on `out`, until `in` ends. Says why and returns false when it
 * cannot listen.
 */
bool cutting_proxy_serve(const char *here, const char *there, int in, int out);

#endif
