/* Adding up games in the layout of summed.h: no branch that chance decides, no 128 bits before the end. */
#include "stats/summed_layout.h"

#include "base/banned.h"

enum { SPILL = 16 }; /* games whose looks fit into a byte: at most 15 each */

/* As struct moments, S a number of points or sixtieths that needs no 128 bits. */
struct sums {
    int64_t games, n, nn, s, ss, sn;
};

struct card_sums {
    int64_t games, seats, zero, marginal, last_sum, last_hands;
    struct sums points, with, without;
    struct took took;
    uint64_t seen[2], taken[2]; /* by pick, a byte each: the even ones, the odd ones */
    int64_t seen_at[GATHER_PICKS], taken_at[GATHER_PICKS];
    int64_t cubes, first_sum, first_seats;
    struct sums times, by_times[CARD_TIMES];
    int64_t cell_copies[CARD_CELLS], cell_units[CARD_CELLS];
    int64_t link_points[CARD_LINKS];
    uint32_t link_pairs[CARD_LINKS];
};

struct summed_games {
    unsigned cards;
    int64_t unit;
    unsigned games; /* since looks were spilled */
    unsigned since; /* games since the last pouring by itself, so that nothing overflows */
    int64_t amount[SUMMED_AMOUNTS];
    struct card_fold *poured; /* what was poured by itself */
    struct card_sums card[];
};

struct summed_games *summed_new(const struct allocator *allocator, unsigned cards, uint64_t unit)
{
    struct summed_games *sums =
        mem_new(allocator, 1, sizeof(struct summed_games) + (size_t)cards * sizeof(struct card_sums));
    struct card_fold *poured = sums ? mem_new(allocator, cards > 0 ? cards : 1, sizeof(*poured)) : NULL;
    if (!poured) {
        mem_free(allocator, sums);
        return NULL;
    }
    sums->cards = cards;
    sums->unit = (int64_t)unit;
    sums->poured = poured;
    for (int64_t p = 0; p < SUMMED_POINTS; p++) {
        sums->amount[p] = p * sums->unit;
    }
    for (int64_t q = 2; q <= SUMMED_DENOMINATOR; q++) {
        for (int64_t p = 0; p < SUMMED_FRACTIONS; p++) {
            sums->amount[summed_amount((unsigned)p, (unsigned)q)] = sums->unit % q == 0 ? sums->unit / q * p : 0;
        }
    }
    return sums;
}

