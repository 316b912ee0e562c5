/* Imports that correct and void what is here, and their undoing in any order. */
#include "support/cmocka.h"

#include "service/internal.h"
#include "service/merges.h"
#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

static const struct span WHY = SPAN_INIT("changed there");

/* ---- words for what these tests do ---- */

static enum err correct(struct club *club, int64_t game, const char *text, struct import_mark *mark,
                        struct error *error)
{
    struct receipt receipt;
    struct record record = world_read(&club->world, text);
    return correct_imported(club->service, AUTHOR_CLI, game, &record, WHY, mark, NULL, NULL, &receipt, error);
}

static void assert_undone(const struct import_undo *undo, int64_t voided, int64_t restored, int64_t kept)
{
    assert_int_equal(undo->voided, voided);
    assert_int_equal(undo->restored, restored);
    assert_int_equal(undo->kept, kept);
}

static struct game_state state_of(struct club *club, int64_t game)
{
    struct error error = {.message = NULL};
    struct game_state state;
    MUST(game_state(club->service, game, &state, &error));
    return state;
}

/* The whole record with names and asides, in club->text. */
static const char *record_of(struct club *club, int64_t game)
{
    strbuf_clear(&club->text);
    world_record(club->service, game, false, &club->text);
    return strbuf_text(&club->text);
}

/* ---- undoing ---- */

static void test_correction_is_undone(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct import_mark first = {.number = 0};
    struct import_mark second = {.number = 0};
    struct strbuf before;
    strbuf_init(&before, &allocator_heap, 1 << 16);
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), &first);
    strbuf_add(&before, record_of(club, game));
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    assert_true(state_of(club, game).stated);
    assert_int_equal(state_of(club, game).last, game);
    MUST(correct(club, game, club_pad(club, 2, "Ann", "Carl", 11), &second, &error));
    assert_int_equal(second.number, first.number + 1);
    assert_int_equal(state_of(club, game).undone, 0);
    struct import_undo done = club_undo(club, second.number);
    assert_undone(&done, 0, 1, 0);
    assert_int_equal(done.games, 0);
    assert_string_equal(record_of(club, game), strbuf_text(&before)); /* asides, too */
    assert_int_equal(state_of(club, game).undone, second.number);
    assert_true(state_of(club, game).restored);
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    strbuf_clear(&club->text);
    MUST(game_text(club->service, game, &club->text, &error));
    assert_non_null(strstr(strbuf_text(&club->text), "seat 1 @"));
    assert_null(strstr(strbuf_text(&club->text), "import "));
    done = club_undo(club, second.number); /* again: nothing */
    assert_undone(&done, 0, 0, 0);
    /* Corrected again, by another import, and the first one undone, which added the game. */
    struct import_mark third = {.number = 0};
    MUST(correct(club, game, club_pad(club, 2, "Ann", "Carl", 11), &third, &error));
    done = club_undo(club, second.number);
    assert_undone(&done, 0, 0, 0);
    done = club_undo(club, first.number);
    assert_undone(&done, 1, 0, 0);
    done = club_undo(club, third.number); /* void by then */
    assert_undone(&done, 0, 0, 1);
    assert_int_equal(state_of(club, game).undone, first.number);
    strbuf_release(&before);
}

