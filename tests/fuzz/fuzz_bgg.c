/* Any bytes as plays of BoardGameGeek: as fuzz_bgstats.c, for XML. */
#include "wire/bgg.h"

#include "play_must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    play_must(data, size, bgg_open_stepped, false);
    return 0;
}
