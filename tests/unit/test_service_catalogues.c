/*
 * Catalogues in the database: stored once and byte for byte, never half, never
 * changed, and found by whatever replays a game that is pinned to one, in this
 * run or in the next, whatever the program itself ships then.
 */
#include "support/cmocka.h"

#include "record/simulate.h"
#include "rules/registry.h"
#include "service/catalogues.h"
#include "service/reading.h"
#include "service/upkeep.h"
#include "support/own_catalogue.h"
#include "support/shipped.h"
#include "support/tamper.h"
#include "support/text.h"
#include "support/world.h"
#include "wire/values.h"

#include <stdio.h>

struct club {
    struct world world;
    struct catalogues catalogues;
    struct strbuf json;   /* of `mine` */
    struct strbuf record; /* pinned to it, without moves */
    struct error error;
};

static void forget(struct club *club)
{
    catalogues_release(&club->catalogues);
    shipped_init(&club->catalogues, &club->world.memory.allocator);
}

static int set_up(void **state)
{
    static struct club club;
    club = (struct club){.error = {.message = NULL}};
    world_begin(&club.world);
    shipped_init(&club.catalogues, &club.world.memory.allocator);
    club.world.options.catalogues = &club.catalogues;
    strbuf_init(&club.json, &allocator_heap, 1 << 20);
    strbuf_init(&club.record, &allocator_heap, 1 << 20);
    own_catalogue("mine", &club.json);
    own_catalogue_record("mine", strbuf_span(&club.json), &club.record);
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct club *club = *state;
    catalogues_release(&club->catalogues);
    strbuf_release(&club->json);
    strbuf_release(&club->record);
    world_end(&club->world);
    return 0;
}

static enum err add(struct club *club, struct service *service, bool *added)
{
    const struct catalogue *catalogue = NULL;
    enum err err = service_catalogue_add(service, strbuf_span(&club->json), &catalogue, added, &club->error);
    if (err == ERR_OK) {
        assert_true(span_is(catalogue->name, "mine"));
        assert_string_equal(catalogue->game->name.id, "ecos");
    }
    return err;
}

static enum err note(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    (void)error;
    if (!span_is(catalogue->game, "ecos")) {
        return ERR_OK;
    }
    text_format(context, "%.*s%s%s %zu\n", (int)catalogue->name.len, catalogue->name.ptr,
                catalogue->shipped ? " shipped" : "", catalogue->added ? " stored" : "", catalogue->json.len);
    return ERR_OK;
}

static void expect_list(struct service *service, const char *wanted)
{
    struct error error = {.message = NULL};
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 12);
    MUST(service_catalogues(service, note, &said, &error));
    assert_string_equal(strbuf_text(&said), wanted);
    strbuf_release(&said);
}

/* A whole simulated game with the catalogue `mine`. */
static void simulate(struct club *club, struct strbuf *out)
{
    struct error error = {.message = NULL};
    const struct catalogue *mine = NULL;
    struct catalogues all;
    char option[128];
    struct strbuf text;
    shipped_init(&all, &allocator_heap);
    MUST(catalogues_add(&all, strbuf_span(&club->json), &mine, &error));
    strbuf_wrap(&text, option, sizeof(option));
    catalogue_option(mine, &text);
    const struct game *game = registry_newest(SPAN_LITERAL("ecos"));
    struct simulation simulation = {
        .setup = {.game = game, .seats = 2, .block = mine->block, .block_size = game->catalogue->block_size},
        .player = SIMULATE_RANDOM,
        .seed = 7,
        .catalogue = strbuf_span(&text),
    };
    MUST(simulate_record(&simulation, &club->world.full, &club->world.told, out, &error));
    catalogues_release(&all);
}

/* ---- storing ---- */

