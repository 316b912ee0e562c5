/* Folding one game's facts into the sums of its group, and out of them again. */
#include "stats/cards.h"

#include "stats/win_points.h"

#include "base/banned.h"

/* What a game brings to one card, summed over the seats that count. `seen` and `taken` count by pick: see lanes. */
struct share {
    int64_t copies, units, zero, seats, marginal, last_sum, last_hands, with_s, with_n;
    int64_t s1, n1; /* took one */
    int64_t s, n;   /* saw one */
    uint64_t seen, taken;
    uint32_t looks; /* bits of all looks that saw it */
};

/* And to one that is activated. */
struct use_share {
    int64_t times, cubes, first_sum, first_seats;
    int64_t s[CARD_TIMES], n[CARD_TIMES];
};

/* And to the cells where it lies: those of the set `used` mean something. */
struct cell_share {
    uint32_t used;
    int64_t s[CARD_CELLS], n[CARD_CELLS];
};

/* The seats that count and have win points. */
struct crowd {
    int64_t seats, points;
};

enum { LANE = 6, HALF = GATHER_PICKS / 2, UPPER = 32 };

/*
 * Ten bits as ten lanes of six, five from bit 0 on and five from bit 32 on; such words add up without a carry for 31
 * seats and two rounds. The product has bit i of five at i + 5 j for j up to 4; at the multiples of 6 only i = j is left.
 */
static inline uint64_t lanes(uint32_t ten)
{
    uint64_t fives = (ten & ((1U << HALF) - 1)) | (uint64_t)(ten >> HALF) << UPPER;
    return fives * UINT64_C(0x108421) & UINT64_C(0x0104104101041041);
}

/* Looks of both rounds, by pick. */
static inline uint64_t by_pick(uint32_t looks)
{
    return lanes(looks & ((1U << GATHER_PICKS) - 1)) + lanes(looks >> GATHER_PICKS);
}

static inline int64_t lane(uint64_t word, unsigned pick)
{
    unsigned shift = pick < HALF ? LANE * pick : UPPER + LANE * (pick - HALF);
    return (int64_t)(word >> shift & ((1U << LANE) - 1));
}

static void add_looks(struct card_fold *fold, const struct share *share, int sign)
{
    int64_t seen = 0;
    int64_t taken = 0;
    int64_t turns = 0;
    uint32_t picks = (share->looks | share->looks >> GATHER_PICKS) & ((1U << GATHER_PICKS) - 1);
    for (; picks != 0; picks &= picks - 1) {
        unsigned pick = (unsigned)__builtin_ctz(picks);
        int64_t n = lane(share->seen, pick);
        int64_t s = lane(share->taken, pick);
        counts_add_any(&fold->picks[pick], s, n, sign);
        seen += n;
        taken += s;
        turns += s * ((int64_t)pick + 1);
    }
    counts_add(&fold->looks, taken, seen, sign);
    counts_add(&fold->turns, turns, taken, sign);
}

static inline void add_cell(struct cell_share *cells, unsigned cell, int64_t units)
{
    uint32_t bit = UINT32_C(1) << cell;
    bool new = (cells->used & bit) == 0;
    cells->used |= bit;
    cells->s[cell] = (new ? 0 : cells->s[cell]) + units;
    cells->n[cell] = (new ? 0 : cells->n[cell]) + 1;
}

static void add_cells(struct card_fold *fold, const struct cell_share *cells, int sign)
{
    for (uint32_t left = cells->used; left != 0; left &= left - 1) {
        int cell = __builtin_ctz(left);
        moments_add(&fold->cells[cell], cells->s[cell], cells->n[cell], sign);
    }
}

/* Places of one card of a seat; returns where the next card's begin. */
static inline unsigned add_placed(const struct seat_facts *seat, unsigned from, unsigned card, struct share *share,
                                  struct cell_share *cells)
{
    unsigned i = from;
    for (; i < seat->placed_count && seat->placed[i].card == card; i++) {
        const struct placed *placed = &seat->placed[i];
        share->copies++;
        share->units += placed->units;
        share->zero += placed->units == 0;
        if (placed->cell < CARD_CELLS) {
            add_cell(cells, placed->cell, placed->units);
        }
    }
    return i;
}

/* Without branches, because chance decides them: `points` and `counts` are 0 for a seat without win points. */
static inline void add_seat(const struct seat_card *mine, int64_t points, int64_t counts, int64_t has_copy,
                            struct share *share)
{
    int64_t saw = mine->seen != 0;
    int64_t took = saw & (mine->taken != 0);
    share->marginal += mine->marginal;
    share->seats += has_copy;
    share->last_sum += mine->last_sum;
    share->last_hands += mine->last_hands;
    share->looks |= mine->seen;
    share->seen += by_pick(mine->seen);
    share->taken += by_pick(mine->taken);
    share->with_s += has_copy * points;
    share->with_n += has_copy & counts;
    share->s += saw * points;
    share->n += saw & counts;
    share->s1 += took * points;
    share->n1 += took & counts;
}

static void add_use(const struct seat_card *mine, int64_t points, int64_t counts, bool has_copy,
                    struct use_share *share)
{
    unsigned times = mine->times < CARD_TIMES ? mine->times : CARD_TIMES - 1;
    share->times += mine->times;
    share->cubes += mine->cubes;
    share->first_sum += mine->first;
    share->first_seats += mine->first > 0;
    share->s[times] += has_copy ? points : 0;
    share->n[times] += has_copy ? counts : 0;
}

