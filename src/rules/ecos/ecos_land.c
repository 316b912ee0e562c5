/*
 * The landscape as it lies: finding tiles, counting what is on them, and the
 * booklet's words for what belongs together (adjacent, herd, habitat,
 * territory). Nothing here changes it.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

const int8_t land_step[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};

/* One number that ascends as tiles are sorted. */
static int32_t tile_key(int q, int r)
{
    return q * 0x10000 + r;
}

/* The same without the slots. */
static int find_sorted(const struct ecos_land *land, int q, int r)
{
    unsigned first = 0;
    for (unsigned left = land->count; left > 0;) {
        unsigned half = left - left / 2;
        const struct ecos_tile *tile = &land->tile[first + half - 1];
        first += half * (tile_key(tile->q, tile->r) < tile_key(q, r));
        left /= 2;
    }
    return first < land->count && land->tile[first].q == q && land->tile[first].r == r ? (int)first : -1;
}

/* A replay spends its time here: mostly one look at a slot, and one at the tile. */
int land_find(const struct ecos_land *land, int q, int r)
{
    int at = (int)land->slot[land_slot(q, r)] - 1;
    if (at < 0 || (land->tile[at].q == q && land->tile[at].r == r)) {
        return at;
    }
    return land->crowded ? find_sorted(land, q, r) : -1;
}

unsigned land_around(const struct ecos_land *land, int q, int r, uint8_t out[6])
{
    unsigned count = 0;
    for (unsigned i = 0; i < 6; i++) {
        int at = land_find(land, q + land_step[i][0], r + land_step[i][1]);
        out[count] = (uint8_t)at; /* there or not: no branch depends on a tile */
        count += at >= 0 ? 1u : 0u;
    }
    return count;
}

unsigned tile_count(const struct ecos_tile *tile, unsigned thing)
{
    unsigned count = 0;
    switch (thing) {
    case THING_DESERT:
    case THING_GRASSLAND:
    case THING_WATER:
        return tile->terrain == thing;
    case THING_MOUNTAIN:
        return tile->mountain;
    case THING_FOREST:
        return tile->forests;
    case THING_LAND:
        return tile->terrain != THING_WATER;
    case THING_TILE:
        return 1;
    case THING_ANIMAL:
        for (uint64_t rest = tile->animals; rest; rest >>= 4) {
            count += rest & 15;
        }
        return count;
    default:
        return thing < THINGS ? tile_species(tile, thing - THING_SPECIES) : 0;
    }
}

unsigned land_count(const struct ecos_land *land, unsigned thing)
{
    unsigned count = 0;
    for (unsigned i = 0; i < land->count; i++) {
        count += tile_count(&land->tile[i], thing);
    }
    return count;
}

struct ecos_tiles land_group(const struct ecos_land *land, unsigned from, unsigned thing)
{
    struct ecos_tiles group = {{0, 0}};
    uint8_t queue[ECOS_LAND_TILES];
    unsigned head = 0;
    unsigned tail = 0;
    if (tile_count(&land->tile[from], thing) > 0) {
        tiles_add(&group, from);
        queue[tail++] = (uint8_t)from;
    }
    while (head < tail) {
        const struct ecos_tile *tile = &land->tile[queue[head++]];
        uint8_t around[6];
        unsigned count = land_around(land, tile->q, tile->r, around);
        for (unsigned i = 0; i < count; i++) {
            if (!tiles_has(&group, around[i]) && tile_count(&land->tile[around[i]], thing) > 0) {
                tiles_add(&group, around[i]);
                queue[tail++] = around[i];
            }
        }
    }
    return group;
}

unsigned land_sum(const struct ecos_land *land, const struct ecos_tiles *set, unsigned thing)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < land->count; i++) {
        sum += tiles_has(set, i) ? tile_count(&land->tile[i], thing) : 0;
    }
    return sum;
}

unsigned land_size(const struct ecos_land *land, unsigned from, unsigned thing)
{
    struct ecos_tiles group = land_group(land, from, thing);
    return land_sum(land, &group, thing);
}

