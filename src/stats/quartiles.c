/* Order statistics out of counts. */
#include "stats/quartiles.h"

#include "base/banned.h"

/* The score at this place, from 0. */
static int64_t score_at(const struct keyed_counts *scores, int64_t place)
{
    size_t i = 0;
    while (place >= scores->items[i].count) {
        place -= scores->items[i++].count;
    }
    return scores->items[i].key;
}

/* Twice the middle of so many scores from this place on. */
static int64_t twice_middle(const struct keyed_counts *scores, int64_t first, int64_t count)
{
    return score_at(scores, first + (count - 1) / 2) + score_at(scores, first + count / 2);
}

struct quartiles quartiles_of(struct keyed_counts *scores)
{
    int64_t all = scores->sum;
    int64_t half = (all + 1) / 2;
    if (all == 0) {
        return (struct quartiles){.scores = 0};
    }
    keyed_counts_sort(scores);
    return (struct quartiles){.scores = all,
                              .least = 2 * score_at(scores, 0),
                              .lower = twice_middle(scores, 0, half),
                              .middle = twice_middle(scores, 0, all),
                              .upper = twice_middle(scores, all - half, half),
                              .most = 2 * score_at(scores, all - 1)};
}
