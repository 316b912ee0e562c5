/* People, merges, and what is said around the games: places, nights, asides, settings, tokens and the like. */
#include "support/cmocka.h"

#include "base/prng.h"
#include "store/foreign.h"
#include "store/sqlite/connection.h"
#include "support/said.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdlib.h>

static struct error error;

static int set_up(void **state)
{
    static struct scene scene;
    scene_begin(&scene);
    said_begin();
    *state = &scene;
    return 0;
}

static int tear_down(void **state)
{
    scene_end(*state);
    said_end();
    return 0;
}

static enum err tell_person(void *context, const struct store_person *person, struct error *inner)
{
    (void)context;
    (void)inner;
    say_int(person->id);
    say_span(person->handle);
    say_span(person->name);
    say_int(person->created);
    say_int(person->target);
    say_int(person->games);
    say("\n");
    return ERR_OK;
}

static void names_are_taken_changed_and_erased(void **state)
{
    struct store *store = scene_open(*state, STORE_CREATE);
    int64_t anna = 0;
    int64_t bo = 0;
    int64_t id = 0;
    MUST(store_begin(store, &error));
    MUST(store_person_add(store, SPAN_LITERAL("h1"), SPAN_LITERAL("Anna"), SPAN_LITERAL("anna"), 11, &anna, &error));
    MUST(store_person_add(store, SPAN_LITERAL("h2"), SPAN_LITERAL("Bo"), SPAN_LITERAL("bo"), 12, &bo, &error));
    MUST_FAIL(store_person_add(store, SPAN_LITERAL("h3"), SPAN_LITERAL("ANNA"), SPAN_LITERAL("anna"), 13, &id, &error),
              ERR_CONFLICT, "store.name-taken");
    assert_string_equal(error.arg[0], "ANNA");
    MUST_FAIL_KEPT(store,
                   store_person_add(store, SPAN_LITERAL("h1"), SPAN_LITERAL("Cy"), SPAN_LITERAL("cy"), 13, &id, &error),
                   ERR_CONFLICT, "store.conflict");
    MUST(store_person_by_handle(store, SPAN_LITERAL("h2"), &id, &error));
    assert_int_equal(id, bo);
    MUST(store_person_by_name(store, SPAN_LITERAL("anna"), &id, &error));
    assert_int_equal(id, anna);
    MUST_FAIL(store_person_by_name(store, SPAN_LITERAL("Anna"), &id, &error), ERR_NOT_FOUND, "store.no-person");
    MUST_FAIL(store_person_by_handle(store, SPAN_LITERAL("h9"), &id, &error), ERR_NOT_FOUND, "store.no-person");
    MUST_FAIL(store_person(store, 99, tell_person, NULL, &error), ERR_NOT_FOUND, "store.no-person");

    MUST_FAIL(store_person_rename(store, bo, SPAN_LITERAL("anna"), SPAN_LITERAL("anna"), &error), ERR_CONFLICT,
              "store.name-taken");
    MUST_FAIL(store_person_rename(store, 99, SPAN_LITERAL("Cy"), SPAN_LITERAL("cy"), &error), ERR_NOT_FOUND,
              "store.no-person");
    MUST(store_person_rename(store, anna, SPAN_LITERAL("ANNA"), SPAN_LITERAL("anna"), &error));
    MUST(store_person(store, anna, tell_person, NULL, &error));
    assert_said("1 h1 ANNA 11 1 -1 \n");
    MUST(store_person_rename(store, anna, (struct span){0}, (struct span){0}, &error));
    MUST(store_person_rename(store, bo, (struct span){0}, (struct span){0}, &error)); /* two may be erased */
    MUST(store_people(store, tell_person, NULL, &error));
    assert_said("1 h1  11 1 0 \n2 h2  12 2 0 \n");
    MUST_FAIL(store_person_by_name(store, SPAN_LITERAL("anna"), &id, &error), ERR_NOT_FOUND, "store.no-person");
    MUST(store_person_by_handle(store, SPAN_LITERAL("h1"), &id, &error));
    assert_int_equal(id, anna);
    MUST(store_commit(store, &error));
    store_close(store);
}

