/* Plays of other programs in: what they become, who is who, what changes and what stays, and that a dry run writes nothing. */
#include "support/cmocka.h"

#include "service/club.h"
#include "service/plays.h"
#include "service/titles.h"
#include "support/open_club.h"
#include "support/text.h"

enum { MOST = 16 };

/* A file: plays of a table. */
struct file {
    struct play_reader reader;
    const struct play *play;
    size_t count, at;
};

static enum err rewind_file(void *context, struct error *error)
{
    (void)error;
    ((struct file *)context)->at = 0;
    return ERR_OK;
}

static enum err next_play(void *context, struct play *play, struct error *error)
{
    (void)error;
    struct file *file = context;
    if (file->at == file->count) {
        return ERR_END;
    }
    *play = file->play[file->at++];
    play->line = (uint32_t)file->at;
    return ERR_OK;
}

#define TEXT(s) SPAN_LITERAL(s)

static struct play_seat seat(const char *name, const char *score)
{
    return (struct play_seat){.person = {.name = span_from(name)}, .score = span_from(score)};
}

static struct play_seat known_seat(const char *id, const char *name, const char *score)
{
    struct play_seat made = seat(name, score);
    made.person.id = span_from(id);
    return made;
}

static struct play play_of(const char *id, const char *title, int32_t day)
{
    return (struct play){.id = span_from(id), .title = {.name = span_from(title)}, .has_day = true, .day = day};
}

struct heard {
    unsigned warnings, refusals;
    uint32_t line;
    char why[64]; /* id of the last one */
};

static void hear(void *context, const struct problem *problem, bool refused)
{
    struct heard *heard = context;
    heard->refusals += refused;
    heard->warnings += !refused;
    heard->line = problem->error.line;
    struct strbuf id;
    strbuf_wrap(&id, heard->why, sizeof(heard->why));
    strbuf_add(&id, problem->error.message->id);
}

static struct import_tally take_as(struct club *club, enum play_source source, const struct play *plays, size_t count,
                                   struct plays_options options, struct heard *heard)
{
    struct file file = {.reader = {source, rewind_file, next_play, &file}, .play = plays, .count = count};
    struct import_listener listener = {.problem = hear, .context = heard};
    struct plays_import *import = NULL;
    struct error error = {.message = NULL};
    bool done = false;
    *heard = (struct heard){.line = 0};
    MUST(plays_import_begin(club->service, AUTHOR_CLI, &file.reader, &options, &listener, &import, &error));
    while (!done) {
        MUST(plays_import_some(import, &done, &error));
    }
    struct import_tally tally = *plays_import_tally(import);
    plays_import_end(import);
    return tally;
}

static struct import_tally take(struct club *club, const struct play *plays, size_t count, struct heard *heard)
{
    return take_as(club, PLAYS_BGSTATS, plays, count, (struct plays_options){.may_void = true}, heard);
}

static struct import_tally rehearse(struct club *club, const struct play *plays, size_t count, struct heard *heard)
{
    return take_as(club, PLAYS_BGSTATS, plays, count, (struct plays_options){.dry_run = true, .may_void = true}, heard);
}

static void assert_tally(struct import_tally tally, int64_t added, int64_t known, int64_t refused)
{
    assert_int_equal(tally.added, added);
    assert_int_equal(tally.known, known);
    assert_int_equal(tally.refused, refused);
    assert_int_equal(tally.records, added + known + refused);
}

/* The lines of the game's record behind `dendro 1`, without rules, level and digest. */
static void assert_record(struct club *club, int64_t game, const char *expected)
{
    struct error error = {.message = NULL};
    struct strbuf text;
    struct strbuf kept;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    strbuf_init(&kept, &allocator_heap, 1 << 16);
    MUST(service_record(club->service, game, false, &text, &error));
    struct span rest = strbuf_span(&text);
    while (rest.len > 0) {
        struct span line = span_line(&rest);
        bool fixed = span_is(line, "dendro 1") || span_starts(line, "rules ") || span_starts(line, "level ") ||
                     span_starts(line, "digest ") || line.len == 0;
        if (!fixed) {
            strbuf_add_span(&kept, line);
            strbuf_add_char(&kept, '\n');
        }
    }
    assert_string_equal(strbuf_text(&kept), expected);
    strbuf_release(&text);
    strbuf_release(&kept);
}

