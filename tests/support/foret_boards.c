/*
 * Random boards of Forêt. See foret_boards.h.
 *
 * The deck is an array of how many copies of each type are left. Drawing a card picks one of the remaining cards
 * evenly, which is the same as dealing from a shuffled deck; a skewed board draws some of its cards from a wish list
 * instead.
 */
#include "foret_boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 11, MEADOW = 9, STREAM = 10, WOLF = 11, CELLS = 20 };

const int foret_boards_copies[12] = {0, 8, 12, 10, 12, 8, 8, 12, 8, 20, 20, 12};

struct deck {
    int left[12];
    int cards;
};

/* What a seat wants: one or two favourites, and how often (of 100) it gets one. */
struct taste {
    int first;
    int second;
    int percent;
};

static uint32_t below(struct foret_random random, int n)
{
    return random.below(random.ctx, (uint32_t)n);
}

static void deck_init(struct deck *deck)
{
    deck->cards = 0;
    for (int type = 0; type <= TYPES; type++) {
        deck->left[type] = foret_boards_copies[type];
        deck->cards += deck->left[type];
    }
}

static int deck_take(struct deck *deck, int type)
{
    deck->left[type]--;
    deck->cards--;
    return type;
}

/* Any remaining card, each as likely as the other. */
static int deck_draw(struct deck *deck, struct foret_random random)
{
    int place = (int)below(random, deck->cards);
    int type = 1;
    while (place >= deck->left[type]) {
        place -= deck->left[type];
        type++;
    }
    return deck_take(deck, type);
}

/* A favourite when the dice say so and one is left, else any card. */
static int deck_draw_to_taste(struct deck *deck, struct taste taste, struct foret_random random)
{
    if ((int)below(random, 100) < taste.percent) {
        int wish = below(random, 2) == 0 ? taste.first : taste.second;
        if (deck->left[wish] == 0) {
            wish = wish == taste.first ? taste.second : taste.first;
        }
        if (deck->left[wish] > 0) {
            return deck_take(deck, wish);
        }
    }
    return deck_draw(deck, random);
}

/* Half of the tastes are for the types whose size matters: meadow, stream, wolf. */
static int some_type(struct foret_random random)
{
    if (below(random, 2) == 0) {
        return MEADOW + (int)below(random, 3);
    }
    return 1 + (int)below(random, TYPES);
}

static struct taste some_taste(struct foret_random random)
{
    struct taste taste;
    taste.first = some_type(random);
    taste.second = below(random, 2) == 0 ? taste.first : some_type(random);
    taste.percent = 40 + 20 * (int)below(random, 4);
    return taste;
}

static void prepare(struct foret_boards *boards, enum foret_boards_kind kind, int players)
{
    memset(boards, 0, sizeof *boards);
    boards->kind = kind;
    boards->players = kind == FORET_BOARDS_DUEL ? 2 : kind == FORET_BOARDS_SOLO ? 1 : players;
    if (boards->players < 1 || boards->players > 6) {
        fprintf(stderr, "foret_boards: %d players\n", players);
        abort();
    }
}

static void fill_grid(int grid[4][5], struct deck *deck, struct taste taste, struct foret_random random)
{
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            grid[row][column] = deck_draw_to_taste(deck, taste, random);
        }
    }
}

static void count_neutral(struct foret_boards *boards)
{
    boards->neutral_streams = 0;
    boards->neutral_wolves = 0;
    for (int i = 0; i < CELLS; i++) {
        boards->neutral_streams += boards->neutral[i] == STREAM ? 1 : 0;
        boards->neutral_wolves += boards->neutral[i] == WOLF ? 1 : 0;
    }
}

/* The cards of whoever is no player: the neutral seat or Alban. */
static void fill_the_other(struct foret_boards *boards, struct deck *deck, struct taste taste,
                           struct foret_random random)
{
    if (boards->kind == FORET_BOARDS_SOLO) {
        fill_grid(boards->grids[1], deck, taste, random);
    }
    if (boards->kind == FORET_BOARDS_DUEL) {
        for (int i = 0; i < CELLS; i++) {
            boards->neutral[i] = deck_draw_to_taste(deck, taste, random);
        }
        count_neutral(boards);
    }
}

void foret_boards_fill(struct foret_boards *boards, enum foret_boards_kind kind, int players,
                       struct foret_random random)
{
    const struct taste none = {1, 1, 0};
    struct deck deck;
    prepare(boards, kind, players);
    deck_init(&deck);
    for (int seat = 0; seat < boards->players; seat++) {
        fill_grid(boards->grids[seat], &deck, none, random);
    }
    fill_the_other(boards, &deck, none, random);
}

static void fill_hoard(struct foret_boards *boards, struct deck *deck, struct foret_random random)
{
    int hoarder = (int)below(random, boards->players);
    struct taste all = some_taste(random);
    all.percent = 100;
    fill_grid(boards->grids[hoarder], deck, all, random);
    for (int seat = 0; seat < boards->players; seat++) {
        if (seat != hoarder) {
            fill_grid(boards->grids[seat], deck, some_taste(random), random);
        }
    }
}

