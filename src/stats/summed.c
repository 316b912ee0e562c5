/* Adding up games in the layout of summed.h: no branch that chance decides, and 128 bits only for squares of units. */
#include "stats/summed_layout.h"
#include "stats/win_points.h"

#include "base/banned.h"

static void fill_amounts(struct summed_games *sums)
{
    for (int64_t p = 0; p < SUMMED_POINTS; p++) {
        sums->amount[p] = p * sums->unit;
    }
    for (int64_t q = 2; q <= SUMMED_DENOMINATOR; q++) {
        for (int64_t p = 0; p < SUMMED_FRACTIONS; p++) {
            sums->amount[summed_amount((unsigned)p, (unsigned)q)] = sums->unit % q == 0 ? sums->unit / q * p : 0;
        }
    }
}

struct summed_games *summed_new(const struct allocator *allocator, unsigned cards, uint64_t unit, bool drafts)
{
    size_t some = cards > 0 ? cards : 1;
    struct summed_games *sums =
        mem_new(allocator, 1, sizeof(struct summed_games) + (size_t)cards * sizeof(struct card_sums));
    if (!sums) {
        return NULL;
    }
    sums->cards = cards;
    sums->unit = (int64_t)unit;
    sums->poured = mem_new(allocator, some, sizeof(*sums->poured));
    sums->picks = drafts ? mem_new(allocator, some, sizeof(*sums->picks)) : NULL;
    if (!sums->poured || (drafts && !sums->picks)) {
        summed_free(allocator, sums);
        return NULL;
    }
    fill_amounts(sums);
    return sums;
}

void summed_free(const struct allocator *allocator, struct summed_games *sums)
{
    if (sums) {
        mem_free(allocator, sums->poured);
        mem_free(allocator, sums->picks);
        mem_free(allocator, sums);
    }
}

static inline int64_t word(const uint8_t *b)
{
    return b[0] | b[1] << 8;
}

static inline int64_t signed_word(const uint8_t *b)
{
    return (int16_t)(uint16_t)(b[0] | b[1] << 8);
}

static inline void sum(struct counts *counts, int64_t s, int64_t n)
{
    counts->games += n != 0;
    counts->n += n;
    counts->nn += n * n;
    counts->s += s;
    counts->ss += s * s;
    counts->sn += s * n;
}

static inline void sum_tail(struct tail *tail, int64_t s, int64_t n)
{
    tail->s += s;
    tail->ss += s * s;
    tail->sn += s * n;
}

static inline void sum_group(struct group *group, int64_t c, int64_t n, int64_t points)
{
    group->c += c;
    group->cn += c * n;
    group->cc += c * c;
    group->points += points;
}

/* The win points of one game: its seats, 0 of a solo game, and what a winner gets. */
struct prize {
    int64_t seats, each;
};

static inline void add_looks(struct card_sums *card, struct pick_counts *picks, const uint8_t *b, int64_t prize)
{
    int64_t won = (b[1] >> 4) * prize;
    int64_t seen = 0;
    int64_t taken = 0;
    int64_t turns = 0;
    card->took.s1 += won;
    card->took.n1 += b[1] & 15;
    card->took.s2 += (b[0] >> 4) * prize - won;
    card->took.n2 += (b[0] & 15) - (b[1] & 15);
    sum(&card->last, word(b + 3), b[2]);
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        unsigned both = b[5 + t];
        picks->games[t][both]++;
        seen += both & 15;
        taken += both >> 4;
        turns += (int64_t)(both >> 4) * (t + 1);
    }
    sum(&card->looks, taken, seen);
    sum(&card->turns, turns, taken);
}

static inline void add_uses(struct card_sums *card, const uint8_t *b, int64_t points, const struct prize *prize)
{
    int64_t times = b[0];
    int64_t cubes = word(b + 1);
    card->cubes += cubes;
    sum(&card->times, times ? points : 0, times);
    if (times > 0) {
        counts_add_any(&card->spent, cubes, points, 1);
    }
    sum(&card->first, word(b + 3), b[5]);
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        sum_group(&card->by_times[i], b[6 + i] & 15, prize->seats, (b[6 + i] >> 4) * prize->each);
    }
}

static inline void add_holding(struct card_sums *card, const uint8_t *b, const struct prize *prize)
{
    int64_t copies = b[1];
    int64_t holders = b[3] & 15;
    card->games += copies != 0;
    card->n += copies;
    card->nn += copies * copies;
    sum_tail(&card->points, copies ? signed_word(b + 6) : 0, copies);
    sum_tail(&card->marginal, copies ? signed_word(b + 4) : 0, copies);
    sum_tail(&card->zero, b[2], copies);
    card->seats += holders;
    sum_group(&card->with, prize->seats ? holders : 0, prize->seats, (b[3] >> 4) * prize->each);
}

