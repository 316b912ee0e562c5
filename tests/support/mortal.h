/*
 * A process that writes games through the service, acknowledges each entry
 * over a pipe once it is on disk, and is killed at any moment; and what its
 * parent makes of it: everything acknowledged must be in the log.
 *
 *     mortal_begin(&mortal, seed);
 *     for (run = 1; run <= runs; run++) {
 *         mortal_kill(&mortal, run);
 *         assert_int_equal(mortal_lost(&mortal), 0);
 *     }
 *     mortal_end(&mortal);
 *
 * The child opens the database with `vfs`; its parent, which looks at what is
 * left, with the default one.
 */
#ifndef SUPPORT_MORTAL_H
#define SUPPORT_MORTAL_H

#include "support/world.h"

enum { MORTAL_RECORDS = 12 };

struct mortal {
    struct world world;
    uint64_t seed;
    struct prng prng;
    const char *vfs; /* NULL: the default one */
    struct strbuf records[MORTAL_RECORDS];
    struct mortal_ack *acks;
    size_t count; /* entries acknowledged so far, over all runs */
};

void mortal_begin(struct mortal *mortal, uint64_t seed);
void mortal_end(struct mortal *mortal);

/* A child goes on where the one before died, and is killed. Fails the test when it ends by itself. */
void mortal_kill(struct mortal *mortal, unsigned run);

/* Acknowledged entries that are not in the log: their number, game and kind. */
size_t mortal_lost(struct mortal *mortal);

/* Fails the test unless the audit finds nothing; `thorough`: and a rebuild no difference. */
void mortal_must_be_sound(struct mortal *mortal, unsigned run, bool thorough);

#endif
