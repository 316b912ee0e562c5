/* The round: charging, the dial, cards that complete at once, elements gained, the end; as the booklet tells it. */
#include "ecos_table.h"

static struct table t;

static const struct ecos_effect TWO_POINTS[] = {{.op = ECOS_POINTS, .amount = 2}, {.op = ECOS_END}};

static void adjacent_grassland_brings_a_point_each(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {
        {.op = ECOS_PLACE, .what = THING_GRASSLAND, .amount = 1},
        {.op = ECOS_POINTS, .amount = 1, .measure = MEASURE_ADJACENT, .of = THING_GRASSLAND},
        {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    put(&t, THING_GRASSLAND, 2, 0);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: place water 2,-1"), "ecos.not-the-effect");
    assert_string_equal(table_line(&t, "1: place grassland 5,5"), "ecos.cannot-place");
    table_play(&t, "1: place grassland 2,-1"); /* next to 1,0 and 2,0 */
    assert_int_equal(t.state.points[0], 2);
    assert_int_equal(t.state.leaves[1], 2);
    assert_int_equal(t.state.spare[0], 7);
}

static void eight_elements_three_of_them_fill_a_second_card_that_waits(void **unused)
{
    (void)unused;
    static const struct ecos_effect eight[] = {
        {.op = ECOS_ELEMENT, .what = SUN, .amount = 8}, {.op = ECOS_POINTS, .amount = 1}, {.op = ECOS_END}};
    table_init_1(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), eight);
    table_card(&t, 0, 2, slots(SUN, 3), TWO_POINTS);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: charge 1"), "ecos.gave-it");
    table_play(&t, "1: charge 2; 1: charge 2; 1: charge 2");
    assert_int_equal(t.state.points[0], 0);
    assert_string_equal(table_line(&t, "1: charge 2"), "ecos.card-full");
    table_play(&t, "1: turn; 1: turn; 1: wait; 1: turn; 1: gain cube; 1: turn");
    assert_int_equal(t.state.points[0], 0);
    table_play(&t, "1: turn"); /* the eighth; what the dial brings comes at once */
    assert_int_equal(t.state.points[0], 0);
    table_play(&t, "1: wait"); /* then the first card's point, then the second card */
    assert_int_equal(t.state.points[0], 3);
}

static void suns_turn_the_dial_for_a_cube_and_a_card_that_takes_the_last_two(void **unused)
{
    (void)unused;
    static const struct ecos_effect eight[] = {{.op = ECOS_ELEMENT, .what = SUN, .amount = 8}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), eight);
    table_card(&t, 0, 2, slots(SUN, 2), TWO_POINTS);
    t.state.at[2] = AT_HAND;
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    table_play(&t, "1: turn; 1: turn; 1: wait; 1: turn; 1: gain cube");
    assert_int_equal(t.state.spare[0], 8);
    table_play(&t, "1: turn; 1: turn; 1: wait; 1: turn; 1: play 2; 1: charge 2; 1: charge 2");
    assert_int_equal(t.state.points[0], 2);
    assert_int_equal(t.state.dial[0], 0);
}

static void after_two_turns_a_card_may_be_gained(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.state.dial[0] = 1;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 1: gain card; 1: look both");
    assert_string_equal(table_line(&t, "*: top 1"), "ecos.wrong-back");
    table_play(&t, "*: top 80 1; 1: keep 80");
    assert_int_equal(t.state.at[80], AT_HAND);
    assert_int_equal(t.state.at[1], AT_FACE_UP);
    assert_int_equal(t.state.dial[0], 0);
    t.state.dial[1] = 1;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 2: gain card; 2: faceup 1");
    assert_int_equal(t.state.at[1], AT_HAND + 1);
}

static void without_a_free_cube_one_is_taken_off_another_card(void **unused)
{
    (void)unused;
    table_init_1(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 2), TWO_POINTS);
    table_card(&t, 0, 2, slots(SUN, 1) + slots(WATER, 1), TWO_POINTS);
    assert_int_equal(t.state.spare[0], 7);
    table_play(&t, "*: token sun; 1: charge 1");
    table_play(&t, "2: turn; 3: turn; *: token sun");
    assert_string_equal(table_line(&t, "1: charge 2 sun from 1 sun"), "ecos.cubes-free");
    t.state.spare[0] = 0;
    assert_string_equal(table_line(&t, "1: charge 2 sun"), "ecos.no-cube");
    assert_string_equal(table_line(&t, "1: charge 2 sun from 1 water"), "ecos.no-cube");
    assert_string_equal(table_line(&t, "1: charge 1 sun from 1 sun"), "ecos.no-cube");
    table_play(&t, "1: charge 2 sun from 1 sun");
    assert_int_equal(t.state.filled[1], 0);
}

