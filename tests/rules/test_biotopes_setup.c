/* Biotopes before its first cycle: what is in the box, conditions, tiles, tokens, biotope cards, the deal; solo. */
#include "biotopes_table.h"

static struct table t;

static void the_box_holds_what_the_booklet_says(void **unused)
{
    (void)unused;
    static const unsigned by_type[3][5] = {{0, 16, 0, 11, 9}, {0, 5, 12, 5, 6}, {0, 1, 7, 7, 9}};
    static const unsigned by_biotope[3] = {9, 7, 6};
    static const char *const catalogues[] = {"house", "printed"};
    for (unsigned k = 0; k < 2; k++) {
        const struct bio_catalogue *cat = bio_shipped(catalogues[k]);
        unsigned types[3][5] = {{0}};
        unsigned biotopes[3][4] = {{0}};
        for (unsigned i = 0; i < BIO_SPECIES; i++) {
            types[cat->species[i].deck][cat->species[i].type]++;
            biotopes[cat->species[i].deck][cat->species[i].biotope]++;
        }
        assert_memory_equal(types, by_type, sizeof(types));
        for (unsigned i = 0; i < 12; i++) {
            assert_int_equal(biotopes[i / 4][i % 4], by_biotope[i / 4]);
        }
    }
    static const unsigned supply[] = {16, 16, 24, 32, 40};
    for (unsigned seats = 1; seats <= 5; seats++) {
        table_new(&t, "house", seats == 1 ? BIO_SOLO : BIO_DISCOVERY, BIO_TABLE, seats);
        for (unsigned colour = 0; colour < 4; colour++) { /* one on each biotope card of each player */
            assert_int_equal(t.state.reserve[colour], supply[seats - 1] - seats);
        }
        assert_int_equal(t.state.deck[BIO_HERBIVORE], 36 - 4 * seats);
        assert_int_equal(t.state.deck[BIO_INSECTIVORE], 28);
        assert_int_equal(t.state.deck[BIO_CARNIVORE], 24);
        for (unsigned seat = 0; seat < seats; seat++) {
            assert_int_equal(t.state.tokens[seat], 12);
            assert_int_equal(bio_hand(&t.state, seat), 4);
        }
    }
    assert_int_equal(BIO_CARDS, 88 + 20 + 4);
}

static void faces_have_the_hexes_that_they_have(void **unused)
{
    (void)unused;
    static const char *const faces[20] = {"FHFPPFP", "MFMFFMP", "PMPFFPF", "HMMHFPH", "FMMPMHP", "PPPPMFF", "PHHFHMF",
                                          "FHHHPMH", "FFHMMHH", "MMMFHFH", "PPMHHMM", "FMPPMPP", "MMFHHPP", "MPFPFFF",
                                          "HHPMMFF", "PPHPMHM", "PMMMFHF", "HMMHMHF", "FHHHPMP", "HMFHHPP"};
    for (unsigned i = 0; i < 20; i++) {
        for (unsigned k = 0; k < 7; k++) {
            assert_int_equal("MFPH"[bio_faces[i][k]], faces[i][k]);
        }
    }
}

static char biotope_at(int q, int r)
{
    return "MFPH"[t.state.land.biotope[bio_land_find(&t.state.land, q, r)]];
}

static void a_tile_turns_clockwise(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_DISCOVERY, BIO_TABLE, 2);
    table_play(&t, TABLE_CONDITIONS "; *: tile A1 r1 0,0; *: tile A9 r3 2,1");
    assert_int_equal(biotope_at(0, 0), 'P');
    assert_int_equal(biotope_at(1, -1), 'F'); /* was above, on the left */
    assert_int_equal(biotope_at(1, 0), 'H');  /* was above, on the right */
    assert_int_equal(biotope_at(0, -1), 'F');
    assert_int_equal(biotope_at(0, 1), 'P');
    assert_int_equal(biotope_at(-1, 1), 'P');
    assert_int_equal(biotope_at(2, 2), 'P'); /* A9 upside down */
    assert_int_equal(biotope_at(1, 2), 'M');
    assert_int_equal(biotope_at(2, 0), 'F');
    assert_int_equal(biotope_at(3, 0), 'H');
}

static void conditions_are_two_biotopes_and_two_animal_types(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_DISCOVERY, BIO_TABLE, 2);
    assert_says(&t, "1: conditions forest meadow bird mammal", "not-your-turn");
    assert_says(&t, "*: conditions forest forest bird mammal", "same-conditions");
    assert_says(&t, "*: conditions forest meadow bird bird", "same-conditions");
    assert_says(&t, "*: conditions forest meadow plant bird", "condition-plant");
    assert_says(&t, "*: tile A1 0,0", "not-now");
    table_play(&t, "*: conditions forest meadow bird mammal");
}

