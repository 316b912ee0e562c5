/* The one file that calls malloc. banned.h, which forbids it, is left out here on purpose. */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *heap_resize(void *context, void *old, size_t size)
{
    (void)context;
    if (size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, size);
}

const struct allocator allocator_heap = {heap_resize, NULL};

void *mem_new(const struct allocator *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    size_t bytes = count * size;
    void *p = mem_resize(a, NULL, bytes ? bytes : 1);
    if (p) {
        memset(p, 0, bytes);
    }
    return p;
}

void *mem_more(const struct allocator *a, void *items, size_t count, size_t *room, size_t size)
{
    enum { FIRST = 64 };
    if (count < *room) {
        return items;
    }
    size_t wanted = *room > 0 ? 2 * *room : FIRST;
    if (wanted < *room || wanted > SIZE_MAX / size) {
        return NULL;
    }
    void *larger = mem_resize(a, items, wanted * size);
    if (larger) {
        *room = wanted;
    }
    return larger;
}
