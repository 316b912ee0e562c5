/*
 * The slow scorer of Forêt. See foret_slow.h for what it promises; the rules are in docs/foret.md.
 *
 * Written to be checked by eye. Where speed and plainness part, it takes plainness: an area is flooded again for every
 * card that asks for it.
 */
#include "foret_slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int step_row[4] = {-1, 0, 0, 1};
static const int step_column[4] = {0, -1, 1, 0};

static void demand(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "foret_slow: %s\n", what);
        abort();
    }
}

/* The type at a cell; empty outside the grid. */
static int at(const int grid[4][5], int row, int column)
{
    if (row < 0 || row >= 4 || column < 0 || column >= 5) {
        return SLOW_EMPTY;
    }
    demand(grid[row][column] >= SLOW_EMPTY && grid[row][column] <= SLOW_WOLF, "a cell holds no type");
    return grid[row][column];
}

static int neighbours_of_type(const int grid[4][5], int row, int column, int type)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (at(grid, row + step_row[i], column + step_column[i]) == type) {
            count++;
        }
    }
    return count;
}

/*
 * Marks the connected area of `type` that holds (row, column) and returns how many cells it newly marked.
 * The recursion is at most 20 deep, and it is how one would say it.
 */
// NOLINTNEXTLINE(misc-no-recursion)
static int flood(const int grid[4][5], int row, int column, int type, bool marked[4][5])
{
    if (at(grid, row, column) != type || marked[row][column]) {
        return 0;
    }
    marked[row][column] = true;
    int size = 1;
    for (int i = 0; i < 4; i++) {
        size += flood(grid, row + step_row[i], column + step_column[i], type, marked);
    }
    return size;
}

static int area_size(const int grid[4][5], int row, int column)
{
    bool marked[4][5] = {{false}};
    return flood(grid, row, column, grid[row][column], marked);
}

int slow_longest_stream(const int grid[4][5])
{
    int longest = 0;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            if (at(grid, row, column) == SLOW_STREAM && area_size(grid, row, column) > longest) {
                longest = area_size(grid, row, column);
            }
        }
    }
    return longest;
}

int slow_count(const int grid[4][5], int type)
{
    int count = 0;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            if (at(grid, row, column) == type) {
                count++;
            }
        }
    }
    return count;
}

/* Rabbits and trouts at one or two steps. */
static int prey_in_reach(const int grid[4][5], int row, int column)
{
    int prey = 0;
    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 5; c++) {
            int distance = abs(r - row) + abs(c - column);
            if ((distance == 1 || distance == 2) && (at(grid, r, c) == SLOW_RABBIT || at(grid, r, c) == SLOW_TROUT)) {
                prey++;
            }
        }
    }
    return prey;
}

/* All streams next to a cell, each counted once: one set of marks for the four floods sees to that. */
static int streams_beside(const int grid[4][5], int row, int column)
{
    bool marked[4][5] = {{false}};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += flood(grid, row + step_row[i], column + step_column[i], SLOW_STREAM, marked);
    }
    return sum;
}

/* What a card scores by itself; 0 for the types that score as a group. */
static int own_points(const int grid[4][5], int row, int column)
{
    switch (at(grid, row, column)) {
    case SLOW_BEE:
        return 3 * neighbours_of_type(grid, row, column, SLOW_MEADOW);
    case SLOW_BEAR:
        return 2 *
               (neighbours_of_type(grid, row, column, SLOW_BEE) + neighbours_of_type(grid, row, column, SLOW_TROUT));
    case SLOW_TROUT:
        return 2 * (neighbours_of_type(grid, row, column, SLOW_STREAM) +
                    neighbours_of_type(grid, row, column, SLOW_DRAGONFLY));
    case SLOW_FOX:
        return neighbours_of_type(grid, row, column, SLOW_WOLF) == 0 &&
                       neighbours_of_type(grid, row, column, SLOW_BEAR) == 0
                   ? 3
                   : 0;
    case SLOW_EAGLE:
        return 2 * prey_in_reach(grid, row, column);
    case SLOW_DRAGONFLY:
        return streams_beside(grid, row, column);
    case SLOW_RABBIT:
        return 1;
    default:
        return 0;
    }
}

static int deer_in_row(const int grid[4][5], int row)
{
    int count = 0;
    for (int column = 0; column < 5; column++) {
        count += at(grid, row, column) == SLOW_DEER ? 1 : 0;
    }
    return count;
}

