/* Records in and out: each once, whatever happened since; contested scores kept; corrections with their history. */
#include "support/cmocka.h"

#include "support/open_club.h"
#include "support/text.h"

static void assert_tally(struct import_tally tally, int64_t added, int64_t known, int64_t contested, int64_t refused)
{
    assert_int_equal(tally.records, added + known + refused);
    assert_int_equal(tally.added, added);
    assert_int_equal(tally.known, known);
    assert_int_equal(tally.contested, contested);
    assert_int_equal(tally.refused, refused);
}

static enum err append_record(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    strbuf_add_span(context, game->record);
    return ERR_OK;
}

static void export_all(struct service *service, struct strbuf *out)
{
    struct error error = {.message = NULL};
    struct export_filter filter = {.has_since = false};
    MUST(service_export(service, &filter, append_record, out, &error));
}

static void replace(struct strbuf *text, const char *what, const char *with)
{
    const char *at = strstr(strbuf_text(text), what);
    assert_non_null(at);
    struct strbuf copy;
    strbuf_init(&copy, &allocator_heap, text->limit);
    strbuf_add_span(&copy, span_of(text->text, (size_t)(at - text->text)));
    strbuf_add(&copy, with);
    strbuf_add(&copy, at + strlen(what));
    strbuf_clear(text);
    strbuf_add_span(text, strbuf_span(&copy));
    strbuf_release(&copy);
}

/* ---- each once ---- */

static void test_twice(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handle[PERSON_HANDLE];
    struct receipt receipt;
    for (unsigned i = 0; i < 5; i++) {
        world_foret(&club->world, "standard", i % 2 ? "table" : "sheet", 3, i, &club->text);
    }
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 5, 0, 0, 0);
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 0, 5, 0, 0);
    assert_int_equal(club_size(club), 5);
    MUST(service_person_find(club->service, SPAN_LITERAL("Bot 2"), handle, &error));
    MUST(service_person_rename(club->service, span_from(handle), SPAN_LITERAL("Robert"), &error));
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 0, 5, 0, 0);
    MUST(service_person_erase(club->service, span_from(handle), &error));
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 0, 5, 0, 0);
    MUST(service_void(club->service, AUTHOR_CLI, 3, SPAN_LITERAL("a test"), &receipt, &error));
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 0, 5, 0, 0);
    assert_int_equal(club_size(club), 6);
    /* Another spelling of the same record is the same record. */
    strbuf_clear(&club->other);
    world_foret(&club->world, "standard", "table", 3, 1, &club->other);
    replace(&club->other, "dendro 1\n", "dendro 1\r\n# hello\r\n\r\n");
    replace(&club->other, "bee", "Abeille");
    assert_tally(world_import(club->service, strbuf_span(&club->other), NULL), 0, 1, 0, 0);
    MUST(world_take(&club->world, club->service, strbuf_text(&club->other), &receipt, &error));
    assert_true(receipt.duplicate);
    assert_int_equal(receipt.game, 2);
    assert_int_equal(receipt.seq, 0);
    assert_int_equal(receipt.ply, 60);
    assert_int_equal(receipt.status, GAME_FINISHED);
    /* Within one import, too; and one that was opened here is not an import. */
    strbuf_clear(&club->other);
    world_foret(&club->world, "standard", "table", 3, 9, &club->other);
    world_foret(&club->world, "standard", "table", 3, 9, &club->other);
    assert_tally(world_import(club->service, strbuf_span(&club->other), NULL), 1, 1, 0, 0);
}

/* The void game above is known as void. */
static void test_known_as_it_stands(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    world_foret(&club->world, "standard", "table", 3, 1, &club->text);
    MUST(world_take(&club->world, club->service, strbuf_text(&club->text), &receipt, &error));
    assert_false(receipt.duplicate);
    assert_int_equal(receipt.status, GAME_FINISHED);
    MUST(service_void(club->service, AUTHOR_CLI, receipt.game, SPAN_LITERAL("a test"), &receipt, &error));
    MUST(world_take(&club->world, club->service, strbuf_text(&club->text), &receipt, &error));
    assert_true(receipt.duplicate);
    assert_int_equal(receipt.status, GAME_VOID);
}