static void one_is_stored_once_and_byte_for_byte(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct service *service = world_open(&club->world, SERVICE_CREATE);
    const struct catalogue *catalogue = NULL;
    struct strbuf stored;
    bool added = false;
    expect_list(service, "house shipped 0\nprinted shipped 0\n");
    assert_int_equal(add(club, service, &added), ERR_OK);
    assert_true(added);
    assert_int_equal(add(club, service, &added), ERR_OK);
    assert_false(added);
    /* A shipped one is there without being stored. */
    for (size_t i = 0; i < catalogues_shipped.count; i++) {
        struct span json = span_of(catalogues_shipped.document[i].bytes, catalogues_shipped.document[i].size);
        MUST(service_catalogue_add(service, json, &catalogue, &added, &error));
        assert_false(added);
    }
    expect_list(service, "house shipped 0\nprinted shipped 0\nmine stored 0\n");
    service_close(service);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM catalogue"), 1);
    strbuf_init(&stored, &allocator_heap, 1 << 20);
    scene_sql_text(club->world.path, "SELECT json FROM catalogue", &stored);
    strbuf_truncate(&stored, stored.len - 1); /* the row's line feed */
    assert_string_equal(strbuf_text(&stored), strbuf_text(&club->json));
    strbuf_release(&stored);
}

static void what_is_none_leaves_no_trace(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct service *service = world_open(&club->world, SERVICE_CREATE);
    const struct catalogue *catalogue = NULL;
    bool added = false;
    char *place = strstr(club->json.text, "\"desert\"");
    assert_non_null(place);
    memcpy(place, "\"dessert", 8); /* the quote is gone: not even JSON */
    MUST_FAIL(service_catalogue_add(service, strbuf_span(&club->json), &catalogue, &added, &error), ERR_SYNTAX, NULL);
    MUST_FAIL(service_catalogue_add(service, SPAN_LITERAL("{\"catalogue\": \"ecos\"}"), &catalogue, &added, &error),
              ERR_SYNTAX, "catalogue.missing");
    assert_string_equal(error.arg[0], "catalogue.name");
    assert_false(added);
    expect_list(service, "house shipped 0\nprinted shipped 0\n");
    service_close(service);
    service = world_open(&club->world, SERVICE_READ);
    strbuf_clear(&club->json);
    own_catalogue("mine", &club->json);
    assert_int_equal(add(club, service, &added), ERR_DENIED);
    service_close(service);
}

static void there_is_an_end_to_them(void **state)
{
    struct club *club = *state;
    struct service *service = world_open(&club->world, SERVICE_CREATE);
    bool added = false;
    assert_int_equal(
        scene_sql(
            club->world.path,
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)"
            " INSERT INTO catalogue SELECT CAST('0000000000000000000000000000' || (1000 + i) AS BLOB), 'ecos', 'x', '{}', 1 FROM n"),
        SQLITE_OK);
    assert_int_equal(add(club, service, &added), ERR_OK);
    assert_true(added);
    strbuf_clear(&club->json);
    own_catalogue("other", &club->json);
    assert_int_equal(add(club, service, &added), ERR_CONFLICT);
    assert_string_equal(club->error.message->id, "catalogue.many");
    assert_false(added);
    strbuf_clear(&club->json);
    own_catalogue("mine", &club->json);
    assert_int_equal(add(club, service, &added), ERR_OK); /* it is there */
    service_close(service);
}

/* ---- games ---- */

