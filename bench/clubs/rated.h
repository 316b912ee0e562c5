/* The ratings of a club's people, by the program's own fit. */
#ifndef CLUBS_RATED_H
#define CLUBS_RATED_H

#include "clubs/chance.h"
#include "stats/ratings.h"

struct rated {
    int64_t beaten[CLUB_PEOPLE][CLUB_PEOPLE]; /* weights of the comparisons that the first has won */
    bool played[CLUB_PEOPLE];
    struct rating rating[CLUB_PEOPLE]; /* zeroes for who has not played */
};

/* A game joins. */
void rated_add(struct rated *rated, const uint8_t *person, const uint8_t *place, unsigned seats);
ERR_CHECK enum err rated_fit(struct rated *rated, const struct allocator *allocator, struct error *error);

#endif