/* What the seats did with one card; `units` are the points that it brought in this game. */
static void add_uses(struct uses *uses, const struct game_facts *facts, unsigned card, seat_set seats,
                     const bool *has_copy, int64_t units, int sign)
{
    struct use_share share = {0};
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_facts *seat = &facts->seat[i];
        int64_t counts = seat->win >= 0;
        if (seats & seat_bit(i)) {
            add_use(&seat->card[card], counts * seat->win, counts, has_copy[i], &share);
        }
    }
    uses->cubes += sign * share.cubes;
    if (share.times > 0) {
        counts_add_any(&uses->spent, share.cubes, units / facts->unit, sign);
    }
    counts_add(&uses->first, share.first_sum, share.first_seats, sign);
    moments_add(&uses->times, units, share.times, sign);
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        seat_wins_add(&uses->by_times[i], share.n[i], facts->seats, share.s[i], sign);
    }
}

static void add_links(struct card_fold *folds, unsigned cards, const struct seat_facts *seat, int sign)
{
    for (unsigned i = 0; i < seat->links_count; i++) {
        const struct link *link = &seat->links[i];
        if (link->a < cards && link->b < CARD_LINKS) {
            folds[link->a].link_pairs[link->b] += sign * (int64_t)link->pairs;
            folds[link->a].link_units[link->b] += sign * link->units;
        }
    }
}

/* What all of them brought to a card joins its fold. */
static void add_share(struct card_fold *fold, const struct share *share, const struct crowd *crowd, int64_t table,
                      int sign)
{
    fold->games += sign * (share->copies > 0);
    fold->seats += sign * share->seats;
    moments_add(&fold->points, share->units, share->copies, sign);
    counts_add(&fold->marginal, share->marginal, share->copies, sign);
    counts_add(&fold->zero, share->zero, share->copies, sign);
    seat_wins_add(&fold->with, share->with_n, table, share->with_s, sign);
    seat_wins_add(&fold->without, crowd->seats - share->with_n, table, crowd->points - share->with_s, sign);
    if (share->seen == 0) {
        return;
    }
    add_looks(fold, share, sign);
    counts_add(&fold->last, share->last_sum, share->last_hands, sign);
    fold->took.s1 += sign * share->s1;
    fold->took.n1 += sign * share->n1;
    fold->took.s2 += sign * (share->s - share->s1);
    fold->took.n2 += sign * (share->n - share->n1);
}

static struct crowd crowd_of(const struct game_facts *facts, seat_set seats)
{
    struct crowd crowd = {0};
    for (unsigned i = 0; i < facts->seats; i++) {
        bool counts = (seats & seat_bit(i)) && facts->seat[i].win >= 0;
        crowd.points += counts ? facts->seat[i].win : 0;
        crowd.seats += counts;
    }
    return crowd;
}

void card_folds_add(struct card_fold *folds, unsigned cards, const struct game_facts *facts, seat_set seats, int sign)
{
    unsigned next[ENGINE_PLAYERS] = {0};
    const struct crowd crowd = crowd_of(facts, seats);
    struct cell_share cells;
    for (unsigned card = facts->first; card < cards; card++) {
        struct card_fold *fold = &folds[card];
        struct share share = {0};
        bool has_copy[ENGINE_PLAYERS] = {false};
        cells.used = 0;
        for (unsigned i = 0; i < facts->seats; i++) {
            const struct seat_facts *seat = &facts->seat[i];
            if (!(seats & seat_bit(i))) {
                continue;
            }
            while (next[i] < seat->placed_count && seat->placed[next[i]].card < card) {
                next[i]++; /* below the first that counts */
            }
            unsigned after = add_placed(seat, next[i], card, &share, &cells);
            int64_t counts = seat->win >= 0;
            has_copy[i] = after > next[i];
            add_seat(&seat->card[card], counts * seat->win, counts, has_copy[i], &share);
            next[i] = after;
        }
        add_share(fold, &share, &crowd, facts->seats, sign);
        if (cells.used) {
            add_cells(fold, &cells, sign);
        }
        if (facts->used) {
            add_uses(&fold->uses, facts, card, seats, has_copy, share.units, sign);
        }
    }
    for (unsigned i = 0; i < facts->seats; i++) {
        if (seats & seat_bit(i)) {
            add_links(folds, cards, &facts->seat[i], sign);
        }
    }
}

bool card_improvement(const struct took *took, size_t sizes, double *iwt, int64_t *took_count, int64_t *left_count)
{
    double weights = 0;
    double sum = 0;
    *took_count = 0;
    *left_count = 0;
    for (size_t i = 0; i < sizes; i++) {
        double n1 = (double)took[i].n1;
        double n2 = (double)took[i].n2;
        if (took[i].n1 == 0 || took[i].n2 == 0) {
            continue;
        }
        double weight = n1 * n2 / (n1 + n2);
        *took_count += took[i].n1;
        *left_count += took[i].n2;
        weights += weight;
        sum += weight * ((double)took[i].s1 / n1 - (double)took[i].s2 / n2) / WIN_UNIT;
    }
    if (*took_count < CARD_IMPROVEMENT_LEAST || *left_count < CARD_IMPROVEMENT_LEAST) {
        return false;
    }
    *iwt = sum / weights;
    return true;
}
