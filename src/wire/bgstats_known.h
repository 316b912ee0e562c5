/*
 * Private to src/wire: what the plays of a BG Stats file refer to by number: titles, people and places. They are kept from
 * the first reading on, as little of them as plays need; their number, and the bytes of their names, are limited.
 */
#ifndef WIRE_BGSTATS_KNOWN_H
#define WIRE_BGSTATS_KNOWN_H

#include "wire/bgstats_fields.h"

#include "base/strbuf.h"

enum known_list { KNOWN_GAMES, KNOWN_PLAYERS, KNOWN_LOCATIONS, KNOWN_LISTS };

enum {
    KNOWN_TOGETHER = 1,
    KNOWN_LOWEST = 2,
    KNOWN_NO_POINTS = 4,
    KNOWN_TEAMS = 8,
    KNOWN_ANONYMOUS = 16,
    KNOWN_BYTES = 64 << 20 /* of all ids and names of a file */
};

struct known_thing {
    int64_t id;
    int64_t bgg;
    size_t at; /* of its uuid among the texts; its name follows that */
    uint32_t line, column;
    uint16_t uuid_len, name_len;
    unsigned flags;
};

struct bgstats_known {
    const struct allocator *allocator;
    struct arena memory; /* of one that is being read */
    struct strbuf texts;
    struct {
        struct known_thing *things;
        size_t count, room;
    } list[KNOWN_LISTS];
};

void bgstats_known_init(struct bgstats_known *known, const struct allocator *allocator);
void bgstats_known_release(struct bgstats_known *known); /* accepts a zeroed one */

/* Adds the object `text`; refused ones are told with their place. */
ERR_CHECK enum err bgstats_known_add(struct bgstats_known *known, enum known_list list, struct span text,
                                     const struct field_place *place, struct error *error);
/* After the last: puts them in order. ERR_SYNTAX when two have one id. */
ERR_CHECK enum err bgstats_known_sort(struct bgstats_known *known, struct error *error);

/* NULL: there is none. */
const struct known_thing *bgstats_known_find(const struct bgstats_known *known, enum known_list list, int64_t id);
struct span bgstats_known_uuid(const struct bgstats_known *known, const struct known_thing *thing);
struct span bgstats_known_name(const struct bgstats_known *known, const struct known_thing *thing);

extern const char *const bgstats_lists[KNOWN_LISTS]; /* games, players, locations */

#endif
