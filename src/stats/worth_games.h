/*
 * Private to worth/1: games packed for many walks, and what one walk yields:
 * log likelihood, gradient and negative Hessian of the choices at some beta. None of it
 * knows a prior.
 */
#ifndef STATS_WORTH_GAMES_H
#define STATS_WORTH_GAMES_H

#include "stats/worth.h"

enum {
    WORTH_BLOCK = 4,  /* rows of the dense form are whole blocks, which a processor adds up side by side */
    WORTH_DENSE = 32, /* up to so many types, every type of a seat has a byte */
    WORTH_SUBSETS = 1 << WORTH_SEATS
};

struct worth {
    const struct allocator *allocator;
    unsigned types;
    size_t limit;  /* seats */
    size_t stride; /* bytes of a seat in the dense form; 0: sparse */
    size_t games, games_room;
    uint8_t *size; /* seats of each game */
    size_t seats, group_room, theta_room, copies_room, count_room;
    uint8_t *group; /* of each seat, in order of rank: how many are tied, at the first of them; 0 at the others */
    double *theta;
    uint8_t *copies; /* dense: `stride` of each seat */
    size_t held_count, held_room;
    uint8_t *count; /* sparse: types that each seat holds */
    struct held *held;
    int64_t total[WORTH_TYPES]; /* copies of each type */
};

/* At one beta. The Hessian has `types` rows of `row` elements, of which the lower triangle is filled. */
struct worth_slopes {
    size_t row;
    double value;
    double *gradient;
    double *hessian;
    double *subsets[2]; /* room for the subsets of a tied group */
};

ERR_CHECK enum err worth_slopes_init(const struct worth *worth, struct worth_slopes *slopes, struct error *error);
void worth_slopes_release(const struct allocator *allocator, struct worth_slopes *slopes);
/* Without `curved` only the gradient is filled, in a fraction of the time. `beta` has `row` elements, zeroes behind the types. */
ERR_CHECK enum err worth_walk(const struct worth *worth, const double *beta, bool curved, struct pace *pace,
                              struct worth_slopes *slopes, struct error *error);

#endif