static void tiles_touch_with_two_hexes_and_are_used_once(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_DISCOVERY, BIO_TABLE, 2);
    table_play(&t, TABLE_CONDITIONS);
    assert_says(&t, "1: tile A1 0,0", "not-your-turn");
    assert_says(&t, "*: tile A1 6,0", "too-far");
    table_play(&t, "*: tile A1 0,0");
    assert_says(&t, "*: tile B1 2,1", "tile-used");
    assert_says(&t, "*: tile A2 1,1", "tile-overlaps");
    assert_says(&t, "*: tile A2 2,0", "tile-overlaps");
    assert_says(&t, "*: tile A2 3,0", "tile-apart"); /* touches with one hex */
    assert_says(&t, "*: tile A2 4,0", "tile-apart");
    table_play(&t, "*: tile B2 2,1");
    table_play(&t, "*: tile A3 r5 -1,3; *: tile A4 4,2");
    assert_int_equal(t.state.step, STEP_TOKEN);
    assert_int_equal(t.state.land.count, 28);
}

static void in_initiate_players_lay_the_tiles_twice_round(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_INITIATE, BIO_TABLE, 3);
    table_play(&t, TABLE_CONDITIONS);
    assert_says(&t, "*: tile A1 0,0", "not-your-turn");
    assert_says(&t, "2: tile A1 0,0", "not-your-turn");
    table_play(&t, "1: tile A1 0,0; 2: tile A2 2,1; 3: tile A3 4,2; 1: tile A4 6,3; 2: tile A5 8,4; 3: tile A6 10,5");
    assert_int_equal(t.state.step, STEP_TOKEN);
}

static void tokens_go_on_edges_of_four_biotopes_and_apart(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_DISCOVERY, BIO_FULL, 2);
    table_play(&t, TABLE_CONDITIONS "; " TABLE_LAND);
    assert_says(&t, "2: token 3,-1", "not-your-turn");
    assert_says(&t, "1: token 0,0", "not-edge");
    assert_says(&t, "1: token 9,9", "no-hex");
    table_play(&t, "1: token 3,-1");
    assert_says(&t, "2: token 3,-1", "hex-taken");
    table_play(&t, "2: token 3,0"); /* others' may be beside */
    assert_says(&t, "1: token -2,2", "biotope-held");
    assert_says(&t, "1: token 2,-1", "next-to-own");
    assert_says(&t, "1: token 0,0", "not-edge");
    table_play(&t, "1: token -3,-1; 2: token 2,-1; 1: token -1,2; 2: token 2,-3; 1: token 1,1; 2: token -3,0");
    assert_int_equal(t.state.tokens[0], 8);
    assert_int_equal(t.state.tokens[1], 8);
    assert_int_equal(t.state.step, STEP_DEAL);
}

/* Seat 1 has a token on each biotope but the wetland; the hexes of it are taken away one by one. */
static void what_no_hex_can_keep_is_waived_one_after_the_other(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_DISCOVERY, BIO_TABLE, 2);
    table_play(&t, TABLE_CONDITIONS "; " TABLE_LAND "; 1: token 0,1; 2: token -3,-1; 1: token 2,1; 2: token -2,1");
    table_play(&t, "1: token -2,0; 2: token -1,2");
    token(&t, 1, 3, -1);
    token(&t, 1, 3, 0);
    token(&t, 1, -1, -2);
    assert_says(&t, "1: token 1,0", "next-to-own"); /* -2,2 is left */
    token(&t, 1, -2, 2);
    assert_says(&t, "1: token -3,0", "biotope-held");
    table_play(&t, "1: token 1,0"); /* inner, and next to 0,1: edge and adjacency are waived */
    assert_int_equal(owner_at(&t, 1, 0), 1);
}

static void the_edge_is_waived_before_adjacency(void **unused)
{
    (void)unused;
    static const int8_t forest[][2] = {{-2, -2}, {2, -2}, {-3, -1}, {-3, 0}, {2, 1}};
    table_new(&t, "house", BIO_DISCOVERY, BIO_TABLE, 2);
    table_play(&t, TABLE_CONDITIONS "; " TABLE_LAND "; 1: token 3,0; 2: token 3,-1; 1: token -1,2; 2: token -2,0");
    table_play(&t, "1: token 2,-3; 2: token 1,1");
    for (unsigned i = 0; i < 5; i++) { /* every edge of the forest */
        token(&t, 1, forest[i][0], forest[i][1]);
    }
    assert_says(&t, "1: token 2,0", "next-to-own");
    assert_says(&t, "1: token 0,-2", "biotope-held");
    table_play(&t, "1: token -1,0");
}

