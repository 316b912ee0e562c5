/* Plays of other programs in: what they become, who is who, what changes and what stays, and that a dry run writes nothing. */
#include "support/cmocka.h"

#include "service/club.h"
#include "support/plays_file.h"
#include "support/text.h"

/* ---- what a play becomes ---- */

static void test_shapes(void **state)
{
    struct club *club = *state;
    struct plays_heard heard;
    static const struct {
        const char *id, *header, *rest;
    } expected[] = {
        {"p0", "title Catan\nvariant high", "id p0\n1: total 10\n2: total 8\n3: total 147\n= 10 8 147\n"},
        {"p1", "title Golf\nvariant low", "id p1\n1: total 10\n2: total 8\n3: total 147\n= 10 8 147\n"},
        {"p2", "title Catan\nvariant high",
         "id p2\n1: total 10 rank 2\n2: total 10 rank 1\n3: total 3.5 rank 3\n= 10 10 3.5\n"},
        {"p3", "title Catan\nvariant high",
         "id p3\n1: total 10 rank 3\n2: total 8 rank 1\n3: total 147 rank 2\n= 10 8 147\n"},
        {"p4", "title Pandemic\nvariant together", "id p4\n*: lost\n"},
        {"p5", "title Catan\nvariant win",
         "id p5\nx-bgstats-score 1 Decisive\n1: wins\n2: loses, total 8\n3: loses, total 147\n"},
        {"p6", "title Catan\nvariant high", "id p6\nx-bgstats-score 2 8\nx-bgstats-score 3 72+75\n*: played\n"},
        {"p7", "title Catan\nvariant high",
         "duration 45\nnote a note\nnote another\nid p7\nx-bgstats-uncounted 1\nx-bgstats-score 1 10\n"
         "x-bgstats-score 2 8\nx-bgstats-score 3 72+75\n*: played\n"},
        {"p8", "title Catan\nvariant rank", "id p8\n1: rank 2\n2: rank 1\n3: rank 3\n"},
    };
    enum { SHAPES = sizeof(expected) / sizeof(expected[0]) };
    static struct play plays[SHAPES];
    for (size_t i = 0; i < SHAPES; i++) {
        plays[i] = plays_play_of(expected[i].id, "Catan", 20000);
        plays[i].seats = 3;
        plays[i].seat[0] = plays_seat("Ada", "10");
        plays[i].seat[1] = plays_seat("Bo", "8");
        plays[i].seat[2] = plays_seat("Cy", "72+75");
    }
    plays[1].title = (struct play_title){.name = TEXT("Golf"), .lowest_wins = true};
    plays[2].seat[1] = plays_seat("Bo", "10");
    plays[2].seat[1].winner = true; /* a tie that was decided */
    plays[2].seat[2].score = TEXT("3,5");
    plays[3].manual_winner = true;
    plays[3].seat[1].winner = true;
    plays[4].title = (struct play_title){.name = TEXT("Pandemic"), .together = true};
    plays[5].seat[0] = plays_seat("Ada", "Decisive");
    plays[5].seat[0].winner = true;
    plays[6].seat[0].score = TEXT("");
    plays[7].uncounted = true;
    plays[7].minutes = 45;
    plays[7].comments = TEXT("a note\r\n\n  another\n");
    for (unsigned i = 0; i < 3; i++) {
        plays[8].seat[i].score = TEXT("");
        plays[8].seat[i].rank = i == 0 ? 2 : i == 1 ? 1 : 3;
    }
    plays_assert_tally(plays_take(club, plays, SHAPES, &heard), SHAPES, 0, 0);
    struct plays_numbers games = plays_games_of(club);
    assert_int_equal(games.count, SHAPES);
    for (size_t i = 0; i < SHAPES; i++) {
        char whole[1024];
        struct strbuf want;
        strbuf_wrap(&want, whole, sizeof(whole));
        strbuf_add(&want, "game pad\n");
        strbuf_add(&want, expected[i].header);
        strbuf_add(&want, "\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nplayed 2024-10-04\n");
        strbuf_add(&want, expected[i].rest);
        plays_assert_record(club, games.game[i], strbuf_text(&want));
    }
}