/* The cards of a game that are listed. Where the bytes behind them begin, or NULL. */
static const uint8_t *add_cards(struct summed_games *sums, const uint8_t *b, const uint8_t *end,
                                const struct summed_form *form, unsigned *copies)
{
    size_t length = summed_card_size(form->drafted, form->used);
    struct prize prize = {b[0], b[1] > 0 ? win_share(b[0], b[1]) : 0};
    unsigned listed = b[2];
    unsigned next = form->first;
    if (form->first < sums->cards) {
        sum_group(&sums->card[form->first].all, prize.seats, prize.seats, b[1] * prize.each);
    }
    b += SUMMED_HEAD;
    if ((size_t)(end - b) != listed * length || (form->drafted && !sums->picks)) {
        return NULL;
    }
    for (unsigned i = 0; i < listed; i++, b += length) {
        unsigned card = b[0];
        *copies += b[1];
        if (card < form->first) {
            continue;
        }
        if (card < next || card >= sums->cards) {
            return NULL;
        }
        next = card + 1;
        add_holding(&sums->card[card], b, &prize);
        if (form->drafted) {
            add_looks(&sums->card[card], &sums->picks[card], b + SUMMED_CARD, prize.each);
        }
        if (form->used) {
            add_uses(&sums->card[card], b + length - SUMMED_USES, signed_word(b + 6), &prize);
        }
    }
    return b;
}

/* One more copy in a cell that has `n` in this game, with `s` units: what the squares grow by. */
static inline void add_cell(struct cell_sums *cell, int64_t s, int64_t n, int64_t units)
{
    cell->games += n == 0;
    cell->n++;
    cell->nn += 2 * n + 1;
    cell->s += units;
    cell->sn += s + units * (n + 1);
    cell->ss += (wide)units * (2 * s + units);
}

/* Where cards lie: `cards` are the records of the first part, whose copies come one after another. */
static bool add_placed(struct summed_games *sums, const uint8_t *cards, unsigned listed, size_t length,
                       const uint8_t *b)
{
    for (unsigned i = 0; i < listed; i++, cards += length) {
        unsigned last = 0;
        int64_t s = 0; /* of the copies before in the same cell; likewise n */
        int64_t n = 0;
        for (unsigned j = 0; j < cards[1]; j++, b += 2) {
            unsigned both = b[0] | (unsigned)b[1] << 8;
            unsigned cell = both & ((1U << SUMMED_CELL_BITS) - 1);
            unsigned code = both >> SUMMED_CELL_BITS;
            if (cell >= CARD_CELLS || code >= SUMMED_AMOUNTS || cell < last) {
                return false;
            }
            int64_t same = cell == last;
            s *= same;
            n *= same;
            add_cell(&sums->card[cards[0]].cells[cell], s, n, sums->amount[code]);
            s += sums->amount[code];
            n++;
            last = cell;
        }
    }
    return true;
}

static bool add_links(struct summed_games *sums, const uint8_t *b, const uint8_t *end)
{
    unsigned cards = sums->cards;
    if (cards > CARD_LINKS || (size_t)(end - b) < (size_t)cards * cards + 1) {
        return false;
    }
    for (unsigned a = 0; a < cards; a++, b += cards) {
        uint32_t *pairs = sums->card[a].link_pairs;
        for (unsigned i = 0; i < cards; i++) {
            pairs[i] += b[i];
        }
    }
    unsigned links = *b++;
    if ((size_t)(end - b) != (size_t)links * 3) {
        return false;
    }
    for (unsigned i = 0; i < links; i++, b += 3) {
        unsigned one = b[0] & 15;
        unsigned other = b[0] >> 4;
        if (one >= cards || other >= cards) {
            return false;
        }
        sums->card[one].link_points[other] += signed_word(b + 1);
    }
    return true;
}

bool summed_add(struct summed_games *sums, struct span bytes, struct summed_size size, const struct summed_form *form,
                bool detail)
{
    enum { POUR = 1 << 18 }; /* so many games overflow nothing: 2^8 copies of 2^7 points in units below 2^28 are 2^43 */
    const uint8_t *start = (const uint8_t *)bytes.ptr;
    size_t length = summed_card_size(form->drafted, form->used);
    unsigned copies = 0;
    if (size.sums < SUMMED_HEAD || size.all < size.sums || bytes.len != size.all) {
        return false;
    }
    const uint8_t *cells = add_cards(sums, start, start + size.sums, form, &copies);
    if (!cells) {
        return false;
    }
    if (detail && size.all > size.sums) {
        size_t placed = (size_t)copies * 2;
        if (placed > (size_t)(size.all - size.sums) || form->first > 0 ||
            !add_placed(sums, start + SUMMED_HEAD, start[SUMMED_HEAD - 1], length, cells) ||
            !add_links(sums, cells + placed, start + size.all)) {
            return false;
        }
    }
    if (++sums->since == POUR) {
        summed_pour(sums, sums->poured);
    }
    return true;
}
