/*
 * A summed game: its facts added up over all its seats, in a fixed layout that is folded
 * without being unpacked: what answers a question about many games quickly.
 * Seat by seat, a fold costs several microseconds a game; from here, a tenth
 * of that. The numbers that come out are the same to the bit (a test holds
 * both ways against each other).
 *
 * As bytes, all numbers low byte first:
 *
 *     seats with win points, winners among them (each gets win_share of both), cards listed
 *     a card: its index, copies, copies without points, seats that hold it | winners among them << 4,
 *         marginal points (2 bytes, signed), points (2, signed)
 *       drafted: seats that saw it | winners << 4, that took it | winners << 4, last hands, last sum (2),
 *         at each pick: looks that saw it | takes << 4 (10 bytes)
 *       used: activations, cubes (2), first rounds added up (2), seats that have one,
 *         for each number of activations: seats that hold it | winners << 4 (CARD_TIMES bytes)
 *     and then, only when cells mean something, what lies where:
 *     for each copy of each card listed, in the order of cells: cell | amount << 5 (2 bytes; amounts: summed_layout.h)
 *     adjacent pairs of each type with each (a byte each), links with points: how many, then a | b << 4, points (2)
 *
 * A game with a number too large for its bytes has no such form, and is
 * folded seat by seat.
 */
#ifndef STATS_SUMMED_H
#define STATS_SUMMED_H

#include "stats/cards.h"

/* The length of the first part and of all; both 0 for a game that has no such form. */
struct summed_size {
    uint16_t sums;
    uint16_t all;
};

enum { SUMMED_BYTES = 8192 };

struct summed_bytes {
    uint8_t at[SUMMED_BYTES];
};

/* Writes the bytes; the sizes say how many. */
struct summed_size summed_pack(const struct game_facts *facts, uint64_t unit, struct summed_bytes *out);

/* Sums of many games of one table size; `drafts`: some of them may be drafted. NULL when there is no memory. */
struct summed_games;
struct summed_games *summed_new(const struct allocator *allocator, unsigned cards, uint64_t unit, bool drafts);
void summed_free(const struct allocator *allocator, struct summed_games *sums);

/* What says how the bytes are laid out. */
struct summed_form {
    unsigned first; /* as in struct game_facts */
    bool drafted;
    bool used;
};

/* Adds a game; `detail`: where cards lie too. False for bytes that are no such game; the sums then mean nothing. */
bool summed_add(struct summed_games *sums, struct span bytes, struct summed_size size, const struct summed_form *form,
                bool detail);

/* Pours the sums into the folds of as many cards, and empties them. */
void summed_pour(struct summed_games *sums, struct card_fold *folds);

#endif