static void a_game_lives_with_a_stored_one(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct world *world = &club->world;
    struct service *service = world_open(world, SERVICE_CREATE);
    struct receipt receipt;
    struct strbuf whole;
    struct strbuf again;
    bool added = false;
    strbuf_init(&whole, &allocator_heap, 1 << 20);
    strbuf_init(&again, &allocator_heap, 1 << 20);
    simulate(club, &whole);

    MUST_FAIL(world_game(world, service, strbuf_text(&club->record), &receipt, &error), ERR_NOT_FOUND,
              "record.catalogue-unknown");
    char hex[65];
    own_catalogue_hash(strbuf_span(&club->json), hex);
    assert_string_equal(error.arg[0], "mine");
    assert_string_equal(error.arg[1] + strlen("sha256:"), hex);
    assert_int_equal(error.line, 6);

    assert_int_equal(add(club, service, &added), ERR_OK);
    own_catalogue_record("yours", strbuf_span(&club->json), &again); /* its hash, not its name */
    MUST_FAIL(world_game(world, service, strbuf_text(&again), &receipt, &error), ERR_NOT_FOUND,
              "record.catalogue-unknown");
    strbuf_clear(&again);
    MUST(world_game(world, service, strbuf_text(&club->record), &receipt, &error));
    MUST(world_moves(service, receipt.game, 0, "*: deck 1 draft", &receipt, &error));
    MUST(world_take(world, service, strbuf_text(&whole), &receipt, &error));
    int64_t finished = receipt.game;
    world_must_be_sound(world, service, "with a stored catalogue");
    service_close(service);

    /* The next run has read nothing yet: everybody finds it in the database. */
    forget(club);
    service = world_open(world, SERVICE_WRITE);
    MUST(world_moves(service, 1, 1, "*: deck 2 draft", &receipt, &error));
    world_record(service, finished, false, &again);
    assert_string_equal(strbuf_text(&again), strbuf_text(&whole));
    MUST(world_take(world, service, strbuf_text(&again), &receipt, &error));
    assert_true(receipt.duplicate);
    world_must_be_sound(world, service, "in the next run");
    service_close(service);
    strbuf_clear(&again);
    assert_int_equal(world_audit(world, 2, false, &again).findings, 0);
    strbuf_release(&whole);
    strbuf_release(&again);
}

/* A group that is rolled back takes its catalogue with it, though the registry has read it: no game may refer to it. */
static void a_catalogue_that_was_rolled_back_is_not_there(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct service *service = world_open(&club->world, SERVICE_CREATE);
    struct receipt receipt;
    bool added = false;
    MUST(service_begin(service, &error));
    assert_int_equal(add(club, service, &added), ERR_OK);
    assert_true(added);
    MUST(world_game(&club->world, service, strbuf_text(&club->record), &receipt, &error));
    service_rollback(service);
    MUST_FAIL(world_game(&club->world, service, strbuf_text(&club->record), &receipt, &error), ERR_NOT_FOUND,
              "record.catalogue-unknown");
    expect_list(service, "house shipped 0\nprinted shipped 0\n");
    service_close(service);
}

/* ---- the shipped ones ---- */

/* The next version of the program ships other catalogues: yesterday's games still mean what they meant. */
static void a_game_keeps_the_shipped_one_it_was_played_with(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct world *world = &club->world;
    struct service *service = world_open(world, SERVICE_CREATE);
    struct receipt receipt;
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, 1 << 16);
    const struct catalogue_document *house = shipped_document("ecos", "house");
    own_catalogue_record("house", span_of(house->bytes, house->size), &record);
    MUST(world_game(world, service, strbuf_text(&record), &receipt, &error));
    MUST(world_game(world, service, strbuf_text(&record), &receipt, &error));
    expect_list(service, "house shipped stored 0\nprinted shipped 0\n");
    service_close(service);

    static const struct catalogue_documents nothing = {NULL, 0};
    catalogues_release(&club->catalogues);
    catalogues_init(&club->catalogues, &world->memory.allocator, &wire_values, &nothing);
    service = world_open(world, SERVICE_WRITE);
    MUST(world_moves(service, receipt.game, 0, "*: deck 1 draft", &receipt, &error));
    expect_list(service, "house stored 0\n");
    world_must_be_sound(world, service, "with the next program");
    service_close(service);
    strbuf_release(&record);
}

/* A name means the latest edition, wherever it stands among the shipped ones, and what is added later after that. */
static void a_name_means_the_latest_edition(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    const struct game *game = registry_newest(SPAN_LITERAL("ecos"));
    const struct catalogue_document *old = shipped_document("ecos", "house-1");
    const struct catalogue_document *new = shipped_document("ecos", "house");
    const struct catalogue_document orders[][2] = {{*old, *new}, {*new, *old}};
    for (size_t i = 0; i < 2; i++) {
        struct catalogues all;
        struct catalogue_documents shipped = {orders[i], 2};
        const struct catalogue *mine = NULL;
        catalogues_init(&all, &club->world.memory.allocator, &wire_values, &shipped);
        MUST(catalogues_load(&all, &error));
        const struct catalogue *house = catalogues_named(&all, game, SPAN_LITERAL("house"));
        assert_int_equal(game->catalogue->edition(house->block), 2);
        assert_false(house->older);
        strbuf_clear(&club->json);
        own_catalogue("house", &club->json);
        MUST(catalogues_add(&all, strbuf_span(&club->json), &mine, &error));
        assert_ptr_equal(catalogues_named(&all, game, SPAN_LITERAL("house")), mine);
        catalogues_release(&all);
    }
}

