/*
 * Private to the folder, shared by the files of Forêt: the state, how a move
 * is packed into its word, the refusals, and the functions that make up
 * foret_game.
 *
 * Cells. A seat's grid grows around its first card, which is (0,0), so every
 * card lies within x -4..4 and y -3..3: the field, 9 x 7 cells numbered row
 * by row from 0 at (-4,-3) to 62, so that a set of cells is a uint64_t and
 * ascending numbers are ascending (y,x). The final grid is a box of 4 x 5 in
 * that field; its cells are numbered row * 5 + column, and a set of them is
 * the low 20 bits of a uint32_t. A sheet, which knows no first card, lies
 * with its top left corner at (0,0).
 *
 * Moves. From the top: the seat (8 bits), 28 zero bits, then
 *
 *     kind 2 | card 4 | at 6 | swap a 6 | swap b 6 | give 4
 *
 *     play    at:    field cell + 1, 0 for the neutral seat; a < b: field
 *             cells + 1 to swap, both 0 for none; give: card + 1, 0 for none
 *     deal    at:    the hand, 0 .. hands - 1; the rest 0 (solo draws too)
 *     sheet   at:    0..19, the cell of the grid, or which of the neutral
 *             seat's cards; the rest 0
 *
 * So the moves of a seat ascend by card, then at, then swap, then give.
 *
 * Cards in arrays are type + 1, and 0 is none, so that a zeroed state is an
 * empty table. Nothing here remembers the order of seats within a turn or of
 * hands within a deal: any order gives the same bytes.
 */
#ifndef RULES_FORET_FORET_STATE_H
#define RULES_FORET_FORET_STATE_H

#include "rules/game.h"
#include "rules/totals.h"

enum foret_type {
    FORET_BEE,
    FORET_BEAR,
    FORET_TROUT,
    FORET_FOX,
    FORET_EAGLE,
    FORET_DRAGONFLY,
    FORET_DEER,
    FORET_RABBIT,
    FORET_MEADOW,
    FORET_STREAM,
    FORET_WOLF,
    FORET_TYPES
};

enum { FORET_BIODIVERSITY = FORET_TYPES, FORET_CATEGORIES };
enum { FORET_STANDARD, FORET_DUEL, FORET_SOLO };
enum { FORET_FULL, FORET_TABLE, FORET_SHEET, FORET_TOTALS };

enum {
    FORET_ROWS = 4,
    FORET_COLUMNS = 5,
    FORET_CELLS = 20, /* of a grid; also turns, and cards of a seat */
    FORET_ROUND = 10, /* turns of a round, cards of a hand */
    FIELD_ROWS = 7,
    FIELD_COLUMNS = 9,
    FIELD_CELLS = 63,
    FIELD_ORIGIN = 31 /* (0,0) */
};

/* ---- state ---- */

struct foret_seat {
    uint64_t occupied;           /* field cells that hold a card */
    uint8_t card[64];            /* by field cell */
    uint8_t played[FORET_CELLS]; /* by turn; empty at level sheet */
    uint8_t left, right;         /* columns of the field that bound the cards; 4, 4 and 3, 3 when there are none */
    uint8_t top, bottom;
};

struct foret_state {
    struct foret_seat seat[ENGINE_PLAYERS];
    uint8_t hand[ENGINE_PLAYERS][FORET_TYPES]; /* level full: copies in each hand, by the seat it was dealt to */
    uint8_t need[ENGINE_PLAYERS];              /* level full: cards that each hand still gets before play goes on */
    uint8_t supply[FORET_TYPES];               /* copies that have not shown up: undealt at level full, else unplayed */
    uint8_t other[FORET_CELLS];                /* the neutral seat's cards by turn, or Alban's grid */
    uint8_t turn;                              /* turns finished, 0..20 */
    uint8_t moved;                             /* bit i: index i has moved this turn, or has given its sheet */
    uint8_t needs;                             /* bit i: need[i] > 0 */
    uint8_t begun; /* 1 + the hand or the sheet (by index) that must be finished first, or 0 */
    uint8_t fill;  /* cards of the sheet that is begun */
    uint8_t first; /* index i holds the hand dealt to (i + first) mod hands */
    uint8_t spare[3];
};

