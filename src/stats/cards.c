/* Folding one game's facts into the sums of its group, and out of them again. */
#include "stats/cards.h"

#include "stats/sixtieths.h"
#include "stats/varint.h"

#include <math.h>

#include "base/banned.h"

/* What a game brings to one card, summed over the seats that count. `seen` and `taken` count by pick: see lanes. */
struct share {
    int64_t copies, units, zero, seats, marginal, last_sum, last_hands, with_s, with_n;
    int64_t s1, n1; /* took one */
    int64_t s, n;   /* saw one */
    uint64_t seen, taken;
};

/* And to one that is activated. */
struct use_share {
    int64_t times, cubes, first_sum, first_seats;
    int64_t s[CARD_TIMES], n[CARD_TIMES];
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

static void add_lanes(int64_t *counts, uint64_t word, int sign)
{
    for (unsigned pick = 0; pick < HALF; pick++) {
        counts[pick] += sign * (int64_t)(word >> LANE * pick & ((1U << LANE) - 1));
        counts[pick + HALF] += sign * (int64_t)(word >> (UPPER + LANE * pick) & ((1U << LANE) - 1));
    }
}

/* Places of one card of a seat; returns where the next card's begin. */
static inline unsigned add_placed(struct card_fold *fold, const struct seat_facts *seat, unsigned from, unsigned card,
                                  struct share *share, int sign)
{
    unsigned i = from;
    for (; i < seat->placed_count && seat->placed[i].card == card; i++) {
        const struct placed *placed = &seat->placed[i];
        share->copies++;
        share->units += placed->units;
        share->zero += placed->units == 0;
        if (placed->cell < CARD_CELLS) {
            fold->cell_copies[placed->cell] += sign;
            fold->cell_units[placed->cell] += sign * placed->units;
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
    share->seen += by_pick(mine->seen);
    share->taken += by_pick(mine->taken);
    share->with_s += has_copy * points;
    share->with_n += has_copy & counts;
    share->s += saw * points;
    share->n += saw & counts;
    share->s1 += took * points;
    share->n1 += took & counts;
}

static void add_took(struct took *took, const struct share *share, int sign)
{
    if (share->n == 0) {
        return;
    }
    int64_t s1 = share->s1;
    int64_t n1 = share->n1;
    int64_t s2 = share->s - s1;
    int64_t n2 = share->n - n1;
    took->games += sign;
    took->s1 += sign * s1;
    took->n1 += sign * n1;
    took->s2 += sign * s2;
    took->n2 += sign * n2;
    took->s1s1 += sign * s1 * s1;
    took->s1n1 += sign * s1 * n1;
    took->n1n1 += sign * n1 * n1;
    took->s2s2 += sign * s2 * s2;
    took->s2n2 += sign * s2 * n2;
    took->n2n2 += sign * n2 * n2;
    took->s1s2 += sign * s1 * s2;
    took->s1n2 += sign * s1 * n2;
    took->n1s2 += sign * n1 * s2;
    took->n1n2 += sign * n1 * n2;
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
static void add_uses(struct card_fold *fold, const struct game_facts *facts, unsigned card, seat_set seats,
                     const bool *has_copy, int64_t units, int sign)
{
    struct use_share share = {0};
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_facts *seat = &facts->seat[i];
        int64_t counts = seat->win60 >= 0;
        if (seats & seat_bit(i)) {
            add_use(&seat->card[card], counts * seat->win60, counts, has_copy[i], &share);
        }
    }
    fold->uses.cubes += sign * share.cubes;
    fold->uses.first_sum += sign * share.first_sum;
    fold->uses.first_seats += sign * share.first_seats;
    moments_add(&fold->uses.times, units, share.times, sign);
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        moments_add(&fold->uses.by_times[i], share.s[i], share.n[i], sign);
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

void card_folds_add(struct card_fold *folds, unsigned cards, const struct game_facts *facts, seat_set seats, int sign)
{
    unsigned next[GAME_PLAYERS] = {0};
    int64_t all_s = 0;
    int64_t all_n = 0;
    for (unsigned i = 0; i < facts->seats; i++) {
        bool counts = (seats & seat_bit(i)) && facts->seat[i].win60 >= 0;
        all_s += counts ? facts->seat[i].win60 : 0;
        all_n += counts;
    }
    for (unsigned card = facts->first; card < cards; card++) {
        struct card_fold *fold = &folds[card];
        struct share share = {0};
        bool has_copy[GAME_PLAYERS] = {false};
        for (unsigned i = 0; i < facts->seats; i++) {
            const struct seat_facts *seat = &facts->seat[i];
            if (!(seats & seat_bit(i))) {
                continue;
            }
            unsigned after = add_placed(fold, seat, next[i], card, &share, sign);
            int64_t counts = seat->win60 >= 0;
            has_copy[i] = after > next[i];
            add_seat(&seat->card[card], counts * seat->win60, counts, has_copy[i], &share);
            next[i] = after;
        }
        fold->games += share.copies > 0 ? sign : 0;
        fold->seats += sign * share.seats;
        fold->zero += sign * share.zero;
        fold->marginal += sign * share.marginal;
        fold->last_sum += sign * share.last_sum;
        fold->last_hands += sign * share.last_hands;
        moments_add(&fold->points, share.units, share.copies, sign);
        moments_add(&fold->with, share.with_s, share.with_n, sign);
        moments_add(&fold->without, all_s - share.with_s, all_n - share.with_n, sign);
        add_took(&fold->took, &share, sign);
        if (share.seen) {
            add_lanes(fold->seen, share.seen, sign);
            add_lanes(fold->taken, share.taken, sign);
        }
        if (facts->used) {
            add_uses(fold, facts, card, seats, has_copy, share.units, sign);
        }
    }
    for (unsigned i = 0; i < facts->seats; i++) {
        if (seats & seat_bit(i)) {
            add_links(folds, cards, &facts->seat[i], sign);
        }
    }
}

/* ---- the fold as a row of numbers: merging and packing walk the same list ---- */

/* Every number of a fold is an int64_t or a wide; a run of them is an offset, a count and a size. */
struct run {
    size_t offset;
    unsigned count;
    bool wide;
};

#define NARROW(field, n)                            \
    {                                               \
        offsetof(struct card_fold, field), n, false \
    }
#define WIDE(field, n)                             \
    {                                              \
        offsetof(struct card_fold, field), n, true \
    }
#define MOMENTS(field)                                                               \
    {offsetof(struct card_fold, field) + offsetof(struct moments, games), 3, false}, \
    {                                                                                \
        offsetof(struct card_fold, field) + offsetof(struct moments, s), 3, true     \
    }

static const struct run RUNS[] = {
    NARROW(games, 1),
    NARROW(seats, 1),
    NARROW(zero, 1),
    NARROW(marginal, 1),
    MOMENTS(points),
    MOMENTS(with),
    MOMENTS(without),
    NARROW(seen, GATHER_PICKS),
    NARROW(taken, GATHER_PICKS),
    NARROW(last_sum, 1),
    NARROW(last_hands, 1),
    NARROW(took.games, 15),
    NARROW(cell_copies, CARD_CELLS),
    WIDE(cell_units, CARD_CELLS),
    NARROW(link_pairs, CARD_LINKS),
    WIDE(link_units, CARD_LINKS),
    /* The uses, which only some games have: kept when one of them is not 0. */
    NARROW(uses.cubes, 3),
    MOMENTS(uses.times),
    MOMENTS(uses.by_times[0]),
    MOMENTS(uses.by_times[1]),
    MOMENTS(uses.by_times[2]),
    MOMENTS(uses.by_times[3]),
    MOMENTS(uses.by_times[4]),
    MOMENTS(uses.by_times[5]),
};

enum { RUNS_COUNT = sizeof(RUNS) / sizeof(RUNS[0]), RUNS_COMMON = RUNS_COUNT - 15 };

_Static_assert(CARD_TIMES == 6, "a line of RUNS each");

static wide get(const void *fold, const struct run *run, unsigned i)
{
    const char *base = (const char *)fold + run->offset;
    if (run->wide) {
        wide value;
        memcpy(&value, base + i * sizeof(wide), sizeof(value));
        return value;
    }
    int64_t value;
    memcpy(&value, base + i * sizeof(int64_t), sizeof(value));
    return value;
}

static void set(void *fold, const struct run *run, unsigned i, wide value)
{
    char *base = (char *)fold + run->offset;
    if (run->wide) {
        memcpy(base + i * sizeof(wide), &value, sizeof(value));
    } else {
        int64_t narrow = (int64_t)value;
        memcpy(base + i * sizeof(int64_t), &narrow, sizeof(narrow));
    }
}

void card_folds_merge(struct card_fold *folds, const struct card_fold *others, unsigned cards)
{
    for (unsigned card = 0; card < cards; card++) {
        for (size_t r = 0; r < RUNS_COUNT; r++) {
            for (unsigned i = 0; i < RUNS[r].count; i++) {
                set(&folds[card], &RUNS[r], i, get(&folds[card], &RUNS[r], i) + get(&others[card], &RUNS[r], i));
            }
        }
    }
}

static bool has_uses(const struct card_fold *fold)
{
    for (size_t r = RUNS_COMMON; r < RUNS_COUNT; r++) {
        for (unsigned i = 0; i < RUNS[r].count; i++) {
            if (get(fold, &RUNS[r], i) != 0) {
                return true;
            }
        }
    }
    return false;
}

void card_folds_pack(const struct card_fold *folds, unsigned cards, struct strbuf *out)
{
    enum { LONGEST_RUN = CARD_CELLS };
    char bytes[LONGEST_RUN * VARINT_SIZE];
    varint_put(out, cards);
    for (unsigned card = 0; card < cards; card++) {
        bool uses = has_uses(&folds[card]);
        strbuf_add_char(out, (char)uses);
        for (size_t r = 0; r < (uses ? RUNS_COUNT : RUNS_COMMON); r++) {
            size_t length = 0;
            for (unsigned i = 0; i < RUNS[r].count; i++) {
                length += varint_write_wide(bytes + length, get(&folds[card], &RUNS[r], i));
            }
            strbuf_add_span(out, span_of(bytes, length));
        }
    }
}

bool card_folds_unpack(struct span bytes, struct card_fold *folds, unsigned cards)
{
    uint64_t stored = 0;
    bool good = varint_take(&bytes, cards, &stored) && stored == cards;
    for (unsigned card = 0; good && card < cards; card++) {
        uint64_t uses = 0;
        good = varint_take(&bytes, 1, &uses);
        folds[card].uses = (struct uses){0};
        for (size_t r = 0; r < (uses ? RUNS_COUNT : RUNS_COMMON); r++) {
            for (unsigned i = 0; good && i < RUNS[r].count; i++) {
                wide value = 0;
                good = varint_take_wide(&bytes, &value) && (RUNS[r].wide || (value >= INT64_MIN && value <= INT64_MAX));
                set(&folds[card], &RUNS[r], i, value);
            }
        }
    }
    return good && bytes.len == 0;
}

/* ---- improvement when taken ---- */

/* Of one table size: the difference and its squared error (negative: unknown). False when a side is empty. */
static bool improvement(const struct took *took, double *difference, double *square)
{
    const double unit = SIXTIETHS;
    double n1 = (double)took->n1;
    double n2 = (double)took->n2;
    if (took->n1 == 0 || took->n2 == 0) {
        return false;
    }
    double r1 = (double)took->s1 / n1;
    double r2 = (double)took->s2 / n2;
    *difference = (r1 - r2) / unit;
    *square = -1;
    if (took->games >= 2) {
        double g = (double)took->games;
        double one = (double)took->s1s1 - 2 * r1 * (double)took->s1n1 + r1 * r1 * (double)took->n1n1;
        double two = (double)took->s2s2 - 2 * r2 * (double)took->s2n2 + r2 * r2 * (double)took->n2n2;
        double both =
            (double)took->s1s2 - r2 * (double)took->s1n2 - r1 * (double)took->n1s2 + r1 * r2 * (double)took->n1n2;
        double sum = one / (n1 * n1) + two / (n2 * n2) - 2 * both / (n1 * n2);
        *square = g / (g - 1) * (sum > 0 ? sum : 0) / (unit * unit);
    }
    return true;
}

bool card_improvement(const struct took *took, size_t sizes, double *iwt, double *error, bool *has_error)
{
    double weights = 0;
    double sum = 0;
    double squares = 0;
    *has_error = true;
    for (size_t i = 0; i < sizes; i++) {
        double difference;
        double square;
        if (!improvement(&took[i], &difference, &square)) {
            continue;
        }
        double n1 = (double)took[i].n1;
        double n2 = (double)took[i].n2;
        double weight = n1 * n2 / (n1 + n2);
        weights += weight;
        sum += weight * difference;
        squares += weight * weight * square;
        *has_error = *has_error && square >= 0;
    }
    if (weights == 0) {
        return false;
    }
    *iwt = sum / weights;
    *error = *has_error ? sqrt(squares) / weights : 0;
    return true;
}