static void test_teams_guests_and_engines(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    struct club_change zone = {.has_zone = true, .zone = TEXT("Europe/Paris")};
    static struct play plays[5];
    for (size_t i = 0; i < 5; i++) {
        plays[i] = plays_evening("", "10", "8");
        plays[i].seats = 3;
        plays[i].seat[2] = plays_seat("", "10");
        plays[i].seat[2].person.anonymous = true;
    }
    MUST(service_club_change(club->service, &zone, &error));
    plays[0].seat[0].team = plays[0].seat[2].team = TEXT("Red");
    plays[0].has_time = true;
    plays[0].second = 20 * 3600 + 30 * 60;
    plays[1].title = (struct play_title){.id = TEXT("title-2"), .name = TEXT("Ecosystem"), .bgg = 271519};
    plays[1].day = 20100; /* in winter */
    plays[1].has_time = true;
    plays[1].second = 20 * 3600;
    plays[2].title = plays[1].title;
    plays[2].seat[0].score = TEXT("won"); /* an engine needs points */
    plays[3].seat[1].person.id = TEXT("person-a");
    plays[4].seats = 0;
    plays_assert_tally(plays_take(club, plays, 5, &heard), 2, 0, 3);
    struct plays_numbers games = plays_games_of(club);
    plays_assert_record(club, games.game[0],
                        "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nseat 3 ?\nteam 1 3\n"
                        "played 2024-10-04T20:30+02:00\nx-bgstats-team 1 Red\n1: total 10\n2: total 8\n= 10 8 10\n");
    plays_assert_record(club, games.game[1],
                        "game foret\nvariant standard\nseat 1 Ada\nseat 2 Bo\nseat 3 ?\nplayed 2025-01-12T20:00+01:00\n"
                        "1: total 10\n2: total 8\n3: total 10\n= 10 8 10\n");
    assert_int_equal(heard.line, 5);
    assert_string_equal(heard.why, "play.empty");
}

/* ---- who is who ---- */

static void test_second_import(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    char handle[PERSON_HANDLE];
    static struct play plays[3];
    plays[0] = plays_evening("p0", "10", "8");
    plays[1] = plays_evening("p1", "9", "8");
    plays[2] = plays_evening("p2", "4", "11");
    plays_assert_tally(plays_rehearse(club, plays, 2, &heard), 2, 0, 0);
    assert_int_equal(club_size(club), 0);
    plays_assert_tally(plays_take(club, plays, 2, &heard), 2, 0, 0);
    struct plays_numbers before = plays_games_of(club);
    int64_t size = club_size(club);
    plays_assert_tally(plays_rehearse(club, plays, 2, &heard), 0, 2, 0);
    plays_assert_tally(plays_take(club, plays, 2, &heard), 0, 2, 0);
    assert_int_equal(club_size(club), size);
    /* Another name there, another name here, another name of the title: the ids say who and what it is. */
    MUST(service_person_find(club->service, TEXT("Bo"), handle, &error));
    MUST(service_person_rename(club->service, span_from(handle), TEXT("Bonnie"), &error));
    for (unsigned i = 0; i < 3; i++) {
        plays[i].seat[0].person.name = TEXT("Ada L.");
        plays[i].title.name = TEXT("Die Siedler");
    }
    plays_assert_tally(plays_rehearse(club, plays, 3, &heard), 1, 2, 0);
    plays_assert_tally(plays_take(club, plays, 3, &heard), 1, 2, 0);
    struct plays_numbers games = plays_games_of(club);
    assert_int_equal(games.count, before.count + 1);
    plays_assert_record(club, games.game[2],
                        "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bonnie\nplayed 2024-10-04\nid p2\n"
                        "1: total 4\n2: total 11\n= 4 11\n");
}

static void test_erased(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    char handle[PERSON_HANDLE];
    char again[PERSON_HANDLE];
    static struct play plays[2];
    plays[0] = plays_evening("p0", "10", "8");
    plays[1] = plays_evening("p1", "9", "8");
    plays_assert_tally(plays_take(club, plays, 1, &heard), 1, 0, 0);
    MUST(service_person_find(club->service, TEXT("Bo"), handle, &error));
    MUST(service_person_erase(club->service, span_from(handle), &error));
    plays_assert_tally(plays_take(club, plays, 2, &heard), 1, 1, 0);
    assert_int_equal(service_person_find(club->service, TEXT("Bo"), again, &error), ERR_NOT_FOUND);
    char want[256];
    struct strbuf text;
    strbuf_wrap(&text, want, sizeof(want));
    strbuf_add(&text, "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 @");
    strbuf_add(&text, handle);
    strbuf_add(&text, "\nplayed 2024-10-04\nid p1\n1: total 9\n2: total 8\n= 9 8\n");
    plays_assert_record(club, plays_games_of(club).game[1], strbuf_text(&text));
}

