/*
 * Which engine a test runs on. Most tests that have a database know it by the
 * path of a file; run by the stage `postgres` (DENDRO_TEST_ENGINE=postgres),
 * the same tests have a club of the server instead, which is named after that
 * path.
 */
#ifndef SUPPORT_ADDRESS_H
#define SUPPORT_ADDRESS_H

#include "base/strbuf.h"

#include <stdint.h>

enum { TEST_ADDRESS = 320 };

bool test_on_server(void);

/* The path itself, or the address of the club that stands for it. */
void test_address(const char *file, char address[TEST_ADDRESS]);

/* Ends the running test as skipped when it is on a server: what it looks at is a file's. */
void test_needs_file(void);

/* What a plain connection to the server sees and does: as scene_sql and its kin, which call them. */
int64_t server_sql_int(const char *address, const char *sql);
bool server_sql(const char *address, const char *sql);
void server_sql_text(const char *address, const char *sql, struct strbuf *out);

/*
 * A connection whose tables are the club's, of its owner or of the superuser;
 * and a statement, or several, in SQLite's words (hex, group_concat, x'00',
 * char(10), zeroblob, CAST … AS BLOB) or PostgreSQL's.
 */
struct pg_conn;
struct pg_result;
struct pg_conn *server_connect(const char *address, bool super);
struct pg_result *server_exec(struct pg_conn *connection, const char *sql);

#endif
