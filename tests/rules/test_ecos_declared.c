/*
 * Cards that the catalogue does not know, under rules 2: what they do for
 * other players, how they end, how often they are used, what of their slots is
 * remembered, and which words are refused by which name. And that rules 1
 * reads the same words as it always did.
 */
#include "ecos_table.h"

#include <stdio.h>

static struct table t;

static const struct ecos_effect TWO_POINTS[] = {{.op = ECOS_POINTS, .amount = 2}, {.op = ECOS_END}};

/* Makes `card` an active card of `seat` of which only the number is known. */
static void unknown(unsigned seat, unsigned card)
{
    struct ecos_card *c = &t.cat.card[card];
    c->flags = 0;
    c->need = 0;
    c->leaves = 0;
    t.state.at[card] = (uint8_t)(AT_ACTIVE + seat);
}

/* Three players, and the second resolves card 9, which nobody knows. */
static void declare(const struct game *game)
{
    table_init(&t, 3);
    t.setup.game = game;
    unknown(1, 9);
    table_play(&t, "*: token sun; 1: turn; 2: charge 9 sun eco; 3: turn");
    memset(t.state.dial, 0, sizeof(t.state.dial));
}

static void points_and_cubes_are_given_to_others_at_once(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    table_play(&t, "2: for 1 points 3; 2: points 2; 2: for all points 1; 2: pour tous points 4");
    assert_int_equal(t.state.points[0], 8);
    assert_int_equal(t.state.points[1], 7);
    assert_int_equal(t.state.points[2], 5);
    t.state.cubes_left = 2;
    unsigned before[3] = {t.state.spare[0], t.state.spare[1], t.state.spare[2]};
    table_play(&t, "2: for all gain cube"); /* from whose card it is, clockwise: the third goes without */
    assert_int_equal(t.state.spare[1], before[1] + 1);
    assert_int_equal(t.state.spare[2], before[2] + 1);
    assert_int_equal(t.state.spare[0], before[0]);
    assert_string_equal(table_line(&t, "2: for 1 gain cube"), "ecos.no-cubes-left");
    table_play(&t, "2: for 2 points 1"); /* for oneself: the same as without */
    assert_int_equal(t.state.points[1], 8);
}

static void points_from_another_seats_card_are_credited_to_no_card(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    table_play(&t, "2: for 3 points 5; 2: done");
    assert_int_equal(t.state.card_points[2][9], 5);
    assert_int_equal(t.state.times[2][9], 0);
}

static void an_element_is_answered_by_each_seat_clockwise(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    table_card(&t, 2, 20, slots(WATER, 1), TWO_POINTS);
    table_card(&t, 1, 21, slots(WATER, 1), TWO_POINTS); /* who has no slot for it is not asked */
    table_card(&t, 0, 22, slots(WATER, 1), TWO_POINTS);
    table_play(&t, "2: for all gain water");
    assert_string_equal(table_line(&t, "3: charge 20"), "ecos.not-your-turn"); /* whose card it is comes first */
    assert_string_equal(table_line(&t, "2: charge 9 water"), "ecos.gave-it");
    table_play(&t, "2: turn; 3: charge 20 water; 1: turn");
    assert_int_equal(t.state.dial[1] + t.state.dial[0], 2);
    assert_int_equal(t.state.points[2], 0); /* complete, and it waits for the declared card */
    table_play(&t, "2: done");
    assert_int_equal(t.state.points[2], 2);
}

static void a_card_is_gained_by_each_while_there_is_one(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    memset(t.state.deck_left, 0, sizeof(t.state.deck_left));
    t.state.at[30] = AT_FACE_UP;
    t.state.at[31] = AT_FACE_UP;
    table_play(&t, "2: for all gain card; 2: faceup 31; 3: faceup 30");
    assert_int_equal(t.state.at[31], AT_HAND + 1);
    assert_int_equal(t.state.at[30], AT_HAND + 2);
    assert_string_equal(table_line(&t, "2: for 1 gain card"),
                        "ecos.deck-empty"); /* seat 1 is not asked: none is left */
    table_play(&t, "2: for 3 play");
    assert_string_equal(table_line(&t, "3: play 31"), "ecos.not-in-hand");
    table_play(&t, "3: play 30; 2: for all play; 2: nothing"); /* the other two have no hand */
    assert_string_equal(table_line(&t, "2: for 1 play"), "ecos.hand-empty");
    table_play(&t, "2: play 31; 2: done");
}

