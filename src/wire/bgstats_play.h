/*
 * Private to src/wire: one element of `plays` of a BG Stats file as a play, its score sheet as rows. What does not fit into
 * a play's own fields goes along as extras: `board`, `rounds`, `rating`, `expansion` (one each), and of seat N (from 1)
 * `role-N`, `team-role-N`, `start-position-N`, `seat-order-N` and `new-N`.
 */
#ifndef WIRE_BGSTATS_PLAY_H
#define WIRE_BGSTATS_PLAY_H

#include "service/plays.h"
#include "wire/bgstats_known.h"

/* The play, borrowed from `tree`, `known` and `memory`. ERR_SYNTAX, ERR_LIMIT: it cannot be taken. */
ERR_CHECK enum err bgstats_play_read(const json_t *tree, const struct bgstats_known *known,
                                     const struct field_place *place, struct arena *memory, struct play *play,
                                     struct error *error);

/*
 * Rows of the sheet in `value` for the seats of `play`, which are known in it by `keys`. A sheet that cannot be read, or has
 * more than PLAY_ROWS labels, gives no rows. Only memory fails.
 */
ERR_CHECK enum err bgstats_sheet_read(json_t *value, const struct span *keys, struct arena *memory, struct play *play,
                                      struct error *error);

#endif
