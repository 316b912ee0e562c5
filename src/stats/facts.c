/* Packing and unpacking of facts. Unpacking is on the way of every query that no aggregate answers: it is kept lean. */
#include "stats/facts.h"

#include "stats/varint.h"
#include "stats/win_points.h"

#include "base/banned.h"

enum {
    FLAG_DRAFTED = 1,
    FLAG_USED = 2,
    FLAG_SUMMED = 4,
    FLAG_CATALOGUE = 8,
    FLAGS = FLAG_DRAFTED | FLAG_USED | FLAG_SUMMED | FLAG_CATALOGUE,
    POINTS_MAX = 199,
    FRACTION = 200,
    DENOMINATOR_MAX = 20,
    UNITS = 255,
    LOOK_BYTES = 8,
    MASK_BITS = GATHER_PICKS * GATHER_ROUNDS,
    SUM_BITS = 12,
    SHORT_KEYS = 16,                          /* so many types fit into half a byte */
    WIN_CODES = WIN_UNIT * ENGINE_PLAYERS + 1 /* win points of a seat at the most, and one for those that have none */
};

static const uint64_t MASK = ((uint64_t)1 << MASK_BITS) - 1;

/* ---- packing ---- */

static void put_amount(struct strbuf *out, int64_t units, int64_t unit)
{
    if (units >= 0) {
        for (int64_t q = 1; q <= DENOMINATOR_MAX; q++) {
            if (unit % q != 0 || units % (unit / q) != 0) {
                continue;
            }
            int64_t p = units / (unit / q);
            if (q == 1 && p <= POINTS_MAX) {
                strbuf_add_char(out, (char)p);
                return;
            }
            if (q > 1 && p <= UINT8_MAX) {
                strbuf_add_char(out, (char)(FRACTION + q));
                strbuf_add_char(out, (char)p);
                return;
            }
        }
    }
    strbuf_add_char(out, (char)UNITS);
    varint_put_signed(out, units);
}

static unsigned copies_from(const struct seat_facts *seat, unsigned i)
{
    unsigned n = i + 1;
    while (n < seat->placed_count && seat->placed[n].card == seat->placed[i].card) {
        n++;
    }
    return n - i;
}

static void put_placed(struct strbuf *out, const struct seat_facts *seat, bool used, int64_t unit)
{
    unsigned types = 0;
    for (unsigned i = 0; i < seat->placed_count; i += copies_from(seat, i)) {
        types++;
    }
    varint_put(out, types);
    for (unsigned i = 0; i < seat->placed_count;) {
        unsigned card = seat->placed[i].card;
        unsigned copies = copies_from(seat, i);
        varint_put(out, card);
        varint_put(out, copies);
        varint_put_signed(out, seat->card[card].marginal);
        if (used) {
            varint_put(out, seat->card[card].times);
            varint_put(out, seat->card[card].cubes);
            varint_put(out, seat->card[card].first);
        }
        for (unsigned j = 0; j < copies; j++, i++) {
            strbuf_add_char(out, (char)seat->placed[i].cell);
            put_amount(out, seat->placed[i].units, unit);
        }
    }
}

static void put_looks(struct strbuf *out, const struct seat_card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t word = (cards[i].seen & MASK) | (cards[i].taken & MASK) << MASK_BITS |
                        (uint64_t)cards[i].last_sum << 2 * MASK_BITS |
                        (uint64_t)cards[i].last_hands << (2 * MASK_BITS + SUM_BITS);
        char bytes[LOOK_BYTES];
        for (unsigned b = 0; b < LOOK_BYTES; b++) {
            bytes[b] = (char)(word >> 8 * b);
        }
        strbuf_add_span(out, span_of(bytes, sizeof(bytes)));
    }
}

static void put_length(struct strbuf *out, size_t at, size_t length)
{
    if (strbuf_ok(out)) {
        out->text[at] = (char)(length & 0xff);
        out->text[at + 1] = (char)(length >> 8);
    }
}

