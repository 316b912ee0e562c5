/*
 * An arena hands out memory that is all given back at once: one a request,
 * one a record. Chunks come from an allocator and their sum never exceeds
 * the limit given at init.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/alloc.h"
#include "base/span.h"

struct arena_chunk;

struct arena {
    const struct allocator *allocator;
    struct arena_chunk *chunks; /* newest first */
    size_t limit;               /* bytes of chunks at the most */
    size_t held;                /* bytes of chunks now */
};

void arena_init(struct arena *arena, const struct allocator *allocator, size_t limit);

/* Zeroed, aligned for anything; NULL when the limit or the allocator says no. Never frees. */
void *arena_new(struct arena *arena, size_t count, size_t size);

/* A terminated copy of `s`, or NULL. */
char *arena_copy(struct arena *arena, struct span s);

/* Forgets everything handed out but keeps one chunk for reuse. */
void arena_clear(struct arena *arena);

/* Gives everything back; accepts a zeroed arena. */
void arena_release(struct arena *arena);

#endif
