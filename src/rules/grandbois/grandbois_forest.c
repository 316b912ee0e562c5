/*
 * Whether a game can leave this forest on the table: what sheets are held
 * against since rules 2. Nothing is guessed; each reason holds by itself.
 *
 * Rows. Every square came with a tile, or with the start tile, that lies as a
 * block of 2 x 2 within the forest. What lies above the other squares of that
 * tile can cover them, since whatever covers has more animals than what it
 * covers, or covers a clearing. With the expert option no clan covers itself,
 * so another's animals lie between two of the same: these differ by two
 * animals at least, since each layer has more than the one below. The tile that was laid last is seen whole.
 *
 * The end. A game ends when all 36 tiles are laid, or when it is stuck: no
 * tile of the River can be laid. All 36 tiles make at least 4 + 36 squares and
 * show five bears, which nothing covers. A square covers one other at most, so
 * no more squares of at least n animals are hidden than there are squares of
 * more than n: at least as many of at least n animals, bears among them, are
 * seen as the box has of n. Each tile that is not laid takes one square from
 * the first sum, a bear at most from the second, four squares at most from
 * the third: so the forest tells how many tiles it lacks at least. A River
 * that stuck has as many tiles, or four, that can be laid nowhere, and
 * whose squares the forest does not show.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

enum {
    ALL_SQUARES = 4 + GRANDBOIS_TILES, /* of a forest of all tiles, at the least */
    TILE_SQUARES = 4
};

/* ---- rows ---- */

enum { IN_BLOCK = 1, ON_TILE = 2 };

struct survey {
    uint8_t found[GRID_CELLS]; /* by cell: in a block within the forest; on a tile of the 36 */
    bool whole;                /* some tile is seen whole */
};

/* What is seen at a cell, its tower aside. */
static unsigned seen_at(const struct grandbois_state *s, unsigned cell)
{
    return s->grid[cell] == SQUARE_TOWER ? SQUARE_CLEARING : s->grid[cell];
}

static bool is_block(const struct grandbois_state *s, unsigned cell)
{
    for (unsigned corner = 0; corner < 4; corner++) {
        if (s->grid[cell + grid_corner[corner]] == SQUARE_NONE) {
            return false;
        }
    }
    return true;
}

/* True when `seen` may have come to lie upon `square`, at once or with others between them. */
static bool lies_above(const struct setup *setup, unsigned seen, unsigned square)
{
    bool between = square_rank(seen) > square_rank(square) + 1;
    return square_covers(seen, square) && (between || !grandbois_expert(setup) || !square_same_clan(seen, square));
}

/* The turned tile in this block: notes the squares of it that are seen, unless one that is not cannot be covered. */
static void try_tile(const struct setup *setup, const struct grandbois_state *s, unsigned block, unsigned tile,
                     unsigned turns, struct survey *survey)
{
    unsigned shown = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned seen = seen_at(s, block + grid_corner[corner]);
        unsigned square = tile_square(tile, turns, corner);
        if (seen != square && !lies_above(setup, seen, square)) {
            return;
        }
        shown |= (seen == square ? 1u : 0) << corner;
    }
    for (unsigned corner = 0; corner < 4; corner++) {
        survey->found[block + grid_corner[corner]] |= shown >> corner & 1 ? ON_TILE : 0;
    }
    survey->whole = survey->whole || shown == 15;
}

static void survey_forest(const struct setup *setup, const struct grandbois_state *s, struct survey *survey)
{
    memset(survey, 0, sizeof(*survey));
    for (unsigned row = s->top; row < s->bottom; row++) {
        for (unsigned column = s->left; column < s->right; column++) {
            unsigned block = row * GRID_SIDE + column;
            if (!is_block(s, block)) {
                continue;
            }
            for (unsigned corner = 0; corner < 4; corner++) {
                survey->found[block + grid_corner[corner]] |= IN_BLOCK;
            }
            for (unsigned i = 0; i < 4 * GRANDBOIS_TILES; i++) {
                try_tile(setup, s, block, i / 4 + 1, i % 4, survey);
            }
        }
    }
}

/* The first square, row by row, that lacks `wanted`; clearings, which the start tile has too, only when they are meant. */
static unsigned find_without(const struct grandbois_state *s, const struct survey *survey, unsigned wanted,
                             bool clearings)
{
    for (unsigned row = s->top; row <= s->bottom; row++) {
        for (unsigned column = s->left; column <= s->right; column++) {
            unsigned cell = row * GRID_SIDE + column;
            bool meant = s->grid[cell] != SQUARE_NONE && (clearings || seen_at(s, cell) != SQUARE_CLEARING);
            if (meant && !(survey->found[cell] & wanted)) {
                return cell;
            }
        }
    }
    return 0;
}

