/* The window: grows by doubling up to its limit. */
#include "base/window.h"

#include "base/banned.h"

void window_init(struct window *window, struct source source, const struct allocator *allocator, size_t limit)
{
    *window = (struct window){.source = source, .allocator = allocator, .limit = limit};
}

void window_release(struct window *window)
{
    if (window->allocator) {
        mem_free(window->allocator, window->buffer);
    }
    *window = (struct window){.allocator = NULL};
}

static void slide(struct window *window)
{
    if (window->start > 0) {
        memmove(window->buffer, window->buffer + window->start, window->end - window->start);
        window->end -= window->start;
        window->start = 0;
    }
}

/* Room for a chunk behind `end`, as far as the limit allows. */
static enum err grow(struct window *window)
{
    size_t room = window->room ? window->room * 2 : (size_t)WINDOW_CHUNK;
    room = room > window->limit ? window->limit : room;
    if (window->room - window->end >= WINDOW_CHUNK || window->room == room) {
        return ERR_OK;
    }
    char *larger = mem_resize(window->allocator, window->buffer, room);
    if (!larger) {
        return ERR_MEMORY;
    }
    window->buffer = larger;
    window->room = room;
    return ERR_OK;
}

enum err window_fill(struct window *window)
{
    slide(window);
    enum err err = grow(window);
    if (err != ERR_OK) {
        return err;
    }
    if (window->end == window->room) {
        return ERR_LIMIT;
    }
    ptrdiff_t n = window->source.read(window->source.context, window->buffer + window->end, window->room - window->end);
    if (n < 0) {
        return ERR_IO;
    }
    window->drained = n == 0;
    window->end += (size_t)n;
    return ERR_OK;
}