static void what_is_for_others_is_refused_where_it_makes_no_sense(void **unused)
{
    (void)unused;
    static const struct {
        const char *line, *rule;
    } refused[] = {
        {"2: for 4 points 1", "ecos.seat"},
        {"2: for nobody points 1", "ecos.seat"},
        {"2: for", "ecos.seat"},
        {"2: for 1", "ecos.for"},
        {"2: for 1 place forest 1,0", "ecos.for"},
        {"2: for 1 points 0", "ecos.points-range"},
        {"2: for 1 points 61", "ecos.points-range"},
        {"2: for 1 play 17", "ecos.rest"},
        {"2: for 2 play", "ecos.not-for-self"},
        {"1: for 2 points 1", "ecos.not-your-turn"},
        {"1: for 2 points x", "ecos.not-your-turn"},
        {"2: decline", "ecos.not-the-effect"},
        {"2: choose 1", "ecos.not-the-effect"},
    };
    declare(&ecos_game);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        assert_string_equal(table_line(&t, refused[i].line), refused[i].rule);
    }
    t.state.points[0] = 999;
    assert_string_equal(table_line(&t, "2: for all points 1"), "ecos.points-range"); /* more than a sheet can tell */
    struct ecos_word self = {.kind = KIND_POINTS, .a = 1, .v = {2, 0, 0, 0}};
    assert_int_equal(ecos_check(&t.setup, &t.state, 1, self), ECOS_NOT_FOR_SELF);
    table_play(
        &t, "2: done; *: token water; 1: turn; 2: turn; 3: turn; 3: wait; *: token grass; 1: turn; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: for 2 gain card"), "ecos.not-now"); /* a dial is for oneself */
}

static void it_ends_when_it_is_said_to_and_has_24_effects(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    for (unsigned i = 0; i < 24; i++) {
        table_play(&t, "2: points 1");
        assert_int_equal(t.state.card, 9);
    }
    assert_string_equal(table_line(&t, "2: points 1"), "ecos.many-effects");
    assert_string_equal(table_line(&t, "2: for 1 gain sun"), "ecos.many-effects");
    game_move moves[4];
    assert_int_equal(ecos_game.legal(&t.setup, &t.state, 1, moves, 4), 2); /* done, discard */
    table_play(&t, "2: done");
    assert_int_equal(t.state.points[1], 24);
    assert_int_equal(t.state.phase, PHASE_TOKEN);
}

static void taking_and_placing_are_one_effect(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    put(&t, THING_GRASSLAND, 2, 0);
    put(&t, THING_FOREST, 2, 0);
    t.state.land.left[THING_FOREST] = 0;
    for (unsigned i = 0; i < 22; i++) {
        table_play(&t, "2: points 1");
    }
    table_play(&t, "2: take forest 2,0");
    assert_string_equal(table_line(&t, "2: done"), "ecos.place-first");
    assert_string_equal(table_line(&t, "2: place water -1,0"), "ecos.place-first");
    assert_string_equal(table_line(&t, "2: points 1"), "ecos.place-first");
    table_play(&t, "2: place forest 1,0; 2: take forest 1,0; 2: place forest 2,0"); /* the 23rd and the 24th */
    assert_string_equal(table_line(&t, "2: points 1"), "ecos.many-effects");
    table_play(&t, "2: done");
}

static void nothing_is_taken_that_would_find_no_place(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    put(&t, LION, 1, 0);
    t.state.land.left[LION] = 0;
    struct ecos_state before = t.state;
    table_play(&t, "2: take lion 1,0; 2: place lion 1,0");
    t.state = before;
    land_move(&t.state.land, LION - THING_SPECIES, at(&t, 1, 0), at(&t, 0, 0));
    land_replace(&t.cat, &t.state.land, THING_DESERT, 1, 0); /* a lion without grassland */
    assert_string_equal(table_line(&t, "2: take lion 0,0"), "ecos.later-impossible");
}

