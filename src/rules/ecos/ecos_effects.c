/*
 * A card under way: its program runs by itself where nothing is to be
 * decided, and stops at what the player must say. A card whose effects the
 * catalogue does not know is declared instead, word by word.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* ---- what "this" and "adjacent" count ---- */

unsigned ecos_units(const struct ecos_state *s, const struct ecos_effect *e)
{
    const struct ecos_land *land = &s->land;
    int at = s->ref_thing == THING_NONE ? -1 : land_find(land, s->ref_q, s->ref_r);
    if (e->measure == MEASURE_FIXED) {
        return 1;
    }
    if (e->measure == MEASURE_LANDSCAPE) {
        return land_count(land, e->of);
    }
    if (e->measure == MEASURE_LARGEST) {
        return land_largest(land, e->of);
    }
    if (at < 0) {
        return 0;
    }
    unsigned from = (unsigned)at;
    unsigned habitat = s->ref_thing >= THING_SPECIES ? land->tile[from].terrain : s->ref_thing;
    struct ecos_tiles group;
    switch (e->measure) {
    case MEASURE_HERD:
        return land_size(land, from, e->of == THING_NONE ? s->ref_thing : e->of);
    case MEASURE_HABITAT:
        return land_size(land, from, e->of == THING_NONE ? habitat : e->of);
    case MEASURE_TERRITORY:
        return land_size(land, from, THING_LAND);
    case MEASURE_ADJACENT:
        return land_adjacent(land, from, s->ref_thing, e->of);
    case MEASURE_IN_HABITAT:
        group = land_group(land, from, habitat);
        return land_sum(land, &group, e->of);
    default: /* MEASURE_IN_TERRITORY */
        group = land_group(land, from, THING_LAND);
        return land_sum(land, &group, e->of);
    }
}

unsigned ecos_points_of(const struct ecos_catalogue *cat, const struct ecos_state *s, const struct ecos_effect *e)
{
    unsigned units = ecos_units(s, e) / e->per;
    if (e->cap && units > e->cap) {
        units = e->cap;
    }
    if (e->table_length) {
        unsigned at = units > e->table_length ? e->table_length : units;
        return at ? cat->step[e->table + at - 1] : 0;
    }
    return units * e->amount;
}

void ecos_award(struct ecos_state *s, unsigned seat, unsigned card, unsigned points)
{
    unsigned room = 60000u - s->points[seat];
    points = points > room ? room : points;
    s->points[seat] = (uint16_t)(s->points[seat] + points);
    s->card_points[seat][card] = (uint16_t)(s->card_points[seat][card] + points);
}

/* ---- beginning and end ---- */

void ecos_start_card(const struct setup *setup, struct ecos_state *s, unsigned seat, unsigned card)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned cubes = ecos_cubes_on(s->filled[card]);
    unsigned spent = s->spent[seat][card] + cubes;
    s->spent[seat][card] = (uint8_t)(spent < UINT8_MAX ? spent : UINT8_MAX);
    s->first[seat][card] = (uint8_t)(s->first[seat][card] ? s->first[seat][card] : s->round + 1);
    s->spare[seat] = (uint8_t)(s->spare[seat] + cubes);
    s->filled[card] = 0;
    ecos_set_full(s, card, false);
    s->resolved_own = 1;
    if (s->charged[seat] == card) { /* what was resolved cannot be withdrawn when it is completed again */
        s->charged[seat] = 0;
        s->charged_element[seat] = 0;
    }
    s->times[seat][card] = (uint8_t)(s->times[seat][card] + (s->times[seat][card] < UINT8_MAX));
    s->card = (uint8_t)card;
    s->pc = cat->card[card].first;
    s->rep = 0;
    s->declared = 0;
    s->ref_thing = THING_NONE;
    s->ref_q = 0;
    s->ref_r = 0;
    ecos_push(s, FRAME_CARD, seat, card, 0);
    if (card_knows(cat, card, CARD_EFFECTS_KNOWN) && !ecos_feasible(cat, &s->land, s->pc, 0)) {
        s->rep = UINT8_MAX; /* no effect at all */
    }
}

static void end_card(struct ecos_state *s)
{
    unsigned card = s->card;
    unsigned seat = s->frame[s->frames - 1].seat;
    if (s->leaves[card] > 1) {
        s->leaves[card]--;
    } else if (s->leaves[card] == 1) {
        s->leaves[card] = 0;
        s->at[card] = (uint8_t)(AT_USED + seat);
    }
    s->frame[--s->frames] = (struct ecos_frame){0, 0, 0, 0};
    s->card = 0;
    s->pc = 0;
    s->rep = 0;
    s->declared = 0;
    s->taken = 0;
    memset(s->moved, 0, sizeof(s->moved));
    s->ref_thing = THING_NONE;
    s->ref_q = 0;
    s->ref_r = 0;
}

/* ---- running ---- */

void ecos_gain_cubes(struct ecos_state *s, unsigned seat, unsigned amount)
{
    unsigned got = amount < s->cubes_left ? amount : s->cubes_left;
    s->cubes_left = (uint8_t)(s->cubes_left - got);
    s->spare[seat] = (uint8_t)(s->spare[seat] + got);
}

/* Effects that give each of the players something at once. */
static void give(const struct setup *setup, struct ecos_state *s, const struct ecos_effect *e, unsigned seat)
{
    unsigned players = e->flags & EFFECT_EVERYONE ? setup->seats : 1;
    unsigned points = e->op == ECOS_POINTS ? ecos_points_of(ecos_cat(setup), s, e) : 0;
    for (unsigned i = 0; i < players; i++) {
        unsigned to = (seat + i) % setup->seats;
        if (e->op == ECOS_POINTS) {
            ecos_award(s, to, s->card, points);
        } else {
            ecos_gain_cubes(s, to, e->amount);
        }
    }
}

