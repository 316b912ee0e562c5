/*
 * A bounded number of connections to one database of a server, lent to the
 * stores of many clubs: a part of store.h. A store that is opened with a pool
 * (struct store_options) has a connection for as long as a transaction goes
 * on, or for one statement outside of one, and for as long as it has a shadow.
 *
 * Who finds none free waits as long as for another's lock (store_patience, at
 * most some seconds), then gets ERR_BUSY; a part of them is kept for those that write.
 * A connection that may not be as it should be is closed. While the server
 * cannot be reached one at a time tries, and for a second afterwards everybody
 * is given what came of it.
 *
 * All of it may be called by any thread.
 */
#ifndef STORE_POOL_H
#define STORE_POOL_H

#include "store/store.h"

struct store_pool;

enum { STORE_POOL_LEAST = 4 };

/*
 * `place` is the address of a database, with a club behind # or without; nobody connects yet. At most `connections`
 * (STORE_POOL_LEAST or more) are open at once; one of them says which clubs the stores have open (store_club_used). The
 * allocator is used by all threads.
 */
ERR_CHECK enum err store_pool_new(struct store_pool **pool, const char *place, int connections,
                                  const struct allocator *allocator, struct error *error);

/* When no store of it is open any more; one that still is keeps it as it is. Accepts NULL. */
void store_pool_free(struct store_pool *pool);

/* About once a second: closes what nobody has needed for a minute, but for a few. Accepts NULL. */
void store_pool_tidy(struct store_pool *pool);

struct store_pool_counts {
    int most;    /* connections for work, without the one that says which clubs are open */
    int open;    /* of them, those that are there */
    int busy;    /* of these, those that are lent */
    int waiting; /* who waits for one */
};
void store_pool_counts(struct store_pool *pool, struct store_pool_counts *counts);

#endif
