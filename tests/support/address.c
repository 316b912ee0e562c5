/* Files or clubs of a server. */
#include "support/cmocka.h"

#include "support/address.h"

#include "base/alloc.h"
#include "base/fnv.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool test_on_server(void)
{
    const char *engine = getenv("DENDRO_TEST_ENGINE");
    return engine && strcmp(engine, "postgres") == 0;
}

void test_address(const char *file, char address[TEST_ADDRESS])
{
    if (!test_on_server()) {
        (void)snprintf(address, TEST_ADDRESS, "%s", file);
        return;
    }
    const char *server = getenv("DENDRO_TEST_POSTGRES");
    if (!server) {
        print_message("SKIPPED: no PostgreSQL (scripts/test postgres starts one)\n");
        exit(77); /* the whole program: a set-up cannot be skipped */
    }
    int size = snprintf(address, TEST_ADDRESS, "%s#t-%016llx", server,
                        (unsigned long long)fnv_add(FNV_START, span_from(file)));
    assert_true(size > 0 && size < TEST_ADDRESS);
}

void test_needs_file(void)
{
    if (test_on_server()) {
        print_message("SKIPPED: about a file\n");
        skip();
    }
}

/* ---- words of SQLite ---- */

/* What SQLite calls otherwise, where a function of the same name is not enough (postgres.sh makes those, in the schema sqlite). */
static const struct {
    const char *sqlite;
    const char *postgres;
} WORDS[] = {
    {" x'", " '\\x"},
    {"(x'", "('\\x"},
    {" char(", " chr("},
    {" AS BLOB)", " AS bytea)"},
    {"CAST(value AS TEXT)", "convert_from(value, 'UTF8')"}, /* of a setting */
    {" INDEXED BY d_seat_person", ""},
    {"WITHOUT ROWID", ""},
};

static void translate(const char *sql, struct strbuf *out)
{
    while (*sql) {
        size_t length = 0;
        for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]) && length == 0; i++) {
            if (strncmp(sql, WORDS[i].sqlite, strlen(WORDS[i].sqlite)) == 0) {
                length = strlen(WORDS[i].sqlite);
                strbuf_add(out, WORDS[i].postgres);
            }
        }
        if (length == 0) {
            strbuf_add_char(out, *sql);
            length = 1;
        }
        sql += length;
    }
    assert_true(strbuf_ok(out));
}

PGresult *server_exec(PGconn *connection, const char *sql)
{
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    translate(sql, &text);
    PGresult *result = PQexec(connection, strbuf_text(&text));
    strbuf_release(&text);
    return result;
}

/* ---- connections ---- */

/* The slug is ours, and needs no quoting but for its dash. */
PGconn *server_connect(const char *address, bool super)
{
    char server[TEST_ADDRESS];
    char path[160];
    const char *hash = strchr(address, '#');
    assert_non_null(hash);
    (void)snprintf(server, sizeof(server), "%.*s", (int)(hash - address), address);
    (void)snprintf(path, sizeof(path), "SET search_path = \"club_%s\", sqlite; SET client_min_messages = error",
                   hash + 1);
    const char *other = super ? getenv("DENDRO_TEST_POSTGRES_SUPER") : server;
    assert_non_null(other);
    PGconn *connection = PQconnectdb(other);
    PGresult *result = PQexec(connection, path);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        fail_msg("%s", PQerrorMessage(connection));
    }
    PQclear(result);
    return connection;
}

static PGresult *rows(PGconn *connection, const char *sql)
{
    PGresult *result = server_exec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    }
    return result;
}

int64_t server_sql_int(const char *address, const char *sql)
{
    PGconn *connection = server_connect(address, false);
    PGresult *result = rows(connection, sql);
    assert_true(PQntuples(result) > 0);
    int64_t value = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    PQfinish(connection);
    return value;
}

bool server_sql(const char *address, const char *sql)
{
    PGconn *connection = server_connect(address, false);
    PGresult *result = server_exec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        print_message("%s: %s", sql, PQerrorMessage(connection));
    }
    PQclear(result);
    PQfinish(connection);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

void server_sql_text(const char *address, const char *sql, struct strbuf *out)
{
    PGconn *connection = server_connect(address, false);
    PGresult *result = rows(connection, sql);
    for (int row = 0; row < PQntuples(result); row++) {
        for (int i = 0; i < PQnfields(result); i++) {
            strbuf_add(out, i > 0 ? "|" : "");
            strbuf_add(out, PQgetisnull(result, row, i) ? "NULL" : PQgetvalue(result, row, i));
        }
        strbuf_add_char(out, '\n');
    }
    PQclear(result);
    PQfinish(connection);
}