static int64_t games_of(struct store *store, int64_t person)
{
    int64_t games = -1;
    MUST(store_person_games(store, person, &games, &error));
    return games;
}

static bool met(struct store *store, int64_t a, int64_t b)
{
    bool together = false;
    MUST(store_people_met(store, a, b, &together, &error));
    return together;
}

static void merges_follow_each_other(void **state)
{
    struct store *store = scene_open(*state, STORE_CREATE);
    MUST(store_begin(store, &error));
    int64_t a = scene_add_person(store, "a");
    int64_t b = scene_add_person(store, "b");
    int64_t c = scene_add_person(store, "c");
    int64_t d = scene_add_person(store, "d");
    scene_add_game(store, 1, a, 2); /* a, b */
    scene_add_game(store, 2, b, 2); /* b, c */
    scene_add_game(store, 3, c, 2); /* c, d */
    assert_int_equal(games_of(store, b), 2);
    assert_true(met(store, a, b));
    assert_true(met(store, b, a));
    assert_false(met(store, a, c));
    assert_false(met(store, a, 99));

    struct scene_game voided;
    scene_game(4, a, 3, &voided);
    voided.game.status = SPAN_LITERAL("void");
    MUST(store_game_put(store, &voided.game, voided.seats, 3, (struct span){0}, &error));
    assert_false(met(store, a, c)); /* only in a void game */
    assert_int_equal(games_of(store, a), 2);

    MUST(store_alias_set(store, a, c, &error)); /* a is c */
    assert_int_equal(games_of(store, a), 0);
    assert_int_equal(games_of(store, c), 4);
    assert_true(met(store, c, b));
    MUST(store_alias_set(store, c, d, &error)); /* and c is d, so a is d too */
    MUST(store_people(store, tell_person, NULL, &error));
    assert_said("1 ha a 1 4 0 \n2 hb b 1 2 3 \n3 hc c 1 4 0 \n4 hd d 1 4 4 \n");
    MUST_FAIL(store_alias_set(store, d, a, &error), ERR_USAGE, "store.self-merge"); /* d already is a */
    MUST_FAIL(store_alias_set(store, d, d, &error), ERR_USAGE, "store.self-merge");
    MUST(store_alias_set(store, b, a, &error)); /* into one that is merged: into whom it was merged */
    assert_int_equal(games_of(store, d), 4);    /* game 3 has d twice, game 1 too: each counts once */
    MUST(store_person(store, b, tell_person, NULL, &error));
    assert_said("2 hb b 1 4 -1 \n");
    MUST(store_alias_clear(store, &error));
    MUST(store_person(store, b, tell_person, NULL, &error));
    assert_said("2 hb b 1 2 -1 \n");
    MUST(store_commit(store, &error));
    store_close(store);
}

static enum err tell_place(void *context, int64_t id, struct span name, struct error *inner)
{
    (void)context;
    (void)inner;
    say_int(id);
    say_span(name);
    say("\n");
    return ERR_OK;
}

static enum err tell_night(void *context, const struct store_night *night, struct error *inner)
{
    (void)context;
    (void)inner;
    say_int(night->day);
    say_span(night->title);
    say_span(night->place);
    say_span(night->note);
    say_int(night->games);
    say("\n");
    return ERR_OK;
}

