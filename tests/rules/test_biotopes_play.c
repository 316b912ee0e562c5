/* The turns of Biotopes, the nine actions with what they cost, and the cycle: rule by rule, as the booklet has them. */
#include "biotopes_table.h"

static struct table t;

/* ---- turns ---- */

static void turns_go_round_until_all_have_passed(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    assert_says(&t, "2: pass", "not-your-turn");
    table_play(&t, "1: transfer; 1: pay plant grey mountain; 2: pass");
    assert_says(&t, "2: pass", "not-your-turn");
    table_play(&t, "3: evolve; 3: pay plant blue wetland; 3: draw herbivore; *: card apollo; 1: pass");
    assert_says(&t, "1: pass", "not-your-turn");
    assert_int_equal(t.state.board[2][BIO_WETLAND], 1);
    assert_int_equal(t.state.bag[2][BIO_WETLAND], 0);
    table_play(&t, "3: transfer with plant green forest; 3: pass"); /* goes on alone */
    assert_int_equal(t.state.cycle, 1);
    assert_int_equal(t.state.bag[2][BIO_WETLAND], 1); /* boards go into the bags */
    assert_int_equal(t.state.board[2][BIO_WETLAND], 0);
    assert_int_equal(t.state.turn, 1); /* no tokens, no production: the initiative is seat 2's */
    table_play(&t, "2: pass; 3: pass; 1: transfer with plant blue wetland; 1: pass");
    assert_int_equal(t.state.cycle, 2);
    assert_int_equal(t.state.turn, 2);
}

static void production_draws_a_cube_a_token_and_the_bonuses(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "european-rose-chafer", WHEN_PRODUCTION, BIO_ANY, 0, 1);
    in_play(&t, 0, "european-rose-chafer", 0); /* without cubes it keeps its effect */
    token(&t, 0, 3, -1);
    token(&t, 0, 2, -3);
    token(&t, 1, 0, 1);
    in_bag(&t, 0, BIO_FOREST, 2);
    in_bag(&t, 0, BIO_WETLAND, 2);
    table_play(&t, "1: pass; 2: pass"); /* seat 2 has an empty bag */
    assert_says(&t, "*: cubes 2 green", "cubes-seat");
    assert_says(&t, "*: cubes 1 green blue", "cubes-count");
    assert_says(&t, "*: cubes 1 green green green", "cubes-bag");
    assert_says(&t, "1: cubes 1 green green blue", "not-your-turn");
    table_play(&t, "*: cubes 1 blue green blue");
    assert_int_equal(t.state.plants[0][BIO_WETLAND], 3);
    assert_int_equal(t.state.plants[0][BIO_FOREST], 2);
    assert_int_equal(t.state.bag[0][BIO_FOREST], 1);
    assert_int_equal(t.state.turn, 1);
    table_play(&t, "2: pass; 1: pass; *: cubes 1 green"); /* the whole bag */
    assert_whole(&t);
}

static void a_game_has_six_cycles_and_then_cards_without_cubes_go(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_play(&t, 0, "apollo", 0);
    in_play(&t, 0, "alpine-ibex", CUBES(1, 0, 0, 0));
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(t.state.turn, i % 2);
        table_play(&t, i % 2 ? "2: pass; 1: pass" : "1: pass; 2: pass");
    }
    assert_int_equal(t.state.step, STEP_OVER);
    assert_says(&t, "1: pass", "over");
    assert_int_equal(t.state.row_length[0][BIO_MOUNTAIN], 1);
    assert_int_equal(t.state.row[0][BIO_MOUNTAIN][0], card("alpine-ibex"));
    assert_int_equal(t.state.at[card("apollo")], AT_DISCARD);
}

/* ---- adaptation ---- */

static void adaptation_recycles_the_diet_and_brings_a_cube(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_hand(&t, 0, "european-crested-tit"); /* plant, invertebrate */
    in_play(&t, 0, "large-copper", CUBES(0, 0, 0, 1));
    unsigned reserve = t.state.reserve[BIO_FOREST];
    assert_says(&t, "1: adapt hawfinch", "not-in-hand");
    assert_says(&t, "1: pay plant green forest", "not-now");
    table_play(&t, "1: adapt european-crested-tit");
    assert_says(&t, "1: pay invertebrate yellow meadow", "wrong-type");
    assert_says(&t, "1: pay mammal blue large-copper", "wrong-type");
    assert_says(&t, "1: pay plant blue forest", "no-cube");
    assert_says(&t, "1: pay invertebrate blue hawfinch", "not-in-play");
    assert_says(&t, "1: transfer", "not-now");
    table_play(&t, "1: pay blue large-copper"); /* as what it is */
    assert_says(&t, "1: pay invertebrate blue large-copper", "no-cube");
    table_play(&t, "1: pay plant yellow meadow");
    assert_int_equal(t.state.bag[0][BIO_WETLAND], 1);
    assert_int_equal(t.state.bag[0][BIO_MEADOW], 1);
    assert_int_equal(cubes_on(&t, "european-crested-tit"), CUBES(0, 1, 0, 0));
    assert_int_equal(t.state.reserve[BIO_FOREST], reserve - 1);
    assert_int_equal(bio_hand(&t.state, 0), 0);
    assert_int_equal(t.state.turn, 1);
    assert_whole(&t);
}

