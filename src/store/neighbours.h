/*
 * Programs that serve clubs of one server tell each other which club has just
 * been written, so that the others look at once and not at their next second.
 * It is a hint and no more: it may be lost, come late or be made up, and
 * nothing is believed because of it.
 */
#ifndef STORE_NEIGHBOURS_H
#define STORE_NEIGHBOURS_H

#include "store/store.h"

struct store_neighbours;

/* `path` is the address of a place or of a club there. A connection of its own, that hears from now on. */
ERR_CHECK enum err store_neighbours_open(struct store_neighbours **neighbours, const char *path,
                                         const struct store_options *options, struct error *error);
void store_neighbours_close(struct store_neighbours *neighbours); /* accepts NULL */

ERR_CHECK enum err store_neighbours_tell(struct store_neighbours *neighbours, struct span slug, struct error *error);

/*
 * Waits until `wake` can be read, `ms` have passed, or something has been
 * heard: `fn` gets the slugs that other connections have told. An error: the
 * connection is lost, and is to be closed.
 */
typedef void store_neighbours_fn(void *context, struct span slug);
ERR_CHECK enum err store_neighbours_hear(struct store_neighbours *neighbours, int wake, int ms, store_neighbours_fn *fn,
                                         void *context, struct error *error);

#endif
