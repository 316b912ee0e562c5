/*
 * Many clubs: a place that has them, each under a slug.
 *
 * A place is an address: a folder, in which SLUG.db is a club, or a database of
 * PostgreSQL, in which the schema club_SLUG is one. Whoever wants to open a club asks for what service_open
 * needs, and never makes a path or a statement of a slug by itself.
 *
 * A club that is to be moved out of the way is suspended first: who opens it
 * from then on to write is refused, and a daemon lets it go within a second.
 */
#ifndef SERVICE_CLUBS_H
#define SERVICE_CLUBS_H

#include "service/tokens.h"

enum {
    CLUB_SLUG = 40,   /* characters at the most */
    CLUB_PATH = 2048, /* room for an address or the name of a file */
    CLUB_HOST = 253   /* characters of a host name */
};

/* The one check of a slug: [a-z0-9-]{1,40}. */
bool club_slug_ok(struct span slug);

/* What service_open needs for a club of a place. */
struct club_address {
    char slug[CLUB_SLUG + 1];
    char path[CLUB_PATH];
};

/* Where a club of that slug is, or would be; ERR_USAGE for a slug that is none. */
ERR_CHECK enum err clubs_address(const char *place, struct span slug, struct club_address *address,
                                 struct error *error);

/* ERR_USAGE for a slug that is none, ERR_NOT_FOUND for a club that there is not, ERR_LIMIT for a place with too long a name. */
ERR_CHECK enum err clubs_find(const char *place, struct span slug, struct club_address *address, struct error *error);

/* Numbers that change when the club is written to, for who keeps what it said. */
enum { CLUB_STAMP = 4 };
void clubs_stamp(const char *place, const struct club_address *address, int64_t stamp[CLUB_STAMP]);

/* Calls `fn` with each slug, in their order. ERR_IO, ERR_NOT_FOUND when the place cannot be looked into. */
typedef enum err club_slug_fn(void *context, struct span slug, struct error *error);
ERR_CHECK enum err clubs_list(const char *place, const struct allocator *allocator, club_slug_fn *fn, void *context,
                              struct error *error);
/* The same by the allocator and the pool of the options. */
ERR_CHECK enum err clubs_list_by(const char *place, const struct service_options *options, club_slug_fn *fn,
                                 void *context, struct error *error);

/*
 * A bounded number of connections to the server of that place, for whatever is opened there with it in its options (see
 * store/pool.h); `*pool` is NULL for a place that needs none. At least CLUBS_POOL_LEAST. Freed when nothing that uses it
 * is open any more; tidied about once a second. Both accept NULL.
 */
enum { CLUBS_POOL_LEAST = 4 };
ERR_CHECK enum err clubs_pool_new(struct store_pool **pool, const char *place, int64_t connections,
                                  const struct allocator *allocator, struct error *error);
void clubs_pool_free(struct store_pool *pool);
void clubs_pool_tidy(struct store_pool *pool);

struct clubs_pool_counts {
    int most; /* connections for work that it may have: one fewer than was asked for, which says what clubs are open */
    int open; /* that it has */
    int busy; /* of these, lent */
    int waiting; /* who waits for one */
};
/* Not NULL. */
void clubs_pool_counts(struct store_pool *pool, struct clubs_pool_counts *counts);

/* Makes the club, with an admin token, which cannot be had again. ERR_CONFLICT when there is one of that slug. */
ERR_CHECK enum err clubs_add(const char *place, struct span slug, const struct service_options *options,
                             char token[TOKEN_TEXT], struct error *error);

/* A suspended club answers nothing and takes no writes. */
ERR_CHECK enum err clubs_suspend(const char *place, struct span slug, bool suspended,
                                 const struct service_options *options, struct error *error);

/* ERR_BUSY when another program does not let go of it in time: then it is as it was. ERR_CONFLICT: `to` is taken. */
ERR_CHECK enum err clubs_rename(const char *place, struct span from, struct span to,
                                const struct service_options *options, struct error *error);

/* The club becomes a file beside it, whose name goes to `backup`, and is gone. ERR_BUSY as above. */
ERR_CHECK enum err clubs_remove(const char *place, struct span slug, const struct service_options *options,
                                char backup[CLUB_PATH], struct error *error);

/* ---- how a club stands among others: rows of `setting` ---- */

struct club_standing {
    bool suspended;           /* answers nothing and takes no writes */
    bool closed;              /* `private`: reading needs a token */
    bool listed;              /* the host's page names it */
    bool sharing;             /* what is counted without people joins the host's sums */
    bool searchable;          /* search engines may keep its pages (service/club.h) */
    int64_t entries_a_day;    /* entries of the log over HTTP, from one midnight (UTC) to the next; 0: any number */
    int64_t bytes;            /* of the database, beyond which nothing is added over HTTP; 0: any number */
    char host[CLUB_HOST + 1]; /* a name of its own; empty: none */
};

ERR_CHECK enum err service_standing(struct service *service, struct club_standing *standing, struct error *error);

/* The names of what can be set, in the order in which they are shown; NULL after the last. */
const char *standing_name(size_t number);
/* The value as it is shown and set: yes, no, digits, a name; empty where nothing is set. */
void standing_value(const struct club_standing *standing, size_t number, struct strbuf *out);
/*
 * Sets one of them by its name, and "suspended", which standing_name does not tell. ERR_NOT_FOUND for another name, ERR_USAGE
 * for a value that it cannot have. Whoever keeps answers learns of it as of a person's new name.
 */
ERR_CHECK enum err service_standing_set(struct service *service, const char *name, struct span value,
                                        struct error *error);

/* ERR_BUSY, CLUBS_MSG_SUSPENDED, when it is suspended. */
extern const struct message CLUBS_MSG_SUSPENDED;
ERR_CHECK enum err standing_writable(const struct club_standing *standing, struct error *error);

/* The entry before the first that was accepted at `at` (milliseconds) or later; 0 when all were. */
ERR_CHECK enum err service_log_before(struct service *service, int64_t at, int64_t *seq, struct error *error);

#endif
