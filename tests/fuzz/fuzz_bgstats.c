/*
 * Any bytes as a file of BG Stats, and as one whose kind is guessed. It is refused with a place and a reason, or its plays
 * are read, which are UTF-8, the same each time and however the reads cut the bytes.
 */
#include "wire/bgstats.h"

#include "play_must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span bytes = span_of((const char *)data, size);
    enum foreign_format format = FOREIGN_FORMATS;
    struct error error = {.message = NULL};
    enum err err = foreign_guess(bytes, &format, &error);
    must(err != ERR_OK || format < FOREIGN_FORMATS);
    if (err != ERR_OK) {
        must_explain(err, &error, bytes);
    }
    play_must(data, size, bgstats_open_stepped, true);
    return 0;
}