static void test_mapping(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    char handle[PERSON_HANDLE];
    const struct play_mapping titles[] = {{TEXT("catan"), TEXT("Carcassonne")}};
    const struct play_mapping players[] = {{TEXT("person-a"), TEXT("Zoé")}, {TEXT("BO"), TEXT("@nobody")}};
    static struct play plays[1];
    plays[0] = plays_evening("p0", "10", "8");
    struct plays_options options = {.titles = titles, .titles_count = 1, .players = players, .players_count = 2};
    plays_assert_tally(plays_take_as(club, PLAYS_BGSTATS, plays, 1, options, &heard), 0, 0, 1);
    assert_string_equal(heard.why, "person.unknown");
    assert_int_equal(service_person_find(club->service, TEXT("Zoé"), handle, &error), ERR_NOT_FOUND);
    options.players_count = 1;
    plays_assert_tally(plays_take_as(club, PLAYS_BGSTATS, plays, 1, options, &heard), 1, 0, 0);
    plays_assert_record(club, plays_games_of(club).game[0],
                        "game pad\ntitle Carcassonne\nvariant high\nseat 1 Zoé\nseat 2 Bo\nplayed 2024-10-04\nid p0\n"
                        "1: total 10\n2: total 8\n= 10 8\n");
}

/* ---- what changed ---- */

static void test_changes(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    struct receipt receipt;
    static struct play plays[4];
    plays[0] = plays_evening("p0", "10", "8");
    plays[1] = plays_evening("p1", "9", "8");
    plays[2] = plays_evening("p2", "7", "8");
    plays[3] = (struct play){.id = TEXT("p0"), .deleted = true};
    plays_assert_tally(plays_take(club, plays, 3, &heard), 3, 0, 0);
    struct plays_numbers games = plays_games_of(club);
    /* There: it corrects ours. Void here: it stays so. */
    plays[0].seat[1].score = TEXT("12");
    plays[1].seat[1].score = TEXT("12");
    MUST(service_void(club->service, AUTHOR_CLI, games.game[1], TEXT("a test"), &receipt, &error));
    struct import_tally tally = plays_rehearse(club, plays, 3, &heard);
    plays_assert_tally(tally, 0, 3, 0);
    assert_int_equal(tally.corrected, 1);
    tally = plays_take(club, plays, 3, &heard);
    plays_assert_tally(tally, 0, 3, 0);
    assert_int_equal(tally.corrected, 1);
    assert_true(tally.number > 0);
    assert_int_equal(heard.warnings, 0);
    const char *corrected = "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\nid p0\n"
                            "1: total 10\n2: total 12\n= 10 12\n";
    plays_assert_record(club, games.game[0], corrected);
    assert_int_equal(plays_take(club, plays, 3, &heard).corrected, 0);
    /* On both sides: told of, and left. */
    int64_t number = tally.number;
    plays[0].seat[0].score = TEXT("13");
    struct error ignored;
    struct record record;
    struct record_reader reader = {.allocator = NULL};
    static const char mine[] = "dendro 1\ngame pad\ntitle Catan\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\n"
                               "1: total 11\n2: total 12\n";
    MUST(record_read_one(&reader, TEXT(mine), &allocator_heap, &record, &error));
    MUST(service_correct(club->service, AUTHOR_CLI, games.game[0], &record, TEXT("recount"), 0, NULL, NULL, &receipt,
                         &error));
    record_reader_release(&reader);
    tally = plays_take(club, plays, 1, &heard);
    plays_assert_tally(tally, 0, 1, 0);
    assert_int_equal(tally.corrected, 0);
    assert_string_equal(heard.why, "play.both");
    /* Deleted there, changed here: left; unchanged here: void. */
    tally = plays_take(club, &plays[3], 1, &heard);
    assert_int_equal(tally.voided, 0);
    assert_string_equal(heard.why, "play.gone");
    plays[3].id = TEXT("p2");
    assert_int_equal(plays_rehearse(club, &plays[3], 1, &heard).voided, 1);
    tally = plays_take(club, &plays[3], 1, &heard);
    assert_int_equal(tally.voided, 1);
    assert_int_equal(tally.records, 0);
    assert_int_equal(plays_take(club, &plays[3], 1, &heard).voided, 0);
    /* And undone. */
    struct import_undo undo = {.number = tally.number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    plays_assert_record(
        club, games.game[2],
        "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\nid p2\n1: total 7\n"
        "2: total 8\n= 7 8\n");
    undo = (struct import_undo){.number = number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &ignored));
}

