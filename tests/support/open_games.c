/* Games for worth/1, written down and drawn. */
#include "support/open_games.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

const struct open_labels open_plain = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, OPEN_TYPES, false};
const struct open_labels open_apart = {{140, 3, 77, 12, 149, 50, 0, 99, 64, 31, 128}, OPEN_MANY, true};

void open_game_add(struct worth *worth, const struct open_game *game, const struct open_labels *labels)
{
    struct worth_seat seats[WORTH_SEATS];
    struct held held[WORTH_SEATS][OPEN_TYPES];
    struct error error;
    for (unsigned i = 0; i < game->seats; i++) {
        unsigned from = labels->backwards ? game->seats - 1 - i : i;
        size_t count = 0;
        for (unsigned type = 0; type < labels->types; type++) {
            for (unsigned k = 0; k < OPEN_TYPES; k++) {
                if (labels->type[k] == type && game->copies[from][k] > 0) {
                    held[i][count++] = (struct held){(uint8_t)type, game->copies[from][k]};
                }
            }
        }
        seats[i] = (struct worth_seat){game->rank[from], game->theta[from], held[i], count};
    }
    assert_int_equal(worth_add(worth, seats, game->seats, &error), ERR_OK);
}

void assert_near(double a, double b, double most)
{
    if (!(fabs(a - b) <= most)) {
        print_error("%.9f is not %.9f\n", a, b);
        fail();
    }
}

double open_uniform(struct prng *prng)
{
    return ((double)prng_below(prng, 1U << 30) + 0.5) / (double)(1U << 30);
}

void open_game_rank(struct prng *prng, struct open_game *game, const double *strength, unsigned ties)
{
    double luck[WORTH_SEATS] = {0};
    for (unsigned i = 0; i < game->seats; i++) {
        luck[i] = strength[i] - log(-log(open_uniform(prng)));
    }
    for (unsigned i = 0; i < game->seats; i++) {
        game->rank[i] = 1;
        for (unsigned j = 0; j < game->seats; j++) {
            game->rank[i] += luck[j] > luck[i];
        }
    }
    for (int64_t rank = 2; rank <= game->seats; rank++) {
        for (unsigned i = 0; i < game->seats && prng_below(prng, 100) < ties; i++) {
            game->rank[i] -= game->rank[i] == rank;
        }
    }
}

void open_game_deal(struct prng *prng, struct open_game *game, const double *effect, unsigned ties)
{
    double strength[WORTH_SEATS] = {0};
    *game = (struct open_game){.seats = 2 + prng_below(prng, 5)};
    for (unsigned i = 0; i < game->seats; i++) {
        game->theta[i] = open_uniform(prng) - 0.5;
        strength[i] = game->theta[i];
        for (int card = 0; card < 20; card++) {
            unsigned type = prng_below(prng, OPEN_TYPES);
            game->copies[i][type]++;
            strength[i] += effect[type];
        }
    }
    open_game_rank(prng, game, strength, ties);
}
