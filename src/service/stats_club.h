/*
 * Private to the room: what everybody's games of a selection add up to, for
 * the page of one of them. How much one person's scores vary (stats/interval.h)
 * is told from all people of the selection, and the club's means stand beside
 * the player's. Points of different titles are not of one kind: a selection
 * without a game has nothing of it.
 */
#ifndef SERVICE_STATS_CLUB_H
#define SERVICE_STATS_CLUB_H

#include "service/stats_internal.h"

struct club {
    struct spread all;
    struct spread size[STATS_SIZES]; /* by table size */
    struct spread category[GAME_CATEGORIES];
    struct moments score;                          /* S points, N seats */
    struct counts category_score[GAME_CATEGORIES]; /* likewise */
};

ERR_CHECK enum err club_collect(struct service *service, const struct selection *selection, struct club *out,
                                struct error *error);

#endif
