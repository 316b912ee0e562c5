/* A game's facts summed over its seats, written in the layout of summed.h, or not at all when a number is too large. */
#include "stats/summed_layout.h"
#include "stats/win_points.h"

#include "base/banned.h"

struct writer {
    uint8_t *bytes;
    size_t len;
    bool bad; /* a number did not fit */
};

static void put(struct writer *w, int64_t value, unsigned size, int64_t min, int64_t max)
{
    if (value < min || value > max || w->len + size > SUMMED_BYTES) {
        w->bad = true;
        return;
    }
    for (unsigned i = 0; i < size; i++) {
        w->bytes[w->len++] = (uint8_t)((uint64_t)value >> 8 * i);
    }
}

static void put_byte(struct writer *w, int64_t value)
{
    put(w, value, 1, 0, UINT8_MAX);
}

static void put_signed(struct writer *w, int64_t value)
{
    put(w, value, 2, INT16_MIN, INT16_MAX);
}

static void put_nibbles(struct writer *w, int64_t low, int64_t high)
{
    put(w, low, 0, 0, 15);
    put(w, high, 0, 0, 15);
    put_byte(w, low | high << 4);
}

/* Seats, and winners among them. */
struct crowd {
    int64_t seats;
    int64_t winners;
};

static void count(struct crowd *crowd, const struct seat_facts *seat)
{
    crowd->seats++;
    crowd->winners += seat->win > 0;
}

/* The copies of a card in the seat's list, from `*at` on, which moves behind them. */
static unsigned copies_of(const struct seat_facts *seat, unsigned card, unsigned *at)
{
    unsigned start = *at;
    while (*at < seat->placed_count && seat->placed[*at].card == card) {
        (*at)++;
    }
    return *at - start;
}

static bool is_listed(const struct game_facts *facts, unsigned card, const unsigned *next)
{
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_facts *seat = &facts->seat[i];
        if (seat->card[card].seen || (next[i] < seat->placed_count && seat->placed[next[i]].card == card)) {
            return true;
        }
    }
    return false;
}

static void put_holding(struct writer *w, const struct game_facts *facts, unsigned card, unsigned *next, int64_t unit)
{
    struct crowd holders = {0};
    int64_t copies = 0;
    int64_t zero = 0;
    int64_t marginal = 0;
    int64_t units = 0;
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_facts *seat = &facts->seat[i];
        unsigned from = next[i];
        unsigned mine = copies_of(seat, card, &next[i]);
        if (mine > 0) {
            count(&holders, seat);
        }
        for (unsigned j = from; j < next[i]; j++) {
            zero += seat->placed[j].units == 0;
            units += seat->placed[j].units;
        }
        copies += mine;
        marginal += seat->card[card].marginal;
    }
    put_byte(w, copies);
    put_byte(w, zero);
    put_nibbles(w, holders.seats, holders.winners);
    put_signed(w, marginal);
    put_signed(w, units / unit);
    w->bad = w->bad || units % unit != 0;
}

static void put_looks(struct writer *w, const struct game_facts *facts, unsigned card)
{
    struct crowd saw = {0};
    struct crowd took = {0};
    int64_t sum = 0;
    int64_t hands = 0;
    int64_t seen[GATHER_PICKS] = {0};
    int64_t taken[GATHER_PICKS] = {0};
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_facts *seat = &facts->seat[i];
        const struct seat_card *mine = &seat->card[card];
        if (mine->seen != 0 && seat->win >= 0) {
            count(&saw, seat);
        }
        if (mine->seen != 0 && mine->taken != 0 && seat->win >= 0) {
            count(&took, seat);
        }
        sum += mine->last_sum;
        hands += mine->last_hands;
        for (unsigned look = 0; look < GATHER_PICKS * GATHER_ROUNDS; look++) {
            seen[look % GATHER_PICKS] += mine->seen >> look & 1;
            taken[look % GATHER_PICKS] += mine->taken >> look & 1;
        }
    }
    put_nibbles(w, saw.seats, saw.winners);
    put_nibbles(w, took.seats, took.winners);
    put_byte(w, hands);
    put(w, sum, 2, 0, UINT16_MAX);
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        put_nibbles(w, seen[t], taken[t]);
    }
}

static bool holds(const struct seat_facts *seat, unsigned card)
{
    for (unsigned i = 0; i < seat->placed_count; i++) {
        if (seat->placed[i].card == card) {
            return true;
        }
    }
    return false;
}

static void put_uses(struct writer *w, const struct game_facts *facts, unsigned card)
{
    struct crowd by_times[CARD_TIMES] = {{0}};
    int64_t times = 0;
    int64_t cubes = 0;
    int64_t first = 0;
    int64_t firsts = 0;
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_card *mine = &facts->seat[i].card[card];
        times += mine->times;
        cubes += mine->cubes;
        first += mine->first;
        firsts += mine->first > 0;
        if (holds(&facts->seat[i], card) && facts->seat[i].win >= 0) {
            count(&by_times[mine->times < CARD_TIMES ? mine->times : CARD_TIMES - 1], &facts->seat[i]);
        }
    }
    put_byte(w, times);
    put(w, cubes, 2, 0, UINT16_MAX);
    put(w, first, 2, 0, UINT16_MAX);
    put_byte(w, firsts);
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        put_nibbles(w, by_times[i].seats, by_times[i].winners);
    }
}

