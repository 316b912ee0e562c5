/*
 * Rules 2, the short form: what the rules decide themselves, lines that say
 * less, lines that say what has been done, and decisions that go without
 * saying. That such lines print and read back is the conformance suite's.
 */
#include "ecos_table.h"

static struct table t;

static const struct ecos_effect TWO_POINTS[] = {{.op = ECOS_POINTS, .amount = 2}, {.op = ECOS_END}};
static const struct ecos_effect RHINO[] = {
    {.op = ECOS_PLACE, .what = RHINOCEROS, .amount = 1}, {.op = ECOS_POINTS, .amount = 2}, {.op = ECOS_END}};

/* How many moves a line stands for; the message's id in `said` when it cannot be read. */
static size_t moves_of(unsigned seat, const char *text, game_move moves[GAME_LINE])
{
    size_t count = 0;
    enum err err = ecos_game.parse(&t.setup, &t.state, seat, span_from(text), moves, &count, &t.error);
    if (err != ERR_OK) {
        fail_msg("'%s': %s", text, t.error.message->id);
    }
    return count;
}

static void says_nothing(const char *line)
{
    game_move moves[GAME_LINE];
    assert_int_equal(moves_of((unsigned)seat_from_label(span_of(line, 1)), line + 3, moves), 0);
}

static seat_set turn(void)
{
    return ecos_game.turn(&t.setup, &t.state);
}

static void a_seat_that_cannot_charge_turns_by_itself(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 1, 7, slots(SUN, 2), TWO_POINTS);
    table_play(&t, "*: token sun");
    assert_int_equal(turn(), seat_bit(1)); /* the two others have no card */
    says_nothing("1: turn");
    says_nothing("3: tourner");
    assert_string_equal(table_line(&t, "1: charge 7 sun"), "ecos.has-chosen");
    table_play(&t, "2: charge 7 sun");
    assert_int_equal(turn(), seat_bit(SEAT_TABLE));
    assert_int_equal(t.state.dial[0] + t.state.dial[2], 2);
    says_nothing("3: turn"); /* late, but of this token */
    assert_string_equal(table_line(&t, "2: turn"), "ecos.not-your-turn");
    table_play(&t, "*: token water");
    assert_int_equal(turn(), seat_bit(0));               /* its dial has been turned twice; the third seat's too */
    assert_int_equal(t.state.verified[STEP_EFFECTS], 1); /* what the rules do is no move of a player */
}

static void a_dial_that_offers_nothing_is_not_asked_about(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    memset(t.state.at, AT_USED, sizeof(t.state.at));
    t.state.at[20] = AT_HAND + 1;
    memset(t.state.deck_left, 0, sizeof(t.state.deck_left));
    t.state.cubes_left = 0;
    t.state.dial[0] = 1;
    t.state.dial[1] = 2;
    t.state.dial[2] = 2;
    table_play(&t, "*: token sun");
    assert_int_equal(turn(), seat_bit(1)); /* it may play its card */
    says_nothing("1: wait");
    table_play(&t, "2: nothing");
    says_nothing("3: nothing");
    assert_int_equal(t.state.dial[0], 2);
    assert_int_equal(t.state.dial[2], 0);
    assert_int_equal(turn(), seat_bit(SEAT_TABLE));
}

static void a_dial_is_not_turned_back_for_no_card(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.state.dial[0] = 1;
    table_play(&t, "*: token sun");
    assert_int_equal(turn(), seat_bit(0));
    memset(t.state.at, AT_USED, sizeof(t.state.at));
    memset(t.state.deck_left, 0, sizeof(t.state.deck_left));
    assert_string_equal(table_line(&t, "1: gain card"), "ecos.deck-empty");
}

static void the_only_place_is_taken(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), RHINO);
    table_play(&t, "*: token sun; 1: charge 1"); /* there is one desert */
    assert_int_equal(t.state.points[0], 2);
    assert_int_equal(tile_species(&t.state.land.tile[at(&t, 0, 0)], 0), 1);
    says_nothing("1: resolve 1");
    says_nothing("1: place rhinoceros 0,0");
    says_nothing("1: place rhinoceros");
    assert_string_equal(table_line(&t, "1: place rhinoceros 1,0"), "ecos.not-your-turn");
    put(&t, THING_DESERT, -1, 0);
    put(&t, THING_DESERT, -2, 0);
    table_play(&t, "*: token sun; 1: charge 1");
    assert_int_equal(turn(), seat_bit(0)); /* now there are two */
    table_play(&t, "1: place rhinoceros -1,0");
}

static void chance_is_never_guessed(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    memset(t.state.bag, 0, sizeof(t.state.bag));
    t.state.bag[SUN] = 1;
    t.state.bag[WILD] = 1;
    table_play(&t, "*: token sun");
    assert_int_equal(turn(), seat_bit(SEAT_TABLE)); /* the wild is all that is left */
    assert_string_equal(table_line(&t, "*: token"), "ecos.element");
    table_play(&t, "*: token wild");
}

