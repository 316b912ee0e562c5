/*
 * Two games with catalogues. The second one, Shells, is a file of the tests
 * (support/shells.c): all rooms handle its catalogues, and none has a line about
 * it. The registry of games is this file's, so that both are found by name.
 */
#include "support/cmocka.h"

#include "cli/cli.h"
#include "record/simulate.h"
#include "record/verify.h"
#include "rules/ecos/ecos.h"
#include "rules/registry.h"
#include "service/catalogues.h"
#include "service/reading.h"
#include "support/own_catalogue.h"
#include "support/shells.h"
#include "support/shipped.h"
#include "support/text.h"
#include "support/world.h"
#include "wire/values.h"

#include <stdio.h>
#include <unistd.h>

/* ---- the registry of games ---- */

static const struct game *const GAMES[] = {&ecos_game, &shells_game};

const struct game *const *registry_all(size_t *count)
{
    *count = sizeof(GAMES) / sizeof(GAMES[0]);
    return GAMES;
}

const struct game *const *registry_current(size_t *count)
{
    return registry_all(count);
}

const struct game *registry_newest(struct span id)
{
    for (size_t i = 0; i < sizeof(GAMES) / sizeof(GAMES[0]); i++) {
        if (name_find(&GAMES[i]->name, 1, id) == 0) {
            return GAMES[i];
        }
    }
    return NULL;
}

const struct game *registry_find(struct span id, unsigned rules)
{
    const struct game *newest = registry_newest(id);
    return newest && newest->rules == rules ? newest : NULL;
}

/* ---- a club that has both ---- */

#define SHELL(id, fr, points) "{\"id\": \"" id "\", \"en\": \"" id "\", \"fr\": \"" fr "\", \"points\": " points "}"
#define SHELLS(name, list)                                   \
    "{\"catalogue\": \"shells\", \"name\": {\"id\": \"" name \
    "\", \"en\": \"Beach\", \"fr\": \"Plage\"}, \"shells\": [" list "]}"
#define THREE SHELL("whelk", "bulot", "3") ", " SHELL("cockle", "coque", "1") ", " SHELL("oyster", "huître", "5")

static const char HOUSE[] = SHELLS("house", THREE);
static const char BEACH[] = SHELLS("beach", THREE ", " SHELL("clam", "palourde", "2"));

/* A program that ships Ecos' two and Shells' one, all of them called `house` or `printed`. */
struct club {
    struct world world;
    struct catalogue_document document[8];
    struct catalogue_documents shipped;
    struct catalogues catalogues;
    struct strbuf text;
};

static int set_up(void **state)
{
    static struct club club;
    club = (struct club){.shipped = {NULL, 0}};
    for (size_t i = 0; i < catalogues_shipped.count; i++) {
        if (strcmp(catalogues_shipped.document[i].game, "ecos") == 0) {
            club.document[club.shipped.count++] = catalogues_shipped.document[i];
        }
    }
    club.document[club.shipped.count++] = (struct catalogue_document){"shells", "house", HOUSE, sizeof(HOUSE) - 1};
    club.shipped.document = club.document;
    world_begin(&club.world);
    catalogues_init(&club.catalogues, &club.world.memory.allocator, &wire_values, &club.shipped);
    club.world.options.catalogues = &club.catalogues;
    strbuf_init(&club.text, &allocator_heap, 1 << 20);
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct club *club = *state;
    strbuf_release(&club->text);
    catalogues_release(&club->catalogues);
    world_end(&club->world);
    return 0;
}

/* As in the next run of the program. */
static void forget(struct club *club)
{
    catalogues_release(&club->catalogues);
    catalogues_init(&club->catalogues, &club->world.memory.allocator, &wire_values, &club->shipped);
}

static void record_of(const char *name, const char *document, struct strbuf *out)
{
    char hex[65];
    own_catalogue_hash(span_from(document), hex);
    text_format(out, "dendro 1\ngame shells\nlevel full\nseat 1 Ada\nseat 2 Bo\noption catalogue %s sha256:%s\n", name,
                hex);
}

