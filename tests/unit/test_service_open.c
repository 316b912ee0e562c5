/* Opening a club: made once, with keys made once; opened again, beside others, for reading; damaged. */
#include "support/cmocka.h"

#include "support/text.h"
#include "support/world.h"

#include <stdio.h>

static const char GAME[] = "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\n";

static void key_of(struct service *service, char out[256])
{
    struct error error = {.message = NULL};
    struct strbuf text;
    strbuf_wrap(&text, out, 256);
    MUST(service_key(service, &text, &error));
}

static int64_t size_of(struct service *service)
{
    struct error error = {.message = NULL};
    int64_t size = -1;
    MUST(service_log_size(service, &size, &error));
    return size;
}

static void test_made_once(void **state)
{
    (void)state;
    struct world world;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    char first[256];
    char again[256];
    world_begin(&world);
    assert_int_not_equal(service_open(&service, world.path, SERVICE_WRITE, &world.options, &error), ERR_OK);
    assert_null(service);
    assert_int_not_equal(service_open(&service, world.path, SERVICE_READ, &world.options, &error), ERR_OK);
    service = world_open(&world, SERVICE_CREATE);
    assert_int_equal(size_of(service), 0);
    key_of(service, first);
    service_close(service);
    static const enum service_mode modes[] = {SERVICE_CREATE, SERVICE_WRITE, SERVICE_READ};
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        service = world_open(&world, modes[i]);
        key_of(service, again);
        assert_string_equal(first, again);
        service_close(service);
    }
    world_end(&world);
}

/* Two clubs made by the same program do not share a key, nor recognise each other's imports by it. */
static void test_keys_differ(void **state)
{
    (void)state;
    struct world one;
    struct world two;
    char keys[2][256];
    world_begin(&one);
    world_begin(&two);
    prng_seed(&two.prng, 7);
    struct service *services[] = {world_open(&one, SERVICE_CREATE), world_open(&two, SERVICE_CREATE)};
    key_of(services[0], keys[0]);
    key_of(services[1], keys[1]);
    assert_string_not_equal(keys[0], keys[1]);
    service_close(services[0]);
    service_close(services[1]);
    assert_int_equal(scene_sql_int(one.path, "SELECT count(DISTINCT value) FROM setting WHERE name LIKE '%-key'"), 2);
    world_end(&one);
    world_end(&two);
}

static void test_reader_only_reads(void **state)
{
    (void)state;
    struct world world;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char handle[PERSON_HANDLE];
    world_begin(&world);
    struct service *writer = world_open(&world, SERVICE_CREATE);
    MUST(world_game(&world, writer, GAME, &receipt, &error));
    struct service *reader = world_open(&world, SERVICE_READ);
    int64_t game = receipt.game;
    MUST_FAIL(world_game(&world, reader, GAME, &receipt, &error), ERR_DENIED, "service.read-only");
    MUST_FAIL(world_moves(reader, game, 0, "1: bee 0,0", &receipt, &error), ERR_DENIED, "service.read-only");
    MUST_FAIL(world_correct(&world, reader, game, GAME, "why", &receipt, &error), ERR_DENIED, "service.read-only");
    MUST_FAIL(service_person_add(reader, SPAN_LITERAL("Ann"), handle, &error), ERR_DENIED, "service.read-only");
    MUST_FAIL(service_begin(reader, &error), ERR_DENIED, "service.read-only");
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    MUST_FAIL(service_checkpoint(reader, &text, &error), ERR_DENIED, "service.read-only");
    assert_int_equal(text.len, 0);
    struct rebuild_options options = {.force = false};
    struct rebuild_summary summary;
    MUST_FAIL(service_rebuild(reader, &options, &summary, &error), ERR_DENIED, "service.read-only");
    world_record(reader, game, false, &text);
    assert_non_null(strstr(strbuf_text(&text), "seat 1 Zoé\n"));
    assert_int_equal(size_of(reader), 1);
    strbuf_release(&text);
    service_close(reader);
    service_close(writer);
    world_end(&world);
}

/* An import beside the daemon: each sees what the other has written, and the tree goes on from there. */
static void test_two_writers(void **state)
{
    (void)state;
    struct world world;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    world_begin(&world);
    struct service *one = world_open(&world, SERVICE_CREATE);
    struct service *two = world_open(&world, SERVICE_WRITE);
    MUST(world_game(&world, one, GAME, &receipt, &error));
    int64_t game = receipt.game;
    MUST(world_moves(one, game, 0, "1: bee 0,0", &receipt, &error));
    MUST(world_moves(two, game, 1, "2: bee 0,0", &receipt, &error));
    MUST_FAIL(world_moves(one, game, 1, "3: fox 0,0", &receipt, &error), ERR_CONFLICT, "game.ply");
    assert_int_equal(receipt.ply, 2);
    MUST(world_moves(one, game, 2, "3: fox 0,0", &receipt, &error));
    MUST(service_back(two, AUTHOR_CLI, game, 3, 2, &receipt, &error));
    MUST(world_moves(one, game, 1, "2: wolf 0,0", &receipt, &error));
    MUST(service_checkpoint(two, &text, &error));
    MUST(service_begin(one, &error));
    MUST_FAIL(world_game(&world, two, GAME, &receipt, &error), ERR_BUSY, NULL);
    MUST(service_commit(one, &error));
    world_must_be_sound(&world, two, "after two writers");
    service_close(one);
    service_close(two);
    strbuf_release(&text);
    world_end(&world);
}

