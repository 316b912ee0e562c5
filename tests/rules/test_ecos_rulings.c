/*
 * Rulings that the booklet does not spell out, and what the second referee
 * and a second reading found: each is a position where the engine once did
 * something else, or could.
 */
#include "ecos_table.h"

static struct table t;

static const struct ecos_effect TWO_POINTS[] = {{.op = ECOS_POINTS, .amount = 2}, {.op = ECOS_END}};
static const struct ecos_effect WATER_FOR_ALL[] = {
    {.op = ECOS_ELEMENT, .what = WATER, .amount = 1, .flags = EFFECT_EVERYONE}, {.op = ECOS_END}};

static void a_dial_turns_once_for_a_token_when_the_seats_come_round_again(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(WATER, 1), TWO_POINTS);
    table_card(&t, 1, 2, slots(SUN, 1), WATER_FOR_ALL);
    table_play(&t, "*: token sun; 1: turn; 2: charge 2; 3: turn");
    table_play(&t, "2: turn; 3: turn; 1: charge 1 water"); /* the first seat was done: its card waits for the last */
    assert_int_equal(t.state.points[0], 0);
    table_play(&t, "3: wait");
    assert_int_equal(t.state.points[0], 2);
    assert_int_equal(t.state.dial[2], 2); /* one for the element, one for the token */
    assert_int_equal(t.state.phase, PHASE_TOKEN);
}

static void only_a_cube_that_completed_the_card_may_be_taken_back(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), WATER_FOR_ALL);
    table_card(&t, 1, 2, slots(SUN, 1) + slots(WATER, 1), TWO_POINTS);
    table_play(&t, "*: token sun; 1: charge 1; 2: charge 2; 3: turn");
    table_play(&t, "1: turn; 2: charge 2 water; 3: turn"); /* the water completes it, not the token's cube */
    assert_int_equal(t.state.points[1], 2);
}

static void what_was_resolved_is_not_taken_back_when_it_is_complete_again(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(WATER, 1), TWO_POINTS);
    table_card(&t, 1, 2, slots(WATER, 1), TWO_POINTS);
    table_card(&t, 2, 3, slots(WATER, 1), WATER_FOR_ALL);
    table_play(&t, "*: token water; 1: charge 1; 2: charge 2; 3: charge 3; 2: resolve 2; 3: resolve 3");
    table_play(&t, "3: turn; 1: charge 1; 2: charge 2"); /* both are complete again and resolve by themselves */
    assert_int_equal(t.state.points[0], 4);
    assert_int_equal(t.state.points[1], 4);
    assert_int_equal(t.state.phase, PHASE_TOKEN);
}

static void what_is_taken_from_the_landscape_is_placed_and_nothing_else(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {{.op = ECOS_PLACE, .what = THING_TILE, .amount = 1}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    put(&t, THING_GRASSLAND, 2, 0);
    t.state.land.left[THING_LAND] = 0;
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: decline"), "ecos.supply-left"); /* there is water */
    table_play(&t, "1: take grassland 2,0");
    assert_string_equal(table_line(&t, "1: place water -1,0"), "ecos.not-the-effect");
    assert_string_equal(table_line(&t, "1: take desert 0,0"), "ecos.not-the-effect");
    game_move moves[64];
    size_t count = ecos_game.legal(&t.setup, &t.state, 0, moves, 64);
    for (size_t i = 0; i < count; i++) {
        assert_true(ecos_unpack(moves[i]).kind == KIND_PLACE && ecos_unpack(moves[i]).a <= THING_GRASSLAND);
    }
    table_play(&t, "1: place desert 2,0"); /* either face of the tile */
    assert_int_equal(t.state.phase, PHASE_TOKEN);
}

static void an_effect_moves_an_animal_once(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {{.op = ECOS_MOVE, .what = LION, .amount = 2, .steps = 1},
                                                 {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    put(&t, LION, 1, 0);
    put(&t, THING_GRASSLAND, 2, 0);
    put(&t, LION, 2, 0);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn; 1: move lion 2,0 1,0");
    game_move moves[8];
    assert_int_equal(ecos_game.legal(&t.setup, &t.state, 0, moves, 8), 3); /* to 0,0, to 2,0, or not at all */
    table_play(&t, "1: move lion 1,0 0,0");                                /* one of the two there has not moved */
    assert_int_equal(t.state.phase, PHASE_TOKEN);
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    put(&t, LION, 1, 0);
    put(&t, THING_GRASSLAND, 0, 2);
    put(&t, LION, 0, 2); /* an island: it cannot move */
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn; 1: move lion 1,0 0,0");
    assert_int_equal(t.state.phase, PHASE_TOKEN); /* the only one that could has moved */
}

static void an_option_whose_placement_cannot_be_made_is_passed_over(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    const struct ecos_effect effects[] = {{.op = ECOS_MAY, .target = (uint16_t)(t.records + 3)},
                                          {.op = ECOS_PLACE, .what = LEOPARD, .amount = 1},
                                          {.op = ECOS_POINTS, .amount = 5},
                                          {.op = ECOS_POINTS, .amount = 2},
                                          {.op = ECOS_END}};
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn"); /* no forest for a leopard */
    assert_int_equal(t.state.points[0], 2);
    assert_int_equal(t.state.phase, PHASE_TOKEN);
    put(&t, THING_FOREST, 1, 0);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn; 1: choose 1; 1: place leopard 1,0");
    assert_int_equal(t.state.points[0], 9);
}

static void what_is_gone_is_not_adjacent_to_what_is_left(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    put(&t, THING_FOREST, 1, 0);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 1, 0), THING_FOREST, THING_FOREST), 0);
    assert_int_equal(land_adjacent(&t.state.land, at(&t, 0, 0), THING_FOREST, THING_FOREST),
                     1); /* none of its own there */
}