static void a_species_goes_to_the_right_end_of_its_row(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_play(&t, 0, "wild-boar", 0);
    in_hand(&t, 0, "hawfinch");
    table_play(&t, "1: adapt hawfinch with plant grey mountain, plant blue wetland");
    assert_int_equal(t.state.row_length[0][BIO_FOREST], 2);
    assert_int_equal(t.state.row[0][BIO_FOREST][1], card("hawfinch"));
}

static void a_diet_that_cannot_be_paid_is_refused_and_so_is_a_dead_end(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_hand(&t, 0, "wallcreeper");          /* two invertebrates */
    in_hand(&t, 0, "european-crested-tit"); /* plant, invertebrate */
    assert_says(&t, "1: adapt wallcreeper", "cannot-pay");
    effect(&t, "apollo", WHEN_PAY, BIO_ANY, 0, 1);
    in_play(&t, 0, "apollo", CUBES(1, 0, 0, 0));
    in_play(&t, 0, "large-copper", CUBES(0, 0, 0, 1));
    for (unsigned b = 0; b < 4; b++) { /* no plants on the biotope cards */
        t.state.reserve[b]++;
        t.state.plants[0][b]--;
    }
    table_play(&t, "1: adapt european-crested-tit"); /* the pollinator is the only plant */
    assert_says(&t, "1: pay invertebrate grey apollo", "rest-unpaid");
    assert_says(&t, "1: pay plant blue large-copper", "wrong-type");
    table_play(&t, "1: pay plant grey apollo; 1: pay invertebrate blue large-copper");
    assert_whole(&t);
}

static void without_a_cube_in_the_reserve_the_bag_may_give_one(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_hand(&t, 0, "hawfinch");
    drain(&t, BIO_FOREST, 0);
    struct bio_state before = t.state;
    table_play(&t, "1: adapt hawfinch with plant grey mountain, plant blue wetland"); /* no green cube in the bag */
    assert_int_equal(cubes_on(&t, "hawfinch"), 0);
    assert_int_equal(t.state.turn, 1);
    t.state = before;
    table_play(&t, "1: adapt hawfinch with plant grey mountain, plant green forest"); /* the cube just paid */
    assert_int_equal(t.state.step, STEP_FILL);
    struct bio_state asked = t.state;
    table_play(&t, "1: skip");
    assert_int_equal(cubes_on(&t, "hawfinch"), 0);
    t.state = asked;
    assert_says(&t, "1: put forest", "wrong-card");
    table_play(&t, "1: put hawfinch");
    assert_int_equal(cubes_on(&t, "hawfinch"), CUBES(0, 1, 0, 0));
    assert_int_equal(t.state.bag[0][BIO_FOREST], 0);
    assert_whole(&t);
}

/* ---- reproduction ---- */

static void reproduction_gives_to_all_with_two_or_three_after_paying(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_play(&t, 0, "apollo", CUBES(2, 0, 0, 0));
    in_play(&t, 0, "wild-boar", CUBES(0, 1, 1, 0)); /* a discreet species has been at work */
    in_play(&t, 0, "hawfinch", CUBES(0, 3, 0, 0));
    in_play(&t, 0, "stag-beetle", CUBES(0, 4, 0, 0));
    in_play(&t, 0, "brown-rat", CUBES(0, 0, 1, 0));
    in_play(&t, 1, "mute-swan", CUBES(0, 0, 0, 2));
    table_play(&t, "1: reproduce");
    assert_says(&t, "1: pay plant green forest", "not-needed");
    assert_says(&t, "1: pay bird green hawfinch", "not-needed");
    table_play(&t, "1: pay invertebrate grey apollo");
    assert_int_equal(cubes_on(&t, "apollo"), CUBES(1, 0, 0, 0)); /* one is left of two: none */
    assert_int_equal(cubes_on(&t, "wild-boar"), CUBES(0, 2, 1, 0));
    assert_int_equal(cubes_on(&t, "hawfinch"), CUBES(0, 4, 0, 0));
    assert_int_equal(cubes_on(&t, "stag-beetle"), CUBES(0, 4, 0, 0));
    assert_int_equal(cubes_on(&t, "brown-rat"), CUBES(0, 0, 1, 0));
    assert_int_equal(cubes_on(&t, "mute-swan"), CUBES(0, 0, 0, 2));
    assert_int_equal(t.state.plants[0][BIO_FOREST], 1);
    assert_int_equal(t.state.board[0][BIO_MOUNTAIN], 1);
    table_play(&t, "2: pass");
    assert_says(&t, "1: reproduce", "action-used");
    assert_whole(&t);
}

