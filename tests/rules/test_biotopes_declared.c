/* Effects that nobody has written down: what may be declared, when, by whom and for whom, and what it does. */
#include "biotopes_table.h"

static struct table t;

/* As table_init, with a catalogue that does not know everything. */
static void begin(unsigned seats)
{
    table_init(&t, seats);
    t.cat.certain = 0;
    for (unsigned i = 0; i < BIO_BASICS; i++) {
        t.cat.effect[i].when = WHEN_UNKNOWN;
    }
    in_play(&t, 0, "eurasian-lynx", CUBES(2, 0, 0, 0));
    in_play(&t, 1, "hawfinch", CUBES(0, 1, 0, 0));
}

static void an_effect_is_declared_between_actions_by_its_owner(void **unused)
{
    (void)unused;
    begin(2);
    assert_says(&t, "1: effect hawfinch", "not-in-play");
    assert_says(&t, "1: effect mute-swan", "not-in-play");
    assert_says(&t, "1: effect forest", "no-effect"); /* a basic biotope has none */
    assert_says(&t, "1: gain cube", "not-now");
    table_play(&t, "2: effect hawfinch"); /* in another's turn */
    assert_says(&t, "1: pass", "not-your-turn");
    assert_says(&t, "1: gain card herbivore", "not-your-turn");
    table_play(&t, "2: gain grey bag; 2: done");
    assert_int_equal(t.state.bag[1][BIO_MOUNTAIN], 1);
    assert_int_equal(t.state.turn, 0);
    table_play(&t, "1: effect eurasian-lynx; 1: done"); /* it is not the turn's action */
    assert_int_equal(t.state.turn, 0);
    table_play(&t, "1: transfer");
    assert_says(&t, "1: effect eurasian-lynx", "not-now"); /* within an action */
    assert_says(&t, "2: effect hawfinch", "not-your-turn");
    t.state.milieu[0][BIO_FOREST] = BIO_ADAPTED;
    table_play(&t, "1: pay plant grey mountain; 1: effect forest; 1: done");
    assert_int_equal(t.state.verified[BIO_STEP_DECLARED], 7);
    assert_int_equal(t.state.verified[BIO_STEP_FULL], 2);
    assert_whole(&t);
}

static void nothing_is_declared_where_everything_is_known_or_blank(void **unused)
{
    (void)unused;
    begin(2);
    t.setup.option[BIO_OPTION_UNKNOWN] = BIO_BLANK;
    assert_says(&t, "1: effect eurasian-lynx", "no-declaring");
    assert_says(&t, "1: use eurasian-lynx", "no-action");
    assert_says(&t, "2: effect hawfinch", "no-declaring");
    t.setup.option[BIO_OPTION_UNKNOWN] = BIO_DECLARE;
    t.cat.certain = 1;
    assert_says(&t, "1: effect eurasian-lynx", "no-declaring");
    for (unsigned i = 0; i < 6; i++) {
        table_play(&t, i % 2 ? "2: pass; 1: pass" : "1: pass; 2: pass");
    }
    assert_int_equal(t.state.step, STEP_OVER); /* nor are bonuses */
}

static void cubes_go_about_as_it_is_said(void **unused)
{
    (void)unused;
    begin(2);
    in_play(&t, 0, "brown-rat", CUBES(0, 0, 4, 0));
    table_play(&t, "1: effect eurasian-lynx");
    assert_says(&t, "1: gain grey brown-rat", "no-room");
    assert_says(&t, "1: gain grey forest", "no-room");
    assert_says(&t, "1: gain grey hawfinch", "not-in-play");
    table_play(&t, "1: gain green eurasian-lynx; 1: gain green forest; 1: gain blue bag");
    assert_int_equal(cubes_on(&t, "eurasian-lynx"), CUBES(2, 1, 0, 0));
    assert_int_equal(t.state.plants[0][BIO_FOREST], 2);
    assert_says(&t, "1: recycle blue eurasian-lynx", "no-cube");
    table_play(&t, "1: recycle yellow brown-rat; 1: shift yellow brown-rat eurasian-lynx");
    table_play(&t, "1: shift yellow eurasian-lynx brown-rat"); /* as often as one likes */
    assert_says(&t, "1: prey 1 grey mountain", "not-other");
    table_play(&t, "1: prey 2 green hawfinch");
    assert_int_equal(t.state.bag[0][BIO_FOREST], 1);
    assert_int_equal(t.state.bag[0][BIO_MEADOW], 1);
    drain(&t, BIO_WETLAND, 0);
    assert_says(&t, "1: gain blue bag", "reserve-empty");
    table_play(&t, "1: gain cube");
    assert_says(&t, "1: done", "not-your-turn");
    assert_says(&t, "*: cubes 2 blue", "cubes-seat");
    table_play(&t, "*: cubes 1 green; 1: done"); /* no forest species of one's own: on the biotope card */
    assert_int_equal(t.state.plants[0][BIO_FOREST], 3);
    assert_whole(&t);
}

