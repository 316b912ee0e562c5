/*
 * A window that slides over a source: the bytes that were read and not yet
 * used, in one run. It slides only when more are needed, so each byte is moved
 * a bounded number of times, and it never holds more than its limit.
 */
#ifndef BASE_WINDOW_H
#define BASE_WINDOW_H

#include "base/alloc.h"
#include "base/source.h"

enum { WINDOW_CHUNK = 1 << 16 }; /* a read asks for this many bytes, unless the limit leaves fewer */

struct window {
    struct source source;
    const struct allocator *allocator;
    char *buffer;
    size_t room;  /* bytes at `buffer` */
    size_t start; /* where the bytes not yet used start */
    size_t end;   /* where they end */
    size_t limit;
    bool drained; /* the source has said that it is at its end */
};

/* Nothing is allocated or read before window_fill. */
void window_init(struct window *window, struct source source, const struct allocator *allocator, size_t limit);
void window_release(struct window *window);

/* What is there; borrowed until the next window_fill. */
static inline struct span window_bytes(const struct window *window)
{
    return window->buffer ? span_of(window->buffer + window->start, window->end - window->start) : (struct span){"", 0};
}

/* Passes over the first `n` of them. */
static inline void window_use(struct window *window, size_t n)
{
    window->start += n;
}

/*
 * Reads once more, or sets `drained`. The caller knows what it reads, and
 * says what is wrong:
 *   ERR_LIMIT   the window is full
 *   ERR_IO      the source failed; errno says why
 *   ERR_MEMORY
 * After any of them the window is as it was.
 */
ERR_CHECK enum err window_fill(struct window *window);

#endif
