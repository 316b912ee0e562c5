/* Games under way: moves, take-backs, the end by the rules, and every refusal, which leaves no trace. */
#include "support/cmocka.h"

#include "support/open_club.h"
#include "support/scene.h"
#include "support/text.h"

static const char GAME[] = "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\n";

static int64_t open_game(struct club *club, const char *text)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    MUST(world_game(&club->world, club->service, text, &receipt, &error));
    assert_true(receipt.seq == receipt.game);
    return receipt.game;
}

/* The next `count` lines of a simulated record, cut off `*rest`. */
static struct span take_lines(struct span *rest, size_t count)
{
    size_t length = 0;
    for (; count > 0 && length < rest->len; count--) {
        const char *end = memchr(rest->ptr + length, '\n', rest->len - length);
        length = end ? (size_t)(end - rest->ptr) + 1 : rest->len;
    }
    struct span lines = span_of(rest->ptr, length);
    *rest = span_skip(*rest, length);
    return lines;
}

/* Cuts a simulated record into its headers (terminated, in `headers`) and its moves. */
static struct span moves_of(const struct strbuf *record, struct strbuf *headers)
{
    const char *blank = strstr(strbuf_text(record), "\n\n");
    const char *totals = strstr(strbuf_text(record), "\n=");
    assert_non_null(blank);
    assert_non_null(totals);
    strbuf_add_span(headers, span_of(record->text, (size_t)(blank - record->text) + 1));
    return span_of(blank + 2, (size_t)(totals - blank) - 1);
}

/* ---- playing ---- */

static void test_play_to_the_end(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, 1 << 20);
    world_foret(&club->world, "standard", "table", 3, 1, &record);
    struct span moves = moves_of(&record, &club->text);
    int64_t game = open_game(club, strbuf_text(&club->text));
    int64_t ply = 0;
    for (size_t batch = 1; moves.len > 0; batch = batch % 7 + 1) {
        struct span lines = take_lines(&moves, batch);
        MUST(service_moves(club->service, AUTHOR_CLI, game, ply, lines, &receipt, &error));
        assert_int_equal(receipt.game, game);
        assert_int_equal(receipt.seq, club_size(club));
        assert_int_equal(receipt.status, moves.len > 0 ? GAME_LIVE : GAME_FINISHED);
        assert_true(receipt.ply > ply);
        ply = receipt.ply;
    }
    assert_int_equal(ply, 60);
    world_record(club->service, game, false, &club->other);
    assert_string_equal(strbuf_text(&club->other), strbuf_text(&record));
    MUST_FAIL(world_moves(club->service, game, -1, "1: bee 0,0", &receipt, &error), ERR_CONFLICT, "game.over");
    assert_int_equal(receipt.status, GAME_FINISHED);
    assert_int_equal(receipt.seq, 0);
    strbuf_release(&record);
}

/* What people write is kept in one spelling. */
static void test_spelling(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t game = open_game(club, GAME);
    MUST(world_moves(club->service, game, 0, "# first\n\n 1:  ABEILLE  0 , 0\r\n2 : Loup 0,0", &receipt, &error));
    assert_int_equal(receipt.ply, 2);
    world_record(club->service, game, false, &club->text);
    assert_non_null(strstr(strbuf_text(&club->text), "\n\n1: bee 0,0\n2: wolf 0,0\n"));
}

static void test_expected_ply(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t game = open_game(club, GAME);
    MUST(world_moves(club->service, game, 0, "1: bee 0,0\n2: bee 0,0", &receipt, &error));
    int64_t size = club_size(club);
    MUST_FAIL(world_moves(club->service, game, 0, "3: bee 0,0", &receipt, &error), ERR_CONFLICT, "game.ply");
    assert_int_equal(receipt.ply, 2);
    assert_int_equal(receipt.seq, 0);
    MUST_FAIL(world_moves(club->service, game, 3, "3: bee 0,0", &receipt, &error), ERR_CONFLICT, "game.ply");
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, 1, 1, &receipt, &error), ERR_CONFLICT, "game.ply");
    assert_int_equal(receipt.ply, 2);
    assert_int_equal(club_size(club), size);
    MUST(world_moves(club->service, game, 2, "3: bee 0,0", &receipt, &error));
    MUST(world_moves(club->service, game, -1, "1: bee 1,0", &receipt, &error));
    assert_int_equal(receipt.ply, 4);
}

