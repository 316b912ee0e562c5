/*
 * What the games of a club add up to: the sums that the program keeps, by the
 * program's own folds, before anything is estimated from them.
 */
#ifndef CLUBS_FOLDING_H
#define CLUBS_FOLDING_H

#include "clubs/club.h"
#include "clubs/rated.h"

/* Of a person's numbers. */
struct numbers {
    int64_t games, sum, squares;
};

struct person {
    struct seat_wins wins;
    int64_t tables[POOL_LARGEST + 1]; /* games of each size */
    struct numbers total;
    struct numbers category[GAME_CATEGORIES];
};

struct sums {
    struct card_fold folds[POOL_CARDS];
    struct person person[CLUB_PEOPLE];
    struct moments totals;
    struct rated rated;      /* to be fitted */
    struct game_facts facts; /* scratch */
};

ERR_CHECK enum err sums_of_club(struct sums *sums, const struct pool *pool, const struct club *club,
                                struct error *error);

#endif
