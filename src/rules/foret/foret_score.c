/*
 * What grids are worth. A grid is eleven sets of 20 bits, so a rule is a few
 * shifts and a count; ranks compare what the boards bring.
 */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

enum { ALL = 0xfffff, FIRST_COLUMN = 0x08421, LAST_COLUMN = 0x84210, ROW = 0x1f };

const uint32_t foret_reach[FORET_CELLS] = {
    0x00466, 0x008ed, 0x011db, 0x02396, 0x0430c, 0x08cc3, 0x11da7, 0x23b6e, 0x472dc, 0x86198,
    0x19861, 0x3b4e2, 0x76dc4, 0xe5b88, 0xc3310, 0x30c20, 0x69c40, 0xdb880, 0xb7100, 0x66200,
};

static int32_t count(uint32_t set)
{
    return foret_count(set);
}

uint32_t foret_near(uint32_t set)
{
    uint32_t sideways = (set & ~(uint32_t)LAST_COLUMN) << 1 | (set & ~(uint32_t)FIRST_COLUMN) >> 1;
    return (sideways | set << FORET_COLUMNS | set >> FORET_COLUMNS) & ALL;
}

int32_t foret_pairs(uint32_t a, uint32_t b)
{
    /* Four sets of 20 cells, counted three at a time. */
    uint64_t left = a & (b & ~(uint32_t)LAST_COLUMN) << 1;
    uint64_t right = a & (b & ~(uint32_t)FIRST_COLUMN) >> 1;
    uint64_t above = a & b << FORET_COLUMNS;
    return foret_count(left | right << FORET_CELLS | above << 2 * FORET_CELLS) + count(a & b >> FORET_COLUMNS);
}

uint32_t foret_area(uint32_t set, uint32_t seed)
{
    uint32_t area = seed;
    for (;;) {
        uint32_t grown = area | (foret_near(area) & set);
        if (grown == area) {
            return area;
        }
        area = grown;
    }
}

int32_t foret_rank_points(unsigned type, int32_t mine, int better)
{
    static const int32_t stream[] = {8, 5};
    static const int32_t wolf[] = {12, 8, 4};
    if (mine == 0) {
        return 0;
    }
    return type == FORET_STREAM ? (better < 2 ? stream[better] : 0) : (better < 3 ? wolf[better] : 0);
}

/* ---- one board ---- */

void foret_board_of(const struct foret_seat *seat, struct foret_board *board)
{
    uint32_t of[FORET_TYPES + 1] = {0}; /* [0] collects the empty cells */
    for (unsigned row = 0; row < FORET_ROWS; row++) {
        const uint8_t *card = &seat->card[foret_box_cell(seat, row * FORET_COLUMNS)];
        for (unsigned column = 0; column < FORET_COLUMNS; column++) {
            of[card[column]] |= 1u << (row * FORET_COLUMNS + column);
        }
    }
    memcpy(board->of, of + 1, sizeof(board->of));
}

void foret_board_alban(const struct foret_state *state, struct foret_board *board)
{
    uint32_t of[FORET_TYPES + 1] = {0};
    for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
        of[state->other[cell]] |= 1u << cell;
    }
    memcpy(board->of, of + 1, sizeof(board->of));
}

int32_t foret_longest_stream(uint32_t streams)
{
    int32_t longest = 0;
    while (streams) {
        uint32_t area = foret_area(streams, streams & (0 - streams));
        streams &= ~area;
        longest = count(area) > longest ? count(area) : longest;
    }
    return longest;
}

int32_t foret_dragonfly_points(uint32_t dragonflies, uint32_t streams)
{
    int32_t points = 0;
    while (streams) {
        uint32_t area = foret_area(streams, streams & (0 - streams));
        streams &= ~area;
        points += count(area) * count(dragonflies & foret_near(area));
    }
    return points;
}

int32_t foret_deer_points(uint32_t deer)
{
    int32_t lines = 0;
    for (unsigned row = 0; row < FORET_ROWS; row++) {
        lines += (deer >> row * FORET_COLUMNS & ROW) != 0;
    }
    uint32_t folded = deer | deer >> 10;
    return 2 * (lines + count((folded | folded >> 5) & ROW));
}