static void test_what_came_since_is_kept(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    int64_t changed = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), NULL);
    int64_t voided = club_import(club, club_pad(club, 2, "Ann", "Bob", 10), NULL);
    int64_t met = club_import(club, club_pad(club, 3, "Ann", "Bob", 10), NULL);
    MUST(correct(club, changed, club_pad(club, 1, "Ann", "Bob", 11), &mark, &error));
    MUST(correct(club, voided, club_pad(club, 2, "Ann", "Bob", 11), &mark, &error));
    MUST(correct(club, met, club_pad(club, 3, "Ann", "Carl", 11), &mark, &error));
    MUST(world_correct(&club->world, club->service, changed, club_pad(club, 1, "Ann", "Bob", 12), "by hand", &receipt,
                       &error));
    MUST(service_void(club->service, AUTHOR_CLI, voided, WHY, &receipt, &error));
    struct import_undo done = club_undo(club, mark.number);
    assert_undone(&done, 0, 1, 2);
    assert_non_null(strstr(record_of(club, changed), "1: total 12\n"));
    assert_non_null(strstr(record_of(club, met), "seat 2 Bob\n"));
    /* The record that stood before cannot stand any more: two of its people are one by now. */
    struct import_mark again = {.number = 0};
    MUST(correct(club, met, club_pad(club, 3, "Dora", "Carl", 11), &again, &error));
    for (int64_t other = changed; other <= voided; other++) {
        if (state_of(club, other).status != GAME_VOID) {
            MUST(service_void(club->service, AUTHOR_CLI, other, WHY, &receipt, &error));
        }
    }
    char handles[2][PERSON_HANDLE];
    MUST(service_person_find(club->service, SPAN_LITERAL("Ann"), handles[0], &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Bob"), handles[1], &error));
    MUST(service_person_merge(club->service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error));
    done = club_undo(club, again.number);
    assert_undone(&done, 0, 0, 1);
    assert_non_null(strstr(record_of(club, met), "seat 1 Dora\n"));
}

static void test_void_is_undone(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), NULL);
    int64_t other = club_import(club, club_pad(club, 2, "Ann", "Bob", 10), NULL);
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &mark, &receipt, &error));
    MUST(void_by_import(club->service, AUTHOR_CLI, other, WHY, &mark, &receipt, &error));
    assert_int_equal(state_of(club, game).undone, 0); /* it stays void until that is undone */
    MUST(service_unvoid(club->service, AUTHOR_CLI, other, WHY, &receipt, &error));
    MUST(service_void(club->service, AUTHOR_CLI, other, WHY, &receipt, &error));
    struct import_undo done = club_undo(club, mark.number);
    assert_undone(&done, 0, 1, 1);
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    assert_int_equal(state_of(club, game).undone, mark.number);
    assert_int_equal(state_of(club, other).status, GAME_VOID);
    done = club_undo(club, mark.number);
    assert_undone(&done, 0, 0, 1);
    /* Corrected and then made void by one import: both are undone. */
    struct import_mark both = {.number = 0};
    MUST(correct(club, game, club_pad(club, 5, "Ann", "Eve", 20), &both, &error));
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &both, &receipt, &error));
    done = club_undo(club, both.number);
    assert_undone(&done, 0, 1, 0);
    assert_non_null(strstr(record_of(club, game), "seat 2 Bob\n"));
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    /* Made void and brought back by one import: it is as it was. */
    struct import_mark back = {.number = 0};
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &back, &receipt, &error));
    MUST(unvoid_by_import(club->service, AUTHOR_CLI, game, WHY, &back, &receipt, &error));
    done = club_undo(club, back.number);
    assert_undone(&done, 0, 0, 0);
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
}

/* What an import brings back after an undoing, and corrects at once, is void again when that one is undone. */
static void test_revival_is_undone(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark first = {.number = 0};
    struct import_mark second = {.number = 0};
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), &first);
    (void)club_undo(club, first.number);
    assert_int_equal(state_of(club, game).undone, first.number);
    MUST(service_begin(club->service, &error));
    MUST(unvoid_by_import(club->service, AUTHOR_CLI, game, WHY, &second, &receipt, &error));
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Bob", 13), &second, &error));
    MUST(service_commit(club->service, &error));
    struct import_undo done = club_undo(club, second.number);
    assert_undone(&done, 1, 0, 0);
    assert_int_equal(state_of(club, game).undone, second.number);
    assert_non_null(strstr(record_of(club, game), "1: total 13\n"));
    /* One import that adds and corrects: void, once. */
    struct import_mark both = {.number = 0};
    int64_t other = club_import(club, club_pad(club, 2, "Ann", "Bob", 10), &both);
    MUST(correct(club, other, club_pad(club, 2, "Ann", "Bob", 11), &both, &error));
    done = club_undo(club, both.number);
    assert_undone(&done, 1, 0, 0);
    done = club_undo(club, both.number);
    assert_undone(&done, 0, 0, 0);
}

