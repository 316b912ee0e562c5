/*
 * What a card is worth on a cell, for all eleven types at once: what lies
 * beside the cell is a row of a table each, the rows are added, and the few
 * rules that look further are added by type. It is the hot loop of playouts.
 */
#include "rules/foret/foret_sight.h"

#include "base/banned.h"

typedef int16_t lanes __attribute__((vector_size(16)));
struct row {
    lanes low, high;
};

#define KIND(type) (1 << FORET_##type)

/* Points in tenths that two neighbours bring, whichever of them is laid. */
static const int16_t POINTS[SIGHT_CODES][SIGHT_LANES] = {
    [FORET_BEE + 1] = {[FORET_MEADOW] = 30, [FORET_BEAR] = 20},
    [FORET_BEAR + 1] = {[FORET_BEE] = 20, [FORET_TROUT] = 20},
    [FORET_TROUT + 1] = {[FORET_BEAR] = 20, [FORET_STREAM] = 20, [FORET_DRAGONFLY] = 20},
    [FORET_DRAGONFLY + 1] = {[FORET_TROUT] = 20},
    [FORET_MEADOW + 1] = {[FORET_BEE] = 30},
    [FORET_STREAM + 1] = {[FORET_TROUT] = 20},
    [SIGHT_CALM] = {[FORET_BEAR] = -30, [FORET_WOLF] = -30},
};

/* Types that score then. */
static const int16_t SCORES[SIGHT_CODES][SIGHT_LANES] = {
    [FORET_BEE + 1] = {[FORET_MEADOW] = KIND(BEE), [FORET_BEAR] = KIND(BEAR)},
    [FORET_BEAR + 1] = {[FORET_BEE] = KIND(BEAR), [FORET_TROUT] = KIND(BEAR)},
    [FORET_TROUT + 1] = {[FORET_BEAR] = KIND(BEAR), [FORET_STREAM] = KIND(TROUT), [FORET_DRAGONFLY] = KIND(TROUT)},
    [FORET_DRAGONFLY + 1] = {[FORET_TROUT] = KIND(TROUT), [FORET_STREAM] = KIND(DRAGONFLY)},
    [FORET_MEADOW + 1] = {[FORET_BEE] = KIND(BEE), [FORET_MEADOW] = KIND(MEADOW)},
    [FORET_STREAM + 1] = {[FORET_TROUT] = KIND(TROUT), [FORET_DRAGONFLY] = KIND(DRAGONFLY)},
};

static const int32_t MEADOW[] = {0, 0, 30, 60, 100, 150};

static int32_t meadow_points(int32_t size)
{
    return MEADOW[size < 5 ? size : 5];
}

/* Within the field and a box of five columns nothing comes round the edge, so no column needs a mask. */
static uint64_t near(uint64_t set)
{
    return set << 1 | set >> 1 | set << FIELD_COLUMNS | set >> FIELD_COLUMNS;
}

static uint64_t reach(uint64_t set)
{
    uint64_t once = near(set);
    return once | near(once);
}

static unsigned areas(uint64_t set, struct foret_area *area)
{
    unsigned count = 0;
    while (set) {
        uint64_t grown = set & (0 - set);
        uint64_t cells;
        do {
            cells = grown;
            grown |= near(cells) & set;
        } while (grown != cells);
        set &= ~cells;
        area[count].near = near(cells);
        area[count++].size = foret_count(cells);
    }
    return count;
}

/* ---- comparisons ---- */

static uint8_t longest_of(uint64_t set)
{
    struct foret_area area[SIGHT_AREAS];
    int32_t longest = 0;
    unsigned count = areas(set, area);
    for (unsigned i = 0; i < count; i++) {
        longest = area[i].size > longest ? area[i].size : longest;
    }
    return (uint8_t)longest;
}

void foret_bids_player(const struct foret_state *state, unsigned seat, struct foret_bids *bids)
{
    const struct foret_seat *s = &state->seat[seat];
    uint64_t streams = 0;
    uint8_t wolves = 0;
    for (uint64_t rest = s->occupied; rest; rest &= rest - 1) {
        unsigned card = s->card[field_lowest(rest)];
        streams |= card == FORET_STREAM + 1 ? rest & (0 - rest) : 0;
        wolves = (uint8_t)(wolves + (card == FORET_WOLF + 1));
    }
    bids->longest[seat] = longest_of(streams);
    bids->wolves[seat] = wolves;
}

void foret_bids_extra(const struct setup *setup, const struct foret_state *state, struct foret_bids *bids)
{
    struct foret_board board;
    struct foret_points points;
    foret_board_alban(state, &board);
    foret_score_board(&board, &points);
    unsigned index = setup->seats;
    int32_t streams = setup->variant == FORET_DUEL ? foret_count(board.of[FORET_STREAM]) : points.longest;
    bids->longest[index] = (uint8_t)streams;
    bids->wolves[index] = (uint8_t)points.wolves;
}

