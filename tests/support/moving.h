/* A club that has a row in every enduring table, to be moved; and what is looked at afterwards. */
#ifndef SUPPORT_MOVING_H
#define SUPPORT_MOVING_H

#include "service/move.h"
#include "service/tokens.h"
#include "support/deeds.h"

struct moving {
    struct deeds deeds;
    char token[TOKEN_TEXT]; /* of an admin */
};

/* Makes it at world->path, which is a file; fails the test when a table of the schema stays empty. */
void moving_begin(struct moving *moving, struct world *world);
void moving_end(struct moving *moving);

/* Every row of every enduring table of a file, marks of a move aside, as text. */
void moving_dump(const char *file, struct strbuf *out);
/* Fails the test unless both files have the same. */
void moving_same(const char *one, const char *other);

/* Fails the test unless audit and rebuild find nothing at `address`, checkpoints and token are good, and it takes changes. */
void moving_sound(struct moving *moving, struct world *world, const char *address);

/* Whether it takes changes; what it says if not is in `error`. Nothing is left of the trial. */
enum err moving_writes(struct world *world, const char *address, struct error *error);

#endif
