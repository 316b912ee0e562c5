/*
 * Where bytes come from: a file, standard input, a socket, memory, or a test
 * that fails on command. Readers pull; nothing reads a whole file at once.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/error.h"

struct source {
    /* Up to `size` bytes into `buffer`; 0 at the end, -1 on failure with errno set. */
    ptrdiff_t (*read)(void *context, char *buffer, size_t size);
    void *context;
};

/* Reads from a span, which must outlive the source. */
struct source_memory {
    struct span rest;
};
struct source source_from_memory(struct source_memory *memory, struct span bytes);

/* Reads from an open file descriptor, which stays the caller's to close. */
struct source_fd {
    int fd;
};
struct source source_from_fd(struct source_fd *file, int fd);

#endif