static void a_card_of_unknown_leaves_is_discarded_when_its_player_says_so(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    table_play(&t, "2: points 1; 2: discard");
    assert_int_equal(t.state.at[9], AT_USED + 1);
    table_card(&t, 1, 21, slots(SUN, 1), TWO_POINTS);
    table_play(&t, "*: token sun");
    assert_string_equal(table_line(&t, "2: charge 9 sun eco"), "ecos.not-active");
}

static void no_card_has_more_than_four_leaves(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    for (unsigned use = 1; use < 4; use++) {
        table_play(&t, "2: done; *: token sun; 1: turn; 3: turn; 2: charge 9 sun eco");
        memset(t.state.dial, 0, sizeof(t.state.dial));
        t.state.frames = 1; /* of the other dials nothing is gained here */
    }
    assert_int_equal(t.state.times[1][9], 4);
    assert_string_equal(table_line(&t, "2: done"), "ecos.last-leaf");
    table_play(&t, "2: défausser");
    assert_int_equal(t.state.at[9], AT_USED + 1);
}

static void known_leaves_are_counted_by_the_engine(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    unknown(1, 9);
    t.cat.card[9].leaves = 1;
    t.state.leaves[9] = 1;
    table_play(&t, "*: token sun; 1: turn; 2: charge 9 eco; 3: turn");
    assert_string_equal(table_line(&t, "2: discard"), "ecos.leaves-known");
    table_play(&t, "2: done");
    assert_int_equal(t.state.at[9], AT_USED + 1);
}

static void the_cubes_of_the_first_completion_are_held_against_the_next(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    unknown(1, 9);
    table_play(&t, "*: token sun; 1: turn; 2: charge 9 sun; 3: turn");
    memset(t.state.dial, 0, sizeof(t.state.dial));
    table_play(&t, "*: token water; 1: turn; 2: charge 9 water eco; 3: turn; 2: done"); /* two slots */
    memset(t.state.dial, 0, sizeof(t.state.dial));
    table_play(&t, "*: token sun; 1: turn; 3: turn");
    assert_string_equal(table_line(&t, "2: charge 9 sun eco"), "ecos.other-cubes"); /* one cube does not */
    assert_string_equal(game_says(&t.error, LANG_EN), "cube number 2 completed this card before, and this is number 1");
    table_play(&t, "2: charge 9 sun");
    memset(t.state.dial, 0, sizeof(t.state.dial));
    table_play(&t, "*: token sun; 1: turn; 3: turn");
    struct ecos_word silent = {.kind = KIND_CHARGE, .a = 9, .v = {SUN, 0, 0, 0}};
    assert_int_equal(ecos_check(&t.setup, &t.state, 1, silent), ECOS_MUST_ECO);
    table_play(&t, "2: charge 9 sun"); /* a person need not say it a second time */
    assert_int_equal(t.state.card, 9);
}

static void a_false_eco_is_refused_and_a_true_one_is_not_needed(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 2), TWO_POINTS);
    table_card(&t, 1, 2, slots(SUN, 1), TWO_POINTS);
    table_play(&t, "*: token sun");
    assert_string_equal(table_line(&t, "1: charge 1 sun eco"), "ecos.false-eco");
    assert_string_equal(table_line(&t, "1: charge 1 eco"), "ecos.false-eco");
    table_play(&t, "1: charge 1 sun; 2: charge 2 sun eco; 3: turn");
    assert_int_equal(t.state.points[1], 2);
}

