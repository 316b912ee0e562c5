/* Group commit: many requests, one transaction; a refusal is one request's, a failure is everybody's. */
#include "support/cmocka.h"

#include "support/tamper.h"
#include "support/text.h"
#include "support/world.h"

#include <stdio.h>

static const char GAME[] = "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\n";

struct club {
    struct world world;
    struct service *service;
    int64_t game; /* a live one, at ply 1 */
};

static int set_up(void **state)
{
    static struct club club;
    struct error error = {.message = NULL};
    struct receipt receipt;
    world_begin(&club.world);
    club.service = world_open(&club.world, SERVICE_CREATE);
    MUST(world_game(&club.world, club.service, GAME, &receipt, &error));
    club.game = receipt.game;
    MUST(world_moves(club.service, club.game, 0, "1: bee 0,0", &receipt, &error));
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct club *club = *state;
    world_must_be_sound(&club->world, club->service, "at the end");
    service_close(club->service);
    world_end(&club->world);
    return 0;
}

static int64_t size_of(struct service *service)
{
    struct error error = {.message = NULL};
    int64_t size = -1;
    MUST(service_log_size(service, &size, &error));
    return size;
}

/* What another connection sees. */
static int64_t seen(const struct club *club)
{
    return scene_sql_int(club->world.path, "SELECT count(*) FROM entry");
}

static void test_one_refused(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char handle[PERSON_HANDLE];
    MUST(service_begin(club->service, &error));
    MUST(world_moves(club->service, club->game, 1, "2: bee 0,0", &receipt, &error));
    assert_int_equal(receipt.seq, 3);
    MUST(service_person_add(club->service, SPAN_LITERAL("Ann"), handle, &error));
    MUST_FAIL(world_moves(club->service, club->game, 2, "3: bee 0,0\n1: bee 7,7", &receipt, &error), ERR_RULE, NULL);
    MUST_FAIL(world_moves(club->service, club->game, 1, "3: bee 0,0", &receipt, &error), ERR_CONFLICT, "game.ply");
    MUST_FAIL(service_person_add(club->service, SPAN_LITERAL("ann"), handle, &error), ERR_CONFLICT, "person.taken");
    MUST_FAIL(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 X\nseat 2 Y\nseat 3 x\n", &receipt,
                         &error),
              ERR_CONFLICT, "person.twice");
    MUST_FAIL(service_void(club->service, AUTHOR_CLI, 77, SPAN_LITERAL("x"), &receipt, &error), ERR_NOT_FOUND,
              "game.unknown");
    MUST(world_game(&club->world, club->service, GAME, &receipt, &error));
    MUST(world_moves(club->service, club->game, 2, "3: bee 0,0", &receipt, &error));
    assert_int_equal(size_of(club->service), 5);
    assert_int_equal(seen(club), 2); /* nobody else sees any of it yet */
    MUST(service_commit(club->service, &error));
    assert_int_equal(seen(club), 5);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM person"), 4);
}

static void test_rollback(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    MUST(service_begin(club->service, &error));
    MUST(world_moves(club->service, club->game, 1, "2: bee 0,0", &receipt, &error));
    MUST(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 X\nseat 2 Y\nseat 3 Z\n", &receipt,
                    &error));
    service_rollback(club->service);
    service_rollback(club->service); /* nothing to do */
    assert_int_equal(size_of(club->service), 2);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM person"), 3);
    MUST(world_moves(club->service, club->game, 1, "2: fox 0,0", &receipt, &error)); /* the position is as before */
    assert_int_equal(receipt.seq, 3);
}

static void test_no_nesting(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    MUST_FAIL(service_commit(club->service, &error), ERR_USAGE, "service.group");
    MUST(service_begin(club->service, &error));
    MUST(world_moves(club->service, club->game, 1, "2: bee 0,0", &receipt, &error));
    MUST_FAIL(service_begin(club->service, &error), ERR_USAGE, "service.group-open");
    MUST(world_moves(club->service, club->game, 2, "3: bee 0,0", &receipt, &error));
    assert_int_equal(seen(club), 2);
    MUST(service_commit(club->service, &error));
    assert_int_equal(seen(club), 4);
    MUST_FAIL(service_commit(club->service, &error), ERR_USAGE, "service.group");
}