/* Effects that ask players one after the other; false when all have been asked. */
static bool ask(const struct setup *setup, struct ecos_state *s, const struct ecos_effect *e, unsigned seat)
{
    unsigned players = e->flags & EFFECT_EVERYONE ? setup->seats : 1;
    if (s->rep >= players * e->amount) {
        return false;
    }
    unsigned to = (seat + s->rep / e->amount) % setup->seats;
    s->rep++;
    if (e->op == ECOS_ELEMENT) {
        ecos_push(s, FRAME_ELEMENT, to, e->what, s->card);
    } else if (e->op == ECOS_CARD && ecos_can_gain(s)) {
        ecos_push(s, FRAME_GAIN, to, 0, 0);
    } else if (e->op == ECOS_PLAY && ecos_hand(s, to) > 0) {
        ecos_push(s, FRAME_PLAY, to, 0, 0);
    }
    return true;
}

static void next_effect(struct ecos_state *s)
{
    s->pc++;
    s->rep = 0;
    memset(s->moved, 0, sizeof(s->moved));
}

void ecos_run_card(const struct setup *setup, struct ecos_state *s)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned seat = s->frame[s->frames - 1].seat;
    if (!card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        if (s->rep == UINT8_MAX) {
            end_card(s);
        }
        return;
    }
    while (s->rep != UINT8_MAX && cat->effect[s->pc].op != ECOS_END) {
        const struct ecos_effect *e = &cat->effect[s->pc];
        switch (e->op) {
        case ECOS_POINTS:
        case ECOS_CUBE:
            give(setup, s, e, seat);
            next_effect(s);
            break;
        case ECOS_ELEMENT:
        case ECOS_CARD:
        case ECOS_PLAY:
            if (!ask(setup, s, e, seat)) {
                next_effect(s);
            } else if (ecos_top(s)->kind != FRAME_CARD) {
                return;
            }
            break;
        case ECOS_JUMP:
            s->pc = e->target;
            s->rep = 0;
            break;
        case ECOS_PLACE:
        case ECOS_MOVE:
            if (s->rep >= e->amount || (e->op == ECOS_MOVE && !ecos_effect_possible(setup, s))) {
                next_effect(s);
                break;
            }
            return;
        default: /* ECOS_REMOVE, ECOS_REPLACE, ECOS_PICK, ECOS_CHOICE, ECOS_MAY */
            if (ecos_effect_possible(setup, s)) {
                return;
            }
            next_effect(s);
            s->pc = e->target ? e->target : s->pc; /* with what is left out goes what hangs on it */
            break;
        }
    }
    end_card(s);
}

/* ---- what the player says ---- */

static void set_ref(struct ecos_state *s, struct ecos_word w)
{
    s->ref_thing = (uint8_t)w.a;
    s->ref_q = (int16_t)uncoord(w.v[0]);
    s->ref_r = (int16_t)uncoord(w.v[1]);
}

void ecos_do_land(const struct setup *setup, struct ecos_state *s, struct ecos_word w)
{
    int q = uncoord(w.v[0]);
    int r = uncoord(w.v[1]);
    switch (w.kind) {
    case KIND_PLACE:
        land_place(&s->land, w.a, q, r);
        set_ref(s, w);
        break;
    case KIND_TAKE:
    case KIND_REMOVE:
        land_remove(&s->land, w.a, q, r);
        break;
    case KIND_REPLACE:
        land_replace(ecos_cat(setup), &s->land, w.a, q, r);
        break;
    default: /* KIND_MOVE */
        land_move(&s->land, w.a - THING_SPECIES, (unsigned)land_find(&s->land, q, r),
                  (unsigned)land_find(&s->land, uncoord(w.v[2]), uncoord(w.v[3])));
        break;
    }
}

void ecos_do_card(const struct setup *setup, struct ecos_state *s, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (!card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        ecos_do_declared(setup, s, w);
        return;
    }
    const struct ecos_effect *e = &cat->effect[s->pc];
    switch (w.kind) {
    case KIND_DECLINE:
        s->rep = UINT8_MAX;
        break;
    case KIND_CHOOSE:
        s->pc = e->op == ECOS_MAY ? (uint16_t)(s->pc + 1) : cat->effect[s->pc + w.a].target;
        s->rep = 0;
        break;
    case KIND_SKIP:
        next_effect(s);
        s->pc = e->op == ECOS_MAY ? e->target : s->pc;
        break;
    case KIND_PICK:
        set_ref(s, w);
        next_effect(s);
        break;
    case KIND_TAKE:
        ecos_do_land(setup, s, w);
        s->taken = (uint8_t)(thing_supply(w.a) + 1);
        break;
    case KIND_PLACE:
        ecos_do_land(setup, s, w);
        s->taken = 0;
        s->rep++;
        break;
    case KIND_MOVE:
        ecos_do_land(setup, s, w);
        s->moved[s->rep++ % ECOS_MOVES] =
            (struct ecos_moved){.q = (int16_t)uncoord(w.v[2]), .r = (int16_t)uncoord(w.v[3]), .thing = (uint8_t)w.a};
        break;
    default: /* KIND_REMOVE, KIND_REPLACE */
        ecos_do_land(setup, s, w);
        next_effect(s);
        break;
    }
}