static void what_is_said_for_others_happens_to_them(void **unused)
{
    (void)unused;
    begin(3);
    in_hand(&t, 1, "apollo");
    in_bag(&t, 1, BIO_FOREST, 1);
    token(&t, 1, 0, 0);
    table_play(&t, "1: effect eurasian-lynx; 1: for 2 gain cube; *: cubes 2 green");
    assert_says(&t, "1: put hawfinch", "not-your-turn");
    table_play(&t, "2: put hawfinch; 1: for 2 gain card carnivore; *: card red-fox; 1: for 2 discard apollo");
    assert_int_equal(t.state.at[card("red-fox")], AT_HAND + 1);
    assert_int_equal(t.state.at[card("apollo")], AT_DISCARD);
    assert_int_equal(cubes_on(&t, "hawfinch"), CUBES(0, 2, 0, 0));
    assert_says(&t, "1: for 2 gain cube", "bag-empty");
    assert_says(&t, "1: for 2 recycle grey eurasian-lynx", "not-in-play");
    table_play(&t, "1: for 2 recycle green hawfinch; 1: for 3 prey 1 grey eurasian-lynx; 1: for 1 gain blue bag");
    assert_int_equal(t.state.bag[1][BIO_FOREST], 1);
    assert_int_equal(t.state.bag[2][BIO_MOUNTAIN], 1);
    assert_int_equal(t.state.bag[0][BIO_WETLAND], 1);
    table_play(&t, "1: for 2 token 0,0 0,1; 1: for 2 token - 0,0");
    assert_says(&t, "1: token 0,0 -", "not-own");
    table_play(&t, "1: for 2 token 0,1 -; 1: token - 0,1; 1: done");
    assert_int_equal(owner_at(&t, 0, 0), 2);
    assert_int_equal(owner_at(&t, 0, 1), 1);
    assert_int_equal(t.state.tokens[1], 11);
    assert_whole(&t);
}

static void a_token_moves_comes_and_goes(void **unused)
{
    (void)unused;
    begin(2);
    token(&t, 0, -3, -1);
    token(&t, 1, 0, 0);
    table_play(&t, "1: effect eurasian-lynx");
    assert_says(&t, "1: token -3,-1 0,0", "hex-taken");
    assert_says(&t, "1: token -3,-1 9,9", "no-hex");
    assert_says(&t, "1: token 0,1 1,1", "not-own");
    table_play(&t, "1: token -3,-1 2,1; 1: token 2,1 -; 1: token - 3,0");
    assert_int_equal(owner_at(&t, 3, 0), 1);
    assert_int_equal(t.state.tokens[0], 11);
    t.state.tokens[0] = 0;
    assert_says(&t, "1: token - 3,-1", "no-token");
}

static void a_used_action_may_be_used_once_more(void **unused)
{
    (void)unused;
    begin(2);
    plants(&t, 0, BIO_FOREST, 4);
    table_play(&t, "1: effect eurasian-lynx");
    assert_says(&t, "1: again transfer", "not-used");
    assert_says(&t, "1: again adapt", "action");
    table_play(&t, "1: done; 1: transfer with plant green forest; 2: pass");
    assert_says(&t, "1: transfer", "action-used");
    table_play(&t, "1: effect eurasian-lynx; 1: again transfer");
    assert_says(&t, "1: again transfer", "not-used");
    table_play(&t, "1: done; 1: transfer with plant green forest");
    assert_says(&t, "1: transfer", "action-used");
}

