/* Biotopes on the landscape, and what cards bring: Expansion, Migration, Competition, gains, the species' own Actions. */
#include "biotopes_table.h"

static struct table t;

/* ---- the three that settle ---- */

static void expansion_takes_an_empty_hex_beside_ones_own(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    token(&t, 0, -3, -1);
    token(&t, 1, -3, 0);
    unsigned reserve = t.state.reserve[BIO_MEADOW];
    assert_says(&t, "1: expand 9,9", "no-hex");
    assert_says(&t, "1: expand -3,0", "hex-taken");
    assert_says(&t, "1: expand 0,0", "not-next-to-own");
    table_play(&t, "1: expand -2,-1");
    assert_says(&t, "1: pay plant green forest", "wrong-colour");
    table_play(&t, "1: pay plant yellow meadow");
    assert_int_equal(owner_at(&t, -2, -1), 1);
    assert_int_equal(t.state.tokens[0], 10);
    assert_int_equal(t.state.reserve[BIO_MEADOW], reserve - 1);
    assert_int_equal(t.state.bag[0][BIO_MEADOW], 1);
    assert_int_equal(t.state.board[0][BIO_MEADOW], 1);
    table_play(&t, "2: pass");
    assert_says(&t, "1: expand -2,-2", "action-used");
    assert_whole(&t);
}

static void without_a_token_on_the_board_nobody_expands_or_competes(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    token(&t, 0, -3, -1);
    token(&t, 1, -2, -1);
    in_play(&t, 0, "brown-rat", CUBES(0, 0, 1, 0));
    t.state.tokens[0] = 0;
    assert_says(&t, "1: expand -2,-2", "no-token");
    assert_says(&t, "1: compete -2,-1", "no-token");
}

static void with_an_empty_reserve_the_bag_gets_nothing(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    token(&t, 0, -3, -1);
    drain(&t, BIO_MEADOW, 0);
    table_play(&t, "1: expand -2,-1 with plant yellow meadow");
    assert_int_equal(t.state.bag[0][BIO_MEADOW], 0);
    assert_int_equal(owner_at(&t, -2, -1), 1);
    assert_whole(&t);
}

static void a_pollinator_pays_an_expansion_as_a_plant(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "western-honey-bee", WHEN_PAY, BIO_ANY, 0, 1);
    token(&t, 0, -3, -1);
    in_play(&t, 0, "western-honey-bee", CUBES(0, 0, 1, 0));
    table_play(&t, "1: expand -2,-1");
    assert_says(&t, "1: pay invertebrate yellow western-honey-bee", "not-needed");
    table_play(&t, "1: pay plant yellow western-honey-bee");
    assert_int_equal(t.state.plants[0][BIO_MEADOW], 1);
}

static void migration_goes_three_steps_and_over_tokens(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    token(&t, 0, -3, 0);
    token(&t, 1, -2, 0);
    token(&t, 1, -1, 0);
    in_play(&t, 0, "citril-finch", CUBES(2, 0, 0, 0));
    in_play(&t, 0, "alpine-newt", CUBES(0, 0, 0, 1));
    assert_says(&t, "1: migrate -3,-1 0,0", "not-own");
    assert_says(&t, "1: migrate -3,0 0,1", "too-many-steps");
    assert_says(&t, "1: migrate -3,0 -2,0", "hex-taken");
    assert_says(&t, "1: migrate -3,0 -1,-1",
                "cannot-pay"); /* no yellow bird or reptile: the meadow's card has a plant */
    table_play(&t, "1: migrate -3,0 0,0");
    assert_says(&t, "1: pay plant grey mountain", "from-species");
    assert_says(&t, "1: pay reptile blue alpine-newt", "wrong-colour");
    table_play(&t, "1: pay bird grey citril-finch");
    assert_int_equal(owner_at(&t, -3, 0), OWNER_NONE);
    assert_int_equal(owner_at(&t, 0, 0), 1);
    assert_int_equal(t.state.tokens[0], 11);
    assert_int_equal(t.state.bag[0][BIO_MOUNTAIN], 1);
    table_play(&t, "2: pass");
    assert_says(&t, "1: migrate 0,0 0,1", "action-used");
    assert_whole(&t);
}