/* ---- reading ---- */

static void each_document_is_read_by_the_game_that_it_names(void **state)
{
    struct club *club = *state;
    struct catalogues *all = &club->catalogues;
    struct error error;
    const struct catalogue *beach = NULL;
    const struct catalogue *again = NULL;
    MUST(catalogues_load(all, &error));
    MUST(catalogues_add(all, span_from(BEACH), &beach, &error));
    MUST(catalogues_read(all, span_from(BEACH), &again, &error));
    assert_ptr_equal(beach, again);
    assert_ptr_equal(beach->game, &shells_game);
    assert_true(span_is(beach->name, "beach"));
    assert_int_equal(shells_game.catalogue->count(beach->block, 0), 4);
    assert_int_equal(shells_game.catalogue->count(beach->block, 1), 11);

    /* One name, two games: each has its own, and without a game it is the first one's. */
    const struct span house = SPAN_LITERAL("house");
    assert_ptr_equal(catalogues_named(all, &ecos_game, house)->game, &ecos_game);
    assert_ptr_equal(catalogues_named(all, &shells_game, house)->game, &shells_game);
    assert_ptr_equal(catalogues_named(all, NULL, house)->game, &ecos_game);
    assert_ptr_equal(catalogues_named(all, NULL, SPAN_LITERAL("beach")), beach);
    assert_null(catalogues_named(all, &ecos_game, SPAN_LITERAL("beach")));
    assert_null(catalogues_named(all, &shells_game, SPAN_LITERAL("printed")));
    MUST(catalogues_default(all, &shells_game, &again, &error));
    assert_ptr_equal(again->game, &shells_game);
}