static void a_waiver_is_for_the_next_cost(void **unused)
{
    (void)unused;
    begin(2);
    in_hand(&t, 0, "european-tree-frog"); /* plant, two invertebrates */
    in_hand(&t, 0, "wallcreeper");        /* two invertebrates */
    assert_says(&t, "1: adapt european-tree-frog", "cannot-pay");
    table_play(&t, "1: effect eurasian-lynx; 1: waive invertebrate");
    table_play(&t, "1: waive invertebrate; 1: waive mammal; 1: waive mammal; 1: waive mammal; 1: waive mammal");
    assert_says(&t, "1: waive mammal", "waived-enough");
    table_play(&t, "1: done; 1: adapt european-tree-frog with plant grey mountain; 2: pass");
    assert_int_equal(cubes_on(&t, "european-tree-frog"), CUBES(0, 1, 0, 0));
    assert_says(&t, "1: adapt wallcreeper", "cannot-pay"); /* none is left over */
    assert_whole(&t);
}

static void a_waiver_pays_the_one_cube_of_an_action_and_a_type_of_evolution(void **unused)
{
    (void)unused;
    begin(2);
    token(&t, 0, 0, 1);
    assert_says(&t, "1: migrate 0,1 0,0", "cannot-pay");
    table_play(&t, "1: effect eurasian-lynx; 1: waive bird; 1: done; 1: migrate 0,1 0,0; 2: pass");
    assert_int_equal(owner_at(&t, 0, 0), 1);
    table_play(&t, "1: effect eurasian-lynx; 1: waive bird; 1: done; 1: transfer"); /* a bird cube would do */
    table_play(&t, "1: effect eurasian-lynx; 1: waive bird; 1: done; 1: evolve; 1: pay plant green forest");
    table_play(&t, "1: draw herbivore; *: card apollo; 1: draw herbivore; *: card red-deer");
    assert_int_equal(t.state.step, STEP_TURN);
    table_play(&t, "1: effect eurasian-lynx; 1: waive mammal; 1: done; 1: use eurasian-lynx; 1: done");
    assert_int_equal(cubes_on(&t, "eurasian-lynx"), CUBES(3, 0, 0, 0)); /* the two, and the one transferred */
    assert_whole(&t);
}

static void an_unknown_action_costs_a_cube_and_is_the_turn(void **unused)
{
    (void)unused;
    begin(2);
    table_play(&t, "1: use eurasian-lynx; 1: gain card carnivore; *: card red-fox; 1: done");
    assert_int_equal(cubes_on(&t, "eurasian-lynx"), CUBES(1, 0, 0, 0));
    assert_int_equal(t.state.bag[0][BIO_MOUNTAIN], 1);
    assert_int_equal(t.state.turn, 1);
    assert_int_equal(t.state.verified[BIO_STEP_DECLARED], 3);
}

static void there_are_32_effects_an_opening_and_64_openings_a_cycle(void **unused)
{
    (void)unused;
    begin(2);
    table_play(&t, "1: effect eurasian-lynx");
    for (unsigned i = 0; i < 16; i++) {
        table_play(&t, "1: shift grey mountain eurasian-lynx; 1: shift grey eurasian-lynx mountain");
    }
    assert_says(&t, "1: shift grey mountain eurasian-lynx", "many-effects");
    table_play(&t, "1: done");
    for (unsigned i = 1; i < 64; i++) {
        table_play(&t, "1: effect eurasian-lynx; 1: done");
    }
    assert_says(&t, "1: effect eurasian-lynx", "many-openings");
    table_play(&t, "2: effect hawfinch; 2: done; 1: pass; 2: pass; 1: effect eurasian-lynx; 1: done");
}

