/* What every game would otherwise write for itself: labels, ranks, looking names and variants up. */
#include "support/cmocka.h"

#include "rules/cursor.h"
#include "rules/game.h"

static void labels_go_both_ways(void **unused)
{
    (void)unused;
    static const struct {
        unsigned seat;
        const char *label;
    } seats[] = {{0, "1"}, {5, "6"}, {9, "10"}, {11, "12"}, {SEAT_TABLE, "*"}, {SEAT_NEUTRAL, "n"}, {SEAT_RIVAL, "a"}};
    for (size_t i = 0; i < sizeof(seats) / sizeof(seats[0]); i++) {
        assert_string_equal(seat_label(seats[i].seat), seats[i].label);
        assert_int_equal(seat_from_label(span_from(seats[i].label)), seats[i].seat);
    }
    static const char *const none[] = {"", "0", "13", "?", "N", "A", "1 ", "01", "**", "é"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        assert_int_equal(seat_from_label(span_from(none[i])), -1);
    }
    assert_int_equal(seat_from_label((struct span){NULL, 0}), -1);
    assert_string_equal(seat_label(6), "7");
    assert_string_equal(seat_label(GAME_SEATS), "?");
    assert_string_equal(seat_label(~0u), "?");
}

static void words_carry_their_seat(void **unused)
{
    (void)unused;
    assert_int_equal(move_seat(0), 0);
    assert_int_equal(move_seat(UINT64_C(0x0effffffffffffff)), SEAT_RIVAL);
    assert_int_equal(move_seat(UINT64_MAX), 255);
}

static void assert_ranks(const int32_t *totals, const int64_t *tiebreak, bool over, const uint8_t *ranks,
                         seat_set winners)
{
    struct outcome outcome = {.over = over, .rows_count = 5, .winners = 0xff};
    struct setup setup = {.seats = 4};
    for (uint8_t i = 0; i < 5; i++) {
        /* The fifth row is a rival's, who has the most and no rank. */
        outcome.rows[i] = (struct outcome_row){.seat = i < 4 ? i : SEAT_RIVAL, .scored = true};
        outcome.rows[i].total = i < 4 ? totals[i] : 1000;
    }
    outcome_rank(&outcome, &setup, tiebreak);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(outcome.rows[i].rank, ranks[i]);
    }
    assert_int_equal(outcome.rows[4].rank, 0);
    assert_int_equal(outcome.winners, winners);
    assert_int_equal(outcome_row_of(&outcome, 2), 2);
    assert_int_equal(outcome_row_of(&outcome, SEAT_RIVAL), 4);
    assert_int_equal(outcome_row_of(&outcome, 4), -1);
}

static void ranks_are_shared_and_used_up(void **unused)
{
    (void)unused;
    assert_ranks((int32_t[]){10, 20, 30, 40}, NULL, true, (uint8_t[]){4, 3, 2, 1}, 8);
    assert_ranks((int32_t[]){20, 20, -5, 20}, NULL, true, (uint8_t[]){1, 1, 4, 1}, 11);
    assert_ranks((int32_t[]){30, 20, 20, 10}, NULL, true, (uint8_t[]){1, 2, 2, 4}, 1);
    assert_ranks((int32_t[]){0, 0, 0, 0}, NULL, true, (uint8_t[]){1, 1, 1, 1}, 15);
    assert_ranks((int32_t[]){10, 20, 30, 40}, NULL, false, (uint8_t[]){4, 3, 2, 1}, 0);
    assert_ranks((int32_t[]){20, 20, 20, 10}, (int64_t[]){1, 3, 3, 9, 0}, true, (uint8_t[]){3, 1, 1, 4}, 6);
}

static const struct name NAMES[] = {
    {"bear", "bear", "ours"},
    {"ours", "yours", "à nous"}, /* an id that is another's name */
    {"meadow", "glade", "clairière"},
};