unsigned land_largest(const struct ecos_land *land, unsigned thing)
{
    struct ecos_tiles seen = {{0, 0}};
    unsigned largest = 0;
    for (unsigned i = 0; i < land->count; i++) {
        if (tiles_has(&seen, i) || tile_count(&land->tile[i], thing) == 0) {
            continue;
        }
        struct ecos_tiles group = land_group(land, i, thing);
        unsigned size = land_sum(land, &group, thing);
        largest = size > largest ? size : largest;
        seen.bits[0] |= group.bits[0];
        seen.bits[1] |= group.bits[1];
    }
    return largest;
}

/* True when one `thing` is among the `of`. */
static bool is_among(unsigned thing, unsigned of)
{
    return thing == of || (of == THING_ANIMAL && thing >= THING_SPECIES) ||
           (of == THING_TILE && thing_is_terrain(thing)) ||
           (of == THING_LAND && (thing == THING_DESERT || thing == THING_GRASSLAND));
}

unsigned land_adjacent(const struct ecos_land *land, unsigned from, unsigned thing, unsigned of)
{
    const struct ecos_tile *tile = &land->tile[from];
    uint8_t around[6];
    unsigned count = land_around(land, tile->q, tile->r, around);
    unsigned sum = tile_count(tile, of);
    for (unsigned i = 0; i < count; i++) {
        sum += tile_count(&land->tile[around[i]], of);
    }
    return sum - (is_among(thing, of) && tile_count(tile, thing) > 0);
}

unsigned tile_capacity(const struct ecos_tile *tile)
{
    if (tile->terrain == THING_WATER) {
        return 0;
    }
    return (tile->terrain == THING_GRASSLAND) + (tile->mountain > 0 ? 1u : 0u);
}

bool species_lives(const struct ecos_catalogue *cat, unsigned species, const struct ecos_tile *tile)
{
    unsigned lives = cat->animal[species].lives;
    return (lives >> tile->terrain & 1) || (tile->mountain && (lives >> THING_MOUNTAIN & 1)) ||
           (tile->forests && (lives >> THING_FOREST & 1));
}

bool species_is_water(const struct ecos_catalogue *cat, unsigned species)
{
    return cat->animal[species].lives == 1u << THING_WATER;
}

bool species_is_land(const struct ecos_catalogue *cat, unsigned species)
{
    return !(cat->animal[species].lives >> THING_WATER & 1);
}

static bool cell_before(struct ecos_cell a, struct ecos_cell b)
{
    return a.q < b.q || (a.q == b.q && a.r < b.r);
}

/* Inserts a cell into a sorted list, once. */
static unsigned insert_cell(struct ecos_cell *list, unsigned count, struct ecos_cell cell)
{
    unsigned at = count;
    while (at > 0 && cell_before(cell, list[at - 1])) {
        at--;
    }
    if (at > 0 && list[at - 1].q == cell.q && list[at - 1].r == cell.r) {
        return count;
    }
    memmove(&list[at + 1], &list[at], (count - at) * sizeof(*list));
    list[at] = cell;
    return count + 1;
}

unsigned land_shore(const struct ecos_land *land, struct ecos_cell out[ECOS_SHORE])
{
    struct ecos_cell list[ECOS_SHORE + 1];
    unsigned count = 0;
    for (unsigned i = 0; i < land->count; i++) {
        for (unsigned j = 0; j < 6; j++) {
            int q = land->tile[i].q + land_step[j][0];
            int r = land->tile[i].r + land_step[j][1];
            bool inside = q >= -ECOS_REACH && q <= ECOS_REACH && r >= -ECOS_REACH && r <= ECOS_REACH;
            if (inside && land_find(land, q, r) < 0) {
                count = insert_cell(list, count, (struct ecos_cell){(int16_t)q, (int16_t)r});
            }
        }
    }
    memcpy(out, list, count * sizeof(*out));
    return count;
}

bool land_any_shore(const struct ecos_land *land, struct ecos_cell *out)
{
    if (land->count > 0 &&
        land->tile[0].q > -ECOS_REACH) { /* the first tile's column is the least: left of it is none */
        *out = (struct ecos_cell){(int16_t)(land->tile[0].q - 1), land->tile[0].r};
        return true;
    }
    struct ecos_cell all[ECOS_SHORE] = {{0, 0}};
    unsigned count = land_shore(land, all);
    *out = all[0];
    return count > 0;
}