struct numbers {
    int64_t game[MOST];
    size_t count;
};

static enum err take_number(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    struct numbers *numbers = context;
    assert_true(numbers->count < MOST);
    numbers->game[numbers->count++] = game->id;
    return ERR_OK;
}

/* The games of the club in their order, void ones too. */
static struct numbers games_of(struct club *club)
{
    struct numbers numbers = {.count = 0};
    struct error error = {.message = NULL};
    struct export_filter filter = {.voided = true};
    MUST(service_export(club->service, &filter, take_number, &numbers, &error));
    return numbers;
}

/* A play of Catan by Ada and Bo, who have ids. */
static struct play evening(const char *id, const char *ada, const char *bo)
{
    struct play play = play_of(id, "Catan", 20000);
    play.title.id = TEXT("title-1");
    play.seats = 2;
    play.seat[0] = known_seat("person-a", "Ada", ada);
    play.seat[1] = known_seat("person-b", "Bo", bo);
    return play;
}

/* ---- what a play becomes ---- */

static void test_shapes(void **state)
{
    struct club *club = *state;
    struct heard heard;
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
        plays[i] = play_of(expected[i].id, "Catan", 20000);
        plays[i].seats = 3;
        plays[i].seat[0] = seat("Ada", "10");
        plays[i].seat[1] = seat("Bo", "8");
        plays[i].seat[2] = seat("Cy", "72+75");
    }
    plays[1].title = (struct play_title){.name = TEXT("Golf"), .lowest_wins = true};
    plays[2].seat[1] = seat("Bo", "10");
    plays[2].seat[1].winner = true; /* a tie that was decided */
    plays[2].seat[2].score = TEXT("3,5");
    plays[3].manual_winner = true;
    plays[3].seat[1].winner = true;
    plays[4].title = (struct play_title){.name = TEXT("Pandemic"), .together = true};
    plays[5].seat[0] = seat("Ada", "Decisive");
    plays[5].seat[0].winner = true;
    plays[6].seat[0].score = TEXT("");
    plays[7].uncounted = true;
    plays[7].minutes = 45;
    plays[7].comments = TEXT("a note\r\n\n  another\n");
    for (unsigned i = 0; i < 3; i++) {
        plays[8].seat[i].score = TEXT("");
        plays[8].seat[i].rank = i == 0 ? 2 : i == 1 ? 1 : 3;
    }
    assert_tally(take(club, plays, SHAPES, &heard), SHAPES, 0, 0);
    struct numbers games = games_of(club);
    assert_int_equal(games.count, SHAPES);
    for (size_t i = 0; i < SHAPES; i++) {
        char whole[1024];
        struct strbuf want;
        strbuf_wrap(&want, whole, sizeof(whole));
        strbuf_add(&want, "game pad\n");
        strbuf_add(&want, expected[i].header);
        strbuf_add(&want, "\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nplayed 2024-10-04\n");
        strbuf_add(&want, expected[i].rest);
        assert_record(club, games.game[i], strbuf_text(&want));
    }
}

