/*
 * Imports that correct and void what is here, their undoing in any order, what an import would do without doing it, and
 * what other programs call people, titles and games.
 */
#include "support/cmocka.h"

#include "service/foreign.h"
#include "service/internal.h"
#include "service/merges.h"
#include "service/titles.h"
#include "service/upkeep.h"
#include "store/foreign.h"
#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

static const struct span WHY = SPAN_INIT("changed there");

/* ---- words for what these tests do ---- */

/* A game of totals on a day of January, as a record with asides. */
static const char *pad(struct club *club, unsigned day, const char *one, const char *two, unsigned total)
{
    strbuf_clear(&club->other);
    text_format(&club->other,
                "dendro 1\ngame pad\ntitle Catan\nseat 1 %s\nseat 2 %s\nplayed 2026-01-%02u\nplace Hall %u\n"
                "note said %u\nx-bgstats-board %u\n\n1: total %u\n2: total 8\n",
                one, two, day, total, total, total, total);
    return strbuf_text(&club->other);
}

static int64_t import(struct club *club, const char *text, struct import_mark *mark)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct record record = world_read(&club->world, text);
    MUST(service_game_import_marked(club->service, AUTHOR_CLI, &record, mark, NULL, NULL, &receipt, &error));
    return receipt.game;
}

static enum err correct(struct club *club, int64_t game, const char *text, struct import_mark *mark,
                        struct error *error)
{
    struct receipt receipt;
    struct record record = world_read(&club->world, text);
    return correct_imported(club->service, AUTHOR_CLI, game, &record, WHY, mark, NULL, NULL, &receipt, error);
}

