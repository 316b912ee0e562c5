/*
 * GrandBois a second time, for tests only: where tiles may be laid and what a forest is worth.
 *
 * It exists so that the engine in src/rules never marks its own homework. It shares no line, no table and no idea with
 * the engine: a forest is an unordered list of squares with coordinates, a tile is its text in the rules, turned by
 * hand, sets are flooded by walking the list again and again, winners are found by going down the categories as the
 * booklet says. It is slow and meant to be read beside the booklet. It includes nothing from src.
 *
 * A square is its text: a letter of T R F W L and a digit, or "C", or "B". Misuse aborts the program. Nothing is
 * allocated, nothing is kept.
 */
#ifndef DENDRO_TESTS_GRANDBOIS_SLOW_H
#define DENDRO_TESTS_GRANDBOIS_SLOW_H

#include <stdbool.h>

enum { GSLOW_TILES = 36, GSLOW_MOST = 160 };

struct gslow_square {
    int x, y;
    char kind;  /* T R F W L, C, B */
    int number; /* of animals; 0 for C and B */
    bool tower; /* somebody's tower stands on it */
};

struct gslow_forest {
    int count;
    struct gslow_square square[GSLOW_MOST];
};

/* The square at x,y, or NULL. */
const struct gslow_square *gslow_at(const struct gslow_forest *forest, int x, int y);

/* Adds a square, or covers the one there, whatever it is. `text` is "F3", "C" or "B". */
void gslow_put(struct gslow_forest *forest, int x, int y, const char *text);

/* Puts a tower on the square at x,y, which must be there and without one. */
void gslow_tower(struct gslow_forest *forest, int x, int y);

/* Only the start tile, at 0,0 to 1,1. */
void gslow_start(struct gslow_forest *forest);

/*
 * The four squares of tile 1..36 turned clockwise by `degrees` (0, 90, 180, 270), as texts: out[0] top left, out[1] top
 * right, out[2] bottom right, out[3] bottom left.
 */
void gslow_tile(int tile, int degrees, char out[4][3]);

/* Whether the rules let this tile be laid with its top left square at x,y. */
bool gslow_may_lay(const struct gslow_forest *forest, int tile, int degrees, int x, int y, bool expert);

/* Lays it, unasked. */
void gslow_lay(struct gslow_forest *forest, int tile, int degrees, int x, int y);

/* What one player has: one clan and at most one tower, or in a duel two and at most two. */
struct gslow_player {
    const char *clans; /* letters: "F", or in a duel "FT" */
    int towers;        /* placed */
    int tower_x[2], tower_y[2];
};

struct gslow_score {
    int squares, set, own_tower, other_tower;
    int total;
};

void gslow_score(const struct gslow_forest *forest, const struct gslow_player *player, struct gslow_score *out);

/*
 * Ranks from 1 with ties shared, by total, then by squares, set, own tower, other tower. rank[i] counts who comes
 * before player i.
 */
void gslow_ranks(int players, const struct gslow_score scores[], int rank[]);

/* ---- what a game can leave ---- */

/*
 * Whether the squares can be a forest: at least 8, each in a block of 2 x 2 and, clearings aside, on one of the 36 tiles
 * whose other squares are seen too or covered by what is, as the expert option allows or without it; and one tile is
 * seen whole.
 */
bool gslow_rows_can_be(const struct gslow_forest *forest, bool expert);

/*
 * Whether a game can have ended with it: nothing shows that tiles are missing, or as many as must be missing, up to
 * four, fit nowhere and are not seen.
 */
bool gslow_end_can_be(const struct gslow_forest *forest, bool expert);

/* ---- a whole game, from the lines of a record ---- */

struct gslow_game {
    int seats; /* 2: a duel */
    bool expert;
    struct gslow_forest forest;
    struct gslow_player player[4];
    char clans[4][3]; /* what player[i].clans points at */
};

/* With the start tile down, or for a sheet nothing. */
void gslow_begin(struct gslow_game *game, int seats, bool expert, bool sheet);

/*
 * Plays a line in canonical spelling, "1: tile 12 r90 3,-1" or "*: row 0,0 F3 C": false when the tile may not be laid
 * there or the tower not be placed. Whose turn it is and what lies in the River is not looked at.
 */
bool gslow_line(struct gslow_game *game, const char *line);

/*
 * Plays a whole record in canonical spelling, without take-backs. Returns the number of the first line (from 1) that
 * the slow rules refuse, or 0; totals[] gets what the record says after `=`, or -1 where it says nothing.
 */
int gslow_record(struct gslow_game *game, const char *text, int totals[4]);

/* Scores and ranks of all seats. */
void gslow_result(const struct gslow_game *game, struct gslow_score scores[4], int rank[4]);

#endif
