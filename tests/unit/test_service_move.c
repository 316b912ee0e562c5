/* A club moved from file to file: what arrives, who takes changes at every moment, what is refused. */
#include "support/cmocka.h"

#include "support/moving.h"

#include <stdio.h>
#include <unistd.h>

struct places {
    struct world world;
    struct moving moving;
    char to[TEST_ADDRESS];
    char third[TEST_ADDRESS];
};

static void places_begin(struct places *places)
{
    test_needs_file();
    world_begin(&places->world);
    moving_begin(&places->moving, &places->world);
    (void)snprintf(places->to, sizeof(places->to), "%s/to.db", places->world.folder);
    (void)snprintf(places->third, sizeof(places->third), "%s/third.db", places->world.folder);
}

static void places_end(struct places *places)
{
    moving_end(&places->moving);
    world_end(&places->world);
}

static enum err move(struct places *places, const char *from, const char *to, struct move_summary *summary,
                     struct error *error)
{
    return service_move(from, to, &places->world.options, NULL, NULL, summary, error);
}

static void everything_arrives(void **unused)
{
    (void)unused;
    struct places places;
    struct error error = {.message = NULL};
    struct move_summary summary;
    char text[512];
    places_begin(&places);
    const char *from = places.world.path;
    MUST(move(&places, from, places.to, &summary, &error));
    assert_false(summary.ended);
    assert_int_equal(summary.entries, scene_sql_int(from, "SELECT count(*) FROM entry"));
    moving_same(from, places.to);
    moving_sound(&places.moving, &places.world, places.to);
    MUST(moving_writes(&places.world, places.to, &error));
    MUST_FAIL(moving_writes(&places.world, from, &error), ERR_CONFLICT, "club.moved");
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_non_null(strstr(text, "to.db"));
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_non_null(strstr(text, "déplacée"));
    struct service *reader = world_open(&places.world, SERVICE_READ); /* reading goes on */
    service_close(reader);
    /* And back, to where nothing is. */
    MUST(move(&places, places.to, places.third, &summary, &error));
    moving_same(from, places.third);
    places_end(&places);
}

static void who_has_it_open_notices(void **unused)
{
    (void)unused;
    struct places places;
    struct error error = {.message = NULL};
    struct move_summary summary;
    char handle[PERSON_HANDLE];
    struct rebuild_options rebuild = {.force = true};
    struct rebuild_summary rebuilt;
    places_begin(&places);
    struct service *daemon = world_open(&places.world, SERVICE_WRITE);
    MUST(service_person_add(daemon, SPAN_LITERAL("Before"), handle, &error));
    MUST(service_begin(daemon, &error)); /* while somebody writes, nobody moves */
    MUST_FAIL(move(&places, places.world.path, places.to, &summary, &error), ERR_BUSY, NULL);
    MUST(service_commit(daemon, &error));
    MUST(move(&places, places.world.path, places.to, &summary, &error));
    MUST_FAIL(service_person_add(daemon, SPAN_LITERAL("After"), handle, &error), ERR_CONFLICT, "club.moved");
    MUST_FAIL(service_begin_now(daemon, &error), ERR_CONFLICT, "club.moved");
    assert_int_equal(scene_sql(places.world.path, "DELETE FROM d_game"), SQLITE_OK);
    MUST_FAIL(service_rebuild(daemon, &rebuild, &rebuilt, &error), ERR_CONFLICT, "club.moved");
    service_close(daemon);
    assert_int_equal(scene_sql_int(places.to, "SELECT count(*) FROM person WHERE name = 'Before'"), 1);
    places_end(&places);
}

static void refused_where_a_club_is(void **unused)
{
    (void)unused;
    struct places places;
    struct error error = {.message = NULL};
    struct move_summary summary;
    struct service *other = NULL;
    places_begin(&places);
    const char *from = places.world.path;
    MUST(service_open(&other, places.third, SERVICE_CREATE, &places.world.options, &error)); /* no row, but keys */
    service_close(other);
    MUST_FAIL(move(&places, from, places.third, &summary, &error), ERR_CONFLICT, "move.target");
    MUST_FAIL(move(&places, from, from, &summary, &error), ERR_CONFLICT, "move.target");
    MUST_FAIL(move(&places, places.to, places.third, &summary, &error), ERR_NOT_FOUND, "store.absent");
    assert_int_equal(access(places.to, F_OK), -1);
    MUST(moving_writes(&places.world, from, &error)); /* nothing has happened to it */
    MUST(move(&places, from, places.to, &summary, &error));
    MUST_FAIL(move(&places, from, places.to, &summary, &error), ERR_CONFLICT, "club.moved");
    MUST_FAIL(move(&places, from, "elsewhere.db", &summary, &error), ERR_CONFLICT, "club.moved");
    assert_int_equal(access("elsewhere.db", F_OK), -1);
    places_end(&places);
}