static void without_a_slot_for_the_token_the_dial_must_turn(void **unused)
{
    (void)unused;
    table_init_1(&t, 3);
    table_play(&t, "*: token sun");
    game_move moves[4];
    assert_int_equal(ecos_game.legal(&t.setup, &t.state, 0, moves, 4), 1);
    assert_int_equal(ecos_unpack(moves[0]).kind, KIND_TURN);
}

static void no_seat_that_can_score_any_more_ends_the_game(void **unused)
{
    (void)unused;
    table_init_1(&t, 3);
    memset(t.state.at, AT_USED, sizeof(t.state.at));
    memset(t.state.deck_left, 0, sizeof(t.state.deck_left));
    t.state.points[0] = 30;
    t.state.points[2] = 30;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn");
    assert_int_equal(t.state.phase, PHASE_TOKEN); /* the round is played to its wild */
    table_play(&t, "*: token wild; 1: turn; 2: turn; 3: turn; 1: gain card; 2: wait; 3: wait");
    assert_int_equal(t.state.phase, PHASE_OVER);
    struct outcome outcome;
    ecos_game.outcome(&t.setup, &t.state, &outcome);
    assert_int_equal(outcome.winners, seat_bit(0) | seat_bit(2));
}

static void the_sixtieth_round_is_the_last_even_in_a_tie(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.state.points[0] = 80;
    t.state.points[1] = 80;
    t.state.round = 58;
    table_play(&t, "*: token wild; 1: turn; 2: turn; 3: turn");
    assert_true(t.state.phase == PHASE_TOKEN && t.state.tie && t.state.round == 59);
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 2: wait; 3: wait; 1: wait");
    assert_int_equal(t.state.phase, PHASE_OVER);
    struct outcome outcome;
    ecos_game.outcome(&t.setup, &t.state, &outcome);
    assert_int_equal(outcome.winners, seat_bit(0) | seat_bit(1));
}

static void the_last_tile_of_the_landscape_stays(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {
        {.op = ECOS_REMOVE, .what = THING_TILE}, {.op = ECOS_POINTS, .amount = 1}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    land_remove(&t.state.land, THING_WATER, 0, 1);
    land_remove(&t.state.land, THING_WATER, 1, -1);
    land_remove(&t.state.land, THING_DESERT, 0, 0);
    table_play(&t, "*: token sun; 1: charge 1; 2: turn; 3: turn"); /* nothing to remove: the point all the same */
    assert_int_equal(t.state.land.count, 1);
    assert_int_equal(t.state.points[0], 1);
}

static void no_cube_is_left_and_none_is_gained(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {{.op = ECOS_CUBE, .amount = 2, .flags = EFFECT_EVERYONE},
                                                 {.op = ECOS_END}};
    table_init_1(&t, 3);
    table_card(&t, 1, 1, slots(SUN, 1), effects);
    t.state.cubes_left = 3;
    table_play(&t, "*: token sun; 2: charge 1; 1: turn; 3: turn");
    assert_int_equal(t.state.spare[1], 9); /* whose card it is comes first, then clockwise */
    assert_int_equal(t.state.spare[2], 8);
    assert_int_equal(t.state.spare[0], 7);
    t.state.dial[0] = 2;
    t.state.dial[2] = 0;
    table_play(&t, "*: token water; 1: turn; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: gain cube"), "ecos.no-cubes-left");
    table_play(&t, "1: nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dial_turns_once_for_a_token_when_the_seats_come_round_again),
        cmocka_unit_test(only_a_cube_that_completed_the_card_may_be_taken_back),
        cmocka_unit_test(what_was_resolved_is_not_taken_back_when_it_is_complete_again),
        cmocka_unit_test(what_is_taken_from_the_landscape_is_placed_and_nothing_else),
        cmocka_unit_test(an_effect_moves_an_animal_once),
        cmocka_unit_test(an_option_whose_placement_cannot_be_made_is_passed_over),
        cmocka_unit_test(what_is_gone_is_not_adjacent_to_what_is_left),
        cmocka_unit_test(without_a_slot_for_the_token_the_dial_must_turn),
        cmocka_unit_test(no_seat_that_can_score_any_more_ends_the_game),
        cmocka_unit_test(the_sixtieth_round_is_the_last_even_in_a_tie),
        cmocka_unit_test(the_last_tile_of_the_landscape_stays),
        cmocka_unit_test(no_cube_is_left_and_none_is_gained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
