/*
 * Private to the room: the hash by which an import recognises a finished game
 * as an export writes it now, for an audit and a rebuild, which have just
 * played the game and know everybody's name (seen.c leaves such hashes).
 */
#ifndef SERVICE_KNOWN_H
#define SERVICE_KNOWN_H

#include "service/people_map.h"

struct known {
    struct store *store;
    const struct people_map *people;
    const struct block_source *blocks;
    uint8_t key[KEYED_HASH_KEY];
    struct strbuf text; /* scratch */
};

/* The caller fills in the key. */
void known_init(struct known *known, const struct allocator *allocator, struct store *store,
                const struct people_map *people, const struct block_source *blocks);
void known_release(struct known *known);

/*
 * Looks the game up: `*found` says whether an import would recognise it.
 * `record` is the story's, as the log has it, and `replay` stands at its end
 * (and still does afterwards). Games that cannot be written down are found.
 */
ERR_CHECK enum err known_find(struct known *known, const struct story *story, const struct record *record,
                              struct replay *replay, uint8_t hash[KEYED_HASH_SIZE], bool *found, struct error *error);

#endif
