/* The clock of slices: it decides when to stop, never what comes out. */
#include "service/slice.h"

#include "base/world.h"

#include "base/banned.h"

enum { SLICE_MS = 200, LONG_MS = 500, ALONE_MS = 3000, GAP_MS = 10 };

void slice_begin(struct slice *slice, unsigned most)
{
    *slice = (struct slice){.most = most, .ends = monotonic_ms() + SLICE_MS};
}

void slice_begin_long(struct slice *slice, bool alone)
{
    *slice = (struct slice){.ends = monotonic_ms() + (alone ? ALONE_MS : LONG_MS)};
}

bool slice_over(struct slice *slice)
{
    slice->steps++;
    return slice->most > 0 ? slice->steps >= slice->most : monotonic_ms() >= slice->ends;
}

void give_way(void)
{
    pause_ms(GAP_MS);
}
