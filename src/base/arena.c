/* Arena: a list of chunks, the newest of which is filled from its front. */
#include "base/arena.h"

#include "base/banned.h"

struct arena_chunk {
    struct arena_chunk *next;
    size_t size; /* usable bytes behind this header */
    size_t used;
    max_align_t data[];
};

enum { ALIGN = sizeof(max_align_t), FIRST_CHUNK = 4096 };

void arena_init(struct arena *arena, const struct allocator *allocator, size_t limit)
{
    *arena = (struct arena){.allocator = allocator, .limit = limit};
}

static void drop_chunks(struct arena *arena, struct arena_chunk *from)
{
    while (from) {
        struct arena_chunk *next = from->next;
        arena->held -= sizeof(*from) + from->size;
        mem_free(arena->allocator, from);
        from = next;
    }
}

/* A new chunk with room for `need` bytes, put in front of the list. */
static struct arena_chunk *add_chunk(struct arena *arena, size_t need)
{
    if (arena->chunks && arena->chunks->used == 0) {
        /* Kept by arena_clear, so the only one, and too small: it must not count against the limit. */
        drop_chunks(arena, arena->chunks);
        arena->chunks = NULL;
    }
    size_t size = arena->chunks ? arena->chunks->size * 2 : FIRST_CHUNK;
    size = size < need ? need : size;
    size_t room = arena->limit - arena->held;
    if (room < sizeof(struct arena_chunk) || room - sizeof(struct arena_chunk) < need) {
        return NULL;
    }
    if (size > room - sizeof(struct arena_chunk)) {
        size = room - sizeof(struct arena_chunk);
    }
    struct arena_chunk *chunk = mem_resize(arena->allocator, NULL, sizeof(*chunk) + size);
    if (!chunk) {
        return NULL;
    }
    *chunk = (struct arena_chunk){.next = arena->chunks, .size = size};
    arena->chunks = chunk;
    arena->held += sizeof(*chunk) + size;
    return chunk;
}

void *arena_new(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - ALIGN) / size) {
        return NULL;
    }
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    struct arena_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < bytes) {
        chunk = add_chunk(arena, bytes);
        if (!chunk) {
            return NULL;
        }
    }
    void *p = (char *)chunk->data + chunk->used;
    chunk->used += bytes;
    return memset(p, 0, bytes);
}

char *arena_copy(struct arena *arena, struct span s)
{
    char *p = arena_new(arena, s.len + 1, 1);
    if (p && s.len > 0) {
        memcpy(p, s.ptr, s.len);
    }
    return p;
}

void arena_clear(struct arena *arena)
{
    if (arena->chunks) {
        drop_chunks(arena, arena->chunks->next);
        arena->chunks->next = NULL;
        arena->chunks->used = 0;
    }
}

void arena_release(struct arena *arena)
{
    drop_chunks(arena, arena->chunks);
    arena->chunks = NULL;
    arena->held = 0;
}
