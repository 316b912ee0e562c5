/* Before the first token: decks, the draft, tables where some draft, two players, and hands that nobody sees but for their backs. */
#include "ecos_table.h"
#include "rules/ecos/ecos_words.h"
#include "support/text.h"

#include <stdio.h>

static struct table t;

static void start(unsigned seats, unsigned level)
{
    table_init(&t, seats);
    t.setup.level = (uint8_t)level;
    assert_int_equal(ecos_game.init(&t.setup, &t.state, &t.error), ERR_OK);
}

/* "SEAT: keep N" or "*: deal SEAT N ..." made of numbers. */
static void keep(unsigned seat, unsigned card)
{
    char line[32];
    (void)snprintf(line, sizeof(line), "%u: keep %u", seat, card);
    table_play(&t, line);
}

static void deal(unsigned seat, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char line[32];
        (void)snprintf(line, sizeof(line), "*: deal %u %u", seat, first + i);
        table_play(&t, line);
    }
}

static unsigned cards_at(unsigned place)
{
    unsigned count = 0;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        count += t.state.at[card] == place;
    }
    return count;
}

static void blue_packs_go_left_brown_ones_right_and_the_last_cards_back(void **unused)
{
    (void)unused;
    start(3, ECOS_FULL);
    table_play(&t, "*: deck 1 draft; *: deck 2 draft; *: deck 3 draft");
    assert_string_equal(table_line(&t, "*: deal 1 1"), "ecos.wrong-back");
    deal(1, 71, 5);
    assert_string_equal(table_line(&t, "*: deal 1 90"), "ecos.dealt-enough");
    assert_string_equal(table_line(&t, "*: deal 2 71"), "ecos.card-elsewhere");
    deal(2, 76, 5);
    deal(3, 81, 5);
    assert_string_equal(table_line(&t, "1: keep 76"), "ecos.not-in-pack");
    for (unsigned pass = 0; pass < 4; pass++) { /* each takes the lowest card of the pack that came from the right */
        for (unsigned seat = 1; seat <= 3; seat++) {
            unsigned from = (seat - 1 + 3 - pass % 3) % 3;
            keep(seat, 71 + 5 * from + pass);
        }
    }
    assert_int_equal(t.state.at[75], AT_UNSEEN); /* the fifth of each pack went back */
    assert_int_equal(t.state.at[80] + t.state.at[85], AT_UNSEEN);
    assert_int_equal(t.state.deck_left[ECOS_BLUE], 35 - 12);
    deal(1, 1, 9);
    deal(2, 10, 9);
    deal(3, 19, 9);
    for (unsigned pass = 0; pass < 8; pass++) {
        for (unsigned seat = 1; seat <= 3; seat++) {
            keep(seat, 1 + 9 * ((seat - 1 + pass) % 3) + pass);
        }
    }
    assert_int_equal(t.state.deck_left[ECOS_BROWN], 70 - 24);
    assert_int_equal(t.state.at[9] + t.state.at[18] + t.state.at[27], AT_UNSEEN);
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_int_equal(cards_at(AT_HAND + seat), 12);
    }
    assert_int_equal(t.state.at[10], AT_HAND + 1); /* seat 2 kept the first of its own brown pack ... */
    assert_int_equal(t.state.at[20], AT_HAND + 1); /* ... then the second of the pack of seat 3, on its left */
    assert_string_equal(table_line(&t, "1: active 10"), "ecos.not-in-hand");
    table_play(&t, "1: active 1 71 74; 2: active 10 20 76");
}

static void two_draft_two_cards_at_a_time_and_have_five_active(void **unused)
{
    (void)unused;
    start(2, ECOS_FULL);
    table_play(&t, "*: deck 1 draft; *: deck 2 draft");
    deal(1, 71, 2);
    deal(1, 1, 4);
    deal(2, 73, 2);
    assert_string_equal(table_line(&t, "*: deal 2 75"), "ecos.wrong-back"); /* then four brown ones */
    deal(2, 5, 4);
    assert_int_equal(cards_at(AT_HAND), 6); /* these are theirs, not to be drafted */
    deal(1, 75, 5);
    deal(2, 80, 5);
    table_play(&t, "1: keep 75; 1: keep 76");
    assert_string_equal(table_line(&t, "1: keep 77"), "ecos.not-your-turn");
    table_play(&t, "2: keep 80; 2: keep 81; 2: keep 77; 1: keep 82; 1: keep 83; 2: keep 78");
    assert_int_equal(t.state.at[79] + t.state.at[84], AT_UNSEEN);
    deal(1, 9, 9);
    deal(2, 18, 9);
    for (unsigned pass = 0; pass < 4; pass++) {
        for (unsigned seat = 1; seat <= 2; seat++) {
            unsigned pack = (seat - 1 + pass) % 2 ? 18 : 9;
            keep(seat, pack + 2 * pass);
            keep(seat, pack + 2 * pass + 1);
        }
    }
    assert_int_equal(t.state.at[17] + t.state.at[26], AT_UNSEEN);
    assert_int_equal(cards_at(AT_HAND), 18);
    assert_int_equal(cards_at(AT_HAND + 1), 18);
    assert_int_equal(t.state.deck_left[ECOS_BLUE], 35 - 12);
    assert_int_equal(t.state.deck_left[ECOS_BROWN], 70 - 24);
    table_play(&t, "1: active 1 2 3 4 71; 2: active 5 6 7 8 73");
    assert_int_equal(t.state.phase, PHASE_TOKEN);
}

