/*
 * The landscape as it changes: where things may be put, what is removed with
 * what, how far animals get. Whose turn it is and what a card says is not
 * known here.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* True when `near` is one away from this cell. */
static bool is_beside(const struct ecos_land *land, int q, int r, unsigned near)
{
    uint8_t around[6];
    unsigned count = near == THING_NONE ? 0 : land_around(land, q, r, around);
    bool found = near == THING_NONE;
    for (unsigned i = 0; i < count && !found; i++) {
        found = tile_count(&land->tile[around[i]], near) > 0;
    }
    return found;
}

/* True when `near` is on this tile or one away. */
static bool is_near(const struct ecos_land *land, const struct ecos_tile *tile, unsigned near)
{
    return near == THING_NONE || tile_count(tile, near) > 0 || is_beside(land, tile->q, tile->r, near);
}

/* An animal needs a tile without animals, while there is one. */
static bool can_place_animal(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned species,
                             unsigned at, unsigned near)
{
    const struct ecos_tile *tile = &land->tile[at];
    if (!species_lives(cat, species, tile)) {
        return false;
    }
    for (unsigned i = 0; tile->animals != 0 && i < land->count; i++) {
        const struct ecos_tile *other = &land->tile[i];
        if (other->animals == 0 && species_lives(cat, species, other) && is_near(land, other, near)) {
            return false;
        }
    }
    return tile_species(tile, species) < ECOS_TOKENS;
}

bool tile_can_take(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned thing, unsigned at,
                   unsigned near)
{
    const struct ecos_tile *tile = &land->tile[at];
    if (thing == THING_MOUNTAIN) {
        return tile->terrain != THING_WATER && !tile->mountain && is_near(land, tile, near);
    }
    if (thing == THING_FOREST) {
        return tile->forests < tile_capacity(tile) && is_near(land, tile, near);
    }
    return thing >= THING_SPECIES && thing < THING_SPECIES + (unsigned)cat->species && is_near(land, tile, near) &&
           can_place_animal(cat, land, thing - THING_SPECIES, at, near);
}

bool land_can_place(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned thing, int q, int r,
                    unsigned near)
{
    int at = land_find(land, q, r);
    if (!thing_is_terrain(thing)) {
        return at >= 0 && tile_can_take(cat, land, thing, (unsigned)at, near);
    }
    uint8_t around[6];
    bool inside = q >= -ECOS_REACH && q <= ECOS_REACH && r >= -ECOS_REACH && r <= ECOS_REACH;
    return at < 0 && inside && land->count < ECOS_LAND_TILES && land_around(land, q, r, around) > 0 &&
           is_beside(land, q, r, near);
}

/* The slots of all tiles, which follow from the tiles alone. */
static void fill_slots(struct ecos_land *land)
{
    memset(land->slot, 0, sizeof(land->slot));
    land->crowded = 0;
    for (unsigned i = 0; i < land->count; i++) {
        uint8_t *slot = &land->slot[land_slot(land->tile[i].q, land->tile[i].r)];
        land->crowded |= *slot != 0;
        *slot = (uint8_t)(i + 1);
    }
}

/* The same after a tile was inserted at `from`, or taken out and its slot emptied. */
static void mend_slots(struct ecos_land *land, unsigned from)
{
    if (land->crowded) {
        fill_slots(land);
        return;
    }
    for (unsigned i = from; i < land->count; i++) {
        land->slot[land_slot(land->tile[i].q, land->tile[i].r)] = (uint8_t)(i + 1);
    }
}

static void insert_tile(struct ecos_land *land, unsigned terrain, int q, int r)
{
    unsigned at = land->count;
    while (at > 0 && (land->tile[at - 1].q > q || (land->tile[at - 1].q == q && land->tile[at - 1].r > r))) {
        at--;
    }
    memmove(&land->tile[at + 1], &land->tile[at], (land->count - at) * sizeof(land->tile[0]));
    land->tile[at] = (struct ecos_tile){.q = (int16_t)q, .r = (int16_t)r, .terrain = (uint8_t)terrain};
    land->count++;
    land->crowded |= land->slot[land_slot(q, r)] != 0;
    mend_slots(land, at);
}

void land_place(struct ecos_land *land, unsigned thing, int q, int r)
{
    land->left[thing_supply(thing)]--;
    if (thing_is_terrain(thing)) {
        insert_tile(land, thing, q, r);
        return;
    }
    struct ecos_tile *tile = &land->tile[land_find(land, q, r)];
    if (thing == THING_MOUNTAIN) {
        tile->mountain = 1;
    } else if (thing == THING_FOREST) {
        tile->forests++;
    } else {
        tile->animals += UINT64_C(1) << 4 * (thing - THING_SPECIES);
    }
}

