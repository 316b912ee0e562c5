/*
 * Many clubs on one server: a part of store.h, with its promises. `place` is
 * the address of a database of PostgreSQL without a club; `place`#SLUG is the
 * path of a club there. A slug that is none is ERR_USAGE.
 */
#ifndef STORE_CLUBS_H
#define STORE_CLUBS_H

#include "store/store.h"

/* The one check of a slug: [a-z0-9-]{1,40}. No path or statement is made of anything else. */
enum { STORE_SLUG = 40 };
bool store_slug_ok(struct span slug);

/* The slug of each club, in their order. */
typedef enum err store_club_fn(void *context, struct span slug, struct error *error);
ERR_CHECK enum err store_clubs(const char *place, const struct store_options *options, store_club_fn *fn, void *context,
                               struct error *error);
ERR_CHECK enum err store_club_exists(const char *place, struct span slug, const struct store_options *options,
                                     bool *there, struct error *error);
/* Whether a program has a connection to it, as far as the role may see. */
ERR_CHECK enum err store_club_used(const char *place, struct span slug, const struct store_options *options, bool *used,
                                   struct error *error);
ERR_CHECK enum err store_club_rename(const char *place, struct span from, struct span to,
                                     const struct store_options *options, struct error *error);
/* All of it goes. */
ERR_CHECK enum err store_club_drop(const char *place, struct span slug, const struct store_options *options,
                                   struct error *error);

#endif