bool grandbois_rows_closed(const struct setup *setup, const struct grandbois_state *state)
{
    bool towers = (state->tower[0] | state->tower[1] | state->tower[2] | state->tower[3]) != 0;
    return grandbois_judges_forest(setup) && (towers || grandbois_clans_taken(state) != 0);
}

enum err grandbois_check_rows(const struct setup *setup, const struct grandbois_state *state, struct error *error)
{
    if (state->squares == 0) {
        return grandbois_refuse(error, GRANDBOIS_FOREST_FIRST);
    }
    if (state->squares < GRANDBOIS_LEAST_SQUARES) {
        return grandbois_refuse_int(error, GRANDBOIS_FEW_SQUARES, state->squares);
    }
    if (!grandbois_judges_forest(setup) || grandbois_rows_closed(setup, state)) {
        return ERR_OK; /* what is closed was judged */
    }
    struct survey survey;
    survey_forest(setup, state, &survey);
    unsigned cell = find_without(state, &survey, IN_BLOCK, true);
    if (cell != 0) {
        return grandbois_refuse_cell(error, GRANDBOIS_NO_BLOCK, grid_x(cell), grid_y(cell));
    }
    cell = find_without(state, &survey, ON_TILE, false);
    if (cell != 0) {
        return grandbois_refuse_square(error, GRANDBOIS_NO_TILE, state->grid[cell], cell);
    }
    return survey.whole ? ERR_OK : grandbois_refuse(error, GRANDBOIS_NO_LAST_TILE);
}

bool grandbois_tower_fits(const struct setup *setup, const struct grandbois_state *state, unsigned cell)
{
    if (state->grid[cell] != SQUARE_CLEARING || !grandbois_judges_forest(setup)) {
        return state->grid[cell] == SQUARE_CLEARING;
    }
    struct survey survey = {.whole = false};
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned block = cell - grid_corner[corner];
        for (unsigned i = 0; i < 4 * GRANDBOIS_TILES && is_block(state, block); i++) {
            try_tile(setup, state, block, i / 4 + 1, i % 4, &survey);
        }
    }
    return survey.found[cell] & ON_TILE;
}

/* ---- the end ---- */

/* The tiles that the forest lacks at least, and what first tells so. */
struct lack {
    unsigned tiles;
    enum grandbois_rule rule;
    unsigned animals; /* the rule is about squares of so many or more */
    unsigned least;   /* squares that all tiles make or show */
    unsigned here;    /* squares that there are */
};

static void note_lack(struct lack *lack, enum grandbois_rule rule, unsigned animals, unsigned least, unsigned here,
                      unsigned by_tile)
{
    unsigned tiles = here < least ? (least - here + by_tile - 1) / by_tile : 0;
    if (lack->tiles == 0) {
        *lack = (struct lack){tiles, rule, animals, least, here};
    }
    lack->tiles = tiles > lack->tiles ? tiles : lack->tiles;
}

static struct lack find_lack(const struct grandbois_state *s)
{
    struct lack lack = {.tiles = 0};
    unsigned shown = s->shown[SQUARE_BEAR];
    note_lack(&lack, GRANDBOIS_STUCK_SQUARES, 0, ALL_SQUARES, s->squares, 1);
    note_lack(&lack, GRANDBOIS_STUCK_BEARS, 0, grandbois_copies(SQUARE_BEAR), shown, 1);
    for (unsigned animals = 4; animals > 0; animals--) {
        unsigned in_box = 0;
        for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
            shown += s->shown[square_of(clan, animals)];
            in_box += grandbois_copies(square_of(clan, animals));
        }
        note_lack(&lack, GRANDBOIS_STUCK_ANIMALS, animals, in_box, shown, TILE_SQUARES);
    }
    return lack;
}

/* True when the box has the squares of this tile besides all that are seen. */
static bool may_be_left(const struct grandbois_state *s, unsigned tile)
{
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned square = tile_square(tile, 0, corner);
        unsigned on_tile = 0;
        for (unsigned other = 0; other < 4; other++) {
            on_tile += tile_square(tile, 0, other) == square;
        }
        if (s->shown[square] + on_tile > grandbois_copies(square)) {
            return false;
        }
    }
    return true;
}

enum err grandbois_check_end(const struct setup *setup, const struct grandbois_state *state, struct error *error)
{
    struct lack lack = find_lack(state);
    if (!grandbois_judges_forest(setup) || lack.tiles == 0) {
        return ERR_OK;
    }
    unsigned river = lack.tiles < GRANDBOIS_RIVER ? lack.tiles : GRANDBOIS_RIVER;
    unsigned stuck = 0;
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES && stuck < river; tile++) {
        stuck += may_be_left(state, tile) && !grandbois_tile_fits(setup, state, tile);
    }
    if (stuck == river) {
        return ERR_OK;
    }
    enum err err = grandbois_refuse_int(error, lack.rule, lack.here);
    error_add_int(error, lack.least);
    error_add_int(error, lack.animals);
    return err;
}
