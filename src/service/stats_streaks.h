/* Private to the room: games won in a row. */
#ifndef SERVICE_STATS_STREAKS_H
#define SERVICE_STATS_STREAKS_H

#include "service/stats_internal.h"
#include "stats/runs.h"

struct streak_game;

/* A player's games, in the order in which they were played. */
struct career {
    int64_t person;
    struct run run;
};

struct streaks {
    const struct allocator *allocator;
    bool solo;                 /* games without a winner count, as not won; else they are left out */
    struct streak_game *games; /* that have come in any order */
    size_t count;
    size_t room;
    struct career *careers;
    size_t careers_count;
    size_t careers_room;
    struct lines people; /* extra: the position in `careers` */
};

/* True when the months that are kept know the answer, but for the days at both ends. */
bool streaks_are_kept(const struct selection *selection);
/* Everybody's, or only the selected player's. */
ERR_CHECK enum err streaks_collect(struct service *service, const struct selection *selection, struct streaks *streaks,
                                   struct error *error);
/* Or one result after the other, in any order, for who walks through them anyway. */
ERR_CHECK enum err streaks_take(struct streaks *streaks, const struct store_result *row, struct error *error);
/* What was taken is behind what there was. */
ERR_CHECK enum err streaks_settle(struct streaks *streaks, struct error *error);
/* The people with the longest runs of two and more, into the table. */
ERR_CHECK enum err streaks_fill(struct service *service, struct streaks *streaks, struct record_table *out,
                                struct error *error);
void streaks_release(struct streaks *streaks);

#endif
