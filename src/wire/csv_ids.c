/* Which ids a file has had: a table of keyed hashes, so that nobody can make ids that crowd into one place of it. */
#include "base/keyed_hash.h"
#include "base/world.h"
#include "wire/csv_read.h"

#include "base/banned.h"

_Static_assert(sizeof(((struct csv_ids *)0)->key) == KEYED_HASH_KEY, "a key as the hash wants it");

void csv_ids_init(struct csv_ids *ids, const struct allocator *allocator, size_t limit)
{
    *ids = (struct csv_ids){.allocator = allocator, .limit = limit};
    entropy_system.fill(entropy_system.context, ids->key, sizeof(ids->key));
}

/* The slot of the hash, or the free one where it belongs. */
static uint64_t *find(uint64_t *slot, size_t room, uint64_t hash)
{
    size_t at = (size_t)hash & (room - 1);
    while (slot[at] != 0 && slot[at] != hash) {
        at = (at + 1) & (room - 1);
    }
    return &slot[at];
}

static enum err grow(struct csv_ids *ids)
{
    size_t room = ids->room ? ids->room * 2 : 1024;
    uint64_t *slot = mem_new(ids->allocator, room, sizeof(slot[0]));
    if (!slot) {
        return ERR_MEMORY;
    }
    for (size_t i = 0; i < ids->room; i++) {
        if (ids->slot[i] != 0) {
            *find(slot, room, ids->slot[i]) = ids->slot[i];
        }
    }
    mem_free(ids->allocator, ids->slot);
    ids->slot = slot;
    ids->room = room;
    return ERR_OK;
}

enum err csv_ids_add(struct csv_ids *ids, struct span text, bool *known)
{
    uint8_t bytes[KEYED_HASH_SIZE];
    uint64_t hash;
    if (ids->count >= ids->room - ids->room / 4) {
        enum err err = grow(ids);
        if (err != ERR_OK) {
            return err;
        }
    }
    keyed_hash(ids->key, text, bytes);
    memcpy(&hash, bytes, sizeof(hash));
    hash += hash == 0;
    uint64_t *at = find(ids->slot, ids->room, hash);
    *known = *at == hash;
    if (*known) {
        return ERR_OK;
    }
    if (ids->count == ids->limit) {
        return ERR_LIMIT;
    }
    *at = hash;
    ids->count++;
    return ERR_OK;
}

void csv_ids_release(struct csv_ids *ids)
{
    if (ids->allocator) {
        mem_free(ids->allocator, ids->slot);
    }
    *ids = (struct csv_ids){.allocator = NULL};
}