static void put_seat(struct strbuf *out, const struct game_facts *facts, const struct seat_facts *seat, int64_t unit)
{
    size_t start = out->len;
    strbuf_add_span(out, span_of("\0\0\0\0", 4));
    varint_put(out, (uint64_t)((int64_t)seat->win + 1));
    put_placed(out, seat, facts->used, unit);
    if (facts->drafted) {
        put_looks(out, seat->card, facts->cards);
    }
    put_length(out, start + 2, out->len - start - 4);
    varint_put(out, seat->links_count);
    for (unsigned i = 0; i < seat->links_count; i++) {
        const struct link *link = &seat->links[i];
        if (facts->cards <= SHORT_KEYS) {
            strbuf_add_char(out, (char)(link->a << 4 | link->b));
        } else {
            varint_put(out, link->a);
            varint_put(out, link->b);
        }
        varint_put(out, (uint64_t)link->pairs << 1 | (link->units != 0));
        if (link->units != 0) {
            put_amount(out, link->units, unit);
        }
    }
    put_length(out, start, out->len - start - 4);
}

void facts_pack(const struct game_facts *facts, uint64_t unit, struct strbuf *out)
{
    struct summed_bytes bytes;
    struct summed_size summed = summed_pack(facts, unit, &bytes);
    strbuf_add_char(out, FACTS_VERSION);
    strbuf_add_char(out, (char)facts->seats);
    varint_put(out, facts->cards);
    varint_put(out, facts->first);
    strbuf_add_char(out, (char)((facts->drafted ? FLAG_DRAFTED : 0) | (facts->used ? FLAG_USED : 0) |
                                (summed.all > 0 ? FLAG_SUMMED : 0) | (facts->catalogued ? FLAG_CATALOGUE : 0)));
    if (facts->catalogued) {
        strbuf_add_span(out, span_of((const char *)facts->catalogue, sizeof(facts->catalogue)));
    }
    if (summed.all > 0) {
        const char sizes[] = {(char)(summed.sums & 0xff), (char)(summed.sums >> 8), (char)(summed.all & 0xff),
                              (char)(summed.all >> 8)};
        strbuf_add_span(out, span_of(sizes, sizeof(sizes)));
        strbuf_add_span(out, span_of((const char *)bytes.at, summed.all));
    }
    for (unsigned i = 0; i < facts->seats; i++) {
        put_seat(out, facts, &facts->seat[i], (int64_t)unit);
    }
}

/* ---- unpacking ---- */

/* Bytes being read; a failure empties them, so that one check at the end is enough. */
struct cursor {
    const uint8_t *at;
    const uint8_t *end;
    bool bad;
};

static void give_up(struct cursor *c)
{
    c->bad = true;
    c->at = c->end;
}

static inline unsigned take_byte(struct cursor *c)
{
    if (c->at == c->end) {
        give_up(c);
        return 0;
    }
    return *c->at++;
}

static uint64_t take_long(struct cursor *c, uint64_t max)
{
    struct span rest = span_of((const char *)c->at, (size_t)(c->end - c->at));
    uint64_t value = 0;
    if (!varint_take(&rest, max, &value)) {
        give_up(c);
        return 0;
    }
    c->at = (const uint8_t *)rest.ptr;
    return value;
}

/* A varint up to `max`; nearly all have one byte. */
static inline uint64_t take(struct cursor *c, uint64_t max)
{
    return c->at < c->end && *c->at < 0x80 && *c->at <= max ? *c->at++ : take_long(c, max);
}

static int64_t take_signed(struct cursor *c)
{
    struct span rest = span_of((const char *)c->at, (size_t)(c->end - c->at));
    int64_t value = 0;
    if (!varint_take_signed(&rest, &value)) {
        give_up(c);
        return 0;
    }
    c->at = (const uint8_t *)rest.ptr;
    return value;
}

static inline int64_t take_amount(struct cursor *c, int64_t unit)
{
    unsigned first = take_byte(c);
    if (first <= POINTS_MAX) {
        return first * unit;
    }
    if (first == UNITS) {
        return take_signed(c);
    }
    int64_t q = (int64_t)first - FRACTION;
    if (q < 2 || q > DENOMINATOR_MAX || unit % q != 0) {
        give_up(c);
        return 0;
    }
    return unit / q * take_byte(c);
}