static void test_illegal_batch(void **state)
{
    struct club *club = *state;
    static const struct {
        const char *lines;
        enum err code;
        const char *id;
        unsigned line;
        unsigned column;
        int64_t ply;
    } cases[] = {
        {"3: bee 0,0\n1: bee 0,1\n2: bee 5,0\n", ERR_RULE, "foret.not-adjacent", 3, 4, 4},
        {"3: bee 0,0\n\n# é\n1: éléphant 0,1", ERR_SYNTAX, NULL, 4, 4, 3},
        {"3: bee 0,0\n  13: bee 0,0", ERR_SYNTAX, "record.label", 2, 3, -1},
        {"1: bee 0,1", ERR_RULE, "foret.not-your-turn", 1, 4, 2},
        {"3: bee 0,0\nseat 1 Nobody", ERR_SYNTAX, "record.moves-only", 2, 1, -1},
        {"3: bee 0,0\n= 1 2 3", ERR_SYNTAX, "record.moves-only", 2, 1, -1},
        {"3: bee 0,0\ndendro 1", ERR_SYNTAX, "record.moves-only", 2, 1, -1},
        {"3: bee 0,0\n*: back 1", ERR_USAGE, "game.only-moves", 0, 0, -1},
        {"", ERR_USAGE, "game.no-moves", 0, 0, -1},
        {"# nothing\n\n", ERR_USAGE, "game.no-moves", 0, 0, -1},
        {"3: bee 0,0\n1: b\xff", ERR_ENCODING, "record.encoding", 2, 5, -1},
    };
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t game = open_game(club, GAME);
    MUST(world_moves(club->service, game, 0, "1: bee 0,0\n2: bee 0,0", &receipt, &error));
    int64_t size = club_size(club);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        MUST_FAIL(world_moves(club->service, game, 2, cases[i].lines, &receipt, &error), cases[i].code, cases[i].id);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(receipt.seq, 0);
        assert_int_equal(receipt.ply, cases[i].ply < 0 ? 2 : cases[i].ply);
        assert_int_equal(club_size(club), size);
    }
    MUST(world_moves(club->service, game, 2, "3: bee 0,0\n1: bee 0,1\n2: bee 0,1", &receipt, &error));
    assert_int_equal(receipt.ply, 5);
    world_record(club->service, game, false, &club->text);
    assert_non_null(
        strstr(strbuf_text(&club->text), "\n\n1: bee 0,0\n2: bee 0,0\n3: bee 0,0\n1: bee 0,1\n2: bee 0,1\n"));
}

/* ---- taking back ---- */

static void test_back(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t game = open_game(club, GAME);
    MUST(world_moves(club->service, game, 0, "1: bee 0,0\n2: wolf 0,0\n3: fox 0,0", &receipt, &error));
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, 3, 4, &receipt, &error), ERR_RULE, "record.back-too-far");
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, 3, 0, &receipt, &error), ERR_USAGE, "game.back-count");
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, 3, -1, &receipt, &error), ERR_USAGE, "game.back-count");
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, 3, INT64_MAX, &receipt, &error), ERR_RULE,
              "record.back-too-far");
    assert_int_equal(receipt.ply, 3);
    MUST(service_back(club->service, AUTHOR_CLI, game, 3, 2, &receipt, &error));
    assert_int_equal(receipt.ply, 1);
    MUST(world_moves(club->service, game, 1, "3: bear 0,0", &receipt, &error));
    world_record(club->service, game, false, &club->text);
    assert_non_null(
        strstr(strbuf_text(&club->text), "\n1: bee 0,0\n2: wolf 0,0\n3: fox 0,0\n*: back 2\n3: bear 0,0\n"));
    MUST(service_back(club->service, AUTHOR_CLI, game, 2, 2, &receipt, &error));
    assert_int_equal(receipt.ply, 0);
    MUST_FAIL(service_back(club->service, AUTHOR_CLI, game, 0, 1, &receipt, &error), ERR_RULE, "record.back-too-far");
}

static void test_back_of_the_last_move(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, 1 << 20);
    world_foret(&club->world, "standard", "table", 3, 2, &record);
    struct span moves = moves_of(&record, &club->text);
    struct span most = take_lines(&moves, 59);
    int64_t game = open_game(club, strbuf_text(&club->text));
    MUST(service_moves(club->service, AUTHOR_CLI, game, 0, most, &receipt, &error));
    for (int i = 0; i < 3; i++) {
        MUST(service_moves(club->service, AUTHOR_CLI, game, 59, moves, &receipt, &error));
        assert_int_equal(receipt.status, GAME_FINISHED);
        assert_int_equal(scene_sql_int(club->world.path, "SELECT count(total) FROM d_seat"), 3);
        assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM d_facts"), 1);
        if (i < 2) {
            MUST(service_back(club->service, AUTHOR_CLI, game, 60, 1, &receipt, &error));
            assert_int_equal(receipt.status, GAME_LIVE);
            assert_int_equal(scene_sql_int(club->world.path, "SELECT count(total) FROM d_seat"), 0);
            assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM d_facts"), 0);
        }
    }
    strbuf_release(&record);
}

