/* The landscape: every example that the booklet draws or tells about terrain, tokens and animals. */
#include "ecos_table.h"

#include "base/prng.h"

static struct table t;

static void a_tile_shares_an_edge_with_the_landscape(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    assert_true(land_can_place(&t.cat, &t.state.land, THING_WATER, 2, 0, THING_NONE));
    assert_false(land_can_place(&t.cat, &t.state.land, THING_WATER, 3, 0, THING_NONE));
    assert_false(land_can_place(&t.cat, &t.state.land, THING_WATER, 0, 0, THING_NONE));
    assert_int_equal(t.state.land.count, 4);
    assert_int_equal(land_count(&t.state.land, THING_WATER), 2);
}

static void forests_a_tile_can_hold(void **unused)
{
    (void)unused;
    const struct ecos_tile desert = {.terrain = THING_DESERT};
    const struct ecos_tile desert_mountain = {.terrain = THING_DESERT, .mountain = 1};
    const struct ecos_tile grassland = {.terrain = THING_GRASSLAND};
    const struct ecos_tile grassland_mountain = {.terrain = THING_GRASSLAND, .mountain = 1};
    assert_int_equal(tile_capacity(&desert), 0);
    assert_int_equal(tile_capacity(&desert_mountain), 1);
    assert_int_equal(tile_capacity(&grassland), 1);
    assert_int_equal(tile_capacity(&grassland_mountain), 2);
}

static void a_mountain_goes_on_any_land_without_one(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    assert_true(land_can_place(&t.cat, &t.state.land, THING_MOUNTAIN, 0, 0, THING_NONE));
    assert_true(land_can_place(&t.cat, &t.state.land, THING_MOUNTAIN, 1, 0, THING_NONE));
    assert_false(land_can_place(&t.cat, &t.state.land, THING_MOUNTAIN, 0, 1, THING_NONE));
    put(&t, THING_MOUNTAIN, 0, 0);
    assert_false(land_can_place(&t.cat, &t.state.land, THING_MOUNTAIN, 0, 0, THING_NONE));
}

static void gorillas_need_a_mountain_and_leopards_a_forest(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    assert_false(land_can_place(&t.cat, &t.state.land, GORILLA, 0, 0, THING_NONE));
    assert_false(land_can_place(&t.cat, &t.state.land, LEOPARD, 1, 0, THING_NONE));
    put(&t, THING_MOUNTAIN, 0, 0);
    put(&t, THING_FOREST, 1, 0);
    assert_true(land_can_place(&t.cat, &t.state.land, GORILLA, 0, 0, THING_NONE));
    assert_true(land_can_place(&t.cat, &t.state.land, LEOPARD, 1, 0, THING_NONE));
    assert_true(land_can_place(&t.cat, &t.state.land, RHINOCEROS, 0, 0, THING_NONE));
    assert_false(land_can_place(&t.cat, &t.state.land, RHINOCEROS, 1, 0, THING_NONE));
}

static void an_animal_takes_a_tile_without_animals_while_there_is_one(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, FISH, 0, 1);
    assert_false(land_can_place(&t.cat, &t.state.land, FISH, 0, 1, THING_NONE));
    assert_true(land_can_place(&t.cat, &t.state.land, FISH, 1, -1, THING_NONE));
    put(&t, FISH, 1, -1);
    assert_true(land_can_place(&t.cat, &t.state.land, FISH, 0, 1, THING_NONE));
    assert_true(land_can_place(&t.cat, &t.state.land, FISH, 1, -1, THING_NONE));
}

static void a_herd_of_three_fish_in_a_marine_habitat(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_WATER, 0, 2);
    put(&t, THING_WATER, 0, 3);
    put(&t, FISH, 0, 1);
    put(&t, FISH, 0, 2);
    put(&t, FISH, 0, 2);
    put(&t, FISH, 1, -1);
    assert_int_equal(land_size(&t.state.land, at(&t, 0, 2), FISH), 3);
    assert_int_equal(land_size(&t.state.land, at(&t, 1, -1), FISH), 1);
    assert_int_equal(land_size(&t.state.land, at(&t, 0, 3), THING_WATER), 3);
    assert_int_equal(land_largest(&t.state.land, FISH), 3);
}