static void a_rival_retreats_where_it_likes(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    token(&t, 0, 0, 1);
    token(&t, 1, 0, 0);
    token(&t, 2, 1, 0);
    in_play(&t, 0, "alpine-ibex", CUBES(1, 0, 0, 1));
    assert_says(&t, "1: compete 0,1", "no-rival");
    assert_says(&t, "1: compete -1,0", "no-rival");
    assert_says(&t, "1: compete 9,9", "no-hex");
    table_play(&t, "1: compete 0,0");
    assert_says(&t, "1: pay mammal blue alpine-ibex", "wrong-colour");
    assert_says(&t, "1: pay plant grey mountain", "from-species");
    table_play(&t, "1: pay mammal grey alpine-ibex");
    assert_says(&t, "1: retreat -1,0", "not-your-turn");
    assert_says(&t, "2: retreat 0,0", "not-retreat");
    assert_says(&t, "2: retreat 1,0", "hex-taken");
    assert_says(&t, "2: retreat 2,0", "not-retreat");
    table_play(&t, "2: retreat -1,0");
    assert_int_equal(owner_at(&t, 0, 0), 1);
    assert_int_equal(owner_at(&t, -1, 0), 2);
    assert_int_equal(t.state.tokens[0], 10);
    assert_int_equal(t.state.tokens[1], 11);
    assert_int_equal(t.state.bag[0][BIO_MOUNTAIN], 1);
    table_play(&t, "2: pass; 3: pass");
    assert_says(&t, "1: compete -1,0", "action-used");
    assert_whole(&t);
}

static void one_who_has_passed_retreats_too_and_alone_it_is_not_asked(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    in_play(&t, 0, "alpine-ibex", CUBES(1, 0, 0, 0));
    token(&t, 0, 2, -2);
    token(&t, 1, 2, -3); /* mountain in the corner: beside 1,-3 1,-2 2,-2 */
    token(&t, 1, 1, -2);
    t.state.turn = t.state.asked = 1;
    table_play(&t, "2: pass");
    struct bio_state before = t.state;
    table_play(&t, "1: compete 2,-3 with mammal grey alpine-ibex"); /* 1,-3 is the only way out */
    assert_int_equal(owner_at(&t, 1, -3), 2);
    assert_int_equal(owner_at(&t, 2, -3), 1);
    t.state = before;
    token(&t, 1, 1, -3);
    table_play(&t, "1: compete 2,-3 with mammal grey alpine-ibex");
    assert_int_equal(t.state.tokens[1], 12 - 2); /* no room: back on the board */
    assert_int_equal(owner_at(&t, 2, -3), 1);
    assert_whole(&t);
}

static void alone_one_chooses_for_the_foreign_token_or_it_leaves(void **unused)
{
    (void)unused;
    table_new(&t, "house", BIO_SOLO, BIO_TABLE, 1);
    table_play(&t, TABLE_CONDITIONS "; " TABLE_LAND "; 1: token 0,1; 1: token -3,-1; 1: token -2,2; 1: token 2,-1");
    in_play(&t, 0, "alpine-ibex", CUBES(1, 0, 0, 0));
    t.state.hand[0][BIO_HERBIVORE]--; /* the ibex was one of the hand */
    t.state.deck[BIO_HERBIVORE]++;
    struct bio_state before = t.state;
    table_play(&t, "1: compete 0,0 with mammal grey alpine-ibex"); /* all round are tokens */
    assert_int_equal(bio_land_tokens(&t.state.land, OWNER_NEUTRAL, BIO_ANY), 9);
    assert_int_equal(owner_at(&t, 0, 0), 1);
    t.state = before;
    t.state.cubes[card("alpine-ibex")] = CUBES(0, 1, 0, 0);
    t.state.reserve[BIO_MOUNTAIN]++;
    t.state.reserve[BIO_FOREST]--;
    table_play(&t, "1: compete 2,0 with mammal green alpine-ibex");
    assert_says(&t, "1: retreat 2,-1", "hex-taken");
    table_play(&t, "1: retreat 2,1");
    assert_int_equal(owner_at(&t, 2, 1), OWNER_NEUTRAL);
    assert_int_equal(owner_at(&t, 2, 0), 1);
    assert_whole(&t);
}

