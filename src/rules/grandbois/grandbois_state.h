/*
 * Private to the folder, shared by the files of GrandBois: squares, tiles,
 * cells, the state, how a move is packed into its word, and the functions
 * that make up grandbois_game.
 *
 * Squares. One byte: the clan above (1..5, 0 for none), the rank below:
 *
 *     0 nothing   1 clearing   2..5 one to four animals   6 bear   7 a clearing with a tower
 *
 * With these ranks the covering rule of the booklet is one comparison: a
 * square may be laid on nothing, on a clearing, and otherwise on a square of
 * lower rank. (A tower is of the highest rank and never on a tile; a clearing
 * is of the lowest and covers only clearings; a bear covers all but bears.)
 *
 * Cells. The start tile lies at 0,0 .. 1,1, x to the right and y down. A tile
 * covers at least one square of the forest, so it reaches at most one column
 * beyond the forest on one side and at most one row: after 36 tiles every
 * square lies within -36..37, and the forest is at most 2 + 36 = 38 columns
 * wide and 38 rows high. A sheet, which does not know the start tile, has some
 * square of the forest at 0,0: with at most 38 columns and rows, every square
 * lies within -37..37. So the grid holds -37..37 and a border of empty squares
 * around it, which lets neighbours be read without a test. It is stored row by
 * row: ascending numbers of cells are ascending (y,x).
 *
 * A forest has at most 4 + 36 x 3 = 112 squares. At the end it has at least 8:
 * two tiles can always be laid, because the first leaves two clearings of the
 * start tile at a side; it covers one square of the start tile or two and adds
 * three or two; and the second adds one at least, but two where the forest is
 * a rectangle. (With three, the first leaves 7 squares; with two, a rectangle
 * of 6.) Eight do occur: see replays/grandbois/stuck-after-two.dendro.
 *
 * Moves. From the top: the seat (8 bits), 20 zero bits, then
 *
 *     kind 4 | a 8 | b 8 | cell 16
 *
 *     lay     a: tile 1..36; b: quarter turns clockwise; cell: of its top left square
 *     tower   a: colour; cell: of the clearing
 *     pass    nothing
 *     reveal  a: clan 1..5
 *     river   a: tile 1..36
 *     clan    a: player; b: clan 1..5
 *     square  a: the square; cell: where (sheet)
 *
 * so that the moves of a seat ascend by kind, tile, turns, row, column.
 *
 * Nothing here remembers the order in which tiles entered the River, squares
 * were written on a sheet or seats revealed their clans: any order gives the
 * same bytes.
 */
#ifndef RULES_GRANDBOIS_GRANDBOIS_STATE_H
#define RULES_GRANDBOIS_GRANDBOIS_STATE_H

#include "rules/game.h"
#include "rules/grandbois/grandbois_messages.h"
#include "rules/totals.h"

enum { GRANDBOIS_STANDARD, GRANDBOIS_DUEL };
enum { GRANDBOIS_FULL, GRANDBOIS_TABLE, GRANDBOIS_SHEET, GRANDBOIS_TOTALS };
enum { GRANDBOIS_OPTION_EXPERT };
enum { GRANDBOIS_SQUARES, GRANDBOIS_SET, GRANDBOIS_OWN_TOWER, GRANDBOIS_OTHER_TOWER, GRANDBOIS_CATEGORIES };

enum {
    GRANDBOIS_PLAYERS = 4,
    GRANDBOIS_TILES = 36,
    GRANDBOIS_CLANS = 5,
    GRANDBOIS_TOWERS = 4,
    GRANDBOIS_RIVER = 4,          /* tiles that lie open */
    GRANDBOIS_MOST_SQUARES = 112, /* of a forest */
    GRANDBOIS_LEAST_SQUARES = 8,  /* of a forest at the end */
    GRANDBOIS_SPAN = 38,          /* columns, or rows, of a forest at the most */
    GRANDBOIS_CARDS = GRANDBOIS_TILES + GRANDBOIS_CLANS
};