static void reopened_on_purpose(void **unused)
{
    (void)unused;
    struct places places;
    struct error error = {.message = NULL};
    struct move_summary summary;
    places_begin(&places);
    const char *from = places.world.path;
    MUST_FAIL(service_move_reopen(from, &places.world.options, &error), ERR_CONFLICT, "move.unmoved");
    MUST(move(&places, from, places.to, &summary, &error));
    MUST(service_move_reopen(from, &places.world.options, &error));
    MUST(moving_writes(&places.world, from, &error));
    moving_same(from, places.to);
    assert_int_equal(scene_sql_int(from, "SELECT count(*) FROM setting WHERE name GLOB 'mov*'"), 0);
    places_end(&places);
}

/* What a run that was killed leaves at each step of move.h, and what the next one makes of it. */
static void interrupted(void **unused)
{
    (void)unused;
    struct places places;
    struct error error = {.message = NULL};
    struct move_summary summary;
    struct strbuf mark;
    places_begin(&places);
    const char *from = places.world.path;
    MUST(move(&places, from, places.to, &summary, &error));
    /* Killed before the target was opened: nobody takes changes, and the same move ends it. */
    strbuf_init(&mark, &allocator_heap, 1 << 12);
    scene_sql_text(from, "SELECT CAST(value AS TEXT) FROM setting WHERE name = 'moved-id'", &mark);
    assert_int_equal(mark.len, 33);
    char insert[1200];
    (void)snprintf(insert, sizeof(insert), "INSERT INTO setting VALUES ('moving', CAST('%.32s %s' AS BLOB))",
                   strbuf_text(&mark), from);
    assert_int_equal(scene_sql(places.to, insert), SQLITE_OK);
    MUST_FAIL(moving_writes(&places.world, from, &error), ERR_CONFLICT, "club.moved");
    MUST_FAIL(moving_writes(&places.world, places.to, &error), ERR_CONFLICT, "club.moving");
    MUST_FAIL(move(&places, places.to, places.third, &summary, &error), ERR_CONFLICT, "club.moving");
    MUST(move(&places, from, places.to, &summary, &error));
    assert_true(summary.ended);
    MUST(moving_writes(&places.world, places.to, &error));
    /* Killed before the source was marked: it goes on, and the next move begins anew with what it has then. */
    assert_int_equal(scene_sql(places.to, insert), SQLITE_OK);
    MUST(service_move_reopen(from, &places.world.options, &error));
    assert_int_equal(scene_sql(from, "INSERT INTO place (id, name) VALUES (99, 'later')"), SQLITE_OK);
    MUST_FAIL(moving_writes(&places.world, places.to, &error), ERR_CONFLICT, "club.moving");
    MUST(move(&places, from, places.to, &summary, &error));
    assert_false(summary.ended);
    moving_same(from, places.to);
    assert_int_equal(scene_sql_int(places.to, "SELECT count(*) FROM place WHERE name = 'later'"), 1);
    /* The target of somebody else's move stays. */
    assert_int_equal(
        scene_sql(places.to, "INSERT INTO setting VALUES ('moving', CAST(printf('%032d', 1) || ' /x' AS BLOB))"),
        SQLITE_OK);
    MUST(service_move_reopen(from, &places.world.options, &error));
    MUST_FAIL(move(&places, from, places.to, &summary, &error), ERR_CONFLICT, "club.moving");
    strbuf_release(&mark);
    places_end(&places);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_arrives),
        cmocka_unit_test(who_has_it_open_notices),
        cmocka_unit_test(refused_where_a_club_is),
        cmocka_unit_test(reopened_on_purpose),
        cmocka_unit_test(interrupted),
    };
    return cmocka_run_group_tests_name("service move", tests, NULL, NULL);
}