/* ---- the other ways to end ---- */

enum step { OPEN, FINISHED, MOVE, BACK, ABANDON, VOID, CORRECT };

static enum err take_step(struct club *club, enum step step, int64_t *game, const char *whole, struct error *error)
{
    struct receipt receipt = {.game = 0};
    const struct span why = SPAN_LITERAL("because");
    enum err err = ERR_OK;
    switch (step) {
    case OPEN:
    case FINISHED:
        err = world_game(&club->world, club->service, step == OPEN ? GAME : whole, &receipt, error);
        *game = receipt.game;
        break;
    case MOVE:
        err = world_moves(club->service, *game, -1, "1: bee 0,0", &receipt, error);
        break;
    case BACK:
        err = service_back(club->service, AUTHOR_CLI, *game, -1, 1, &receipt, error);
        break;
    case ABANDON:
        err = service_abandon(club->service, AUTHOR_CLI, *game, why, &receipt, error);
        break;
    case VOID:
        err = service_void(club->service, AUTHOR_CLI, *game, why, &receipt, error);
        break;
    case CORRECT:
        err = world_correct(&club->world, club->service, *game, GAME, "because", &receipt, error);
        break;
    }
    return err;
}

static void test_transitions(void **state)
{
    struct club *club = *state;
    static const struct {
        enum step before[4]; /* from the first on; OPEN again ends */
        size_t count;
        enum step last;
        const char *refused; /* NULL: it is not */
    } cases[] = {
        {{OPEN, MOVE}, 2, ABANDON, NULL},
        {{OPEN, MOVE}, 2, VOID, NULL},
        {{OPEN, MOVE}, 2, CORRECT, NULL},
        {{OPEN}, 1, BACK, "record.back-too-far"},
        {{OPEN, MOVE, ABANDON}, 3, MOVE, "game.over"},
        {{OPEN, MOVE, ABANDON}, 3, BACK, "game.over"},
        {{OPEN, MOVE, ABANDON}, 3, ABANDON, "game.not-live"},
        {{OPEN, MOVE, ABANDON}, 3, VOID, NULL},
        {{OPEN, MOVE, ABANDON}, 3, CORRECT, NULL},
        {{OPEN, ABANDON, CORRECT}, 3, MOVE, NULL},
        {{OPEN, MOVE, VOID}, 3, MOVE, "game.over"},
        {{OPEN, MOVE, VOID}, 3, BACK, "game.over"},
        {{OPEN, MOVE, VOID}, 3, ABANDON, "game.void"},
        {{OPEN, MOVE, VOID}, 3, VOID, "game.void"},
        {{OPEN, MOVE, VOID}, 3, CORRECT, "game.void"},
        {{FINISHED}, 1, MOVE, "game.over"},
        {{FINISHED}, 1, BACK, "game.correct-instead"},
        {{FINISHED}, 1, ABANDON, "game.not-live"},
        {{FINISHED}, 1, VOID, NULL},
        {{FINISHED}, 1, CORRECT, NULL},
        {{FINISHED, CORRECT}, 2, MOVE, NULL},
        {{FINISHED, CORRECT, MOVE}, 3, BACK, NULL},
        {{FINISHED, VOID}, 2, BACK, "game.over"},
    };
    world_foret(&club->world, "standard", "sheet", 3, 3, &club->text);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error error = {.message = NULL};
        int64_t game = 0;
        for (size_t j = 0; j < cases[i].count; j++) {
            MUST(take_step(club, cases[i].before[j], &game, strbuf_text(&club->text), &error));
        }
        int64_t size = club_size(club);
        strbuf_clear(&club->other);
        world_record(club->service, game, true, &club->other);
        enum err err = take_step(club, cases[i].last, &game, strbuf_text(&club->text), &error);
        if ((err == ERR_OK) == (cases[i].refused != NULL)) {
            fail_msg("case %zu: %s", i, test_err_name(err));
        }
        assert_int_equal(club_size(club), size + (err == ERR_OK));
        if (err != ERR_OK) {
            size_t before = club->other.len;
            assert_string_equal(error.message->id, cases[i].refused);
            world_record(club->service, game, true, &club->other);
            assert_int_equal(club->other.len, 2 * before);
            assert_memory_equal(club->other.text, club->other.text + before, before);
        }
    }
    /* The entry of an end says why, and nothing of the move before it. */
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM entry WHERE kind IN ('abandon', 'void')"
                                                     " AND CAST(body AS TEXT) <> 'reason because' || char(10)"),
                     0);
}