/* A log that has entries and lost a key is told so; it does not quietly get another one. */
static void test_lost_keys(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "DELETE FROM setting WHERE name = 'signing-key'",
        "DELETE FROM setting WHERE name = 'seen-key'",
        "UPDATE setting SET value = x'00' WHERE name = 'seen-key'",
        "UPDATE setting SET value = zeroblob(33) WHERE name = 'signing-key'",
    };
    for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
        struct world world;
        struct error error = {.message = NULL};
        struct receipt receipt;
        struct service *service = NULL;
        world_begin(&world);
        service = world_open(&world, SERVICE_CREATE);
        MUST(world_game(&world, service, GAME, &receipt, &error));
        service_close(service);
        int64_t before = scene_sql_int(world.path, "SELECT count(*) FROM setting");
        assert_int_equal(scene_sql(world.path, damages[i]), SQLITE_OK);
        int64_t after = scene_sql_int(world.path, "SELECT count(*) FROM setting");
        MUST_FAIL(service_open(&service, world.path, SERVICE_CREATE, &world.options, &error), ERR_CORRUPT, "log.key");
        assert_int_equal(scene_sql_int(world.path, "SELECT count(*) FROM setting"), after);
        assert_in_range(after, before - 1, before);
        service = world_open(&world, SERVICE_READ); /* reading goes on */
        assert_int_equal(size_of(service), 1);
        service_close(service);
        world_end(&world);
    }
}

/* The program died between making the file and making the keys: the next start makes them. */
static void test_keys_of_an_empty_log(void **state)
{
    (void)state;
    struct world world;
    char before[256];
    char after[256];
    world_begin(&world);
    struct service *service = world_open(&world, SERVICE_CREATE);
    key_of(service, before);
    service_close(service);
    assert_int_equal(scene_sql(world.path, "DELETE FROM setting WHERE name = 'seen-key'"), SQLITE_OK);
    service = world_open(&world, SERVICE_WRITE);
    key_of(service, after);
    assert_string_equal(before, after); /* the one that was there stays */
    service_close(service);
    assert_int_equal(scene_sql_int(world.path, "SELECT length(value) FROM setting WHERE name = 'seen-key'"), 32);
    /* Also who mends what is damaged finds nothing to mend, and makes both. */
    assert_int_equal(scene_sql(world.path, "DELETE FROM setting WHERE name LIKE '%-key'"), SQLITE_OK);
    world.options.mend = true;
    service = world_open(&world, SERVICE_WRITE);
    key_of(service, after);
    service_close(service);
    assert_int_equal(scene_sql_int(world.path, "SELECT count(*) FROM setting WHERE name LIKE '%-key'"), 2);
    world_end(&world);
}

static void test_not_a_database(void **state)
{
    (void)state;
    test_needs_file();
    struct world world;
    struct error error = {.message = NULL};
    struct service *service = NULL;
    world_begin(&world);
    FILE *file = fopen(world.path, "w");
    assert_non_null(file);
    for (int i = 0; i < 5000; i++) {
        (void)fputs("this is not a database\n", file);
    }
    (void)fclose(file);
    static const enum service_mode modes[] = {SERVICE_CREATE, SERVICE_WRITE, SERVICE_READ};
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        MUST_FAIL(service_open(&service, world.path, modes[i], &world.options, &error), ERR_CORRUPT, NULL);
        assert_null(service);
    }
    world_end(&world);
}

/* A club's name of any kind makes an origin that can be signed. */
static void test_origin(void **state)
{
    (void)state;
    static const struct {
        const char *club;
        const char *origin;
    } cases[] = {
        {"Ludothèque", "dendro/Ludothèque+"},
        {"Chez nous + amis", "dendro/Chez-nous---amis+"},
        {"a\u00a0b\u2003c", "dendro/a-b-c+"},
        {"", "dendro/club+"},
        {"ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé",
         "dendro/éééééééééééééééééééééééééééééééééééééééééééé+"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct world world;
        struct error error = {.message = NULL};
        char key[256];
        struct strbuf sql;
        struct strbuf text;
        world_begin(&world);
        struct service *service = world_open(&world, SERVICE_CREATE);
        strbuf_init(&sql, &allocator_heap, 1 << 12);
        strbuf_init(&text, &allocator_heap, 1 << 12);
        text_format(&sql,
                    "INSERT INTO setting VALUES ('club', CAST('%s' AS BLOB))"
                    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    cases[i].club);
        assert_int_equal(scene_sql(world.path, strbuf_text(&sql)), SQLITE_OK);
        key_of(service, key);
        assert_memory_equal(key, cases[i].origin, strlen(cases[i].origin));
        MUST(service_checkpoint(service, &text, &error));
        struct span origin;
        uint8_t public[CHECKPOINT_PUBLIC];
        struct checkpoint checkpoint;
        MUST(checkpoint_parse_key(span_from(key), &origin, public, &error));
        MUST(checkpoint_parse(strbuf_span(&text), public, &checkpoint, &error));
        assert_true(span_equal(origin, checkpoint.origin));
        service_close(service);
        strbuf_release(&sql);
        strbuf_release(&text);
        world_end(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_once),         cmocka_unit_test(test_keys_differ),
        cmocka_unit_test(test_reader_only_reads), cmocka_unit_test(test_two_writers),
        cmocka_unit_test(test_lost_keys),         cmocka_unit_test(test_keys_of_an_empty_log),
        cmocka_unit_test(test_not_a_database),    cmocka_unit_test(test_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