static void places_and_nights(void **state)
{
    struct store *store = scene_open(*state, STORE_CREATE);
    int64_t id = 0;
    int64_t again = 0;
    MUST(store_begin(store, &error));
    MUST_FAIL(store_place_id(store, SPAN_LITERAL("club"), false, &id, &error), ERR_NOT_FOUND, "store.no-place");
    MUST(store_place_id(store, SPAN_LITERAL("club"), true, &id, &error));
    MUST(store_place_id(store, SPAN_LITERAL("club"), true, &again, &error));
    assert_int_equal(id, again);
    MUST(store_place_id(store, SPAN_LITERAL("attic"), true, &again, &error));
    assert_int_not_equal(id, again);
    MUST(store_places(store, tell_place, NULL, &error));
    assert_said("2 attic \n1 club \n");

    struct store_night night = {.day = 20001, .title = SPAN_LITERAL("opening"), .place = SPAN_LITERAL("club")};
    MUST(store_night_set(store, &night, &error));
    night = (struct store_night){.day = 20500, .place = SPAN_LITERAL("cellar"), .note = SPAN_LITERAL("rain")};
    MUST(store_night_set(store, &night, &error));
    for (int64_t i = 1; i <= 9; i++) {
        scene_add_game(store, i, 1, 1); /* days 20000 (1..3), 20001 (4..7), 20002 (8, 9) */
    }
    struct scene_game undated;
    scene_game(10, 1, 1, &undated);
    undated.game.has_day = false;
    MUST(store_game_put(store, &undated.game, undated.seats, 1, (struct span){0}, &error));
    MUST(store_nights(store, tell_night, NULL, &error));
    assert_said("20500  cellar rain 0 \n20002    2 \n20001 opening club  4 \n20000    3 \n");
    night = (struct store_night){.day = 20500, .title = SPAN_LITERAL("storm")};
    MUST(store_night_set(store, &night, &error));
    night = (struct store_night){.day = 20001};
    MUST(store_night_set(store, &night, &error));
    MUST(store_nights(store, tell_night, NULL, &error));
    assert_said("20500 storm   0 \n20002    2 \n20001    4 \n20000    3 \n");
    MUST(store_commit(store, &error));
    store_close(store);
}

static enum err tell_aside(void *context, struct span keyword, struct span text, struct error *inner)
{
    (void)inner;
    say_span(keyword);
    say_span(text);
    say("\n");
    return context && span_is(keyword, context) ? ERR_END : ERR_OK;
}

static void asides_are_kept_in_order_and_erased(void **state)
{
    struct store *store = scene_open(*state, STORE_CREATE);
    int64_t club = 0;
    MUST(store_begin(store, &error));
    scene_add_entry(store, 1, "import", 1);
    scene_add_entry(store, 2, "import", 2);
    scene_add_entry(store, 3, "correct", 1);
    MUST(store_place_id(store, SPAN_LITERAL("club"), true, &club, &error));
    MUST(store_aside_add(store, 1, 2, SPAN_LITERAL("x-mood"), SPAN_LITERAL("good"), &error));
    MUST(store_aside_add(store, 1, 0, SPAN_LITERAL("note"), SPAN_LITERAL("first"), &error));
    MUST(store_aside_add(store, 1, 1, SPAN_LITERAL("id"), (struct span){0}, &error));
    MUST(store_aside_add(store, 2, 0, SPAN_LITERAL("note"), SPAN_LITERAL("other"), &error));
    MUST(store_aside_add(store, 3, 0, SPAN_LITERAL("note"), SPAN_LITERAL("corrected"), &error));
    MUST(store_whereabouts_set(store, 1, club, &error));
    MUST(store_whereabouts_set(store, 2, club, &error));
    MUST(store_whereabouts_set(store, 2, club, &error));
    MUST(store_whereabouts_set(store, 3, club, &error));
    MUST_FAIL_KEPT(store, store_aside_add(store, 1, 0, SPAN_LITERAL("note"), SPAN_LITERAL("x"), &error), ERR_CONFLICT,
                   NULL);
    MUST(store_asides(store, 1, tell_aside, NULL, &error));
    assert_said("note first \nid  \nx-mood good \nplace club \n");
    char stop[] = "id";
    MUST(store_asides(store, 1, tell_aside, stop, &error));
    assert_said("note first \nid  \n");
    MUST(store_asides_erase(store, 1, &error));
    MUST(store_asides(store, 1, tell_aside, NULL, &error));
    MUST(store_asides(store, 3, tell_aside, NULL, &error));
    assert_said("");
    MUST(store_asides(store, 2, tell_aside, NULL, &error));
    assert_said("note other \nplace club \n");
    MUST(store_commit(store, &error));
    MUST_FAIL(store_aside_add(store, 9, 0, SPAN_LITERAL("note"), SPAN_LITERAL("x"), &error), ERR_CONFLICT, NULL);
    MUST_FAIL(store_whereabouts_set(store, 9, club, &error), ERR_CONFLICT, NULL);
    MUST_FAIL(store_whereabouts_set(store, 2, 77, &error), ERR_CONFLICT, NULL);
    store_close(store);
}

