/* The schema that migrations make, the one that schema.sql explains, and the statements that run on it. */
#include "support/cmocka.h"

#include "store/messages.h"
#include "store/move.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/open.h"
#include "store/sqlite/raise.h"
#include "store/sqlite/schema_hash.h"
#include "store/statements.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdio.h>

static struct error error;

/* Without comments, and with one blank wherever there was white space. */
static void normalise(const char *sql, struct strbuf *out)
{
    bool blank = false;
    for (; *sql; sql++) {
        if (sql[0] == '-' && sql[1] == '-') {
            sql += strcspn(sql, "\n");
            blank = true;
            if (!*sql) {
                break;
            }
        } else if (*sql == ' ' || *sql == '\n' || *sql == '\t') {
            blank = true;
        } else {
            strbuf_add(out, blank && out->len > 0 ? " " : "");
            strbuf_add_char(out, *sql);
            blank = false;
        }
    }
}

/* The schema of a database, sorted and normalised, a line an object. */
static void describe(const char *path, struct strbuf *out)
{
    struct strbuf raw;
    strbuf_init(&raw, &allocator_heap, 1 << 20);
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2", -1,
                                        &statement, NULL),
                     SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < 4; i++) {
            const unsigned char *text = sqlite3_column_text(statement, i);
            strbuf_clear(&raw);
            normalise(text ? (const char *)text : "", &raw);
            strbuf_add_span(out, strbuf_span(&raw));
            strbuf_add_char(out, i < 3 ? '|' : '\n');
        }
    }
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    strbuf_release(&raw);
    assert_true(strbuf_ok(out));
}

static void read_schema_file(struct strbuf *out)
{
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/schema/schema.sql", test_source_dir());
    test_read_file(path, out);
}

static void migrations_give_the_schema_that_is_explained(void **unused)
{
    (void)unused;
    struct scene scene;
    char other[128];
    struct strbuf sql;
    struct strbuf explained;
    struct strbuf made;
    strbuf_init(&sql, &allocator_heap, 1 << 20);
    strbuf_init(&explained, &allocator_heap, 1 << 20);
    strbuf_init(&made, &allocator_heap, 1 << 20);
    scene_begin(&scene);
    store_close(scene_open(&scene, STORE_CREATE));

    read_schema_file(&sql);
    FILE *file = fopen(scene_file(&scene, "explained.db", other), "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(scene_sql(other, strbuf_text(&sql)), SQLITE_OK);

    describe(scene.path, &made);
    describe(other, &explained);
    assert_string_equal(strbuf_text(&made), strbuf_text(&explained));
    assert_true(made.len > 1000);
    strbuf_release(&sql);
    strbuf_release(&explained);
    strbuf_release(&made);
    scene_end(&scene);
}

/* A table or a column that is added and not named in enduring.def would be left behind by a move. */
static void a_move_knows_every_enduring_column(void **unused)
{
    (void)unused;
    struct scene scene;
    struct strbuf stored;
    struct strbuf known;
    strbuf_init(&stored, &allocator_heap, 1 << 16);
    strbuf_init(&known, &allocator_heap, 1 << 16);
    test_needs_file();
    scene_begin(&scene);
    store_close(scene_open(&scene, STORE_CREATE));
    scene_sql_text(
        scene.path,
        "SELECT (SELECT group_concat(name, ', ') FROM pragma_table_info(t.name)) FROM pragma_table_list AS t"
        " WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT GLOB 'd_*' AND t.name NOT GLOB 'sqlite_*'"
        " ORDER BY t.name",
        &stored);
    for (int turn = 0; turn < ENDURING_TABLES; turn++) { /* those of the list, in the order of their names */
        for (int i = 0; i < ENDURING_TABLES; i++) {
            int before = 0;
            for (int other = 0; other < ENDURING_TABLES; other++) {
                const char *a = ENDURING_TABLE[other].table;
                const char *b = ENDURING_TABLE[i].table;
                before += strcmp(a + (*a == '"'), b + (*b == '"')) < 0;
            }
            if (before == turn) {
                strbuf_add(&known, ENDURING_TABLE[i].columns);
                strbuf_add_char(&known, '\n');
            }
        }
    }
    assert_string_equal(strbuf_text(&stored), strbuf_text(&known));
    strbuf_release(&stored);
    strbuf_release(&known);
    scene_end(&scene);
}

/* Every table has a sentence above it and every column one beside it. */
static void everything_in_the_schema_is_explained(void **unused)
{
    (void)unused;
    struct strbuf sql;
    strbuf_init(&sql, &allocator_heap, 1 << 20);
    read_schema_file(&sql);
    struct span rest = strbuf_span(&sql);
    struct span above = {0};
    bool inside = false;
    int tables = 0;
    while (rest.len > 0) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        struct span line = span_of(rest.ptr, end ? (size_t)(end - rest.ptr) : rest.len);
        rest = span_skip(rest, line.len + 1);
        bool explained = false;
        for (size_t i = 0; i + 1 < line.len; i++) {
            explained = explained || (line.ptr[i] == '-' && line.ptr[i + 1] == '-');
        }
        if (span_starts(line, "CREATE TABLE ")) {
            inside = true;
            tables++;
            if (!span_starts(above, "-- ")) {
                fail_msg("%.*s has no sentence above it", (int)line.len, line.ptr);
            }
        } else if (span_starts(line, ")")) {
            inside = false;
        } else if (inside && !explained && !span_starts(span_trim(line), "PRIMARY KEY")) {
            fail_msg("not explained: %.*s", (int)line.len, line.ptr);
        }
        above = line;
    }
    assert_true(tables > 10);
    strbuf_release(&sql);
}

