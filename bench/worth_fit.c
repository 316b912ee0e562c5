/*
 * For bench/worth: simulated games straight into the fit of worth/1, so that it is measured alone. Prints the seconds of processor
 * time that the fit took, the bytes that the games take, and how many types are said to differ from the average card.
 *
 * usage: worth_fit foret|ecos GAMES     11 types, 20 cards a seat | 130 types, 0 or 1 of each, about 15 a seat; tables of 2 to 6
 */
#include "base/prng.h"
#include "stats/worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FORET = 11, ECOS = 130, PLAYERS = 6 };

static double uniform(struct prng *prng)
{
    return ((double)prng_below(prng, 1U << 30) + 0.5) / (double)(1U << 30);
}

/* Fills a seat's copies; its strength follows from them, from who sits there and from luck. */
static size_t deal(struct prng *prng, unsigned types, struct held *held, double *strength)
{
    uint8_t copies[ECOS] = {0};
    size_t count = 0;
    for (int card = 0; card < 20; card++) {
        unsigned type = prng_below(prng, types);
        copies[type] = types == FORET ? (uint8_t)(copies[type] + 1) : 1;
    }
    for (unsigned type = 0; type < types; type++) {
        if (copies[type] > 0) {
            *strength += copies[type] * 0.02 * ((int)(type % 11) - 5);
            held[count++] = (struct held){(uint8_t)type, copies[type]};
        }
    }
    return count;
}

static enum err add_game(struct worth *worth, struct prng *prng, unsigned types, struct error *error)
{
    struct held held[PLAYERS][ECOS];
    struct worth_seat seats[PLAYERS];
    double luck[PLAYERS];
    unsigned count = 2 + prng_below(prng, 5);
    for (unsigned i = 0; i < count; i++) {
        double theta = uniform(prng) + uniform(prng) - 1;
        luck[i] = theta - log(-log(uniform(prng)));
        seats[i] = (struct worth_seat){.rank = 1, .theta = theta, .held = held[i]};
        seats[i].count = deal(prng, types, held[i], &luck[i]);
        if (i > 0 && prng_below(prng, 50) == 0) {
            luck[i] = luck[i - 1]; /* a tie */
        }
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            seats[i].rank += luck[j] > luck[i];
        }
    }
    return worth_add(worth, seats, count, error);
}

int main(int argc, char **argv)
{
    struct worth_value values[ECOS];
    struct error error;
    struct prng prng;
    unsigned known = 0;
    long games = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    unsigned types = argc == 3 && strcmp(argv[1], "ecos") == 0 ? ECOS : FORET;
    if (games < 1) {
        fputs("usage: worth_fit foret|ecos GAMES\n", stderr);
        return 2;
    }
    prng_seed(&prng, 1);
    struct worth *worth = worth_new(&allocator_heap, types, (size_t)games * PLAYERS);
    for (long i = 0; i < games; i++) {
        if (!worth || add_game(worth, &prng, types, &error) != ERR_OK) {
            return 1;
        }
    }
    clock_t start = clock();
    if (worth_fit(worth, NULL, values, &error) != ERR_OK) {
        return 1;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (unsigned i = 0; i < types; i++) {
        known += values[i].lo > 0 || values[i].hi < 0;
    }
    printf("%.3f %zu %u\n", seconds, worth_bytes(worth), known);
    worth_free(worth);
    return 0;
}