static bool file_says(const char *path, const char *word)
{
    struct strbuf file;
    strbuf_init(&file, &allocator_heap, 1 << 24);
    test_read_file(path, &file);
    bool found = false;
    for (size_t i = 0; !found && i + strlen(word) <= file.len; i++) {
        found = memcmp(file.text + i, word, strlen(word)) == 0;
    }
    strbuf_release(&file);
    return found;
}

/* What was erased is not in the file any more, nor in its log once that has been brought in. */
static void erased_words_are_gone_from_the_file(void **state)
{
    test_needs_file();
    struct scene *scene = *state;
    struct store *store = scene_open(scene, STORE_CREATE);
    int64_t id = 0;
    MUST(store_begin(store, &error));
    MUST(store_person_add(store, SPAN_LITERAL("h1"), SPAN_LITERAL("Wilhelmina"), SPAN_LITERAL("wilhelmina"), 1, &id,
                          &error));
    for (int64_t i = 1; i <= 300; i++) {
        scene_add_entry(store, i, "import", i);
        MUST(store_aside_add(store, i, 0, SPAN_LITERAL("note"), SPAN_LITERAL("Wilhelmina was there"), &error));
    }
    MUST(store_commit(store, &error));
    MUST(store_begin(store, &error));
    MUST(store_person_rename(store, id, (struct span){0}, (struct span){0}, &error));
    for (int64_t i = 1; i <= 300; i++) {
        MUST(store_asides_erase(store, i, &error));
    }
    MUST(store_commit(store, &error));
    char log[128];
    scene_file(scene, "club.db-wal", log);
    assert_true(file_says(log, "Wilhelmina"));
    struct store *reader = scene_open(scene, STORE_READ);
    MUST(store_begin(reader, &error));
    MUST(store_begin(store, &error));
    scene_add_entry(store, 301, "import", 301);
    MUST(store_commit(store, &error));
    MUST_FAIL(store_flush(store, &error), ERR_BUSY, "store.busy"); /* somebody still reads the log */
    store_rollback(reader);
    MUST(store_flush(store, &error));
    const char *const words[] = {"Wilhelmina", "wilhelmina"};
    for (int i = 0; i < 2; i++) {
        assert_false(file_says(log, words[i]));
        assert_false(file_says(scene->path, words[i]));
    }
    store_close(reader);
    store_close(store);
}

/* A name that no two people share, with a word of its own in the middle. */
static void long_name(struct prng *prng, char name[64])
{
    struct strbuf text;
    strbuf_wrap(&text, name, 64);
    for (unsigned i = 0; i < 6; i++) {
        strbuf_add_char(&text, (char)('a' + prng_below(prng, 26)));
    }
    strbuf_add(&text, "xyzzy");
    strbuf_repeat(&text, "v", (int)prng_below(prng, 40));
}

static enum err keep_nothing(void *context, const struct store_answer *answer, struct strbuf *body, bool *change,
                             struct error *failed)
{
    (void)context;
    (void)failed;
    strbuf_add(body, "{}");
    *change = answer->body.len > 2;
    return ERR_OK;
}