static void cards_declared_after_ones_own_action_are_discarded_down_to_five(void **unused)
{
    (void)unused;
    begin(2);
    in_hand(&t, 0, "apollo");
    in_hand(&t, 0, "brown-rat");
    in_hand(&t, 0, "mute-swan");
    in_hand(&t, 0, "citril-finch");
    in_hand(&t, 0, "wild-boar");
    table_play(&t, "1: effect eurasian-lynx; 1: gain card herbivore; *: card red-deer; 1: done"); /* before an action */
    assert_int_equal(bio_hand(&t.state, 0), 6);
    table_play(&t, "1: transfer with plant grey mountain");
    assert_int_equal(t.state.step, STEP_DISCARD);
    table_play(&t, "1: effect eurasian-lynx; 1: gain card herbivore; *: card stag-beetle; 1: done");
    assert_int_equal(t.state.step, STEP_DISCARD);
    table_play(&t, "1: discard apollo; 1: discard stag-beetle");
    assert_int_equal(t.state.turn, 1);
    table_play(
        &t, "1: effect eurasian-lynx; 1: gain card carnivore; *: card red-fox; 1: done"); /* it was the last action */
    assert_says(&t, "2: pass", "not-your-turn");
    table_play(&t, "1: discard red-fox; 2: pass");
    assert_int_equal(bio_hand(&t.state, 0), 5);
    assert_whole(&t);
}

static void bonuses_are_said_after_the_last_cycle(void **unused)
{
    (void)unused;
    begin(2);
    in_play(&t, 0, "brown-rat", 0);
    t.state.milieu[1][BIO_WETLAND] = BIO_PRESERVED;
    assert_says(&t, "1: bonus eurasian-lynx 3", "not-now");
    for (unsigned i = 0; i < 6; i++) {
        table_play(&t, i % 2 ? "2: pass; 1: pass" : "1: pass; 2: pass");
    }
    assert_int_equal(t.state.step, STEP_BONUS);
    assert_says(&t, "1: bonus hawfinch 3", "not-in-play");
    assert_says(&t, "1: bonus brown-rat 3", "not-in-play"); /* it had no cubes, and is discarded */
    assert_says(&t, "1: bonus eurasian-lynx 41", "bonus-range");
    assert_says(&t, "1: bonus forest 1", "no-effect");
    assert_says(&t, "1: effect eurasian-lynx", "not-now");
    table_play(&t, "2: bonus wetland 7; 1: bonus eurasian-lynx 40; 2: done");
    assert_says(&t, "1: bonus eurasian-lynx 1", "bonus-twice");
    assert_says(&t, "2: bonus hawfinch 1", "not-your-turn");
    table_play(&t, "1: done");
    struct outcome outcome;
    biotopes_game.outcome(&t.setup, &t.state, &outcome);
    assert_true(outcome.over);
    assert_int_equal(outcome.rows[0].category[BIO_BONUS], 40);
    assert_int_equal(outcome.rows[1].category[BIO_BONUS], 7);
}

static void what_is_said_of_a_known_card_counts_instead(void **unused)
{
    (void)unused;
    begin(2);
    t.cat.effect[card("eurasian-lynx")] =
        (struct bio_effect){.when = WHEN_END, .count = 1, .each = EACH_TYPE, .of = BIO_MAMMAL, .per = 1};
    struct outcome outcome;
    biotopes_game.outcome(&t.setup, &t.state, &outcome);
    assert_int_equal(outcome.rows[0].category[BIO_BONUS], 1);
    for (unsigned i = 0; i < 6; i++) {
        table_play(&t, i % 2 ? "2: pass; 1: pass" : "1: pass; 2: pass");
    }
    table_play(&t, "1: bonus eurasian-lynx 0; 1: done; 2: done");
    biotopes_game.outcome(&t.setup, &t.state, &outcome);
    assert_int_equal(outcome.rows[0].category[BIO_BONUS], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_effect_is_declared_between_actions_by_its_owner),
        cmocka_unit_test(nothing_is_declared_where_everything_is_known_or_blank),
        cmocka_unit_test(cubes_go_about_as_it_is_said),
        cmocka_unit_test(what_is_said_for_others_happens_to_them),
        cmocka_unit_test(a_token_moves_comes_and_goes),
        cmocka_unit_test(a_used_action_may_be_used_once_more),
        cmocka_unit_test(a_waiver_is_for_the_next_cost),
        cmocka_unit_test(a_waiver_pays_the_one_cube_of_an_action_and_a_type_of_evolution),
        cmocka_unit_test(an_unknown_action_costs_a_cube_and_is_the_turn),
        cmocka_unit_test(there_are_32_effects_an_opening_and_64_openings_a_cycle),
        cmocka_unit_test(cards_declared_after_ones_own_action_are_discarded_down_to_five),
        cmocka_unit_test(bonuses_are_said_after_the_last_cycle),
        cmocka_unit_test(what_is_said_of_a_known_card_counts_instead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