static void test_undone_and_again(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    static struct play plays[2];
    plays[0] = plays_evening("p0", "10", "8");
    plays[1] = plays_evening("p1", "9", "8");
    struct import_tally tally = plays_take(club, plays, 2, &heard);
    struct import_undo undo = {.number = tally.number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_int_equal(undo.voided, 2);
    plays[1].seat[0].score = TEXT("6");
    plays_assert_tally(plays_rehearse(club, plays, 2, &heard), 2, 0, 0);
    plays_assert_tally(plays_take(club, plays, 2, &heard), 2, 0, 0);
    plays_assert_record(
        club, plays_games_of(club).game[1],
        "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\nid p1\n1: total 6\n"
        "2: total 8\n= 6 8\n");
    plays_assert_tally(plays_take(club, plays, 2, &heard), 0, 2, 0);
}

/* Rows of a spreadsheet that say the same are as many games as there are rows, however often they are imported. */
/* Added by one import, corrected by another, both undone: what comes again says what the play says. */
static void test_two_undone_and_again(void **state)
{
    static const char *const CORRECTED = "dendro 1\ngame pad\ntitle Catan\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\n\n"
                                         "1: total 50\n2: total 8\n";
    static const char *const SAYS = "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\n"
                                    "id p0\n1: total 7\n2: total 8\n= 7 8\n";
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct plays_heard heard;
    struct receipt receipt;
    static struct play plays[1];
    plays[0] = plays_evening("p0", "10", "8");
    int64_t first = plays_take(club, plays, 1, &heard).number;
    int64_t game = plays_games_of(club).game[0];
    plays[0].seat[0].score = TEXT("7");
    int64_t second = plays_take(club, plays, 1, &heard).number;
    plays_assert_record(club, game, SAYS);
    assert_int_equal(club_undo(club, second).restored, 1);
    assert_int_equal(club_undo(club, first).voided, 1);
    struct import_tally third = plays_take(club, plays, 1, &heard);
    plays_assert_tally(third, 1, 0, 0);
    plays_assert_record(club, game, SAYS);
    plays_assert_tally(plays_take(club, plays, 1, &heard), 0, 1, 0);
    /* Corrected here, and then undone: it counts again as it was corrected, and what changes there is told, not taken. */
    MUST(world_correct(&club->world, club->service, game, CORRECTED, "by hand", &receipt, &error));
    assert_int_equal(club_undo(club, first).voided, 0); /* what the third brought back is the third's */
    assert_int_equal(club_undo(club, third.number).voided, 1);
    plays_assert_tally(plays_take(club, plays, 1, &heard), 1, 0, 0);
    plays[0].seat[0].score = TEXT("6");
    struct import_tally tally = plays_take(club, plays, 1, &heard);
    assert_int_equal(tally.corrected, 0);
    plays_assert_record(club, game,
                        "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\n1: total 50\n"
                        "2: total 8\n= 50 8\n");
}

static void test_copies(void **state)
{
    struct club *club = *state;
    struct plays_heard heard;
    static struct play plays[3];
    for (unsigned i = 0; i < 3; i++) {
        plays[i] = plays_play_of("", "Chess", 20000);
        plays[i].seats = 2;
        plays[i].seat[0] = plays_seat("Ada", "1");
        plays[i].seat[1] = plays_seat("Bo", "0");
    }
    struct plays_options options = {.dry_run = true};
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, plays, 3, options, &heard), 3, 0, 0);
    options.dry_run = false;
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, plays, 3, options, &heard), 3, 0, 0);
    assert_int_equal(heard.warnings, 0);
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, plays, 3, options, &heard), 0, 3, 0);
    options.strict = true;
    plays[0].day = plays[1].day = 20001;
    plays_assert_tally(plays_take_as(club, PLAYS_CSV, plays, 3, options, &heard), 2, 1, 0);
}

/* What is no name, no title, or would be a line of its own. */
static void test_hostile(void **state)
{
    struct club *club = *state;
    struct plays_heard heard;
    static const char *const names[] = {"@bob", "", "Ada\nseat 3 Eve", "\342\200\256Eve", " ", "?"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        static struct play plays[1];
        plays[0] = plays_play_of("p", "Catan", 20000);
        plays[0].seats = 2;
        plays[0].seat[0] = plays_seat(names[i], "1");
        plays[0].seat[1] = plays_seat("Bo", "0");
        struct import_tally tally = plays_take(club, plays, 1, &heard);
        assert_int_equal(tally.refused, i == 5 ? 0 : 1);
        plays[0].id = TEXT("q");
        plays[0].seat[0] = plays_seat("Ada", "1");
        plays[0].title.name = span_from(i == 5 ? "x\ndendro 1" : names[i]);
        if (i != 0) { /* a title may begin with anything */
            assert_int_equal(plays_take(club, plays, 1, &heard).refused, 1);
        }
    }
    static struct play crowd[1];
    crowd[0] = plays_play_of("c", "Werewolf", 20000);
    crowd[0].seats = 13;
    for (unsigned i = 0; i < 13; i++) {
        crowd[0].seat[i].person.anonymous = true;
    }
    assert_int_equal(plays_take(club, crowd, 1, &heard).refused, 1);
    assert_string_equal(heard.why, "play.crowd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_shapes, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_teams_guests_and_engines, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_second_import, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_erased, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_mapping, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_changes, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_undone_and_again, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_two_undone_and_again, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_copies, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_hostile, club_set_up, club_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