void foret_bids_of(const struct setup *setup, const struct foret_state *state, struct foret_bids *bids)
{
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        foret_bids_player(state, seat, bids);
    }
    bids->count = setup->seats;
    if (setup->variant != FORET_STANDARD) {
        foret_bids_extra(setup, state, bids);
        bids->count++;
    }
}

static int32_t ranked(unsigned type, int32_t mine, const uint8_t *theirs, unsigned count, unsigned me)
{
    int better = 0;
    for (unsigned i = 0; i < count; i++) {
        better += i != me && theirs[i] > mine;
    }
    return foret_rank_points(type, mine, better);
}

/* Early a step towards points counts, late the points themselves. */
static int32_t blend(int32_t early, int32_t late, int32_t cards)
{
    return (early * (FORET_CELLS - cards) + late * cards) / FORET_CELLS;
}

static int32_t stream_worth(const struct foret_sight *v, int32_t longest)
{
    int32_t points = ranked(FORET_STREAM, longest, v->bids->longest, v->bids->count, v->me);
    return blend(v->taste->stream * longest, 10 * points, v->cards);
}

static int32_t wolf_worth(const struct foret_sight *v, int32_t wolves)
{
    int32_t points = ranked(FORET_WOLF, wolves, v->bids->wolves, v->bids->count, v->me);
    return blend(v->taste->wolf * wolves, 10 * points, v->cards);
}

static int32_t kinds_worth(unsigned kinds, int32_t cards, const struct foret_taste *taste)
{
    static const int32_t points[] = {120, 120, 120, 70, 30, 0, -50};
    int32_t count = foret_count(kinds);
    int32_t gaps = FORET_TYPES - count;
    return blend(taste->kind * count, points[gaps < 6 ? gaps : 6], cards);
}

/* A type that is compared scores when it has points; while much is to come, when it is there. */
static unsigned compared_kinds(const struct foret_bids *bids, unsigned me, int32_t longest, int32_t wolves,
                               int32_t cards)
{
    if (cards < FORET_CELLS - 4) {
        return (unsigned)(longest > 0) << FORET_STREAM | (unsigned)(wolves > 0) << FORET_WOLF;
    }
    int32_t stream = ranked(FORET_STREAM, longest, bids->longest, bids->count, me);
    int32_t wolf = ranked(FORET_WOLF, wolves, bids->wolves, bids->count, me);
    return (unsigned)(stream > 0) << FORET_STREAM | (unsigned)(wolf > 0) << FORET_WOLF;
}

/* ---- looking at the board ---- */

static unsigned board_kinds(const struct foret_sight *v)
{
    const uint64_t *of = v->of;
    unsigned kinds = 0;
    kinds |= (near(of[FORET_BEE]) & of[FORET_MEADOW]) ? KIND(BEE) : 0;
    kinds |= (near(of[FORET_BEAR]) & (of[FORET_BEE] | of[FORET_TROUT])) ? KIND(BEAR) : 0;
    kinds |= (near(of[FORET_TROUT]) & (of[FORET_STREAM] | of[FORET_DRAGONFLY])) ? KIND(TROUT) : 0;
    kinds |= (of[FORET_FOX] & ~v->scared) ? KIND(FOX) : 0;
    kinds |= (of[FORET_EAGLE] && reach(of[FORET_EAGLE]) & v->prey) ? KIND(EAGLE) : 0;
    kinds |= (near(of[FORET_DRAGONFLY]) & of[FORET_STREAM]) ? KIND(DRAGONFLY) : 0;
    kinds |= of[FORET_DEER] ? KIND(DEER) : 0;
    kinds |= of[FORET_RABBIT] ? KIND(RABBIT) : 0;
    kinds |= (near(of[FORET_MEADOW]) & of[FORET_MEADOW]) ? KIND(MEADOW) : 0;
    return kinds;
}

static uint64_t row_of(unsigned cell)
{
    return UINT64_C(0x1ff) << cell / FIELD_COLUMNS * FIELD_COLUMNS;
}

static uint64_t column_of(unsigned cell)
{
    return UINT64_C(0x0040201008040201) << cell % FIELD_COLUMNS;
}

