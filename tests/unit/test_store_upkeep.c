/* Migrating step by step with a copy made first, and backups taken while somebody writes. */
#include "support/cmocka.h"

#include "store/sqlite/connection.h"
#include "store/sqlite/migrations.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static struct error error;

static int set_up(void **state)
{
    static struct scene scene;
    scene_begin(&scene);
    *state = &scene;
    return 0;
}

static int tear_down(void **state)
{
    scene_end(*state);
    return 0;
}

/* ---- migrating ---- */

enum { MORE = 2, ALL_MOST = 64 };

/* The program's own steps and some that a later program might have. */
static struct migrations later(struct migration steps[ALL_MOST], const char *last)
{
    struct migrations all = migrations_all();
    assert_true(all.count + MORE <= ALL_MOST);
    for (int i = 0; i < all.count; i++) {
        steps[i] = all.steps[i];
    }
    steps[all.count] = (struct migration){all.count + 1, "later",
                                          "ALTER TABLE person ADD COLUMN colour TEXT;"
                                          "UPDATE person SET colour = 'green'"};
    steps[all.count + 1] = (struct migration){all.count + 2, "last", last};
    return (struct migrations){steps, all.count + MORE};
}

static void fill(struct scene *scene, int64_t entries)
{
    struct store *store = scene_open(scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    (void)scene_add_person(store, "anna");
    for (int64_t i = 1; i <= entries; i++) {
        scene_add_entry(store, i, "import", i);
        scene_add_game(store, i, 1, 3);
    }
    MUST(store_commit(store, &error));
    store_close(store);
}

static int version_of(struct scene *scene, const char *path)
{
    int version = -1;
    MUST(store_schema_of(path, &scene->options, &version, &error));
    return version;
}

static void add_file(struct scene *scene, const char *name, struct strbuf *out)
{
    char path[128];
    strbuf_add(out, scene_file(scene, name, path));
}

static void migrating_keeps_the_data_and_copies_first(void **state)
{
    struct scene *scene = *state;
    struct migration steps[ALL_MOST];
    char copy[128];
    int from = -1;
    fill(scene, 30);
    struct strbuf name;
    strbuf_wrap(&name, copy, sizeof(copy));
    add_file(scene, "none", &name);
    MUST(store_migrate(scene->path, &name, &scene->options, &from, &error));
    assert_int_equal(from, store_schema_current());
    assert_int_equal(access(copy, F_OK), -1); /* nothing to do, nothing done */

    struct migrations next = later(steps, "CREATE TABLE trophy (id INTEGER PRIMARY KEY) STRICT");
    strbuf_clear(&name);
    add_file(scene, "before.db", &name);
    MUST(migrate_with(next, scene->path, &name, &scene->options, &from, &error));
    assert_int_equal(from, store_schema_current());
    assert_int_equal(version_of(scene, scene->path), next.count);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM entry"), 30);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM person WHERE colour = 'green'"), 1);
    assert_int_equal(scene_sql_int(scene->path, "SELECT count(*) FROM trophy"), 0);
    struct store *store = NULL;
    MUST_FAIL(store_open(&store, scene->path, STORE_WRITE, &scene->options, false, &error), ERR_CONFLICT,
              "store.newer");

    /* The copy is the database as it was, and whole. */
    assert_int_equal(version_of(scene, copy), store_schema_current());
    MUST(store_open(&store, copy, STORE_READ, &scene->options, true, &error));
    MUST(store_check(store, true, NULL, NULL, &error));
    store_close(store);
    assert_int_equal(scene_sql_int(copy, "SELECT count(*) FROM entry"), 30);

    /* Nor is an old one opened by a newer program. */
    MUST(migrate_with(next, scene->path, NULL, &scene->options, &from, &error));
    assert_int_equal(from, next.count);
}

