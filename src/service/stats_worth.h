/*
 * Private to the room: what cards are worth in the games that a question
 * selects. Each shelf (stats_shelves.h) has a fit of its own over its games, because what a card does is said
 * by its catalogue.
 */
#ifndef SERVICE_STATS_WORTH_H
#define SERVICE_STATS_WORTH_H

#include "service/stats_shelves.h"
#include "service/worths.h"

struct worth_answer {
    size_t count;
    struct worth_shelf shelf[WORTHS_SHELVES];
};

/*
 * Of the shelves that `all` has, in their order, the first WORTHS_SHELVES. From what is kept, or fitted now with the ratings of
 * this log size. A player's own seats say nothing about a choice among seats: with a player, nothing is known.
 */
ERR_CHECK enum err worth_answer_fill(const struct shelves *all, const struct selection *selection, int64_t log_size,
                                     struct worth_answer *out, struct error *error);
/* Unknown where there is nothing to tell. */
struct figure worth_answer_find(const struct worth_answer *answer, const struct shelf *shelf, unsigned card);

#endif