/* The total of the first seat, as the record says it. */
static void assert_total(struct club *club, int64_t game, unsigned total)
{
    char line[32];
    (void)snprintf(line, sizeof(line), "1: total %u\n", total);
    if (!strstr(record_of(club, game), line)) {
        fail_msg("no %s in %s", line, strbuf_text(&club->text));
    }
}

/* Undone the newest first, imports go all the way back, whatever each of them did. */
static void test_newest_first(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark[5] = {{.number = 0}};
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), &mark[0]);
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Bob", 11), &mark[1], &error));
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Bob", 12), &mark[2], &error));
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Carl", 13), &mark[3], &error));
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &mark[3], &receipt, &error));
    struct import_undo done = club_undo(club, mark[1].number); /* not the newest: two others stand on it */
    assert_undone(&done, 0, 0, 1);
    done = club_undo(club, mark[3].number);
    assert_undone(&done, 0, 1, 0);
    assert_total(club, game, 12);
    /* Another one corrects what has come back, and is undone as well. */
    MUST(correct(club, game, club_pad(club, 1, "Eve", "Bob", 14), &mark[4], &error));
    done = club_undo(club, mark[2].number);
    assert_undone(&done, 0, 0, 1);
    done = club_undo(club, mark[4].number);
    assert_undone(&done, 0, 1, 0);
    assert_total(club, game, 12);
    done = club_undo(club, mark[2].number);
    assert_undone(&done, 0, 1, 0);
    assert_total(club, game, 11);
    done = club_undo(club, mark[1].number);
    assert_undone(&done, 0, 1, 0);
    assert_total(club, game, 10);
    for (int i = 1; i < 5; i++) { /* again: nothing */
        done = club_undo(club, mark[i].number);
        assert_undone(&done, 0, 0, 0);
    }
    done = club_undo(club, mark[0].number);
    assert_undone(&done, 1, 0, 0);
    assert_int_equal(state_of(club, game).status, GAME_VOID);
}

/* What somebody corrected by hand after an undoing stays, although the undoing before it would be no reason. */
static void test_by_hand_after_undoing(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark second = {.number = 0};
    struct import_mark third = {.number = 0};
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), NULL);
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Bob", 11), &second, &error));
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Bob", 12), &third, &error));
    (void)club_undo(club, third.number);
    MUST(world_correct(&club->world, club->service, game, club_pad(club, 1, "Ann", "Bob", 15), "by hand", &receipt,
                       &error));
    struct import_undo done = club_undo(club, second.number);
    assert_undone(&done, 0, 0, 1);
    assert_total(club, game, 15);
}

/* An abandoned game that an import corrected is abandoned again. */
static void test_abandoned(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    MUST(world_game(&club->world, club->service,
                    "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n\n1: bee 0,0\n", &receipt, &error));
    int64_t game = receipt.game;
    MUST(world_moves(club->service, game, 1, "2: bear 0,0", &receipt, &error));
    MUST(service_back(club->service, AUTHOR_CLI, game, 2, 1, &receipt, &error));
    MUST(service_abandon(club->service, AUTHOR_CLI, game, WHY, &receipt, &error));
    MUST(correct(club, game, club_pad(club, 1, "Ann", "Bob", 13), &mark, &error));
    struct import_undo done = club_undo(club, mark.number);
    assert_undone(&done, 0, 1, 0);
    assert_int_equal(state_of(club, game).status, GAME_ABANDONED);
    assert_false(state_of(club, game).stated);
    assert_non_null(strstr(record_of(club, game), "1: bee 0,0\n"));
}

/* ---- in any order ---- */

enum { PLAYS = 6, STEPS = 60 };

/* A play of another program, and what both sides know of it. */
struct there {
    int64_t game; /* 0: not imported yet */
    unsigned total;
    unsigned imported; /* total of the last import */
    bool deleted;
};

static uint32_t below(struct club *club, uint32_t n)
{
    return prng_below(&club->world.prng, n);
}