/* ---- squares ---- */

enum {
    SQUARE_NONE = 0,
    SQUARE_CLEARING = 1,
    SQUARE_BEAR = 6,
    SQUARE_TOWER = 7,
    SQUARE_VALUES = 48 /* squares as bytes are below this */
};

static inline unsigned square_rank(unsigned square)
{
    return square & 7;
}

/* The clan, 1..5; 0 for a square without animals. */
static inline unsigned square_clan(unsigned square)
{
    return square >> 3;
}

static inline unsigned square_animals(unsigned square)
{
    return square_clan(square) ? square_rank(square) - 1 : 0;
}

static inline uint8_t square_of(unsigned clan, unsigned animals)
{
    return (uint8_t)(clan << 3 | (animals + 1));
}

/* True when `upper` may be laid where `lower` lies, towers and bears considered, expert option not. */
static inline bool square_covers(unsigned upper, unsigned lower)
{
    return lower <= SQUARE_CLEARING || square_rank(upper) > square_rank(lower);
}

/* The expert option refuses this: animals on animals of the same clan. */
static inline bool square_same_clan(unsigned upper, unsigned lower)
{
    return square_clan(lower) != 0 && square_clan(upper) == square_clan(lower);
}

/* How many such squares the box holds, start tile included; 0 for what is no square. */
unsigned grandbois_copies(unsigned square);

/* ---- tiles ---- */

/* Squares clockwise from the top left; tile number i is entry i - 1. */
extern const uint8_t grandbois_tiles[GRANDBOIS_TILES][4];

/* The square of tile `tile` (1..36), turned, at a corner: 0 top left, then clockwise. */
static inline unsigned tile_square(unsigned tile, unsigned turns, unsigned corner)
{
    return grandbois_tiles[tile - 1][(corner - turns) & 3];
}

/* A set of tiles is a uint64_t. */
static inline uint64_t tile_bit(unsigned tile)
{
    return UINT64_C(1) << tile;
}

#define TILES_ALL ((UINT64_C(1) << (GRANDBOIS_TILES + 1)) - 2)

/* ---- cells ---- */

enum {
    GRID_REACH = 37, /* of coordinates: -37..37 */
    GRID_SIDE = 2 * (GRID_REACH + 1) + 1,
    GRID_CELLS = GRID_SIDE * GRID_SIDE,
    GRID_ORIGIN = (GRID_REACH + 1) * GRID_SIDE + GRID_REACH + 1
};

static inline unsigned grid_cell(int x, int y)
{
    return (unsigned)(GRID_ORIGIN + y * GRID_SIDE + x);
}

static inline int grid_x(unsigned cell)
{
    return (int)(cell % GRID_SIDE) - (GRID_REACH + 1);
}

static inline int grid_y(unsigned cell)
{
    return (int)(cell / GRID_SIDE) - (GRID_REACH + 1);
}

static inline bool grid_holds(int x, int y)
{
    return x >= -GRID_REACH && x <= GRID_REACH && y >= -GRID_REACH && y <= GRID_REACH;
}

/* From the cell of a tile's top left square to its four cells, clockwise. */
extern const uint16_t grid_corner[4];

/* From a cell to the eight around it; unsigned sums that wrap on purpose. */
extern const unsigned grid_around[8];

/* ---- state ---- */

enum grandbois_phase {
    PHASE_SETUP,  /* the table deals clans (level full) and opens the River */
    PHASE_LAY,    /* `player` lays a tile */
    PHASE_REFILL, /* the table draws a tile to the River */
    PHASE_TOWER,  /* `player` may place a tower on the tile just laid */
    PHASE_REVEAL, /* level table: the players reveal their clans */
    PHASE_SHEET,  /* the sheet is written */
    PHASE_OVER
};