/* Nobody knows which effect of such a card is the next, so nobody is told that it is another one. */
static void a_line_that_is_no_effect_is_told_what_ends_the_card(void **unused)
{
    (void)unused;
    static const struct {
        const char *line;
        const char *rule;
        const char *en;
    } refused[] = {
        {"2: charge 2 sun", "ecos.not-the-effect",
         "a card does nothing like it: 'done' or 'discard' ends card 9 first"},
        {"2: skip", "ecos.not-the-effect", "a card does nothing like it: 'done' or 'discard' ends card 9 first"},
        {"2: move forest 0,0 1,0", "ecos.not-the-effect",
         "an animal is moved, a terrain replaces a tile, and a piece has a name of its own"},
        {"1: points 3", "ecos.not-your-turn",
         "first it is the turn of seat 2: 'done' or 'discard' ends card 9, and what it gives to seat 1 its player says: "
         "'for 1 points 3'"},
        {"2: 1: points 3", "ecos.move", "'1:' is not a move: what a card gives to seat 1 begins with 'for 1'"},
        {"2: 7: points 3", "ecos.move", "'7:' is not a move"},
        {"4: points 3", "ecos.no-such-seat", "there is no seat 4: the last one is 3"},
        {"2: points", "ecos.number", "a number is missing"},
        {"2: for", "ecos.seat", "the number of a seat is missing"},
        {"2: for 1", "ecos.for", "points, gain or play is missing"},
    };
    declare(&ecos_game);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        assert_string_equal(table_line(&t, refused[i].line), refused[i].rule);
        assert_string_equal(game_says(&t.error, LANG_EN), refused[i].en);
    }
    (void)table_line(&t, "1: points 3");
    assert_string_equal(
        game_says(&t.error, LANG_FR),
        "c'est d'abord le tour du siège 2 : « fini » ou « défausser » termine la carte 9, et ce qu'elle "
        "donne au siège 1, son joueur le dit : « pour 1 points 3 »");
    declare(&ecos_game_1);
    assert_string_equal(table_line(&t, "2: skip"), "ecos.not-the-effect");
    assert_string_equal(table_line(&t, "2: 1: points 3"), "ecos.move");
}

static void a_sheet_says_what_is_on_it_twice(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.setup.level = ECOS_SHEET;
    assert_int_equal(ecos_game.init(&t.setup, &t.state, &t.error), ERR_OK);
    table_play(&t, "1: used 17 2; 1: total 80");
    assert_string_equal(table_line(&t, "2: used 17 1"), "ecos.card-elsewhere");
    assert_string_equal(game_says(&t.error, LANG_EN), "this card is on the sheet already");
    assert_string_equal(table_line(&t, "1: total 81"), "ecos.not-your-turn");
    assert_string_equal(game_says(&t.error, LANG_EN), "this seat's total is written already: its cards come before it");
    assert_string_equal(table_line(&t, "2: used 18"), "ecos.number");
    assert_string_equal(game_says(&t.error, LANG_FR), "il manque un nombre");
    assert_string_equal(table_line(&t, "2: used"), "ecos.card");
    assert_string_equal(game_says(&t.error, LANG_EN), "a card from 1 to 105 is missing");
}

static void declared_animals_keep_to_their_terrain(void **unused)
{
    (void)unused;
    declare(&ecos_game); /* desert 0,0, grassland 1,0, water 0,1 and 1,-1 */
    put(&t, LION, 1, 0);
    put(&t, FISH, 0, 1);
    put(&t, CROCODILE, 1, -1);
    put(&t, THING_GRASSLAND, -1, 2); /* beyond the water */
    put(&t, THING_WATER, -1, 3);
    assert_string_equal(table_line(&t, "2: move lion 1,0 1,-1"), "ecos.out-of-reach");
    assert_string_equal(table_line(&t, "2: move lion 1,0 -1,2"), "ecos.out-of-reach"); /* an island */
    assert_string_equal(table_line(&t, "2: move fish 0,1 0,0"), "ecos.out-of-reach");
    assert_string_equal(table_line(&t, "2: move fish 0,1 1,-1"), "ecos.out-of-reach"); /* another lake */
    table_play(&t, "2: move lion 1,0 0,0; 2: move crocodile 1,-1 -1,3");               /* of both: any way */
}

