/*
 * Games between the players of a review: what bench/review measures. One word
 * says what to do; it prints plain numbers on one line.
 *
 *     play <game> <seats> <games> <seed> <player> <others> [budget]   shares and wins of one player among others
 *     speed <game> <seats> <playouts>                                 playouts a second from the beginning
 *     list                                                            the games that have a review, a word each
 *
 * Players are random, greedy, policy, policy:HEAT and expert. The one player changes its seat from game to game.
 */
#include "review_table.h"

#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int play(int argc, char **argv)
{
    struct table table;
    if (argc < 8 || !table_open(&table, argv[2], (unsigned)atoi(argv[3]))) {
        return 2;
    }
    unsigned games = (unsigned)atoi(argv[4]);
    uint64_t seed = strtoull(argv[5], NULL, 10);
    struct player one = player_of(argv[6], argc > 8 ? (uint32_t)atoi(argv[8]) : EXPERT_BUDGET);
    struct player other = player_of(argv[7], argc > 8 ? (uint32_t)atoi(argv[8]) : EXPERT_BUDGET);
    double share = 0;
    double total = 0;
    double others = 0;
    for (unsigned game = 0; game < games; game++) {
        struct player players[GAME_PLAYERS];
        unsigned me = game % table.setup.seats;
        for (unsigned seat = 0; seat < table.setup.seats; seat++) {
            players[seat] = seat == me ? one : other;
        }
        table_play(&table, players, seed * 1000003 + game);
        struct outcome outcome;
        table.setup.game->outcome(&table.setup, table.state, &outcome);
        share += outcome.winners & seat_bit(me) ? 1.0 / __builtin_popcount(outcome.winners) : 0;
        for (unsigned seat = 0; seat < table.setup.seats; seat++) {
            *(seat == me ? &total : &others) += outcome.rows[seat].total;
        }
    }
    double decisions = (double)(table.decisions ? table.decisions : 1);
    printf("share %.4f total %.2f others %.2f ms %.3f decisions %.1f\n", share / games, total / games,
           others / games / (table.setup.seats > 1 ? table.setup.seats - 1 : 1),
           1000 * table.expert_seconds / decisions, (double)table.decisions / games);
    table_close(&table);
    return 0;
}

static int speed(int argc, char **argv)
{
    struct table table;
    if (argc < 5 || !table_open(&table, argv[2], (unsigned)atoi(argv[3]))) {
        return 2;
    }
    unsigned count = (unsigned)atoi(argv[4]);
    double total = 0;
    double begin = seconds();
    for (unsigned i = 0; i < count; i++) {
        table_playout(&table, i);
        struct outcome outcome;
        table.setup.game->outcome(&table.setup, table.state, &outcome);
        total += outcome.rows[0].total;
    }
    double took = seconds() - begin;
    printf("playouts a second %.0f mean %.2f\n", count / took, total / count);
    table_close(&table);
    return 0;
}

static int list(void)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        if (games[i]->review) {
            printf("%s\n", games[i]->name.id);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        return list();
    }
    if (argc > 1 && strcmp(argv[1], "play") == 0) {
        return play(argc, argv);
    }
    if (argc > 1 && strcmp(argv[1], "speed") == 0) {
        return speed(argc, argv);
    }
    return 2;
}
