/*
 * Memory comes from an allocator that the caller hands in, so that a test
 * can fail the Nth allocation and see that nothing breaks. This is the only
 * room, and alloc.c the only file, that calls malloc.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

struct allocator {
    /*
     * Like realloc: `old` NULL allocates, `size` 0 frees and returns NULL,
     * otherwise NULL means failure and leaves `old` as it was.
     */
    void *(*resize)(void *context, void *old, size_t size);
    void *context;
};

/* The process's heap. Constant, shared, safe from any thread. */
extern const struct allocator allocator_heap;

static inline void *mem_resize(const struct allocator *a, void *old, size_t size)
{
    return a->resize(a->context, old, size);
}

/* Zeroed memory for `count` things of `size` bytes; NULL on failure or overflow. */
void *mem_new(const struct allocator *a, size_t count, size_t size);

/*
 * An array with room for one more thing of `size` bytes: `items`, of which
 * `count` out of `*room` are used, or a larger one in its stead. NULL when
 * there is no memory: then `items` stays.
 */
void *mem_more(const struct allocator *a, void *items, size_t count, size_t *room, size_t size);

/* Accepts NULL. */
static inline void mem_free(const struct allocator *a, void *p)
{
    if (p) {
        (void)a->resize(a->context, p, 0);
    }
}

#endif
