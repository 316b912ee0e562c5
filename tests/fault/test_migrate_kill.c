/*
 * kill -9 while a database of an older schema is brought up to date. A child
 * opens it to write and dies at its Nth call that changes a file, for every N
 * until it lives through; whoever opens the database next goes on from what
 * it left: up to date, sound, statistics filled, one whole copy from before.
 */
#include "support/cmocka.h"

#include "store/sqlite/migrations.h"
#include "support/dying.h"
#include "support/text.h"
#include "support/world.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- an old database ---- */

static void add_sql(struct strbuf *out, const char *a, const char *b, const char *c)
{
    strbuf_add(out, a);
    strbuf_add(out, b);
    strbuf_add(out, c);
}

static int copy_table(void *context, int count, char **values, char **names)
{
    (void)count;
    (void)names;
    add_sql(context, "INSERT OR IGNORE INTO main.'", values[0], "' SELECT "); /* older sums were not kept apart */
    add_sql(context, values[1], " FROM now.'", "");
    add_sql(context, values[0], strcmp(values[0], "entry") == 0 ? "' ORDER BY seq" : "'", ";");
    return 0;
}

/* `old` gets the schema of that version, and what of the club at `now` it has. */
static void make_old(const char *now, const char *old, int version)
{
    sqlite3 *db = NULL;
    struct strbuf sql;
    char number[96];
    strbuf_init(&sql, &allocator_heap, 1 << 20);
    (void)unlink(old);
    assert_int_equal(sqlite3_open(old, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA page_size = 8192", NULL, NULL, NULL), SQLITE_OK);
    for (int i = 0; i < version; i++) {
        assert_int_equal(sqlite3_exec(db, migrations_all().steps[i].sql, NULL, NULL, NULL), SQLITE_OK);
    }
    add_sql(&sql, "ATTACH '", now, "' AS now; BEGIN; DELETE FROM setting;");
    static const char tables[] = "SELECT name, (SELECT group_concat(CASE c.name WHEN 'win60' THEN 'win / 462'"
                                 " WHEN 'win60_squares' THEN '0' ELSE c.name END) FROM pragma_table_info(t.name) AS c)"
                                 " FROM sqlite_schema AS t WHERE type = 'table' ORDER BY name = 'setting'";
    assert_int_equal(sqlite3_exec(db, tables, copy_table, &sql, NULL), SQLITE_OK);
    (void)snprintf(number, sizeof(number), "; PRAGMA application_id = %d; PRAGMA user_version = %d;", 0x44656e64,
                   version);
    strbuf_add(&sql, version < 3 ? "DELETE FROM setting WHERE name = 'derived-stale';" : "");
    strbuf_add(&sql, version < 2 ? "DELETE FROM setting WHERE name GLOB '*-version';" : "");
    add_sql(&sql, "COMMIT", number, "PRAGMA journal_mode = WAL;");
    assert_int_equal(sqlite3_exec(db, strbuf_text(&sql), NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    strbuf_release(&sql);
}

static void copy_file(const char *from, const char *to)
{
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 26);
    test_read_file(from, &bytes);
    FILE *file = fopen(to, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(strbuf_text(&bytes), 1, bytes.len, file), bytes.len);
    assert_int_equal(fclose(file), 0);
    strbuf_release(&bytes);
}

/* ---- lives and deaths ---- */

/* True when the child was killed, false when it lived through. */
static bool open_and_die(struct world *world, long nth)
{
    (void)fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct error error = {.message = NULL};
        struct service *service = NULL;
        die_at(nth);
        enum err err = service_open(&service, world->path, SERVICE_WRITE, &world->options, &error);
        service_close(service);
        _exit(err == ERR_OK ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

static void in_order(struct world *world, int version, long nth)
{
    struct error error = {.message = NULL};
    char name[TEST_ADDRESS + 64];
    struct service *service = world_open(world, SERVICE_WRITE);
    bool stale = true;
    MUST(service_stale(service, &stale, &error));
    assert_false(stale);
    service_close(service);
    struct strbuf found;
    strbuf_init(&found, &allocator_heap, 1 << 16);
    (void)world_audit(world, 1, false, &found);
    if (found.len > 0) {
        fail_msg("killed at %ld of schema %d: %s", nth, version, strbuf_text(&found));
    }
    strbuf_release(&found);
    (void)snprintf(name, sizeof(name), "%s.v%d.bak", world->path, version);
    assert_int_equal(scene_sql_int(name, "PRAGMA user_version"), version);
    assert_int_equal(scene_sql_int(name, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"),
                     1);
    (void)snprintf(name, sizeof(name), "%s.v%d.bak.2", world->path, version);
    assert_int_equal(access(name, F_OK), -1);
    (void)snprintf(name, sizeof(name), "%s.v%d.bak.part", world->path, version);
    assert_int_equal(access(name, F_OK), -1);
}

/* As it was before anybody touched it. */
static void begin_again(const struct world *world, const char *old, int version)
{
    static const char *const beside[] = {"-wal", "-shm", "-journal", ".bak"};
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
        char name[TEST_ADDRESS + 64];
        if (strcmp(beside[i], ".bak") == 0) {
            (void)snprintf(name, sizeof(name), "%s.v%d.bak", world->path, version);
        } else {
            (void)snprintf(name, sizeof(name), "%s%s", world->path, beside[i]);
        }
        (void)unlink(name);
    }
    copy_file(old, world->path);
}

static void whoever_comes_next_goes_on(void **unused)
{
    (void)unused;
    struct world world;
    struct strbuf text;
    char now[TEST_ADDRESS];
    char old[128];
    world_begin(&world);
    strbuf_init(&text, &allocator_heap, 1 << 20);
    for (unsigned i = 1; i <= 3; i++) {
        world_foret(&world, "standard", i == 1 ? "sheet" : "table", 3, i, &text);
    }
    struct service *service = world_open(&world, SERVICE_CREATE);
    assert_int_equal(world_import(service, strbuf_span(&text), NULL).added, 3);
    service_close(service);
    world_copy(&world, "now.db", now);
    (void)snprintf(old, sizeof(old), "%s/old.db", world.folder);
    const int versions[] = {1, 2, store_schema_current() - 1};
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        /* Every call of the newest step; what came before it was tried call by call when it was new. */
        bool newest = versions[i] == store_schema_current() - 1;
        long stride = test_cases(100) < 100 ? 7 : newest ? 1 : 3;
        long nth = 1;
        make_old(now, old, versions[i]);
        begin_again(&world, old, versions[i]);
        while (open_and_die(&world, nth)) {
            if (nth % 3 == 0) { /* and killed a second time */
                (void)open_and_die(&world, 1 + nth / 2);
            }
            in_order(&world, versions[i], nth);
            begin_again(&world, old, versions[i]);
            nth += stride;
        }
        in_order(&world, versions[i], nth);
        print_message("  schema %d: %ld calls\n", versions[i], nth - 1);
        assert_true(nth > 30);
        begin_again(&world, old, versions[i]);
    }
    strbuf_release(&text);
    world_end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_comes_next_goes_on),
    };
    return cmocka_run_group_tests_name("migrate kill", tests, NULL, NULL);
}
