/*
 * `worth/1`: what one copy of a card more than the others at the table is
 * worth, in rating points (docs/statistics.md has the definition).
 *
 * A game is a row of choices: of the seats that are not placed yet the next one
 * is chosen with probability proportional to exp(theta + beta . x), x the
 * copies of each type that the seat holds, theta the log-strength of its player.
 * Seats of equal rank are averaged over the orders that they could have. beta has a normal prior
 * whose sd is integrated over a grid. All types are fitted together, so
 * that a card is not credited with what comes with it. What is shown is a
 * contrast: a card against the average card, weighted by copies.
 *
 * It is a fit and no fold: games go in one by one, packed (worth_games.h), and
 * worth_fit walks through them some thirty times. The same games in the same order
 * give the same bits.
 */
#ifndef STATS_WORTH_H
#define STATS_WORTH_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "stats/held.h"

#define WORTH_ALGORITHM "worth/1"

enum {
    WORTH_TYPES = 200, /* with more, nothing is said */
    WORTH_SEATS = 12   /* of a game at the most */
};

struct worth_seat {
    int64_t rank;            /* equal: tied; lower is better, and gaps mean nothing */
    double theta;            /* finite */
    const struct held *held; /* ascending types; those it does not hold are left out */
    size_t count;
};

/* lo and hi are the ends of the 95 % interval. Unknown: nobody held a copy, or nothing was to be chosen. */
struct worth_value {
    bool known;
    double value;
    double lo;
    double hi;
};

struct worth;

/*
 * Without games. Holds `limit` seats at the most: a few bytes a seat and type up to 32 types, two bytes
 * for each type that a seat holds above. NULL: no memory.
 */
struct worth *worth_new(const struct allocator *allocator, unsigned types, size_t limit);
/* Accepts NULL. */
void worth_free(struct worth *worth);

/*
 * One game more. A game of one seat says nothing and is dropped. ERR_USAGE: too many seats, a
 * type that is not there or twice; ERR_LIMIT: no room for its seats.
 */
ERR_CHECK enum err worth_add(struct worth *worth, const struct worth_seat *seats, unsigned count, struct error *error);

/* Of each type; `values` holds as many. Fails with the error of `deadline` (NULL: none) once that is over. */
ERR_CHECK enum err worth_fit(const struct worth *worth, const struct deadline *deadline, struct worth_value *values,
                             struct error *error);

/* Games that have a choice, and the bytes that they take. */
size_t worth_games_count(const struct worth *worth);
size_t worth_bytes(const struct worth *worth);

#endif
