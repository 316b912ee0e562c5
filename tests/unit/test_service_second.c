/* Second thoughts: a void game that counts again, a merge that is taken back, an import that is undone, and warnings. */
#include "support/cmocka.h"

#include "service/merges.h"
#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

/* ---- words for what these tests do ---- */

static const struct span WHY = SPAN_INIT("second thoughts");

/* A sheet of Forêt by these three, as a record; `number` makes it another game. */
static void sheet(struct club *club, unsigned number, const char *const names[3], const char *lines, struct strbuf *out)
{
    char seat[16];
    struct strbuf plain;
    strbuf_init(&plain, &allocator_heap, 1 << 16);
    world_foret(&club->world, "standard", "sheet", 3, number, &plain);
    struct span rest = strbuf_span(&plain);
    while (rest.len > 0) {
        struct span line = span_cut(&rest, '\n');
        bool named = false;
        for (int i = 0; i < 3; i++) {
            (void)snprintf(seat, sizeof(seat), "seat %d ", i + 1);
            if (span_starts(line, seat)) {
                text_format(out, "%s%s\n%s", seat, names[i], i == 2 ? lines : "");
                named = true;
            }
        }
        if (!named) {
            strbuf_add_span(out, line);
            strbuf_add_char(out, '\n');
        }
    }
    strbuf_release(&plain);
}

/* Imports one such sheet; the number of its game. */
static int64_t play(struct club *club, unsigned number, const char *one, const char *two, const char *three)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    strbuf_clear(&club->other);
    sheet(club, number, (const char *const[]){one, two, three}, "", &club->other);
    MUST(world_take(&club->world, club->service, strbuf_text(&club->other), &receipt, &error));
    return receipt.game;
}

static struct span who(struct club *club, const char *name, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    MUST(service_person_find(club->service, span_from(name), handle, &error));
    return span_from(handle);
}

static int64_t merge(struct club *club, const char *one, const char *into)
{
    struct error error = {.message = NULL};
    char handles[2][PERSON_HANDLE];
    int64_t seq = 0;
    MUST(service_person_merge_entry(club->service, AUTHOR_CLI, who(club, one, handles[0]), who(club, into, handles[1]),
                                    &seq, &error));
    return seq;
}

static enum err unmerge(struct club *club, int64_t entry, struct unmerged *out, struct error *error)
{
    return service_person_unmerge(club->service, AUTHOR_CLI, (struct span){NULL, 0}, entry, out, error);
}

static enum err append_person(void *context, const struct person *person, struct error *error)
{
    (void)error;
    text_format(context, "%.*s %lld%s\n", (int)person->name.len, person->name.ptr ? person->name.ptr : "",
                (long long)person->games, person->merged_into.len > 0 ? " merged" : "");
    return ERR_OK;
}

static void assert_people(struct club *club, const char *wanted)
{
    struct error error = {.message = NULL};
    strbuf_clear(&club->text);
    MUST(service_people(club->service, append_person, &club->text, &error));
    assert_string_equal(strbuf_text(&club->text), wanted);
    world_must_be_sound(&club->world, club->service, wanted);
}

static bool says(struct club *club, int64_t game, const char *line)
{
    strbuf_clear(&club->text);
    world_record(club->service, game, false, &club->text);
    return strstr(strbuf_text(&club->text), line) != NULL;
}

/* ---- unvoid ---- */

static void test_unvoid(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t finished = play(club, 1, "Ann", "Bob", "Eve");
    MUST(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n", &receipt,
                    &error));
    int64_t live = receipt.game;
    MUST(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 Eve\nseat 2 Bob\nseat 3 Ann\n", &receipt,
                    &error));
    int64_t abandoned = receipt.game;
    MUST(service_abandon(club->service, AUTHOR_CLI, abandoned, WHY, &receipt, &error));
    const struct {
        int64_t game;
        enum game_status status;
    } games[] = {{finished, GAME_FINISHED}, {live, GAME_LIVE}, {abandoned, GAME_ABANDONED}};
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        int64_t game = games[i].game;
        MUST_FAIL(service_unvoid(club->service, AUTHOR_CLI, game, WHY, &receipt, &error), ERR_CONFLICT,
                  "game.not-void");
        for (int again = 0; again < 2; again++) {
            MUST(service_void(club->service, AUTHOR_CLI, game, WHY, &receipt, &error));
            MUST_FAIL(service_unvoid(club->service, AUTHOR_CLI, game, SPAN_LITERAL(" "), &receipt, &error), ERR_USAGE,
                      "game.reason");
            MUST(service_unvoid(club->service, AUTHOR_CLI, game, WHY, &receipt, &error));
            assert_int_equal(receipt.status, games[i].status);
        }
    }
    MUST(world_moves(club->service, live, 0, "1: bee 0,0", &receipt, &error)); /* it goes on where it was */
    MUST_FAIL(service_unvoid(club->service, AUTHOR_CLI, 99, WHY, &receipt, &error), ERR_NOT_FOUND, "game.unknown");
    assert_people(club, "Ann 3\nBob 3\nEve 3\n");
}