static void a_deck_of_unknown_cards_has_a_name_and_twelve_hidden_cards(void **unused)
{
    (void)unused;
    for (unsigned level = ECOS_FULL; level <= ECOS_TABLE; level++) {
        table_init(&t, 3);
        t.cat = *ecos_shipped("printed");
        t.setup.level = (uint8_t)level;
        assert_int_equal(ecos_game.init(&t.setup, &t.state, &t.error), ERR_OK);
        table_play(&t, "*: deck 1 lion");
        assert_string_equal(table_line(&t, "*: deck 2 lion"), "ecos.deck-taken");
        assert_string_equal(table_line(&t, "*: deck 2 calla"), "ecos.other-family");
        table_play(&t, "*: deck 2 gorilla; *: deck 3 rhino; 1: active 1 2 3; 2: active 4 5 6");
        assert_string_equal(table_line(&t, "3: active 1"), "ecos.not-in-hand"); /* in play elsewhere */
        assert_string_equal(table_line(&t, "1: active 7"), "ecos.active-enough");
        table_play(&t, "3: active 7 8 9");
        assert_string_equal(table_line(&t, "3: active 10"), "ecos.active-enough");
        assert_int_equal(t.state.hidden[0], 9);
        assert_int_equal(t.state.deck_left[ECOS_BLUE] + t.state.deck_left[ECOS_BROWN], ECOS_CARDS - 36);
        t.state.dial[0] = 2;
        table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 1: play 50");
        assert_int_equal(t.state.hidden[0], 8);
    }
}

static void removing_nothing_pays_nothing(void **unused)
{
    (void)unused;
    static const struct {
        unsigned card, points;
    } cards[] = {{35, 1}, {36, 2}};
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned there = 0; there < 2; there++) {
            table_init(&t, 3);
            unsigned card = cards[i].card;
            t.state.at[card] = AT_ACTIVE;
            t.state.leaves[card] = 3;
            t.state.filled[card] = t.cat.card[card].need - slots(SUN, 1);
            if (there) {
                put(&t, card == 35 ? THING_FOREST : THING_MOUNTAIN, 1, 0);
            }
            table_play(&t, "*: token sun; 2: turn; 3: turn");
            table_play(&t, card == 35 ? "1: charge 35" : "1: charge 36");
            if (there) {
                table_play(&t, card == 35 ? "1: remove forest 1,0" : "1: remove mountain 1,0");
            }
            assert_int_equal(t.state.points[0], there ? cards[i].points : 0);
            assert_int_equal(t.state.frames > 0, there); /* the elements, too */
        }
    }
}

static void refusals_say_what_is_wrong(void **unused)
{
    (void)unused;
    declare(&ecos_game);
    assert_string_equal(table_line(&t, "2: withdraw"), "ecos.no-withdraw"); /* in the middle of the card */
    land_remove(&t.state.land, THING_WATER, 0, 1);
    land_remove(&t.state.land, THING_WATER, 1, -1);
    land_remove(&t.state.land, THING_DESERT, 0, 0);
    assert_string_equal(table_line(&t, "2: remove grassland 1,0"), "ecos.last-tile");
    assert_string_equal(table_line(&t, "2: remove desert 1,0"), "ecos.nothing-there");
    /* Out of turn comes before what the line is about. */
    assert_string_equal(table_line(&t, "1: place forest here"), "ecos.not-your-turn");
    assert_string_equal(table_line(&t, "1: place forest 9999,0"), "ecos.not-your-turn");
    assert_string_equal(table_line(&t, "1: charge 999 sun"), "ecos.not-your-turn");
    assert_string_equal(table_line(&t, "2: place forest here"), "ecos.place");
    table_card(&t, 0, 22, slots(SUN, 1), TWO_POINTS);
    table_play(&t, "2: done; *: token sun");
    assert_string_equal(table_line(&t, "1: withdraw"), "ecos.no-withdraw");
    t.state.phase = PHASE_OVER;
    assert_string_equal(table_line(&t, "1: charge 999 sun"), "ecos.over");
    assert_string_equal(table_line(&t, "1: active 5"), "ecos.over");
}

static void rules_1_reads_what_it_always_did(void **unused)
{
    (void)unused;
    declare(&ecos_game_1);
    assert_string_equal(table_line(&t, "2: for 1 points 3"), "ecos.move");
    assert_string_equal(table_line(&t, "2: discard"), "ecos.move");
    assert_string_equal(table_line(&t, "2: withdraw"), "ecos.not-the-effect");
    struct ecos_word other = {.kind = KIND_POINTS, .a = 1, .v = {1, 0, 0, 0}};
    assert_int_equal(ecos_check(&t.setup, &t.state, 1, other), ECOS_NOT_A_MOVE);
    put(&t, LION, 1, 0);
    table_play(&t, "2: move lion 1,0 1,-1"); /* over water */
    for (unsigned i = 0; i < 7; i++) {
        table_play(&t, "2: points 1");
    }
    assert_int_equal(t.state.card, 0); /* the eighth ended it */
    table_card(&t, 0, 1, slots(SUN, 2), TWO_POINTS);
    table_play(&t, "*: token sun; 2: charge 9 sun; 3: turn; 1: charge 1 sun eco"); /* dropped */
    assert_int_equal(t.state.full[1], 0);
    assert_int_equal(t.state.cubes_seen[9], 0);
}