static void migrations_are_numbered_without_gaps(void **unused)
{
    (void)unused;
    struct migrations all = migrations_all();
    assert_int_equal(all.count, store_schema_current());
    for (int i = 0; i < all.count; i++) {
        int number = 0;
        assert_int_equal(all.steps[i].version, i + 1);
        assert_int_equal(sscanf(all.steps[i].name, "%4d_", &number),
                         1); // NOLINT(cert-err34-c)
        assert_int_equal(number, i + 1);
        assert_true(strlen(all.steps[i].sql) > 10);
    }
}

/* Log and catalogues must not be changed, also not by whoever opens the file with another program. */
static void the_log_refuses_to_be_changed(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= 3; i++) {
        scene_add_entry(store, i, "open", i);
    }
    const uint8_t nought[SHA256_SIZE] = {0};
    struct store_catalogue catalogue = {nought, SPAN_LITERAL("ecos"), SPAN_LITERAL("mine"), SPAN_LITERAL("{}"), 1};
    MUST(store_catalogue_add(store, &catalogue, &error));
    MUST(store_commit(store, &error));
    static const char *const refused[] = {
        "UPDATE entry SET body = 'x' WHERE seq = 2",
        "UPDATE entry SET leaf = zeroblob(32)",
        "UPDATE entry SET seq = 9 WHERE seq = 3",
        "DELETE FROM entry WHERE seq = 3",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry VALUES (3, 0, 'x', 'open', 3, zeroblob(32), 'x')",
        "INSERT INTO entry VALUES (5, 0, 'x', 'open', 5, zeroblob(32), 'x')",
        "INSERT INTO entry VALUES (0, 0, 'x', 'open', 5, zeroblob(32), 'x')",
        "INSERT INTO entry VALUES (-1, 0, 'x', 'open', 5, zeroblob(32), 'x')",
        "INSERT INTO entry VALUES (4, 0, 'x', 'open', 4, zeroblob(31), 'x')",
        "INSERT INTO entry VALUES (4, 'noon', 'x', 'open', 4, zeroblob(32), 'x')",
        "INSERT INTO aside VALUES (1, 0, 'note', NULL)",
        "PRAGMA foreign_keys = ON; INSERT INTO aside VALUES (9, 0, 'note', 'x')",
        "PRAGMA foreign_keys = ON; INSERT INTO whereabouts VALUES (1, 7)",
        "INSERT INTO seen VALUES (zeroblob(15), 1)",
        "UPDATE catalogue SET json = '{ }'",
        "UPDATE catalogue SET name = 'other'",
        "DELETE FROM catalogue",
        "INSERT OR REPLACE INTO catalogue VALUES (zeroblob(32), 'ecos', 'mine', '{ }', 2)",
        "INSERT INTO catalogue VALUES (zeroblob(31), 'ecos', 'mine', '{}', 2)",
    };
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        int rc = scene_sql(scene.path, refused[i]);
        if (rc != SQLITE_CONSTRAINT) {
            fail_msg("%s: %d", refused[i], rc);
        }
    }
    assert_int_equal(scene_sql(scene.path, "INSERT INTO entry VALUES (4, 0, 'x', 'open', 4, zeroblob(32), 'x')"),
                     SQLITE_OK);
    struct store_entry entry;
    char body[64];
    MUST(store_begin(store, &error));
    scene_entry(6, "open", 6, body, &entry);
    MUST_FAIL(store_entry_add(store, &entry, &error), ERR_CONFLICT, "store.conflict");
    assert_string_equal(error.arg[1], "entries are numbered without gaps");
    scene_entry(4, "open", 4, body, &entry);
    MUST_FAIL(store_entry_add(store, &entry, &error), ERR_CONFLICT, "store.conflict");
    scene_add_entry(store, 5, "open", 5); /* a refusal leaves the transaction as it was */
    MUST(store_commit(store, &error));
    int64_t size = 0;
    MUST(store_log_size(store, &size, &error));
    assert_int_equal(size, 5);
    store_close(store);
    scene_end(&scene);
}