static void where_the_reserve_is_short_the_owner_chooses(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_play(&t, 0, "apollo", CUBES(1, 0, 0, 0));
    in_play(&t, 0, "wild-boar", CUBES(0, 2, 0, 0));
    in_play(&t, 0, "hawfinch", CUBES(0, 2, 0, 0));
    in_play(&t, 0, "brown-rat", CUBES(0, 0, 2, 0));
    drain(&t, BIO_FOREST, 1);
    struct bio_state before = t.state;
    table_play(&t, "1: reproduce with invertebrate grey apollo");
    assert_says(&t, "1: skip", "must-put");
    assert_says(&t, "1: put brown-rat", "wrong-card");
    table_play(&t, "1: put hawfinch"); /* then neither reserve nor bag has one */
    assert_int_equal(cubes_on(&t, "hawfinch"), CUBES(0, 3, 0, 0));
    assert_int_equal(cubes_on(&t, "wild-boar"), CUBES(0, 2, 0, 0));
    assert_int_equal(cubes_on(&t, "brown-rat"), CUBES(0, 0, 3, 0));
    t.state = before;
    t.state.bag[1][BIO_FOREST]--;
    t.state.bag[0][BIO_FOREST]++;
    table_play(&t, "1: reproduce with invertebrate grey apollo; 1: put hawfinch");
    assert_says(&t, "1: put hawfinch", "wrong-card");
    struct bio_state second = t.state;
    table_play(&t, "1: skip");
    assert_int_equal(cubes_on(&t, "wild-boar"), CUBES(0, 2, 0, 0));
    t.state = second;
    table_play(&t, "1: put wild-boar");
    assert_int_equal(t.state.bag[0][BIO_FOREST], 0);
    assert_whole(&t);
}

/* ---- transfer ---- */

static void transfer_gives_from_the_left_and_passes_over_full_species(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    plants(&t, 0, BIO_WETLAND, 3);
    in_play(&t, 0, "large-copper", CUBES(0, 0, 0, 1));
    in_play(&t, 0, "southwestern-water-vole", CUBES(0, 0, 0, 4));
    in_play(&t, 0, "common-water-frog", 0);
    in_play(&t, 0, "apollo", 0);
    in_play(&t, 0, "alpine-ibex", 0);
    table_play(&t, "1: transfer");
    table_play(&t, "1: pay plant yellow meadow");
    assert_int_equal(cubes_on(&t, "large-copper"), CUBES(0, 0, 0, 2));
    assert_int_equal(cubes_on(&t, "southwestern-water-vole"), CUBES(0, 0, 0, 4));
    assert_int_equal(cubes_on(&t, "common-water-frog"), CUBES(0, 0, 0, 1));
    assert_int_equal(t.state.plants[0][BIO_WETLAND], 2);
    assert_int_equal(cubes_on(&t, "apollo"), CUBES(1, 0, 0, 0));
    assert_int_equal(cubes_on(&t, "alpine-ibex"), 0);
    assert_int_equal(t.state.board[0][BIO_MEADOW], 1);
    table_play(&t, "2: pass");
    assert_says(&t, "1: transfer", "action-used");
    assert_whole(&t);
}

static void an_action_that_does_nothing_may_be_taken_if_it_can_be_paid(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    table_play(&t, "1: transfer with plant grey mountain");
    assert_int_equal(t.state.turn, 1);
    for (unsigned b = 0; b < 4; b++) {
        t.state.reserve[b]++;
        t.state.plants[1][b]--;
    }
    assert_says(&t, "2: transfer", "cannot-pay");
    assert_says(&t, "2: evolve", "cannot-pay");
    assert_says(&t, "2: reproduce", "cannot-pay");
}

/* ---- evolution ---- */

