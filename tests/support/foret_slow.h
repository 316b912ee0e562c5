/*
 * A second scorer of Ecosystème - Forêt, for tests only.
 *
 * It exists so that the engine in src/rules never marks its own homework. It shares no line, no table and no idea with
 * the engine: grids are plain int[4][5] (row 0 at the top, column 0 at the left), areas are flooded by recursion, ranks
 * are found by sorting. It is slow and meant to be read beside the booklet. It includes nothing from src.
 *
 * Every function takes full or partial grids: a cell that holds SLOW_EMPTY is adjacent to nothing, is in no area and
 * has no type. Cells outside 0..11 are a mistake of the caller and abort the program. Nothing is allocated, nothing is
 * kept.
 *
 * A caller whose grids are not const has to say so, (const int (*)[4][5])grids: before C23 the conversion is not
 * implicit.
 */
#ifndef DENDRO_TESTS_FORET_SLOW_H
#define DENDRO_TESTS_FORET_SLOW_H

#include <stdbool.h>
#include <stdint.h>

enum { SLOW_ROWS = 4, SLOW_COLUMNS = 5, SLOW_CELLS = 20, SLOW_TYPES = 11, SLOW_MAX_SEATS = 6 };

/* The types in the order of the table in the rules. */
enum slow_type {
    SLOW_EMPTY = 0,
    SLOW_BEE,
    SLOW_BEAR,
    SLOW_TROUT,
    SLOW_FOX,
    SLOW_EAGLE,
    SLOW_DRAGONFLY,
    SLOW_DEER,
    SLOW_RABBIT,
    SLOW_MEADOW,
    SLOW_STREAM,
    SLOW_WOLF
};

/* Index of biodiversity in slow_result.category; the points of type t are at t - 1. */
enum { SLOW_BIODIVERSITY = 11, SLOW_CATEGORIES = 12 };

/* One point in the exact fractions of slow_attribute: the least common multiple of 1..20. */
#define SLOW_POINT INT64_C(232792560)

struct slow_result {
    int category[12]; /* bee .. wolf, then biodiversity */
    int total;        /* their sum */
};

/*
 * Scores `players` grids (1..6) that are compared with each other in streams and wolves. With has_neutral (the duel) a
 * neutral seat takes part in both comparisons with a stream of neutral_streams cards and neutral_wolves wolves; without
 * it both are ignored. Fills out[0 .. players-1].
 */
void slow_score(int players, const int grids[][4][5], int neutral_streams, int neutral_wolves, bool has_neutral,
                struct slow_result out[]);

/* Scores a solo game. Alban is compared like a second seat; his biodiversity is 0 and not part of his total. */
void slow_score_solo(const int mine[4][5], const int alban[4][5], struct slow_result *me, struct slow_result *him);

/*
 * Spreads the points of one seat (0-based) over its cells, in units of 1/232792560 point:
 *   bee, bear, trout, fox, eagle, dragonfly, rabbit   the card's own points
 *   meadow   an area's points equally over its cards
 *   deer     the 2 points of each row and each column equally over the deer in it
 *   stream   the rank's points equally over the cards of the longest stream, of all of them when several are as long
 *   wolf     the rank's points equally over the seat's wolves
 * An empty cell gets 0. *biodiversity gets the seat's biodiversity in the same unit. All cells and *biodiversity sum to
 * exactly SLOW_POINT times the seat's total. The first five arguments are those of slow_score.
 */
void slow_attribute(int players, const int grids[][4][5], int neutral_streams, int neutral_wolves, bool has_neutral,
                    int seat, int64_t cells[4][5], int64_t *biodiversity);

/* The same for a solo game: the player's grid, or Alban's (whose *biodiversity is 0). */
void slow_attribute_solo(const int mine[4][5], const int alban[4][5], bool of_alban, int64_t cells[4][5],
                         int64_t *biodiversity);

/*
 * The total that the seat would have if its cell (row, column) were empty: the other seats unchanged, everything of
 * this seat counted anew, its ranks and its biodiversity too. The first five arguments are those of slow_score.
 */
int slow_total_without(int players, const int grids[][4][5], int neutral_streams, int neutral_wolves, bool has_neutral,
                       int seat, int row, int column);

/* The same for a solo game, for a cell of the player's grid or of Alban's. */
int slow_total_without_solo(const int mine[4][5], const int alban[4][5], bool of_alban, int row, int column);

/* The number of the 11 types that scored 0. */
int slow_gaps(const struct slow_result *result);

/* The length of the longest stream of a grid; 0 when it has none. */
int slow_longest_stream(const int grid[4][5]);

/* How many cards of one type a grid holds. */
int slow_count(const int grid[4][5], int type);

#endif