/* At level totals the memory of a state holds what was said instead. */
_Static_assert(TOTALS_SIZE(ENGINE_PLAYERS, FORET_CATEGORIES) <= sizeof(struct foret_state), "totals fit into a state");

/* ---- facts ---- */

extern const struct totals_rules foret_totals;

extern const struct name foret_cards[FORET_TYPES];
extern const struct name foret_categories[FORET_CATEGORIES]; /* of the cards, in their order, then biodiversity */
extern const uint8_t foret_copies[FORET_TYPES];

/* An index counts the seats that play: players from 0, then the neutral seat or Alban. */
static inline unsigned foret_hands(const struct setup *setup)
{
    return setup->variant == FORET_DUEL ? 3 : setup->seats;
}

static inline unsigned foret_extra(const struct setup *setup)
{
    return setup->variant == FORET_DUEL ? SEAT_NEUTRAL : SEAT_RIVAL;
}

static inline unsigned foret_seat_of(const struct setup *setup, unsigned index)
{
    return index < setup->seats ? index : foret_extra(setup);
}

/* The index of a seat of this game, or -1. */
static inline int foret_index(const struct setup *setup, unsigned seat)
{
    if (seat < setup->seats) {
        return (int)seat;
    }
    return setup->variant != FORET_STANDARD && seat == foret_extra(setup) ? setup->seats : -1;
}

/* The hand (by the index it was dealt to) that `index` holds now. */
static inline unsigned foret_hand_of(const struct setup *setup, const struct foret_state *state, unsigned index)
{
    unsigned hand = index + state->first;
    unsigned hands = foret_hands(setup);
    return hand >= hands ? hand - hands : hand;
}

/* The copies that a play of `index` comes from: the hand it holds, or the supply when hands are not known. */
static inline const uint8_t *foret_stock(const struct setup *setup, const struct foret_state *state, unsigned index)
{
    return setup->level == FORET_FULL ? state->hand[foret_hand_of(setup, state, index)] : state->supply;
}

/* The hand (by the index it was dealt to) that `index` holds in turn 0..19: the rules, "What follows from that". */
static inline unsigned foret_hand_at(unsigned hands, unsigned index, unsigned turn)
{
    unsigned t = turn % FORET_ROUND;
    return turn < FORET_ROUND ? (index + hands * FORET_ROUND - t) % hands : (index + t) % hands;
}

bool foret_over(const struct setup *setup, const struct foret_state *state);

/* ERR_OK when this seat may play this card now, wherever: what is said before any cell is judged. */
ERR_CHECK enum err foret_check_step(const struct setup *setup, const struct foret_state *state, unsigned seat,
                                    unsigned card, struct error *error);

/* ERR_OK when cards are to be dealt or drawn now. */
ERR_CHECK enum err foret_check_deal(const struct setup *setup, const struct foret_state *state, struct error *error);

/* ---- cells ---- */

#define FIELD_ALL (~UINT64_C(0) >> 1)

static inline unsigned field_cell(int x, int y)
{
    return (unsigned)((y + 3) * FIELD_COLUMNS + x + 4);
}

static inline bool field_holds(int x, int y)
{
    return x >= -4 && x <= 4 && y >= -3 && y <= 3;
}

static inline int field_x(unsigned cell)
{
    return (int)(cell % FIELD_COLUMNS) - 4;
}

static inline int field_y(unsigned cell)
{
    return (int)(cell / FIELD_COLUMNS) - 3;
}

static inline uint64_t field_bit(unsigned cell)
{
    return UINT64_C(1) << cell;
}

/* The number of the lowest cell of a set that is not empty. */
static inline unsigned field_lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* Cells next to a set of cells of the field. */
uint64_t field_near(uint64_t set);

/* Empty cells that the grid may still grow to. */
uint64_t foret_free(const struct foret_seat *seat);

/* Where the seat's next card may go. */
uint64_t foret_open(const struct foret_seat *seat);

/* Lays a card on an open cell. */
void foret_put(struct foret_seat *seat, unsigned cell, unsigned card);

/* Field cell of cell 0..19 of the box whose top left is the seat's. */
static inline unsigned foret_box_cell(const struct foret_seat *seat, unsigned cell)
{
    return (seat->top + cell / FORET_COLUMNS) * FIELD_COLUMNS + seat->left + cell % FORET_COLUMNS;
}

