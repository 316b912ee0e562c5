/*
 * Card statistics as folds: integer sums over games that add, subtract and
 * merge exactly. A table holds one fold a type of card for one group of
 * games; groups that differ in table size are kept apart until the end,
 * because an improvement when taken is compared within one size.
 *
 * What an interval needs is kept by game: of each game, S and N are summed
 * over the seats that count before they are squared (moments.h).
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

/*
 * Win points of a group of seats, c of the n seats of each game: what its
 * interval needs. n is the table size also when only one player's seats count.
 * Seats without win points (solo) never count.
 */
struct seat_wins {
    int64_t seats;  /* sum c */
    int64_t tables; /* sum c n */
    int64_t apart;  /* sum c (n - c) */
    int64_t others; /* sum c (n - 1) */
    int64_t points; /* win points in units of 1/WIN_UNIT */
};

/* Games that are alike join, or leave (`times` below 0): in each, c seats of a table of n have won so many points. */
static inline void seat_wins_add(struct seat_wins *wins, int64_t c, int64_t n, int64_t points, int64_t times)
{
    wins->seats += times * c;
    wins->tables += times * c * n;
    wins->apart += times * c * (n - c);
    wins->others += times * c * (n - 1);
    wins->points += times * points;
}
void seat_wins_merge(struct seat_wins *wins, const struct seat_wins *other);

/* Over the seat-games that saw a copy: those that took one (1), those that took none (2); s win points in units of
 * 1/WIN_UNIT, n seat-games. */
struct took {
    int64_t s1, n1, s2, n2;
};

/* Of a game whose cards are activated. */
struct uses {
    int64_t cubes;
    struct counts spent;  /* S cubes, N points brought, of every game in which it was activated: also with N = 0 */
    struct counts first;  /* S rounds of first activations, N seat-games that have one */
    struct moments times; /* S units, N activations */
    struct seat_wins by_times[CARD_TIMES]; /* seat-games that hold it, by activations */
};

struct card_fold {
    int64_t games;            /* with at least one copy in a final position */
    int64_t seats;            /* seat-games with one */
    struct moments points;    /* S units, N copies */
    struct counts marginal;   /* S points, N copies */
    struct counts zero;       /* S copies without points, N copies */
    struct seat_wins with;    /* seat-games with a copy */
    struct seat_wins without; /* likewise without */
    /* drafted */
    struct counts picks[GATHER_PICKS]; /* S takes, N looks that saw it, at that pick */
    struct counts looks;               /* likewise at all picks */
    struct counts turns;               /* S picks at which it was taken, N takes */
    struct counts last;                /* S last picks at which it was seen, N hands */
    struct took took;
    /* placed */
    struct moments cells[CARD_CELLS]; /* S units, N copies in that cell */
    int64_t link_pairs[CARD_LINKS];
    wide link_units[CARD_LINKS];
    struct uses uses;
};

/* Which seats of a game count: bit i is seat i. All: ~0. */
void card_folds_add(struct card_fold *folds, unsigned cards, const struct game_facts *facts, seat_set seats, int sign);
void card_folds_merge(struct card_fold *folds, const struct card_fold *others, unsigned cards);

/*
 * Improvement when taken, of several table sizes pooled: `took` holds one
 * group a size. The counts are those of the seat-games that it is made of,
 * that took one and that left it: sizes in which either is missing are left
 * out of value and counts. False: nothing to compare, or either count is below
 * CARD_IMPROVEMENT_LEAST; the counts are told also then.
 */
enum { CARD_IMPROVEMENT_LEAST = 10 };
bool card_improvement(const struct took *took, size_t sizes, double *iwt, int64_t *took_count, int64_t *left_count);

/*
 * The folds as bytes, and back; equal folds are equal bytes: how many cards,
 * then a card after the other: a byte that says which of its parts are not
 * all zero (1: common, 2: drafted, 4: placed, 8: uses), and the numbers of
 * these as signed varints. False for bytes that are not folds of `cards` cards.
 */
void card_folds_pack(const struct card_fold *folds, unsigned cards, struct strbuf *out);
bool card_folds_unpack(struct span bytes, struct card_fold *folds, unsigned cards);

#endif