void summed_free(const struct allocator *allocator, struct summed_games *sums)
{
    if (sums) {
        mem_free(allocator, sums->poured);
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

static inline void sums_add(struct sums *sums, int64_t s, int64_t n)
{
    sums->games += n != 0;
    sums->n += n;
    sums->nn += n * n;
    sums->s += s;
    sums->ss += s * s;
    sums->sn += s * n;
}

/* The win points of all seats in one game. */
struct prize {
    int64_t seats, sum, each;
};

static inline void add_looks(struct card_sums *card, const uint8_t *b, int64_t prize)
{
    const uint64_t even = UINT64_C(0x0f0f0f0f0f);
    int64_t n = b[0] & 15;
    int64_t n1 = b[1] & 15;
    int64_t s1 = (b[1] >> 4) * prize;
    int64_t n2 = n - n1;
    int64_t s2 = (b[0] >> 4) * prize - s1;
    struct took *took = &card->took;
    uint64_t seen =
        (uint64_t)b[5] | (uint64_t)b[6] << 8 | (uint64_t)b[7] << 16 | (uint64_t)b[8] << 24 | (uint64_t)b[9] << 32;
    uint64_t taken =
        (uint64_t)b[10] | (uint64_t)b[11] << 8 | (uint64_t)b[12] << 16 | (uint64_t)b[13] << 24 | (uint64_t)b[14] << 32;
    card->last_hands += b[2];
    card->last_sum += word(b + 3);
    card->seen[0] += seen & even;
    card->seen[1] += seen >> 4 & even;
    card->taken[0] += taken & even;
    card->taken[1] += taken >> 4 & even;
    took->games += n != 0;
    took->s1 += s1;
    took->n1 += n1;
    took->s2 += s2;
    took->n2 += n2;
    took->s1s1 += s1 * s1;
    took->s1n1 += s1 * n1;
    took->n1n1 += n1 * n1;
    took->s2s2 += s2 * s2;
    took->s2n2 += s2 * n2;
    took->n2n2 += n2 * n2;
    took->s1s2 += s1 * s2;
    took->s1n2 += s1 * n2;
    took->n1s2 += n1 * s2;
    took->n1n2 += n1 * n2;
}

static inline void add_uses(struct card_sums *card, const uint8_t *b, int64_t points, int64_t prize)
{
    int64_t times = b[0];
    sums_add(&card->times, times ? points : 0, times);
    card->cubes += word(b + 1);
    card->first_sum += word(b + 3);
    card->first_seats += b[5];
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        sums_add(&card->by_times[i], (b[6 + i] >> 4) * prize, b[6 + i] & 15);
    }
}

static inline void add_holding(struct card_sums *card, const uint8_t *b, const struct prize *prize)
{
    int64_t copies = b[1];
    int64_t points = copies ? signed_word(b + 6) : 0;
    int64_t holders = prize->seats ? b[3] & 15 : 0;
    int64_t won = (b[3] >> 4) * prize->each;
    card->games += copies != 0;
    card->zero += b[2];
    card->seats += b[3] & 15;
    card->marginal += signed_word(b + 4);
    sums_add(&card->points, points, copies);
    sums_add(&card->with, won, holders);
    sums_add(&card->without, prize->sum - won, prize->seats - holders);
}

/* The cards of a game, listed ones and others. Where the bytes behind them begin, or NULL. */
static const uint8_t *add_cards(struct summed_games *sums, const uint8_t *b, const uint8_t *end,
                                const struct summed_form *form, unsigned *copies)
{
    size_t length = summed_card_size(form->drafted, form->used);
    struct prize prize = {b[0], b[1] * word(b + 2), word(b + 2)};
    unsigned listed = b[4];
    unsigned next = form->first;
    b += SUMMED_HEAD;
    if ((size_t)(end - b) != listed * length) {
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
        for (; next < card; next++) {
            sums_add(&sums->card[next].without, prize.sum, prize.seats);
        }
        next++;
        add_holding(&sums->card[card], b, &prize);
        if (form->drafted) {
            add_looks(&sums->card[card], b + SUMMED_CARD, prize.each);
        }
        if (form->used) {
            add_uses(&sums->card[card], b + length - SUMMED_USES, signed_word(b + 6), prize.each);
        }
    }
    for (; next < sums->cards; next++) {
        sums_add(&sums->card[next].without, prize.sum, prize.seats);
    }
    return b;
}

/* Where cards lie: `cards` are the records of the first part, whose copies come one after another. */
static bool add_placed(struct summed_games *sums, const uint8_t *cards, unsigned listed, size_t length,
                       const uint8_t *b)
{
    for (unsigned i = 0; i < listed; i++, cards += length) {
        struct card_sums *card = &sums->card[cards[0]];
        for (unsigned j = 0; j < cards[1]; j++, b += 2) {
            unsigned both = b[0] | (unsigned)b[1] << 8;
            unsigned cell = both & ((1U << SUMMED_CELL_BITS) - 1);
            unsigned code = both >> SUMMED_CELL_BITS;
            if (cell >= CARD_CELLS || code >= SUMMED_AMOUNTS) {
                return false;
            }
            card->cell_copies[cell]++;
            card->cell_units[cell] += sums->amount[code];
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

/* Bytes of looks into numbers, before they overflow. */
static void spill(struct summed_games *sums)
{
    for (unsigned c = 0; c < sums->cards; c++) {
        struct card_sums *card = &sums->card[c];
        for (unsigned t = 0; t < GATHER_PICKS; t++) {
            card->seen_at[t] += (int64_t)(card->seen[t % 2] >> 8 * (t / 2) & 0xff);
            card->taken_at[t] += (int64_t)(card->taken[t % 2] >> 8 * (t / 2) & 0xff);
        }
        card->seen[0] = card->seen[1] = card->taken[0] = card->taken[1] = 0;
    }
    sums->games = 0;
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
    if (++sums->games == SPILL) {
        spill(sums);
    }
    if (++sums->since == POUR) {
        summed_pour(sums, sums->poured);
    }
    return true;
}

/* ---- pouring ---- */

static struct moments moments_of(const struct sums *sums, int64_t unit)
{
    return (struct moments){.games = sums->games,
                            .n = sums->n,
                            .nn = sums->nn,
                            .s = (wide)sums->s * unit,
                            .ss = (wide)sums->ss * unit * unit,
                            .sn = (wide)sums->sn * unit};
}

static void pour_card(const struct card_sums *card, int64_t unit, struct card_fold *fold)
{
    struct card_fold more = {
        .games = card->games,
        .seats = card->seats,
        .zero = card->zero,
        .marginal = card->marginal,
        .points = moments_of(&card->points, unit),
        .with = moments_of(&card->with, 1),
        .without = moments_of(&card->without, 1),
        .last_sum = card->last_sum,
        .last_hands = card->last_hands,
        .took = card->took,
        .uses = {.cubes = card->cubes,
                 .first_sum = card->first_sum,
                 .first_seats = card->first_seats,
                 .times = moments_of(&card->times, unit)},
    };
    memcpy(more.seen, card->seen_at, sizeof(more.seen));
    memcpy(more.taken, card->taken_at, sizeof(more.taken));
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        more.uses.by_times[i] = moments_of(&card->by_times[i], 1);
    }
    for (unsigned i = 0; i < CARD_CELLS; i++) {
        more.cell_copies[i] = card->cell_copies[i];
        more.cell_units[i] = card->cell_units[i];
    }
    for (unsigned i = 0; i < CARD_LINKS; i++) {
        more.link_pairs[i] = card->link_pairs[i];
        more.link_units[i] = (wide)card->link_points[i] * unit;
    }
    card_folds_merge(fold, &more, 1);
}

void summed_pour(struct summed_games *sums, struct card_fold *folds)
{
    spill(sums);
    for (unsigned c = 0; c < sums->cards; c++) {
        pour_card(&sums->card[c], sums->unit, &folds[c]);
    }
    memset(sums->card, 0, sums->cards * sizeof(sums->card[0]));
    sums->since = 0;
    if (folds != sums->poured) {
        card_folds_merge(folds, sums->poured, sums->cards);
        memset(sums->poured, 0, sums->cards * sizeof(sums->poured[0]));
    }
}
