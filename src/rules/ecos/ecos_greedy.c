/*
 * A player who is sensible and quick: charges what is nearest to paying,
 * turns the dial otherwise, and puts things where the card's own points are
 * most. It looks one decision ahead and knows what a person at the table
 * knows.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

struct thought {
    const struct setup *setup;
    const struct ecos_state *s;
    unsigned seat;
    struct prng *prng;
    struct ecos_word best;
    int best_value;
    uint32_t ties;
};

/* Roughly what one use of a card brings, in tenths of a point: its points with typical counts, and its gains. */
static int card_worth(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned card)
{
    if (!card_knows(cat, card, CARD_EFFECTS_KNOWN)) {
        return 30;
    }
    int worth = 0;
    for (unsigned pc = cat->card[card].first; cat->effect[pc].op != ECOS_END; pc++) {
        const struct ecos_effect *e = &cat->effect[pc];
        if (e->op == ECOS_POINTS) {
            bool landscape = e->measure == MEASURE_LANDSCAPE || e->measure == MEASURE_LARGEST;
            unsigned units = e->measure == MEASURE_FIXED ? 1 : landscape ? ecos_units(s, e) / e->per : 3u / e->per;
            units = e->cap && units > e->cap ? e->cap : units;
            unsigned at = units > e->table_length ? e->table_length : units;
            worth += 10 * (int)(e->table_length ? (at ? cat->step[e->table + at - 1] : 0) : units * e->amount);
        } else if (e->op == ECOS_ELEMENT || e->op == ECOS_CUBE || e->op == ECOS_CARD || e->op == ECOS_PLAY) {
            worth += 14 * e->amount;
        } else if (e->op == ECOS_PLACE) {
            worth += 4;
        }
    }
    return worth > 0 ? worth : 5;
}

/* True when all that the card does hangs on something that is not there to be removed. */
static bool would_be_vain(const struct thought *t, unsigned card)
{
    const struct ecos_catalogue *cat = ecos_cat(t->setup);
    const struct ecos_effect *first = &cat->effect[cat->card[card].first];
    bool removes = first->op == ECOS_REMOVE || first->op == ECOS_REPLACE;
    if (!removes || !first->target || cat->effect[first->target].op != ECOS_END) {
        return false;
    }
    struct ecos_state then = *t->s;
    then.card = (uint8_t)card;
    then.pc = cat->card[card].first;
    return !ecos_effect_possible(t->setup, &then);
}

/* A charge is worth its share of the card, more when the card is nearly complete. */
static int charge_value(const struct thought *t, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(t->setup);
    unsigned card = w.a;
    if (!card_knows(cat, card, CARD_SLOTS_KNOWN)) {
        return w.v[3] ? (ecos_cubes_on(t->s->filled[card]) >= 2 ? 60 : -10) : 20;
    }
    int need = (int)ecos_cubes_on(cat->card[card].need);
    int left = need - (int)ecos_cubes_on(t->s->filled[card]);
    int worth = card_worth(cat, t->s, card);
    if (left == 1 && card_knows(cat, card, CARD_EFFECTS_KNOWN) &&
        (!ecos_feasible(cat, &t->s->land, cat->card[card].first, 0) || would_be_vain(t, card))) {
        return -20;
    }
    int value = worth / need + (need - left) * 3 + (left == 1 ? worth / 2 : 0);
    if (w.v[1]) {
        value -= card_worth(cat, t->s, w.v[1]) / 2 + 10;
    }
    return value;
}

/* The points that the rest of the program gives if nothing more were decided. */
static int rest_value(const struct thought *t, const struct ecos_state *after)
{
    const struct ecos_catalogue *cat = ecos_cat(t->setup);
    int value = 0;
    for (unsigned pc = t->s->pc; cat->effect[pc].op != ECOS_END && cat->effect[pc].op != ECOS_JUMP; pc++) {
        const struct ecos_effect *e = &cat->effect[pc];
        if (e->op == ECOS_POINTS) {
            value += 10 * (int)ecos_points_of(cat, after, e);
        } else if (e->op == ECOS_CHOICE) {
            break;
        }
    }
    return value;
}

static int effect_value(const struct thought *t, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(t->setup);
    if (!card_knows(cat, t->s->card, CARD_EFFECTS_KNOWN)) { /* declared: a plain card of three points */
        bool points = w.kind == KIND_POINTS && w.a == 3 && w.v[0] == FOR_SELF;
        return points && t->s->declared == 1                 ? 50
               : w.kind == KIND_PLACE && t->s->declared == 0 ? 40
               : w.kind == KIND_DONE                         ? 30
               : w.kind == KIND_DISCARD                      ? 20 /* where `done` is not legal any more */
                                                             : 0;
    }
    struct ecos_state after = *t->s;
    if (w.kind == KIND_CHOOSE && cat->effect[t->s->pc].op == ECOS_CHOICE) {
        struct thought branch = *t;
        after.pc = cat->effect[t->s->pc + w.a].target;
        branch.s = &after;
        return 10 + rest_value(&branch, &after);
    }
    if (w.kind == KIND_DECLINE) {
        return -1;
    }
    ecos_do_card(t->setup, &after, w);
    return rest_value(t, &after) + (w.kind == KIND_SKIP ? 0 : 1);
}

static int value_of(const struct thought *t, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(t->setup);
    const struct ecos_state *s = t->s;
    const struct ecos_frame *top = ecos_top(s);
    if (top && top->kind == FRAME_CARD) {
        return effect_value(t, w);
    }
    unsigned active = 0;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        active += card_at(s, card, AT_ACTIVE, t->seat);
    }
    switch (w.kind) {
    case KIND_CHARGE:
        return charge_value(t, w);
    case KIND_TURN:
        return active < 3 ? 25 : 7;
    case KIND_RESOLVE:
    case KIND_KEEP:
    case KIND_FACEUP:
    case KIND_ACTIVE:
        return card_worth(cat, s, w.a) * 10 / (int)(ecos_cubes_on(cat->card[w.a].need) + 1u);
    case KIND_PLAY:
        return 100 + card_worth(cat, s, w.a) * 10 / (int)(ecos_cubes_on(cat->card[w.a].need) + 1u) -
               (active > 5 ? 200 : 0);
    case KIND_GAIN:
        return w.a == GAIN_CARD ? (ecos_hand(s, t->seat) == 0 ? 20 : -5) : 20;
    case KIND_LOOK:
        return w.a == LOOK_BOTH ? 200 : 100;
    case KIND_WITHDRAW:
        return ecos_feasible(cat, &s->land, cat->card[s->charged[t->seat]].first, 0) ? -10 : 1000;
    default:
        return 0;
    }
}

static bool consider(void *context, struct ecos_word w)
{
    struct thought *t = context;
    if (w.kind != KIND_MOVE && ecos_check(t->setup, t->s, t->seat, w) != ECOS_OK) {
        return true;
    }
    int value = value_of(t, w);
    if (t->ties == 0 || value > t->best_value) {
        t->best = w;
        t->best_value = value;
        t->ties = 1;
    } else if (value == t->best_value && prng_below(t->prng, ++t->ties) == 0) {
        t->best = w;
    }
    return true;
}

game_move ecos_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    struct thought t = {.setup = setup, .s = state, .seat = seat, .prng = prng};
    (void)ecos_each_word(setup, state, seat, consider, &t);
    return ecos_pack(seat, t.best);
}