/* ---- moves ---- */

enum foret_kind { FORET_PLAY, FORET_DEAL, FORET_GRID };

/* The words of the notation besides cards, in both languages. */
enum foret_keyword {
    FORET_GRID_WORD,
    FORET_CARDS_WORD,
    FORET_DEAL_WORD,
    FORET_DRAW,
    FORET_SWAP,
    FORET_GIVE,
    FORET_KEYWORDS
};
extern const struct name foret_keywords[FORET_KEYWORDS];

struct foret_word {
    unsigned kind;
    unsigned card;
    unsigned at; /* a cell or a hand: see above */
    unsigned a, b;
    unsigned give;
};

static inline game_move foret_pack(unsigned seat, struct foret_word w)
{
    return (game_move)seat << 56 | (game_move)w.kind << 26 | (game_move)w.card << 22 | (game_move)w.at << 16 |
           (game_move)w.a << 10 | (game_move)w.b << 4 | (game_move)w.give;
}

static inline struct foret_word foret_unpack(game_move move)
{
    return (struct foret_word){.kind = (unsigned)(move >> 26) & 3,
                               .card = (unsigned)(move >> 22) & 15,
                               .at = (unsigned)(move >> 16) & 63,
                               .a = (unsigned)(move >> 10) & 63,
                               .b = (unsigned)(move >> 4) & 63,
                               .give = (unsigned)move & 15};
}

/* True when bits that no field uses are set. */
static inline bool foret_stray(game_move move)
{
    return (move & UINT64_C(0x00fffffff0000000)) != 0;
}

/* ---- refusals ---- */

enum foret_rule {
    FORET_OK,
    /* the setup */
    FORET_BAD_SETUP,
    /* text */
    FORET_BAD_CARD,
    FORET_BAD_CELL,
    FORET_BAD_REST,
    FORET_BAD_TWICE,
    FORET_BAD_TABLE,
    FORET_BAD_HAND,
    FORET_BAD_COUNT,
    FORET_BAD_DRAW,
    FORET_BAD_ROW,
    FORET_BAD_GRID,
    FORET_BAD_SHEET,
    /* moves */
    FORET_NOT_A_MOVE,
    FORET_NO_SUCH_SEAT,
    FORET_ALBAN_GIVEN,
    FORET_OVER,
    FORET_DEAL_FIRST,
    FORET_NOT_YOUR_TURN,
    FORET_NOT_IN_HAND,
    FORET_SUPPLY,
    FORET_FIRST_CARD,
    FORET_CELL_TAKEN,
    FORET_NOT_ADJACENT,
    FORET_TOO_WIDE,
    FORET_TOO_HIGH,
    FORET_NEUTRAL_CELL,
    FORET_SWAP_ONLY_RABBIT,
    FORET_SWAP_EMPTY_CELL,
    FORET_SWAP_SAME_CELL,
    FORET_GIVE_MISSING,
    FORET_GIVE_ONLY_SOLO,
    FORET_NO_DEAL_LEVEL,
    FORET_NO_DEAL_NOW,
    FORET_HAND_DEALT,
    FORET_FINISH_HAND,
    FORET_NO_GRID_LEVEL,
    FORET_NO_PLAY_LEVEL,
    FORET_GRID_GIVEN,
    FORET_FINISH_GRID,
    FORET_RULES_COUNT
};

extern const struct message foret_messages[FORET_RULES_COUNT];

/* Raise a refusal; _card adds the card's id and its copies, _cell the cell as text, _seat the seat's label. */
ERR_CHECK enum err foret_refuse(struct error *error, enum foret_rule rule);
ERR_CHECK enum err foret_refuse_card(struct error *error, enum foret_rule rule, unsigned card);
ERR_CHECK enum err foret_refuse_cell(struct error *error, enum foret_rule rule, int x, int y);
/* Complains about a word; one that is empty is said to be missing. */
ERR_CHECK enum err foret_refuse_word(struct error *error, enum foret_rule rule, struct span word);
/* A seat that is not in this game, or has no such move. */
ERR_CHECK enum err foret_refuse_stranger(struct error *error, const struct setup *setup, unsigned seat);
ERR_CHECK enum err foret_refuse_seat(struct error *error, enum foret_rule rule, unsigned seat);

