/*
 * What a player may say while a card is resolved: the words that its next
 * effect asks for, and, where effects are declared, everything that landscape
 * and supplies allow.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* True when a record's word `what` stands for the concrete `thing`. */
static bool stands_for(const struct ecos_catalogue *cat, unsigned what, unsigned thing)
{
    switch (what) {
    case THING_LAND:
        return thing == THING_DESERT || thing == THING_GRASSLAND;
    case THING_TILE:
        return thing_is_terrain(thing);
    case THING_ANIMAL:
        return thing >= THING_SPECIES && thing < THING_SPECIES + (unsigned)cat->species;
    default:
        return thing == what;
    }
}

static bool is_concrete(const struct ecos_catalogue *cat, unsigned thing)
{
    return thing <= THING_FOREST || (thing >= THING_SPECIES && thing < THING_SPECIES + (unsigned)cat->species);
}

static enum ecos_rule check_place(const struct setup *setup, const struct ecos_state *s, struct ecos_word w,
                                  const struct ecos_effect *e)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    int q = uncoord(w.v[0]);
    int r = uncoord(w.v[1]);
    if (!is_concrete(cat, w.a) || (e && !stands_for(cat, e->what, w.a)) ||
        (s->taken && thing_supply(w.a) + 1 != s->taken)) {
        return ECOS_NOT_THE_EFFECT;
    }
    if (s->land.left[thing_supply(w.a)] == 0) {
        return ECOS_SUPPLY_EMPTY;
    }
    if (!land_can_place(cat, &s->land, w.a, q, r, e ? e->near : THING_NONE)) {
        return ECOS_CANNOT_PLACE;
    }
    bool last = e && s->rep + 1u >= e->amount && !(e[1].flags & EFFECT_PLACES);
    if (!e || last) {
        return ECOS_OK;
    }
    struct ecos_land after = s->land;
    land_place(&after, w.a, q, r);
    return ecos_feasible(cat, &after, s->pc, s->rep + 1u) ? ECOS_OK : ECOS_LATER_IMPOSSIBLE;
}

/* Why something at q,r cannot be taken or removed. */
static enum ecos_rule why_not_removed(const struct setup *setup, const struct ecos_land *land, unsigned thing, int q,
                                      int r)
{
    int at = land_find(land, q, r);
    bool there = at >= 0 && tile_count(&land->tile[at], thing) > 0;
    return there && ecos_names_refusals(setup) ? ECOS_LAST_TILE : ECOS_NOTHING_THERE;
}

/* Taking from the landscape what the supply does not have. */
static enum ecos_rule check_take(const struct setup *setup, const struct ecos_state *s, struct ecos_word w,
                                 const struct ecos_effect *e)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    int q = uncoord(w.v[0]);
    int r = uncoord(w.v[1]);
    bool asked = is_concrete(cat, w.a);
    if (e) { /* either face of a land tile will do */
        asked = asked && (stands_for(cat, e->what, w.a) ||
                          (thing_is_terrain(e->what) && thing_supply(e->what) == thing_supply(w.a)));
    }
    if (!asked || s->taken) { /* what was taken is placed first */
        return ECOS_NOT_THE_EFFECT;
    }
    if (s->land.left[thing_supply(w.a)] > 0) {
        return ECOS_SUPPLY_LEFT;
    }
    if (!land_can_remove(&s->land, w.a, q, r)) {
        return why_not_removed(setup, &s->land, w.a, q, r);
    }
    if (!e) {
        return ECOS_OK;
    }
    struct ecos_land after = s->land;
    land_remove(&after, w.a, q, r);
    return ecos_feasible_taken(cat, &after, s->pc, s->rep, thing_supply(w.a)) ? ECOS_OK : ECOS_LATER_IMPOSSIBLE;
}

/* Declining counts as not possible: allowed when no thing of the effect is left in the supply. */
static enum ecos_rule check_decline(const struct setup *setup, const struct ecos_state *s, const struct ecos_effect *e)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    for (unsigned thing = 0; thing < THINGS; thing++) {
        if (is_concrete(cat, thing) && stands_for(cat, e->what, thing) && s->land.left[thing_supply(thing)] > 0) {
            return ECOS_SUPPLY_LEFT;
        }
    }
    return ECOS_OK;
}

bool ecos_unmoved(const struct ecos_state *s, unsigned thing, const struct ecos_tile *tile)
{
    unsigned moved = 0;
    for (unsigned i = 0; i < ECOS_MOVES; i++) {
        moved += s->moved[i].thing == thing && s->moved[i].q == tile->q && s->moved[i].r == tile->r;
    }
    return tile_species(tile, thing - THING_SPECIES) > moved;
}

static enum ecos_rule check_move(const struct setup *setup, const struct ecos_state *s, struct ecos_word w,
                                 unsigned what, unsigned steps, bool anywhere)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    int from = land_find(&s->land, uncoord(w.v[0]), uncoord(w.v[1]));
    int to = land_find(&s->land, uncoord(w.v[2]), uncoord(w.v[3]));
    if (w.a < THING_SPECIES || !stands_for(cat, what, w.a)) {
        return ECOS_NOT_THE_EFFECT;
    }
    unsigned species = w.a - THING_SPECIES;
    if (from < 0 || to < 0 || tile_species(&s->land.tile[from], species) == 0) {
        return ECOS_NOTHING_THERE;
    }
    if (!ecos_unmoved(s, w.a, &s->land.tile[from])) {
        return ECOS_HAS_MOVED;
    }
    struct ecos_tiles reach = land_reach(cat, &s->land, species, (unsigned)from, steps, anywhere);
    return tiles_has(&reach, (unsigned)to) && tile_species(&s->land.tile[to], species) < ECOS_TOKENS
               ? ECOS_OK
               : ECOS_OUT_OF_REACH;
}