static void an_older_edition_is_found_by_its_hash_and_listed_where_it_is_stored(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct world *world = &club->world;
    struct service *service = world_open(world, SERVICE_CREATE);
    struct receipt receipt;
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, 1 << 16);
    const struct catalogue_document *old = shipped_document("ecos", "house-1");
    own_catalogue_record("house", span_of(old->bytes, old->size), &record);
    expect_list(service, "house shipped 0\nprinted shipped 0\n");
    MUST(world_game(world, service, strbuf_text(&record), &receipt, &error));
    expect_list(service, "house shipped 0\nprinted shipped 0\nhouse shipped stored 0\n");
    world_must_be_sound(world, service, "with the first edition");
    service_close(service);
    strbuf_release(&record);
}

/* ---- tampering ---- */

static void a_changed_catalogue_is_found_and_located(void **state)
{
    struct club *club = *state;
    struct world *world = &club->world;
    char hex[65];
    char wanted[2][200];
    own_catalogue_hash(strbuf_span(&club->json), hex);
    (void)snprintf(wanted[0], sizeof(wanted[0]), "catalogue sha256:%s [catalogue.hash]", hex);
    (void)snprintf(wanted[1], sizeof(wanted[1]), "catalogue sha256:%s name: yours -> mine", hex);
    const struct {
        const char *sql;
        const char *finding;
        int64_t findings;
        const char *read; /* what a game that is pinned to it meets; NULL: nothing */
    } cases[] = {
        {"UPDATE catalogue SET json = replace(json, 'water', 'watre')", wanted[0], 2, "catalogue.hash"},
        {"UPDATE catalogue SET json = json || ' '", wanted[0], 2, "catalogue.hash"},
        {"UPDATE catalogue SET name = 'yours'", wanted[1], 1, NULL},
        {"DELETE FROM catalogue", "[record.catalogue-unknown]", 1, "record.catalogue-unknown"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error error = {.message = NULL};
        struct receipt receipt;
        struct strbuf said;
        bool added = false;
        struct service *service = world_open(world, SERVICE_CREATE);
        assert_int_equal(add(club, service, &added), ERR_OK);
        MUST(world_game(world, service, strbuf_text(&club->record), &receipt, &error));
        service_close(service);
        tamper(club->world.path, cases[i].sql);
        forget(club);
        strbuf_init(&said, &allocator_heap, 1 << 16);
        struct audit_summary summary = world_audit(world, 1, false, &said);
        if (summary.findings != cases[i].findings || !strstr(strbuf_text(&said), cases[i].finding)) {
            fail_msg("%s: %s", cases[i].sql, strbuf_text(&said));
        }
        service = world_open(world, SERVICE_WRITE);
        enum err err = world_moves(service, receipt.game, 0, "*: deck 1 draft", &receipt, &error);
        if (cases[i].read) {
            assert_int_not_equal(err, ERR_OK);
            assert_string_equal(error.message->id, cases[i].read);
        } else {
            MUST(err);
        }
        service_close(service);
        strbuf_release(&said);
        remove_club(world->path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_is_stored_once_and_byte_for_byte, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_none_leaves_no_trace, set_up, tear_down),
        cmocka_unit_test_setup_teardown(there_is_an_end_to_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_game_lives_with_a_stored_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_catalogue_that_was_rolled_back_is_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_game_keeps_the_shipped_one_it_was_played_with, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_means_the_latest_edition, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_older_edition_is_found_by_its_hash_and_listed_where_it_is_stored, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_changed_catalogue_is_found_and_located, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("catalogues", tests, NULL, NULL);
}