/* ---- gains ---- */

static void cards_come_before_cubes_row_by_row_and_each_may_be_skipped(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "brown-rat", WHEN_EXPAND, BIO_ANY, GAIN_CARD, 1);
    effect(&t, "apollo", WHEN_EXPAND, BIO_ANY, GAIN_CUBE, 1);
    effect(&t, "hawfinch", WHEN_SETTLE, BIO_MEADOW, GAIN_CARD, 2);
    effect(&t, "wild-boar", WHEN_SETTLE, BIO_FOREST, GAIN_CARD, 1); /* another biotope */
    effect(&t, "mute-swan", WHEN_MIGRATE, BIO_ANY, GAIN_CARD, 1);   /* another action */
    in_play(&t, 0, "brown-rat", 0);
    in_play(&t, 0, "apollo", 0);
    in_play(&t, 0, "hawfinch", CUBES(0, 3, 0, 0));
    in_play(&t, 0, "wild-boar", 0);
    in_play(&t, 0, "mute-swan", 0);
    token(&t, 0, -3, -1);
    in_bag(&t, 0, BIO_FOREST, 1);
    table_play(&t, "1: expand -2,-1 with plant yellow meadow");
    assert_says(&t, "1: draw bag", "not-drawable");
    assert_says(&t, "2: pass", "not-your-turn");
    table_play(&t, "1: draw carnivore; *: card red-fox; 1: draw carnivore; *: card merlin"); /* hawfinch */
    table_play(&t, "1: skip");                                                               /* brown-rat */
    assert_says(&t, "1: draw carnivore", "not-drawable");
    table_play(&t, "1: draw bag"); /* apollo */
    assert_says(&t, "*: cubes 1 blue", "cubes-bag");
    assert_says(&t, "*: cubes 1 green yellow", "cubes-count");
    table_play(&t, "*: cubes 1 green");
    assert_says(&t, "1: put meadow", "wrong-card");
    assert_says(&t, "1: put apollo", "wrong-card");
    table_play(&t, "1: put hawfinch");
    assert_int_equal(cubes_on(&t, "hawfinch"), CUBES(0, 4, 0, 0));
    assert_int_equal(t.state.turn, 1);
    assert_whole(&t);
}

static void a_drawn_cube_goes_by_itself_where_there_is_no_choice(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "apollo", WHEN_EXPAND, BIO_ANY, GAIN_CUBE, 3);
    in_play(&t, 0, "apollo", 0);
    in_play(&t, 0, "hawfinch", CUBES(0, 4, 0, 0)); /* no room */
    token(&t, 0, -3, -1);
    in_bag(&t, 0, BIO_FOREST, 1);
    table_play(&t, "1: expand -2,-1 with plant yellow meadow; 1: draw bag; *: cubes 1 green");
    assert_int_equal(t.state.plants[0][BIO_FOREST], 2);
    table_play(&t, "1: draw bag; *: cubes 1 yellow"); /* then the bag is empty, and the third is passed over */
    assert_int_equal(t.state.turn, 1);
    assert_whole(&t);
}

