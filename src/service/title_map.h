/*
 * Private to the room: the titles of a club as the `title` entries of the log
 * make, rename and merge them; docs/data-model.md has the form of the entries.
 * A record names a title by any name that it has or had.
 */
#ifndef SERVICE_TITLE_MAP_H
#define SERVICE_TITLE_MAP_H

#include "base/strbuf.h"
#include "store/titles.h"

/* What a `title` entry says: a name, or which title it is part of from now on. */
struct title_entry {
    struct span id;
    struct span name; /* empty: it is a merge */
    struct span into;
};

/* False for a body that is none. */
bool title_entry_read(struct span body, struct title_entry *entry);
void title_entry_write(const struct title_entry *entry, struct strbuf *out);

struct title_slot {
    char id[STORE_TITLE];
    char name[STORE_TITLE]; /* as people write it */
    size_t target;          /* index of what it is now: its own unless it was merged */
};

struct title_name {
    char folded[STORE_TITLE];
    size_t title; /* index */
};

struct title_map {
    const struct allocator *allocator;
    struct title_slot *titles; /* in the order in which they were made */
    size_t count;
    size_t room;
    struct title_name *names; /* in order */
    size_t names_count;
    size_t names_room;
    int64_t entries; /* of the log read */
};

/* Does what the entry says; false when it makes no sense. `*memory` is set when there was none. */
bool title_map_add(struct title_map *map, struct span body, bool *memory);
void title_map_release(struct title_map *map);

/* The row of a folded name; NULL: none. */
const struct title_name *title_map_name(const struct title_map *map, struct span folded);
/* The title with this id, merged or not; NULL: none. */
const struct title_slot *title_map_id(const struct title_map *map, struct span id);

/* The title that has this folded name now; NULL: none. */
const struct title_slot *title_map_find(const struct title_map *map, struct span folded);

#endif
