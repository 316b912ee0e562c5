/*
 * Which names a server answers to. A page of another site, whose name in
 * the DNS is made to point here once it is loaded (DNS rebinding), is the same
 * origin for a browser and could read what only this machine should; but its
 * requests still have its own name in their Host header.
 */
#ifndef HTTP_HOST_H
#define HTTP_HOST_H

#include "base/span.h"

/*
 * The name in a Host header, or in the setting: without its port and without a
 * dot at its end. `[::1]` keeps its brackets. False when it is none.
 */
bool host_name(struct span text, struct span *name);

/* True for localhost, an address of 127.0.0.0/8, and [::1], however it is written. */
bool host_is_loopback(struct span name);

/* A list of names with blanks or commas between them, or `*`. */
bool host_list_ok(struct span list);

/*
 * True when `header` names one of `list`: names without regard to case, IPv6
 * addresses however they are written. `*` names all, and the empty list all,
 * or only loopback names when `listen` (127.0.0.1:8080) is loopback itself.
 */
bool host_allowed(struct span list, struct span listen, struct span header);

#endif