int32_t foret_meadow_points(uint32_t meadows)
{
    static const int32_t worth[] = {0, 0, 3, 6, 10, 15};
    int32_t points = 0;
    while (meadows) {
        uint32_t area = foret_area(meadows, meadows & (0 - meadows));
        int32_t n = count(area);
        meadows &= ~area;
        points += worth[n < 5 ? n : 5];
    }
    return points;
}

int32_t foret_eagle_points(uint32_t eagles, uint32_t prey)
{
    int32_t points = 0;
    for (; eagles; eagles &= eagles - 1) {
        points += 2 * count(foret_reach[__builtin_ctz(eagles)] & prey);
    }
    return points;
}

void foret_score_board(const struct foret_board *board, struct foret_points *points)
{
    const uint32_t *of = board->of;
    int32_t *category = points->category;
    category[FORET_BEE] = 3 * foret_pairs(of[FORET_BEE], of[FORET_MEADOW]);
    category[FORET_BEAR] = 2 * foret_pairs(of[FORET_BEAR], of[FORET_BEE] | of[FORET_TROUT]);
    category[FORET_TROUT] = 2 * foret_pairs(of[FORET_TROUT], of[FORET_STREAM] | of[FORET_DRAGONFLY]);
    category[FORET_FOX] = 3 * count(of[FORET_FOX] & ~foret_near(of[FORET_WOLF] | of[FORET_BEAR]));
    category[FORET_EAGLE] = foret_eagle_points(of[FORET_EAGLE], of[FORET_RABBIT] | of[FORET_TROUT]);
    category[FORET_DRAGONFLY] = foret_dragonfly_points(of[FORET_DRAGONFLY], of[FORET_STREAM]);
    category[FORET_DEER] = foret_deer_points(of[FORET_DEER]);
    category[FORET_RABBIT] = count(of[FORET_RABBIT]);
    category[FORET_MEADOW] = foret_meadow_points(of[FORET_MEADOW]);
    category[FORET_STREAM] = 0;
    category[FORET_WOLF] = 0;
    points->longest = foret_longest_stream(of[FORET_STREAM]);
    points->wolves = count(of[FORET_WOLF]);
}

int32_t foret_biodiversity(const int32_t category[FORET_TYPES])
{
    static const int32_t points[] = {12, 12, 12, 7, 3, 0, -5};
    unsigned gaps = 0;
    for (unsigned i = 0; i < FORET_TYPES; i++) {
        gaps += category[i] == 0;
    }
    return points[gaps < 6 ? gaps : 6];
}

/* ---- comparing boards ---- */

/* What every index brings to the two comparisons. */
struct bids {
    unsigned count;
    int32_t longest[ENGINE_PLAYERS + 1];
    int32_t wolves[ENGINE_PLAYERS + 1];
};

/* The neutral seat's streams count as one stream. */
static void bid_extra(const struct setup *setup, const struct foret_state *s, struct bids *bids)
{
    if (setup->variant == FORET_STANDARD) {
        return;
    }
    struct foret_board board;
    foret_board_alban(s, &board);
    uint32_t streams = board.of[FORET_STREAM];
    bids->longest[bids->count] = setup->variant == FORET_DUEL ? count(streams) : foret_longest_stream(streams);
    bids->wolves[bids->count] = count(board.of[FORET_WOLF]);
    bids->count++;
}

static int better(const int32_t *bid, unsigned n, unsigned mine)
{
    int above = 0;
    for (unsigned i = 0; i < n; i++) {
        above += bid[i] > bid[mine];
    }
    return above;
}

/* Fills the two compared categories of index `mine`. */
static void compare(const struct bids *bids, unsigned mine, int32_t category[FORET_TYPES])
{
    category[FORET_STREAM] =
        foret_rank_points(FORET_STREAM, bids->longest[mine], better(bids->longest, bids->count, mine));
    category[FORET_WOLF] = foret_rank_points(FORET_WOLF, bids->wolves[mine], better(bids->wolves, bids->count, mine));
}

/* ---- the interface ---- */

static const struct name VERDICTS[] = {
    {"hard", "hard win", "victoire difficile"},
    {"normal", "normal win", "victoire normale"},
    {"easy", "easy win", "victoire facile"},
    {"loss", "loss", "défaite"},
};

static void fill_row(struct outcome_row *row, unsigned seat, const struct bids *bids, unsigned index, bool biodiversity)
{
    row->seat = (uint8_t)seat;
    row->scored = true;
    row->categories = biodiversity ? (1u << FORET_CATEGORIES) - 1 : (1u << FORET_TYPES) - 1;
    compare(bids, index, row->category);
    row->category[FORET_BIODIVERSITY] = biodiversity ? foret_biodiversity(row->category) : 0;
    for (unsigned i = 0; i < FORET_CATEGORIES; i++) {
        row->total += row->category[i];
    }
}

