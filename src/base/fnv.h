/* Quick hashes of 64 bits for tables in memory, of keys that nobody gains by aiming at: FNV-1a for texts, one for numbers. */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include "base/span.h"

#define FNV_START UINT64_C(0xcbf29ce484222325)

/* The hash of what came before, from FNV_START on, and `text` behind it. */
static inline uint64_t fnv_add(uint64_t hash, struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.ptr[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* The same for a number, with one multiplication for all of it; the upper half of the hash is the better one. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

#endif