/* A trigger taken away by hand is a finding, though every row is as it should be. */
static void a_changed_schema_is_a_finding(void **unused)
{
    (void)unused;
    static const char *const changes[] = {"DROP TRIGGER entry_no_update", "DROP INDEX d_game_day",
                                          "CREATE TABLE diary (text)",
                                          "CREATE VIEW lately AS SELECT seq FROM entry"}; /* behind all of ours */
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        struct scene scene;
        scene_begin(&scene);
        store_close(scene_open(&scene, STORE_CREATE));
        struct store *store = scene_open(&scene, STORE_WRITE);
        MUST(store_check(store, true, NULL, NULL, &error));
        assert_int_equal(scene_sql(scene.path, changes[i]), SQLITE_OK);
        MUST(store_check(store, false, NULL, NULL, &error));
        MUST_FAIL(store_check(store, true, NULL, NULL, &error), ERR_CORRUPT, "store.damaged");
        store_close(store);
        scene_end(&scene);
    }
}

/*
 * No statement walks a whole table that grows with the games, unless the
 * table of statements says that it means to.
 */
static void no_statement_scans_by_accident(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    store_close(scene_open(&scene, STORE_CREATE));
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    int scans = 0;
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        char sql[4096];
        sqlite3_stmt *statement = NULL;
        (void)snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", STATEMENTS[i].sql);
        if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
            fail_msg("%s: %s", STATEMENTS[i].name, sqlite3_errmsg(db));
        }
        bool scan = false;
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(statement, 3);
            /* What a subquery has found already. */
            bool harmless = strncmp(step, "SCAN (", 6) == 0 || strncmp(step, "SCAN CONSTANT", 13) == 0;
            bool scanned = strncmp(step, "SCAN ", 5) == 0 && !harmless;
            scan = scan || scanned;
            if ((scanned || strstr(step, "AUTOMATIC")) && !(STATEMENTS[i].traits & SCANS)) {
                fail_msg("%s: %s", STATEMENTS[i].name, step);
            }
        }
        scans += scan;
        if ((STATEMENTS[i].traits & SCANS) && !scan && strncmp(STATEMENTS[i].sql, "DELETE", 6) != 0) {
            fail_msg("%s is marked as scanning and does not", STATEMENTS[i].name);
        }
        (void)sqlite3_finalize(statement);
    }
    assert_true(scans > 3);
    (void)sqlite3_close(db);
    scene_end(&scene);
}

