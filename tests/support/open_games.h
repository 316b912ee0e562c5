/*
 * Games for worth/1 as a test writes them down: copies of each type in the
 * open, and ranks drawn as the model has it.
 */
#ifndef SUPPORT_OPEN_GAMES_H
#define SUPPORT_OPEN_GAMES_H

#include "base/prng.h"
#include "stats/worth.h"

enum { OPEN_TYPES = 11, OPEN_MANY = 150, OPEN_SEATS = 1 << 20 };

struct open_game {
    unsigned seats;
    uint8_t copies[WORTH_SEATS][OPEN_TYPES];
    int64_t rank[WORTH_SEATS];
    double theta[WORTH_SEATS];
};

/* Which type and which seat stands where in the fit. */
struct open_labels {
    uint8_t type[OPEN_TYPES];
    unsigned types; /* in all, those that nobody holds included */
    bool backwards; /* seats */
};

extern const struct open_labels open_plain; /* as they are */
extern const struct open_labels open_apart; /* far apart among OPEN_MANY: the sparse form */

void open_game_add(struct worth *worth, const struct open_game *game, const struct open_labels *labels);

/* Fails the test, saying both, unless they differ by `most` at the most. */
void assert_near(double a, double b, double most);

/* Between 0 and 1. */
double open_uniform(struct prng *prng);
/* Ranks by strength and luck; of a hundred seats, about `ties` share the rank before them. */
void open_game_rank(struct prng *prng, struct open_game *game, const double *strength, unsigned ties);
/* Twenty cards a seat, a table of 2 to 6, theta between -1/2 and 1/2, ranks by theta and `effect` of each copy. */
void open_game_deal(struct prng *prng, struct open_game *game, const double *effect, unsigned ties);

#endif
