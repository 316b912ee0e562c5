/*
 * The puzzle of a day: a position of a finished game of the club in which one
 * choice is clearly the best (struct review_puzzle of review/review.h).
 *
 * Which one hangs on the day and the kept reviews alone, as cards are dealt:
 * from the day of the first review on, every day has a puzzle that none had
 * before, in an order that a hash of the position shuffles, and when there is
 * none left, the one that was longest ago. Only reviews count that were there
 * before that day where the club is, so no puzzle changes in the course of its
 * day because more come in. (One changes when its game is corrected or void.) On
 * the first day, and before it, it is one of the first review.
 */
#ifndef SERVICE_PUZZLES_H
#define SERVICE_PUZZLES_H

#include "service/reviews.h"

struct puzzle_asked {
    struct span title; /* as games are filtered; empty: any */
    bool has_day;      /* else today, where the club is */
    int32_t day;
};

struct puzzle_found {
    int32_t day;
    int64_t game;
    uint32_t ply; /* of the decision */
};

/* Which one. ERR_NOT_FOUND when no review has a puzzle. */
ERR_CHECK enum err service_puzzle_find(struct service *service, const struct puzzle_asked *asked,
                                       struct puzzle_found *out, struct error *error);

/* All of it. `reviewed` is that of its game, as service_review_read has it. */
struct puzzle {
    struct puzzle_found found;
    struct review_status status;
    struct reviewed reviewed;
    const struct reviewed_decision *decision;
};
ERR_CHECK enum err service_puzzle(struct service *service, const struct puzzle_asked *asked, struct strbuf *body,
                                  struct arena *arena, struct puzzle *out, struct error *error);

#endif
