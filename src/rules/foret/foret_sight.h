/*
 * What moves are worth at sight, for playouts and for those who choose what
 * to look at: private to the folder. Values are in tenths of a point, and only
 * their differences within one position mean something.
 *
 * The exact part is what the seat's own cards gain, and once the last card is
 * laid the ranks and biodiversity as well. The rest is taste: what is hoped
 * for beside a card or a free cell, which was found by self-play.
 */
#ifndef RULES_FORET_FORET_SIGHT_H
#define RULES_FORET_FORET_SIGHT_H

#include "rules/foret/foret_state.h"

#include "rules/game_review.h"

/* What may lie in a cell: 0 nothing that counts, 1..11 type + 1, and two more. */
enum {
    SIGHT_FREE = FORET_TYPES + 1, /* empty, and the grid may still grow to it */
    SIGHT_CALM,                   /* a fox that scores */
    SIGHT_CODES,
    SIGHT_LANES = 16, /* types, padded to what a processor adds at once */
    SIGHT_PAD = 16,   /* cells before and behind the field, so that neighbours need no test */
    SIGHT_AREAS = 10  /* of one type on a grid of twenty cells, at the most */
};

/* Tenths of a point for each card that is still to come, times 16. */
struct foret_taste {
    int16_t beside[SIGHT_CODES][SIGHT_LANES]; /* by what lies beside, by the card laid */
    int16_t own[SIGHT_LANES];                 /* wherever it is laid */
    int16_t column, row;                      /* the grid grows by one */
    /* These are in tenths of a point as they stand. */
    int16_t swap[4];            /* what a swap is hoped to bring, by quarters of the game */
    int16_t stream, wolf, kind; /* an early step of the longest stream, of wolves, of types that score */
    int16_t gift;               /* solo: percent of what a card given away would have brought to oneself */
};

extern const struct foret_taste foret_taste;

/* What every index brings to the two comparisons. */
struct foret_bids {
    uint8_t count;
    uint8_t longest[ENGINE_PLAYERS + 1];
    uint8_t wolves[ENGINE_PLAYERS + 1];
};

/* Of all, and of one player after it has moved. */
void foret_bids_of(const struct setup *setup, const struct foret_state *state, struct foret_bids *bids);
void foret_bids_player(const struct foret_state *state, unsigned seat, struct foret_bids *bids);
void foret_bids_extra(const struct setup *setup, const struct foret_state *state, struct foret_bids *bids);

struct foret_area {
    uint64_t near;
    int32_t size;
};

struct foret_sight {
    const struct foret_taste *taste;
    const struct foret_bids *bids;
    unsigned me;
    int32_t cards; /* on the board once one more is laid */
    int32_t rest;  /* to come after that */
    uint8_t code[SIGHT_PAD + 64 + SIGHT_PAD];
    uint64_t of[FORET_TYPES];
    uint64_t occupied, open, room; /* room: empty cells that the grid may still grow to */
    uint64_t scared;               /* cells where a fox scores nothing */
    uint64_t prey;
    uint64_t deer; /* cells whose row has no deer, and column likewise */
    uint64_t herd;
    uint64_t columns, rows; /* those that the grid has */
    struct foret_area meadow[SIGHT_AREAS], stream[SIGHT_AREAS];
    unsigned meadows, streams;
    unsigned kinds; /* bit by type: it scores something */
    int32_t kinds_worth;
    int32_t stream_worth;
    int32_t wolf_gain; /* of one more */
    int16_t swap;
};

void foret_see(struct foret_sight *v, const struct foret_seat *seat, const struct foret_bids *bids, unsigned me,
               const struct foret_taste *taste);

/* What each type laid on an open cell is worth: fills the types in `wanted` (bits). */
void foret_sight_cell(const struct foret_sight *v, unsigned cell, unsigned wanted, int32_t value[FORET_TYPES]);

/* A whole board by the same measure, without taste for what lies beside: the difference of two is what a swap brings. */
int32_t foret_board_worth(const struct foret_board *board, const struct foret_bids *bids, unsigned me, int32_t cards,
                          const struct foret_taste *taste);

/* ---- the player of playouts (foret_policy.c) ---- */

/* The move of `seat` and, drawn from `prng`, its two words of chance. */
game_move foret_pick(const struct setup *setup, const struct foret_state *state, unsigned seat, unsigned heat,
                     const struct foret_bids *bids, const struct foret_taste *taste, struct prng *prng);

game_move foret_policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng);
void foret_playout(const struct setup *setup, void *state, unsigned heat, struct prng *players, struct prng *chance);

/* What giving each type of `rest` to Alban is worth; `mine` is what each would bring to the seat. */
void foret_gifts(const struct setup *setup, const struct foret_state *state, const uint8_t *rest,
                 const int32_t mine[FORET_TYPES], const struct foret_taste *taste, int32_t value[FORET_TYPES]);

extern const int16_t foret_gumbel[256];

/* Noise of one candidate, in tenths: the same for the same word and number. */
static inline int32_t foret_noise(uint64_t word, unsigned number, int32_t heat)
{
    uint64_t x = word + number * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return heat * foret_gumbel[x >> 56] / 64;
}

/* ---- what a review asks (foret_review.c) ---- */

void foret_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng);
size_t foret_values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                    size_t cap);
uint64_t foret_takes(const struct setup *setup, const void *state, game_move move);
void foret_promise(const struct setup *setup, const void *state, int32_t promise[GAME_PLAYERS]);
size_t foret_lift(const struct setup *setup, const game_move *moves, size_t count, game_move *out, size_t cap);
extern const struct game_review foret_review;

#endif