static void two_with_decks_get_six_more_and_choose_the_fourth_and_fifth_active_card(void **unused)
{
    (void)unused;
    start(2, ECOS_FULL);
    table_play(&t, "*: deck 1 lion");
    assert_string_equal(table_line(&t, "*: deck 2 lion"), "ecos.deck-taken");
    assert_string_equal(table_line(&t, "*: deck 2 calla"), "ecos.other-family");
    table_play(&t, "*: deck 2 gorilla");
    for (unsigned seat = 1; seat <= 2; seat++) {
        for (unsigned i = 0; i < 6; i++) {
            unsigned card = i < 2 ? 71 : 1;
            while (t.state.at[card] != AT_UNSEEN) {
                card++;
            }
            deal(seat, card, 1);
        }
    }
    assert_int_equal(cards_at(AT_HAND), 9 + 6);
    assert_int_equal(cards_at(AT_ACTIVE), 3);
    for (unsigned i = 0; i < 4; i++) {
        unsigned card = 1;
        while (t.state.at[card] != AT_HAND + i / 2) {
            card++;
        }
        char line[32];
        (void)snprintf(line, sizeof(line), "%u: active %u", 1 + i / 2, card);
        table_play(&t, line);
    }
    assert_int_equal(cards_at(AT_ACTIVE), 5);
    assert_int_equal(t.state.phase, PHASE_TOKEN);
}

static void at_a_mixed_table_packs_go_round_among_those_who_draft(void **unused)
{
    (void)unused;
    start(4, ECOS_FULL);
    assert_string_equal(table_line(&t, "*: deck 2 draft"), "ecos.seat-order");
    table_play(&t, "*: deck 1 draft; *: deck 2 lion; *: deck 3 draft; *: deck 4 rhino");
    assert_string_equal(table_line(&t, "*: deal 2 71"), "ecos.dealt-enough"); /* who has a deck is dealt nothing */
    unsigned dealt[2][5];
    unsigned card = 71;
    for (unsigned i = 0; i < 10; i++, card++) {
        while (t.state.at[card] != AT_UNSEEN) {
            card++;
        }
        deal(i < 5 ? 1 : 3, card, 1);
        dealt[i / 5][i % 5] = card;
    }
    keep(1, dealt[0][0]);
    assert_string_equal(table_line(&t, "2: keep 71"), "ecos.not-your-turn");
    keep(3, dealt[1][0]);
    assert_int_equal(t.state.at[dealt[0][1]], AT_PACK + 2); /* from seat 1 past seat 2 to seat 3 */
    assert_int_equal(t.state.at[dealt[1][1]], AT_PACK + 0);
}

static void one_who_drafts_alone_gets_the_same_pack_again(void **unused)
{
    (void)unused;
    start(3, ECOS_FULL);
    table_play(&t, "*: deck 1 lion; *: deck 2 draft; *: deck 3 rhino");
    unsigned card = 71;
    unsigned dealt[5];
    for (unsigned i = 0; i < 5; i++, card++) {
        while (t.state.at[card] != AT_UNSEEN) {
            card++;
        }
        deal(2, card, 1);
        dealt[i] = card;
    }
    for (unsigned i = 0; i < 4; i++) {
        keep(2, dealt[i]);
    }
    assert_int_equal(t.state.at[dealt[4]], AT_UNSEEN);
    assert_int_equal(t.state.phase, PHASE_DEAL);
    assert_int_equal(t.state.deck_left[ECOS_BLUE], 35 - 3 * 4);
}

static void hidden_hands_have_backs(void **unused)
{
    (void)unused;
    start(3, ECOS_TABLE);
    table_play(&t, "*: deck 1 draft; *: deck 2 draft; *: deck 3 draft; 2: active 1 2 3; 3: active 4 5 6");
    table_play(&t, "1: active 71 72 73"); /* three of its four blue cards */
    t.state.dial[0] = 2;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 1: play 74");
    t.state.dial[0] = 2;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn");
    assert_string_equal(table_line(&t, "1: play 75"), "ecos.not-in-hand"); /* there is no fifth */
    assert_string_equal(table_line(&t, "1: play 1"), "ecos.not-in-hand");  /* in play elsewhere */
    table_play(&t, "1: play 7; 2: wait; 3: wait");
    assert_int_equal(t.state.hidden[0], 7);
    t.state.dial[0] = 1;
    t.state.dial[1] = 0;
    t.state.dial[2] = 0;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 1: gain card; 1: look both; 1: leave 10");
    assert_int_equal(t.state.hidden_back[0][ECOS_BLUE], 1); /* a brown one was left: the blue one was kept */
    assert_int_equal(t.state.hidden_back[0][ECOS_BROWN], 7);
    t.state.dial[0] = 2;
    table_play(&t, "*: token sun; 1: turn; 2: turn; 3: turn; 1: play 75");
    assert_int_equal(t.state.hidden[0], 7);
}