static void a_line_may_leave_out_what_is_clear(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 17, slots(SUN, 2), TWO_POINTS);
    table_play(&t, "*: token sun; 1: charge");
    assert_int_equal(t.state.filled[17], slots(SUN, 1));
    table_card(&t, 0, 22, slots(SUN, 1) + slots(EGG, 1), TWO_POINTS);
    table_play(&t, "*: token sun");
    assert_string_equal(table_line(&t, "1: charge"), "ecos.which");
    assert_string_equal(game_says(&t.error, LANG_EN), "which one: 'charge 17 sun' or 'charge 22 sun'?");
    assert_string_equal(game_says(&t.error, LANG_FR), "lequel : « charger 17 soleil » ou « charger 22 soleil » ?");
    assert_int_equal(t.error.column, 7);
    table_play(&t, "1: charge 22; *: token wild");
    assert_string_equal(table_line(&t, "1: charge"), "ecos.which");
    table_play(&t, "1: charge 22"); /* the egg: its sun is there */
    assert_int_equal(t.state.points[0], 2);
}

static void a_cube_comes_from_the_only_card_that_has_one(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 2), TWO_POINTS);
    table_card(&t, 0, 2, slots(SUN, 1) + slots(WATER, 1), TWO_POINTS);
    table_card(&t, 0, 3, slots(EGG, 2), TWO_POINTS);
    t.state.spare[0] = 0;
    t.state.filled[1] = slots(SUN, 1);
    table_play(&t, "*: token water; 1: charge 2");
    assert_int_equal(t.state.filled[1], 0);
    t.state.filled[1] = slots(SUN, 1);
    table_play(&t, "*: token egg");
    assert_string_equal(table_line(&t, "1: charge 3"), "ecos.which");
    assert_string_equal(game_says(&t.error, LANG_EN),
                        "which one: 'charge 3 egg from 1 sun' or 'charge 3 egg from 2 water'?");
    assert_string_equal(game_says(&t.error, LANG_FR),
                        "lequel : « charger 3 œuf de 1 soleil » ou « charger 3 œuf de 2 eau » ?");
    table_play(&t, "1: charge 3 egg from 2");
    assert_int_equal(t.state.filled[2], 0);
}

static void a_line_that_fits_nothing_is_refused_as_ever(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 2), TWO_POINTS);
    assert_string_equal(table_line(&t, "1: charge"), "ecos.not-your-turn");
    table_play(&t, "*: token sun");
    assert_string_equal(table_line(&t, "1: place"), "ecos.not-now");
    assert_string_equal(table_line(&t, "1: charge 5"), "ecos.not-active");
    assert_string_equal(table_line(&t, "1: charge 1 sun sun"), "ecos.rest");
    t.setup.game = &ecos_game_1;
    assert_string_equal(table_line(&t, "1: charge"), "ecos.card");
    assert_string_equal(table_line(&t, "1: place forest"), "ecos.place");
}

static void who_may_gain_a_card_waits_unless_a_look_follows(void **unused)
{
    (void)unused;
    game_move moves[GAME_LINE];
    table_init(&t, 3);
    t.state.dial[0] = 1;
    t.state.dial[1] = 1;
    table_play(&t, "*: token sun");
    struct ecos_state before = t.state;
    assert_int_equal(moves_of(SEAT_TABLE, "token water", moves), 3); /* both wait */
    table_play(&t, "*: token water");
    assert_int_equal(t.state.dial[0], 3); /* and turn, for want of a card */
    t.state = before;
    assert_int_equal(moves_of(1, "wait", moves), 2);
    assert_int_equal(moves_of(0, "look both", moves), 2);
    assert_int_equal(ecos_unpack(moves[0]).kind, KIND_GAIN);
    assert_int_equal(moves_of(1, "look blue", moves), 3); /* the first waits, the second gains */
    assert_int_equal(ecos_unpack(moves[0]).kind, KIND_WAIT);
    table_play(&t, "1: look blue");
    assert_int_equal(turn(), seat_bit(SEAT_TABLE));
    assert_string_equal(table_line(&t, "*: token water"), "ecos.not-now"); /* the cards shown are missing */
    t.state = before;
    assert_string_equal(table_line(&t, "1: gain cube"), "ecos.not-now");
    assert_string_equal(table_line(&t, "3: wait"), "ecos.not-your-turn");
    assert_memory_equal(&t.state, &before, sizeof(before));
}

static void the_only_way_to_gain_a_card_is_gone_at_once(void **unused)
{
    (void)unused;
    game_move moves[GAME_LINE];
    table_init(&t, 3);
    t.state.deck_left[ECOS_BROWN] = 0;
    t.state.dial[0] = 1;
    table_play(&t, "*: token sun");
    assert_int_equal(moves_of(0, "look blue", moves), 1); /* gain card, and the look follows from it */
    table_play(&t, "1: gain card");
    assert_int_equal(turn(), seat_bit(SEAT_TABLE));
    says_nothing("1: look blue");
}

