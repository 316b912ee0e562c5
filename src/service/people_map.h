/*
 * Private to the room: everybody, by handle, and all titles, with merges followed as the log
 * tells them. A merge links the two people that both were at that moment, the
 * one that goes to the one that stays; an unmerge takes the link of that entry
 * away, and leaves all others: whoever was merged into the one that goes, before
 * or after, goes along. An audit and a rebuild look four people up a game; this makes
 * it a hash away, and does not trust the derived table of merges.
 */
#ifndef SERVICE_PEOPLE_MAP_H
#define SERVICE_PEOPLE_MAP_H

#include "service/internal.h"
#include "service/title_map.h"

struct people_slot {
    char handle[PERSON_HANDLE]; /* terminated; empty: free */
    int64_t id;
    int64_t target; /* by the log */
    int64_t stored; /* by the derived table of merges */
    int64_t merge;  /* the last entry in the log that concerns whom this one is; 0: none */
    size_t parent;  /* whom this one itself was merged into: the position of that slot and one; 0: nobody */
    int64_t link;   /* the merge entry that says so, unless it was undone; 0: none */
    size_t name_at; /* in people_map.names */
    size_t name_len;
};

/* Hears of a merge that makes no sense: ERR_OK passes over it. */
typedef enum err people_map_bad_fn(void *context, int64_t seq, struct error *error);

struct people_map {
    const struct allocator *allocator;
    struct people_slot *slots;
    size_t room; /* a power of two */
    size_t count;
    struct strbuf names;
    int64_t merges; /* entries of the log read, those that undo one included */
    int64_t parted; /* those that undo one */
    struct title_map titles;
    people_map_bad_fn *bad; /* NULL: such a merge is ERR_CORRUPT */
    void *context;
};

/* Reads people and merges out of the store. `bad` may be NULL; otherwise it hears of bad merges. */
ERR_CHECK enum err people_map_load(struct people_map *map, const struct allocator *allocator, struct store *store,
                                   people_map_bad_fn *bad, void *context, struct error *error);
void people_map_release(struct people_map *map);

/* NULL when there is no person of that handle, or id. The second one searches. */
const struct people_slot *people_map_find(const struct people_map *map, struct span handle);
const struct people_slot *people_map_by_id(const struct people_map *map, int64_t id);

/* Whom the merge entry `seq` made another person, unless it was undone; NULL: it did not, or not any more. */
const struct people_slot *people_map_linked(const struct people_map *map, int64_t seq);
/* True for `slot` itself and everybody who is merged into `top`, or into one who is. */
bool people_map_below(const struct people_map *map, const struct people_slot *slot, const struct people_slot *top);

/* The name of this person, or of whom they were merged into; empty: erased. */
struct span people_map_name(const struct people_map *map, const struct people_slot *slot);

/* Who sits where, from the `@handle` seats of a record of the log. ERR_CORRUPT for a stranger. */
ERR_CHECK enum err people_map_seat(const struct people_map *map, const struct record *record, struct seating *seating,
                                   struct error *error);

#endif
