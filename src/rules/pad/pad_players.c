/* Plausible results, for simulated pads: what a table of people might have written down. */
#include "rules/pad/pad_state.h"

#include "base/banned.h"

enum { LOW = 20, SPREAD = 60, CATEGORY_SPREAD = 21 };

static int32_t some_points(struct prng *prng, uint32_t least, uint32_t spread)
{
    return (int32_t)(least + prng_below(prng, spread)) * PAD_ONE;
}

static bool is_taken(const struct setup *setup, const struct totals *t, unsigned rank)
{
    bool taken = false;
    for (unsigned i = 0; i < setup->seats; i++) {
        taken = taken || t->line[i].rank == rank;
    }
    return taken;
}

/* One of the ranks that no side has said; the last to speak is first when nobody is. */
static unsigned some_rank(const struct setup *setup, const struct totals *t, struct prng *prng)
{
    unsigned free_rank[GAME_PLAYERS];
    unsigned count = 0;
    unsigned sides = 0;
    unsigned silent = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        bool side = totals_voice(&pad_totals, setup, i) == i;
        sides += side;
        silent += side && !t->line[i].done;
    }
    for (unsigned rank = 1; rank <= sides; rank++) {
        if (!is_taken(setup, t, rank)) {
            free_rank[count++] = rank;
        }
    }
    if (count == 0 || (silent == 1 && !is_taken(setup, t, 1))) {
        return 1;
    }
    return free_rank[prng_below(prng, count)];
}

/* The categories one after the other, and the total that they add up to; without categories any total. */
static struct totals_word next_word(const struct setup *setup, const struct totals *t, unsigned line, struct prng *prng)
{
    struct totals_word w = {.kind = TOTALS_LINE, .has = true};
    bool whole = setup_categories(setup) > 0;
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        if (!(t->line[line].stated >> i & 1)) {
            return (struct totals_word){
                .kind = TOTALS_CATEGORY, .a = i, .has = true, .value = some_points(prng, 0, CATEGORY_SPREAD)};
        }
        w.value += pad_category_sign(setup, i) * totals_points(setup, t, line, i);
    }
    w.value = whole ? w.value : some_points(prng, LOW, SPREAD);
    return w;
}

game_move pad_chance(const struct setup *setup, const void *state, struct prng *prng)
{
    struct totals_word w = next_word(setup, state, 0, prng);
    if (w.kind == TOTALS_LINE) {
        w.result = prng_below(prng, 2) ? TOTALS_WON : TOTALS_LOST;
    }
    return totals_pack(SEAT_TABLE, w);
}

game_move pad_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    struct totals_word w = next_word(setup, state, seat, prng);
    const struct totals *t = state;
    bool ranked = setup->variant == PAD_RANK || t->ranks == TOTALS_RANKED;
    if (w.kind == TOTALS_LINE && ranked) {
        w.a = some_rank(setup, t, prng);
    }
    if (w.kind == TOTALS_LINE && setup->variant == PAD_RANK && setup_categories(setup) == 0) {
        w.has = false;
    }
    if (w.kind == TOTALS_LINE && setup->variant == PAD_WIN) {
        w.result = prng_below(prng, setup->seats) == 0 ? TOTALS_WON : TOTALS_LOST;
    }
    return totals_pack(seat, w);
}