static enum ecos_rule check_remove(const struct setup *setup, const struct ecos_state *s, struct ecos_word w,
                                   const struct ecos_effect *e)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    int q = uncoord(w.v[0]);
    int r = uncoord(w.v[1]);
    if (!is_concrete(cat, w.a) || (e && !stands_for(cat, e->what, w.a))) {
        return ECOS_NOT_THE_EFFECT;
    }
    if (!land_can_remove(&s->land, w.a, q, r)) {
        return why_not_removed(setup, &s->land, w.a, q, r);
    }
    struct ecos_land after = s->land;
    land_remove(&after, w.a, q, r);
    return !e || ecos_feasible(cat, &after, s->pc + 1u, 0) ? ECOS_OK : ECOS_LATER_IMPOSSIBLE;
}

static enum ecos_rule check_replace(const struct setup *setup, const struct ecos_state *s, struct ecos_word w,
                                    const struct ecos_effect *e)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    int q = uncoord(w.v[0]);
    int r = uncoord(w.v[1]);
    if (!thing_is_terrain(w.a) || (e && w.a != e->of)) {
        return ECOS_NOT_THE_EFFECT;
    }
    if (!land_can_replace(&s->land, e ? e->what : (unsigned)THING_TILE, w.a, q, r)) {
        return ECOS_CANNOT_REPLACE;
    }
    struct ecos_land after = s->land;
    land_replace(cat, &after, w.a, q, r);
    return !e || ecos_feasible(cat, &after, s->pc + 1u, 0) ? ECOS_OK : ECOS_LATER_IMPOSSIBLE;
}

static enum ecos_rule check_choose(const struct setup *setup, const struct ecos_state *s, struct ecos_word w,
                                   const struct ecos_effect *e)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned target = s->pc + 1u;
    if (w.kind == KIND_SKIP) {
        target = e->target;
    } else if (w.a == 0 || w.a > (e->op == ECOS_MAY ? 1u : e->amount)) {
        return ECOS_NO_BRANCH;
    } else if (e->op == ECOS_CHOICE) {
        target = cat->effect[s->pc + w.a].target;
    }
    return ecos_feasible(cat, &s->land, target, 0) ? ECOS_OK : ECOS_LATER_IMPOSSIBLE;
}

enum ecos_rule ecos_check_piece(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    switch (w.kind) {
    case KIND_PLACE:
        return check_place(setup, s, w, NULL);
    case KIND_TAKE:
        return check_take(setup, s, w, NULL);
    case KIND_MOVE:
        return check_move(setup, s, w, THING_ANIMAL, ECOS_LAND_TILES, !ecos_holds_moves(setup));
    case KIND_REMOVE:
        return check_remove(setup, s, w, NULL);
    case KIND_REPLACE:
        return check_replace(setup, s, w, NULL);
    default:
        return ECOS_NOT_THE_EFFECT;
    }
}

enum ecos_rule ecos_check_card(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (!card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        return ecos_check_declared(setup, s, w);
    }
    const struct ecos_effect *e = &cat->effect[s->pc];
    switch (e->op) {
    case ECOS_PLACE:
        return w.kind == KIND_PLACE     ? check_place(setup, s, w, e)
               : w.kind == KIND_TAKE    ? check_take(setup, s, w, e)
               : w.kind == KIND_DECLINE ? check_decline(setup, s, e)
                                        : ECOS_NOT_THE_EFFECT;
    case ECOS_MOVE:
        return w.kind == KIND_SKIP   ? ECOS_OK
               : w.kind == KIND_MOVE ? check_move(setup, s, w, e->what, e->steps, e->flags & EFFECT_ANYWHERE)
                                     : ECOS_NOT_THE_EFFECT;
    case ECOS_REMOVE:
        return w.kind == KIND_REMOVE ? check_remove(setup, s, w, e) : ECOS_NOT_THE_EFFECT;
    case ECOS_REPLACE:
        return w.kind == KIND_REPLACE ? check_replace(setup, s, w, e) : ECOS_NOT_THE_EFFECT;
    case ECOS_PICK:
        if (w.kind != KIND_PICK || !is_concrete(cat, w.a) || !stands_for(cat, e->what, w.a)) {
            return ECOS_NOT_THE_EFFECT;
        }
        int at = land_find(&s->land, uncoord(w.v[0]), uncoord(w.v[1]));
        return at >= 0 && tile_count(&s->land.tile[at], w.a) > 0 ? ECOS_OK : ECOS_NOTHING_THERE;
    case ECOS_CHOICE:
    case ECOS_MAY:
        if (w.kind == KIND_CHOOSE || (w.kind == KIND_SKIP && e->op == ECOS_MAY)) {
            return check_choose(setup, s, w, e);
        }
        return ECOS_NOT_THE_EFFECT;
    default:
        return ECOS_NOT_THE_EFFECT;
    }
}
