/*
 * How the taste of Forêt's playouts (src/rules/foret/foret_taste.c) was found:
 * self-play in which every seat has every number changed a little up or down,
 * drawn anew each game; what a number's sign brings over all games is its slope,
 * and all numbers take a step along theirs (Spall 1992: simultaneous perturbation).
 * Prints the struct after each step.
 *
 *     foret_taste <seats> <games a step> <steps> <seed> <heat>
 */
#include "rules/foret/foret_sight.h"
#include "rules/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = sizeof(struct foret_taste) / sizeof(int16_t), BESIDE = SIGHT_CODES * SIGHT_LANES };

static double weight[NUMBERS];
static double step[NUMBERS]; /* how far a number is moved; 0: it is not used */

static void number_steps(void)
{
    for (unsigned i = 0; i < NUMBERS; i++) {
        bool lane = i < BESIDE + SIGHT_LANES;
        step[i] = lane ? (i % SIGHT_LANES < FORET_TYPES ? 2.5 : 0) : 4;
    }
}

static void print(const double *w)
{
    struct foret_taste t;
    int16_t flat[NUMBERS];
    for (unsigned i = 0; i < NUMBERS; i++) {
        flat[i] = (int16_t)lround(w[i]);
    }
    memcpy(&t, flat, sizeof(t));
    printf("    .beside = {\n");
    for (unsigned code = 0; code < SIGHT_CODES; code++) {
        printf("        {");
        for (unsigned i = 0; i < FORET_TYPES; i++) {
            printf("%s%d", i ? ", " : "", t.beside[code][i]);
        }
        printf("},\n");
    }
    printf("    },\n    .own = {");
    for (unsigned i = 0; i < FORET_TYPES; i++) {
        printf("%s%d", i ? ", " : "", t.own[i]);
    }
    printf("},\n    .column = %d,\n    .row = %d,\n    .swap = {%d, %d, %d, %d},\n", t.column, t.row, t.swap[0],
           t.swap[1], t.swap[2], t.swap[3]);
    printf("    .stream = %d,\n    .wolf = %d,\n    .kind = %d,\n    .gift = %d,\n", t.stream, t.wolf, t.kind, t.gift);
    fflush(stdout);
}

static void play(const struct setup *setup, struct foret_state *s, const struct foret_taste *tastes, unsigned heat,
                 struct prng *prng)
{
    struct foret_bids bids;
    struct error error;
    if (foret_init(setup, s, &error) != ERR_OK) {
        abort();
    }
    for (seat_set turn; (turn = foret_turn(setup, s)) != 0;) {
        unsigned seat = review_next_seat(turn);
        game_move move = 0;
        foret_bids_of(setup, s, &bids);
        if (seat >= GAME_PLAYERS) {
            move = foret_chance(setup, s, prng);
        } else {
            move = foret_pick(setup, s, seat, heat, &bids, &tastes[seat], prng);
        }
        if (foret_apply(setup, s, move, &error) != ERR_OK) {
            abort();
        }
    }
}

static double one_step(const struct setup *setup, unsigned games, unsigned heat, struct prng *prng, double *slope,
                       double *spread)
{
    static int8_t sign[ENGINE_PLAYERS][NUMBERS];
    struct foret_state *s = calloc(1, sizeof(*s));
    double mean = 0;
    double square = 0;
    memset(slope, 0, NUMBERS * sizeof(*slope));
    for (unsigned game = 0; game < games; game++) {
        struct foret_taste tastes[ENGINE_PLAYERS];
        struct outcome outcome;
        double average = 0;
        for (unsigned seat = 0; seat < setup->seats; seat++) {
            int16_t flat[NUMBERS];
            for (unsigned i = 0; i < NUMBERS; i++) {
                sign[seat][i] = prng_next(prng) >> 63 ? 1 : -1;
                flat[i] = (int16_t)lround(weight[i] + sign[seat][i] * step[i]);
            }
            memcpy(&tastes[seat], flat, sizeof(tastes[seat]));
        }
        play(setup, s, tastes, heat, prng);
        foret_outcome(setup, s, &outcome);
        for (unsigned seat = 0; seat < setup->seats; seat++) {
            average += outcome.rows[seat].total / (double)setup->seats;
        }
        mean += average / games;
        for (unsigned seat = 0; seat < setup->seats; seat++) {
            double score = outcome.rows[seat].total - average;
            square += score * score;
            for (unsigned i = 0; i < NUMBERS; i++) {
                slope[i] += sign[seat][i] * score;
            }
        }
    }
    *spread = sqrt(square);
    free(s);
    return mean;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        return 2;
    }
    struct setup setup = {.game = registry_newest(span_from("foret")), .seats = (uint8_t)atoi(argv[1])};
    struct prng prng;
    int16_t flat[NUMBERS];
    double slope[NUMBERS];
    double before[NUMBERS] = {0};
    prng_seed(&prng, strtoull(argv[4], NULL, 10));
    memcpy(flat, &foret_taste, sizeof(flat));
    for (unsigned i = 0; i < NUMBERS; i++) {
        weight[i] = flat[i];
    }
    number_steps();
    int steps = atoi(argv[3]);
    for (int at = 0; at < steps; at++) {
        double spread = 0;
        double mean = one_step(&setup, (unsigned)atoi(argv[2]), (unsigned)atoi(argv[5]), &prng, slope, &spread);
        for (unsigned i = 0; i < NUMBERS; i++) {
            before[i] = 0.6 * before[i] + 0.4 * slope[i] / spread; /* in standard errors, smoothed */
            double move = before[i] / 3;
            weight[i] += step[i] * (move > 1 ? 1 : (move < -1 ? -1 : move));
        }
        fprintf(stderr, "step %d mean %.2f\n", at, mean);
    }
    print(weight);
    return 0;
}
