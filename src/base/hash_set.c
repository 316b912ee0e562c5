/* Open addressing, at most half full; a hash of 0 counts as 1. */
#include "base/hash_set.h"

#include "base/banned.h"

enum { FIRST_ROOM = 1024 };

void hash_set_init(struct hash_set *set, const struct allocator *allocator)
{
    *set = (struct hash_set){.allocator = allocator};
}

void hash_set_release(struct hash_set *set)
{
    mem_free(set->allocator, set->slots);
    *set = (struct hash_set){.allocator = set->allocator};
}

/* Where the hash is, or would be. */
static uint64_t *slot_of(const struct hash_set *set, uint64_t hash)
{
    size_t at = (size_t)hash & (set->room - 1);
    while (set->slots[at] != 0 && set->slots[at] != hash) {
        at = (at + 1) & (set->room - 1);
    }
    return &set->slots[at];
}

static bool grow(struct hash_set *set)
{
    struct hash_set larger = *set;
    larger.room = set->room > 0 ? set->room * 2 : FIRST_ROOM;
    larger.slots = mem_new(set->allocator, larger.room, sizeof(larger.slots[0]));
    if (!larger.slots) {
        return false;
    }
    for (size_t i = 0; i < set->room; i++) {
        if (set->slots[i] != 0) {
            *slot_of(&larger, set->slots[i]) = set->slots[i];
        }
    }
    mem_free(set->allocator, set->slots);
    *set = larger;
    return true;
}

/* What is stored for a hash. */
static uint64_t stored(uint64_t hash)
{
    return hash == 0 ? 1 : hash;
}

bool hash_set_has(const struct hash_set *set, uint64_t hash)
{
    return set->room > 0 && *slot_of(set, stored(hash)) != 0;
}

bool hash_set_add(struct hash_set *set, uint64_t hash, bool *fresh)
{
    hash = stored(hash);
    if ((set->count + 1) * 2 > set->room && !grow(set)) {
        return false;
    }
    uint64_t *slot = slot_of(set, hash);
    *fresh = *slot == 0;
    set->count += *fresh;
    *slot = hash;
    return true;
}