static void a_back_that_the_catalogue_does_not_know_is_never_held_against_a_card(void **unused)
{
    (void)unused;
    start(3, ECOS_TABLE);
    for (unsigned card = 71; card <= 80; card++) {
        t.cat.card[card].back = ECOS_BACK_UNKNOWN;
    }
    table_play(&t, "*: deck 1 draft; *: deck 2 draft; *: deck 3 draft; 1: active 71 72 73");
    for (unsigned i = 0; i < 5; i++) { /* eight cards that may be brown as well */
        ecos_put_in_play(&t.cat, &t.state, 0, 74 + i);
    }
    assert_int_equal(t.state.hidden[0], 4);
    assert_true(ecos_in_hand(&t.cat, &t.state, 0, 81)); /* all four may be the blue ones, or brown */
    assert_true(ecos_in_hand(&t.cat, &t.state, 0, 1));
}

/* Who prints a word that is none gets something to look at, and goes on behind it. */
static void a_word_that_is_none_is_printed(void **unused)
{
    (void)unused;
    char memory[16];
    struct strbuf out;
    const game_move word = ~(game_move)0;
    start(2, ECOS_TABLE);
    strbuf_wrap(&out, memory, sizeof(memory));
    assert_int_equal(ecos_game.print(&t.setup, &t.state, &word, 1, &out), 1);
    assert_string_equal(strbuf_text(&out), "?");
}

static void a_deck_that_is_nearly_one_is_offered(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.state.phase = PHASE_DECK;
    assert_string_equal(table_line(&t, "*: deck 1 lino"), "ecos.deck");
    assert_string_equal(t.error.hint, "lion");
    assert_string_equal(table_line(&t, "*: deck 1 darft"), "ecos.deck");
    assert_string_equal(t.error.hint, "draft");
    assert_string_equal(table_line(&t, "*: deck 1 lion lion"), "ecos.rest");
    assert_string_equal(table_line(&t, "*: deck 1"), "ecos.deck");
    table_play(&t, "*: deck 1 Lion; *: paquet 2 cigogne");
    table_init(&t, 3);
    t.state.phase = PHASE_DECK;
    table_play(&t, "*: paquet 1 oiseau du paradis");
}

static void is_listed(const char *page, struct name name)
{
    char pair[96];
    (void)snprintf(pair, sizeof(pair), "`%s` %s", name.id, name.fr);
    if (!strstr(page, pair)) {
        fail_msg("docs/ecos.md does not list %s", pair);
    }
}

static void the_page_lists_every_word_in_both_languages(void **unused)
{
    (void)unused;
    struct strbuf page;
    char path[4096];
    strbuf_init(&page, &allocator_heap, 1 << 20);
    (void)snprintf(path, sizeof(path), "%s/docs/ecos.md", test_source_dir());
    test_read_file(path, &page);
    table_init(&t, 3);
    for (unsigned i = 0; i < KINDS; i++) {
        is_listed(strbuf_text(&page), ecos_words[i]);
    }
    for (unsigned i = 0; i < t.cat.elements; i++) {
        is_listed(strbuf_text(&page), ecos_label_name(&t.cat, t.cat.element[i]));
    }
    for (unsigned i = 0; i < t.cat.species; i++) {
        is_listed(strbuf_text(&page), ecos_thing_name(&t.cat, THING_SPECIES + i));
    }
    for (unsigned i = 0; i < t.cat.decks; i++) {
        is_listed(strbuf_text(&page), ecos_label_name(&t.cat, t.cat.deck[i].name));
    }
    strbuf_release(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blue_packs_go_left_brown_ones_right_and_the_last_cards_back),
        cmocka_unit_test(two_draft_two_cards_at_a_time_and_have_five_active),
        cmocka_unit_test(two_with_decks_get_six_more_and_choose_the_fourth_and_fifth_active_card),
        cmocka_unit_test(at_a_mixed_table_packs_go_round_among_those_who_draft),
        cmocka_unit_test(one_who_drafts_alone_gets_the_same_pack_again),
        cmocka_unit_test(hidden_hands_have_backs),
        cmocka_unit_test(a_back_that_the_catalogue_does_not_know_is_never_held_against_a_card),
        cmocka_unit_test(a_word_that_is_none_is_printed),
        cmocka_unit_test(a_deck_that_is_nearly_one_is_offered),
        cmocka_unit_test(the_page_lists_every_word_in_both_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
