/* Plays of other programs in: who won where the file does not say how, older backups, what titles are called. */
#include "support/cmocka.h"

#include "service/titles.h"
#include "support/plays_file.h"
#include "support/text.h"

/* ---- who won ---- */

static void assert_ending(struct club *club, size_t game, const char *ending)
{
    struct error error = {.message = NULL};
    struct plays_numbers games = plays_games_of(club);
    assert_true(game < games.count);
    strbuf_clear(&club->text);
    MUST(service_record(club->service, games.game[game], false, &club->text, &error));
    if (!strstr(strbuf_text(&club->text), ending)) {
        fail_msg("no '%s' in\n%s", ending, strbuf_text(&club->text));
    }
}

/* BoardGameGeek and spreadsheets do not say whether high or low is good: who is marked tells, or how the club plays it. */
static void test_ways(void **state)
{
    struct club *club = *state;
    struct plays_heard heard;
    static struct play plays[5];
    for (size_t i = 0; i < 5; i++) {
        static const char *const ids[] = {"1", "2", "3", "4", "5"};
        plays[i] = plays_play_of(ids[i], i < 3 ? "Take 5" : "Pandemic", 20000);
        plays[i].told_winner = true;
        plays[i].seats = 3;
        plays[i].seat[0] = plays_seat("Ada", "13");
        plays[i].seat[1] = plays_seat("Bo", "53");
        plays[i].seat[2] = plays_seat("Cy", "20");
    }
    struct plays_options options = {.strict = false};
    plays[0].seat[0].winner = true;                           /* the lowest: so it is low that wins */
    plays[1].seat[1].winner = plays[1].seat[2].winner = true; /* two, whatever their points */
    plays_assert_tally(plays_take_as(club, PLAYS_BGG, plays, 2, options, &heard), 2, 0, 0);
    assert_ending(club, 0, "variant low\n");
    assert_ending(club, 0, "\n1: total 13\n2: total 53\n3: total 20\n");
    assert_ending(club, 1, "\n1: total 13 rank 3\n2: total 53 rank 1\n3: total 20 rank 1\n");
    /* The club has played it low by now; and Pandemic together, which a play of BG Stats says. */
    plays[2].told_winner = false;
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, &plays[2], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 2, "variant low\n");
    plays[3].title.together = true;
    plays_assert_tally(plays_take(club, &plays[3], 1, &heard), 1, 0, 0);
    plays[4].title.together = false;
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, &plays[4], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 4, "\n*: lost");
    plays[4].id = TEXT("6");
    plays[4].told_winner = false; /* points, and not a word of how it ended */
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, &plays[4], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 5, "\n*: played\n");
}

/* An older backup has nothing to say about what a newer one changed; void and back again is no change of ours. */
static void test_older(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    struct receipt receipt;
    static struct play old[1];
    static struct play new[1];
    old[0] = new[0] = plays_evening("p0", "10", "8");
    old[0].modified = 1000;
    new[0].modified = 2000;
    new[0].seat[1].score = TEXT("12");
    plays_assert_tally(plays_take(club, old, 1, &heard), 1, 0, 0);
    assert_int_equal(plays_take(club, new, 1, &heard).corrected, 1);
    assert_int_equal(plays_take(club, old, 1, &heard).corrected, 0);
    assert_ending(club, 0, "= 10 12\n");
    int64_t game = plays_games_of(club).game[0];
    MUST(service_void(club->service, AUTHOR_CLI, game, TEXT("a test"), &receipt, &error));
    MUST(service_unvoid(club->service, AUTHOR_CLI, game, TEXT("a test"), &receipt, &error));
    new[0].modified = 3000;
    new[0].seat[1].score = TEXT("13");
    assert_int_equal(plays_take(club, new, 1, &heard).corrected, 1);
    assert_int_equal(heard.warnings, 0);
    assert_ending(club, 0, "= 10 13\n");
}

/* A title that came under an id is found by what it was called there; a merged one by what it was called before. */
static void test_names_of_titles(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    static struct play plays[2];
    struct plays_options options = {.strict = false};
    plays[0] = plays_evening("p0", "10", "8");
    plays[0].title = (struct play_title){.id = TEXT("title-9"), .name = TEXT("Ecosystem"), .bgg = 271519};
    plays[1] = plays_play_of("", "ecosystem", 20001);
    plays[1].seats = 2;
    plays[1].seat[0] = plays_seat("Ada", "50");
    plays[1].seat[1] = plays_seat("Bo", "51");
    plays_assert_tally(plays_take(club, &plays[0], 1, &heard), 1, 0, 0);
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, &plays[1], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 1, "game foret\n");
    plays[1].title.name = TEXT("Dominion");
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, &plays[1], 1, options, &heard), 1, 0, 0);
    MUST(service_title_rename(club->service, AUTHOR_CLI, TEXT("Dominion"), TEXT("Dominion II"), &error));
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, &plays[1], 1, options, &heard), 0, 1, 0);
}

/* What an import brought back belongs to that one: undoing the first again does nothing. */
static void test_undone_once(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    static struct play plays[1];
    plays[0] = plays_evening("p0", "10", "8");
    struct import_undo first = {.number = plays_take(club, plays, 1, &heard).number};
    struct import_undo again = first;
    MUST(service_import_undo(club->service, AUTHOR_CLI, &first, NULL, NULL, &error));
    assert_int_equal(first.voided, 1);
    struct import_undo second = {.number = plays_take(club, plays, 1, &heard).number};
    assert_true(second.number > first.number);
    MUST(service_import_undo(club->service, AUTHOR_CLI, &again, NULL, NULL, &error));
    assert_int_equal(again.voided, 0);
    MUST(service_import_undo(club->service, AUTHOR_CLI, &second, NULL, NULL, &error));
    assert_int_equal(second.voided, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_undone_once, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_ways, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_older, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_names_of_titles, club_set_up, club_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
