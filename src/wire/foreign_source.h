/*
 * Private to src/wire: the bytes of a spool from a place on, in pieces that are at most so long. Where a read ends must make
 * no difference to a reader; a test makes it end behind every byte.
 */
#ifndef WIRE_FOREIGN_SOURCE_H
#define WIRE_FOREIGN_SOURCE_H

#include "base/spool.h"

struct foreign_source {
    struct spool *spool;
    size_t step; /* bytes that one read gives at the most; 0: as many as there is room for */
    struct source from;
};

/* `source` is borrowed. */
struct source foreign_source_at(struct foreign_source *source, uint64_t at);

#endif
