/*
 * The ruling on placements, exactly: can all placements of a card from a
 * record on be made, by some sequence of choices? A search over the choices
 * that change the landscape, cut short where a choice cannot matter:
 *
 *   - no placement follows: yes;
 *   - where a tile, a forest or an animal is put does not matter when no later
 *     record asks where (EFFECT_PLACE_FREE): whether terrain, a mountain or a
 *     forest exists, and how many forests find room, is the same either way;
 *   - nor does it for a mountain, unless some tile holds more forests than it
 *     can: there a mountain makes no room.
 *
 * Animals block nothing (a full landscape takes them anyway), and moving them
 * is never needed: the loader refuses `near` an animal after a move.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

static bool search(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep);

static bool is_overfull(const struct ecos_land *land)
{
    for (unsigned i = 0; i < land->count; i++) {
        if (land->tile[i].forests > tile_capacity(&land->tile[i])) {
            return true;
        }
    }
    return false;
}

/* Tries one cell; `*matters` says whether another may do better. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as a card has records, which the catalogue bounds
static bool try_place(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                      unsigned thing, int q, int r)
{
    struct ecos_land copy = *land;
    land_place(&copy, thing, q, r);
    return search(cat, &copy, pc, rep + 1);
}

/* A tile beside one that has what it must be near. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool put_beside(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                       unsigned thing)
{
    unsigned near = cat->effect[pc].near;
    for (unsigned i = 0; i < land->count; i++) {
        const struct ecos_tile *tile = &land->tile[i];
        for (unsigned k = 0; k < 6 && tile_count(tile, near) > 0; k++) {
            int q = tile->q + land_step[k][0];
            int r = tile->r + land_step[k][1];
            if (land_can_place(cat, land, thing, q, r, near) && try_place(cat, land, pc, rep, thing, q, r)) {
                return true;
            }
        }
    }
    return false;
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool put_terrain(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                        unsigned thing)
{
    const struct ecos_effect *e = &cat->effect[pc];
    struct ecos_cell shore[ECOS_SHORE];
    if (e->near != THING_NONE) {
        return put_beside(cat, land, pc, rep, thing);
    }
    if (land_any_shore(land, shore)) { /* mostly any place will do, and none is needed but this */
        bool found = land_can_place(cat, land, thing, shore[0].q, shore[0].r, THING_NONE) &&
                     try_place(cat, land, pc, rep, thing, shore[0].q, shore[0].r);
        if (found || (e->flags & EFFECT_PLACE_FREE)) {
            return found;
        }
    }
    unsigned count = land_shore(land, shore);
    for (unsigned i = 0; i < count; i++) {
        if (land_can_place(cat, land, thing, shore[i].q, shore[i].r, e->near) &&
            try_place(cat, land, pc, rep, thing, shore[i].q, shore[i].r)) {
            return true;
        }
    }
    return false;
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool put_token(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                      unsigned thing)
{
    const struct ecos_effect *e = &cat->effect[pc];
    bool alike = (e->flags & EFFECT_PLACE_FREE) && e->near == THING_NONE;
    alike = alike && (thing != THING_MOUNTAIN || !is_overfull(land));
    for (unsigned i = 0; i < land->count; i++) {
        const struct ecos_tile *tile = &land->tile[i];
        if (!tile_can_take(cat, land, thing, i, e->near)) {
            continue;
        }
        if (try_place(cat, land, pc, rep, thing, tile->q, tile->r)) {
            return true;
        }
        if (alike) {
            return false;
        }
    }
    return false;
}

