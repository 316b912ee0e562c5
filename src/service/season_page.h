/* Private to the room: what writing and showing a season share. */
#ifndef SERVICE_SEASON_PAGE_H
#define SERVICE_SEASON_PAGE_H

#include "service/internal.h"
#include "service/seasons.h"

enum { SEASON_ARENA = 64 << 20 };

/* A season whose texts are in an arena. */
struct season_copy {
    struct arena *arena;
    struct season season;
};
/* A season_fn that fills one. */
ERR_CHECK enum err season_keep(void *context, const struct season *season, struct error *error);

/* The board that the games of the season give now; its rows and texts are in the arena. */
ERR_CHECK enum err season_board_now(struct service *service, const struct season *season, struct arena *arena,
                                    struct season_board *board, struct error *error);

/* Those in the first place of the board that the closing entry wrote, as merges have left them, by name; rows are in the arena. */
ERR_CHECK enum err season_winners(struct service *service, int64_t closed, struct arena *arena,
                                  struct season_board *out, struct error *error);

#endif
