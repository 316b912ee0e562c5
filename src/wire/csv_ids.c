/* Which ids a file has had: a set of keyed hashes, so that nobody can make ids that crowd into one place of it. */
#include "base/keyed_hash.h"
#include "base/world.h"
#include "wire/csv_read.h"

#include "base/banned.h"

_Static_assert(sizeof(((struct csv_ids *)0)->key) == KEYED_HASH_KEY, "a key as the hash wants it");

void csv_ids_init(struct csv_ids *ids, const struct allocator *allocator, size_t limit)
{
    *ids = (struct csv_ids){.limit = limit};
    hash_set_init(&ids->seen, allocator);
    entropy_system.fill(entropy_system.context, ids->key, sizeof(ids->key));
}

enum err csv_ids_add(struct csv_ids *ids, struct span text, bool *known)
{
    uint8_t bytes[KEYED_HASH_SIZE];
    uint64_t hash;
    bool fresh = false;
    keyed_hash(ids->key, text, bytes);
    memcpy(&hash, bytes, sizeof(hash));
    *known = hash_set_has(&ids->seen, hash);
    if (*known) {
        return ERR_OK;
    }
    if (ids->seen.count == ids->limit) {
        return ERR_LIMIT;
    }
    return hash_set_add(&ids->seen, hash, &fresh) ? ERR_OK : ERR_MEMORY;
}

void csv_ids_release(struct csv_ids *ids)
{
    if (ids->seen.allocator) {
        hash_set_release(&ids->seen);
    }
    *ids = (struct csv_ids){.limit = 0};
}