enum { PEOPLE = 2000 };

struct known_there {
    size_t count;
    char id[PEOPLE][64];
};

static enum err gather_there(void *context, const struct store_foreign *row, struct error *failed)
{
    (void)failed;
    struct known_there *there = context;
    struct strbuf text;
    if (row->id.len <= 6) {
        return ERR_OK;
    }
    assert_true(there->count < PEOPLE);
    strbuf_wrap(&text, there->id[there->count++], sizeof(there->id[0]));
    strbuf_add_span(&text, row->id);
    return ERR_OK;
}

/* SQLite moves rows between pages as tables grow, and leaves copies in the gaps, which nothing overwrites. */
static void what_pages_remember_is_gone_too(void **state)
{
    test_needs_file();
    static const uint8_t request[SHA256_SIZE] = {0};
    struct scene *scene = *state;
    struct store *store = scene_open(scene, STORE_CREATE);
    struct prng prng;
    char name[64];
    char handle[32];
    char log[128];
    int64_t id = 0;
    prng_seed(&prng, 5);
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= PEOPLE; i++) {
        struct strbuf text;
        strbuf_wrap(&text, handle, sizeof(handle));
        strbuf_int(&text, (int64_t)prng_below(&prng, 1U << 30));
        strbuf_int(&text, i);
        long_name(&prng, name);
        MUST(store_person_add(store, span_from(handle), span_from(name), span_from(name), 1, &id, &error));
        struct store_answer answer = {request, 201, SPAN_LITERAL("application/json"), {0}, span_from(name)};
        MUST(store_answer_add(store, SPAN_LITERAL("t"), span_from(handle), i, &answer, &error));
        long_name(&prng, name);
        MUST(store_person_rename(store, 1 + (int64_t)prng_below(&prng, (uint32_t)i), span_from(name), span_from(name),
                                 &error));
        struct store_foreign row = {.source = SPAN_LITERAL("bgg"),
                                    .kind = SPAN_LITERAL("person"),
                                    .id = span_from(name),
                                    .ours = span_from(handle)};
        MUST(store_foreign_put(store, &row, &error));
        row.id = span_of(name, 6); /* whoever stays keeps the pages in use */
        MUST(store_foreign_put(store, &row, &error));
    }
    MUST(store_commit(store, &error));
    MUST_FAIL(store_scrub(store, true, &error), ERR_USAGE, "store.transaction");
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= PEOPLE; i++) {
        MUST(store_person_rename(store, i, (struct span){0}, (struct span){0}, &error));
    }
    MUST(store_answers_rewrite(store, keep_nothing, NULL, &error));
    static struct known_there there;
    MUST(store_foreigners(store, gather_there, &there, &error));
    assert_int_equal(there.count, PEOPLE);
    for (size_t i = 0; i < there.count; i++) {
        MUST(store_foreign_remove(store, SPAN_LITERAL("bgg"), SPAN_LITERAL("person"), span_from(there.id[i]), &error));
    }
    MUST(store_scrub(store, true, &error));
    MUST(store_commit(store, &error));
    MUST(store_flush(store, &error));
    scene_file(scene, "club.db-wal", log);
    assert_false(file_says(scene->path, "xyzzy"));
    assert_false(file_says(log, "xyzzy"));
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM person"), PEOPLE);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM answer WHERE body = x'7b7d'"), PEOPLE);
    MUST(store_check(store, true, NULL, NULL, &error)); /* the schema, too, is what it was */
    store_close(store);
}

static void hash_of(uint32_t i, uint8_t hash[STORE_SEEN_SIZE])
{
    struct prng prng;
    prng_seed(&prng, i);
    for (int k = 0; k < STORE_SEEN_SIZE; k++) {
        hash[k] = (uint8_t)prng_next(&prng);
    }
}

