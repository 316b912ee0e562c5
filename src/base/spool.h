/*
 * Bytes that are read more than once: a file without a name that grows as a
 * request's body arrives, a file of the user's, or memory. Nothing of it is
 * held in memory.
 */
#ifndef BASE_SPOOL_H
#define BASE_SPOOL_H

#include "base/deadline.h"
#include "base/source.h"

struct spool {
    int fd; /* -1: memory */
    bool owned;
    struct span memory;
    uint64_t size;                   /* bytes in it */
    uint64_t at;                     /* where the reader is */
    const struct deadline *deadline; /* once that is over, reading fails (ECANCELED); NULL: none */
};

/* A new empty one, in a file without a name in `folder`: it is gone when it is closed, and when the process ends. ERR_IO. */
ERR_CHECK enum err spool_make(struct spool *spool, const char *folder, struct error *error);
/* Behind what is there. ERR_IO, also when the disk is full. */
ERR_CHECK enum err spool_add(struct spool *spool, struct span bytes, struct error *error);

/* One over an open regular file, which stays the caller's. ERR_IO for what cannot be read twice, such as a pipe. */
ERR_CHECK enum err spool_borrow(struct spool *spool, int fd, struct error *error);
/* One over memory, which must outlive it. */
void spool_of(struct spool *spool, struct span memory);

/* The bytes from `at` on; there is one reader of a spool at a time, and a second source moves the first. */
struct source spool_source(struct spool *spool, uint64_t at);

void spool_close(struct spool *spool); /* accepts a zeroed one */

#endif
