/* Private to the room: what stands beside a record, notes, place and `x-` lines, as members of a play. */
#ifndef SERVICE_PLAY_BESIDE_H
#define SERVICE_PLAY_BESIDE_H

#include "service/internal.h"
#include "service/plays.h"

/*
 * Place, comments, quantity, whether it counts, texts for scores, rows that are no categories, and what is left of the
 * lines of BG Stats. Seats, scores and rows of the game itself are there already. `memory` holds what is not in the record.
 */
ERR_CHECK enum err play_beside(const struct record *record, struct arena *memory, struct play *play,
                               struct error *error);

#endif
