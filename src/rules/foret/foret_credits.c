/*
 * Which card earned which points, exactly: shared/analytics.md, "Attribution".
 * Works on the final categories, so ranks are shared out as they were given.
 */
#include "rules/foret/foret.h"

#include "rules/foret/foret_state.h"

#include "base/banned.h"

struct shares {
    int64_t unit;
    int64_t cell[FORET_CELLS];
};

static int64_t count(uint32_t set)
{
    return foret_count(set);
}

/* `points` equally over the cells of `set`; nothing when it is empty. Up to 20 cells divide the unit. */
static void share(struct shares *shares, uint32_t set, int64_t points)
{
    int64_t part = set ? points * shares->unit / count(set) : 0;
    for (; set; set &= set - 1) {
        shares->cell[__builtin_ctz(set)] += part;
    }
}

/* The cells of the longest streams: all of them when several are equally long. */
static uint32_t longest_streams(uint32_t streams)
{
    uint32_t longest = 0;
    int64_t length = 0;
    while (streams) {
        uint32_t area = foret_area(streams, streams & (0 - streams));
        streams &= ~area;
        if (count(area) > length) {
            longest = 0;
            length = count(area);
        }
        longest |= count(area) == length ? area : 0;
    }
    return longest;
}

static void share_areas(struct shares *shares, uint32_t meadows)
{
    static const int64_t points[] = {0, 0, 3, 6, 10, 15};
    while (meadows) {
        uint32_t area = foret_area(meadows, meadows & (0 - meadows));
        meadows &= ~area;
        share(shares, area, points[count(area) < 5 ? count(area) : 5]);
    }
}

static void share_lines(struct shares *shares, uint32_t deer)
{
    const uint32_t row = 0x1f;
    const uint32_t column = 0x08421;
    for (unsigned i = 0; i < FORET_ROWS; i++) {
        share(shares, deer & row << i * FORET_COLUMNS, 2);
    }
    for (unsigned i = 0; i < FORET_COLUMNS; i++) {
        share(shares, deer & column << i, 2);
    }
}

/* What a card earns by itself where it lies; 0 for the types that share. */
static int64_t own_points(const uint32_t *of, unsigned type, unsigned cell)
{
    uint32_t near = foret_near(1u << cell);
    switch (type) {
    case FORET_BEE:
        return 3 * count(near & of[FORET_MEADOW]);
    case FORET_BEAR:
        return 2 * count(near & (of[FORET_BEE] | of[FORET_TROUT]));
    case FORET_TROUT:
        return 2 * count(near & (of[FORET_STREAM] | of[FORET_DRAGONFLY]));
    case FORET_FOX:
        return near & (of[FORET_WOLF] | of[FORET_BEAR]) ? 0 : 3;
    case FORET_EAGLE:
        return 2 * count(foret_reach[cell] & (of[FORET_RABBIT] | of[FORET_TROUT]));
    case FORET_DRAGONFLY: {
        int64_t lengths = 0;
        for (uint32_t beside = near & of[FORET_STREAM]; beside;) {
            uint32_t area = foret_area(of[FORET_STREAM], beside & (0 - beside));
            beside &= ~area;
            lengths += count(area);
        }
        return lengths;
    }
    case FORET_RABBIT:
        return 1;
    default:
        return 0;
    }
}

static void credit_seat(const struct foret_seat *seat, const struct outcome_row *row, credit_fn *fn, void *context)
{
    struct foret_board board;
    struct shares shares = {.unit = (int64_t)foret_game.unit};
    foret_board_of(seat, &board);
    share_lines(&shares, board.of[FORET_DEER]);
    share_areas(&shares, board.of[FORET_MEADOW]);
    share(&shares, longest_streams(board.of[FORET_STREAM]), row->category[FORET_STREAM]);
    share(&shares, board.of[FORET_WOLF], row->category[FORET_WOLF]);
    for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
        unsigned card = seat->card[foret_box_cell(seat, cell)];
        if (card == 0) {
            continue;
        }
        struct credit credit = {.seat = row->seat, .category = (uint8_t)(card - 1), .card = (uint16_t)(card - 1)};
        credit.cell = (uint16_t)cell;
        credit.units = shares.cell[cell] + own_points(board.of, card - 1, cell) * shares.unit;
        fn(context, &credit);
    }
    struct credit credit = {.seat = row->seat, .category = FORET_BIODIVERSITY, .card = CREDIT_NO_CARD};
    credit.units = row->category[FORET_BIODIVERSITY] * shares.unit;
    fn(context, &credit);
}

void foret_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context)
{
    if (setup->level == FORET_TOTALS) {
        totals_credits(&foret_totals, setup, state, fn, context);
        return;
    }
    const struct foret_state *s = state;
    struct outcome outcome;
    foret_outcome(setup, s, &outcome);
    for (unsigned i = 0; i < setup->seats; i++) {
        credit_seat(&s->seat[i], &outcome.rows[i], fn, context);
    }
}

void foret_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context)
{
    if (setup->level == FORET_TOTALS) {
        totals_warnings(&foret_totals, setup, state, fn, context);
    }
}
