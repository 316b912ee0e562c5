/* Open addressing; where an item stands follows from the half of its hash that stands there. */
#include "base/hash_index.h"

#include <string.h>

#include "base/banned.h"

enum { FIRST_ROOM = 64 };

void hash_index_init(struct hash_index *index, const struct allocator *allocator)
{
    *index = (struct hash_index){.allocator = allocator};
}

void hash_index_clear(struct hash_index *index)
{
    if (index->count > 0) {
        memset(index->slots, 0, index->room * sizeof(index->slots[0]));
        index->count = 0;
    }
}

void hash_index_release(struct hash_index *index)
{
    mem_free(index->allocator, index->slots);
    *index = (struct hash_index){.allocator = index->allocator};
}

static void put(struct hash_index *index, uint64_t slot)
{
    size_t at = (size_t)(slot >> HASH_INDEX_HALF) & (index->room - 1);
    while (index->slots[at] != 0) {
        at = (at + 1) & (index->room - 1);
    }
    index->slots[at] = slot;
}

static bool grow(struct hash_index *index)
{
    struct hash_index larger = *index;
    larger.room = index->room > 0 ? index->room * 2 : FIRST_ROOM;
    larger.slots = mem_new(index->allocator, larger.room, sizeof(larger.slots[0]));
    if (!larger.slots) {
        return false;
    }
    for (size_t i = 0; i < index->room; i++) {
        if (index->slots[i] != 0) {
            put(&larger, index->slots[i]);
        }
    }
    mem_free(index->allocator, index->slots);
    *index = larger;
    return true;
}

bool hash_index_add(struct hash_index *index, uint64_t hash, size_t number)
{
    if (number >= HASH_INDEX_NUMBER || ((index->count + 1) * 2 > index->room && !grow(index))) {
        return false;
    }
    put(index, (hash & ~HASH_INDEX_NUMBER) | (number + 1));
    index->count++;
    return true;
}