/* Whoever corrects what somebody else has changed meanwhile is told so; 0 does not ask. */
static void test_corrected_by_who_knows(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt opened;
    struct receipt moved;
    struct receipt first;
    struct receipt second;
    MUST(world_game(&club->world, club->service, GAME, &opened, &error));
    MUST(world_game(&club->world, club->service, GAME, &moved, &error)); /* another game: its entries do not count */
    int64_t game = opened.game;
    const struct span reason = SPAN_LITERAL("read again");
    struct record record = world_read(&club->world, GAME);
    MUST(service_correct(club->service, AUTHOR_CLI, game, &record, reason, opened.seq, NULL, NULL, &first, &error));
    const int64_t stale[] = {opened.seq, moved.seq, first.seq + 1, INT64_MAX, -1};
    for (size_t i = 0; i < sizeof(stale) / sizeof(stale[0]); i++) {
        record = world_read(&club->world, GAME);
        MUST_FAIL(
            service_correct(club->service, AUTHOR_CLI, game, &record, reason, stale[i], NULL, NULL, &second, &error),
            ERR_CONFLICT, "game.changed");
    }
    assert_int_equal(club_size(club), 3);
    record = world_read(&club->world, GAME);
    MUST(service_correct(club->service, AUTHOR_CLI, game, &record, reason, first.seq, NULL, NULL, &second, &error));
    /* A move is a change, too; so is what takes it out of the count and brings it back. */
    MUST(world_moves(club->service, game, 0, "1: bee 0,0", &moved, &error));
    record = world_read(&club->world, GAME);
    MUST_FAIL(service_correct(club->service, AUTHOR_CLI, game, &record, reason, second.seq, NULL, NULL, &first, &error),
              ERR_CONFLICT, "game.changed");
    MUST(service_void(club->service, AUTHOR_CLI, game, reason, &first, &error));
    MUST(service_unvoid(club->service, AUTHOR_CLI, game, reason, &first, &error));
    record = world_read(&club->world, GAME);
    MUST_FAIL(service_correct(club->service, AUTHOR_CLI, game, &record, reason, moved.seq, NULL, NULL, &second, &error),
              ERR_CONFLICT, "game.changed");
    MUST(service_correct(club->service, AUTHOR_CLI, game, &record, reason, 0, NULL, NULL, &second, &error));
    record = world_read(&club->world, GAME);
    MUST(service_correct(club->service, AUTHOR_CLI, game, &record, reason, second.seq, NULL, NULL, &first, &error));
}

static void test_nothing_there(void **state)
{
    struct club *club = *state;
    static const int64_t games[] = {-1, 0, 2, 99, INT64_MAX, INT64_MIN};
    int64_t game = open_game(club, GAME);
    struct error error = {.message = NULL};
    struct receipt receipt;
    MUST(world_moves(club->service, game, 0, "1: bee 0,0", &receipt, &error)); /* entry 2 is no game */
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        MUST_FAIL(world_moves(club->service, games[i], -1, "1: bee 0,0", &receipt, &error), ERR_NOT_FOUND,
                  "game.unknown");
        MUST_FAIL(service_back(club->service, AUTHOR_CLI, games[i], -1, 1, &receipt, &error), ERR_NOT_FOUND,
                  "game.unknown");
        MUST_FAIL(service_void(club->service, AUTHOR_CLI, games[i], SPAN_LITERAL("x"), &receipt, &error), ERR_NOT_FOUND,
                  "game.unknown");
        MUST_FAIL(world_correct(&club->world, club->service, games[i], GAME, "x", &receipt, &error), ERR_NOT_FOUND,
                  "game.unknown");
        MUST_FAIL(service_record(club->service, games[i], false, &club->text, &error), ERR_NOT_FOUND, "game.unknown");
    }
    assert_int_equal(club_size(club), 2);
    assert_int_equal(club->text.len, 0);
}

