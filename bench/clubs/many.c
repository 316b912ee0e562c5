/* Clubs with many types of cards, and what the worth of each holds. */
#include "clubs/many.h"

#include "clubs/rated.h"
#include "stats/worth.h"

#include "base/banned.h"

struct many_game {
    uint8_t seats;
    uint8_t person[ENGINE_PLAYERS];
    uint8_t place[ENGINE_PLAYERS];
    struct held held[ENGINE_PLAYERS][MANY_HELD];
};

struct many {
    double theta[CLUB_PEOPLE];
    double beta[MANY_TYPES];
    double copies[MANY_TYPES];
    struct rated rated;
    unsigned games;
    struct many_game game[CLUB_GAMES];
};

/* A dozen types, in ascending order as the fit wants them. */
static void draw_cards(struct prng *prng, struct held *held)
{
    unsigned wanted = MANY_HELD;
    for (unsigned type = 0; type < MANY_TYPES; type++) {
        if (prng_below(prng, MANY_TYPES - type) < wanted) {
            held[MANY_HELD - wanted--] = (struct held){(uint8_t)type, 1};
        }
    }
}

static void draw_game(struct many *many, struct many_game *game, struct prng *prng)
{
    double strength[ENGINE_PLAYERS];
    game->seats = (uint8_t)(POOL_SMALLEST + prng_below(prng, POOL_SIZES));
    chance_people(prng, game->seats, game->person);
    for (unsigned i = 0; i < game->seats; i++) {
        draw_cards(prng, game->held[i]);
        strength[i] = many->theta[game->person[i]];
        for (unsigned h = 0; h < MANY_HELD; h++) {
            strength[i] += many->beta[game->held[i][h].type];
            many->copies[game->held[i][h].type]++;
        }
    }
    chance_places(prng, strength, game->seats, game->place);
    rated_add(&many->rated, game->person, game->place, game->seats);
}

static void draw(struct many *many, struct spreads spreads, unsigned games, struct prng *prng)
{
    *many = (struct many){.games = games};
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        many->theta[i] = spreads.players / RATINGS_SCALE * chance_normal(prng);
    }
    for (unsigned i = 0; i < MANY_TYPES; i++) {
        many->beta[i] = spreads.cards / RATINGS_SCALE * chance_normal(prng);
    }
    for (unsigned i = 0; i < games; i++) {
        draw_game(many, &many->game[i], prng);
    }
}

static enum err fit(struct many *many, struct worth *worth, struct worth_value *values, struct error *error)
{
    enum err err = ERR_OK;
    for (unsigned g = 0; g < many->games; g++) {
        const struct many_game *game = &many->game[g];
        struct worth_seat seats[ENGINE_PLAYERS];
        for (unsigned i = 0; i < game->seats; i++) {
            seats[i] = (struct worth_seat){.rank = game->place[i],
                                           .theta = many->rated.rating[game->person[i]].theta,
                                           .held = game->held[i],
                                           .count = MANY_HELD};
        }
        err = worth_add(worth, seats, game->seats, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return worth_fit(worth, NULL, values, error);
}

static enum err measure(const struct allocator *allocator, struct many *many, struct tally *tally, struct error *error)
{
    struct worth_value values[MANY_TYPES];
    enum err err = rated_fit(&many->rated, allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    struct worth *worth = worth_new(allocator, MANY_TYPES, (size_t)many->games * ENGINE_PLAYERS);
    err = worth ? fit(many, worth, values, error) : error_raise(error, &MSG_MEMORY);
    worth_free(worth);
    if (err != ERR_OK) {
        return err;
    }
    double all = 0;
    double average = 0;
    for (unsigned i = 0; i < MANY_TYPES; i++) {
        all += many->copies[i];
        average += many->copies[i] * many->beta[i];
    }
    for (unsigned i = 0; i < MANY_TYPES; i++) {
        double truth = RATINGS_SCALE * (many->beta[i] - average / all);
        struct figure figure = {values[i].known, values[i].known, values[i].value, values[i].lo, values[i].hi};
        tally_add(tally, &figure, truth);
    }
    tally_close(tally);
    return ERR_OK;
}

enum err measure_many(const struct allocator *allocator, struct spreads spreads, unsigned games, unsigned clubs,
                      uint64_t seed, struct tally *tally, struct error *error)
{
    struct prng prng;
    struct many *many = mem_new(allocator, 1, sizeof(*many));
    enum err err = many ? ERR_OK : error_raise(error, &MSG_MEMORY);
    prng_seed(&prng, seed);
    for (unsigned i = 0; err == ERR_OK && i < clubs; i++) {
        draw(many, spreads, games, &prng);
        err = measure(allocator, many, tally, error);
    }
    mem_free(allocator, many);
    return err;
}