/* The schema that open takes for granted is this one: every statement fits it, as the test above has seen. */
static void the_hash_is_that_of_the_schema(void **unused)
{
    (void)unused;
    static const char digits[] = "0123456789abcdef";
    struct scene scene;
    uint8_t hash[SHA256_SIZE];
    char text[SHA256_HEX + 1] = "";
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(schema_hash(store, hash, &error));
    for (size_t i = 0; i < sizeof(hash); i++) {
        text[2 * i] = digits[hash[i] >> 4];
        text[2 * i + 1] = digits[hash[i] & 15];
    }
    if (strcmp(text, SCHEMA_HASH) != 0) {
        fail_msg("SCHEMA_HASH of src/store/schema_hash.h must be \"%s\"", text);
    }
    store_close(store);
    scene_end(&scene);
}

/* A statement that does not fit fails when the database is opened, for writers and readers, whatever it is that is missing. */
static void a_schema_that_lacks_something_is_refused_at_open(void **unused)
{
    (void)unused;
    static const struct {
        const char *sql;
        enum err writer;
        enum err reader;
    } changes[] = {
        {"DROP TABLE d_standing", ERR_CORRUPT, ERR_CORRUPT},
        {"DROP TABLE answer", ERR_CORRUPT, ERR_CORRUPT},
        {"ALTER TABLE d_run RENAME COLUMN best TO longest", ERR_CORRUPT, ERR_CORRUPT},
        {"CREATE TRIGGER odd AFTER INSERT ON setting BEGIN INSERT INTO nowhere VALUES (1); END", ERR_CORRUPT, ERR_OK},
        {"CREATE TABLE diary (text)", ERR_OK, ERR_OK},
        {"DROP TRIGGER entry_no_update", ERR_OK, ERR_OK},
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        struct scene scene;
        struct store *store = NULL;
        scene_begin(&scene);
        store_close(scene_open(&scene, STORE_CREATE));
        assert_int_equal(scene_sql(scene.path, changes[i].sql), SQLITE_OK);
        for (int mode = 0; mode < 2; mode++) {
            enum err err =
                store_open(&store, scene.path, mode ? STORE_READ : STORE_WRITE, &scene.options, false, &error);
            if (err != (mode ? changes[i].reader : changes[i].writer)) {
                fail_msg("%s: mode %d: %d", changes[i].sql, mode, (int)err);
            }
            store_close(store);
        }
        scene_end(&scene);
    }
}

/* The traits of a statement are what SQLite says about it. */
static void statements_write_when_they_say_so(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    store_close(scene_open(&scene, STORE_CREATE));
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_stmt *statement = NULL;
        assert_int_equal(sqlite3_prepare_v2(db, STATEMENTS[i].sql, -1, &statement, NULL), SQLITE_OK);
        bool writes = !sqlite3_stmt_readonly(statement);
        if (strncmp(STATEMENTS[i].sql, "BEGIN", 5) != 0 && writes != ((STATEMENTS[i].traits & WRITES) != 0)) {
            fail_msg("%s", STATEMENTS[i].name);
        }
        bool derived = strncmp(STATEMENTS[i].sql, "INSERT INTO d_", 14) == 0 ||
                       strncmp(STATEMENTS[i].sql, "UPDATE d_", 9) == 0 ||
                       strncmp(STATEMENTS[i].sql, "DELETE FROM d_", 14) == 0;
        if (derived != ((STATEMENTS[i].traits & DERIVED) != 0)) {
            fail_msg("%s", STATEMENTS[i].name);
        }
        (void)sqlite3_finalize(statement);
    }
    (void)sqlite3_close(db);
    scene_end(&scene);
}

