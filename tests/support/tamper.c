/* What no client of ours would do to a database. */
#include "support/cmocka.h"

#include "support/tamper.h"

#include "support/scene.h"
#include "support/text.h"

#include <libpq-fe.h>
#include <stdlib.h>

enum { SQL_LIMIT = 1 << 22 };

static void must_run(PGconn *connection, const char *sql)
{
    PGresult *result = server_exec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    }
    PQclear(result);
}

/* The first column of all rows, one after the other: statements that the database has written itself. */
static void gather(PGconn *connection, const char *sql, struct strbuf *out)
{
    PGresult *result = server_exec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    }
    for (int i = 0; i < PQntuples(result); i++) {
        strbuf_add(out, PQgetvalue(result, i, 0));
    }
    PQclear(result);
}

/* ---- changes ---- */

/* `replica` passes over triggers and foreign keys; checks are dropped, and put back for what comes later. */
static void tamper_server(const char *path, const char *sql)
{
#define CHECKS " FROM pg_constraint WHERE contype = 'c' AND connamespace = CAST(current_schema() AS regnamespace)"
    PGconn *connection = server_connect(path, true);
    struct strbuf all;
    strbuf_init(&all, &allocator_heap, SQL_LIMIT);
    strbuf_add(&all, "BEGIN; SET session_replication_role = replica;");
    gather(connection, "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I;', conrelid::regclass, conname)" CHECKS, &all);
    strbuf_add(&all, sql);
    strbuf_add(&all, ";");
    gather(connection,
           "SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID;', conrelid::regclass, conname,"
           " pg_get_constraintdef(oid))" CHECKS,
           &all);
    strbuf_add(&all, "COMMIT");
    assert_true(strbuf_ok(&all));
    must_run(connection, strbuf_text(&all));
    strbuf_release(&all);
    PQfinish(connection);
#undef CHECKS
}