static void names_are_found_by_id_first(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int index;
    } cases[] = {{"bear", 0},   {"ours", 1},    {"OURS", 0}, {"a nous", 1},  {"Clairiere", 2},    {"GLADE", 2},
                 {"meadow", 2}, {"meadows", 2}, {"", -1},    {"\u0301", -1}, {"mea\u0301dow", 2}, {"yours", 1}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(name_find(NAMES, 3, span_from(cases[i].text)), cases[i].index);
    }
    assert_int_equal(name_find(NULL, 0, span_from("bear")), -1);
    assert_string_equal(name_in(&NAMES[2], LANG_FR), "clairière");
    assert_string_equal(name_in(&NAMES[2], LANG_EN), "glade");
}

static void plurals_are_found_behind_everything_else(void **unused)
{
    (void)unused;
    static const struct name cards[] = {
        {"bee", "bee", "abeille"},   {"wolf", "wolf", "loup"},         {"dragonfly", "dragonfly", "libellule"},
        {"fox", "fox", "renard"},    {"stream", "stream", "ruisseau"}, {"animal", "animal", "animal"},
        {"bees", "swarm", "essaim"},
    };
    static const struct {
        const char *text;
        int index;
    } cases[] = {{"Abeilles", 0},    {"bees", 6},       {"BEES", 6},  {"wolves", 1},  {"LOUPS", 1},     {"wolfs", 1},
                 {"dragonflies", 2}, {"libellules", 2}, {"foxes", 3}, {"renards", 3}, {"ruisseaux", 4}, {"animaux", 5},
                 {"beess", 6},       {"s", -1},         {"es", -1},   {"wolve", -1},  {"loupss", -1}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(name_find(cards, 7, span_from(cases[i].text)), cases[i].index);
    }
    char longest[5000]; /* of whatever length, it is only a word that is not known */
    memset(longest, 's', sizeof(longest));
    for (size_t length = 50; length <= sizeof(longest); length += length < 70 ? 1 : 493) {
        assert_int_equal(name_find(cards, 7, span_of(longest, length)), -1);
    }
}

/* What stands behind a move, in the same memory, is not read as a part of it. */
static void a_cursor_stops_where_its_text_ends(void **unused)
{
    (void)unused;
    static const char text[] = "3,4)";
    struct cursor cursor;
    int x = 0;
    int y = 0;
    cursor = cursor_over(span_of(text, 3));
    assert_true(cursor_cell(&cursor, &x, &y));
    assert_int_equal(x, 3);
    assert_int_equal(y, 4);
    assert_false(cursor_char(&cursor, ')'));
    cursor = cursor_over(span_of(text, 1));
    assert_true(cursor_int(&cursor, &x));
    assert_false(cursor_char(&cursor, ','));
}

static void the_first_variant_that_seats_so_many_is_taken(void **unused)
{
    (void)unused;
    static const struct variant variants[] = {{{"table", "table", "table"}, 3, 5, 0, CONTEST_HIGH},
                                              {{"duel", "duel", "duel"}, 2, 3, 0, CONTEST_HIGH},
                                              {{"solo", "solo", "solo"}, 1, 1, 0, CONTEST_HIGH}};
    const struct game game = {.variants = variants, .variants_count = 3};
    static const int expected[] = {-1, 2, 1, 0, 0, 0, -1};
    for (unsigned seats = 0; seats < 7; seats++) {
        assert_int_equal(game_variant_for(&game, seats), expected[seats]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_go_both_ways),
        cmocka_unit_test(words_carry_their_seat),
        cmocka_unit_test(ranks_are_shared_and_used_up),
        cmocka_unit_test(names_are_found_by_id_first),
        cmocka_unit_test(plurals_are_found_behind_everything_else),
        cmocka_unit_test(a_cursor_stops_where_its_text_ends),
        cmocka_unit_test(the_first_variant_that_seats_so_many_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