/* An export imported elsewhere and exported again gives the same bytes, asides and all. */
static void test_there_and_back(void **state)
{
    struct club *club = *state;
    struct world world;
    struct error error = {.message = NULL};
    struct receipt receipt;
    world_foret(&club->world, "standard", "table", 3, 1, &club->text);
    replace(&club->text, "seat 3 Bot 3\n",
            "seat 3 Zoë \"Z\" d'Œuf\nplayed 2026-11-13T20:30+01:00\nplace Chez nous\nnight 2026-11-14\n"
            "note salut\nnote  encore \nid game-7\nx-table 4\nx-nothing\n");
    world_foret(&club->world, "duel", "table", 2, 2, &club->text);
    world_foret(&club->world, "solo", "sheet", 1, 3, &club->text);
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 3, 0, 0, 0);
    MUST(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\nnote live\n",
                    &receipt, &error));
    MUST(world_moves(club->service, receipt.game, 0, "1: bee 0,0\n2: bee 0,0", &receipt, &error));
    MUST(service_back(club->service, AUTHOR_CLI, receipt.game, 2, 1, &receipt, &error));
    strbuf_clear(&club->text);
    export_all(club->service, &club->text);
    assert_non_null(strstr(strbuf_text(&club->text),
                           "seat 3 Zoë \"Z\" d'Œuf\nplayed 2026-11-13T20:30+01:00\nplace Chez nous\nnight 2026-11-14\n"
                           "note salut\nnote encore\nid game-7\nx-table 4\nx-nothing\n\n"));
    world_begin(&world);
    struct service *elsewhere = world_open(&world, SERVICE_CREATE);
    assert_tally(world_import(elsewhere, strbuf_span(&club->text), NULL), 4, 0, 0, 0);
    export_all(elsewhere, &club->other);
    assert_string_equal(strbuf_text(&club->other), strbuf_text(&club->text));
    world_must_be_sound(&world, elsewhere, "elsewhere");
    service_close(elsewhere);
    world_end(&world);
}

/* Two who are one and have lost their name are one in an export, too, and in the database it goes to. */
static void test_merged_and_erased(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char zoe[PERSON_HANDLE];
    char nina[PERSON_HANDLE];
    char seat[PERSON_HANDLE + 16] = "seat 1 @";
    struct service *service = club->service;
    MUST(world_game(&club->world, service, "dendro 1\ngame foret\nseat 1 Zoe\nseat 2 Bob\nseat 3 Cy\n", &receipt,
                    &error));
    int64_t game = receipt.game;
    MUST(service_person_find(service, SPAN_LITERAL("Zoe"), zoe, &error));
    MUST(service_person_add(service, SPAN_LITERAL("Nina"), nina, &error));
    MUST(service_person_merge(service, AUTHOR_CLI, span_from(zoe), span_from(nina), &error));
    MUST(service_person_erase(service, span_from(nina), &error));
    strbuf_clear(&club->text);
    world_record(service, game, false, &club->text);
    memcpy(seat + strlen("seat 1 @"), nina, sizeof(nina));
    assert_non_null(strstr(strbuf_text(&club->text), seat));
    MUST(world_take(&club->world, service, strbuf_text(&club->text), &receipt, &error));
    assert_true(receipt.duplicate);
}

/*
 * A live game's export comes home: it is known as long as it says what the game
 * says, also when somebody has another name by then, or none, and when the
 * game has gone on since. Another game of the same people is another game.
 */
