/*
 * Private to the room: what groups of games are called. Thousands of sums are
 * of one group: each combination of names is kept once, at an address that
 * stays, so that two groups of a table are the same when their addresses are.
 */
#ifndef SERVICE_STATS_NAMES_H
#define SERVICE_STATS_NAMES_H

#include "base/hash_index.h"
#include "store/statistics.h"

enum { NAMES_SHORT = 24, NAMES_TITLE = 128 }; /* longer ones are no names of a group */

struct group_names {
    struct span game;
    struct span variant;
    struct span level;
    struct span catalogue; /* of a game that has one; else empty */
    size_t order;          /* among the table's, as texts are ordered; after names_order */
    char text[];
};

struct names_slot {
    struct group_names *names;
};

struct names_table {
    const struct allocator *allocator;
    struct names_slot *list;
    size_t count;
    size_t room;
    size_t ordered; /* how many there were when they were ordered last */
    struct hash_index index;
};

void names_init(struct names_table *table, const struct allocator *allocator);
void names_release(struct names_table *table);

/* True for names that a group can have. */
bool names_fit(const struct store_group *group);
/* Those of the group, which fit; kept until the table is released. NULL: no memory. */
const struct group_names *names_for(struct names_table *table, const struct store_group *group);
/* Numbers all of them by title, variant and level. False: no memory. */
bool names_order(struct names_table *table);

#endif