static void who_may_withdraw_resolves_unless_it_says_so(void **unused)
{
    (void)unused;
    game_move moves[GAME_LINE];
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), TWO_POINTS);
    table_card(&t, 1, 2, slots(SUN, 1), TWO_POINTS);
    table_card(&t, 2, 3, slots(SUN, 1), RHINO);
    put(&t, THING_DESERT, -1, 0);
    table_play(&t, "*: token sun; 1: charge; 2: charge; 3: charge");
    struct ecos_state before = t.state;
    assert_int_equal(turn(), seat_bit(1));
    assert_int_equal(moves_of(2, "place rhinoceros 0,0", moves), 3); /* two cards, and what the second asks for */
    table_play(&t, "3: place rhinoceros 0,0");
    assert_int_equal(t.state.points[1] + t.state.points[2], 4);
    t.state = before;
    assert_int_equal(moves_of(2, "withdraw", moves), 2);
    table_play(&t, "3: withdraw");
    assert_int_equal(t.state.points[1], 2);
    assert_int_equal(t.state.points[2], 0);
    t.state = before;
    table_play(&t, "2: withdraw; 3: resolve");
    assert_int_equal(t.state.points[1], 0);
}

/* Makes `card` an active card of the first seat of which only the number is known. */
static void unknown(unsigned card)
{
    t.cat.card[card].flags = 0;
    t.state.at[card] = AT_ACTIVE;
}

static void a_wild_on_an_unknown_card_asks_for_its_element_only(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    unknown(22);
    table_play(&t, "*: token wild");
    assert_string_equal(table_line(&t, "1: charge 22 éco"), "ecos.which");
    assert_string_equal(game_says(&t.error, LANG_EN), "which one: 'charge 22 sun eco' or 'charge 22 water eco'?");
    assert_string_equal(table_line(&t, "1: charge 22"), "ecos.which");
    assert_string_equal(game_says(&t.error, LANG_EN), "which one: 'charge 22 sun' or 'charge 22 water'?");
    t.state.cubes_seen[22] = 1; /* one cube has completed it before: 'eco' need not be said */
    assert_string_equal(table_line(&t, "1: charge 22"), "ecos.which");
    assert_string_equal(game_says(&t.error, LANG_EN), "which one: 'charge 22 sun eco' or 'charge 22 water eco'?");
    table_play(&t, "1: charge 22 wild");
    assert_int_equal(ecos_top(&t.state)->kind, FRAME_CARD);
}

static void a_card_completed_before_is_meant_by_a_charge_without_a_number(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    unknown(22);
    t.state.cubes_seen[22] = 1;
    table_play(&t, "*: token sun; 1: charge");
    assert_int_equal(t.state.card, 22);
}

static void an_open_element_may_be_clear_from_the_slots(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 2, slots(EGG, 1), TWO_POINTS);
    table_card(&t, 0, 3, slots(SUN, 2), TWO_POINTS);
    t.state.filled[3] = slots(SUN, 1);
    t.state.spare[0] = 0;
    table_play(&t, "*: token wild; 1: charge 2 eco from 3");
    assert_int_equal(t.state.filled[3], 0);
    assert_int_equal(t.state.points[0], 2);
}

static void two_tokens_and_which_comes_first(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    unknown(17);
    table_play(&t, "*: token sun; *: token water");
    assert_string_equal(table_line(&t, "1: charger 17 éco"), "ecos.not-now");
    assert_string_equal(game_says(&t.error, LANG_FR),
                        "il faut d'abord décider : « premier » dit lequel des deux pions sert d'abord");
    table_init(&t, 2);
    unknown(17);
    table_play(&t, "*: token sun; *: token sun");
    says_nothing("1: premier soleil");
    says_nothing("1: first");
    assert_string_equal(table_line(&t, "1: first water"), "ecos.not-now");
    assert_string_equal(table_line(&t, "2: first sun"), "ecos.has-chosen");
    table_play(&t, "1: charge 17 eco");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_that_cannot_charge_turns_by_itself),
        cmocka_unit_test(a_dial_that_offers_nothing_is_not_asked_about),
        cmocka_unit_test(a_dial_is_not_turned_back_for_no_card),
        cmocka_unit_test(the_only_place_is_taken),
        cmocka_unit_test(chance_is_never_guessed),
        cmocka_unit_test(a_line_may_leave_out_what_is_clear),
        cmocka_unit_test(a_cube_comes_from_the_only_card_that_has_one),
        cmocka_unit_test(a_line_that_fits_nothing_is_refused_as_ever),
        cmocka_unit_test(who_may_gain_a_card_waits_unless_a_look_follows),
        cmocka_unit_test(the_only_way_to_gain_a_card_is_gone_at_once),
        cmocka_unit_test(who_may_withdraw_resolves_unless_it_says_so),
        cmocka_unit_test(a_wild_on_an_unknown_card_asks_for_its_element_only),
        cmocka_unit_test(a_card_completed_before_is_meant_by_a_charge_without_a_number),
        cmocka_unit_test(an_open_element_may_be_clear_from_the_slots),
        cmocka_unit_test(two_tokens_and_which_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