/* Two people of a void game are merged: its export can be read, is known, and the game cannot count until they are parted. */
static void test_void_then_merge(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct unmerged unmerged;
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, 1 << 16);
    int64_t game = play(club, 1, "Ann", "Anne", "Eve");
    MUST(service_void(club->service, AUTHOR_CLI, game, WHY, &receipt, &error));
    int64_t seq = merge(club, "Ann", "Anne");
    assert_true(says(club, game, "seat 1 Ann\nseat 2 Anne\n"));
    strbuf_add_span(&record, strbuf_span(&club->text));
    MUST(world_take(&club->world, club->service, strbuf_text(&record), &receipt, &error));
    assert_true(receipt.duplicate);
    MUST_FAIL(service_unvoid(club->service, AUTHOR_CLI, game, WHY, &receipt, &error), ERR_CONFLICT,
              "game.unvoid-twice");
    assert_string_equal(error.arg[0], "Ann");
    assert_string_equal(error.arg[1], "Anne");
    MUST(unmerge(club, seq, &unmerged, &error));
    MUST(service_unvoid(club->service, AUTHOR_CLI, game, WHY, &receipt, &error));
    assert_int_equal(receipt.status, GAME_FINISHED);
    assert_people(club, "Ann 1\nAnne 1\nEve 1\n");
    /* Where it is new, those are two people. */
    struct club elsewhere = {.service = NULL};
    world_begin(&elsewhere.world);
    elsewhere.service = world_open(&elsewhere.world, SERVICE_CREATE);
    MUST(world_take(&elsewhere.world, elsewhere.service, strbuf_text(&record), &receipt, &error));
    assert_false(receipt.duplicate);
    service_close(elsewhere.service);
    world_end(&elsewhere.world);
    strbuf_release(&record);
}

/* ---- unmerge ---- */

static void test_unmerge(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct unmerged unmerged;
    int64_t before = play(club, 1, "Amélie", "Bob", "Eve");
    (void)play(club, 2, "Amelie D.", "Bob", "Eve");
    int64_t seq = merge(club, "Amélie", "Amelie D.");
    int64_t since = play(club, 3, "Amélie", "Bob", "Eve"); /* her name, but the person is the other one by now */
    assert_people(club, "Amélie 0 merged\nBob 3\nEve 3\nAmelie D. 3\n");
    MUST(unmerge(club, seq, &unmerged, &error));
    assert_int_equal(unmerged.games, 1);
    assert_int_equal(unmerged.seq, seq + 2);
    assert_people(club, "Amélie 1\nBob 3\nEve 3\nAmelie D. 2\n");
    assert_true(says(club, before, "seat 1 Amélie\n"));
    assert_true(says(club, since, "seat 1 Amelie D.\n"));
    /* Clear refusals. */
    MUST_FAIL(unmerge(club, seq, &unmerged, &error), ERR_CONFLICT, "person.unmerged");
    MUST_FAIL(unmerge(club, before, &unmerged, &error), ERR_USAGE, "person.no-merge");
    MUST_FAIL(unmerge(club, seq + 2, &unmerged, &error), ERR_USAGE, "person.no-merge");
    MUST_FAIL(unmerge(club, 99, &unmerged, &error), ERR_NOT_FOUND, "log.no-entry");
    MUST_FAIL(unmerge(club, -1, &unmerged, &error), ERR_NOT_FOUND, "log.no-entry");
    assert_int_equal(club_size(club), seq + 2);
    /* The same again is another merge, which can be undone as well, by whom it is about. */
    char handle[PERSON_HANDLE];
    struct span amelie = who(club, "Amélie", handle);
    (void)merge(club, "Amélie", "Amelie D.");
    MUST_FAIL(service_person_unmerge(club->service, AUTHOR_CLI, SPAN_LITERAL("@nobody"), 0, &unmerged, &error),
              ERR_NOT_FOUND, "person.unknown");
    MUST(service_person_unmerge(club->service, AUTHOR_CLI, amelie, 0, &unmerged, &error));
    MUST_FAIL(service_person_unmerge(club->service, AUTHOR_CLI, amelie, 0, &unmerged, &error), ERR_CONFLICT,
              "person.not-merged");
    assert_people(club, "Amélie 1\nBob 3\nEve 3\nAmelie D. 2\n");
}

