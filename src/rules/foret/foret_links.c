/* Which type pays through which: what the statistics call neighbours (shared/analytics.md). */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

/* Pairs of a cell of `a` and a cell of `b` within an eagle's reach of it. */
static int32_t pairs_in_reach(uint32_t a, uint32_t b)
{
    int32_t found = 0;
    for (; a; a &= a - 1) {
        found += foret_count(foret_reach[__builtin_ctz(a)] & b);
    }
    return found;
}

/* Points that each card of type `a` earns for each card `b`, adjacent or within reach. */
static const struct {
    uint8_t a;
    uint8_t b;
    uint8_t points;
    bool reach;
} PAYING[] = {
    {FORET_BEE, FORET_MEADOW, 3, false},      {FORET_BEAR, FORET_BEE, 2, false},
    {FORET_BEAR, FORET_TROUT, 2, false},      {FORET_TROUT, FORET_STREAM, 2, false},
    {FORET_TROUT, FORET_DRAGONFLY, 2, false}, {FORET_EAGLE, FORET_RABBIT, 2, true},
    {FORET_EAGLE, FORET_TROUT, 2, true},
};

static int32_t points_through(const uint32_t *of, unsigned a, unsigned b)
{
    if (a == FORET_DRAGONFLY && b == FORET_STREAM) {
        return foret_dragonfly_points(of[a], of[b]);
    }
    for (size_t i = 0; i < sizeof(PAYING) / sizeof(PAYING[0]); i++) {
        if (PAYING[i].a == a && PAYING[i].b == b) {
            return PAYING[i].points * (PAYING[i].reach ? pairs_in_reach(of[a], of[b]) : foret_pairs(of[a], of[b]));
        }
    }
    return 0;
}

void foret_links(const struct setup *setup, const void *state, link_fn *fn, void *context)
{
    const struct foret_state *s = state;
    for (unsigned seat = 0; seat < setup->seats && setup->level != FORET_TOTALS; seat++) {
        struct foret_board board;
        foret_board_of(&s->seat[seat], &board);
        for (unsigned a = 0; a < FORET_TYPES; a++) {
            for (unsigned b = 0; board.of[a] && b < FORET_TYPES; b++) {
                struct link link = {.seat = (uint8_t)seat, .a = (uint16_t)a, .b = (uint16_t)b};
                link.pairs = board.of[b] ? foret_pairs(board.of[a], board.of[b]) : 0;
                int32_t points = board.of[b] ? points_through(board.of, a, b) : 0;
                link.units = (int64_t)points * (int64_t)setup->game->unit;
                if (link.pairs || link.units) {
                    fn(context, &link);
                }
            }
        }
    }
}
