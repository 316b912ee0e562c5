/* A growing set of hashes of 64 bits: which of many things came before, in sixteen bytes each at the most. */
#ifndef BASE_HASH_SET_H
#define BASE_HASH_SET_H

#include "base/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_set {
    const struct allocator *allocator;
    uint64_t *slots; /* 0: free */
    size_t room;     /* a power of two, or 0 */
    size_t count;
};

void hash_set_init(struct hash_set *set, const struct allocator *allocator);
void hash_set_release(struct hash_set *set);
bool hash_set_has(const struct hash_set *set, uint64_t hash);
/* Adds it; `*fresh` is false when it was there. False when there is no memory: then nothing has changed. */
bool hash_set_add(struct hash_set *set, uint64_t hash, bool *fresh);

#endif