struct grandbois_state {
    uint64_t drawn;                     /* bit i: tile i has entered the River */
    uint64_t river;                     /* bit i: tile i lies in it */
    uint16_t tower[GRANDBOIS_TOWERS];   /* cell by colour; 0: not placed */
    uint16_t last;                      /* cell of the tile just laid */
    uint8_t phase;                      /* enum grandbois_phase */
    uint8_t player;                     /* who lays next, or is in the middle of a turn */
    uint8_t left, right, top, bottom;   /* columns and rows of the grid that bound the forest */
    uint8_t squares;                    /* of the forest */
    uint8_t tiles;                      /* laid */
    uint8_t clan[GRANDBOIS_PLAYERS][2]; /* 1..5; 0: not known, or, the second, not in this variant */
    uint8_t laid_by[GRANDBOIS_TILES];   /* by tile - 1: player + 1; 0: not laid */
    uint8_t shown[SQUARE_VALUES];       /* level sheet: squares written, by value */
    uint8_t grid[GRID_CELLS + 1];       /* by cell; the last byte stays 0, and leaves no padding behind it */
};

_Static_assert(sizeof(struct grandbois_state) ==
                   offsetof(struct grandbois_state, grid) + sizeof(((struct grandbois_state *)NULL)->grid),
               "equal positions are equal bytes");

/* At level totals the memory of a state holds what was said instead. */
_Static_assert(TOTALS_SIZE(GRANDBOIS_PLAYERS, GRANDBOIS_CATEGORIES) <= sizeof(struct grandbois_state),
               "totals fit into a state");

/* ---- facts ---- */

extern const struct totals_rules grandbois_totals;

extern const struct name grandbois_cards[GRANDBOIS_CARDS]; /* tiles, then clans */
extern const struct name grandbois_towers[GRANDBOIS_TOWERS];
extern const char grandbois_letters[GRANDBOIS_CLANS + 1]; /* of clans 1..5, from index 0 */

/* The name of clan 1..5. */
static inline const struct name *grandbois_clan_name(unsigned clan)
{
    return &grandbois_cards[GRANDBOIS_TILES + clan - 1];
}

/* Clans, and towers, of each player. */
static inline unsigned grandbois_share(const struct setup *setup)
{
    return setup->variant == GRANDBOIS_DUEL ? 2 : 1;
}

/* The first colour of a player; a duel's player has it and the next. */
static inline unsigned grandbois_first_tower(const struct setup *setup, unsigned player)
{
    return player * grandbois_share(setup);
}

static inline bool grandbois_expert(const struct setup *setup)
{
    return setup->option[GRANDBOIS_OPTION_EXPERT] != 0;
}

