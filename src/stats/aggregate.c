/* Aggregates: the fold of a game's results, and the bytes of the whole. */
#include "stats/aggregate.h"

#include "stats/varint.h"

#include "base/banned.h"

struct aggregate *aggregate_new(const struct allocator *allocator, unsigned categories, unsigned cards)
{
    struct aggregate *aggregate = mem_new(allocator, 1, sizeof(*aggregate));
    struct card_fold *folds = aggregate ? mem_new(allocator, cards > 0 ? cards : 1, sizeof(*folds)) : NULL;
    if (!folds) {
        mem_free(allocator, aggregate);
        return NULL;
    }
    aggregate->categories = categories < GAME_CATEGORIES ? categories : GAME_CATEGORIES;
    aggregate->cards = cards;
    aggregate->folds = folds;
    return aggregate;
}

void aggregate_free(const struct allocator *allocator, struct aggregate *aggregate)
{
    if (aggregate) {
        mem_free(allocator, aggregate->folds);
        mem_free(allocator, aggregate);
    }
}

void aggregate_add(struct aggregate *aggregate, const struct game_facts *facts, const struct seat_points *points,
                   int sign)
{
    int64_t total = 0;
    int64_t category[GAME_CATEGORIES] = {0};
    for (unsigned i = 0; i < facts->seats; i++) {
        total += points[i].total;
        for (unsigned c = 0; c < aggregate->categories; c++) {
            category[c] += points[i].category[c];
        }
    }
    for (unsigned c = 0; c < aggregate->categories; c++) {
        counts_add(&aggregate->category[c], category[c], facts->seats, sign);
    }
    aggregate->games += sign;
    moments_add(&aggregate->totals, total, facts->seats, sign);
    card_folds_add(aggregate->folds, aggregate->cards < facts->cards ? aggregate->cards : facts->cards, facts,
                   ~(seat_set)0, sign);
}

void aggregate_merge(struct aggregate *aggregate, const struct aggregate *other)
{
    aggregate->games += other->games;
    moments_merge(&aggregate->totals, &other->totals);
    for (unsigned c = 0; c < aggregate->categories; c++) {
        counts_merge(&aggregate->category[c], &other->category[c]);
    }
    card_folds_merge(aggregate->folds, other->folds, aggregate->cards);
}

void aggregate_pack(const struct aggregate *aggregate, struct strbuf *out)
{
    varint_put_signed(out, aggregate->games);
    varint_put_signed(out, aggregate->totals.games);
    varint_put_signed(out, aggregate->totals.n);
    varint_put_signed(out, aggregate->totals.nn);
    varint_put_wide(out, aggregate->totals.s);
    varint_put_wide(out, aggregate->totals.ss);
    varint_put_wide(out, aggregate->totals.sn);
    varint_put(out, aggregate->categories);
    for (unsigned c = 0; c < aggregate->categories; c++) {
        varint_put_signed(out, aggregate->category[c].s);
        varint_put_signed(out, aggregate->category[c].ss);
        varint_put_signed(out, aggregate->category[c].sn);
    }
    card_folds_pack(aggregate->folds, aggregate->cards, out);
}

bool aggregate_unpack(struct span bytes, struct aggregate *aggregate)
{
    uint64_t categories = 0;
    bool good = varint_take_signed(&bytes, &aggregate->games) && varint_take_signed(&bytes, &aggregate->totals.games) &&
                varint_take_signed(&bytes, &aggregate->totals.n) && varint_take_signed(&bytes, &aggregate->totals.nn) &&
                varint_take_wide(&bytes, &aggregate->totals.s) && varint_take_wide(&bytes, &aggregate->totals.ss) &&
                varint_take_wide(&bytes, &aggregate->totals.sn) && varint_take(&bytes, GAME_CATEGORIES, &categories) &&
                categories == aggregate->categories;
    for (unsigned c = 0; good && c < aggregate->categories; c++) {
        struct counts *category = &aggregate->category[c];
        *category =
            (struct counts){.games = aggregate->totals.games, .n = aggregate->totals.n, .nn = aggregate->totals.nn};
        good = varint_take_signed(&bytes, &category->s) && varint_take_signed(&bytes, &category->ss) &&
               varint_take_signed(&bytes, &category->sn);
    }
    return good && card_folds_unpack(bytes, aggregate->folds, aggregate->cards);
}
