/*
 * A row of a sheet: from squares to moves, and from moves to squares. Each
 * square must touch one that is there before it, so the moves of a row have an
 * order of their own: first to the right whatever touches the forest or the
 * square on its left, then to the left the rest, each touching the square on
 * its right. Reading makes the moves in this order and printing gathers
 * moves only as far as they follow it, so that a line reads as the very moves
 * that it was printed from.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

size_t grandbois_row_moves(const struct grandbois_state *state, const struct grandbois_row *row, game_move *moves)
{
    size_t count = 0;
    bool placed[GRID_SIDE] = {false};
    /* The third pass takes what touches nothing, for apply to refuse. */
    for (unsigned pass = 0; pass < 3; pass++) {
        for (unsigned i = row->left; i <= row->right; i++) {
            unsigned column = pass == 1 ? row->left + row->right - i : i;
            struct grandbois_word w = {KIND_SQUARE, row->square[column], 0, row->row * GRID_SIDE + column};
            bool joined = grandbois_square_fits(state, w.cell) || placed[column - 1] || placed[column + 1] || pass == 2;
            if (w.a != SQUARE_NONE && !placed[column] && joined) {
                placed[column] = true;
                moves[count++] = grandbois_pack(SEAT_TABLE, w);
            }
        }
    }
    return count;
}

/* How far a row is gathered. */
struct progress {
    unsigned last; /* column of the square gathered last */
    bool leftward; /* the squares that go to the right are through */
};

static bool follows(const struct grandbois_state *s, const struct grandbois_row *row, struct progress progress,
                    struct grandbois_word w)
{
    unsigned column = w.cell % GRID_SIDE;
    if (w.cell / GRID_SIDE != row->row || column == 0 || column + 1 == GRID_SIDE ||
        row->square[column] != SQUARE_NONE) {
        return false;
    }
    if (grandbois_square_fits(s, w.cell) || row->square[column - 1] != SQUARE_NONE) {
        return !progress.leftward && column > progress.last;
    }
    return row->square[column + 1] != SQUARE_NONE && (!progress.leftward || column < progress.last);
}

size_t grandbois_row_gather(const struct grandbois_state *state, const game_move *moves, size_t count,
                            struct grandbois_row *row)
{
    struct grandbois_word w = grandbois_unpack(moves[0]);
    struct progress progress = {w.cell % GRID_SIDE, false};
    *row = (struct grandbois_row){.row = w.cell / GRID_SIDE, .left = progress.last, .right = progress.last};
    size_t n = 0;
    do {
        unsigned column = w.cell % GRID_SIDE;
        progress = (struct progress){column, n > 0 && column < progress.last};
        row->square[column] = (uint8_t)w.a;
        row->left = column < row->left ? column : row->left;
        row->right = column > row->right ? column : row->right;
        n++;
        w = grandbois_unpack(moves[n < count ? n : 0]);
    } while (n < count && follows(state, row, progress, w));
    return n;
}