static void imported_records_are_recognised(void **state)
{
    struct scene *scene = *state;
    struct store *store = scene_open(scene, STORE_CREATE);
    uint8_t hash[STORE_SEEN_SIZE];
    int64_t game = 0;
    store->seen_limit = 16; /* pours early */
    for (uint32_t i = 1; i <= 100; i++) {
        MUST(store_begin(store, &error));
        hash_of(i, hash);
        MUST_FAIL(store_seen_find(store, hash, &game, &error), ERR_NOT_FOUND, "store.no-record");
        MUST(store_seen_add(store, hash, i, &error));
        if (i % 5 == 0) { /* what was undone was not seen */
            store_rollback(store);
            MUST(store_begin(store, &error));
            MUST_FAIL(store_seen_find(store, hash, &game, &error), ERR_NOT_FOUND, "store.no-record");
            MUST(store_seen_add(store, hash, i, &error));
        }
        MUST(store_commit(store, &error));
        if (i == 50) {
            store_close(store);
            store = scene_open(scene, STORE_WRITE);
            store->seen_limit = 16;
        }
        for (uint32_t j = 1; j <= i; j++) {
            hash_of(j, hash);
            MUST(store_seen_find(store, hash, &game, &error));
            assert_int_equal(game, j);
        }
    }
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM seen"), 96);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM seen_recent"), 4);
    MUST_FAIL(store_seen_add(store, hash, 7, &error), ERR_CONFLICT, NULL);
    store_close(store);
}

static void settings_keep_bytes(void **state)
{
    struct store *store = scene_open(*state, STORE_CREATE);
    char value[8];
    size_t length = 99;
    MUST(store_begin(store, &error));
    MUST_FAIL(store_setting_get(store, "club", value, sizeof(value), &length, &error), ERR_NOT_FOUND,
              "store.no-setting");
    assert_string_equal(error.arg[0], "club");
    MUST(store_setting_set(store, "club", SPAN_LITERAL("a\0b\xff"), &error));
    MUST(store_setting_get(store, "club", value, sizeof(value), &length, &error));
    assert_int_equal(length, 4);
    assert_memory_equal(value, "a\0b\xff", 4);
    MUST(store_setting_set(store, "club", SPAN_LITERAL("longer than eight"), &error));
    MUST_FAIL(store_setting_get(store, "club", value, sizeof(value), &length, &error), ERR_LIMIT, "store.too-big");
    assert_int_equal(length, 17);
    char *large = calloc(STORE_VALUE_LIMIT + 1, 1); /* one row of more than that is refused, and nothing is changed */
    assert_non_null(large);
    MUST_FAIL(store_setting_set(store, "club", span_of(large, STORE_VALUE_LIMIT + 1), &error), ERR_LIMIT, NULL);
    free(large);
    MUST_FAIL(store_setting_get(store, "club", value, sizeof(value), &length, &error), ERR_LIMIT, "store.too-big");
    assert_int_equal(length, 17);
    MUST(store_setting_set(store, "club", (struct span){0}, &error));
    MUST(store_setting_get(store, "club", value, sizeof(value), &length, &error));
    assert_int_equal(length, 0);
    MUST(store_commit(store, &error));
    store_close(store);
}

static enum err tell_checkpoint(void *context, int64_t size, int64_t at, struct span text, struct error *inner)
{
    (void)context;
    (void)inner;
    say_int(size);
    say_int(at);
    say_span(text);
    say("\n");
    return ERR_OK;
}

static enum err tell_catalogue(void *context, const struct store_catalogue *catalogue, struct error *inner)
{
    (void)context;
    (void)inner;
    say_int(catalogue->hash[31]);
    say_span(catalogue->game);
    say_span(catalogue->name);
    say_span(catalogue->json);
    say_int(catalogue->added);
    say("\n");
    return ERR_OK;
}