static void reproduction_gains_after_paying_and_before_the_new_cubes(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "wild-boar", WHEN_REPRODUCE, BIO_ANY, GAIN_CUBE, 1);
    in_play(&t, 0, "wild-boar", CUBES(0, 1, 0, 0));
    in_play(&t, 0, "apollo", CUBES(1, 0, 0, 0));
    in_bag(&t, 0, BIO_FOREST, 1);
    table_play(&t, "1: reproduce with invertebrate grey apollo; 1: draw bag; *: cubes 1 green; 1: put wild-boar");
    assert_int_equal(cubes_on(&t, "wild-boar"), CUBES(0, 3, 0, 0)); /* two, so it got another */
    assert_whole(&t);
}

static void transfer_evolution_adaptation_and_biotope_cards_gain_too(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "european-rabbit", WHEN_TRANSFER, BIO_ANY, GAIN_CUBE, 1);
    effect(&t, "brown-rat", WHEN_EVOLVE, BIO_ANY, GAIN_CARD, 1);
    effect(&t, "hawfinch", WHEN_ADAPT, BIO_FOREST, GAIN_CARD, 1);
    t.state.milieu[0][BIO_WETLAND] = BIO_ADAPTED;
    t.cat.effect[BIO_ADVANCED + 5 * BIO_WETLAND + BIO_ADAPTED - 1] =
        (struct bio_effect){.when = WHEN_ADAPT, .onto = BIO_FOREST, .gain = GAIN_CARD, .count = 1, .per = 1};
    in_play(&t, 0, "european-rabbit", 0);
    in_play(&t, 0, "brown-rat", 0);
    in_hand(&t, 0, "hawfinch");
    in_hand(&t, 0, "wild-boar");
    plants(&t, 0, BIO_FOREST, 4);
    in_bag(&t, 0, BIO_WETLAND, 1);
    table_play(
        &t, "1: transfer with plant grey mountain; 1: draw bag; *: cubes 1 blue; 2: transfer with plant grey mountain");
    table_play(
        &t,
        "1: evolve with plant green forest; 1: draw herbivore; *: card apollo; 1: draw herbivore; *: card red-deer");
    table_play(&t, "2: pass; 1: adapt hawfinch with plant green forest, plant green forest");
    table_play(
        &t, "1: draw insectivore; *: card alpine-newt"); /* the biotope card's; its own arrival is nothing to itself */
    table_play(
        &t, "1: adapt wild-boar with plant green forest, plant green forest; 1: draw herbivore; *: card mountain-hare");
    table_play(&t, "1: draw herbivore; *: card stag-beetle");
    assert_int_equal(bio_hand(&t.state, 0), 5);
    assert_int_equal(t.state.step, STEP_TURN);
    assert_whole(&t);
}

/* ---- Actions of species ---- */

static void an_action_costs_a_cube_of_the_card_and_is_the_turn(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "alpine-ibex", WHEN_ACTION_DRAW, BIO_ANY, 0, 2);
    in_play(&t, 0, "alpine-ibex", CUBES(2, 0, 0, 1));
    in_play(&t, 0, "hawfinch", CUBES(0, 1, 0, 0));
    assert_says(&t, "1: use hawfinch", "no-action");
    assert_says(&t, "1: use mute-swan", "not-in-play");
    assert_says(&t, "1: effect alpine-ibex", "no-declaring");
    table_play(&t, "1: use alpine-ibex"); /* cubes of two colours: which */
    assert_says(&t, "1: pay plant green forest", "wrong-card");
    table_play(&t, "1: pay blue alpine-ibex; 1: draw carnivore; *: card red-fox; 1: skip; 2: pass");
    assert_int_equal(t.state.bag[0][BIO_WETLAND], 1); /* recycled */
    table_play(&t,
               "1: use alpine-ibex; 1: skip; 1: use alpine-ibex; 1: skip"); /* as often as there are cubes, by itself */
    assert_int_equal(t.state.bag[0][BIO_MOUNTAIN], 2);
    assert_says(&t, "1: use alpine-ibex", "cannot-pay");
    assert_whole(&t);
}