/* Imports all plays as they are there, as an import of plays would. */
static void import_plays(struct club *club, struct there *plays, struct import_mark *mark)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    for (unsigned i = 0; i < PLAYS; i++) {
        struct there *play = &plays[i];
        const char *text = club_pad(club, i + 1, i % 2 ? "Ann" : "Eve", "Bob", play->total);
        if (play->game == 0) {
            play->game = play->deleted ? 0 : club_import(club, text, mark);
            play->imported = play->total;
            continue;
        }
        struct game_state now = state_of(club, play->game);
        if (play->deleted) {
            if (now.status != GAME_VOID) {
                MUST(void_by_import(club->service, AUTHOR_CLI, play->game, WHY, mark, &receipt, &error));
            }
            continue;
        }
        if (now.status == GAME_VOID && now.undone == 0) {
            continue;
        }
        if (now.status == GAME_VOID) {
            MUST(unvoid_by_import(club->service, AUTHOR_CLI, play->game, WHY, mark, &receipt, &error));
        }
        if (now.undone != 0 || play->total != play->imported) {
            MUST(correct(club, play->game, club_pad(club, i + 1, i % 2 ? "Ann" : "Eve", "Bob", play->total), mark,
                         &error));
            play->imported = play->total;
        }
    }
}

/* Something happens to one of the games here. */
static void change_here(struct club *club, const struct there *play)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    enum err err = ERR_OK;
    switch (below(club, 3)) {
    case 0:
        err = service_void(club->service, AUTHOR_CLI, play->game, WHY, &receipt, &error);
        break;
    case 1:
        err = service_unvoid(club->service, AUTHOR_CLI, play->game, WHY, &receipt, &error);
        break;
    default:
        err = world_correct(&club->world, club->service, play->game,
                            club_pad(club, 20, "Ann", "Carl", 50 + below(club, 20)), "by hand", &receipt, &error);
        break;
    }
    assert_true(err == ERR_OK || err == ERR_CONFLICT || err == ERR_NOT_FOUND);
}

static void test_any_order(void **state)
{
    struct club *club = *state;
    struct there plays[PLAYS] = {{.total = 10}, {.total = 11}, {.total = 12},
                                 {.total = 13}, {.total = 14}, {.total = 15}};
    int64_t imports = 0;
    unsigned steps = test_cases(STEPS);
    for (unsigned i = 0; i < steps; i++) {
        struct import_mark mark = {.number = 0};
        struct there *play = &plays[below(club, PLAYS)];
        struct import_undo done;
        switch (below(club, 5)) {
        case 0:
            play->total = 20 + below(club, 20);
            break;
        case 1:
            play->deleted = below(club, 3) == 0;
            break;
        case 2:
            change_here(club, play);
            break;
        case 3:
            import_plays(club, plays, &mark);
            imports = mark.number > imports ? mark.number : imports;
            break;
        default:
            if (imports > 0) {
                int64_t number = 1 + below(club, (uint32_t)imports);
                (void)club_undo(club, number);
                int64_t size = club_size(club);
                done = club_undo(club, number);
                assert_undone(&done, 0, 0, done.kept);
                assert_int_equal(club_size(club), size);
            }
            break;
        }
        if (i % 10 == 9) {
            world_must_be_sound(&club->world, club->service, "any order");
        }
    }
    /* Undone and imported again, every game that nobody touched says what the other program says. */
    struct import_mark mark = {.number = 0};
    for (int64_t number = imports; number > 0; number--) {
        (void)club_undo(club, number);
    }
    import_plays(club, plays, &mark);
    for (unsigned i = 0; i < PLAYS; i++) {
        struct game_state now = plays[i].game != 0 ? state_of(club, plays[i].game) : (struct game_state){.last = 0};
        if (plays[i].game == 0 || now.status == GAME_VOID) {
            continue;
        }
        char line[32];
        (void)snprintf(line, sizeof(line), "1: total %u\n", plays[i].total);
        bool by_hand = strstr(record_of(club, plays[i].game), "played 2026-01-20");
        assert_true(by_hand || strstr(strbuf_text(&club->text), line));
    }
}

#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_correction_is_undone),
        CLUB_TEST(test_what_came_since_is_kept),
        CLUB_TEST(test_void_is_undone),
        CLUB_TEST(test_revival_is_undone),
        CLUB_TEST(test_newest_first),
        CLUB_TEST(test_by_hand_after_undoing),
        CLUB_TEST(test_abandoned),
        CLUB_TEST(test_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