/* The database refuses a row in the middle of a request: the request, and the group around it, never happened. */
static void test_failure(void **state)
{
    struct club *club = *state;
    static const struct {
        const char *table;
        const char *when;
        const char *how;
    } traps[] = {
        {"d_seat", "NEW.seat = 2", "ABORT"},     {"d_game", NULL, "ABORT"},
        {"entry", "NEW.kind = 'open'", "ABORT"}, {"entry", "NEW.kind = 'open'", "ROLLBACK"},
        {"person", "NEW.name = 'Y'", "FAIL"},    {"whereabouts", NULL, "ABORT"},
    };
    static const char trapped[] = "dendro 1\ngame foret\nseat 1 X\nseat 2 Y\nseat 3 Z\nplace Here\n";
    struct error error = {.message = NULL};
    struct receipt receipt;
    uint64_t size = 0;
    struct merkle_hash before;
    struct merkle_hash after;
    MUST(service_root(club->service, &size, &before, &error));
    for (size_t i = 0; i < sizeof(traps) / sizeof(traps[0]); i++) {
        char handle[PERSON_HANDLE];
        trap_set(club->world.path, traps[i].table, traps[i].when, traps[i].how);
        MUST(service_begin(club->service, &error));
        MUST(world_moves(club->service, club->game, 1, "2: bee 0,0", &receipt, &error));
        enum err err = world_game(&club->world, club->service, trapped, &receipt, &error);
        if (err == ERR_OK) { /* deferred, as a server may: whatever comes next says so, at the latest the end */
            assert_true(test_on_server());
            err = service_commit(club->service, &error);
            assert_int_not_equal(err, ERR_OK);
        } else {
            assert_int_equal(receipt.seq, 0);
            MUST_FAIL(world_moves(club->service, club->game, 2, "3: bee 0,0", &receipt, &error), ERR_IO,
                      "service.rolled-back");
            MUST_FAIL(service_person_add(club->service, SPAN_LITERAL("Ann"), handle, &error), ERR_IO,
                      "service.rolled-back");
            MUST_FAIL(service_commit(club->service, &error), ERR_IO, "service.rolled-back");
        }
        /* Without a group, the request fails alone. */
        assert_int_not_equal(world_game(&club->world, club->service, trapped, &receipt, &error), ERR_OK);
        assert_int_equal(receipt.seq, 0);
        trap_drop(club->world.path, traps[i].table);
        MUST(service_root(club->service, &size, &after, &error));
        assert_true(merkle_equal(&before, &after));
        assert_int_equal(size, 2);
        assert_int_equal(seen(club), 2);
        assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM person"), 3);
    }
    MUST(world_moves(club->service, club->game, 1, "2: fox 0,0\n3: fox 0,0", &receipt, &error));
    assert_int_equal(receipt.ply, 3);
    MUST(world_game(&club->world, club->service, trapped, &receipt, &error));
}

/* Opens a game of three; who sits at its first seat. */
static int64_t first_seat(struct club *club, const char *name)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    char text[128];
    char sql[128];
    (void)snprintf(text, sizeof(text), "dendro 1\ngame foret\nseat 1 %s\nseat 2 Un\nseat 3 Deux\n", name);
    MUST(world_game(&club->world, club->service, text, &receipt, &error));
    MUST(service_commit(club->service, &error));
    (void)snprintf(sql, sizeof(sql), "SELECT person FROM d_seat WHERE seat = 0 AND game = %lld",
                   (long long)receipt.game);
    int64_t person = scene_sql_int(club->world.path, sql);
    MUST(service_begin(club->service, &error));
    return person;
}

static void handle_of(struct club *club, const char *name, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    MUST(service_person_find(club->service, span_from(name), handle, &error));
}

/* Whom a name means is asked again after a change in the same group, whoever it meant a moment ago. */
static void test_names_change(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char one[PERSON_HANDLE];
    char other[PERSON_HANDLE];
    static const char mia[] = "dendro 1\ngame foret\nseat 1 Mia\nseat 2 Un\nseat 3 Deux\n";
    static const char ana[] = "dendro 1\ngame foret\nseat 1 Ana\nseat 2 Un\nseat 3 Deux\n";
    MUST(service_begin(club->service, &error));
    int64_t first = first_seat(club, "Mia");
    int64_t second = first_seat(club, "Ana");
    handle_of(club, "Mia", one);
    handle_of(club, "Ana", other);
    MUST(world_game(&club->world, club->service, mia, &receipt, &error)); /* looked up in this group */
    MUST(service_person_rename(club->service, span_from(one), SPAN_LITERAL("Zita"), &error));
    int64_t third = first_seat(club, "Mia");
    assert_int_not_equal(third, first);
    assert_int_not_equal(third, second);
    MUST(world_game(&club->world, club->service, ana, &receipt, &error));
    MUST(service_person_merge(club->service, AUTHOR_CLI, span_from(other), span_from(one), &error));
    assert_int_equal(first_seat(club, "Ana"), first);
    assert_int_equal(first_seat(club, "Zita"), first);
    MUST(service_commit(club->service, &error));
}

/* A group that is never committed is nothing, however it ends. */
static void test_close(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    MUST(service_begin(club->service, &error));
    MUST(world_moves(club->service, club->game, 1, "2: bee 0,0", &receipt, &error));
    service_close(club->service);
    club->service = world_open(&club->world, SERVICE_WRITE);
    assert_int_equal(size_of(club->service), 2);
    MUST(world_moves(club->service, club->game, 1, "2: fox 0,0", &receipt, &error));
}

/* Whoever does not want to wait for another writer is told so, and asks again later. */
static void test_now_or_not(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct service *other = world_open(&club->world, SERVICE_WRITE);
    MUST(service_begin(other, &error));
    MUST_FAIL(service_begin_now(club->service, &error), ERR_BUSY, "store.busy");
    MUST_FAIL(service_commit(club->service, &error), ERR_USAGE, "service.group");
    MUST(world_moves(other, club->game, 1, "2: bee 0,0", &receipt, &error));
    MUST(service_commit(other, &error));
    service_close(other);
    MUST(service_begin_now(club->service, &error));
    MUST(world_moves(club->service, club->game, 2, "3: bee 0,0", &receipt, &error));
    MUST(service_commit(club->service, &error));
    assert_int_equal(seen(club), 4);
}

int main(void)
{
#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_one_refused), CLUB_TEST(test_rollback),   CLUB_TEST(test_no_nesting),   CLUB_TEST(test_failure),
        CLUB_TEST(test_close),       CLUB_TEST(test_now_or_not), CLUB_TEST(test_names_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