static enum err tell_token(void *context, const struct store_token *token, struct error *inner)
{
    (void)context;
    (void)inner;
    say_span(token->id);
    say_int(token->hash[0]);
    say_span(token->label);
    say_span(token->scopes);
    say_int(token->created);
    say_int(token->expires);
    say_int(token->revoked);
    say("\n");
    return ERR_OK;
}

static void checkpoints_catalogues_and_tokens(void **state)
{
    struct store *store = scene_open(*state, STORE_CREATE);
    uint8_t one[SHA256_SIZE];
    uint8_t two[SHA256_SIZE];
    memset(one, 1, sizeof(one));
    memset(two, 2, sizeof(two));
    MUST(store_begin(store, &error));
    MUST(store_checkpoint_add(store, 20, 5, SPAN_LITERAL("b"), &error));
    MUST(store_checkpoint_add(store, 10, 4, SPAN_LITERAL("a"), &error));
    MUST(store_checkpoint_add(store, 20, 6, SPAN_LITERAL("c"), &error));
    MUST(store_checkpoints(store, tell_checkpoint, NULL, &error));
    assert_said("10 4 a \n20 6 c \n");

    struct store_catalogue catalogue = {one, SPAN_LITERAL("ecos"), SPAN_LITERAL("base"), SPAN_LITERAL("{}"), 7};
    MUST(store_catalogue_add(store, &catalogue, &error));
    MUST_FAIL_KEPT(store, store_catalogue_add(store, &catalogue, &error), ERR_CONFLICT, NULL);
    catalogue.hash = two;
    catalogue.game = SPAN_LITERAL("archi");
    MUST(store_catalogue_add(store, &catalogue, &error));
    MUST(store_catalogues(store, tell_catalogue, NULL, &error));
    assert_said("2 archi base  7 \n1 ecos base  7 \n");
    MUST(store_catalogue(store, one, tell_catalogue, NULL, &error));
    assert_said("1 ecos base {} 7 \n");
    int64_t added = 0;
    MUST(store_catalogue_added(store, one, &added, &error));
    assert_int_equal(added, 7);
    memset(two, 3, sizeof(two));
    MUST(store_catalogue(store, two, tell_catalogue, NULL, &error));
    assert_said("");
    MUST(store_catalogue_added(store, two, &added, &error));
    assert_int_equal(added, 0);

    struct store_token token = {SPAN_LITERAL("t1"), one, SPAN_LITERAL("phone"), SPAN_LITERAL("record"), 3, 0, 0};
    MUST(store_token_add(store, &token, &error));
    MUST_FAIL_KEPT(store, store_token_add(store, &token, &error), ERR_CONFLICT, NULL);
    token = (struct store_token){SPAN_LITERAL("t2"), two, SPAN_LITERAL("desk"), SPAN_LITERAL("admin"), 4, 90, 0};
    MUST(store_token_add(store, &token, &error));
    MUST(store_token_revoke(store, SPAN_LITERAL("t1"), 50, &error));
    MUST(store_token_revoke(store, SPAN_LITERAL("t1"), 60, &error)); /* the first time counts */
    MUST_FAIL(store_token_revoke(store, SPAN_LITERAL("t9"), 60, &error), ERR_NOT_FOUND, "store.no-token");
    MUST(store_tokens(store, tell_token, NULL, &error));
    assert_said("t1 1 phone record 3 0 50 \nt2 3 desk admin 4 90 0 \n");
    MUST(store_commit(store, &error));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_are_taken_changed_and_erased, set_up, tear_down),
        cmocka_unit_test_setup_teardown(merges_follow_each_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_and_nights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(asides_are_kept_in_order_and_erased, set_up, tear_down),
        cmocka_unit_test_setup_teardown(erased_words_are_gone_from_the_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_pages_remember_is_gone_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(imported_records_are_recognised, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settings_keep_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(checkpoints_catalogues_and_tokens, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("store people and what is around", tests, NULL, NULL);
}