/* a into b, b into c: either can be undone, and takes along whoever was merged into the one that goes. */
static void test_unmerge_chain(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct unmerged unmerged;
    (void)play(club, 1, "Aaa", "Xx", "Yy");
    (void)play(club, 2, "Bbb", "Xx", "Yy");
    (void)play(club, 3, "Ccc", "Xx", "Yy");
    int64_t first = merge(club, "Aaa", "Bbb");
    int64_t second = merge(club, "Aaa", "Ccc"); /* by the old name: it is Bbb who goes */
    assert_people(club, "Aaa 0 merged\nXx 3\nYy 3\nBbb 0 merged\nCcc 3\n");
    MUST(unmerge(club, first, &unmerged, &error));
    assert_people(club, "Aaa 1\nXx 3\nYy 3\nBbb 0 merged\nCcc 2\n");
    first = merge(club, "Aaa", "Bbb"); /* that is Ccc now */
    MUST(unmerge(club, second, &unmerged, &error));
    assert_people(club, "Aaa 0 merged\nXx 3\nYy 3\nBbb 1\nCcc 2\n");
    MUST(unmerge(club, first, &unmerged, &error));
    /* The other way round: the second of a chain takes the first along. */
    (void)merge(club, "Aaa", "Bbb");
    second = merge(club, "Bbb", "Ccc");
    MUST(unmerge(club, second, &unmerged, &error));
    assert_int_equal(unmerged.games, 2);
    assert_people(club, "Aaa 0 merged\nXx 3\nYy 3\nBbb 2\nCcc 1\n");
}

/* A name that went over to the one who stayed comes back before the merge is undone. */
static void test_unmerge_names(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct unmerged unmerged;
    char handle[PERSON_HANDLE];
    int64_t game = play(club, 1, "Amélie", "Bob", "Eve");
    (void)play(club, 2, "amelie2", "Bob", "Eve");
    int64_t seq = merge(club, "Amélie", "amelie2");
    struct span other = who(club, "amelie2", handle);
    MUST(service_person_rename(club->service, other, SPAN_LITERAL("Amelie"), &error));
    assert_people(club, " 0 merged\nBob 2\nEve 2\nAmelie 2\n");
    MUST_FAIL(unmerge(club, seq, &unmerged, &error), ERR_CONFLICT, "person.name-lent");
    assert_string_equal(error.arg[0], "Amelie");
    MUST(service_person_rename(club->service, other, SPAN_LITERAL("AMÉLIE"),
                               &error)); /* spelled otherwise: lent still */
    MUST_FAIL(unmerge(club, seq, &unmerged, &error), ERR_CONFLICT, "person.name-lent");
    MUST(service_person_rename(club->service, other, SPAN_LITERAL("Amélie B."), &error));
    assert_people(club, "AMÉLIE 0 merged\nBob 2\nEve 2\nAmélie B. 2\n");
    MUST(unmerge(club, seq, &unmerged, &error));
    assert_people(club, "AMÉLIE 1\nBob 2\nEve 2\nAmélie B. 1\n");
    assert_true(says(club, game, "seat 1 AMÉLIE\n"));
    /* Lent to one who was merged in turn: nobody sees that one's name, and it returns by itself. */
    seq = merge(club, "AMÉLIE", "Amélie B.");
    MUST(service_person_rename(club->service, other, SPAN_LITERAL("Amélie"), &error));
    (void)play(club, 3, "Max", "Xx", "Yy");
    (void)merge(club, "Amélie", "Max");
    MUST(unmerge(club, seq, &unmerged, &error));
    assert_people(club, "Amélie 1\nBob 2\nEve 2\n 0 merged\nMax 2\nXx 1\nYy 1\n");
    /* An erased person is one without a name, and stays so. */
    seq = merge(club, "Amélie", "Max");
    MUST(service_person_erase(club->service, who(club, "Max", handle), &error));
    MUST(unmerge(club, seq, &unmerged, &error));
    assert_people(club, " 1\nBob 2\nEve 2\n 0 merged\n 2\nXx 1\nYy 1\n");
}