static void judge_solo(struct outcome *outcome)
{
    static const int32_t least[] = {70, 50, 30};
    unsigned verdict = 0;
    outcome->margin = outcome->rows[0].total - outcome->rows[1].total;
    while (verdict < 3 && outcome->margin < least[verdict]) {
        verdict++;
    }
    if (outcome->over) {
        outcome->verdict = &VERDICTS[verdict];
        outcome->winners = verdict < 3 ? seat_bit(0) : 0;
        outcome->rows[0].rank = verdict < 3 ? 1 : 0; /* who loses to Alban is not the first of one */
    }
}

void foret_outcome(const struct setup *setup, const void *state, struct outcome *outcome)
{
    if (setup->level == FORET_TOTALS) {
        totals_outcome(&foret_totals, setup, state, outcome);
        if (setup->variant == FORET_SOLO) {
            judge_solo(outcome);
        }
        return;
    }
    const struct foret_state *s = state;
    struct bids bids = {.count = 0};
    memset(outcome, 0, sizeof(*outcome));
    outcome->over = foret_over(setup, s);
    unsigned scored = setup->seats + (setup->variant == FORET_SOLO ? 1u : 0u);
    for (unsigned i = 0; i < scored; i++) {
        struct foret_board board;
        struct foret_points points;
        if (i < setup->seats) {
            foret_board_of(&s->seat[i], &board);
        } else {
            foret_board_alban(s, &board);
        }
        foret_score_board(&board, &points);
        memcpy(outcome->rows[i].category, points.category, sizeof(points.category));
        bids.longest[i] = points.longest;
        bids.wolves[i] = points.wolves;
    }
    bids.count = scored;
    if (setup->variant == FORET_DUEL) {
        bid_extra(setup, s, &bids);
        outcome->rows[scored].seat = SEAT_NEUTRAL;
    }
    for (unsigned i = 0; i < scored; i++) {
        fill_row(&outcome->rows[i], foret_seat_of(setup, i), &bids, i, i < setup->seats);
    }
    outcome->rows_count = (uint8_t)bids.count;
    outcome_rank(outcome, setup, NULL);
    if (setup->variant == FORET_SOLO) {
        judge_solo(outcome);
    }
}

/* What the other boards bring is the same for every card of this one, so it is looked at once. */
void foret_withouts(const struct setup *setup, const void *state, unsigned seat, const uint16_t *cells, size_t count_of,
                    int32_t *totals)
{
    for (size_t i = 0; i < count_of && setup->level == FORET_TOTALS; i++) {
        totals[i] = totals_without(&foret_totals, setup, state, seat); /* no card is known */
    }
    if (setup->level == FORET_TOTALS) {
        return;
    }
    const struct foret_state *s = state;
    struct bids bids = {.count = setup->seats};
    struct foret_board mine;
    foret_board_of(&s->seat[seat], &mine);
    for (unsigned i = 0; i < setup->seats; i++) {
        if (i != seat) {
            struct foret_board board;
            foret_board_of(&s->seat[i], &board);
            bids.longest[i] = foret_longest_stream(board.of[FORET_STREAM]);
            bids.wolves[i] = count(board.of[FORET_WOLF]);
        }
    }
    bid_extra(setup, s, &bids);
    for (size_t at = 0; at < count_of; at++) {
        struct foret_board board = mine;
        struct foret_points points;
        for (unsigned type = 0; type < FORET_TYPES; type++) {
            board.of[type] &= ~(uint32_t)(1u << cells[at]);
        }
        foret_score_board(&board, &points);
        bids.longest[seat] = points.longest;
        bids.wolves[seat] = points.wolves;
        compare(&bids, seat, points.category);
        totals[at] = foret_biodiversity(points.category);
        for (unsigned i = 0; i < FORET_TYPES; i++) {
            totals[at] += points.category[i];
        }
    }
}

int32_t foret_without(const struct setup *setup, const void *state, unsigned seat, unsigned cell)
{
    uint16_t cells[] = {(uint16_t)cell};
    int32_t total = 0;
    foret_withouts(setup, state, seat, cells, 1, &total);
    return total;
}