bool land_can_remove(const struct ecos_land *land, unsigned thing, int q, int r)
{
    int at = land_find(land, q, r);
    return at >= 0 && thing < THINGS && tile_count(&land->tile[at], thing) > 0 &&
           (!thing_is_terrain(thing) || land->count > 1);
}

/* Everything of one kind on a tile goes back to the supply. */
static void clear_animals(struct ecos_land *land, struct ecos_tile *tile, unsigned species)
{
    land->left[THING_SPECIES + species] = (uint8_t)(land->left[THING_SPECIES + species] + tile_species(tile, species));
    tile->animals &= ~(UINT64_C(15) << 4 * species);
}

static void clear_growth(struct ecos_land *land, struct ecos_tile *tile)
{
    land->left[THING_MOUNTAIN] = (uint8_t)(land->left[THING_MOUNTAIN] + tile->mountain);
    land->left[THING_FOREST] = (uint8_t)(land->left[THING_FOREST] + tile->forests);
    tile->mountain = 0;
    tile->forests = 0;
}

void land_remove(struct ecos_land *land, unsigned thing, int q, int r)
{
    unsigned at = (unsigned)land_find(land, q, r);
    struct ecos_tile *tile = &land->tile[at];
    if (thing_is_terrain(thing)) {
        clear_growth(land, tile);
        for (unsigned i = 0; i < ECOS_SPECIES; i++) {
            clear_animals(land, tile, i);
        }
        land->left[thing_supply(tile->terrain)]++;
        land->count--;
        memmove(tile, tile + 1, (land->count - at) * sizeof(*tile));
        memset(&land->tile[land->count], 0, sizeof(*tile));
        land->slot[land_slot(q, r)] = 0;
        mend_slots(land, at);
        return;
    }
    land->left[thing]++;
    if (thing == THING_MOUNTAIN) {
        tile->mountain = 0;
    } else if (thing == THING_FOREST) {
        tile->forests--;
    } else {
        tile->animals -= UINT64_C(1) << 4 * (thing - THING_SPECIES);
    }
}

bool land_can_replace(const struct ecos_land *land, unsigned what, unsigned terrain, int q, int r)
{
    int at = land_find(land, q, r);
    if (at < 0 || !thing_is_terrain(terrain) || tile_count(&land->tile[at], what) == 0) {
        return false;
    }
    unsigned old = land->tile[at].terrain;
    return old != terrain && (thing_supply(old) == thing_supply(terrain) || land->left[thing_supply(terrain)] > 0);
}

void land_replace(const struct ecos_catalogue *cat, struct ecos_land *land, unsigned terrain, int q, int r)
{
    struct ecos_tile *tile = &land->tile[land_find(land, q, r)];
    bool was_land = tile->terrain != THING_WATER;
    bool is_land = terrain != THING_WATER;
    land->left[thing_supply(tile->terrain)]++;
    land->left[thing_supply(terrain)]--;
    tile->terrain = (uint8_t)terrain;
    if (was_land && !is_land) {
        clear_growth(land, tile);
    }
    for (unsigned i = 0; i < cat->species && was_land != is_land; i++) {
        if (is_land ? species_is_water(cat, i) : species_is_land(cat, i)) {
            clear_animals(land, tile, i);
        }
    }
}

struct ecos_tiles land_reach(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned species,
                             unsigned from, unsigned steps, bool anywhere)
{
    struct ecos_tiles seen = {{0, 0}};
    uint8_t queue[ECOS_LAND_TILES];
    uint8_t distance[ECOS_LAND_TILES];
    unsigned head = 0;
    unsigned tail = 1;
    queue[0] = (uint8_t)from;
    distance[0] = 0;
    tiles_add(&seen, from);
    while (head < tail) {
        unsigned at = head++;
        const struct ecos_tile *tile = &land->tile[queue[at]];
        uint8_t around[6];
        unsigned count = distance[at] < steps ? land_around(land, tile->q, tile->r, around) : 0;
        for (unsigned i = 0; i < count; i++) {
            bool water = land->tile[around[i]].terrain == THING_WATER;
            bool enters = anywhere || (water ? !species_is_land(cat, species) : !species_is_water(cat, species));
            if (enters && !tiles_has(&seen, around[i])) {
                tiles_add(&seen, around[i]);
                distance[tail] = (uint8_t)(distance[at] + 1);
                queue[tail++] = around[i];
            }
        }
    }
    seen.bits[from >> 6] &= ~(UINT64_C(1) << (from & 63));
    return seen;
}

void land_move(struct ecos_land *land, unsigned species, unsigned from, unsigned to)
{
    land->tile[from].animals -= UINT64_C(1) << 4 * species;
    land->tile[to].animals += UINT64_C(1) << 4 * species;
}