static void test_preview(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct merge_preview preview;
    char handles[2][PERSON_HANDLE];
    int64_t both = play(club, 1, "Ann", "Anne", "Eve");
    (void)play(club, 2, "Ann", "Bob", "Eve");
    (void)merge(club, "Bob", "Anne");
    struct span ann = who(club, "Ann", handles[0]);
    struct span anne = who(club, "Anne", handles[1]);
    (void)play(club, 3, "Nan", "Max", "Eve");
    int64_t size = club_size(club);
    MUST(service_merge_preview(club->service, ann, anne, &preview, &error));
    assert_true(preview.refused);
    assert_int_equal(preview.games, 2);
    assert_int_equal(preview.games_there, 2);
    assert_int_equal(preview.names_count, 1);
    assert_string_equal(preview.names[0], "Ann");
    assert_int_equal(preview.shared_count, 2);
    assert_int_equal(preview.shared[0].game, both);
    merge_preview_release(&preview);
    MUST(service_void(club->service, AUTHOR_CLI, both, WHY, &receipt, &error));
    MUST(service_void(club->service, AUTHOR_CLI, both + 1, WHY, &receipt, &error));
    MUST(service_merge_preview(club->service, anne, ann, &preview, &error));
    assert_false(preview.refused);
    assert_true(preview.shared[0].voided);
    assert_int_equal(preview.names_count, 2); /* Bob's, too */
    assert_false(preview.told_apart);
    merge_preview_release(&preview);
    MUST(service_people_two(club->service, anne, ann, &error));
    MUST(service_merge_preview(club->service, ann, anne, &preview, &error));
    assert_true(preview.told_apart);
    merge_preview_release(&preview);
    MUST_FAIL(service_merge_preview(club->service, ann, ann, &preview, &error), ERR_USAGE, "person.merge-self");
    MUST_FAIL(service_people_two(club->service, ann, ann, &error), ERR_USAGE, "person.merge-self");
    assert_int_equal(club_size(club), size + 2);
}

/* ---- imports by number ---- */

/* How many games: more than are undone in one piece, but where a run is scaled down. */
static unsigned imported(unsigned many)
{
    return test_cases(many) < many ? 20 : many;
}

static void test_undo(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    const unsigned many = imported(600);
    char people[64];
    strbuf_clear(&club->other);
    for (unsigned i = 0; i < many; i++) {
        sheet(club, i, (const char *const[]){"Ann", "Bob", "Eve"}, "", &club->other);
    }
    struct import_tally tally = world_import(club->service, strbuf_span(&club->other), NULL);
    assert_int_equal(tally.added, many);
    assert_int_equal(tally.number, 1);
    MUST(service_void(club->service, AUTHOR_CLI, 7, WHY, &receipt, &error)); /* by hand, before */
    tally = world_import(club->service, strbuf_span(&club->other), NULL);
    assert_int_equal(tally.number, 0);
    assert_int_equal(tally.known, many);
    struct import_undo undo = {.number = 1};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_int_equal(undo.games, many);
    assert_int_equal(undo.voided, many - 1);
    assert_true(undo.done);
    undo = (struct import_undo){.number = 1};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_int_equal(undo.voided, 0);
    undo = (struct import_undo){.number = 2};
    MUST_FAIL(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error), ERR_NOT_FOUND,
              "import.unknown");
    /* What is imported again comes back, as an import of its own; what somebody voided by itself does not. */
    tally = world_import(club->service, strbuf_span(&club->other), NULL);
    assert_int_equal(tally.number, 2);
    assert_int_equal(tally.added, many - 1);
    assert_int_equal(tally.known, 1);
    (void)snprintf(people, sizeof(people), "Ann %u\nBob %u\nEve %u\n", many, many, many);
    assert_people(club, people);
    undo = (struct import_undo){.number = 2};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_int_equal(undo.voided, many - 1);
    world_must_be_sound(&club->world, club->service, "undone twice");
}