static int deer_in_column(const int grid[4][5], int column)
{
    int count = 0;
    for (int row = 0; row < 4; row++) {
        count += at(grid, row, column) == SLOW_DEER ? 1 : 0;
    }
    return count;
}

static int deer_points(const int grid[4][5])
{
    int points = 0;
    for (int row = 0; row < 4; row++) {
        points += deer_in_row(grid, row) > 0 ? 2 : 0;
    }
    for (int column = 0; column < 5; column++) {
        points += deer_in_column(grid, column) > 0 ? 2 : 0;
    }
    return points;
}

static int meadow_area_points(int size)
{
    static const int points[6] = {0, 0, 3, 6, 10, 15};
    return points[size < 5 ? size : 5];
}

static int meadow_points(const int grid[4][5])
{
    bool marked[4][5] = {{false}};
    int points = 0;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            points += meadow_area_points(flood(grid, row, column, SLOW_MEADOW, marked));
        }
    }
    return points;
}

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/*
 * The points of the seat whose value is `mine` among `count` compared values (its own included): sort them, find the
 * first place where its value stands, take that place's prize. Whoever has nothing gets nothing.
 */
static int rank_points(const int values[], int count, int mine, const int prizes[], int prize_count)
{
    if (mine == 0) {
        return 0;
    }
    int sorted[SLOW_MAX_SEATS + 1];
    memcpy(sorted, values, (size_t)count * sizeof sorted[0]);
    qsort(sorted, (size_t)count, sizeof sorted[0], descending);
    int place = 0;
    while (sorted[place] != mine) {
        place++;
    }
    return place < prize_count ? prizes[place] : 0;
}

int slow_gaps(const struct slow_result *result)
{
    int gaps = 0;
    for (int type = SLOW_BEE; type <= SLOW_WOLF; type++) {
        gaps += result->category[type - 1] == 0 ? 1 : 0;
    }
    return gaps;
}

static int biodiversity_points(int gaps)
{
    static const int points[12] = {12, 12, 12, 7, 3, 0, -5, -5, -5, -5, -5, -5};
    return points[gaps];
}

static void count_total(struct slow_result *result)
{
    result->total = 0;
    for (int i = 0; i < SLOW_CATEGORIES; i++) {
        result->total += result->category[i];
    }
}

void slow_score(int players, const int grids[][4][5], int neutral_streams, int neutral_wolves, bool has_neutral,
                struct slow_result out[])
{
    static const int stream_prizes[2] = {8, 5};
    static const int wolf_prizes[3] = {12, 8, 4};
    int streams[SLOW_MAX_SEATS + 1] = {0};
    int wolves[SLOW_MAX_SEATS + 1] = {0};
    int compared = players + (has_neutral ? 1 : 0);

    demand(players >= 1 && players <= SLOW_MAX_SEATS, "1 to 6 players");
    for (int seat = 0; seat < players; seat++) {
        streams[seat] = slow_longest_stream(grids[seat]);
        wolves[seat] = slow_count(grids[seat], SLOW_WOLF);
    }
    if (has_neutral) {
        streams[players] = neutral_streams;
        wolves[players] = neutral_wolves;
    }
    for (int seat = 0; seat < players; seat++) {
        int *category = out[seat].category;
        memset(category, 0, sizeof out[seat].category);
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 5; column++) {
                int type = at(grids[seat], row, column);
                if (type != SLOW_EMPTY) {
                    category[type - 1] += own_points(grids[seat], row, column);
                }
            }
        }
        category[SLOW_DEER - 1] = deer_points(grids[seat]);
        category[SLOW_MEADOW - 1] = meadow_points(grids[seat]);
        category[SLOW_STREAM - 1] = rank_points(streams, compared, streams[seat], stream_prizes, 2);
        category[SLOW_WOLF - 1] = rank_points(wolves, compared, wolves[seat], wolf_prizes, 3);
        category[SLOW_BIODIVERSITY] = biodiversity_points(slow_gaps(&out[seat]));
        count_total(&out[seat]);
    }
}

