/*
 * An answer as it goes out: status line, headers and body, made once. It may
 * be sent to many clients at a time (the cache keeps them, and equal questions
 * share one), so it never changes after it is made, and whoever uses it holds
 * it.
 */
#ifndef HTTP_REPLY_H
#define HTTP_REPLY_H

#include "base/strbuf.h"

#include <stdatomic.h>

struct reply {
    const struct allocator *allocator;
    atomic_size_t holders;
    int status;
    struct span head;     /* status line and headers, each with its CR LF; not the empty line */
    struct span body;     /* `memory`, or constant */
    struct strbuf memory; /* its own */
    char text[];
};

/* Held once by the caller. NULL, and the body left to the caller, when memory is short. */
struct reply *reply_new(const struct allocator *allocator, int status, struct span head, struct span constant_body);
struct reply *reply_new_steal(const struct allocator *allocator, int status, struct span head, struct strbuf *body);
struct reply *reply_hold(struct reply *reply); /* returns it */
void reply_drop(struct reply *reply);          /* accepts NULL; the last one frees */

/* The standard phrase of a status, for its status line. */
const char *reply_reason(int status);

#endif
