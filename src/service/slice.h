/*
 * Private to the room: long work in slices. A slice ends after a fraction of
 * a second, or for a test after so many steps; whoever held the writers' lock
 * then gives it away for long enough that everybody who waits for it, and
 * looks every few milliseconds (store/connection.c), has a turn.
 */
#ifndef SERVICE_SLICE_H
#define SERVICE_SLICE_H

#include <stdbool.h>
#include <stdint.h>

struct slice {
    unsigned most; /* steps; 0: as many as there is time for */
    unsigned steps;
    int64_t ends;
};

void slice_begin(struct slice *slice, unsigned most);
/* The same for work that is the dearer the shorter its slices are: half a second, and `alone`, where nobody waits for an
 * answer, three. */
void slice_begin_long(struct slice *slice, bool alone);
/* One step more; true when that was the last. */
bool slice_over(struct slice *slice);
/* To be called without the lock. */
void give_way(void);

#endif
