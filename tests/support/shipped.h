/* The catalogues that come with the program, in one registry a test program. */
#ifndef SUPPORT_SHIPPED_H
#define SUPPORT_SHIPPED_H

#include "service/catalogues.h"

/* The registry; it is never released, and reads the catalogues when one is asked for. */
struct catalogues *shipped_catalogues(void);

/* The shipped one of that name; `game` NULL: of any game. Ends the program when there is none. */
const struct catalogue *shipped_catalogue(const struct game *game, const char *name);

/* The one of the file catalogues/GAME/FILE.json, which may be an older edition. */
const struct catalogue *shipped_edition(const struct game *game, const char *file);

/* Its document. */
const struct catalogue_document *shipped_document(const char *game, const char *name);

/* A registry of its own, for a test that fills one or ends one. */
void shipped_init(struct catalogues *all, const struct allocator *allocator);

#endif