static void fill_own_tastes(struct foret_boards *boards, struct deck *deck, struct foret_random random)
{
    for (int seat = 0; seat < boards->players; seat++) {
        fill_grid(boards->grids[seat], deck, some_taste(random), random);
    }
}

/* Cell by cell over all seats: the dice are thrown once a cell, so that all get the favourite there while it lasts. */
static void fill_alike(struct foret_boards *boards, struct deck *deck, struct foret_random random)
{
    struct taste taste = some_taste(random);
    for (int cell = 0; cell < CELLS; cell++) {
        bool wanted = (int)below(random, 100) < taste.percent;
        int wish = below(random, 2) == 0 ? taste.first : taste.second;
        if (wanted && deck->left[wish] < boards->players) {
            wanted = false; /* enough for some only would break the tie */
        }
        for (int seat = 0; seat < boards->players; seat++) {
            boards->grids[seat][cell / 5][cell % 5] = wanted ? deck_take(deck, wish) : 0;
        }
    }
    for (int seat = 0; seat < boards->players; seat++) {
        for (int cell = 0; cell < CELLS; cell++) {
            int *card = &boards->grids[seat][cell / 5][cell % 5];
            /* The rest avoids the favourites where it can, so that the tie stands. */
            for (int tries = 0; *card == 0; tries++) {
                int drawn = deck_draw(deck, random);
                if (tries < 30 && (drawn == taste.first || drawn == taste.second)) {
                    deck->left[drawn]++;
                    deck->cards++;
                } else {
                    *card = drawn;
                }
            }
        }
    }
}

/* Types are shut out one after the other while what is left still fills every grid. */
static void fill_few_types(struct foret_boards *boards, struct deck *deck, struct foret_random random)
{
    const struct taste none = {1, 1, 0};
    int needed = CELLS * boards->players;
    int shut_out[12] = {0};
    for (int tries = 0; tries < 24; tries++) {
        int type = 1 + (int)below(random, TYPES);
        if (deck->cards - deck->left[type] >= needed) {
            shut_out[type] += deck->left[type];
            deck->cards -= deck->left[type];
            deck->left[type] = 0;
        }
    }
    for (int seat = 0; seat < boards->players; seat++) {
        fill_grid(boards->grids[seat], deck, none, random);
    }
    for (int type = 1; type <= TYPES; type++) {
        deck->left[type] += shut_out[type];
        deck->cards += shut_out[type];
    }
}

void foret_boards_fill_skewed(struct foret_boards *boards, enum foret_boards_kind kind, int players,
                              struct foret_random random)
{
    static void (*const manners[4])(struct foret_boards *, struct deck *,
                                    struct foret_random) = {fill_hoard, fill_own_tastes, fill_alike, fill_few_types};
    struct deck deck;
    prepare(boards, kind, players);
    deck_init(&deck);
    manners[below(random, 4)](boards, &deck, random);
    struct taste taste = some_taste(random);
    if (below(random, 2) == 0) {
        taste.percent = 0;
    }
    fill_the_other(boards, &deck, taste, random);
}

static bool beside_kept(const bool kept[4][5], int cell)
{
    int row = cell / 5;
    int column = cell % 5;
    return (row > 0 && kept[row - 1][column]) || (row < 3 && kept[row + 1][column]) ||
           (column > 0 && kept[row][column - 1]) || (column < 4 && kept[row][column + 1]);
}

/* Grows the kept cards from one cell outwards; each next one is any of the cells beside them. */
static void thin_grid(int grid[4][5], int cards, struct foret_random random)
{
    bool kept[4][5] = {{false}};
    for (int count = 0; count < cards; count++) {
        int candidates[CELLS];
        int candidate_count = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            if (!kept[cell / 5][cell % 5] && (count == 0 || beside_kept((const bool(*)[5])kept, cell))) {
                candidates[candidate_count++] = cell;
            }
        }
        int chosen = candidates[below(random, candidate_count)];
        kept[chosen / 5][chosen % 5] = true;
    }
    for (int cell = 0; cell < CELLS; cell++) {
        if (!kept[cell / 5][cell % 5]) {
            grid[cell / 5][cell % 5] = 0;
        }
    }
}

void foret_boards_thin(struct foret_boards *boards, int cards, struct foret_random random)
{
    for (int seat = 0; seat < boards->players; seat++) {
        thin_grid(boards->grids[seat], cards, random);
    }
    for (int cell = cards; cell < CELLS; cell++) {
        boards->neutral[cell] = 0;
        if (boards->kind == FORET_BOARDS_SOLO) {
            boards->grids[1][cell / 5][cell % 5] = 0;
        }
    }
    count_neutral(boards);
}
