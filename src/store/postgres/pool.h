/* Private to PostgreSQL's engine: what a store asks of its pool (store/pool.h). */
#ifndef STORE_POSTGRES_POOL_H
#define STORE_POSTGRES_POOL_H

#include "store/pool.h"
#include "store/postgres/connection.h"

/* A store joins and leaves. False: its address, which has no club behind it, is that of another database. */
bool pool_join(struct store_pool *pool, struct span address);
void pool_leave(struct store_pool *pool);

/*
 * A session for the store's club, for as long as its patience lasts: ERR_BUSY after that, or what the last attempt to
 * connect has come to, if that was a moment ago. Without a connection it is for the caller to connect, who says
 * with pool_opened what came of it: NULL, or an error, and then it is gone.
 */
ERR_CHECK enum err pool_take(struct store_pool *pool, struct store *store, struct pg_session **session,
                             struct error *error);
void pool_opened(struct store_pool *pool, struct pg_session *session, const struct error *error);

/* It is as good as new; or it is closed. */
void pool_give(struct store_pool *pool, struct pg_session *session);
void pool_drop(struct store_pool *pool, struct pg_session *session);

/* A shadow is made on it, for which it stays with its store for minutes. False: too many are kept so. */
bool pool_keep(struct store_pool *pool, struct pg_session *session);

/* The server has said nothing for too long: connections that lie there are not tried either. */
void pool_doubt(struct store_pool *pool);

/* ---- served.c: which clubs are open, for programs that want one for themselves ---- */

struct served;

/* Has a connection of its own, when there is a club to be told. NULL: no memory. */
struct served *served_new(const char *address, const struct allocator *allocator);
void served_free(struct served *served);
/* From now on, or no longer; as often ended as it was begun. Said when it returns. */
ERR_CHECK enum err served_begin(struct served *served, const char *slug, struct error *error);
void served_end(struct served *served, const char *slug);
/* A connection that was lost is made again. */
void served_tidy(struct served *served);
/* The same for a store: once, until pg_detach. */
ERR_CHECK enum err pool_serve(struct store *store, struct error *error);
void pool_serve_end(struct store *store);
/* Whether some pool has said so. The store is attached to any club of the database. */
ERR_CHECK enum err served_look(struct store *store, const char *slug, bool *served, struct error *error);

#endif