static void a_habitat_of_two_deserts_and_a_herd_of_one_rhinoceros(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_DESERT, -1, 0);
    put(&t, RHINOCEROS, -1, 0);
    assert_int_equal(land_size(&t.state.land, at(&t, 0, 0), THING_DESERT), 2);
    assert_int_equal(land_size(&t.state.land, at(&t, -1, 0), RHINOCEROS), 1);
}

static void a_territory_is_connected_land_and_water_parts_it(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_DESERT, 0, 2);
    assert_int_equal(land_size(&t.state.land, at(&t, 0, 0), THING_LAND), 2);
    assert_int_equal(land_size(&t.state.land, at(&t, 0, 2), THING_LAND), 1);
    put(&t, THING_GRASSLAND, 1, 1);
    assert_int_equal(land_size(&t.state.land, at(&t, 0, 2), THING_LAND), 4);
}

static void adjacent_is_the_same_tile_or_one_away_and_never_itself(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_MOUNTAIN, 1, 0);
    put(&t, THING_FOREST, 1, 0);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 1, 0), THING_FOREST, THING_MOUNTAIN), 1);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 1, 0), THING_FOREST, THING_FOREST), 0);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 1, 0), THING_GRASSLAND, THING_GRASSLAND), 0);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 1, 0), THING_FOREST, THING_GRASSLAND), 1);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 1, 0), THING_GRASSLAND, THING_WATER), 2);
}

/* The definitions of docs/ecos.md, "What is measured", on one landscape with several pieces on a tile. */
static void each_measure_counts_what_the_docs_say(void **unused)
{
    (void)unused;
    static const struct {
        unsigned thing;
        int q;
        unsigned measure, of, units;
    } cases[] = {
        {THING_FOREST, 1, MEASURE_FIXED, THING_NONE, 1},
        {THING_FOREST, 1, MEASURE_HERD, LION, 3},
        {THING_FOREST, 1, MEASURE_HABITAT, THING_NONE, 3}, /* two on one tile count as two */
        {THING_FOREST, 1, MEASURE_TERRITORY, THING_NONE, 3},
        {THING_FOREST, 1, MEASURE_ADJACENT, THING_FOREST, 2},    /* the other one here, the one beside */
        {THING_FOREST, 1, MEASURE_ADJACENT, THING_GRASSLAND, 2}, /* the tile under it, too */
        {THING_FOREST, 1, MEASURE_IN_HABITAT, LION, 3},
        {THING_FOREST, 1, MEASURE_IN_TERRITORY, THING_FOREST, 3}, /* itself included */
        {THING_FOREST, 1, MEASURE_LANDSCAPE, THING_WATER, 2},
        {THING_FOREST, 1, MEASURE_LARGEST, THING_ANIMAL, 4}, /* of any species */
        {THING_MOUNTAIN, 1, MEASURE_HABITAT, THING_NONE, 1},
        {LION, 2, MEASURE_HERD, THING_NONE, 3},
        {LION, 2, MEASURE_HABITAT, THING_NONE, 2}, /* of the terrain under it */
        {LION, 2, MEASURE_ADJACENT, LION, 2},
        {LION, 2, MEASURE_IN_HABITAT, THING_FOREST, 3},
        {THING_GRASSLAND, 1, MEASURE_ADJACENT, THING_GRASSLAND, 1}, /* not itself */
        {THING_GRASSLAND, 1, MEASURE_ADJACENT, THING_TILE, 4},
        {THING_GRASSLAND, 1, MEASURE_HABITAT, THING_LAND, 3},
        {THING_NONE, 0, MEASURE_HERD, LION, 0}, /* nothing was placed */
        {THING_NONE, 0, MEASURE_LANDSCAPE, LION, 3},
        {LION, 5, MEASURE_HERD, LION, 0}, /* its tile is gone */
    };
    table_init(&t, 3);
    put(&t, THING_GRASSLAND, 2, 0);
    put(&t, THING_MOUNTAIN, 1, 0);
    const unsigned pieces[][2] = {{THING_FOREST, 1}, {THING_FOREST, 1}, {THING_FOREST, 2}, {LION, 1},
                                  {LION, 2},         {LION, 2},         {ZEBRA, 2}};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        put(&t, pieces[i][0], (int)pieces[i][1], 0);
    }
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ecos_effect e = {.op = ECOS_POINTS, .measure = (uint8_t)cases[i].measure, .of = (uint8_t)cases[i].of};
        t.state.ref_thing = (uint8_t)cases[i].thing;
        t.state.ref_q = (int16_t)cases[i].q;
        t.state.ref_r = 0;
        if (ecos_units(&t.state, &e) != cases[i].units) {
            fail_msg("case %zu: %u", i, ecos_units(&t.state, &e));
        }
    }
}