/* Entries of others between those of an import are not its own. */
static void test_undo_among_others(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    int64_t mine[3];
    int64_t others[3];
    for (unsigned i = 0; i < 3; i++) {
        strbuf_clear(&club->other);
        sheet(club, i, (const char *const[]){"Ann", "Bob", "Eve"}, "", &club->other);
        struct record record = world_read(&club->world, strbuf_text(&club->other));
        MUST(service_game_import_marked(club->service, AUTHOR_CLI, &record, &mark, NULL, NULL, &receipt, &error));
        mine[i] = receipt.game;
        others[i] = play(club, 10 + i, "Ann", "Bob", "Eve");
    }
    struct import_undo undo = {.number = mark.number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_int_equal(undo.voided, 3);
    for (unsigned i = 0; i < 3; i++) {
        MUST_FAIL(service_void(club->service, AUTHOR_CLI, mine[i], WHY, &receipt, &error), ERR_CONFLICT, "game.void");
        MUST(service_void(club->service, AUTHOR_CLI, others[i], WHY, &receipt, &error));
    }
}

/* A piece at a time inside a group, as the daemon does it. */
static void test_undo_in_groups(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    const unsigned many = imported(300);
    strbuf_clear(&club->other);
    for (unsigned i = 0; i < many; i++) {
        sheet(club, i, (const char *const[]){"Ann", "Bob", "Eve"}, "", &club->other);
    }
    (void)world_import(club->service, strbuf_span(&club->other), NULL);
    struct import_undo undo = {.number = 1};
    unsigned groups = 0;
    while (!undo.done) {
        MUST(service_begin(club->service, &error));
        MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
        MUST(service_commit(club->service, &error));
        groups++;
    }
    assert_true(groups > 1 || many < 300);
    assert_int_equal(undo.voided, many);
    world_must_be_sound(&club->world, club->service, "undone in groups");
}

/* ---- warnings ---- */

static void hear(void *context, const struct problem *problem, bool refused)
{
    const struct error *error = &problem->error;
    text_format(context, "%s %u %s %s %s\n", refused ? "refused" : "told", error->line, error->message->id,
                error->arg[0], error->args > 1 ? error->arg[1] : "");
}

static struct import_tally take(struct club *club, bool strict, const char *wanted)
{
    struct error error = {.message = NULL};
    struct import_tally tally;
    struct source_memory memory;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 16);
    struct import_listener listener = {.problem = hear, .context = &said, .strict = strict};
    MUST(service_import(club->service, AUTHOR_CLI, source_from_memory(&memory, strbuf_span(&club->other)), &listener,
                        &tally, &error));
    assert_string_equal(strbuf_text(&said), wanted);
    strbuf_release(&said);
    strbuf_clear(&club->other);
    return tally;
}

static void test_alike_names(void **state)
{
    struct club *club = *state;
    static const struct {
        const char *name;
        const char *like; /* "": nobody */
    } cases[] = {
        {"Marie", ""},      {"Maria", "Marie"},         /* one letter */
        {"Amrie", "Marie"},                             /* two in each other's place */
        {"Márié", ""},                                  /* the same: not new */
        {"Mari", "Marie"},                              /* of four letters, one missing */
        {"Bob", ""},                                    /* too short */
        {"Bop", ""},                                    /* likewise */
        {"Ferdinand", ""},  {"Fernidand", "Ferdinand"}, /* two slips in nine letters */
        {"Fergusson", ""},                              /* more than two */
        {"Marko", ""},                                  /* two slips in five letters */
        {"Bot 11", ""},     {"Bot 12", ""},             /* told apart by their digits */
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char line[128] = "";
        if (cases[i].like[0] != '\0') {
            (void)snprintf(line, sizeof(line), "told 6 person.alike %s %s\n", cases[i].name, cases[i].like);
        }
        sheet(club, i, (const char *const[]){cases[i].name, "Qq", "Ww"}, "", &club->other);
        struct import_tally tally = take(club, false, line);
        assert_int_equal(tally.added, 1);
    }
    /* Who sits beside the other is another. */
    sheet(club, 50, (const char *const[]){"Marie", "Marye", "Ww"}, "", &club->other);
    (void)take(club, false, "");
    sheet(club, 51, (const char *const[]){"Maryo", "Qq", "Ww"}, "", &club->other);
    (void)take(club, false, "told 6 person.alike Maryo Marko\n");
}

