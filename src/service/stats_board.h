/* Private to the room: the parts of a leaderboard that other pages show too. */
#ifndef SERVICE_STATS_BOARD_H
#define SERVICE_STATS_BOARD_H

#include "service/stats_internal.h"

/* An order that only the standings of a night have: by the sum of win points. */
enum { ORDER_POINTS = ORDER_DEFAULT + 1 };

/* Everybody's line under the filter, or (`person` not 0) that of one; `rated` is filled whatever the filter says. Lines
 * may have no games. */
ERR_CHECK enum err board_collect(struct service *service, const struct selection *selection, int64_t person,
                                 struct lines *lines, struct error *error);

/* A line as a row, without its rank; names go to the arena. `spread`: as line_mean_score has it. */
ERR_CHECK enum err board_row(struct service *service, struct arena *arena, const struct line *line,
                             const struct fit *fit, const struct spread *spread, struct leaderboard_row *row,
                             struct error *error);

/* `order`: a leaderboard_order or ORDER_POINTS. */
ERR_CHECK enum err board_make(struct service *service, const struct selection *selection, int order,
                              struct leaderboard *out, struct error *error);

/* Everybody whom the player of the selection met, into the page, whose arena holds them (stats_versus.c). */
ERR_CHECK enum err versus_fill(struct service *service, const struct selection *selection, struct player_page *out,
                               struct error *error);

#endif