static void without_a_hex_of_the_last_biotope_any_will_do(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_INITIATE, BIO_TABLE, 2);
    table_play(&t, TABLE_CONDITIONS "; 1: tile A1 -2,-1; 2: tile A2 1,-2; 1: tile A3 -1,1; 2: tile A4 2,0");
    table_play(&t, "1: token -3,-1; 1: biotope forest preserved; 2: token -2,2; 2: biotope wetland adapted");
    table_play(&t, "1: token -1,2; 1: biotope meadow preserved; 2: token 2,-3; 2: biotope mountain adapted");
    table_play(&t, "1: token 1,1; 1: biotope mountain preserved; 2: token 2,1; 2: biotope forest adapted");
    static const int8_t wet[][2] = {{-1, -2}, {3, -1}, {3, 0}, {1, 0}};
    for (unsigned i = 0; i < 4; i++) {
        token(&t, 1, wet[i][0], wet[i][1]);
    }
    table_play(&t, "1: token 0,0"); /* inner, beside 1,1, a second mountain */
    assert_says(&t, "1: biotope mountain adapted", "milieu-held");
    assert_says(&t, "1: biotope wetland adapted", "milieu-taken");
    table_play(&t, "1: biotope wetland preserved");
    assert_int_equal(t.state.has[0], 15);
}

static void with_each_token_goes_a_card_of_its_biotope_that_nobody_has(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_INITIATE, BIO_FULL, 2);
    assert_int_equal(t.state.reserve[BIO_FOREST], 16);
    table_play(&t, TABLE_CONDITIONS "; 1: tile A1 -2,-1; 2: tile A2 1,-2; 1: tile A3 -1,1; 2: tile A4 2,0");
    table_play(&t, "1: token -3,-1");
    assert_says(&t, "2: token 2,1", "not-your-turn");
    assert_says(&t, "1: biotope meadow preserved", "milieu-other");
    table_play(&t, "1: biotope forest preserved");
    assert_int_equal(t.state.reserve[BIO_FOREST], 15);
    assert_int_equal(t.state.plants[0][BIO_FOREST], 1);
    table_play(&t, "2: token 2,1");
    assert_says(&t, "2: biotope forest preserved", "milieu-taken");
    table_play(&t, "2: biotope forest populous");
    assert_int_equal(t.state.milieu[1][BIO_FOREST], BIO_POPULOUS);
    assert_int_equal(t.state.plants[1][BIO_MEADOW], 0);
}

static void a_hand_is_a_herbivore_of_each_biotope(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_DISCOVERY, BIO_FULL, 2);
    table_play(&t, TABLE_CONDITIONS "; " TABLE_LAND "; 1: token 3,-1; 2: token 3,0; 1: token -3,-1; 2: token 2,-1");
    table_play(&t, "1: token -1,2; 2: token 2,-3; 1: token 1,1; 2: token -3,0");
    assert_says(&t, "*: deal 2 alpine-ibex hawfinch brown-rat mute-swan", "deal-order");
    assert_says(&t, "*: deal 1 alpine-ibex apollo brown-rat mute-swan", "deal-biotope");
    assert_says(&t, "*: deal 1 alpine-newt hawfinch brown-rat mute-swan", "deal-herbivore");
    table_play(&t, "*: deal 1 alpine-ibex hawfinch brown-rat mute-swan");
    assert_says(&t, "*: deal 2 apollo hawfinch common-linnet large-copper", "card-elsewhere");
    table_play(&t, "*: deal 2 apollo european-hare common-linnet large-copper");
    assert_int_equal(t.state.deck[BIO_HERBIVORE], 28);
    assert_int_equal(t.state.step, STEP_TURN); /* nothing is produced in the first cycle */
    assert_int_equal(t.state.turn, 0);
    assert_whole(&t);
}

static void alone_foreign_tokens_lie_on_the_inner_hexes(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_SOLO, BIO_TABLE, 1);
    table_play(&t, TABLE_CONDITIONS "; " TABLE_LAND);
    assert_int_equal(bio_land_tokens(&t.state.land, OWNER_NEUTRAL, BIO_ANY), 10);
    assert_int_equal(owner_at(&t, 0, 0), OWNER_NEUTRAL);
    assert_int_equal(owner_at(&t, 2, -1), OWNER_NONE);
    table_play(&t, "1: token 3,-1; 1: token -3,-1; 1: token -1,2; 1: token 1,1");
    assert_int_equal(t.state.step, STEP_TURN);
    assert_whole(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_box_holds_what_the_booklet_says),
        cmocka_unit_test(faces_have_the_hexes_that_they_have),
        cmocka_unit_test(a_tile_turns_clockwise),
        cmocka_unit_test(conditions_are_two_biotopes_and_two_animal_types),
        cmocka_unit_test(tiles_touch_with_two_hexes_and_are_used_once),
        cmocka_unit_test(in_initiate_players_lay_the_tiles_twice_round),
        cmocka_unit_test(tokens_go_on_edges_of_four_biotopes_and_apart),
        cmocka_unit_test(what_no_hex_can_keep_is_waived_one_after_the_other),
        cmocka_unit_test(the_edge_is_waived_before_adjacency),
        cmocka_unit_test(without_a_hex_of_the_last_biotope_any_will_do),
        cmocka_unit_test(with_each_token_goes_a_card_of_its_biotope_that_nobody_has),
        cmocka_unit_test(a_hand_is_a_herbivore_of_each_biotope),
        cmocka_unit_test(alone_foreign_tokens_lie_on_the_inner_hexes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