/* Refuses a cell where `seat` may not put its next card; any x and y, also outside the field. */
ERR_CHECK enum err foret_refuse_put(struct error *error, const struct foret_seat *seat, int x, int y);

/* ---- scoring (foret_score.c) ---- */

/* A grid as sets of its 20 cells, one a type. */
struct foret_board {
    uint32_t of[FORET_TYPES];
};

/* What a board is worth by itself, and what it brings to the comparisons. */
struct foret_points {
    int32_t category[FORET_TYPES]; /* stream and wolf stay 0 until foret_compare */
    int32_t longest;               /* stream */
    int32_t wolves;
};

void foret_board_of(const struct foret_seat *seat, struct foret_board *board);
void foret_board_alban(const struct foret_state *state, struct foret_board *board);
void foret_score_board(const struct foret_board *board, struct foret_points *points);
int32_t foret_biodiversity(const int32_t category[FORET_TYPES]);

/* Points for a stream or a pack of wolves of this size when `better` seats have more. */
int32_t foret_rank_points(unsigned type, int32_t mine, int better);

/* Ordered adjacent pairs of a cell of `a` and a cell of `b`. */
int32_t foret_pairs(uint32_t a, uint32_t b);

/* The lengths of the distinct streams beside each dragonfly, summed. */
int32_t foret_dragonfly_points(uint32_t dragonflies, uint32_t streams);

/* Points of one category, and the length that the streams are ranked by. */
int32_t foret_eagle_points(uint32_t eagles, uint32_t prey);
int32_t foret_deer_points(uint32_t deer);
int32_t foret_meadow_points(uint32_t meadows);
int32_t foret_longest_stream(uint32_t streams);

/* Cells in a set. Scoring is mostly counting, and the plain instruction set has none for it. */
static inline int32_t foret_count(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* Cells next to those of a set of the 20. */
uint32_t foret_near(uint32_t set);

/* The connected part of `set` that holds `seed`. */
uint32_t foret_area(uint32_t set, uint32_t seed);

/* Cells at distance 1 or 2 of a cell. */
extern const uint32_t foret_reach[FORET_CELLS];

/* ---- hands (foret_hands.c) ---- */

/*
 * The hand that `index` looked at in `turn` (0..19), as copies by type, made from what was taken out of it then and
 * later and, in the round being played at level full, what is still in it.
 */
void foret_hand_seen(const struct setup *setup, const struct foret_state *state, unsigned index, unsigned turn,
                     uint8_t copies[FORET_TYPES]);

/* The card that `index` took in `turn`: type + 1, or 0. */
unsigned foret_taken(const struct setup *setup, const struct foret_state *state, unsigned index, unsigned turn);

/* ---- bots (foret_bots.c) ---- */

/* One of the cards of `stock`, each copy equally likely; `stock` is not empty. */
unsigned foret_draw_one(const uint8_t *stock, struct prng *prng);

/* ---- the functions of foret_game ---- */

enum err foret_init(const struct setup *setup, void *state, struct error *error);
seat_set foret_turn(const struct setup *setup, const void *state);
size_t foret_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap);
enum err foret_apply(const struct setup *setup, void *state, game_move move, struct error *error);
enum err foret_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                     size_t *count, struct error *error);
size_t foret_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                 struct strbuf *out);
size_t foret_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                   struct strbuf *out);
void foret_view(const struct setup *setup, const void *state, const struct view_sink *sink);
void foret_draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out);
void foret_outcome(const struct setup *setup, const void *state, struct outcome *outcome);
void foret_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context);
void foret_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context);
int32_t foret_without(const struct setup *setup, const void *state, unsigned seat, unsigned cell);
void foret_withouts(const struct setup *setup, const void *state, unsigned seat, const uint16_t *cells, size_t count,
                    int32_t *totals);
void foret_links(const struct setup *setup, const void *state, link_fn *fn, void *context);
void foret_looks(const struct setup *setup, const void *state, look_fn *fn, void *context);
void foret_digest(const struct setup *setup, const void *state, struct sha256 *hash);
struct name foret_card_name(const struct setup *setup, unsigned index);
game_move foret_chance(const struct setup *setup, const void *state, struct prng *prng);
game_move foret_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng);
size_t foret_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out);
size_t foret_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap);

#endif