static void test_teams_guests_and_engines(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    struct club_change zone = {.has_zone = true, .zone = TEXT("Europe/Paris")};
    static struct play plays[5];
    for (size_t i = 0; i < 5; i++) {
        plays[i] = evening("", "10", "8");
        plays[i].seats = 3;
        plays[i].seat[2] = seat("", "10");
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
    assert_tally(take(club, plays, 5, &heard), 2, 0, 3);
    struct numbers games = games_of(club);
    assert_record(club, games.game[0],
                  "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nseat 3 ?\nteam 1 3\n"
                  "played 2024-10-04T20:30+02:00\nx-bgstats-team 1 Red\n1: total 10\n2: total 8\n= 10 8 10\n");
    assert_record(club, games.game[1],
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
    struct heard heard;
    char handle[PERSON_HANDLE];
    static struct play plays[3];
    plays[0] = evening("p0", "10", "8");
    plays[1] = evening("p1", "9", "8");
    plays[2] = evening("p2", "4", "11");
    assert_tally(rehearse(club, plays, 2, &heard), 2, 0, 0);
    assert_int_equal(club_size(club), 0);
    assert_tally(take(club, plays, 2, &heard), 2, 0, 0);
    struct numbers before = games_of(club);
    int64_t size = club_size(club);
    assert_tally(rehearse(club, plays, 2, &heard), 0, 2, 0);
    assert_tally(take(club, plays, 2, &heard), 0, 2, 0);
    assert_int_equal(club_size(club), size);
    /* Another name there, another name here, another name of the title: the ids say who and what it is. */
    MUST(service_person_find(club->service, TEXT("Bo"), handle, &error));
    MUST(service_person_rename(club->service, span_from(handle), TEXT("Bonnie"), &error));
    for (unsigned i = 0; i < 3; i++) {
        plays[i].seat[0].person.name = TEXT("Ada L.");
        plays[i].title.name = TEXT("Die Siedler");
    }
    assert_tally(rehearse(club, plays, 3, &heard), 1, 2, 0);
    assert_tally(take(club, plays, 3, &heard), 1, 2, 0);
    struct numbers games = games_of(club);
    assert_int_equal(games.count, before.count + 1);
    assert_record(club, games.game[2],
                  "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bonnie\nplayed 2024-10-04\nid p2\n"
                  "1: total 4\n2: total 11\n= 4 11\n");
}

static void test_erased(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    char handle[PERSON_HANDLE];
    char again[PERSON_HANDLE];
    static struct play plays[2];
    plays[0] = evening("p0", "10", "8");
    plays[1] = evening("p1", "9", "8");
    assert_tally(take(club, plays, 1, &heard), 1, 0, 0);
    MUST(service_person_find(club->service, TEXT("Bo"), handle, &error));
    MUST(service_person_erase(club->service, span_from(handle), &error));
    assert_tally(take(club, plays, 2, &heard), 1, 1, 0);
    assert_int_equal(service_person_find(club->service, TEXT("Bo"), again, &error), ERR_NOT_FOUND);
    char want[256];
    struct strbuf text;
    strbuf_wrap(&text, want, sizeof(want));
    strbuf_add(&text, "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 @");
    strbuf_add(&text, handle);
    strbuf_add(&text, "\nplayed 2024-10-04\nid p1\n1: total 9\n2: total 8\n= 9 8\n");
    assert_record(club, games_of(club).game[1], strbuf_text(&text));
}

static void test_mapping(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    char handle[PERSON_HANDLE];
    const struct play_mapping titles[] = {{TEXT("catan"), TEXT("Carcassonne")}};
    const struct play_mapping players[] = {{TEXT("person-a"), TEXT("Zoé")}, {TEXT("BO"), TEXT("@nobody")}};
    static struct play plays[1];
    plays[0] = evening("p0", "10", "8");
    struct plays_options options = {.titles = titles, .titles_count = 1, .players = players, .players_count = 2};
    assert_tally(take_as(club, PLAYS_BGSTATS, plays, 1, options, &heard), 0, 0, 1);
    assert_string_equal(heard.why, "person.unknown");
    assert_int_equal(service_person_find(club->service, TEXT("Zoé"), handle, &error), ERR_NOT_FOUND);
    options.players_count = 1;
    assert_tally(take_as(club, PLAYS_BGSTATS, plays, 1, options, &heard), 1, 0, 0);
    assert_record(club, games_of(club).game[0],
                  "game pad\ntitle Carcassonne\nvariant high\nseat 1 Zoé\nseat 2 Bo\nplayed 2024-10-04\nid p0\n"
                  "1: total 10\n2: total 8\n= 10 8\n");
}

/* ---- what changed ---- */

static void test_changes(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    struct receipt receipt;
    static struct play plays[4];
    plays[0] = evening("p0", "10", "8");
    plays[1] = evening("p1", "9", "8");
    plays[2] = evening("p2", "7", "8");
    plays[3] = (struct play){.id = TEXT("p0"), .deleted = true};
    assert_tally(take(club, plays, 3, &heard), 3, 0, 0);
    struct numbers games = games_of(club);
    /* There: it corrects ours. Void here: it stays so. */
    plays[0].seat[1].score = TEXT("12");
    plays[1].seat[1].score = TEXT("12");
    MUST(service_void(club->service, AUTHOR_CLI, games.game[1], TEXT("a test"), &receipt, &error));
    struct import_tally tally = rehearse(club, plays, 3, &heard);
    assert_tally(tally, 0, 3, 0);
    assert_int_equal(tally.corrected, 1);
    tally = take(club, plays, 3, &heard);
    assert_tally(tally, 0, 3, 0);
    assert_int_equal(tally.corrected, 1);
    assert_true(tally.number > 0);
    assert_int_equal(heard.warnings, 0);
    const char *corrected = "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\nid p0\n"
                            "1: total 10\n2: total 12\n= 10 12\n";
    assert_record(club, games.game[0], corrected);
    assert_int_equal(take(club, plays, 3, &heard).corrected, 0);
    /* On both sides: told of, and left. */
    int64_t number = tally.number;
    plays[0].seat[0].score = TEXT("13");
    struct error ignored;
    struct record record;
    struct record_reader reader = {.allocator = NULL};
    static const char mine[] = "dendro 1\ngame pad\ntitle Catan\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\n"
                               "1: total 11\n2: total 12\n";
    MUST(record_read_one(&reader, TEXT(mine), &allocator_heap, &record, &error));
    MUST(service_correct(club->service, AUTHOR_CLI, games.game[0], &record, TEXT("recount"), NULL, NULL, &receipt,
                         &error));
    record_reader_release(&reader);
    tally = take(club, plays, 1, &heard);
    assert_tally(tally, 0, 1, 0);
    assert_int_equal(tally.corrected, 0);
    assert_string_equal(heard.why, "play.both");
    /* Deleted there, changed here: left; unchanged here: void. */
    tally = take(club, &plays[3], 1, &heard);
    assert_int_equal(tally.voided, 0);
    assert_string_equal(heard.why, "play.gone");
    plays[3].id = TEXT("p2");
    assert_int_equal(rehearse(club, &plays[3], 1, &heard).voided, 1);
    tally = take(club, &plays[3], 1, &heard);
    assert_int_equal(tally.voided, 1);
    assert_int_equal(tally.records, 0);
    assert_int_equal(take(club, &plays[3], 1, &heard).voided, 0);
    /* And undone. */
    struct import_undo undo = {.number = tally.number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_record(club, games.game[2],
                  "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\nid p2\n1: total 7\n"
                  "2: total 8\n= 7 8\n");
    undo = (struct import_undo){.number = number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &ignored));
}

static void test_undone_and_again(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    static struct play plays[2];
    plays[0] = evening("p0", "10", "8");
    plays[1] = evening("p1", "9", "8");
    struct import_tally tally = take(club, plays, 2, &heard);
    struct import_undo undo = {.number = tally.number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_int_equal(undo.voided, 2);
    plays[1].seat[0].score = TEXT("6");
    assert_tally(rehearse(club, plays, 2, &heard), 2, 0, 0);
    assert_tally(take(club, plays, 2, &heard), 2, 0, 0);
    assert_record(club, games_of(club).game[1],
                  "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\nid p1\n1: total 6\n"
                  "2: total 8\n= 6 8\n");
    assert_tally(take(club, plays, 2, &heard), 0, 2, 0);
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
    struct heard heard;
    struct receipt receipt;
    static struct play plays[1];
    plays[0] = evening("p0", "10", "8");
    int64_t first = take(club, plays, 1, &heard).number;
    int64_t game = games_of(club).game[0];
    plays[0].seat[0].score = TEXT("7");
    int64_t second = take(club, plays, 1, &heard).number;
    assert_record(club, game, SAYS);
    assert_int_equal(club_undo(club, second).restored, 1);
    assert_int_equal(club_undo(club, first).voided, 1);
    assert_tally(take(club, plays, 1, &heard), 1, 0, 0);
    assert_record(club, game, SAYS);
    assert_tally(take(club, plays, 1, &heard), 0, 1, 0);
    /* Corrected here, and then undone: it counts again as it was corrected, and what changes there is told, not taken. */
    MUST(world_correct(&club->world, club->service, game, CORRECTED, "by hand", &receipt, &error));
    assert_int_equal(club_undo(club, first).voided, 1);
    assert_tally(take(club, plays, 1, &heard), 1, 0, 0);
    plays[0].seat[0].score = TEXT("6");
    struct import_tally tally = take(club, plays, 1, &heard);
    assert_int_equal(tally.corrected, 0);
    assert_record(club, game,
                  "game pad\ntitle Catan\nvariant high\nseat 1 Ada\nseat 2 Bo\nplayed 2024-10-04\n1: total 50\n"
                  "2: total 8\n= 50 8\n");
}

static void test_copies(void **state)
{
    struct club *club = *state;
    struct heard heard;
    static struct play plays[3];
    for (unsigned i = 0; i < 3; i++) {
        plays[i] = play_of("", "Chess", 20000);
        plays[i].seats = 2;
        plays[i].seat[0] = seat("Ada", "1");
        plays[i].seat[1] = seat("Bo", "0");
    }
    struct plays_options options = {.dry_run = true};
    assert_tally(take_as(club, PLAYS_CSV, plays, 3, options, &heard), 3, 0, 0);
    options.dry_run = false;
    assert_tally(take_as(club, PLAYS_CSV, plays, 3, options, &heard), 3, 0, 0);
    assert_int_equal(heard.warnings, 0);
    assert_tally(take_as(club, PLAYS_CSV, plays, 3, options, &heard), 0, 3, 0);
    options.strict = true;
    plays[0].day = plays[1].day = 20001;
    assert_tally(take_as(club, PLAYS_CSV, plays, 3, options, &heard), 2, 1, 0);
}

/* What is no name, no title, or would be a line of its own. */
static void test_hostile(void **state)
{
    struct club *club = *state;
    struct heard heard;
    static const char *const names[] = {"@bob",
                                        "",
                                        "Ada\nseat 3 Eve",
                                        "\xe2\x80\xae"
                                        "Eve",
                                        " ",
                                        "?"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        static struct play plays[1];
        plays[0] = play_of("p", "Catan", 20000);
        plays[0].seats = 2;
        plays[0].seat[0] = seat(names[i], "1");
        plays[0].seat[1] = seat("Bo", "0");
        struct import_tally tally = take(club, plays, 1, &heard);
        assert_int_equal(tally.refused, i == 5 ? 0 : 1);
        plays[0].id = TEXT("q");
        plays[0].seat[0] = seat("Ada", "1");
        plays[0].title.name = span_from(i == 5 ? "x\ndendro 1" : names[i]);
        if (i != 0) { /* a title may begin with anything */
            assert_int_equal(take(club, plays, 1, &heard).refused, 1);
        }
    }
    static struct play crowd[1];
    crowd[0] = play_of("c", "Werewolf", 20000);
    crowd[0].seats = 13;
    for (unsigned i = 0; i < 13; i++) {
        crowd[0].seat[i].person.anonymous = true;
    }
    assert_int_equal(take(club, crowd, 1, &heard).refused, 1);
    assert_string_equal(heard.why, "play.crowd");
}

/* ---- who won ---- */

static void assert_ending(struct club *club, size_t game, const char *ending)
{
    struct error error = {.message = NULL};
    struct numbers games = games_of(club);
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
    struct heard heard;
    static struct play plays[5];
    for (size_t i = 0; i < 5; i++) {
        static const char *const ids[] = {"1", "2", "3", "4", "5"};
        plays[i] = play_of(ids[i], i < 3 ? "Take 5" : "Pandemic", 20000);
        plays[i].told_winner = true;
        plays[i].seats = 3;
        plays[i].seat[0] = seat("Ada", "13");
        plays[i].seat[1] = seat("Bo", "53");
        plays[i].seat[2] = seat("Cy", "20");
    }
    struct plays_options options = {.strict = false};
    plays[0].seat[0].winner = true;                           /* the lowest: so it is low that wins */
    plays[1].seat[1].winner = plays[1].seat[2].winner = true; /* two, whatever their points */
    assert_tally(take_as(club, PLAYS_BGG, plays, 2, options, &heard), 2, 0, 0);
    assert_ending(club, 0, "variant low\n");
    assert_ending(club, 0, "\n1: total 13\n2: total 53\n3: total 20\n");
    assert_ending(club, 1, "\n1: total 13 rank 3\n2: total 53 rank 1\n3: total 20 rank 1\n");
    /* The club has played it low by now; and Pandemic together, which a play of BG Stats says. */
    plays[2].told_winner = false;
    assert_tally(take_as(club, PLAYS_CSV, &plays[2], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 2, "variant low\n");
    plays[3].title.together = true;
    assert_tally(take(club, &plays[3], 1, &heard), 1, 0, 0);
    plays[4].title.together = false;
    assert_tally(take_as(club, PLAYS_CSV, &plays[4], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 4, "\n*: lost");
    plays[4].id = TEXT("6");
    plays[4].told_winner = false; /* points, and not a word of how it ended */
    assert_tally(take_as(club, PLAYS_CSV, &plays[4], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 5, "\n*: played\n");
}

/* An older backup has nothing to say about what a newer one changed; void and back again is no change of ours. */
static void test_older(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    struct receipt receipt;
    static struct play old[1];
    static struct play new[1];
    old[0] = new[0] = evening("p0", "10", "8");
    old[0].modified = 1000;
    new[0].modified = 2000;
    new[0].seat[1].score = TEXT("12");
    assert_tally(take(club, old, 1, &heard), 1, 0, 0);
    assert_int_equal(take(club, new, 1, &heard).corrected, 1);
    assert_int_equal(take(club, old, 1, &heard).corrected, 0);
    assert_ending(club, 0, "= 10 12\n");
    int64_t game = games_of(club).game[0];
    MUST(service_void(club->service, AUTHOR_CLI, game, TEXT("a test"), &receipt, &error));
    MUST(service_unvoid(club->service, AUTHOR_CLI, game, TEXT("a test"), &receipt, &error));
    new[0].modified = 3000;
    new[0].seat[1].score = TEXT("13");
    assert_int_equal(take(club, new, 1, &heard).corrected, 1);
    assert_int_equal(heard.warnings, 0);
    assert_ending(club, 0, "= 10 13\n");
}

/* A title that came under an id is found by what it was called there; a merged one by what it was called before. */
static void test_names_of_titles(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct heard heard;
    static struct play plays[2];
    struct plays_options options = {.strict = false};
    plays[0] = evening("p0", "10", "8");
    plays[0].title = (struct play_title){.id = TEXT("title-9"), .name = TEXT("Ecosystem"), .bgg = 271519};
    plays[1] = play_of("", "ecosystem", 20001);
    plays[1].seats = 2;
    plays[1].seat[0] = seat("Ada", "50");
    plays[1].seat[1] = seat("Bo", "51");
    assert_tally(take(club, &plays[0], 1, &heard), 1, 0, 0);
    assert_tally(take_as(club, PLAYS_CSV, &plays[1], 1, options, &heard), 1, 0, 0);
    assert_ending(club, 1, "game foret\n");
    plays[1].title.name = TEXT("Dominion");
    assert_tally(take_as(club, PLAYS_CSV, &plays[1], 1, options, &heard), 1, 0, 0);
    MUST(service_title_rename(club->service, AUTHOR_CLI, TEXT("Dominion"), TEXT("Dominion II"), &error));
    assert_tally(take_as(club, PLAYS_CSV, &plays[1], 1, options, &heard), 0, 1, 0);
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
        cmocka_unit_test_setup_teardown(test_ways, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_older, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_names_of_titles, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_hostile, club_set_up, club_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
