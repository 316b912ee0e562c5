/*
 * Card statistics as folds: integer sums over games that add, subtract and
 * merge exactly. A table holds one fold a type of card for one group of
 * games; groups that differ in table size are kept apart until the end,
 * because an improvement when taken is compared within one size.
 *
 * docs/statistics.md defines every figure; the names here are its names.
 */
#ifndef STATS_CARDS_H
#define STATS_CARDS_H

#include "base/strbuf.h"
#include "stats/gather.h"
#include "stats/moments.h"
#include "stats/win_points.h"

enum {
    CARD_CELLS = 20,
    CARD_LINKS = 16,
    CARD_TIMES = 6 /* how often a card was activated: 0 to 4, and 5 or more */
};

/* Win points of a group of seats, c of the n seats of each game: what its interval needs. */
struct seat_wins {
    int64_t seats;  /* sum c */
    int64_t tables; /* sum c n */
    int64_t apart;  /* sum c (n - c) */
    int64_t others; /* sum c (n - 1) */
    int64_t points; /* win points in units of 1/WIN_UNIT */
};

/* A game of `n` seats, `c` of them in the group, joins (`sign` 1) or leaves (-1). */
static inline void seat_wins_add(struct seat_wins *wins, int64_t c, int64_t n, int64_t points, int sign)
{
    wins->seats += sign * c;
    wins->tables += sign * c * n;
    wins->apart += sign * c * (n - c);
    wins->others += sign * c * (n - 1);
    wins->points += sign * points;
}

/*
 * Over the seat-games that saw a copy: those that took one (1) and those that
 * took none (2); S win points in sixtieths, N seat-games, by game.
 */
struct took {
    int64_t games;
    int64_t s1, n1, s2, n2;
    int64_t s1s1, s1n1, n1n1, s2s2, s2n2, n2n2, s1s2, s1n2, n1s2, n1n2;
};

/* Of a game whose cards are activated. */
struct uses {
    int64_t cubes;
    int64_t first_sum, first_seats;      /* rounds of first activations; seat-games that have one */
    struct moments times;                /* S units, N activations */
    struct moments by_times[CARD_TIMES]; /* S win points in sixtieths, N seat-games that hold it, by activations */
};

struct card_fold {
    int64_t games; /* with at least one copy in a final position */
    int64_t seats; /* seat-games with one */
    int64_t zero;  /* copies without points */
    int64_t marginal;
    struct moments points;  /* S units, N copies */
    struct moments with;    /* S win points in sixtieths, N seat-games with a copy */
    struct moments without; /* likewise without */
    int64_t seen[GATHER_PICKS];
    int64_t taken[GATHER_PICKS];
    int64_t last_sum;
    int64_t last_hands;
    struct took took;
    int64_t cell_copies[CARD_CELLS];
    wide cell_units[CARD_CELLS];
    int64_t link_pairs[CARD_LINKS];
    wide link_units[CARD_LINKS];
    struct uses uses;
};

/* Which seats of a game count: bit i is seat i. All: ~0. */
void card_folds_add(struct card_fold *folds, unsigned cards, const struct game_facts *facts, seat_set seats, int sign);
void card_folds_merge(struct card_fold *folds, const struct card_fold *others, unsigned cards);

/* Improvement when taken, of several table sizes pooled: `took` holds one group a size. False: nothing to tell. */
bool card_improvement(const struct took *took, size_t sizes, double *iwt, double *error, bool *has_error);

/* The folds as bytes, and back; equal folds are equal bytes. False for bytes that are not folds of `cards` cards. */
void card_folds_pack(const struct card_fold *folds, unsigned cards, struct strbuf *out);
bool card_folds_unpack(struct span bytes, struct card_fold *folds, unsigned cards);

#endif