/* The next of the record's things, taken from the landscape when the supply is empty. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool put(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                unsigned thing)
{
    if (land->left[thing_supply(thing)] > 0) {
        return thing_is_terrain(thing) ? put_terrain(cat, land, pc, rep, thing) : put_token(cat, land, pc, rep, thing);
    }
    for (unsigned i = 0; i < land->count; i++) {
        const struct ecos_tile *tile = &land->tile[i];
        unsigned taken = thing_is_terrain(thing) ? tile->terrain : thing;
        if (thing_supply(taken) != thing_supply(thing) || !land_can_remove(land, taken, tile->q, tile->r)) {
            continue;
        }
        struct ecos_land copy = *land;
        land_remove(&copy, taken, tile->q, tile->r);
        if (thing_is_terrain(thing) ? put_terrain(cat, &copy, pc, rep, thing) : put_token(cat, &copy, pc, rep, thing)) {
            return true;
        }
    }
    return false;
}

/* Any of the things that a record's collective word stands for. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool put_any(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep)
{
    unsigned what = cat->effect[pc].what;
    unsigned first = what;
    unsigned last = what;
    if (what == THING_LAND || what == THING_TILE) {
        first = THING_DESERT;
        last = what == THING_LAND ? THING_GRASSLAND : THING_WATER;
    } else if (what == THING_ANIMAL) {
        first = THING_SPECIES;
        last = THING_SPECIES + cat->species - 1u;
    }
    for (unsigned thing = first; thing <= last; thing++) {
        if (put(cat, land, pc, rep, thing)) {
            return true;
        }
    }
    return false;
}

/* Removing or replacing, which must be done when it can be. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool change(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc)
{
    const struct ecos_effect *e = &cat->effect[pc];
    bool possible = false;
    for (unsigned i = 0; i < land->count; i++) {
        const struct ecos_tile *tile = &land->tile[i];
        for (unsigned thing = 0; thing < THINGS; thing++) {
            bool among = e->op == ECOS_REPLACE     ? thing == e->of
                         : e->what == THING_ANIMAL ? thing >= THING_SPECIES
                         : e->what == THING_LAND   ? thing <= THING_GRASSLAND
                         : e->what == THING_TILE   ? thing_is_terrain(thing)
                                                   : thing == e->what;
            bool can = among && (e->op == ECOS_REPLACE ? land_can_replace(land, e->what, thing, tile->q, tile->r)
                                                       : land_can_remove(land, thing, tile->q, tile->r));
            if (!can) {
                continue;
            }
            struct ecos_land copy = *land;
            possible = true;
            if (e->op == ECOS_REPLACE) {
                land_replace(cat, &copy, thing, tile->q, tile->r);
            } else {
                land_remove(&copy, thing, tile->q, tile->r);
            }
            if (search(cat, &copy, pc + 1, 0)) {
                return true;
            }
        }
    }
    return !possible && search(cat, land, e->target ? e->target : pc + 1u, 0);
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool search(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep)
{
    for (;; pc++, rep = 0) {
        const struct ecos_effect *e = &cat->effect[pc];
        if (!(e->flags & EFFECT_PLACES)) {
            return true;
        }
        if (e->op == ECOS_PLACE && rep < e->amount) {
            return put_any(cat, land, pc, rep);
        }
        if (e->op == ECOS_REMOVE || e->op == ECOS_REPLACE) {
            return change(cat, land, pc);
        }
        if (e->op == ECOS_MAY && search(cat, land, e->target, 0)) {
            return true;
        }
        for (unsigned i = 0; e->op == ECOS_CHOICE && i < e->amount; i++) {
            if (search(cat, land, cat->effect[pc + 1 + i].target, 0)) {
                return true;
            }
        }
        if (e->op == ECOS_CHOICE) {
            return false;
        }
        if (e->op == ECOS_JUMP) {
            pc = e->target - 1u;
        }
    }
}

bool ecos_feasible_taken(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                         unsigned supply)
{
    unsigned what = cat->effect[pc].what;
    for (unsigned thing = 0; thing < THING_SPECIES + (unsigned)cat->species; thing++) {
        bool among = what == THING_LAND     ? thing <= THING_GRASSLAND
                     : what == THING_TILE   ? thing <= THING_WATER
                     : what == THING_ANIMAL ? thing >= THING_SPECIES
                                            : thing == what;
        if (among && thing_supply(thing) == supply && put(cat, land, pc, rep, thing)) {
            return true;
        }
    }
    return false;
}

bool ecos_feasible(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep)
{
    return search(cat, land, pc, rep);
}
