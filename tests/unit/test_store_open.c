/* Opening: whose database it is, what each mode may do, and that nothing foreign is touched or crashes. */
#include "support/cmocka.h"

#include "base/prng.h"
#include "support/scene.h"
#include "support/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct error error;

static enum err try_open(struct scene *scene, const char *path, enum store_mode mode, bool check)
{
    struct store *store = NULL;
    enum err err = store_open(&store, path, mode, &scene->options, check, &error);
    assert_int_equal(store != NULL, err == ERR_OK);
    store_close(store);
    return err;
}

static void write_bytes(const char *path, long offset, const void *bytes, size_t size)
{
    FILE *file = fopen(path, offset < 0 ? "wb" : "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset < 0 ? 0 : offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void a_new_database_is_ours_and_private(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    int version = -1;
    MUST(store_schema_of(scene.path, &scene.options, &version, &error));
    assert_int_equal(version, 0);
    MUST_FAIL(try_open(&scene, scene.path, STORE_READ, false), ERR_NOT_FOUND, "store.absent");
    MUST_FAIL(try_open(&scene, scene.path, STORE_WRITE, false), ERR_NOT_FOUND, "store.absent");
    assert_int_equal(access(scene.path, F_OK), -1);
    MUST(try_open(&scene, scene.path, STORE_CREATE, true));
    struct stat facts;
    assert_int_equal(stat(scene.path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    MUST(store_schema_of(scene.path, &scene.options, &version, &error));
    assert_int_equal(version, store_schema_current());
    assert_int_equal(scene_sql_int(scene.path, "PRAGMA application_id"), 0x44656e64);
    assert_int_equal(scene_sql_int(scene.path, "PRAGMA page_size"), 8192);
    MUST(try_open(&scene, scene.path, STORE_CREATE, true));
    MUST(try_open(&scene, scene.path, STORE_WRITE, true));
    MUST(try_open(&scene, scene.path, STORE_READ, true));
    struct strbuf mode;
    strbuf_init(&mode, &allocator_heap, 64);
    scene_sql_text(scene.path, "PRAGMA journal_mode", &mode);
    assert_string_equal(strbuf_text(&mode), "wal\n");
    strbuf_release(&mode);
    scene_end(&scene);
}

static void names_that_sqlite_would_take_for_something_else_are_files(void **unused)
{
    (void)unused;
    static const char *const names[] = {":memory:", "file:x.db?mode=memory", "file::memory:", "-x.db", "é .db"};
    struct scene scene;
    scene_begin(&scene);
    char back[256];
    assert_non_null(getcwd(back, sizeof(back)));
    assert_int_equal(chdir(scene.folder), 0);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        MUST(try_open(&scene, names[i], STORE_CREATE, false));
        assert_int_equal(access(names[i], F_OK), 0);
        MUST(try_open(&scene, names[i], STORE_READ, false));
    }
    MUST_FAIL(try_open(&scene, "", STORE_CREATE, false), ERR_USAGE, "store.path");
    char name[5000];
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    MUST_FAIL(try_open(&scene, name, STORE_CREATE, false), ERR_USAGE, "store.path");
    MUST_FAIL(try_open(&scene, "no/such/folder/x.db", STORE_CREATE, false), ERR_IO, "store.folder");
    MUST_FAIL(try_open(&scene, ".", STORE_WRITE, false), ERR_IO, "store.directory");
    assert_int_equal(chdir(back), 0);
    scene_end(&scene);
}

/* A file that is not ours is refused in every mode, and not a byte of it changes. */
static void refused_untouched(struct scene *scene, const char *path, enum err code, const char *id)
{
    struct strbuf before;
    struct strbuf after;
    strbuf_init(&before, &allocator_heap, 1 << 20);
    strbuf_init(&after, &allocator_heap, 1 << 20);
    test_read_file(path, &before);
    for (enum store_mode mode = STORE_READ; mode <= STORE_CREATE; mode++) {
        MUST_FAIL(try_open(scene, path, mode, false), code, id);
        assert_string_equal(error.arg[0], path);
    }
    test_read_file(path, &after);
    assert_true(span_equal(strbuf_span(&before), strbuf_span(&after)));
    strbuf_release(&before);
    strbuf_release(&after);
}

static void foreign_files_are_refused(void **unused)
{
    (void)unused;
    struct scene scene;
    char path[128];
    scene_begin(&scene);
    int version = -1;

    scene_file(&scene, "text.db", path);
    write_bytes(path, -1, "dendro 1\ngame foret\nrules 1\nthis is a record, not a database\n", 60);
    refused_untouched(&scene, path, ERR_CORRUPT, "store.foreign");
    MUST_FAIL(store_schema_of(path, &scene.options, &version, &error), ERR_CORRUPT, "store.foreign");
    MUST_FAIL(store_migrate(path, NULL, &scene.options, &version, &error), ERR_CORRUPT, "store.foreign");

    scene_file(&scene, "other.db", path);
    write_bytes(path, -1, "", 0);
    assert_int_equal(scene_sql(path, "CREATE TABLE entry (seq INTEGER PRIMARY KEY)"), SQLITE_OK);
    refused_untouched(&scene, path, ERR_CORRUPT, "store.foreign");
    MUST_FAIL(store_migrate(path, NULL, &scene.options, &version, &error), ERR_CORRUPT, "store.foreign");

    assert_int_equal(scene_sql(path, "PRAGMA user_version = 1; PRAGMA application_id = 252006674"), SQLITE_OK);
    refused_untouched(&scene, path, ERR_CORRUPT, "store.foreign");

    /* Ours by its mark, but without the tables: found while the statements are prepared. */
    char sql[96];
    (void)snprintf(sql, sizeof(sql), "PRAGMA user_version = %d; PRAGMA application_id = 0x44656e64",
                   store_schema_current());
    assert_int_equal(scene_sql(path, sql), SQLITE_OK);
    MUST_FAIL(try_open(&scene, path, STORE_READ, false), ERR_CORRUPT, "store.damaged");
    MUST_FAIL(try_open(&scene, path, STORE_WRITE, false), ERR_CORRUPT, "store.damaged");
    scene_end(&scene);
}

static void an_empty_file_is_only_good_for_creation(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    int version = -1;
    write_bytes(scene.path, -1, "", 0);
    MUST_FAIL(try_open(&scene, scene.path, STORE_READ, false), ERR_CORRUPT, "store.foreign");
    MUST_FAIL(try_open(&scene, scene.path, STORE_WRITE, false), ERR_CORRUPT, "store.foreign");
    MUST(store_schema_of(scene.path, &scene.options, &version, &error));
    assert_int_equal(version, 0);
    MUST(try_open(&scene, scene.path, STORE_CREATE, false));
    MUST(try_open(&scene, scene.path, STORE_READ, true));
    scene_end(&scene);
}

static void another_version_is_refused(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    int version = -1;
    MUST(try_open(&scene, scene.path, STORE_CREATE, false));
    char sql[64];
    (void)snprintf(sql, sizeof(sql), "PRAGMA user_version = %d", store_schema_current() + 1);
    assert_int_equal(scene_sql(scene.path, sql), SQLITE_OK);
    refused_untouched(&scene, scene.path, ERR_CONFLICT, "store.newer");
    MUST(store_schema_of(scene.path, &scene.options, &version, &error));
    assert_int_equal(version, store_schema_current() + 1);
    MUST_FAIL(store_migrate(scene.path, NULL, &scene.options, &version, &error), ERR_CONFLICT, "store.newer");
    scene_end(&scene);
}

static void a_reader_cannot_write(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    MUST(try_open(&scene, scene.path, STORE_CREATE, false));
    struct store *reader = scene_open(&scene, STORE_READ);
    struct store_entry entry;
    char body[64];
    int64_t id = 0;
    scene_entry(1, "open", 1, body, &entry);
    MUST_FAIL(store_entry_add(reader, &entry, &error), ERR_DENIED, "store.read-only");
    MUST_FAIL(store_place_id(reader, SPAN_LITERAL("club"), true, &id, &error), ERR_DENIED, "store.read-only");
    MUST_FAIL(store_setting_set(reader, "club", SPAN_LITERAL("x"), &error), ERR_DENIED, "store.read-only");
    MUST_FAIL(store_tile_put(reader, 1, 0, entry.leaf, &error), ERR_DENIED, "store.read-only");
    store_close(reader);
    scene_end(&scene);
}

static enum err look(void *context, const struct store_entry *entry, struct error *unused)
{
    (void)unused;
    *(size_t *)context += entry->body.len + entry->leaf[0];
    return ERR_OK;
}

static enum err look_at_game(void *context, const struct store_game *game, struct error *unused)
{
    (void)unused;
    *(size_t *)context += game->verdict.len;
    return ERR_OK;
}

static void ignore_finding(void *context, struct span text, struct span french)
{
    *(size_t *)context += text.len + french.len;
}

/* Everything that reads, on a database that may be damaged anywhere. */
static void use_all(struct scene *scene, enum store_mode mode, bool check)
{
    struct store *store = NULL;
    size_t sum = 0;
    if (store_open(&store, scene->path, mode, &scene->options, check, &error) != ERR_OK) {
        return;
    }
    struct store_game_filter all = {.since = INT64_MIN, .until = INT64_MAX};
    struct store_counts counts;
    struct span facts;
    int64_t size = 0;
    (void)!store_log_size(store, &size, &error);
    (void)!store_entries(store, 1, 1000, look, &sum, &error);
    (void)!store_entries_of(store, 3, look, &sum, &error);
    (void)!store_games(store, &all, look_at_game, &sum, &error);
    (void)!store_facts(store, 2, &facts, &error);
    (void)!store_derived_counts(store, &counts, &error);
    (void)!store_check(store, true, ignore_finding, &sum, &error);
    if (mode == STORE_WRITE && store_begin(store, &error) == ERR_OK) {
        struct store_entry entry;
        char body[64];
        scene_entry(size + 1, "open", size + 1, body, &entry);
        (void)!store_entry_add(store, &entry, &error);
        (void)!store_commit(store, &error);
    }
    store_close(store);
}

static void damage_is_found_and_survived(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= 60; i++) {
        scene_add_entry(store, i, "import", i);
        scene_add_game(store, i, 1, 4);
    }
    MUST(store_commit(store, &error));
    store_close(store);
    struct strbuf whole;
    strbuf_init(&whole, &allocator_heap, 1 << 24);
    test_read_file(scene.path, &whole);

    /* The first page of the log is gone: said at open when asked, and by whatever reads it. */
    int64_t page = scene_sql_int(scene.path, "SELECT rootpage FROM sqlite_schema WHERE name = 'entry'");
    char zeroes[8192] = {0};
    write_bytes(scene.path, (long)(page - 1) * 8192, zeroes, sizeof(zeroes));
    MUST_FAIL(try_open(&scene, scene.path, STORE_READ, true), ERR_CORRUPT, "store.damaged");
    store = scene_open(&scene, STORE_READ);
    int64_t size = 0;
    size_t sum = 0;
    MUST_FAIL(store_log_size(store, &size, &error), ERR_CORRUPT, "store.damaged");
    MUST_FAIL(store_entries(store, 1, 60, look, &sum, &error), ERR_CORRUPT, "store.damaged");
    MUST_FAIL(store_check(store, true, NULL, NULL, &error), ERR_CORRUPT, "store.damaged");
    MUST(store_check(store, true, ignore_finding, &sum, &error));
    assert_true(sum > 0);
    store_close(store);

    struct prng prng;
    prng_seed(&prng, 7);
    for (unsigned i = 0; i < test_cases(150); i++) {
        write_bytes(scene.path, -1, whole.text, whole.len);
        for (unsigned n = 1 + prng_below(&prng, 8); n > 0; n--) {
            uint64_t noise = prng_next(&prng);
            long at = (long)prng_below(&prng, (uint32_t)whole.len - 8);
            /* half of the blows hit where pages keep their structure */
            at = prng_below(&prng, 2) == 0 ? at / 8192 * 8192 + (long)prng_below(&prng, 64) : at;
            write_bytes(scene.path, at, &noise, 1 + prng_below(&prng, 8));
        }
        use_all(&scene, i % 2 == 0 ? STORE_READ : STORE_WRITE, i % 3 == 0);
        char side[128];
        (void)unlink(scene_file(&scene, "club.db-wal", side));
        (void)unlink(scene_file(&scene, "club.db-shm", side));
    }
    for (size_t cut = 0; cut < whole.len; cut += 5000) {
        write_bytes(scene.path, -1, whole.text, cut);
        use_all(&scene, cut % 2 == 0 ? STORE_READ : STORE_WRITE, true);
        char side[128];
        (void)unlink(scene_file(&scene, "club.db-wal", side));
        (void)unlink(scene_file(&scene, "club.db-shm", side));
    }
    strbuf_release(&whole);
    scene_end(&scene);
}

/* Each of the store's own allocations fails once; nothing leaks and no half database stays behind. */
static void running_out_of_memory_while_opening(void **unused)
{
    (void)unused;
    for (long n = 1;; n++) {
        struct scene scene;
        scene_begin(&scene);
        failing_alloc_arm(&scene.memory, n);
        enum err err = try_open(&scene, scene.path, STORE_CREATE, true);
        assert_int_equal(scene.memory.live, 0);
        bool fired = scene.memory.fired;
        if (fired) {
            assert_int_equal(err, ERR_MEMORY);
        }
        failing_alloc_arm(&scene.memory, 0);
        MUST(try_open(&scene, scene.path, STORE_CREATE, true));
        scene_end(&scene);
        if (!fired) {
            assert_int_equal(err, ERR_OK);
            assert_true(n > 1);
            break;
        }
    }
}

static void closing_nothing_is_allowed(void **unused)
{
    (void)unused;
    store_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_database_is_ours_and_private),
        cmocka_unit_test(names_that_sqlite_would_take_for_something_else_are_files),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(an_empty_file_is_only_good_for_creation),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(a_reader_cannot_write),
        cmocka_unit_test(damage_is_found_and_survived),
        cmocka_unit_test(running_out_of_memory_while_opening),
        cmocka_unit_test(closing_nothing_is_allowed),
    };
    return cmocka_run_group_tests_name("store open", tests, NULL, NULL);
}