static void test_a_live_game_comes_home(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char handle[PERSON_HANDLE];
    struct service *service = club->service;
    static const char opening[] = "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Cy\n";
    MUST(world_game(&club->world, service, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Cy\nnote live\n",
                    &receipt, &error));
    int64_t game = receipt.game;
    struct strbuf *before = &club->text;
    world_record(service, game, false, before);
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_true(receipt.duplicate);
    MUST(world_moves(service, game, 0, "1: bee 0,0\n2: fox 0,0\n3: bee 0,0\n1: deer 0,1", &receipt, &error));
    strbuf_clear(before);
    world_record(service, game, false, before);
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_true(receipt.duplicate);
    assert_int_equal(receipt.game, game);
    assert_int_equal(receipt.ply, 4);
    assert_int_equal(receipt.status, GAME_LIVE);

    /* As exported before somebody was renamed, merged, erased; and as exported after. */
    MUST(service_person_find(service, SPAN_LITERAL("Ann"), handle, &error));
    MUST(service_person_rename(service, span_from(handle), SPAN_LITERAL("Anna"), &error));
    for (int i = 0; i < 2; i++) {
        MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
        assert_true(receipt.duplicate);
        strbuf_clear(before);
        world_record(service, game, false, before);
        MUST(service_person_erase(service, span_from(handle), &error));
    }
    MUST(service_person_add(service, SPAN_LITERAL("Robert"), handle, &error));
    char bob[PERSON_HANDLE];
    MUST(service_person_find(service, SPAN_LITERAL("Bob"), bob, &error));
    strbuf_clear(before);
    world_record(service, game, false, before);
    MUST(service_person_merge(service, AUTHOR_CLI, span_from(bob), span_from(handle), &error));
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_true(receipt.duplicate);

    /* The game goes on. */
    MUST(world_moves(service, game, 4, "2: wolf 0,1\n3: bear 0,1\n1: bee 0,2\n2: bee 0,2", &receipt, &error));
    strbuf_clear(&club->other);
    world_record(service, game, false, &club->other);
    MUST(world_moves(service, game, 8, "3: bee 0,2\n1: fox 0,3", &receipt, &error));
    MUST(world_take(&club->world, service, strbuf_text(&club->other), &receipt, &error));
    assert_true(receipt.duplicate);
    assert_int_equal(receipt.ply, 10);
    int64_t size = 0;
    MUST(service_log_size(service, &size, &error));

    /* Two games of the same people: nothing has been played yet, or other moves have, or it was over when this began. */
    MUST(world_take(&club->world, service, opening, &receipt, &error));
    assert_false(receipt.duplicate);
    strbuf_clear(before);
    strbuf_add_span(before, strbuf_span(&club->other));
    replace(before, "3: bear 0,1", "# "); /* five plies of the game, which has ten by now */
    strbuf_truncate(before, (size_t)(strstr(strbuf_text(before), "# ") - strbuf_text(before)));
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_true(receipt.duplicate);
    assert_int_equal(receipt.ply, 10);
    MUST(service_abandon(service, AUTHOR_CLI, game, (struct span){NULL, 0}, &receipt, &error));
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_false(receipt.duplicate);
    assert_int_equal(receipt.ply, 5);
    strbuf_clear(before);
    strbuf_add_span(before, strbuf_span(&club->other));
    MUST(service_person_add(service, SPAN_LITERAL("Dan"), handle, &error));
    replace(before, "seat 3 Cy", "seat 3 Dan"); /* the same moves, other people */
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_false(receipt.duplicate);
    replace(&club->other, "wolf 0,1", "deer 0,1");
    MUST(world_take(&club->world, service, strbuf_text(&club->other), &receipt, &error));
    assert_false(receipt.duplicate);

    /* Records that say the minute: one move is enough, whatever became of the game. */
    strbuf_clear(before);
    strbuf_add(before, opening);
    strbuf_add(before, "played 2026-11-13T20:30+01:00\n1: bee 0,0\n");
    MUST(world_game(&club->world, service, strbuf_text(before), &receipt, &error));
    game = receipt.game;
    MUST(world_moves(service, game, 1, "2: bee 0,0", &receipt, &error));
    MUST(service_abandon(service, AUTHOR_CLI, game, (struct span){NULL, 0}, &receipt, &error));
    MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
    assert_true(receipt.duplicate);
    assert_int_equal(receipt.game, game);

    /* Records that say which game they are: another id is another game, before the first move too. */
    static const char *const named[] = {"id a\n", "id b\n", "id a\n"};
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
        strbuf_clear(before);
        strbuf_add(before, opening);
        strbuf_add(before, named[i]);
        MUST(world_take(&club->world, service, strbuf_text(before), &receipt, &error));
        assert_int_equal(receipt.duplicate, i == 2);
    }
    world_must_be_sound(&club->world, service, "after all");
}

/* ---- scores that differ ---- */