static void put_head(struct writer *w, const struct game_facts *facts)
{
    struct crowd all = {0};
    for (unsigned i = 0; i < facts->seats; i++) {
        if (facts->seat[i].win >= 0) {
            count(&all, &facts->seat[i]);
        }
    }
    w->bad = w->bad || (all.seats != 0 && all.seats != facts->seats);
    for (unsigned i = 0; i < facts->seats; i++) {
        int32_t win = facts->seat[i].win;
        w->bad = w->bad || (win > 0 && win != win_share((unsigned)all.seats, (unsigned)all.winners));
    }
    put_byte(w, all.seats);
    put_byte(w, all.winners);
    put_byte(w, 0); /* the cards listed, filled in when they are */
}

static void put_sums(struct writer *w, const struct game_facts *facts, int64_t unit)
{
    unsigned next[ENGINE_PLAYERS] = {0};
    put_head(w, facts);
    for (unsigned card = 0; card < facts->cards && !w->bad; card++) {
        if (!is_listed(facts, card, next)) {
            continue;
        }
        put_byte(w, card);
        put_holding(w, facts, card, next, unit);
        if (facts->drafted) {
            put_looks(w, facts, card);
        }
        if (facts->used) {
            put_uses(w, facts, card);
        }
        w->bytes[SUMMED_HEAD - 1]++;
    }
    w->bad = w->bad || facts->cards > UINT8_MAX;
}

/* SUMMED_AMOUNTS for one that has no code. */
static unsigned amount_code(int64_t units, int64_t unit)
{
    for (int64_t q = 1; units >= 0 && q <= SUMMED_DENOMINATOR; q++) {
        if (unit % q != 0 || units % (unit / q) != 0) {
            continue;
        }
        int64_t p = units / (unit / q);
        return p < (q == 1 ? SUMMED_POINTS : SUMMED_FRACTIONS) ? summed_amount((unsigned)p, (unsigned)q)
                                                               : SUMMED_AMOUNTS;
    }
    return SUMMED_AMOUNTS;
}

/* The copies of a card that all seats have, in the order of cells; `next` moves behind them. Returns how many. */
static unsigned collect(const struct game_facts *facts, unsigned card, unsigned *next, const struct placed **out)
{
    unsigned copies = 0;
    for (unsigned i = 0; i < facts->seats; i++) {
        const struct seat_facts *seat = &facts->seat[i];
        unsigned from = next[i];
        (void)copies_of(seat, card, &next[i]);
        for (unsigned j = from; j < next[i]; j++) {
            unsigned at = copies++;
            for (; at > 0 && out[at - 1]->cell > seat->placed[j].cell; at--) {
                out[at] = out[at - 1];
            }
            out[at] = &seat->placed[j];
        }
    }
    return copies;
}

static void put_placed(struct writer *w, const struct game_facts *facts, int64_t unit)
{
    const struct placed *placed[ENGINE_PLAYERS * GATHER_PLACED];
    unsigned next[ENGINE_PLAYERS] = {0};
    for (unsigned card = 0; card < facts->cards; card++) {
        unsigned copies = collect(facts, card, next, placed);
        for (unsigned i = 0; i < copies; i++) {
            unsigned code = amount_code(placed[i]->units, unit);
            w->bad = w->bad || code == SUMMED_AMOUNTS || placed[i]->cell >= CARD_CELLS;
            put(w, (int64_t)placed[i]->cell | (int64_t)code << SUMMED_CELL_BITS, 2, 0, UINT16_MAX);
        }
    }
}

static void put_links(struct writer *w, const struct game_facts *facts, int64_t unit)
{
    int64_t pairs[CARD_LINKS][CARD_LINKS] = {{0}};
    int64_t units[CARD_LINKS][CARD_LINKS] = {{0}};
    size_t count_at;
    for (unsigned i = 0; i < facts->seats; i++) {
        for (unsigned j = 0; j < facts->seat[i].links_count; j++) {
            const struct link *link = &facts->seat[i].links[j];
            pairs[link->a][link->b] += link->pairs;
            units[link->a][link->b] += link->units;
        }
    }
    for (unsigned a = 0; a < facts->cards; a++) {
        for (unsigned b = 0; b < facts->cards; b++) {
            put_byte(w, pairs[a][b]);
        }
    }
    count_at = w->len;
    put_byte(w, 0);
    for (unsigned a = 0; a < facts->cards; a++) {
        for (unsigned b = 0; b < facts->cards; b++) {
            if (units[a][b] != 0) {
                put_nibbles(w, a, b);
                put_signed(w, units[a][b] / unit);
                w->bad = w->bad || units[a][b] % unit != 0;
                w->bytes[count_at]++;
            }
        }
    }
}

/* True when cells mean something: a game with links says where its cards lie, unless nobody wrote them down. */
static bool has_cells(const struct game_facts *facts)
{
    for (unsigned i = 0; i < facts->seats; i++) {
        if (facts->seat[i].placed_count > 0 && facts->seat[i].placed[0].cell == GATHER_NOWHERE) {
            return false;
        }
    }
    return facts->first == 0 && facts->cards <= CARD_LINKS;
}

struct summed_size summed_pack(const struct game_facts *facts, uint64_t unit, struct summed_bytes *out)
{
    struct writer w = {.bytes = out->at};
    put_sums(&w, facts, (int64_t)unit);
    size_t sums = w.len;
    if (!w.bad && has_cells(facts)) {
        put_placed(&w, facts, (int64_t)unit);
        put_links(&w, facts, (int64_t)unit);
    }
    return w.bad ? (struct summed_size){0} : (struct summed_size){(uint16_t)sums, (uint16_t)w.len};
}
