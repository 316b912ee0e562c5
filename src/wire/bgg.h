/* Private to src/wire, and for tests: bgg_open with reads that give at most `step` bytes (0: as many as they can). */
#ifndef WIRE_BGG_H
#define WIRE_BGG_H

#include "wire/foreign.h"

ERR_CHECK enum err bgg_open_stepped(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                                    size_t step, struct error *error);

#endif