static void see_cells(struct foret_sight *v, const struct foret_seat *seat)
{
    memset(v->code, 0, SIGHT_PAD);
    memcpy(v->code + SIGHT_PAD, seat->card, 64);
    memset(v->code + SIGHT_PAD + 64, 0, SIGHT_PAD);
    memset(v->of, 0, sizeof(v->of));
    for (uint64_t rest = seat->occupied; rest; rest &= rest - 1) {
        v->of[seat->card[field_lowest(rest)] - 1] |= rest & (0 - rest);
    }
    for (uint64_t rest = v->room; rest; rest &= rest - 1) {
        v->code[SIGHT_PAD + field_lowest(rest)] = SIGHT_FREE;
    }
    v->scared = near(v->of[FORET_WOLF] | v->of[FORET_BEAR]);
    for (uint64_t rest = v->of[FORET_FOX] & ~v->scared; rest; rest &= rest - 1) {
        v->code[SIGHT_PAD + field_lowest(rest)] = SIGHT_CALM;
    }
    v->deer = 0;
    v->herd = 0;
    for (uint64_t rest = v->of[FORET_DEER]; rest; rest &= rest - 1) {
        v->deer |= row_of(field_lowest(rest));
        v->herd |= column_of(field_lowest(rest));
    }
}

void foret_see(struct foret_sight *v, const struct foret_seat *seat, const struct foret_bids *bids, unsigned me,
               const struct foret_taste *taste)
{
    v->taste = taste;
    v->bids = bids;
    v->me = me;
    v->occupied = seat->occupied;
    v->room = foret_free(seat);
    v->open = foret_open(seat);
    v->cards = foret_count(seat->occupied) + 1;
    v->rest = FORET_CELLS - v->cards;
    see_cells(v, seat);
    v->prey = v->of[FORET_RABBIT] | v->of[FORET_TROUT];
    v->rows = seat->occupied ? 0 : FIELD_ALL;
    v->columns = v->rows;
    if (seat->occupied) {
        unsigned rows = seat->bottom - seat->top + 1u;
        unsigned columns = seat->right - seat->left + 1u;
        v->rows = ((UINT64_C(1) << rows * FIELD_COLUMNS) - 1) << seat->top * FIELD_COLUMNS;
        v->columns = UINT64_C(0x0040201008040201) * ((UINT64_C(1) << columns) - 1) << seat->left;
    }
    v->meadows = areas(v->of[FORET_MEADOW], v->meadow);
    v->streams = areas(v->of[FORET_STREAM], v->stream);
    int32_t longest = bids->longest[me];
    int32_t wolves = bids->wolves[me];
    v->kinds = board_kinds(v) | compared_kinds(bids, me, longest, wolves, v->cards);
    v->kinds_worth = kinds_worth(v->kinds, v->cards, taste);
    v->stream_worth = stream_worth(v, longest);
    v->wolf_gain = wolf_worth(v, wolves + 1) - wolf_worth(v, wolves);
    v->swap = taste->swap[(v->cards - 1) / 5];
}

/* ---- one cell ---- */

static struct row row_at(const int16_t *table)
{
    struct row row;
    memcpy(&row, table, sizeof(row));
    return row;
}

static struct row row_sum(struct row a, struct row b)
{
    return (struct row){a.low + b.low, a.high + b.high};
}

static struct row row_or(struct row a, struct row b)
{
    return (struct row){a.low | b.low, a.high | b.high};
}

static int32_t lay_meadow(const struct foret_sight *v, uint64_t bit)
{
    int32_t size = 1;
    int32_t points = 0;
    for (unsigned i = 0; i < v->meadows; i++) {
        if (v->meadow[i].near & bit) {
            size += v->meadow[i].size;
            points -= meadow_points(v->meadow[i].size);
        }
    }
    return points + meadow_points(size);
}

static int32_t lay_stream(const struct foret_sight *v, uint64_t bit, unsigned *kinds)
{
    uint64_t dragonflies = v->of[FORET_DRAGONFLY];
    uint64_t beside = near(bit);
    int32_t size = 1;
    int32_t points = 0;
    for (unsigned i = 0; i < v->streams; i++) {
        const struct foret_area *area = &v->stream[i];
        if (area->near & bit) {
            size += area->size;
            beside |= area->near;
            points -= dragonflies ? area->size * foret_count(dragonflies & area->near) : 0;
        }
    }
    points += dragonflies ? size * foret_count(dragonflies & beside) : 0;
    int32_t longest = v->bids->longest[v->me];
    if (size <= longest) {
        return 10 * points;
    }
    if (v->cards < FORET_CELLS - 4 || ranked(FORET_STREAM, size, v->bids->longest, v->bids->count, v->me) > 0) {
        *kinds |= KIND(STREAM);
    }
    return 10 * points + stream_worth(v, size) - v->stream_worth;
}

static int32_t lay_dragonfly(const struct foret_sight *v, uint64_t bit)
{
    int32_t points = 0;
    for (unsigned i = 0; i < v->streams; i++) {
        points += v->stream[i].near & bit ? v->stream[i].size : 0;
    }
    return 10 * points;
}