static void take_placed(struct cursor *c, unsigned cards, bool used, int64_t unit, bool cells, struct seat_facts *seat)
{
    unsigned types = (unsigned)take(c, cards);
    for (unsigned t = 0; t < types && !c->bad; t++) {
        unsigned card = (unsigned)take(c, cards - 1);
        unsigned copies = (unsigned)take(c, GATHER_PLACED - seat->placed_count);
        uint64_t folded = take(c, UINT32_MAX);
        seat->card[card].marginal = (int32_t)(folded & 1 ? -(int64_t)(folded >> 1) - 1 : (int64_t)(folded >> 1));
        if (used) {
            seat->card[card].times = (uint8_t)take(c, UINT8_MAX);
            seat->card[card].cubes = (uint16_t)take(c, UINT16_MAX);
            seat->card[card].first = (uint8_t)take(c, UINT8_MAX);
        }
        for (unsigned i = 0; i < copies; i++) {
            struct placed *placed = &seat->placed[seat->placed_count++];
            placed->card = (uint16_t)card;
            unsigned cell = take_byte(c);
            placed->cell = cells ? (uint16_t)cell : GATHER_NOWHERE;
            placed->units = take_amount(c, unit);
        }
    }
}

static void take_looks(struct cursor *c, unsigned cards, struct seat_facts *seat)
{
    if ((size_t)(c->end - c->at) < (size_t)cards * LOOK_BYTES) {
        give_up(c);
        return;
    }
    for (unsigned i = 0; i < cards; i++, c->at += LOOK_BYTES) {
        const uint8_t *b = c->at;
        uint64_t word = (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
                        (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
        struct seat_card *card = &seat->card[i];
        card->seen = (uint32_t)(word & MASK);
        card->taken = (uint32_t)(word >> MASK_BITS & MASK);
        card->last_sum = (uint16_t)(word >> 2 * MASK_BITS & ((1U << SUM_BITS) - 1));
        card->last_hands = (uint16_t)(word >> (2 * MASK_BITS + SUM_BITS));
    }
}

static void take_links(struct cursor *c, unsigned index, unsigned cards, int64_t unit, struct seat_facts *seat)
{
    unsigned count = (unsigned)take(c, GATHER_LINKS);
    for (unsigned i = 0; i < count; i++) {
        struct link *link = &seat->links[seat->links_count++];
        link->seat = (uint8_t)index;
        if (cards <= SHORT_KEYS) {
            unsigned key = take_byte(c);
            link->a = (uint16_t)(key >> 4);
            link->b = (uint16_t)(key & (SHORT_KEYS - 1));
        } else {
            link->a = (uint16_t)take(c, cards - 1);
            link->b = (uint16_t)take(c, cards - 1);
        }
        uint64_t pairs = take(c, UINT32_MAX);
        link->pairs = (int32_t)(pairs >> 1);
        link->units = pairs & 1 ? take_amount(c, unit) : 0;
    }
}

static size_t take_length(struct cursor *c)
{
    size_t low = take_byte(c);
    return low | (size_t)take_byte(c) << 8;
}

static void take_seat(struct cursor *c, unsigned index, bool wanted, bool links, int64_t unit, struct game_facts *facts)
{
    struct seat_facts *seat = &facts->seat[index];
    size_t length = take_length(c);
    size_t before_links = take_length(c);
    seat->win = WIN_NONE;
    seat->placed_count = 0;
    seat->links_count = 0;
    memset(seat->card, 0, facts->cards * sizeof(seat->card[0]));
    if (length > (size_t)(c->end - c->at) || before_links > length) {
        give_up(c);
        return;
    }
    struct cursor mine = {c->at, c->at + before_links, false};
    struct cursor beside = {c->at + before_links, c->at + length, false};
    c->at += length;
    if (!wanted) {
        return;
    }
    seat->win = (int32_t)take(&mine, WIN_CODES) - 1;
    take_placed(&mine, facts->cards, facts->used, unit, links, seat);
    if (facts->drafted) {
        take_looks(&mine, facts->cards, seat);
    }
    if (links) {
        take_links(&beside, index, facts->cards, unit, seat);
        mine.bad = mine.bad || beside.bad || beside.at != beside.end;
    }
    c->bad = c->bad || mine.bad || mine.at != mine.end;
}

static struct span take_bytes(struct cursor *c, size_t count)
{
    if (count > (size_t)(c->end - c->at)) {
        give_up(c);
        return (struct span){NULL, 0};
    }
    c->at += count;
    return span_of((const char *)c->at - count, count);
}

/* What stands before the seats. False for bytes that are not facts. */
static bool take_head(struct cursor *c, struct facts_summed *head)
{
    if (take_byte(c) != FACTS_VERSION) {
        return false;
    }
    head->seats = take_byte(c);
    head->cards = (unsigned)take(c, GATHER_CARDS);
    head->form.first = (unsigned)take(c, head->cards);
    unsigned flags = take_byte(c);
    head->form.drafted = (flags & FLAG_DRAFTED) != 0;
    head->form.used = (flags & FLAG_USED) != 0;
    head->size = (struct summed_size){0};
    head->bytes = (struct span){NULL, 0};
    head->catalogue = flags & FLAG_CATALOGUE ? take_bytes(c, SHA256_SIZE) : (struct span){NULL, 0};
    if (flags & FLAG_SUMMED) {
        head->size.sums = (uint16_t)take_length(c);
        head->size.all = (uint16_t)take_length(c);
        head->bytes = take_bytes(c, head->size.all);
    }
    return !c->bad && head->seats <= ENGINE_PLAYERS && flags <= FLAGS;
}

static struct cursor cursor_over(struct span bytes)
{
    return (struct cursor){(const uint8_t *)bytes.ptr, (const uint8_t *)bytes.ptr + bytes.len, false};
}

bool facts_find_summed(struct span bytes, struct facts_summed *out)
{
    struct cursor c = cursor_over(bytes);
    return take_head(&c, out);
}

bool facts_unpack(struct span bytes, uint64_t unit, seat_set seats, bool links, struct game_facts *facts)
{
    struct cursor c = cursor_over(bytes);
    struct facts_summed head;
    if (!take_head(&c, &head)) {
        return false;
    }
    facts->seats = (uint8_t)head.seats;
    facts->unit = (int64_t)unit;
    facts->cards = (uint16_t)head.cards;
    facts->first = (uint16_t)head.form.first;
    facts->drafted = head.form.drafted;
    facts->used = head.form.used;
    facts->catalogued = head.catalogue.len > 0;
    if (facts->catalogued) {
        memcpy(facts->catalogue, head.catalogue.ptr, SHA256_SIZE);
    }
    for (unsigned i = 0; i < facts->seats && !c.bad; i++) {
        take_seat(&c, i, (seats & seat_bit(i)) != 0, links, (int64_t)unit, facts);
    }
    return !c.bad && c.at == c.end;
}

/* What one seat holds; what else is told of it is passed over. */
static void take_held(struct cursor *c, bool used, int64_t unit, unsigned seat, struct facts_held *out)
{
    size_t length = take_length(c);
    (void)take_length(c);
    if (length > (size_t)(c->end - c->at)) {
        give_up(c);
        return;
    }
    struct cursor mine = {c->at, c->at + length, false};
    c->at += length;
    (void)take(&mine, WIN_CODES);
    unsigned types = (unsigned)take(&mine, out->cards);
    for (unsigned t = 0; t < types && !mine.bad; t++) {
        unsigned card = (unsigned)take(&mine, out->cards - 1);
        unsigned copies = (unsigned)take(&mine, GATHER_PLACED);
        out->held[seat][t] = (struct held){(uint8_t)card, (uint8_t)copies};
        (void)take(&mine, UINT32_MAX);
        for (unsigned i = 0; used && i < 3; i++) {
            (void)take(&mine, UINT16_MAX);
        }
        for (unsigned i = 0; i < copies; i++) {
            (void)take_byte(&mine);
            (void)take_amount(&mine, unit);
        }
    }
    out->count[seat] = types;
    c->bad = c->bad || mine.bad;
}

bool facts_held(struct span bytes, uint64_t unit, struct facts_held *out)
{
    struct cursor c = cursor_over(bytes);
    struct facts_summed head;
    if (!take_head(&c, &head)) {
        return false;
    }
    out->seats = head.seats;
    out->cards = head.cards;
    out->first = head.form.first;
    out->used = head.form.used;
    out->catalogue = head.catalogue;
    for (unsigned i = 0; i < out->seats && !c.bad; i++) {
        take_held(&c, out->used, (int64_t)unit, i, out);
    }
    return !c.bad && c.at == c.end;
}

int facts_seat_at(struct span bytes, size_t offset)
{
    struct cursor c = cursor_over(bytes);
    struct facts_summed head;
    bool good = take_head(&c, &head);
    for (unsigned i = 0; good && i < head.seats && !c.bad; i++) {
        const uint8_t *start = c.at;
        size_t length = take_length(&c);
        (void)take_length(&c);
        if (c.bad || length > (size_t)(c.end - c.at)) {
            return -1;
        }
        c.at += length;
        if (offset >= (size_t)(start - (const uint8_t *)bytes.ptr) &&
            offset < (size_t)(c.at - (const uint8_t *)bytes.ptr)) {
            return (int)i;
        }
    }
    return -1;
}