static void discreet_moves_two_different_cubes_anywhere(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "hawfinch", WHEN_ACTION_SHIFT, BIO_ANY, 0, 2);
    in_play(&t, 0, "hawfinch", CUBES(0, 1, 0, 0));
    in_play(&t, 0, "brown-rat", CUBES(0, 0, 4, 0));
    in_play(&t, 0, "apollo", 0);
    in_play(&t, 1, "mute-swan", 0);
    table_play(&t, "1: use hawfinch");
    assert_says(&t, "1: shift green forest mute-swan", "not-in-play");
    assert_says(&t, "1: shift green forest brown-rat", "no-room");
    assert_says(&t, "1: shift green forest meadow", "no-room"); /* a biotope card holds its own colour */
    assert_says(&t, "1: shift green hawfinch apollo", "no-cube");
    assert_says(&t, "1: shift green forest forest", "same-spot");
    table_play(&t, "1: shift yellow brown-rat apollo"); /* another biotope's species */
    assert_says(&t, "1: shift yellow apollo meadow", "has-shifted");
    table_play(&t, "1: shift yellow brown-rat meadow");
    assert_int_equal(cubes_on(&t, "apollo"), CUBES(0, 0, 1, 0));
    assert_int_equal(cubes_on(&t, "brown-rat"), CUBES(0, 0, 2, 0));
    assert_int_equal(t.state.plants[0][BIO_MEADOW], 2);
    assert_int_equal(t.state.turn, 1); /* two is all */
    assert_whole(&t);
}

static void a_predator_takes_a_rivals_cube_into_its_own_bag(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    effect(&t, "red-fox", WHEN_ACTION_PREY, BIO_ANY, 0, 1);
    in_play(&t, 0, "red-fox", CUBES(0, 0, 2, 0));
    in_play(&t, 1, "hawfinch", CUBES(0, 1, 0, 0));
    table_play(&t, "1: use red-fox");
    assert_says(&t, "1: prey 1 grey mountain", "not-other");
    assert_says(&t, "1: prey 2 grey hawfinch", "no-cube");
    assert_says(&t, "1: prey 2 yellow red-fox", "not-in-play");
    table_play(&t, "1: prey 2 green hawfinch");
    assert_int_equal(t.state.bag[0][BIO_FOREST], 1);
    assert_int_equal(cubes_on(&t, "hawfinch"), 0);
    assert_int_equal(t.state.turn, 1);
    table_play(&t, "2: pass; 1: use red-fox; 1: skip");
    assert_whole(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansion_takes_an_empty_hex_beside_ones_own),
        cmocka_unit_test(without_a_token_on_the_board_nobody_expands_or_competes),
        cmocka_unit_test(with_an_empty_reserve_the_bag_gets_nothing),
        cmocka_unit_test(a_pollinator_pays_an_expansion_as_a_plant),
        cmocka_unit_test(migration_goes_three_steps_and_over_tokens),
        cmocka_unit_test(a_rival_retreats_where_it_likes),
        cmocka_unit_test(one_who_has_passed_retreats_too_and_alone_it_is_not_asked),
        cmocka_unit_test(alone_one_chooses_for_the_foreign_token_or_it_leaves),
        cmocka_unit_test(cards_come_before_cubes_row_by_row_and_each_may_be_skipped),
        cmocka_unit_test(a_drawn_cube_goes_by_itself_where_there_is_no_choice),
        cmocka_unit_test(reproduction_gains_after_paying_and_before_the_new_cubes),
        cmocka_unit_test(transfer_evolution_adaptation_and_biotope_cards_gain_too),
        cmocka_unit_test(an_action_costs_a_cube_of_the_card_and_is_the_turn),
        cmocka_unit_test(discreet_moves_two_different_cubes_anywhere),
        cmocka_unit_test(a_predator_takes_a_rivals_cube_into_its_own_bag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