/* ---- sheets ---- */

struct warned {
    char ids[256];
    unsigned count;
};

static void note(void *context, const struct warning *warning)
{
    struct warned *warned = context;
    size_t length = strlen(warned->ids);
    (void)snprintf(warned->ids + length, sizeof(warned->ids) - length, "%s ", warning->message->id);
    assert_int_equal(warning->message->code, ERR_OK);
    warned->count++;
}

static const char *warnings_of(const struct game *game, const char *lines)
{
    static struct warned warned;
    memset(&warned, 0, sizeof(warned));
    table_init(&t, 3);
    t.setup.game = game;
    t.setup.level = ECOS_SHEET;
    assert_int_equal(ecos_game.init(&t.setup, &t.state, &t.error), ERR_OK);
    table_play(&t, lines);
    ecos_game.warnings(&t.setup, &t.state, note, &warned);
    return warned.ids;
}

static void a_sheet_that_is_odd_is_warned_about(void **unused)
{
    (void)unused;
    assert_string_equal(warnings_of(&ecos_game, "1: used 1 3; 1: total 80; 2: total 79; 3: total 0"), "");
    assert_string_equal(warnings_of(&ecos_game, "1: total 70; 2: total 60; 3: total 0"), "ecos.below-target ");
    assert_string_equal(warnings_of(&ecos_game, "1: total 90; 2: total 90; 3: total 0"), "ecos.tied-lead ");
    assert_string_equal(warnings_of(&ecos_game, "2: used 4 9; 1: total 9; 2: total 9; 3: total 0"),
                        "ecos.used-too-often ecos.below-target ecos.tied-lead ");
    assert_string_equal(warnings_of(&ecos_game, "2: used 4 9; 1: total 9; 2: total 9"), ""); /* not finished */
    assert_string_equal(table_line(&t, "3: used 5 16"), "ecos.times-range");
    assert_string_equal(warnings_of(&ecos_game_1, "1: total 9; 2: total 9; 3: total 0"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_cubes_are_given_to_others_at_once),
        cmocka_unit_test(points_from_another_seats_card_are_credited_to_no_card),
        cmocka_unit_test(an_element_is_answered_by_each_seat_clockwise),
        cmocka_unit_test(a_card_is_gained_by_each_while_there_is_one),
        cmocka_unit_test(what_is_for_others_is_refused_where_it_makes_no_sense),
        cmocka_unit_test(it_ends_when_it_is_said_to_and_has_24_effects),
        cmocka_unit_test(taking_and_placing_are_one_effect),
        cmocka_unit_test(nothing_is_taken_that_would_find_no_place),
        cmocka_unit_test(a_card_of_unknown_leaves_is_discarded_when_its_player_says_so),
        cmocka_unit_test(no_card_has_more_than_four_leaves),
        cmocka_unit_test(known_leaves_are_counted_by_the_engine),
        cmocka_unit_test(the_cubes_of_the_first_completion_are_held_against_the_next),
        cmocka_unit_test(a_false_eco_is_refused_and_a_true_one_is_not_needed),
        cmocka_unit_test(a_line_that_is_no_effect_is_told_what_ends_the_card),
        cmocka_unit_test(a_sheet_says_what_is_on_it_twice),
        cmocka_unit_test(declared_animals_keep_to_their_terrain),
        cmocka_unit_test(a_deck_of_unknown_cards_has_a_name_and_twelve_hidden_cards),
        cmocka_unit_test(removing_nothing_pays_nothing),
        cmocka_unit_test(refusals_say_what_is_wrong),
        cmocka_unit_test(rules_1_reads_what_it_always_did),
        cmocka_unit_test(a_sheet_that_is_odd_is_warned_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