/* Both languages say something, with the same holes; what SQLite says is the second in English, the third in French. */
static void messages_are_complete(void **unused)
{
    (void)unused;
    size_t count = 0;
    const struct message *const *all = store_messages(&count);
    assert_true(count > 10);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(strncmp(all[i]->id, "store.", 6), 0);
        assert_int_not_equal(all[i]->code, ERR_OK);
        for (char hole[] = "%1"; hole[1] <= '4'; hole[1]++) {
            bool words = strstr(all[i]->en, "%2") && strstr(all[i]->fr, "%3") && !strstr(all[i]->fr, "%2");
            if (!(words && hole[1] > '1') && !strstr(all[i]->en, hole) != !strstr(all[i]->fr, hole)) {
                fail_msg("%s: %s", all[i]->id, hole);
            }
        }
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(all[i]->id, all[j]->id);
        }
    }
}

static void sqlite_results_have_a_meaning(void **unused)
{
    (void)unused;
    static const struct {
        int rc;
        enum err err;
    } expected[] = {
        {SQLITE_BUSY, ERR_BUSY},
        {SQLITE_BUSY_RECOVERY, ERR_BUSY},
        {SQLITE_LOCKED, ERR_BUSY},
        {SQLITE_PROTOCOL, ERR_BUSY},
        {SQLITE_FULL, ERR_IO},
        {SQLITE_IOERR, ERR_IO},
        {SQLITE_IOERR_FSYNC, ERR_IO},
        {SQLITE_IOERR_WRITE, ERR_IO},
        {SQLITE_IOERR_SHORT_READ, ERR_IO},
        {SQLITE_IOERR_NOMEM, ERR_MEMORY},
        {SQLITE_NOMEM, ERR_MEMORY},
        {SQLITE_CORRUPT, ERR_CORRUPT},
        {SQLITE_CORRUPT_INDEX, ERR_CORRUPT},
        {SQLITE_NOTADB, ERR_CORRUPT},
        {SQLITE_READONLY, ERR_DENIED},
        {SQLITE_READONLY_DBMOVED, ERR_DENIED},
        {SQLITE_CANTOPEN, ERR_IO},
        {SQLITE_CANTOPEN_ISDIR, ERR_IO},
        {SQLITE_PERM, ERR_DENIED},
        {SQLITE_CONSTRAINT_UNIQUE, ERR_CONFLICT},
        {SQLITE_CONSTRAINT_TRIGGER, ERR_CONFLICT},
        {SQLITE_TOOBIG, ERR_LIMIT},
        {SQLITE_ERROR, ERR_CORRUPT},
        {SQLITE_MISUSE, ERR_CORRUPT},
        {SQLITE_ABORT_ROLLBACK, ERR_IO},
    };
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        enum err err = sqlite_raise(&error, expected[i].rc, NULL, "/club.db");
        if (err != expected[i].err) {
            fail_msg("%d: %s", expected[i].rc, test_err_name(err));
        }
        char text[256];
        for (enum lang lang = LANG_EN; lang <= LANG_FR; lang++) {
            (void)error_text(&error, lang, text, sizeof(text));
            assert_true(err == ERR_MEMORY || strstr(text, "/club.db") != NULL);
            assert_null(strchr(text, '%'));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(migrations_give_the_schema_that_is_explained),
        cmocka_unit_test(a_move_knows_every_enduring_column),
        cmocka_unit_test(everything_in_the_schema_is_explained),
        cmocka_unit_test(migrations_are_numbered_without_gaps),
        cmocka_unit_test(the_log_refuses_to_be_changed),
        cmocka_unit_test(a_changed_schema_is_a_finding),
        cmocka_unit_test(no_statement_scans_by_accident),
        cmocka_unit_test(the_hash_is_that_of_the_schema),
        cmocka_unit_test(a_schema_that_lacks_something_is_refused_at_open),
        cmocka_unit_test(statements_write_when_they_say_so),
        cmocka_unit_test(messages_are_complete),
        cmocka_unit_test(sqlite_results_have_a_meaning),
    };
    return cmocka_run_group_tests_name("store schema", tests, NULL, NULL);
}