static void a_rhinoceros_walks_onto_grassland_and_animals_but_not_water(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, RHINOCEROS, 0, 0);
    put(&t, LION, 1, 0);
    put(&t, THING_GRASSLAND, 2, 0);
    struct ecos_tiles one = land_reach(&t.cat, &t.state.land, 0, at(&t, 0, 0), 1, false);
    struct ecos_tiles two = land_reach(&t.cat, &t.state.land, 0, at(&t, 0, 0), 2, false);
    struct ecos_tiles any = land_reach(&t.cat, &t.state.land, 0, at(&t, 0, 0), 1, true);
    assert_true(tiles_has(&one, at(&t, 1, 0)));
    assert_false(tiles_has(&one, at(&t, 0, 1)));
    assert_false(tiles_has(&one, at(&t, 2, 0)));
    assert_true(tiles_has(&two, at(&t, 2, 0)));
    assert_true(tiles_has(&any, at(&t, 0, 1)));
    put(&t, FISH, 0, 1);
    struct ecos_tiles fish = land_reach(&t.cat, &t.state.land, 1, at(&t, 0, 1), 3, false);
    assert_int_equal(fish.bits[0] | fish.bits[1], 0);
}

static void water_replaces_land_with_what_lives_there(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_MOUNTAIN, 1, 0);
    put(&t, THING_FOREST, 1, 0);
    put(&t, LION, 1, 0);
    put(&t, CROCODILE, 1, 0);
    struct ecos_land before = t.state.land;
    land_replace(&t.cat, &t.state.land, THING_WATER, 1, 0);
    const struct ecos_tile *tile = &t.state.land.tile[at(&t, 1, 0)];
    assert_int_equal(tile->mountain + tile->forests, 0);
    assert_int_equal(tile_count(tile, LION), 0);
    assert_int_equal(tile_count(tile, CROCODILE), 1);
    assert_int_equal(t.state.land.left[LION], before.left[LION] + 1);
    assert_int_equal(t.state.land.left[THING_LAND], before.left[THING_LAND] + 1);
    assert_int_equal(t.state.land.left[THING_WATER], before.left[THING_WATER] - 1);
}

static void land_replaces_water_and_its_fish(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, FISH, 0, 1);
    put(&t, CROCODILE, 0, 1);
    land_replace(&t.cat, &t.state.land, THING_DESERT, 0, 1);
    assert_int_equal(land_count(&t.state.land, FISH), 0);
    assert_int_equal(land_count(&t.state.land, CROCODILE), 1);
}