static void cards_complete_in_order_and_the_later_seat_may_withdraw(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.state.harbinger = 1;
    table_card(&t, 0, 1, slots(SUN, 1), TWO_POINTS);
    table_card(&t, 1, 2, slots(SUN, 1), TWO_POINTS);
    table_play(&t, "*: token sun; 1: charge 1; 3: turn; 2: charge 2");
    assert_int_equal(t.state.points[1], 2); /* the harbinger first, by itself */
    assert_int_equal(t.state.points[0], 0);
    assert_string_equal(table_line(&t, "2: withdraw"), "ecos.not-your-turn");
    struct ecos_state before = t.state;
    table_play(&t, "1: withdraw");
    assert_int_equal(t.state.dial[0], 1);
    assert_int_equal(t.state.spare[0], 7);
    assert_int_equal(t.state.points[0], 0);
    t.state = before;
    table_play(&t, "1: resolve 1");
    assert_int_equal(t.state.points[0], 2);
}

static void if_not_all_can_be_placed_nothing_of_the_card_happens(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {
        {.op = ECOS_POINTS, .amount = 5}, {.op = ECOS_PLACE, .what = LEOPARD, .amount = 1}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    assert_int_equal(t.state.points[0], 0);
    assert_int_equal(t.state.leaves[1], 2); /* it rotates all the same */
    put(&t, THING_FOREST, 1, 0);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn; 1: place leopard 1,0");
    assert_int_equal(t.state.points[0], 5);
}

static void a_choice_that_makes_a_later_placement_impossible_is_illegal(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {{.op = ECOS_REPLACE, .what = THING_LAND, .of = THING_WATER},
                                                 {.op = ECOS_PLACE, .what = RHINOCEROS, .amount = 1},
                                                 {.op = ECOS_END}};
    table_init_1(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: replace water 0,0"), "ecos.later-impossible"); /* the only desert */
    table_play(&t, "1: replace water 1,0; 1: place rhinoceros 0,0");
}

static void what_the_supply_lacks_is_taken_from_the_landscape(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {
        {.op = ECOS_PLACE, .what = THING_FOREST, .amount = 1}, {.op = ECOS_POINTS, .amount = 3}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    put(&t, THING_GRASSLAND, 2, 0);
    put(&t, THING_FOREST, 2, 0);
    t.state.land.left[THING_FOREST] = 0;
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    struct ecos_state before = t.state;
    assert_string_equal(table_line(&t, "1: place forest 1,0"), "ecos.supply-empty");
    table_play(&t, "1: take forest 2,0; 1: place forest 1,0");
    assert_int_equal(t.state.points[0], 3);
    t.state = before;
    table_play(&t, "1: decline");
    assert_int_equal(t.state.points[0], 0);
}

static void a_card_is_used_as_often_as_it_has_leaves(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), TWO_POINTS);
    for (unsigned i = 0; i < 3; i++) {
        memset(t.state.dial, 0, sizeof(t.state.dial));
        table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    }
    assert_int_equal(t.state.points[0], 6);
    assert_int_equal(t.state.at[1], AT_USED);
    assert_int_equal(t.state.times[0][1], 3);
}

static void a_wild_fits_any_slot_and_ends_the_round_and_the_game(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(EGG, 1), TWO_POINTS);
    table_play(&t, "*: token wild; 1: charge 1 egg; 2: turn; 3: turn");
    assert_int_equal(t.state.round, 1);
    assert_int_equal(t.state.harbinger, 1);
    assert_int_equal(t.state.bag[WILD], 2); /* all tokens are back */
    t.state.points[2] = 80;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 2: wait; 3: wait");
    assert_int_equal(t.state.phase, PHASE_TOKEN); /* not before the wild */
    table_play(&t, "*: token wild; 1: turn; 2: turn; 3: turn; 2: nothing; 3: nothing; 1: wait");
    assert_int_equal(t.state.phase, PHASE_OVER);
    struct outcome outcome;
    ecos_game.outcome(&t.setup, &t.state, &outcome);
    assert_int_equal(outcome.winners, seat_bit(2));
}

static void a_tie_goes_on_token_by_token_until_one_leads_alone(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), TWO_POINTS);
    t.state.points[0] = 79; /* not even one of those who are tied */
    t.state.points[1] = 80;
    t.state.points[2] = 80;
    table_play(&t, "*: token wild; 1: turn; 2: turn; 3: turn");
    assert_true(t.state.phase == PHASE_TOKEN && t.state.tie);
    table_play(&t, "*: token water; 1: turn; 2: turn; 3: turn; 2: wait; 3: wait; 1: wait");
    assert_int_equal(t.state.phase, PHASE_TOKEN);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn; 3: nothing; 2: nothing");
    assert_int_equal(t.state.points[0], 81);
    assert_int_equal(t.state.phase, PHASE_OVER);
}