void tamper(const char *path, const char *sql)
{
    if (test_on_server()) {
        tamper_server(path, sql);
        return;
    }
    struct strbuf all;
    strbuf_init(&all, &allocator_heap, SQL_LIMIT);
    strbuf_add(&all, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN;");
    scene_sql_text(path, "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'", &all);
    strbuf_add(&all, sql);
    strbuf_add(&all, ";");
    scene_sql_text(path, "SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'", &all);
    strbuf_add(&all, "COMMIT");
    assert_int_equal(scene_sql(path, strbuf_text(&all)), SQLITE_OK);
    strbuf_release(&all);
}

void trap_set(const char *path, const char *table, const char *when, const char *how)
{
    struct strbuf sql;
    const char *if_so = when ? when : "true";
    strbuf_init(&sql, &allocator_heap, SQL_LIMIT);
    if (test_on_server()) {
        text_format(&sql,
                    "CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS"
                    " 'BEGIN RAISE EXCEPTION ''trap''; END';"
                    "CREATE TRIGGER trap BEFORE INSERT ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION trap()",
                    table, if_so);
    } else {
        text_format(&sql, "CREATE TRIGGER trap BEFORE INSERT ON %s WHEN %s BEGIN SELECT RAISE(%s, 'trap'); END", table,
                    if_so, how);
    }
    assert_int_equal(scene_sql(path, strbuf_text(&sql)), SQLITE_OK);
    strbuf_release(&sql);
}

void trap_drop(const char *path, const char *table)
{
    char sql[128];
    (void)snprintf(sql, sizeof(sql),
                   test_on_server() ? "DROP TRIGGER trap ON %s; DROP FUNCTION trap()" : "DROP TRIGGER trap", table);
    assert_int_equal(scene_sql(path, sql), SQLITE_OK);
}

/* ---- locks ---- */

struct holding {
    sqlite3 *file;
    PGconn *server;
};

static void hold_run(struct holding *holding, const char *file, const char *server)
{
    if (holding->server) {
        must_run(holding->server, server);
    } else {
        assert_int_equal(sqlite3_exec(holding->file, file, NULL, NULL, NULL), SQLITE_OK);
    }
}

void hold_again(struct holding *holding)
{
    hold_run(holding, "BEGIN IMMEDIATE", "BEGIN; SELECT size FROM head FOR UPDATE");
}

void hold_end(struct holding *holding)
{
    hold_run(holding, "ROLLBACK", "ROLLBACK");
}

struct holding *hold_writing(const char *path)
{
    enum { PATIENCE_MS = 300000 };
    struct holding *holding = calloc(1, sizeof(*holding));
    assert_non_null(holding);
    if (test_on_server()) {
        holding->server = server_connect(path, false);
    } else {
        assert_int_equal(sqlite3_open(path, &holding->file), SQLITE_OK);
        assert_int_equal(sqlite3_busy_timeout(holding->file, PATIENCE_MS), SQLITE_OK);
    }
    hold_again(holding);
    return holding;
}

void hold_close(struct holding *holding)
{
    if (holding->server) {
        PQfinish(holding->server);
    } else {
        assert_int_equal(sqlite3_close(holding->file), SQLITE_OK);
    }
    free(holding);
}

/* ---- copies ---- */

/* A new club, in which the rows of the other take the place of its own; no trigger notices. */
static void copy_rows(const char *from, const char *to)
{
    PGconn *connection = server_connect(to, true);
    const char *old = strchr(from, '#') + 1;
    struct strbuf all;
    char sql[512];
    strbuf_init(&all, &allocator_heap, SQL_LIMIT);
    strbuf_add(&all, "BEGIN; SET session_replication_role = replica;");
    (void)snprintf(sql, sizeof(sql),
                   "SELECT format('DELETE FROM %%1$I; INSERT INTO %%1$I SELECT * FROM \"club_%s\".%%1$I;', tablename)"
                   " FROM pg_tables WHERE schemaname = current_schema()",
                   old);
    gather(connection, sql, &all);
    strbuf_add(&all, "COMMIT");
    must_run(connection, strbuf_text(&all));
    strbuf_release(&all);
    PQfinish(connection);
}

void copy_club(const char *from, const char *file, char address[TEST_ADDRESS])
{
    char sql[TEST_ADDRESS + 32];
    test_address(file, address);
    if (!test_on_server()) {
        (void)snprintf(sql, sizeof(sql), "VACUUM INTO '%s'", address);
        assert_int_equal(scene_sql(from, sql), SQLITE_OK);
        return;
    }
    struct store_options options = {.allocator = &allocator_heap};
    struct error error = {.message = NULL};
    struct store *store = NULL;
    MUST(store_open(&store, address, STORE_CREATE, &options, false, &error));
    store_close(store);
    copy_rows(from, address);
}

void remove_club(const char *path)
{
    if (!test_on_server()) {
        assert_int_equal(remove(path), 0);
        return;
    }
    char sql[128];
    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA \"club_%s\" CASCADE", strchr(path, '#') + 1);
    assert_int_equal(scene_sql(path, sql), SQLITE_OK);
}

void club_bytes(const char *path, struct strbuf *out)
{
    if (!test_on_server()) {
        test_read_file(path, out);
        return;
    }
    PGconn *connection = server_connect(path, false);
    struct strbuf sql;
    strbuf_init(&sql, &allocator_heap, SQL_LIMIT);
    gather(
        connection,
        "SELECT format('SELECT %L, r FROM (SELECT CAST(t AS text) AS r FROM %I AS t) AS x UNION ALL ', tablename, tablename)"
        " FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename",
        &sql);
    strbuf_add(&sql, "SELECT '', '' ORDER BY 1, 2");
    scene_sql_text(path, strbuf_text(&sql), out);
    strbuf_release(&sql);
    PQfinish(connection);
}

void describe_schema(const char *path, struct strbuf *out)
{
    if (!test_on_server()) {
        scene_sql_text(path, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name", out);
        return;
    }
    scene_sql_text(
        path,
        "SELECT table_name, column_name, ordinal_position, is_nullable, data_type FROM information_schema.columns"
        " WHERE table_schema = current_schema() ORDER BY 1, 3",
        out);
    scene_sql_text(path, "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1", out);
    scene_sql_text(
        path,
        "SELECT pg_get_triggerdef(t.oid), t.tgenabled FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid"
        " WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND NOT t.tgisinternal ORDER BY 1",
        out);
}