static void test_contested(void **state)
{
    struct club *club = *state;
    world_foret(&club->world, "standard", "table", 3, 1, &club->text);
    replace(&club->text, "\n= ", "\nclaim 1 bee 99\n= 1");
    assert_tally(world_import(club->service, strbuf_span(&club->text), &club->said), 1, 0, 1, 0);
    assert_non_null(strstr(strbuf_text(&club->said), "contested 71:"));
    assert_non_null(strstr(strbuf_text(&club->said), "record.total\n"));
    assert_non_null(strstr(strbuf_text(&club->said), "record.claimed\n"));
    assert_null(strstr(strbuf_text(&club->said), "refused"));
    world_record(club->service, 1, false, &club->other);
    assert_non_null(strstr(strbuf_text(&club->other), "\nclaim 1 bee 99\nclaim 1 total 1"));
    strbuf_clear(&club->said);
    struct audit_summary summary = world_audit(&club->world, 1, false, &club->said);
    assert_int_equal(summary.findings, 0);
    assert_int_equal(summary.notes, 2);
    assert_non_null(strstr(strbuf_text(&club->said), "note claim entry 1 game 1 seat 0 bee: 99 -> "));
    assert_non_null(strstr(strbuf_text(&club->said), "note claim entry 1 game 1 seat 0 total: 1"));
    /* Its export, in which the totals are the engine's and the others claims, is another text: a new game elsewhere. */
    strbuf_clear(&club->said);
    assert_tally(world_import(club->service, strbuf_span(&club->text), &club->said), 0, 1, 0, 0);
}

static void test_refused(void **state)
{
    struct club *club = *state;
    static const struct {
        const char *what;
        const char *with;
        const char *id;
    } cases[] = {
        {"\ndigest ", "\ndigest 0000000000000000000000000000000000000000000000000000000000000000\n# ",
         "record.digest-differs"},
        {"\n= ", "\n= 1 ", "record.totals-count"},
        {"1: ", "1: hippo 0,0\n1: ", "foret.card"},
        {"seat 3 Bot 3", "seat 3 Bot 1", "person.twice"},
        {"seat 3 Bot 3", "seat 3 @zzzz", "person.unknown"},
        {"game foret", "game chess", "record.game"},
        {"\n= ", "\n*: back 1\n= ", "record.unfinished"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        strbuf_clear(&club->text);
        strbuf_clear(&club->said);
        world_foret(&club->world, "standard", "table", 3, 2 * (unsigned)i, &club->text);
        size_t first = club->text.len;
        world_foret(&club->world, "standard", "table", 3, 2 * (unsigned)i + 1, &club->text);
        struct strbuf bad;
        strbuf_init(&bad, &allocator_heap, 1 << 16);
        strbuf_add_span(&bad, span_skip(strbuf_span(&club->text), first));
        replace(&bad, cases[i].what, cases[i].with);
        strbuf_truncate(&club->text, first);
        strbuf_add_span(&club->text, strbuf_span(&bad));
        world_foret(&club->world, "standard", "table", 3, 100 + (unsigned)i, &club->text);
        int64_t people = scene_sql_int(club->world.path, "SELECT count(*) FROM person");
        assert_tally(world_import(club->service, strbuf_span(&club->text), &club->said), 2, 0, 0, 1);
        if (!strstr(strbuf_text(&club->said), cases[i].id)) {
            fail_msg("%s instead of %s", strbuf_text(&club->said), cases[i].id);
        }
        assert_memory_equal(strbuf_text(&club->said), "refused ", 8);
        assert_int_equal(club_size(club), 2 * (int64_t)i + 2);
        assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM person"), people > 0 ? people : 3);
        strbuf_release(&bad);
    }
}

/* Text that is no record, or no text, is passed over; a source that fails keeps what was committed. */
static void test_bad_sources(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct import_tally tally;
    struct import_listener listener = {.problem = NULL};
    struct source_memory memory;
    tally = world_import(club->service, SPAN_LITERAL(""), &club->said);
    assert_int_equal(tally.refused, 1);
    tally = world_import(club->service, SPAN_LITERAL("hello\n"), &club->said);
    assert_int_equal(tally.refused, 1);
    assert_false(tally.unreadable);
    tally = world_import(club->service, SPAN_LITERAL("dendro 1\ngame \xff\n"), &club->said);
    assert_int_equal(tally.refused, 1);
    assert_true(tally.unreadable);
    for (unsigned i = 0; i < 3; i++) {
        world_foret(&club->world, "standard", "sheet", 3, i, &club->text);
    }
    struct trickle trickle = {.rest = strbuf_span(&club->text), .step = 100, .fail_after = (long)club->text.len - 10};
    MUST_FAIL(service_import(club->service, AUTHOR_CLI, source_trickle(&trickle), &listener, &tally, &error), ERR_IO,
              NULL);
    assert_int_equal(tally.added, club_size(club));
    MUST(service_begin(club->service, &error));
    MUST_FAIL(service_import(club->service, AUTHOR_CLI, source_from_memory(&memory, strbuf_span(&club->text)),
                             &listener, &tally, &error),
              ERR_USAGE, "service.group-open");
    MUST(service_commit(club->service, &error));
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 3, 0, 0, 0);
}