static void two_players_draw_two_tokens_and_the_harbinger_orders_them(void **unused)
{
    (void)unused;
    table_init_1(&t, 2);
    table_play(&t, "*: token sun; *: token wild");
    assert_string_equal(table_line(&t, "2: first sun"), "ecos.not-your-turn");
    table_play(&t, "1: first wild; 1: turn; 2: turn");
    assert_int_equal(t.state.phase, PHASE_CHOOSE); /* both are used before the round ends */
    table_play(&t, "2: turn; 1: turn; 1: wait; 2: wait");
    assert_int_equal(t.state.round, 1);
}

/* Plays the lines, and then what is told to one that comes too early. */
static void is_told(const char *lines, const char *line, const char *id, const char *en, const char *fr)
{
    table_play(&t, lines);
    assert_string_equal(table_line(&t, line), id);
    assert_string_equal(game_says(&t.error, LANG_EN), en);
    assert_string_equal(game_says(&t.error, LANG_FR), fr);
}

static void a_line_that_comes_too_early_is_told_who_has_to_speak(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.cat.card[9].flags = 0;
    t.state.at[9] = AT_ACTIVE + 2;
    t.state.dial[0] = 2;
    table_card(&t, 1, 7, slots(SUN, 3), TWO_POINTS);
    is_told("*: token sun", "*: token sun", "ecos.not-your-turn",
            "first it is the turn of seats 2, 3: 'charge' or 'turn', for the token sun",
            "c'est d'abord le tour des sièges 2, 3 : « charger » ou « tourner », pour le pion soleil");
    is_told("3: charge 9 eco", "*: token sun", "ecos.not-your-turn",
            "first it is the turn of seat 2: 'charge' or 'turn', for the token sun",
            "c'est d'abord le tour du siège 2 : « charger » ou « tourner », pour le pion soleil");
    is_told("2: charge 7", "*: token sun", "ecos.not-your-turn",
            "first it is the turn of seat 1: 'play', 'gain cube' or 'nothing', after the third turn of the dial",
            "c'est d'abord le tour du siège 1 : « jouer », « gagner cube » ou « rien », après le troisième tour du "
            "cadran");
    is_told("", "1: wait", "ecos.not-now",
            "something else has to be decided first: 'play', 'gain cube' or 'nothing', after the third turn of the "
            "dial",
            "il faut d'abord décider : « jouer », « gagner cube » ou « rien », après le troisième tour du cadran");
    is_told("1: nothing", "*: token sun", "ecos.not-your-turn",
            "first it is the turn of seat 3: 'done' or 'discard' ends card 9",
            "c'est d'abord le tour du siège 3 : « fini » ou « défausser » termine la carte 9");
    is_told("3: done", "2: charge 7", "ecos.not-your-turn",
            "first it is the turn of the table: 'token' says what is drawn",
            "c'est d'abord le tour de la table : « pion » dit ce qui est pioché");
    t.state.phase = PHASE_ACTIVE;
    t.state.due[1] = 1;
    is_told("", "*: token sun", "ecos.not-your-turn",
            "first it is the turn of seat 2: 'active' names the starting cards: 1 missing",
            "c'est d'abord le tour du siège 2 : « activer » nomme les cartes de départ : il en manque 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjacent_grassland_brings_a_point_each),
        cmocka_unit_test(eight_elements_three_of_them_fill_a_second_card_that_waits),
        cmocka_unit_test(suns_turn_the_dial_for_a_cube_and_a_card_that_takes_the_last_two),
        cmocka_unit_test(after_two_turns_a_card_may_be_gained),
        cmocka_unit_test(without_a_free_cube_one_is_taken_off_another_card),
        cmocka_unit_test(cards_complete_in_order_and_the_later_seat_may_withdraw),
        cmocka_unit_test(if_not_all_can_be_placed_nothing_of_the_card_happens),
        cmocka_unit_test(a_choice_that_makes_a_later_placement_impossible_is_illegal),
        cmocka_unit_test(what_the_supply_lacks_is_taken_from_the_landscape),
        cmocka_unit_test(a_card_is_used_as_often_as_it_has_leaves),
        cmocka_unit_test(a_wild_fits_any_slot_and_ends_the_round_and_the_game),
        cmocka_unit_test(a_tie_goes_on_token_by_token_until_one_leads_alone),
        cmocka_unit_test(two_players_draw_two_tokens_and_the_harbinger_orders_them),
        cmocka_unit_test(a_line_that_comes_too_early_is_told_who_has_to_speak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