static void desert_becomes_grassland_and_everything_stays(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_MOUNTAIN, 0, 0);
    put(&t, THING_FOREST, 0, 0);
    put(&t, RHINOCEROS, 0, 0);
    unsigned supply = t.state.land.left[THING_LAND];
    land_replace(&t.cat, &t.state.land, THING_GRASSLAND, 0, 0);
    const struct ecos_tile *tile = &t.state.land.tile[at(&t, 0, 0)];
    assert_true(tile->terrain == THING_GRASSLAND && tile->mountain && tile->forests == 1);
    assert_int_equal(tile_count(tile, RHINOCEROS), 1);
    assert_int_equal(t.state.land.left[THING_LAND], supply);
}

static void a_removed_tile_takes_everything_with_it(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    struct ecos_land before = t.state.land;
    put(&t, THING_MOUNTAIN, 0, 0);
    put(&t, THING_FOREST, 0, 0);
    put(&t, RHINOCEROS, 0, 0);
    land_remove(&t.state.land, THING_DESERT, 0, 0);
    assert_int_equal(t.state.land.count, 3);
    before.left[THING_LAND]++;
    assert_memory_equal(t.state.land.left, before.left, sizeof(before.left));
    land_remove(&t.state.land, THING_WATER, 0, 1);
    land_remove(&t.state.land, THING_WATER, 1, -1);
    assert_false(land_can_remove(&t.state.land, THING_GRASSLAND, 1, 0)); /* the last tile stays */
}

/* ---- looking ahead ---- */

/* A mountain with water around it, but for one side. */
static struct ecos_land mountain_open_at(unsigned side)
{
    struct ecos_land land = t.state.land;
    land.count = 0;
    land_place(&land, THING_GRASSLAND, 0, 0);
    land_place(&land, THING_MOUNTAIN, 0, 0);
    for (unsigned k = 0; k < 6; k++) {
        if (k != side) {
            land_place(&land, THING_WATER, land_step[k][0], land_step[k][1]);
        }
    }
    return land;
}

static void a_tile_beside_a_mountain_may_lie_on_any_side_of_it(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {
        {.op = ECOS_PLACE, .what = THING_DESERT, .amount = 1, .near = THING_MOUNTAIN, .flags = EFFECT_PLACES},
        {.op = ECOS_END}};
    table_init(&t, 3);
    memcpy(&t.cat.effect[t.records], effects, sizeof(effects));
    for (unsigned side = 0; side <= 6; side++) {
        struct ecos_land land = mountain_open_at(side);
        assert_int_equal(ecos_feasible(&t.cat, &land, t.records, 0), side < 6);
    }
}

/* Where nothing that follows depends on it, one place is enough to know that there is one. */
static void a_tile_that_may_lie_anywhere_finds_a_place(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {{.op = ECOS_PLACE,
                                                  .what = THING_DESERT,
                                                  .amount = 3,
                                                  .near = THING_NONE,
                                                  .flags = EFFECT_PLACES | EFFECT_PLACE_FREE},
                                                 {.op = ECOS_END}};
    table_init(&t, 3);
    memcpy(&t.cat.effect[t.records], effects, sizeof(effects));
    assert_true(ecos_feasible(&t.cat, &t.state.land, t.records, 0));
}

static void what_comes_behind_a_removal_must_be_possible_as_well(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {
        {.op = ECOS_REMOVE, .what = THING_MOUNTAIN, .amount = 1, .flags = EFFECT_PLACES},
        {.op = ECOS_PLACE, .what = THING_DESERT, .amount = 1, .near = THING_MOUNTAIN, .flags = EFFECT_PLACES},
        {.op = ECOS_END}};
    table_init(&t, 3);
    memcpy(&t.cat.effect[t.records], effects, sizeof(effects));
    struct ecos_land land = mountain_open_at(0);
    assert_false(ecos_feasible(&t.cat, &land, t.records, 0)); /* it was the only one */
    land_place(&land, THING_GRASSLAND, 0, 2);
    land_place(&land, THING_MOUNTAIN, 0, 2);
    assert_true(ecos_feasible(&t.cat, &land, t.records, 0));
}