/* ---- corrections ---- */

static enum err append_line(void *context, const struct log_line *line, struct error *error)
{
    (void)error;
    const char *end = memchr(line->body.ptr, '\n', line->body.len);
    text_format(context, "%lld %.*s %.*s %lld %.*s\n", (long long)line->seq, (int)line->author.len, line->author.ptr,
                (int)line->kind.len, line->kind.ptr, (long long)line->game,
                end ? (int)(end - line->body.ptr) : (int)line->body.len, line->body.ptr);
    return ERR_OK;
}

static void test_correct(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    world_foret(&club->world, "standard", "sheet", 3, 1, &club->text);
    world_foret(&club->world, "standard", "sheet", 4, 2, &club->other);
    replace(&club->text, "seat 1 Bot 1\n", "seat 1 Wrong\nnote first\nplace Here\n");
    replace(&club->other, "seat 1 Bot 1\n", "seat 1 Right\n");
    replace(&club->other, "seat 4 Bot 4\n", "seat 4 Bot 4\nnote second\n");
    MUST(world_take(&club->world, club->service, strbuf_text(&club->text), &receipt, &error));
    int64_t game = receipt.game;
    MUST(
        world_correct(&club->world, club->service, game, strbuf_text(&club->other), "four of us, é", &receipt, &error));
    assert_int_equal(receipt.game, game);
    assert_int_equal(receipt.seq, 2);
    assert_int_equal(receipt.status, GAME_FINISHED);
    strbuf_clear(&club->text);
    world_record(club->service, game, false, &club->text);
    assert_string_equal(strbuf_text(&club->text), strbuf_text(&club->other));
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM d_seat WHERE game = 1"), 4);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT source FROM d_game WHERE id = 1"), 2);
    assert_int_equal(
        scene_sql_int(club->world.path,
                      "SELECT count(*) FROM d_seat JOIN person ON person.id = d_seat.person WHERE name = 'Wrong'"),
        0);
    /* A record that is refused corrects nothing. */
    strbuf_clear(&club->text);
    strbuf_add_span(&club->text, strbuf_span(&club->other));
    replace(&club->text, "\ndigest ", "\ndigest 0000000000000000000000000000000000000000000000000000000000000000\n# ");
    MUST_FAIL(world_correct(&club->world, club->service, game, strbuf_text(&club->text), "no", &receipt, &error),
              ERR_MISMATCH, "record.digest-differs");
    /* Back to a game under way, and on with it. */
    MUST(world_correct(&club->world, club->service, game,
                       "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n1: bee 0,0\n", "from the start",
                       &receipt, &error));
    assert_int_equal(receipt.status, GAME_LIVE);
    assert_int_equal(receipt.ply, 1);
    MUST(world_moves(club->service, game, 1, "2: bee 0,0", &receipt, &error));
    strbuf_clear(&club->said);
    MUST(service_log(club->service, 1, 0, append_line, &club->said, &error));
    assert_string_equal(strbuf_text(&club->said), "1 cli import 1 dendro 1\n"
                                                  "2 cli correct 1 reason four of us, é\n"
                                                  "3 cli correct 1 reason from the start\n"
                                                  "4 cli moves 1 2: bee 0,0\n");
    /* What was imported first is still known. */
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "sheet", 3, 1, &club->text);
    replace(&club->text, "seat 1 Bot 1\n", "seat 1 Wrong\nnote first\nplace Here\n");
    assert_tally(world_import(club->service, strbuf_span(&club->text), NULL), 0, 1, 0, 0);
}

/* ---- limits ---- */

