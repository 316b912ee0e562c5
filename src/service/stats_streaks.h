/* Private to the room: games won in a row, of everybody whose results are walked through. */
#ifndef SERVICE_STATS_STREAKS_H
#define SERVICE_STATS_STREAKS_H

#include "service/stats_internal.h"

struct streak_game;

struct streaks {
    const struct allocator *allocator;
    struct streak_game *games;
    size_t count;
    size_t room;
};

/* One result, in any order; what has no winner is left out. */
ERR_CHECK enum err streaks_take(struct streaks *streaks, const struct store_result *row, struct error *error);
/* The people with the longest runs of two and more, into the table. */
ERR_CHECK enum err streaks_fill(struct service *service, struct streaks *streaks, struct record_table *out,
                                struct error *error);
void streaks_release(struct streaks *streaks);

#endif