static void test_strict(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handle[PERSON_HANDLE];
    static const char *const people[] = {"Amélie", "Ferdinand", "Mana"};
    sheet(club, 1, people, "played 2026-11-10\n", &club->other);
    assert_int_equal(take(club, true, "").added, 1);
    /* The same day, title and people: another sheet may be the same game. */
    sheet(club, 2, people, "played 2026-11-10\n", &club->other);
    struct import_tally tally = take(club, true, "refused 9 game.alike 1 \n");
    assert_int_equal(tally.refused, 1);
    assert_int_equal(tally.number, 0);
    sheet(club, 2, (const char *const[]){"Mana", "Amélie", "Ferdinand"}, "night 2026-11-10\n", &club->other);
    assert_int_equal(take(club, false, "told 9 game.alike 1 \n").added, 1);
    sheet(club, 3, people, "played 2026-11-11\n", &club->other);
    sheet(club, 4, people, "", &club->other); /* without a day, it looks like none */
    assert_int_equal(take(club, true, "").added, 2);
    /* Two times of one day are two games. */
    sheet(club, 5, people, "played 2026-11-09T20:00\n", &club->other);
    sheet(club, 6, people, "played 2026-11-09T21:30\n", &club->other);
    assert_int_equal(take(club, true, "").added, 2);
    /* A name that looks like another's, until that person is added; nothing of the record is stored. */
    sheet(club, 7, (const char *const[]){"Amélia", "Ferdinand", "Newcomer"}, "", &club->other);
    int64_t size = club_size(club);
    assert_int_equal(take(club, true, "refused 6 person.alike Amélia Amélie\n").refused, 1);
    assert_int_equal(club_size(club), size);
    MUST_FAIL(service_person_find(club->service, SPAN_LITERAL("Newcomer"), handle, &error), ERR_NOT_FOUND,
              "person.unknown");
    MUST(service_person_add(club->service, SPAN_LITERAL("Amélia"), handle, &error));
    sheet(club, 7, (const char *const[]){"Amélia", "Ferdinand", "Newcomer"}, "", &club->other);
    assert_int_equal(take(club, true, "").added, 1);
    /* A day that has not come: it is the evening of the 13th. The next day has begun further east. */
    sheet(club, 8, people, "played 2026-11-14\n", &club->other);
    assert_int_equal(take(club, true, "").added, 1);
    sheet(club, 9, people, "played 2026-11-15\nnight 2026-11-15\n", &club->other);
    assert_int_equal(take(club, true, "refused 9 record.future 2026-11-15 \n").refused, 1);
    /* What is known is known, and nothing to be strict about. */
    sheet(club, 2, (const char *const[]){"Mana", "Amélie", "Ferdinand"}, "night 2026-11-10\n", &club->other);
    assert_int_equal(take(club, true, "").known, 1);
    world_must_be_sound(&club->world, club->service, "strict");
}

/* A game written down more closely than the one that is here: `correct` puts it in its place, and import says so. */
static void test_alike_level(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    static const char *const people[] = {"Bot 1", "Bot 2", "Bot 3"};
    sheet(club, 1, people, "played 2026-11-10\n", &club->other);
    (void)take(club, false, "");
    MUST(world_game(&club->world, club->service,
                    "dendro 1\ngame foret\nseat 1 Bot 1\nseat 2 Bot 2\nseat 3 Bot 4\nplayed 2026-11-10\n", &receipt,
                    &error));
    strbuf_add(&club->other, "dendro 1\ngame foret\nseat 1 Bot 3\nseat 2 Bot 2\nseat 3 Bot 1\nplayed 2026-11-10\n\n"
                             "1: bee 0,0\n");
    (void)take(club, false, "told 6 game.alike-level 1 \n");
    /* What is void does not count, and looks like nothing. */
    MUST(service_void(club->service, AUTHOR_CLI, 1, WHY, &receipt, &error));
    MUST(service_void(club->service, AUTHOR_CLI, 3, WHY, &receipt, &error));
    sheet(club, 2, people, "played 2026-11-10\n", &club->other);
    (void)take(club, false, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_unvoid, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_void_then_merge, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_unmerge, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_unmerge_chain, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_unmerge_names, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_preview, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_undo, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_undo_among_others, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_undo_in_groups, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_alike_names, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_strict, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_alike_level, club_set_up, club_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