/* Since rules 2 a sheet is refused when no game can leave its forest (grandbois_forest.c). */
static inline bool grandbois_judges_forest(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* Since rules 2 a `ligne` has French letters; before, it was a `row`. */
static inline bool grandbois_has_french_letters(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* True when this player has a tower that is not placed. */
bool grandbois_tower_left(const struct setup *setup, const struct grandbois_state *state, unsigned player);

/* Bit `clan`: a player has it. */
unsigned grandbois_clans_taken(const struct grandbois_state *state);

/* Clans that this player has still to be given or to reveal. */
unsigned grandbois_clans_due(const struct setup *setup, const struct grandbois_state *state, unsigned player);

/* True when one clan is still to be given or revealed, and no more. */
bool grandbois_last_clan(const struct setup *setup, const struct grandbois_state *state);

/* The players whose clans are not all known. */
seat_set grandbois_hidden(const struct setup *setup, const struct grandbois_state *state);

/* Widens the bounds of the forest to hold a cell. */
void grandbois_bound(struct grandbois_state *state, unsigned cell);

/* ---- moves ---- */

enum grandbois_kind {
    KIND_LAY,
    KIND_TOWER,
    KIND_PASS,
    KIND_REVEAL,
    KIND_RIVER, /* from here on the table's */
    KIND_CLAN,
    KIND_SQUARE,
    GRANDBOIS_KINDS
};

/* The first word of each kind of line. */
extern const struct name grandbois_words[GRANDBOIS_KINDS];

struct grandbois_word {
    unsigned kind;
    unsigned a, b;
    unsigned cell;
};

static inline game_move grandbois_pack(unsigned seat, struct grandbois_word w)
{
    return (game_move)seat << 56 | (game_move)w.kind << 32 | (game_move)w.a << 24 | (game_move)w.b << 16 | w.cell;
}

static inline struct grandbois_word grandbois_unpack(game_move move)
{
    return (struct grandbois_word){.kind = (unsigned)(move >> 32) & 15,
                                   .a = (unsigned)(move >> 24) & 255,
                                   .b = (unsigned)(move >> 16) & 255,
                                   .cell = (unsigned)move & 0xffff};
}

/* True when bits that no field uses are set. */
static inline bool grandbois_stray(game_move move)
{
    return (move & UINT64_C(0x00fffff000000000)) != 0;
}

/* ---- the forest as rows of bits ---- */

/*
 * Row i is row top - 1 + i of the grid, bit j of it column left - 1 + j: the
 * bounds of the forest and one row and column around them, at most 40 by 40.
 */
enum { PLANE_ROWS = GRANDBOIS_SPAN + 2 };

struct grandbois_plane {
    uint64_t row[PLANE_ROWS];
};

/* Rows of the planes of this forest. */
static inline unsigned plane_rows(const struct grandbois_state *state)
{
    return state->bottom - state->top + 3u;
}

static inline unsigned plane_cell(const struct grandbois_state *state, unsigned row, unsigned column)
{
    return (state->top - 1u + row) * GRID_SIDE + state->left - 1u + column;
}

/*
 * Takes the connected part of a clan's plane that holds this square out of the plane; returns its size. No square may
 * lie at the border of the plane.
 */
int grandbois_take_part(struct grandbois_plane *plane, unsigned row, unsigned column);

/* ---- words (grandbois_words.c) ---- */

/* True when these are two words of one name: `raton laveur`, the second with a number behind it or not. */
bool grandbois_name_goes_on(struct span word, struct span next);

/* The clan 1..5 that a name means in either language, of one animal or several; 0 for none. */
unsigned grandbois_find_clan(struct span name);

/* What a word of a row means: a square, SQUARE_NONE for a gap, or -1 with the rule that it breaks. */
struct grandbois_reading {
    int square;
    enum grandbois_rule rule;
    struct name meaning[2]; /* GRANDBOIS_TWO_MEANINGS: what it may mean */
};
struct grandbois_reading grandbois_read_square(struct span text, bool french);

/* What a square is: its clan, a clearing or a bear. */
struct name grandbois_kind_name(unsigned square);

/* A square by the letters of a language, at most three characters: `F3`, in a `ligne` `R3`, `RA3`, `O`. */
void grandbois_print_letters(struct strbuf *out, unsigned square, enum lang lang);

/* ---- laying (grandbois_lay.c) ---- */

/* ERR_OK when the word lays a tile of the River as the rules allow; whose turn it is does not matter here. */
ERR_CHECK enum err grandbois_check_lay(const struct setup *setup, const struct grandbois_state *state,
                                       struct grandbois_word w, struct error *error);

/* Calls `fn` with every legal way to lay a tile of the River, ascending; stops when it returns false. */
typedef bool grandbois_lay_fn(void *context, struct grandbois_word word);
void grandbois_each_lay(const struct setup *setup, const struct grandbois_state *state, grandbois_lay_fn *fn,
                        void *context);

/* True when some tile of the River can be laid. Called right after a tile is laid: `last` is one of the forest. */
bool grandbois_can_lay(const struct setup *setup, const struct grandbois_state *state);

/* ERR_OK when this seat may lay a tile now and this one lies in the River: what is said before any place is judged. */
ERR_CHECK enum err grandbois_check_lay_step(const struct setup *setup, const struct grandbois_state *state,
                                            unsigned seat, unsigned tile, struct error *error);

/* Likewise for a tower of this colour, and for a square of a sheet. */
ERR_CHECK enum err grandbois_check_tower_step(const struct setup *setup, const struct grandbois_state *state,
                                              unsigned seat, unsigned colour, struct error *error);
ERR_CHECK enum err grandbois_check_square_step(const struct setup *setup, const struct grandbois_state *state,
                                               struct error *error);

/* True when this tile, in the River or not, can be laid somewhere. */
bool grandbois_tile_fits(const struct setup *setup, const struct grandbois_state *state, unsigned tile);

/* ---- what a game can leave (grandbois_forest.c) ---- */

/* True when towers or clans are written: since rules 2 no rows come behind them. */
bool grandbois_rows_closed(const struct setup *setup, const struct grandbois_state *state);

/* ERR_OK when the squares, as far as they are written, can be a whole forest, on which towers can stand. */
ERR_CHECK enum err grandbois_check_rows(const struct setup *setup, const struct grandbois_state *state,
                                        struct error *error);

/* True when a tower can stand at this cell of a sheet: on a free clearing, since rules 2 of a tile that was laid. */
bool grandbois_tower_fits(const struct setup *setup, const struct grandbois_state *state, unsigned cell);

/* ERR_OK when a game can have ended with this forest and these towers. */
ERR_CHECK enum err grandbois_check_end(const struct setup *setup, const struct grandbois_state *state,
                                       struct error *error);

/* ---- the sheet (grandbois_sheet.c, grandbois_row.c) ---- */

enum err grandbois_apply_square(const struct setup *setup, struct grandbois_state *state, struct grandbois_word w,
                                struct error *error);

/* True when a square may be written at this cell: free, next to another, and the forest not too large with it. */
bool grandbois_square_fits(const struct grandbois_state *state, unsigned cell);

/* Squares by column of the grid, in one of its rows; left and right hold the outermost that are named. */
struct grandbois_row {
    uint8_t square[GRID_SIDE];
    unsigned row;
    unsigned left, right;
};

/* The moves that write the squares of a row, in the order in which they touch one another; returns how many. */
size_t grandbois_row_moves(const struct grandbois_state *state, const struct grandbois_row *row, game_move *moves);

/* Of `count` squares (at least 1), gathers those that such a line starts with; returns how many, at least 1. */
size_t grandbois_row_gather(const struct grandbois_state *state, const game_move *moves, size_t count,
                            struct grandbois_row *row);

/* ---- the functions of grandbois_game ---- */

enum err grandbois_init(const struct setup *setup, void *state, struct error *error);
seat_set grandbois_turn(const struct setup *setup, const void *state);
size_t grandbois_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap);
enum err grandbois_apply(const struct setup *setup, void *state, game_move move, struct error *error);
enum err grandbois_parse(const struct setup *setup, const void *state, unsigned seat, struct span text,
                         game_move *moves, size_t *count, struct error *error);
int grandbois_letters_of(const struct setup *setup, unsigned seat, struct span text);
size_t grandbois_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                       struct strbuf *out);
size_t grandbois_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                     struct strbuf *out);
void grandbois_print_square(struct strbuf *out, unsigned square);
void grandbois_view(const struct setup *setup, const void *state, const struct view_sink *sink);
void grandbois_draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out);
void grandbois_outcome(const struct setup *setup, const void *state, struct outcome *outcome);
void grandbois_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context);
void grandbois_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context);
void grandbois_digest(const struct setup *setup, const void *state, struct sha256 *hash);
struct name grandbois_card_name(const struct setup *setup, unsigned index);
game_move grandbois_chance(const struct setup *setup, const void *state, struct prng *prng);
game_move grandbois_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng);
size_t grandbois_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out);
size_t grandbois_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap);
extern const struct game_review grandbois_review;

#endif