/* Tile by tile, what is at a cell and around it. */
static void assert_found(const struct ecos_land *land, int q, int r)
{
    int expected = -1;
    uint8_t around[6];
    uint8_t found[6];
    unsigned count = 0;
    for (unsigned i = 0; i < land->count; i++) {
        int dq = land->tile[i].q - q;
        int dr = land->tile[i].r - r;
        expected = dq == 0 && dr == 0 ? (int)i : expected;
        bool beside = dq >= -1 && dq <= 1 && dr >= -1 && dr <= 1 && dq != dr;
        if (beside) {
            around[count++] = (uint8_t)i;
        }
    }
    assert_int_equal(land_find(land, q, r), expected);
    assert_int_equal(land_around(land, q, r, found), count);
    assert_memory_equal(found, around, count);
}

/* Compact landscapes and ones that are wide or torn apart, while tiles come and go. */
static void tiles_are_found_however_far_apart_they_lie(void **unused)
{
    (void)unused;
    static const unsigned widths[] = {5, 12, 16, 17, 40, 1000};
    for (unsigned round = 0; round < 6 * 8; round++) {
        struct ecos_land land = {.count = 0};
        struct prng prng;
        unsigned width = widths[round % 6];
        prng_seed(&prng, 7 + round);
        memset(land.left, 100, sizeof(land.left));
        for (unsigned step = 0; step < 160; step++) {
            int q = (int)prng_below(&prng, width) - (int)(width / 2);
            int r = (int)prng_below(&prng, width) - (int)(width / 2);
            bool there = land_can_remove(&land, THING_WATER, q, r);
            if (there || (step % 3 == 2 && land.count > 1)) {
                const struct ecos_tile *tile = &land.tile[prng_below(&prng, land.count)];
                land_remove(&land, THING_WATER, there ? q : tile->q, there ? r : tile->r);
            } else if (land.count < ECOS_LAND_TILES && land_find(&land, q, r) < 0) {
                land_place(&land, THING_WATER, q, r);
            }
            assert_found(&land, q, r);
            for (unsigned i = 0; i < land.count; i++) {
                assert_found(&land, land.tile[i].q, land.tile[i].r);
                assert_found(&land, land.tile[i].q + 16, land.tile[i].r);
                assert_found(&land, land.tile[i].q - 1, land.tile[i].r + 17);
            }
        }
        assert_true(width < 1000 || land.count > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_shares_an_edge_with_the_landscape),
        cmocka_unit_test(forests_a_tile_can_hold),
        cmocka_unit_test(a_mountain_goes_on_any_land_without_one),
        cmocka_unit_test(gorillas_need_a_mountain_and_leopards_a_forest),
        cmocka_unit_test(an_animal_takes_a_tile_without_animals_while_there_is_one),
        cmocka_unit_test(a_herd_of_three_fish_in_a_marine_habitat),
        cmocka_unit_test(a_habitat_of_two_deserts_and_a_herd_of_one_rhinoceros),
        cmocka_unit_test(a_territory_is_connected_land_and_water_parts_it),
        cmocka_unit_test(adjacent_is_the_same_tile_or_one_away_and_never_itself),
        cmocka_unit_test(each_measure_counts_what_the_docs_say),
        cmocka_unit_test(a_rhinoceros_walks_onto_grassland_and_animals_but_not_water),
        cmocka_unit_test(water_replaces_land_with_what_lives_there),
        cmocka_unit_test(land_replaces_water_and_its_fish),
        cmocka_unit_test(desert_becomes_grassland_and_everything_stays),
        cmocka_unit_test(a_removed_tile_takes_everything_with_it),
        cmocka_unit_test(a_tile_beside_a_mountain_may_lie_on_any_side_of_it),
        cmocka_unit_test(a_tile_that_may_lie_anywhere_finds_a_place),
        cmocka_unit_test(tiles_are_found_however_far_apart_they_lie),
        cmocka_unit_test(what_comes_behind_a_removal_must_be_possible_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