static void what_is_wrong_with_one_is_said_with_its_path(void **state)
{
    struct club *club = *state;
    static const struct {
        const char *document, *id, *path;
    } wrong[] = {
        {"{\"catalogue\": \"shells\"", "catalogue.json", NULL},
        {"{\"catalogue\": \"shells\", \"catalogue\": \"shells\"}", "catalogue.json", NULL},
        {"[]", "catalogue.object", "catalogue"},
        {"{}", "catalogue.missing", "catalogue.catalogue"},
        {"{\"catalogue\": \"Shells\"}", "catalogue.unknown", "catalogue.catalogue"},
        {"{\"catalogue\": \"shells\"}", "catalogue.missing", "catalogue.name"},
        {"{\"catalogue\": \"shells\", \"cards\": []}", "catalogue.surplus", "catalogue.cards"},
        {SHELLS("a", THREE ", {\"id\": \"x\"}"), "catalogue.missing", "catalogue.shells[3].en"},
        {SHELLS("a", THREE ", 7"), "catalogue.object", "catalogue.shells[3]"},
        {SHELLS("a", THREE ", " SHELL("clam", "coque", "2")), "catalogue.twice", "catalogue.shells[3].fr"},
        {SHELLS("a", THREE ", " SHELL("take", "prendre", "2")), "catalogue.twice", "catalogue.shells[3].id"},
        {SHELLS("a", THREE ", " SHELL("clam", "palourde", "10")), "catalogue.number", "catalogue.shells[3].points"},
        {SHELLS("a", THREE ", " SHELL("clam", "palourde", "true")), "catalogue.number", "catalogue.shells[3].points"},
        {SHELLS("A", THREE), "catalogue.text", "catalogue.name.id"},
        {SHELLS("a", SHELL("whelk", "bulot", "3")), "catalogue.list", "catalogue.shells"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const struct catalogue *read = NULL;
        struct error error = {.message = NULL};
        MUST_FAIL(catalogues_read(&club->catalogues, span_from(wrong[i].document), &read, &error), ERR_SYNTAX,
                  wrong[i].id);
        if (wrong[i].path) {
            assert_string_equal(error.arg[0], wrong[i].path);
        }
    }
}

/* ---- playing ---- */

static void simulate(struct club *club, const struct catalogue *catalogue, struct strbuf *out)
{
    struct error error = {.message = NULL};
    char memory[128];
    struct strbuf option;
    strbuf_wrap(&option, memory, sizeof(memory));
    catalogue_option(catalogue, &option);
    struct simulation simulation = {.setup = {.game = catalogue->game, .seats = 3},
                                    .player = SIMULATE_RANDOM,
                                    .seed = 5,
                                    .catalogue = strbuf_span(&option)};
    catalogue_use(catalogue, &simulation.setup);
    MUST(simulate_record(&simulation, &club->world.full, &club->world.told, out, &error));
}

static void a_record_names_one_and_verifies(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    const struct catalogue *house = NULL;
    MUST(catalogues_default(&club->catalogues, &shells_game, &house, &error));
    simulate(club, house, &club->text);
    struct record record = world_read(&club->world, strbuf_text(&club->text));
    struct replay replay;
    replay_init(&replay, &allocator_heap);
    MUST(record_verify(&record, &club->catalogues.source, &replay, NULL, NULL, &error));
    assert_ptr_equal(replay.setup.block, house->block);
    replay_release(&replay);

    /* The other game's of the same name is another catalogue. */
    char ours[65];
    char theirs[65];
    const struct catalogue_document *other = shipped_document("ecos", "house");
    own_catalogue_hash(span_from(HOUSE), ours);
    own_catalogue_hash(span_of(other->bytes, other->size), theirs);
    char *at = strstr(club->text.text, ours);
    assert_non_null(at);
    memcpy(at, theirs, 64);
    record = world_read(&club->world, strbuf_text(&club->text));
    replay_init(&replay, &allocator_heap);
    MUST_FAIL(record_verify(&record, &club->catalogues.source, &replay, NULL, NULL, &error), ERR_NOT_FOUND,
              "record.catalogue-unknown");
    replay_release(&replay);
}

static enum err note(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    (void)error;
    text_format(context, "%.*s/%.*s%s%s\n", (int)catalogue->game.len, catalogue->game.ptr, (int)catalogue->name.len,
                catalogue->name.ptr, catalogue->shipped ? " shipped" : "", catalogue->added ? " stored" : "");
    return ERR_OK;
}

static void expect_list(struct club *club, struct service *service, const char *wanted)
{
    struct error error = {.message = NULL};
    strbuf_clear(&club->text);
    MUST(service_catalogues(service, note, &club->text, &error));
    assert_string_equal(strbuf_text(&club->text), wanted);
}

/* Live games with a shipped and with a stored one, a game that is imported, an audit, and all of it in the next run. */
static void a_club_plays_with_its_catalogues(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct world *world = &club->world;
    struct service *service = world_open(world, SERVICE_CREATE);
    const struct catalogue *beach = NULL;
    struct receipt receipt;
    struct strbuf whole;
    bool added = false;
    strbuf_init(&whole, &allocator_heap, 1 << 16);
    record_of("house", HOUSE, &club->text);
    MUST(world_game(world, service, strbuf_text(&club->text), &receipt, &error));
    int64_t first = receipt.game;
    MUST(world_moves(service, first, 0, "1: take oyster\n2: take bulot\n1: take cockle\n", &receipt, &error));
    strbuf_clear(&club->text);
    record_of("beach", BEACH, &club->text);
    MUST_FAIL(world_game(world, service, strbuf_text(&club->text), &receipt, &error), ERR_NOT_FOUND,
              "record.catalogue-unknown");
    MUST(service_catalogue_add(service, span_from(BEACH), &beach, &added, &error));
    assert_true(added);
    MUST(world_game(world, service, strbuf_text(&club->text), &receipt, &error));
    int64_t second = receipt.game;
    MUST_FAIL(world_moves(service, second, 0, "1: take conch", &receipt, &error), ERR_SYNTAX, "shells.text");
    MUST(world_moves(service, second, 0, "1: take clam", &receipt, &error));
    simulate(club, beach, &whole);
    MUST(world_take(world, service, strbuf_text(&whole), &receipt, &error));
    expect_list(club, service,
                "ecos/house shipped\necos/printed shipped\nshells/house shipped stored\nshells/beach stored\n");
    assert_int_equal(scene_sql_int(world->path, "SELECT count(*) FROM catalogue WHERE game = 'shells'"), 2);
    world_must_be_sound(world, service, "with catalogues of a second game");
    service_close(service);

    forget(club);
    strbuf_clear(&club->text);
    assert_int_equal(world_audit(world, 2, false, &club->text).findings, 0);
    service = world_open(world, SERVICE_WRITE);
    MUST(world_moves(service, second, 1, "2: take oyster", &receipt, &error));
    strbuf_clear(&club->text);
    world_record(service, first, false, &club->text);
    assert_non_null(strstr(strbuf_text(&club->text), "1: take oyster\n2: take whelk\n1: take cockle\n"));
    assert_int_equal(scene_sql_int(world->path, "SELECT total FROM d_seat WHERE game = 1 AND seat = 0"), 6);
    assert_int_equal(scene_sql_int(world->path, "SELECT total FROM d_seat WHERE game = 1 AND seat = 1"), 3);
    world_must_be_sound(world, service, "in the next run");
    service_close(service);
    strbuf_release(&whole);
}

/* ---- at a terminal ---- */

static void expect_said(struct club *club, const char *const *words, int wanted_code, const char *wanted)
{
    struct cli cli;
    FILE *out = tmpfile();
    size_t count = 0;
    char said[4096];
    assert_non_null(out);
    while (words[count]) {
        count++;
    }
    cli_init(&cli, &allocator_heap, STDIN_FILENO, fileno(out), fileno(out));
    cli.catalogues = &club->catalogues;
    cli.blocks = &club->catalogues.source;
    int code = cli_run(&cli, count, words);
    cli_release(&cli);
    rewind(out);
    said[fread(said, 1, sizeof(said) - 1, out)] = '\0';
    (void)fclose(out);
    if (code != wanted_code || !strstr(said, wanted)) {
        fail_msg("%s %s: %d, %s", words[0], words[1], code, said);
    }
}

static void the_command_line_shows_checks_and_plays_them(void **state)
{
    struct club *club = *state;
    static const struct {
        const char *words[8];
        int code;
        const char *said;
    } cases[] = {
        {{"catalogue", "check", "shells/house"}, 0, "\nBeach\n     3  shells\n     9  points in all\n"},
        {{"catalogue", "check", "house"}, 0, "   105  cards\n"},
        {{"catalogue", "check", "ecos/house"}, 0, "   105  cards\n"},
        {{"catalogue", "check", "shells/printed"}, 2, "'shells/printed' is neither"},
        {{"catalogue", "show", "shells/house", "--card", "3", "--lang", "fr"}, 0, "  5  huître\n"},
        {{"catalogue", "show", "shells/house", "--card", "25"}, 2, "'25' is not a whole number from 1 to 24"},
        {{"simulate", "--game", "shells", "--seats", "2"}, 0, "option catalogue house sha256:"},
        {{"simulate", "--game", "shells", "--catalogue", "printed"}, 2, "'printed' is neither"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_said(club, cases[i].words, cases[i].code, cases[i].said);
    }
    char path[128];
    const struct catalogue_document *house = shipped_document("ecos", "house");
    (void)snprintf(path, sizeof(path), "%s/box.json", club->world.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fwrite(house->bytes, 1, house->size, file);
    assert_int_equal(fclose(file), 0);
    expect_said(club, (const char *const[]){"simulate", "--game", "shells", "--catalogue", path, NULL}, 2,
                "is a catalogue of the game Ecos: First Continent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_document_is_read_by_the_game_that_it_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_with_one_is_said_with_its_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_record_names_one_and_verifies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_club_plays_with_its_catalogues, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_command_line_shows_checks_and_plays_them, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("catalogues of two games", tests, NULL, NULL);
}