static struct import_undo undo(struct club *club, int64_t number)
{
    struct error error = {.message = NULL};
    struct import_undo undo = {.number = number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_true(undo.done);
    return undo;
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
    int64_t game = import(club, pad(club, 1, "Ann", "Bob", 10), &first);
    strbuf_add(&before, record_of(club, game));
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    assert_true(state_of(club, game).stated);
    assert_int_equal(state_of(club, game).last, game);
    MUST(correct(club, game, pad(club, 2, "Ann", "Carl", 11), &second, &error));
    assert_int_equal(second.number, first.number + 1);
    assert_int_equal(state_of(club, game).undone, 0);
    struct import_undo done = undo(club, second.number);
    assert_undone(&done, 0, 1, 0);
    assert_int_equal(done.games, 0);
    assert_string_equal(record_of(club, game), strbuf_text(&before)); /* asides, too */
    assert_int_equal(state_of(club, game).undone, second.number);
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    strbuf_clear(&club->text);
    MUST(game_text(club->service, game, &club->text, &error));
    assert_non_null(strstr(strbuf_text(&club->text), "seat 1 @"));
    assert_null(strstr(strbuf_text(&club->text), "import "));
    done = undo(club, second.number); /* again: nothing */
    assert_undone(&done, 0, 0, 0);
    /* Corrected again, by another import, and the first one undone, which added the game. */
    struct import_mark third = {.number = 0};
    MUST(correct(club, game, pad(club, 2, "Ann", "Carl", 11), &third, &error));
    done = undo(club, second.number);
    assert_undone(&done, 0, 0, 0);
    done = undo(club, first.number);
    assert_undone(&done, 1, 0, 0);
    done = undo(club, third.number); /* void by then */
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
    int64_t changed = import(club, pad(club, 1, "Ann", "Bob", 10), NULL);
    int64_t voided = import(club, pad(club, 2, "Ann", "Bob", 10), NULL);
    int64_t met = import(club, pad(club, 3, "Ann", "Bob", 10), NULL);
    MUST(correct(club, changed, pad(club, 1, "Ann", "Bob", 11), &mark, &error));
    MUST(correct(club, voided, pad(club, 2, "Ann", "Bob", 11), &mark, &error));
    MUST(correct(club, met, pad(club, 3, "Ann", "Carl", 11), &mark, &error));
    MUST(world_correct(&club->world, club->service, changed, pad(club, 1, "Ann", "Bob", 12), "by hand", &receipt,
                       &error));
    MUST(service_void(club->service, AUTHOR_CLI, voided, WHY, &receipt, &error));
    struct import_undo done = undo(club, mark.number);
    assert_undone(&done, 0, 1, 2);
    assert_non_null(strstr(record_of(club, changed), "1: total 12\n"));
    assert_non_null(strstr(record_of(club, met), "seat 2 Bob\n"));
    /* The record that stood before cannot stand any more: two of its people are one by now. */
    struct import_mark again = {.number = 0};
    MUST(correct(club, met, pad(club, 3, "Dora", "Carl", 11), &again, &error));
    for (int64_t other = changed; other <= voided; other++) {
        if (state_of(club, other).status != GAME_VOID) {
            MUST(service_void(club->service, AUTHOR_CLI, other, WHY, &receipt, &error));
        }
    }
    char handles[2][PERSON_HANDLE];
    MUST(service_person_find(club->service, SPAN_LITERAL("Ann"), handles[0], &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Bob"), handles[1], &error));
    MUST(service_person_merge(club->service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error));
    done = undo(club, again.number);
    assert_undone(&done, 0, 0, 1);
    assert_non_null(strstr(record_of(club, met), "seat 1 Dora\n"));
}

static void test_void_is_undone(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    int64_t game = import(club, pad(club, 1, "Ann", "Bob", 10), NULL);
    int64_t other = import(club, pad(club, 2, "Ann", "Bob", 10), NULL);
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &mark, &receipt, &error));
    MUST(void_by_import(club->service, AUTHOR_CLI, other, WHY, &mark, &receipt, &error));
    assert_int_equal(state_of(club, game).undone, 0); /* it stays void until that is undone */
    MUST(service_unvoid(club->service, AUTHOR_CLI, other, WHY, &receipt, &error));
    MUST(service_void(club->service, AUTHOR_CLI, other, WHY, &receipt, &error));
    struct import_undo done = undo(club, mark.number);
    assert_undone(&done, 0, 1, 1);
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    assert_int_equal(state_of(club, game).undone, mark.number);
    assert_int_equal(state_of(club, other).status, GAME_VOID);
    done = undo(club, mark.number);
    assert_undone(&done, 0, 0, 1);
    /* Corrected and then made void by one import: both are undone. */
    struct import_mark both = {.number = 0};
    MUST(correct(club, game, pad(club, 5, "Ann", "Eve", 20), &both, &error));
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &both, &receipt, &error));
    done = undo(club, both.number);
    assert_undone(&done, 0, 1, 0);
    assert_non_null(strstr(record_of(club, game), "seat 2 Bob\n"));
    assert_int_equal(state_of(club, game).status, GAME_FINISHED);
    /* Made void and brought back by one import: it is as it was. */
    struct import_mark back = {.number = 0};
    MUST(void_by_import(club->service, AUTHOR_CLI, game, WHY, &back, &receipt, &error));
    MUST(unvoid_by_import(club->service, AUTHOR_CLI, game, WHY, &back, &receipt, &error));
    done = undo(club, back.number);
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
    int64_t game = import(club, pad(club, 1, "Ann", "Bob", 10), &first);
    (void)undo(club, first.number);
    assert_int_equal(state_of(club, game).undone, first.number);
    MUST(service_begin(club->service, &error));
    MUST(unvoid_by_import(club->service, AUTHOR_CLI, game, WHY, &second, &receipt, &error));
    MUST(correct(club, game, pad(club, 1, "Ann", "Bob", 13), &second, &error));
    MUST(service_commit(club->service, &error));
    struct import_undo done = undo(club, second.number);
    assert_undone(&done, 1, 0, 0);
    assert_int_equal(state_of(club, game).undone, second.number);
    assert_non_null(strstr(record_of(club, game), "1: total 13\n"));
    /* One import that adds and corrects: void, once. */
    struct import_mark both = {.number = 0};
    int64_t other = import(club, pad(club, 2, "Ann", "Bob", 10), &both);
    MUST(correct(club, other, pad(club, 2, "Ann", "Bob", 11), &both, &error));
    done = undo(club, both.number);
    assert_undone(&done, 1, 0, 0);
    done = undo(club, both.number);
    assert_undone(&done, 0, 0, 0);
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
    MUST(correct(club, game, pad(club, 1, "Ann", "Bob", 13), &mark, &error));
    struct import_undo done = undo(club, mark.number);
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
        const char *text = pad(club, i + 1, i % 2 ? "Ann" : "Eve", "Bob", play->total);
        if (play->game == 0) {
            play->game = play->deleted ? 0 : import(club, text, mark);
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
            MUST(correct(club, play->game, pad(club, i + 1, i % 2 ? "Ann" : "Eve", "Bob", play->total), mark, &error));
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
        err = world_correct(&club->world, club->service, play->game, pad(club, 20, "Ann", "Carl", 50 + below(club, 20)),
                            "by hand", &receipt, &error);
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
                (void)undo(club, number);
                int64_t size = club_size(club);
                done = undo(club, number);
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
        (void)undo(club, number);
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

/* ---- what an import would do ---- */

static void hear(void *context, const struct problem *problem, bool refused)
{
    const struct error *error = &problem->error;
    text_format(context, "%s %u %s %s\n", refused ? "refused" : "told", error->line, error->message->id, error->arg[0]);
}

static struct import_tally take(struct service *service, struct span text, bool dry, bool strict, struct strbuf *said)
{
    struct error error = {.message = NULL};
    struct import_tally tally;
    struct source_memory memory;
    strbuf_clear(said);
    struct import_listener listener = {.problem = hear, .context = said, .strict = strict, .dry_run = dry};
    MUST(service_import(service, AUTHOR_CLI, source_from_memory(&memory, text), &listener, &tally, &error));
    return tally;
}

static void assert_same_tally(const struct import_tally *dry, const struct import_tally *real)
{
    assert_int_equal(dry->records, real->records);
    assert_int_equal(dry->added, real->added);
    assert_int_equal(dry->known, real->known);
    assert_int_equal(dry->contested, real->contested);
    assert_int_equal(dry->refused, real->refused);
    assert_int_equal(dry->unreadable, real->unreadable);
    assert_int_equal(dry->number, 0);
}

/* A file with all that can happen to a record. */
static void write_file(struct club *club, struct strbuf *out)
{
    strbuf_add(out, pad(club, 1, "Ann", "Bob", 10)); /* known */
    strbuf_add(out, pad(club, 2, "Ann", "Bob", 10)); /* undone: counts again, once */
    strbuf_add(out, pad(club, 2, "Ann", "Bob", 10));
    strbuf_add(out, pad(club, 3, "Ann", "Bob", 10)); /* void by hand */
    strbuf_add(out, pad(club, 4, "Ann", "Bob", 10)); /* new, and again */
    strbuf_add(out, pad(club, 4, "Ann", "Bob", 10));
    strbuf_add(out, pad(club, 5, "Ferdinant", "Bob", 10)); /* looks like another */
    strbuf_add(out, pad(club, 1, "Ann", "Bob", 17));       /* looks like a game */
    strbuf_add(out, pad(club, 6, "Ann", "Ann", 10));       /* nobody plays alone against themselves */
    strbuf_add(out, pad(club, 7, "Max", "Moritz", 10));    /* two who are one here, void since */
    strbuf_add(
        out, "dendro 1\ngame pad\ntitle Catan\nseat 1 Ann\nseat 2 Bob\nplayed 2999-01-01\n\n1: total 1\n2: total 2\n");
    strbuf_add(out, "dendro 1\ngame nothing\nseat 1 Ann\n");
    strbuf_add(out, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n\n1: bee 0,0\n"); /* goes on here */
    strbuf_add(out, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n\n1: bear 0,0\n2: bee 0,0\n");
    strbuf_add(out, "no record\n");
    world_foret(&club->world, "standard", "sheet", 3, 7, out);
    struct strbuf contested;
    strbuf_init(&contested, &allocator_heap, 1 << 16);
    world_foret(&club->world, "standard", "sheet", 3, 8, &contested);
    const char *total = strstr(strbuf_text(&contested), "\n= "); /* totals, and a digest that stays out */
    assert_non_null(total);
    strbuf_add_span(out, span_of(contested.text, (size_t)(total - contested.text)));
    strbuf_add(out, "\n= 1 2 3\n");
    strbuf_release(&contested);
}

/* What is here before: known, undone, void, and people who are one by now. */
static void prepare(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    char handles[2][PERSON_HANDLE];
    (void)import(club, pad(club, 1, "Ann", "Bob", 10), NULL);
    (void)import(club, pad(club, 2, "Ann", "Bob", 10), &mark);
    int64_t voided = import(club, pad(club, 3, "Ann", "Bob", 10), NULL);
    (void)import(club, pad(club, 9, "Ferdinand", "Bob", 10), NULL);
    (void)import(club, pad(club, 7, "Max", "Moritz", 10), &mark);
    MUST(service_void(club->service, AUTHOR_CLI, voided, WHY, &receipt, &error));
    (void)undo(club, mark.number);
    MUST(service_person_find(club->service, SPAN_LITERAL("Max"), handles[0], &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Moritz"), handles[1], &error));
    MUST(service_person_merge(club->service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error));
    MUST(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n", &receipt,
                    &error));
    MUST(world_moves(club->service, receipt.game, 0, "1: bee 0,0\n2: bear 0,0", &receipt, &error));
}

static void rehearse(struct club *club, bool strict)
{
    struct error error = {.message = NULL};
    struct strbuf file;
    struct strbuf before;
    struct strbuf after;
    struct strbuf said;
    strbuf_init(&file, &allocator_heap, 1 << 20);
    strbuf_init(&before, &allocator_heap, 1 << 24);
    strbuf_init(&after, &allocator_heap, 1 << 24);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    prepare(club);
    write_file(club, &file);
    /* On a service that reads: not a byte of the database changes. */
    service_close(club->service);
    test_read_file(club->world.path, &before);
    club->service = world_open(&club->world, SERVICE_READ);
    struct import_tally read = take(club->service, strbuf_span(&file), true, strict, &club->said);
    service_close(club->service);
    test_read_file(club->world.path, &after);
    assert_true(span_equal(strbuf_span(&before), strbuf_span(&after)));
    /* On one that writes, twice, and inside a group, with what it remembers: the same is told. */
    club->service = world_open(&club->world, SERVICE_WRITE);
    int64_t size = club_size(club);
    for (int i = 0; i < 2; i++) {
        struct import_tally dry = take(club->service, strbuf_span(&file), true, strict, &said);
        assert_same_tally(&dry, &read);
        assert_string_equal(strbuf_text(&said), strbuf_text(&club->said));
    }
    MUST(service_begin(club->service, &error));
    struct import_tally dry = take(club->service, strbuf_span(&file), true, strict, &said);
    MUST(service_commit(club->service, &error));
    assert_same_tally(&dry, &read);
    assert_int_equal(club_size(club), size);
    struct import_tally real = take(club->service, strbuf_span(&file), false, strict, &said);
    assert_same_tally(&read, &real);
    assert_string_equal(strbuf_text(&said), strbuf_text(&club->said));
    assert_true(real.added > 0 && real.known > 0 && real.refused > 0 && real.contested == 1);
    /* Afterwards all of it is known. */
    dry = take(club->service, strbuf_span(&file), true, strict, &said);
    assert_int_equal(dry.added, 0);
    assert_int_equal(dry.known, real.added + real.known);
    strbuf_release(&file);
    strbuf_release(&before);
    strbuf_release(&after);
    strbuf_release(&said);
}

static void test_dry_run(void **state)
{
    rehearse(*state, false);
}

static void test_dry_run_strict(void **state)
{
    rehearse(*state, true);
}

/* ---- ids of other programs ---- */

static void put(struct club *club, const char *source, const char *kind, const char *id, const char *ours,
                int64_t entry)
{
    struct error error = {.message = NULL};
    struct store_foreign row = {.source = span_from(source),
                                .kind = span_from(kind),
                                .id = span_from(id),
                                .ours = span_from(ours),
                                .has_state = entry != 0,
                                .entry = entry};
    MUST(store_foreign_put(club->service->store, &row, &error));
}

/* Whom an id leads to; NULL: nobody. */
static const char *led(struct club *club, const char *source, const char *id, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    bool found = false;
    MUST(foreign_person_find(club->service, span_from(source), span_from(id), handle, &found, &error));
    return found ? handle : NULL;
}

static bool file_says(const char *path, const char *word)
{
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 26);
    test_read_file(path, &bytes);
    size_t length = strlen(word);
    bool says = false;
    for (size_t i = 0; i + length <= bytes.len && !says; i++) {
        says = memcmp(bytes.text + i, word, length) == 0;
    }
    strbuf_release(&bytes);
    return says;
}

static void test_foreign_people(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct unmerged unmerged;
    char ann[PERSON_HANDLE];
    char bob[PERSON_HANDLE];
    char eve[PERSON_HANDLE];
    char handle[PERSON_HANDLE];
    char log[128];
    char number[24];
    int64_t seq = 0;
    int64_t game = import(club, pad(club, 1, "Ann", "Bob", 10), NULL);
    (void)import(club, pad(club, 2, "Eve", "Bob", 10), NULL);
    (void)snprintf(number, sizeof(number), "%lld", (long long)game);
    MUST(service_person_find(club->service, SPAN_LITERAL("Ann"), ann, &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Bob"), bob, &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Eve"), eve, &error));
    /* Enough rows that pages were split while the names were there. */
    MUST(service_begin(club->service, &error));
    for (unsigned i = 0; i < 2000; i++) {
        char id[64];
        (void)snprintf(id, sizeof(id), "%08x-%s-%.*s", below(club, 1U << 30), i % 3 ? "plugh" : "xyzzy",
                       (int)below(club, 30), "who-is-called-so-in-another-program");
        put(club, "bgg", "person", id, i % 3 ? ann : bob, 0);
        (void)snprintf(id, sizeof(id), "%u-%u", below(club, 1U << 30), i);
        put(club, "bgg", "play", id, number, game);
    }
    put(club, "bgg", "person", "plugh-annette", ann, 0);
    put(club, "bgg", "person", "plugh-eve", eve, 0);
    put(club, "bgstats", "person", "0e0a-uuid", ann, 0);
    put(club, "bgstats", "title", "uuid-of-catan", "catan", 0);
    put(club, "bgg", "title", "271519", "foret", 0);
    MUST(service_commit(club->service, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), ann);
    assert_null(led(club, "bgstats", "plugh-annette", handle));
    assert_null(led(club, "bgg", "nobody", handle));
    world_must_be_sound(&club->world, club->service, "ids of other programs");
    /* Merged, an id leads to who the person is now; parted, back. */
    MUST(service_person_merge_entry(club->service, AUTHOR_CLI, span_from(ann), span_from(eve), &seq, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), eve);
    world_must_be_sound(&club->world, club->service, "merged");
    MUST(service_person_unmerge(club->service, AUTHOR_CLI, (struct span){NULL, 0}, seq, &unmerged, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), ann);
    MUST(service_person_merge_entry(club->service, AUTHOR_CLI, span_from(ann), span_from(eve), &seq, &error));
    /* Erased with all who are one with her: no page has what they were called. */
    MUST(service_person_erase(club->service, span_from(eve), &error));
    MUST(service_flush(club->service, 0, &error));
    (void)snprintf(log, sizeof(log), "%s-wal", club->world.path);
    assert_false(file_says(club->world.path, "plugh"));
    assert_false(file_says(log, "plugh"));
    assert_true(file_says(club->world.path, "xyzzy")); /* those of Bob */
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), eve);
    assert_string_equal(led(club, "bgg", "plugh-eve", handle), eve);
    assert_string_equal(led(club, "bgstats", "0e0a-uuid", handle), eve);
    MUST(service_person_erase(club->service, span_from(eve), &error)); /* again: what is hidden stays so */
    assert_string_equal(led(club, "bgg", "plugh-eve", handle), eve);
    MUST(service_person_erase(club->service, span_from(bob), &error));
    MUST(service_flush(club->service, 0, &error));
    assert_false(file_says(club->world.path, "xyzzy"));
    world_must_be_sound(&club->world, club->service, "erased");
    service_close(club->service);
    club->service = world_open(&club->world, SERVICE_READ);
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), eve);
    service_close(club->service);
    club->service = world_open(&club->world, SERVICE_WRITE);
    MUST(service_person_unmerge(club->service, AUTHOR_CLI, (struct span){NULL, 0}, seq, &unmerged, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), ann);
}

