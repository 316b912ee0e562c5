/*
 * What a group of finished games adds up to: totals, categories, and a fold a
 * type of card. A game joins and leaves it; two of them merge; all integers,
 * so that the order of things leaves no trace.
 *
 * As bytes: games, then the totals' games, sums of N, N^2, S, S^2 and SN (S
 * points, N seats), how many categories, the sums of S, S^2 and SN of each (N
 * is that of the totals), and the cards as cards.h has them; numbers are
 * varints, signed but for the counts of categories and cards.
 */
#ifndef STATS_AGGREGATE_H
#define STATS_AGGREGATE_H

#include "stats/cards.h"

struct aggregate {
    int64_t games;
    struct moments totals;
    unsigned categories;
    struct counts category[GAME_CATEGORIES]; /* S points summed over the seats, N seats */
    unsigned cards;
    struct card_fold *folds; /* `cards` of them */
};

/* The points of a seat: its total and its categories. */
struct seat_points {
    int64_t total;
    int32_t category[GAME_CATEGORIES];
};

/* NULL when there is no memory. */
struct aggregate *aggregate_new(const struct allocator *allocator, unsigned categories, unsigned cards);
void aggregate_free(const struct allocator *allocator, struct aggregate *aggregate);

/* A game joins (`sign` 1) or leaves (-1). `points` holds one element a seat. */
void aggregate_add(struct aggregate *aggregate, const struct game_facts *facts, const struct seat_points *points,
                   int sign);
/* Both have the same categories and cards. */
void aggregate_merge(struct aggregate *aggregate, const struct aggregate *other);

void aggregate_pack(const struct aggregate *aggregate, struct strbuf *out);
/* False for bytes that are no aggregate of as many categories and cards as this one has. */
bool aggregate_unpack(struct span bytes, struct aggregate *aggregate);

#endif
