/*
 * Private to src/wire: people, titles and places that the plays of a BG Stats
 * file refer to, each with the number that it has in that file. They are met
 * play by play and written behind the plays, so memory grows with them and not
 * with the plays.
 */
#ifndef WIRE_BGSTATS_REFS_H
#define WIRE_BGSTATS_REFS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/hash_index.h"

enum { BGSTATS_REFS_BYTES = 256 << 20 /* of ids and names of one kind, at the most */ };

struct bgstats_ref {
    struct span id;
    struct span name;
    /* of a person */
    bool anonymous;
    /* of a title: what its plays say */
    int64_t bgg;
    int64_t plays, together, pointless; /* how many of them, and how many are so */
    int64_t scored, lowest;             /* those in which points decided, and in how many of them the lowest */
    bool teams;
    unsigned least, most; /* seats */
};

struct bgstats_refs {
    const struct allocator *allocator;
    struct arena texts;
    struct bgstats_ref *items; /* number i is items[i - 1] */
    size_t count;
    size_t room;
    struct hash_index index; /* of the items, by their ids */
};

void bgstats_refs_init(struct bgstats_refs *refs, const struct allocator *allocator);
void bgstats_refs_release(struct bgstats_refs *refs);

/* The number of what has this id, from 1; one that is new is added with that name. */
ERR_CHECK enum err bgstats_refs_number(struct bgstats_refs *refs, struct span id, struct span name, size_t *number,
                                       struct error *error);

#endif