static void each_version_can_be_the_start(void **state)
{
    struct scene *scene = *state;
    struct migrations all = migrations_all();
    for (int start = 1; start <= all.count; start++) {
        char name[32];
        char path[128];
        int from = -1;
        (void)snprintf(name, sizeof(name), "v%d.db", start);
        scene_file(scene, name, path);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fclose(file), 0);
        MUST(migrate_with((struct migrations){all.steps, start}, path, NULL, &scene->options, &from, &error));
        assert_int_equal(from, 0);
        assert_int_equal(scene_sql(path, "INSERT INTO entry (seq, at, author, kind, game, body, leaf)"
                                         " VALUES (1, 2, 'cli', 'open', 1, 'x', zeroblob(32));"
                                         "INSERT INTO person (handle, name, folded, created) VALUES "
                                         "('h', 'A', 'a', 1)"),
                         SQLITE_OK);
        struct store *store = NULL;
        if (start < all.count) {
            MUST_FAIL(store_open(&store, path, STORE_WRITE, &scene->options, false, &error), ERR_CONFLICT,
                      "store.older");
            assert_string_equal(error.arg[0], path);
        }
        MUST(store_migrate(path, NULL, &scene->options, &from, &error));
        assert_int_equal(from, start);
        MUST(store_open(&store, path, STORE_WRITE, &scene->options, true, &error));
        MUST(store_check(store, true, NULL, NULL, &error));
        int64_t size = 0;
        MUST(store_log_size(store, &size, &error));
        assert_int_equal(size, 1);
        store_close(store);
    }
}

static void a_migration_that_fails_changes_nothing(void **state)
{
    static const char *const bad[] = {
        "CREATE TABLE trophy (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE person (id INTEGER)",
        "no SQL at all",
        "UPDATE entry SET at = 0",
        /* a reference that leads nowhere is found at the end */
        "INSERT INTO whereabouts (entry, place) VALUES (1, 12345)",
    };
    struct scene *scene = *state;
    fill(scene, 5);
    struct strbuf before;
    strbuf_init(&before, &allocator_heap, 1 << 20);
    scene_sql_text(scene->path, "SELECT * FROM sqlite_schema", &before);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct migration steps[ALL_MOST];
        char copy[128];
        int from = -1;
        struct strbuf name;
        strbuf_wrap(&name, copy, sizeof(copy));
        add_file(scene, "before.db", &name);
        enum err err = migrate_with(later(steps, bad[i]), scene->path, &name, &scene->options, &from, &error);
        assert_null(strstr(copy, "before.db.")); /* it is the same each time, and there once */
        assert_true(err == ERR_CORRUPT || err == ERR_CONFLICT);
        assert_int_equal(version_of(scene, scene->path), store_schema_current());
        assert_int_equal(version_of(scene, copy), store_schema_current());
        struct strbuf after;
        strbuf_init(&after, &allocator_heap, 1 << 20);
        scene_sql_text(scene->path, "SELECT * FROM sqlite_schema", &after);
        assert_string_equal(strbuf_text(&before), strbuf_text(&after));
        strbuf_release(&after);
        struct store *store = scene_open(scene, STORE_WRITE);
        MUST(store_check(store, true, NULL, NULL, &error));
        store_close(store);
    }
    strbuf_release(&before);
}