/* A game that goes on stays short enough to be read again, in lines and in bytes. */
static void test_limits(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    enum { NOTE = RECORD_BYTES / 4 };
    static const char seats[] = "dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\nnote ";
    strbuf_add(&club->text, seats);
    strbuf_repeat(&club->text, "n", NOTE + 1);
    strbuf_add_char(&club->text, '\n');
    MUST_FAIL(world_game(&club->world, club->service, strbuf_text(&club->text), &receipt, &error), ERR_LIMIT,
              "record.too-long");
    assert_int_equal(club_size(club), 0);
    strbuf_truncate(&club->text, club->text.len - 2);
    strbuf_add_char(&club->text, '\n');
    MUST(world_game(&club->world, club->service, strbuf_text(&club->text), &receipt, &error));
    world_record(club->service, receipt.game, false, &club->other);
    assert_int_equal(club->other.len, club->text.len + strlen("rules 1\nvariant standard\nlevel table\n"));
    /* A finished one may have longer notes, and gives them back. */
    strbuf_clear(&club->text);
    strbuf_clear(&club->other);
    world_foret(&club->world, "standard", "sheet", 3, 1, &club->text);
    strbuf_add(&club->other, "seat 3 Bot 3\nnote ");
    strbuf_repeat(&club->other, "é", RECORD_BYTES / 4);
    replace(&club->text, "seat 3 Bot 3", strbuf_text(&club->other));
    MUST(world_game(&club->world, club->service, strbuf_text(&club->text), &receipt, &error));
    strbuf_clear(&club->other);
    world_record(club->service, receipt.game, false, &club->other);
    assert_int_equal(club->other.len, club->text.len);
    assert_memory_equal(club->other.text, club->text.text, club->text.len);
}

static void test_endless(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    enum { BATCH = 59 };
    world_foret(&club->world, "standard", "table", 3, 1, &club->text);
    const char *moves = strstr(strbuf_text(&club->text), "\n\n") + 2;
    strbuf_add_span(&club->other, span_of(club->text.text, (size_t)(moves - club->text.text)));
    const char *end = moves;
    for (int i = 0; i < BATCH; i++) {
        end = strchr(end, '\n') + 1;
    }
    struct span batch = span_of(moves, (size_t)(end - moves));
    MUST(world_game(&club->world, club->service, strbuf_text(&club->other), &receipt, &error));
    int64_t game = receipt.game;
    MUST(service_begin(club->service, &error));
    int64_t lines = 0;
    while (lines + BATCH + 1 <= RECORD_LINES) {
        MUST(service_moves(club->service, AUTHOR_CLI, game, 0, batch, &receipt, &error));
        MUST(service_back(club->service, AUTHOR_CLI, game, BATCH, BATCH, &receipt, &error));
        lines += BATCH + 1;
    }
    MUST_FAIL(service_moves(club->service, AUTHOR_CLI, game, 0, batch, &receipt, &error), ERR_LIMIT, "record.too-many");
    assert_int_equal(receipt.ply, 0);
    for (const char *line = moves; lines < RECORD_LINES; lines++) {
        const char *next = strchr(line, '\n') + 1;
        struct span one = span_of(line, (size_t)(next - line));
        MUST(service_moves(club->service, AUTHOR_CLI, game, -1, one, &receipt, &error));
        line = next;
    }
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, -1, 1, &receipt, &error), ERR_LIMIT, "record.too-many");
    MUST(service_commit(club->service, &error));
    strbuf_clear(&club->other);
    world_record(club->service, game, false, &club->other); /* it can be read */
    MUST(service_abandon(club->service, AUTHOR_CLI, game, SPAN_LITERAL("enough"), &receipt, &error));
    MUST(service_void(club->service, AUTHOR_CLI, game, SPAN_LITERAL("enough"), &receipt, &error));
}

int main(void)
{
#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_twice),
        CLUB_TEST(test_known_as_it_stands),
        CLUB_TEST(test_there_and_back),
        CLUB_TEST(test_merged_and_erased),
        CLUB_TEST(test_a_live_game_comes_home),
        CLUB_TEST(test_contested),
        CLUB_TEST(test_refused),
        CLUB_TEST(test_bad_sources),
        CLUB_TEST(test_correct),
        CLUB_TEST(test_limits),
        CLUB_TEST(test_endless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