/* What a card brings through what is not right beside it; adds to `kinds` what scores then. */
static int32_t further(const struct foret_sight *v, unsigned card, uint64_t bit, unsigned *kinds)
{
    int32_t points = 0;
    switch (card) {
    case FORET_FOX:
        points = v->scared & bit ? 0 : 30;
        break;
    case FORET_EAGLE:
        points = 20 * foret_count(reach(bit) & v->prey);
        break;
    case FORET_DEER:
        *kinds |= KIND(DEER);
        return (v->deer & bit ? 0 : 20) + (v->herd & bit ? 0 : 20);
    case FORET_MEADOW:
        return lay_meadow(v, bit);
    case FORET_STREAM:
        return lay_stream(v, bit, kinds);
    case FORET_DRAGONFLY:
        return lay_dragonfly(v, bit);
    case FORET_WOLF:
        if (v->cards < FORET_CELLS - 4 ||
            ranked(FORET_WOLF, v->bids->wolves[v->me] + 1, v->bids->wolves, v->bids->count, v->me) > 0) {
            *kinds |= KIND(WOLF);
        }
        return v->wolf_gain;
    default: {
        bool rabbit = card == FORET_RABBIT;
        int32_t eagles = 0;
        if ((rabbit || card == FORET_TROUT) && v->of[FORET_EAGLE]) {
            eagles = foret_count(reach(bit) & v->of[FORET_EAGLE]);
            *kinds |= eagles ? KIND(EAGLE) : 0;
        }
        *kinds |= rabbit ? KIND(RABBIT) : 0;
        return 20 * eagles + (rabbit ? 10 + v->swap : 0);
    }
    }
    *kinds |= points ? 1u << card : 0;
    return points;
}

/* A wolf or a bear beside every fox that scored: foxes score nothing any more. */
static bool foxes_gone(const struct foret_sight *v, unsigned card, uint64_t bit)
{
    uint64_t calm = v->of[FORET_FOX] & ~v->scared;
    return (card == FORET_WOLF || card == FORET_BEAR) && calm && !(calm & ~near(bit));
}

void foret_sight_cell(const struct foret_sight *v, unsigned cell, unsigned wanted, int32_t value[FORET_TYPES])
{
    static const int OFFSET[] = {SIGHT_PAD - FIELD_COLUMNS, SIGHT_PAD - 1, SIGHT_PAD + 1, SIGHT_PAD + FIELD_COLUMNS};
    const struct foret_taste *taste = v->taste;
    uint64_t bit = field_bit(cell);
    struct row points = row_at(POINTS[0]);
    struct row scores = points;
    struct row hope = row_at(taste->own);
    for (unsigned i = 0; i < 4; i++) {
        unsigned code = v->code[cell + (unsigned)OFFSET[i]];
        points = row_sum(points, row_at(POINTS[code]));
        scores = row_or(scores, row_at(SCORES[code]));
        hope = row_sum(hope, row_at(taste->beside[code]));
    }
    int16_t sum[SIGHT_LANES];
    int16_t wish[SIGHT_LANES];
    int16_t mask[SIGHT_LANES];
    memcpy(sum, &points, sizeof(sum));
    memcpy(wish, &hope, sizeof(wish));
    memcpy(mask, &scores, sizeof(mask));
    int32_t growth = (v->rows & bit ? 0 : taste->row) + (v->columns & bit ? 0 : taste->column);
    for (unsigned rest = wanted; rest; rest &= rest - 1) {
        unsigned card = (unsigned)__builtin_ctz(rest);
        unsigned kinds = v->kinds | (unsigned)mask[card];
        int32_t far = further(v, card, bit, &kinds);
        kinds &= foxes_gone(v, card, bit) ? ~(unsigned)KIND(FOX) : ~0u;
        int32_t more = kinds == v->kinds ? 0 : kinds_worth(kinds, v->cards, taste) - v->kinds_worth;
        value[card] = sum[card] + far + more + (wish[card] + growth) * v->rest / 16;
    }
}

/* ---- whole boards ---- */

int32_t foret_board_worth(const struct foret_board *board, const struct foret_bids *bids, unsigned me, int32_t cards,
                          const struct foret_taste *taste)
{
    struct foret_points points;
    foret_score_board(board, &points);
    unsigned kinds = compared_kinds(bids, me, points.longest, points.wolves, cards);
    int32_t sum = 0;
    for (unsigned i = 0; i < FORET_STREAM; i++) {
        sum += 10 * points.category[i];
        kinds |= (unsigned)(points.category[i] != 0) << i;
    }
    int32_t stream = ranked(FORET_STREAM, points.longest, bids->longest, bids->count, me);
    int32_t wolf = ranked(FORET_WOLF, points.wolves, bids->wolves, bids->count, me);
    return sum + blend(taste->stream * points.longest, 10 * stream, cards) +
           blend(taste->wolf * points.wolves, 10 * wolf, cards) + kinds_worth(kinds, cards, taste);
}