static void a_migration_waits_for_writers_and_for_a_place_for_its_copy(void **state)
{
    struct scene *scene = *state;
    struct migration steps[ALL_MOST];
    char copy[128];
    int from = -1;
    fill(scene, 3);
    struct migrations next = later(steps, "SELECT 1");
    struct store *writer = scene_open(scene, STORE_WRITE);
    MUST(store_begin(writer, &error));
    MUST_FAIL(migrate_with(next, scene->path, NULL, &scene->options, &from, &error), ERR_BUSY, "store.busy");
    store_close(writer);
    FILE *file = fopen(scene_file(scene, "taken.db", copy), "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    /* Somebody else's file of that name stays as it is. */
    char memory[128];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    strbuf_add(&name, copy);
    MUST(migrate_with(next, scene->path, &name, &scene->options, &from, &error));
    assert_string_equal(memory + strlen(copy), ".2");
    assert_int_equal(version_of(scene, memory), store_schema_current());
    assert_int_equal(version_of(scene, copy), 0);
    assert_int_equal(version_of(scene, scene->path), next.count);
    MUST_FAIL(store_migrate(scene_file(scene, "nowhere.db", copy), NULL, &scene->options, &from, &error), ERR_NOT_FOUND,
              "store.absent");
    assert_int_equal(from, 0); /* nothing was found */
}

/* Two programs find an old file: the one that had to wait finds nothing left to do. */
static void a_migration_that_another_has_made_is_none(void **state)
{
    struct scene *scene = *state;
    struct store store = {0};
    int from = -1;
    fill(scene, 3);
    MUST(connection_open(&store, scene->path, STORE_WRITE, &scene->options, &error));
    MUST(schema_advance(&store, migrations_all(), NULL, &from, &error));
    assert_int_equal(from, store_schema_current());
    connection_close(&store);
}

/* ---- backups ---- */

struct writing {
    struct store *writer;
    int64_t next;
    int calls;
};

/* Writes while the backup is being made, between its steps. */
static void write_more(void *context, int64_t done, int64_t total)
{
    struct writing *writing = context;
    assert_true(done > 0 && done <= total);
    writing->calls++;
    assert_true(writing->calls < 1000); /* the copy does not start again whenever somebody writes */
    if (writing->writer) {
        MUST(store_begin(writing->writer, &error));
        for (int i = 0; i < 50; i++) {
            scene_add_entry(writing->writer, writing->next, "import", writing->next);
            scene_add_game(writing->writer, writing->next, 1, 4);
            writing->next++;
        }
        MUST(store_commit(writing->writer, &error));
    }
}

static void a_backup_is_one_moment_though_others_write(void **state)
{
    enum { ENTRIES = 4000 };
    struct scene *scene = *state;
    char copy[128];
    char part[128];
    fill(scene, ENTRIES);
    struct store *reader = scene_open(scene, STORE_READ);
    struct writing writing = {scene_open(scene, STORE_WRITE), ENTRIES + 1, 0};
    MUST(store_backup(reader, scene_file(scene, "copy.db", copy), write_more, &writing, &error));
    assert_true(writing.calls > 1);
    assert_int_equal(access(scene_file(scene, "copy.db.part", part), F_OK), -1);
    struct stat facts;
    assert_int_equal(stat(copy, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);

    struct store *store = NULL;
    int64_t size = 0;
    MUST(store_open(&store, copy, STORE_READ, &scene->options, true, &error));
    MUST(store_check(store, true, NULL, NULL, &error));
    MUST(store_log_size(store, &size, &error));
    assert_int_equal(size, ENTRIES);
    struct store_counts counts;
    MUST(store_derived_counts(store, &counts, &error));
    assert_int_equal(counts.games, ENTRIES);
    assert_int_equal(counts.seats, 3 * ENTRIES);
    store_close(store);

    /* A writer can make one as well, and a reader one of the moment at which its transaction began. */
    MUST(store_begin(reader, &error));
    write_more(&writing, 1, 1);
    MUST(store_backup(reader, scene_file(scene, "then.db", copy), NULL, NULL, &error));
    assert_int_equal(scene_sql_int(copy, "SELECT max(seq) FROM entry"), writing.next - 51);
    store_rollback(reader);
    MUST(store_backup(writing.writer, scene_file(scene, "now.db", copy), NULL, NULL, &error));
    assert_int_equal(scene_sql_int(copy, "SELECT max(seq) FROM entry"), writing.next - 1);
    int64_t bytes = 0;
    MUST(store_size(writing.writer, &bytes, &error));
    assert_int_equal(stat(copy, &facts), 0);
    assert_int_equal(bytes, facts.st_size);
    store_close(reader);
    store_close(writing.writer);
}

static void a_backup_refuses_to_overwrite_or_to_start_in_the_middle(void **state)
{
    struct scene *scene = *state;
    char copy[128];
    fill(scene, 10);
    struct store *store = scene_open(scene, STORE_WRITE);
    MUST(store_backup(store, scene_file(scene, "copy.db", copy), NULL, NULL, &error));
    MUST_FAIL(store_backup(store, copy, NULL, NULL, &error), ERR_CONFLICT, "store.exists");
    MUST_FAIL(store_backup(store, scene->path, NULL, NULL, &error), ERR_CONFLICT, "store.exists");
    MUST_FAIL(store_backup(store, scene_file(scene, "no/such/folder", copy), NULL, NULL, &error), ERR_IO, NULL);
    MUST_FAIL(store_backup(store, "", NULL, NULL, &error), ERR_USAGE, "store.path");
    MUST(store_begin(store, &error));
    MUST_FAIL(store_backup(store, scene_file(scene, "x.db", copy), NULL, NULL, &error), ERR_USAGE, "store.transaction");
    assert_int_equal(access(copy, F_OK), -1);
    store_rollback(store);

    /* What an earlier try has left behind is replaced. */
    char part[128];
    FILE *file = fopen(scene_file(scene, "x.db.part", part), "wb");
    assert_non_null(file);
    assert_true(fputs("half a backup", file) >= 0);
    assert_int_equal(fclose(file), 0);
    MUST(store_backup(store, copy, NULL, NULL, &error));
    assert_int_equal(access(part, F_OK), -1);
    assert_int_equal(scene_sql_int(copy, "SELECT max(seq) FROM entry"), 10);
    store_close(store);
}

static void running_out_of_memory_during_a_backup(void **state)
{
    struct scene *scene = *state;
    char copy[128];
    fill(scene, 10);
    struct store *store = scene_open(scene, STORE_WRITE);
    scene_file(scene, "copy.db", copy);
    for (long n = 1;; n = failing_alloc_next(n)) {
        failing_alloc_arm(&scene->memory, n);
        enum err err = store_backup(store, copy, NULL, NULL, &error);
        if (!scene->memory.fired) {
            assert_int_equal(err, ERR_OK);
            break;
        }
        assert_int_equal(err, ERR_MEMORY);
        assert_int_equal(access(copy, F_OK), -1);
    }
    failing_alloc_arm(&scene->memory, 0);
    store_close(store);
}

/* The copy is refused as a whole, and so is the migration that wanted one. */
static void running_out_of_memory_during_a_migration(void **state)
{
    struct scene *scene = *state;
    struct migration steps[ALL_MOST];
    struct migrations next = later(steps, "SELECT 1");
    fill(scene, 3);
    for (long n = 1;; n = failing_alloc_next(n)) {
        char copy[128];
        int from = -1;
        struct strbuf name;
        strbuf_wrap(&name, copy, sizeof(copy));
        add_file(scene, "before.db", &name);
        failing_alloc_arm(&scene->memory, n);
        enum err err = migrate_with(next, scene->path, &name, &scene->options, &from, &error);
        bool fired = scene->memory.fired;
        failing_alloc_arm(&scene->memory, 0);
        if (!fired) {
            assert_int_equal(err, ERR_OK);
            assert_int_equal(version_of(scene, copy), store_schema_current());
            break;
        }
        assert_int_equal(err, ERR_MEMORY);
        assert_int_equal(version_of(scene, scene->path), store_schema_current());
    }
}

static void running_out_of_memory_during_a_restore(void **state)
{
    struct scene *scene = *state;
    char backup[128];
    fill(scene, 5);
    struct store *store = scene_open(scene, STORE_WRITE);
    MUST(store_backup(store, scene_file(scene, "backup.db", backup), NULL, NULL, &error));
    MUST(store_begin(store, &error));
    scene_add_entry(store, 6, "import", 6);
    MUST(store_commit(store, &error));
    store_close(store);
    for (long n = 1;; n = failing_alloc_next(n)) {
        char copy[128];
        failing_alloc_arm(&scene->memory, n);
        enum err err = store_restore(backup, scene->path, true, &scene->options, NULL, NULL, &error);
        bool fired = scene->memory.fired;
        failing_alloc_arm(&scene->memory, 0);
        assert_int_equal(access(scene_file(scene, "club.db.restore", copy), F_OK), -1);
        if (!fired) {
            assert_int_equal(err, ERR_OK);
            break;
        }
        assert_int_equal(err, ERR_MEMORY);
        assert_int_equal(scene_sql_int(scene->path, "SELECT max(seq) FROM entry"), 6); /* as it was */
    }
    assert_int_equal(scene_sql_int(scene->path, "SELECT max(seq) FROM entry"), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(migrating_keeps_the_data_and_copies_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_version_can_be_the_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_migration_that_fails_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_migration_waits_for_writers_and_for_a_place_for_its_copy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_migration_that_another_has_made_is_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_backup_is_one_moment_though_others_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_backup_refuses_to_overwrite_or_to_start_in_the_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(running_out_of_memory_during_a_backup, set_up, tear_down),
        cmocka_unit_test_setup_teardown(running_out_of_memory_during_a_migration, set_up, tear_down),
        cmocka_unit_test_setup_teardown(running_out_of_memory_during_a_restore, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("store upkeep", tests, NULL, NULL);
}