static void test_reasons_and_authors(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char long_reason[502];
    memset(long_reason, 'x', sizeof(long_reason));
    int64_t game = open_game(club, GAME);
    const struct {
        struct span reason;
        const char *id;
    } bad[] = {
        {{NULL, 0}, "game.reason"},
        {SPAN_INIT("  \t"), "game.reason"},
        {SPAN_INIT("two\nlines"), "game.reason"},
        {SPAN_INIT("\x1b[2J"), "text.hidden"},
        {SPAN_INIT("a\u202e"), "text.hidden"},
        {SPAN_INIT("\xff"), "game.reason"},
        {span_of(long_reason, 501), "game.reason"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct span reason = bad[i].reason;
        MUST_FAIL(service_void(club->service, AUTHOR_CLI, game, reason, &receipt, &error), ERR_USAGE, bad[i].id);
        if (span_trim(reason).len > 0) {
            MUST_FAIL(service_abandon(club->service, AUTHOR_CLI, game, reason, &receipt, &error), ERR_USAGE, bad[i].id);
        }
        struct record record = world_read(&club->world, GAME);
        MUST_FAIL(service_correct(club->service, AUTHOR_CLI, game, &record, reason, 0, NULL, NULL, &receipt, &error),
                  ERR_USAGE, bad[i].id);
    }
    const struct span authors[] = {
        {NULL, 0}, SPAN_LITERAL("a b"), SPAN_LITERAL("a\nb"), SPAN_LITERAL("\xc2\x85"), SPAN_LITERAL("\xc3")};
    for (size_t i = 0; i < sizeof(authors) / sizeof(authors[0]); i++) {
        MUST_FAIL(service_moves(club->service, authors[i], game, 0, SPAN_LITERAL("1: bee 0,0"), &receipt, &error),
                  ERR_USAGE, "service.author");
        MUST_FAIL(service_abandon(club->service, authors[i], game, SPAN_LITERAL("x"), &receipt, &error), ERR_USAGE,
                  "service.author");
    }
    assert_int_equal(club_size(club), 1);
    MUST(service_abandon(club->service, SPAN_LITERAL("tok-é"), game, SPAN_LITERAL(" \t"), &receipt, &error));
    MUST(service_void(club->service, AUTHOR_CLI, game, span_of(long_reason, 500), &receipt, &error));
}

/* ---- many at once ---- */

/* More live games than are kept ready, moved in turn: each is as if it were alone. */
static void test_many_live_games(void **state)
{
    struct club *club = *state;
    enum { GAMES = 70, ROUNDS = 4 };
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t games[GAMES];
    struct span rest[GAMES];
    struct strbuf records[GAMES];
    for (size_t i = 0; i < GAMES; i++) {
        strbuf_init(&records[i], &allocator_heap, 1 << 16);
        world_foret(&club->world, "standard", "table", 2 + (unsigned)i % 3 + (i % 3 == 0), 100 + (unsigned)i,
                    &records[i]);
        strbuf_clear(&club->text);
        rest[i] = moves_of(&records[i], &club->text);
        games[i] = open_game(club, strbuf_text(&club->text));
    }
    MUST(service_begin(club->service, &error));
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < GAMES; i++) {
            struct span lines = round + 1 < ROUNDS ? take_lines(&rest[i], 3 + (i + round) % 9) : rest[i];
            MUST(service_moves(club->service, AUTHOR_CLI, games[i], -1, lines, &receipt, &error));
            if (i % 5 == 0) {
                MUST_FAIL(world_moves(club->service, games[i], -1, "1: bee 4,4", &receipt, &error),
                          receipt.status == GAME_LIVE ? ERR_RULE : ERR_CONFLICT, NULL);
            }
        }
    }
    MUST(service_commit(club->service, &error));
    for (size_t i = 0; i < GAMES; i++) {
        strbuf_clear(&club->other);
        world_record(club->service, games[i], false, &club->other);
        assert_string_equal(strbuf_text(&club->other), strbuf_text(&records[i]));
        strbuf_release(&records[i]);
    }
}

int main(void)
{
#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_play_to_the_end),
        CLUB_TEST(test_spelling),
        CLUB_TEST(test_expected_ply),
        CLUB_TEST(test_illegal_batch),
        CLUB_TEST(test_back),
        CLUB_TEST(test_back_of_the_last_move),
        CLUB_TEST(test_transitions),
        CLUB_TEST(test_corrected_by_who_knows),
        CLUB_TEST(test_nothing_there),
        CLUB_TEST(test_reasons_and_authors),
        CLUB_TEST(test_many_live_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
