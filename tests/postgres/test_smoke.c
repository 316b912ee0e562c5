/*
 * The server that the tests are given: it is a PostgreSQL 15, its owner makes
 * and drops schemas and is no superuser, its daemon may not, and a server of a
 * test's own keeps what was committed when it is killed.
 */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "support/postgres_server.h"

#include <unistd.h>

static void test_owner(void **state)
{
    (void)state;
    PGconn *owner = pq_open(postgres_shared());
    char sql[PQ_TEXT];
    pq_do(owner, "SET client_min_messages = error");
    assert_int_equal(PQserverVersion(owner) / 10000, 15);
    assert_int_equal(pq_number(owner, "SELECT count(*) FROM pg_roles WHERE rolname = current_user AND rolsuper"), 0);
    (void)snprintf(sql, sizeof(sql), "CREATE SCHEMA club_x%ld", (long)getpid());
    pq_do(owner, sql);
    (void)snprintf(sql, sizeof(sql), "CREATE TABLE club_x%ld.entry (seq bigint PRIMARY KEY)", (long)getpid());
    pq_do(owner, sql);
    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA club_x%ld CASCADE", (long)getpid());
    pq_do(owner, sql);
    PQfinish(owner);
}

static void test_daemon(void **state)
{
    (void)state;
    (void)postgres_shared();
    const char *url = getenv("DENDRO_TEST_POSTGRES_DAEMON");
    assert_non_null(url);
    PGconn *daemon = pq_open(url);
    char name[PQ_TEXT];
    pq_text(daemon, "SELECT current_user", name);
    assert_string_equal(name, "dendro_daemon");
    assert_false(pq_try(daemon, "CREATE SCHEMA club_daemon"));
    assert_false(pq_try(daemon, "CREATE TABLE public.daemon (x integer)"));
    PQfinish(daemon);
}

static void test_kill(void **state)
{
    (void)state;
    struct postgres_server server;
    postgres_start(&server);
    PGconn *owner = pq_open(server.owner);
    char text[PQ_TEXT];
    pq_text(owner, "SHOW fsync", text);
    assert_string_equal(text, "on");
    pq_do(owner, "CREATE SCHEMA club_x");
    pq_do(owner, "CREATE TABLE club_x.entry AS SELECT 7 AS seq");
    pq_do(owner, "BEGIN");
    pq_do(owner, "UPDATE club_x.entry SET seq = 8");
    postgres_kill(&server);
    assert_false(pq_try(owner, "COMMIT"));
    PQfinish(owner);
    owner = PQconnectdb(server.owner);
    assert_int_equal(PQstatus(owner), CONNECTION_BAD);
    PQfinish(owner);
    postgres_again(&server);
    owner = pq_open(server.owner);
    assert_int_equal(pq_number(owner, "SELECT seq FROM club_x.entry"), 7);
    PQfinish(owner);
    postgres_stop(&server);
    assert_int_not_equal(access(server.folder, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_owner),
        cmocka_unit_test(test_daemon),
        cmocka_unit_test(test_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
