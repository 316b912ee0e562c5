/*
 * An index of the items of a list by the hashes of what they are: eight to
 * sixteen bytes an item. The list stays with whoever has it, who also says
 * which of the items with this hash is the one.
 */
#ifndef BASE_HASH_INDEX_H
#define BASE_HASH_INDEX_H

#include "base/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_index {
    const struct allocator *allocator;
    uint64_t *slots; /* half of the hash, and 1 + the item's number; 0: free */
    size_t room;     /* a power of two, or 0; never more than half of it is in use */
    size_t count;
};

enum { HASH_INDEX_HALF = 32 };
#define HASH_INDEX_NUMBER ((UINT64_C(1) << HASH_INDEX_HALF) - 1)
#define HASH_INDEX_NONE SIZE_MAX

void hash_index_init(struct hash_index *index, const struct allocator *allocator);
void hash_index_clear(struct hash_index *index); /* keeps its memory */
void hash_index_release(struct hash_index *index);

/* Adds an item that is not there. False when there is no memory, or for a number beyond 32 bits: nothing has changed. */
bool hash_index_add(struct hash_index *index, uint64_t hash, size_t number);

typedef bool hash_index_same(const void *context, size_t number);

/* The number of the item, or HASH_INDEX_NONE. Inline, so that `same` is no call. */
static inline size_t hash_index_find(const struct hash_index *index, uint64_t hash, hash_index_same *same,
                                     const void *context)
{
    if (index->room == 0) {
        return HASH_INDEX_NONE;
    }
    uint64_t half = hash >> HASH_INDEX_HALF;
    for (size_t at = (size_t)half & (index->room - 1); index->slots[at] != 0; at = (at + 1) & (index->room - 1)) {
        size_t number = (size_t)(index->slots[at] & HASH_INDEX_NUMBER) - 1;
        if (index->slots[at] >> HASH_INDEX_HALF == half && same(context, number)) {
            return number;
        }
    }
    return HASH_INDEX_NONE;
}

#endif
