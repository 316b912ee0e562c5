/* Drawing a club, and what is true of it. */
#include "clubs/club.h"

#include "stats/ratings.h"

#include <math.h>

#include "base/banned.h"

/* ---- a club ---- */

static double strength(const struct club *club, const struct pool_seat *seat, unsigned person)
{
    double sum = club->theta[person];
    for (unsigned i = 0; i < POOL_CARDS; i++) {
        sum += club->beta[i] * seat->copies[i];
    }
    return sum;
}

void club_draw(struct club *club, const struct pool *pool, struct spreads spreads, unsigned games, struct prng *prng)
{
    const double extra = 0.03; /* points in a category for a rating point: 2.7 where players have a spread of 90 */
    *club = (struct club){.games = games};
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        club->theta[i] = spreads.players / RATINGS_SCALE * chance_normal(prng);
        for (unsigned c = 0; c < pool->game->categories_count; c++) {
            club->extra[i][c] = (int32_t)lround(extra * spreads.players * chance_normal(prng));
        }
    }
    for (unsigned i = 0; i < pool->game->cards_count; i++) {
        club->beta[i] = spreads.cards / RATINGS_SCALE * chance_normal(prng);
    }
    for (unsigned i = 0; i < games; i++) {
        struct club_game *game = &club->game[i];
        double strengths[ENGINE_PLAYERS];
        game->drawn = pool_draw(pool, prng);
        chance_people(prng, game->drawn->seats, game->person);
        for (unsigned seat = 0; seat < game->drawn->seats; seat++) {
            strengths[seat] = strength(club, &game->drawn->seat[seat], game->person[seat]);
        }
        chance_places(prng, strengths, game->drawn->seats, game->rank);
    }
}

int32_t club_category(const struct club *club, const struct club_game *game, unsigned seat, unsigned category)
{
    return game->drawn->seat[seat].category[category] + club->extra[game->person[seat]][category];
}

int32_t club_total(const struct club *club, const struct club_game *game, unsigned seat, unsigned categories)
{
    int32_t total = game->drawn->seat[seat].total;
    for (unsigned c = 0; c < categories; c++) {
        total += club->extra[game->person[seat]][c];
    }
    return total;
}

/* ---- the truth of win points ---- */

/* A person's win points against every set of opponents, averaged by table size. */
static void true_wins(double own, const double *others, double *wins)
{
    double tables[POOL_LARGEST + 1] = {0};
    for (uint32_t set = 0; set < (uint32_t)1 << (CLUB_PEOPLE - 1); set++) {
        unsigned seats = 1;
        double all = own;
        for (unsigned i = 0; i < CLUB_PEOPLE - 1; i++) {
            bool sits = set >> i & 1;
            seats += sits;
            all += sits ? others[i] : 0;
        }
        if (seats <= POOL_LARGEST) {
            wins[seats] += seats * own / all;
            tables[seats]++;
        }
    }
    for (unsigned n = POOL_SMALLEST; n <= POOL_LARGEST; n++) {
        wins[n] /= tables[n];
    }
}

void club_true_wins(const struct club *club, double wins[CLUB_PEOPLE][POOL_LARGEST + 1])
{
    memset(wins, 0, sizeof(double) * CLUB_PEOPLE * (POOL_LARGEST + 1));
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        double others[CLUB_PEOPLE - 1];
        for (unsigned j = 0; j < CLUB_PEOPLE - 1; j++) {
            others[j] = exp(club->theta[j < i ? j : j + 1]);
        }
        true_wins(exp(club->theta[i]), others, wins[i]);
    }
}

void club_true_card_wins(const struct club *club, const struct pool *pool, struct prng *prng,
                         struct club_card_wins *wins)
{
    double points[POOL_CARDS][2] = {{0}};
    double seats[POOL_CARDS][2] = {{0}};
    for (size_t g = 0; g < POOL_SIZES * (size_t)pool->each; g++) {
        const struct pool_game *game = &pool->games[g];
        uint8_t person[ENGINE_PLAYERS];
        double weight[ENGINE_PLAYERS];
        double all = 0;
        chance_people(prng, game->seats, person);
        for (unsigned i = 0; i < game->seats; i++) {
            weight[i] = exp(strength(club, &game->seat[i], person[i]));
            all += weight[i];
        }
        for (unsigned i = 0; i < game->seats; i++) {
            for (unsigned card = 0; card < pool->game->cards_count; card++) {
                bool has = game->seat[i].copies[card] > 0;
                points[card][has] += game->seats * weight[i] / all;
                seats[card][has]++;
            }
        }
    }
    for (unsigned card = 0; card < pool->game->cards_count; card++) {
        wins[card] =
            (struct club_card_wins){points[card][true] / seats[card][true], points[card][false] / seats[card][false]};
    }
}