static void evolution_draws_for_types_and_discards(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_play(&t, 0, "alpine-ibex", CUBES(2, 0, 0, 0));
    in_play(&t, 0, "hawfinch", CUBES(0, 1, 0, 0));
    in_hand(&t, 0, "apollo");
    in_hand(&t, 0, "brown-rat");
    in_hand(&t, 0, "mute-swan");
    in_hand(&t, 0, "citril-finch");
    table_play(&t, "1: evolve");
    assert_says(&t, "1: draw herbivore", "pay-first");
    assert_says(&t, "1: done", "pay-first");
    table_play(&t, "1: discard apollo; 1: pay plant blue wetland");
    assert_says(&t, "1: pay plant green forest", "type-twice");
    assert_says(&t, "1: discard apollo", "not-in-hand");
    table_play(&t, "1: pay mammal grey alpine-ibex");
    assert_says(&t, "1: pay mammal grey alpine-ibex", "type-twice");
    table_play(&t, "1: pay bird green hawfinch; 1: discard brown-rat");
    assert_says(&t, "1: done", "decks-left");
    assert_says(&t, "1: draw bag", "not-drawable");
    table_play(&t, "1: draw herbivore");
    assert_says(&t, "*: card alpine-newt", "wrong-deck");
    assert_says(&t, "*: card apollo", "card-elsewhere"); /* face up among the discards */
    table_play(&t, "*: card red-deer");
    assert_says(&t, "1: pay reptile green forest", "not-now");
    assert_says(&t, "1: skip", "no-skip");
    table_play(&t, "1: draw herbivore; *: card mountain-hare; 1: draw insectivore; *: card alpine-newt");
    table_play(&t, "1: draw insectivore; *: card wallcreeper; 1: draw herbivore; *: card hazel-dormouse");
    assert_int_equal(bio_hand(&t.state, 0), 7);
    assert_says(&t, "1: discard apollo", "not-in-hand");
    assert_says(&t, "2: pass", "not-your-turn");
    table_play(&t, "1: discard red-deer; 1: discard alpine-newt");
    assert_int_equal(bio_hand(&t.state, 0), 5);
    assert_int_equal(t.state.turn, 1);
    table_play(&t, "2: pass");
    assert_says(&t, "1: evolve", "action-used");
    assert_whole(&t);
}

static void an_empty_deck_is_made_of_its_discards_and_without_any_nothing_is_drawn(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        t.state.at[i] = AT_DISCARD; /* but for carnivores in seat 2's hand, which nobody can draw */
        if (t.cat.species[i].deck == BIO_CARNIVORE) {
            t.state.at[i] = AT_HAND + 1;
            t.state.hand[1][BIO_CARNIVORE]++;
        }
    }
    memset(t.state.deck, 0, sizeof(t.state.deck));
    assert_whole(&t);
    table_play(&t, "1: evolve with plant blue wetland");
    assert_says(&t, "1: draw carnivore", "deck-empty");
    struct bio_state before = t.state;
    table_play(&t, "1: draw herbivore; *: card apollo");
    assert_int_equal(t.state.deck[BIO_HERBIVORE], 35);
    assert_int_equal(t.state.at[card("hawfinch")], AT_UNSEEN);
    assert_int_equal(t.state.at[card("alpine-newt")], AT_DISCARD);
    t.state = before;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        t.state.hand[1][t.cat.species[i].deck] =
            (uint8_t)(t.state.hand[1][t.cat.species[i].deck] + (t.state.at[i] == AT_DISCARD));
        t.state.at[i] = AT_HAND + 1;
    }
    assert_says(&t, "1: draw herbivore", "deck-empty");
    table_play(&t, "1: done");
    assert_int_equal(t.state.turn, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_go_round_until_all_have_passed),
        cmocka_unit_test(production_draws_a_cube_a_token_and_the_bonuses),
        cmocka_unit_test(a_game_has_six_cycles_and_then_cards_without_cubes_go),
        cmocka_unit_test(adaptation_recycles_the_diet_and_brings_a_cube),
        cmocka_unit_test(a_species_goes_to_the_right_end_of_its_row),
        cmocka_unit_test(a_diet_that_cannot_be_paid_is_refused_and_so_is_a_dead_end),
        cmocka_unit_test(without_a_cube_in_the_reserve_the_bag_may_give_one),
        cmocka_unit_test(reproduction_gives_to_all_with_two_or_three_after_paying),
        cmocka_unit_test(where_the_reserve_is_short_the_owner_chooses),
        cmocka_unit_test(transfer_gives_from_the_left_and_passes_over_full_species),
        cmocka_unit_test(an_action_that_does_nothing_may_be_taken_if_it_can_be_paid),
        cmocka_unit_test(evolution_draws_for_types_and_discards),
        cmocka_unit_test(an_empty_deck_is_made_of_its_discards_and_without_any_nothing_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