void slow_score_solo(const int mine[4][5], const int alban[4][5], struct slow_result *me, struct slow_result *him)
{
    int grids[2][4][5];
    struct slow_result results[2];
    memcpy(grids[0], mine, sizeof grids[0]);
    memcpy(grids[1], alban, sizeof grids[1]);
    slow_score(2, (const int(*)[4][5])grids, 0, 0, false, results);
    *me = results[0];
    *him = results[1];
    him->category[SLOW_BIODIVERSITY] = 0;
    count_total(him);
}

/* points / parts in exact units; parts divides SLOW_POINT because it is 1..20. */
static int64_t share(int points, int parts)
{
    demand(parts >= 1 && parts <= SLOW_CELLS, "a share of nothing");
    return (int64_t)points * (SLOW_POINT / parts);
}

/* How many cards stand in a stream as long as the longest. */
static int cards_in_longest_streams(const int grid[4][5])
{
    int cards = 0;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            if (at(grid, row, column) == SLOW_STREAM && area_size(grid, row, column) == slow_longest_stream(grid)) {
                cards++;
            }
        }
    }
    return cards;
}

/* The points of one cell, given what its seat scored in total by category. */
static int64_t cell_points(const int grid[4][5], const struct slow_result *result, int row, int column)
{
    switch (at(grid, row, column)) {
    case SLOW_DEER:
        return share(2, deer_in_row(grid, row)) + share(2, deer_in_column(grid, column));
    case SLOW_MEADOW: {
        int size = area_size(grid, row, column);
        return share(meadow_area_points(size), size);
    }
    case SLOW_STREAM:
        if (area_size(grid, row, column) < slow_longest_stream(grid)) {
            return 0;
        }
        return share(result->category[SLOW_STREAM - 1], cards_in_longest_streams(grid));
    case SLOW_WOLF:
        return share(result->category[SLOW_WOLF - 1], slow_count(grid, SLOW_WOLF));
    default:
        return share(own_points(grid, row, column), 1);
    }
}

static void attribute(const int grid[4][5], const struct slow_result *result, int64_t cells[4][5],
                      int64_t *biodiversity)
{
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            cells[row][column] = cell_points(grid, result, row, column);
        }
    }
    *biodiversity = result->category[SLOW_BIODIVERSITY] * SLOW_POINT;
}

void slow_attribute(int players, const int grids[][4][5], int neutral_streams, int neutral_wolves, bool has_neutral,
                    int seat, int64_t cells[4][5], int64_t *biodiversity)
{
    struct slow_result results[SLOW_MAX_SEATS];
    demand(seat >= 0 && seat < players, "no such seat");
    slow_score(players, grids, neutral_streams, neutral_wolves, has_neutral, results);
    attribute(grids[seat], &results[seat], cells, biodiversity);
}

void slow_attribute_solo(const int mine[4][5], const int alban[4][5], bool of_alban, int64_t cells[4][5],
                         int64_t *biodiversity)
{
    struct slow_result me;
    struct slow_result him;
    slow_score_solo(mine, alban, &me, &him);
    attribute(of_alban ? alban : mine, of_alban ? &him : &me, cells, biodiversity);
}

int slow_total_without(int players, const int grids[][4][5], int neutral_streams, int neutral_wolves, bool has_neutral,
                       int seat, int row, int column)
{
    int changed[SLOW_MAX_SEATS][4][5];
    struct slow_result results[SLOW_MAX_SEATS];
    demand(players >= 1 && players <= SLOW_MAX_SEATS, "1 to 6 players");
    demand(seat >= 0 && seat < players && row >= 0 && row < 4 && column >= 0 && column < 5, "no such cell");
    memcpy(changed, grids, (size_t)players * sizeof changed[0]);
    changed[seat][row][column] = SLOW_EMPTY;
    slow_score(players, (const int(*)[4][5])changed, neutral_streams, neutral_wolves, has_neutral, results);
    return results[seat].total;
}

int slow_total_without_solo(const int mine[4][5], const int alban[4][5], bool of_alban, int row, int column)
{
    int changed[4][5];
    struct slow_result me;
    struct slow_result him;
    demand(row >= 0 && row < 4 && column >= 0 && column < 5, "no such cell");
    memcpy(changed, of_alban ? alban : mine, sizeof changed);
    changed[row][column] = SLOW_EMPTY;
    if (of_alban) {
        slow_score_solo(mine, (const int(*)[5])changed, &me, &him);
        return him.total;
    }
    slow_score_solo((const int(*)[5])changed, alban, &me, &him);
    return me.total;
}