/* Titles that are merged, and games that are undone, are still what ids of other programs lead to. */
static void test_foreign_rest(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct import_mark mark = {.number = 0};
    int64_t game = import(club, pad(club, 1, "Ann", "Bob", 10), &mark);
    char number[24];
    (void)snprintf(number, sizeof(number), "%lld", (long long)game);
    struct receipt receipt;
    MUST(world_take(&club->world, club->service,
                    "dendro 1\ngame pad\ntitle Die Siedler\nseat 1 Ann\nseat 2 Bob\n1: total 10\n2: total 8\n",
                    &receipt, &error));
    put(club, "bgstats", "play", "uuid", number, game);
    put(club, "bgstats", "title", "uuid", "die siedler", 0);
    MUST(service_title_merge(club->service, AUTHOR_CLI, SPAN_LITERAL("Die Siedler"), SPAN_LITERAL("Catan"), &error));
    MUST(service_title_rename(club->service, AUTHOR_CLI, SPAN_LITERAL("Catan"), SPAN_LITERAL("Settlers"), &error));
    (void)undo(club, mark.number);
    world_must_be_sound(&club->world, club->service, "undone");
}

#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_correction_is_undone),
        CLUB_TEST(test_what_came_since_is_kept),
        CLUB_TEST(test_void_is_undone),
        CLUB_TEST(test_revival_is_undone),
        CLUB_TEST(test_abandoned),
        CLUB_TEST(test_any_order),
        CLUB_TEST(test_dry_run),
        CLUB_TEST(test_dry_run_strict),
        CLUB_TEST(test_foreign_people),
        CLUB_TEST(test_foreign_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
