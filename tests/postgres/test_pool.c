/*
 * A pool of connections, asked by one thread: what it gives and to whom, what
 * a connection remembers, what it costs when there are none, and what other
 * programs see of it.
 */
#include "support/cmocka.h"

#include "store/clubs.h"
#include "store/postgres/connection.h"
#include "support/pooled.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLUBS = PG_CLUBS + 2, PATIENCE = 60000, SOON = 50 };

struct fixture {
    struct postgres_server server;
    PGconn *super;
};

static int start(void **state)
{
    static struct fixture fixture;
    postgres_start(&fixture.server);
    fixture.super = pq_open(fixture.server.super);
    for (int i = 0; i < CLUBS; i++) {
        store_close(pooled_open(NULL, fixture.server.owner, i, STORE_CREATE, PATIENCE));
    }
    *state = &fixture;
    return 0;
}

static int stop(void **state)
{
    struct fixture *fixture = *state;
    PQfinish(fixture->super);
    postgres_stop(&fixture->server);
    return 0;
}

static struct store_pool *new_pool(const struct fixture *fixture, int connections)
{
    struct error error = {.message = NULL};
    struct store_pool *pool = NULL;
    MUST(store_pool_new(&pool, fixture->server.owner, connections, &allocator_heap, &error));
    return pool;
}

static struct store_pool_counts counts(struct store_pool *pool)
{
    struct store_pool_counts now;
    store_pool_counts(pool, &now);
    return now;
}

/* An integer that the connection of a store's transaction knows. */
static int64_t ask(struct store *store, const char *sql)
{
    struct error error = {.message = NULL};
    PGresult *result = NULL;
    MUST(pg_ask(store, sql, 0, NULL, &result, &error));
    int64_t number = pg_int(store->pg, result, 0, 0);
    store->pg->pq->PQclear(result);
    return number;
}

static int64_t known_statements(const struct pg_session *session)
{
    int64_t count = 0;
    for (size_t i = 0; i < PG_CLUBS; i++) {
        for (size_t k = 0; k < STATEMENT_COUNT; k++) {
            count += session->clubs[i].prepared[k] != 0;
        }
    }
    return count;
}

/* The same connection serves all clubs, knows the statements of the last eight, and each club is itself on it. */
static void statements_of_the_last_clubs_stay(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store *stores[CLUBS];
    int64_t before = 0;
    for (int i = 0; i < CLUBS; i++) {
        stores[i] = pooled_open(pool, fixture->server.owner, i, STORE_WRITE, PATIENCE);
        MUST(pooled_write(stores[i], i, 1, &error));
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < CLUBS; i++) {
            struct pooled_seen seen = {.club = i};
            MUST(pooled_write(stores[i], i, 2 + round, &error));
            MUST(store_people(stores[i], pooled_see, &seen, &error));
            assert_int_equal(seen.people, 2 + round);
            assert_false(seen.foreign);
        }
        MUST(store_begin_reading(stores[0], &error));
        int64_t prepared = ask(stores[0], "SELECT count(*) FROM pg_prepared_statements");
        assert_int_equal(prepared, known_statements(stores[0]->pg->session));
        assert_true(prepared > 0 && (round < 2 || prepared == before));
        before = prepared;
        store_rollback(stores[0]);
        assert_null(stores[0]->pg->session);
    }
    for (int i = 0; i < 6; i++) { /* two that it knows, in turn */
        struct pooled_seen seen = {.club = i % 2};
        MUST(pooled_write(stores[i % 2], i % 2, 10 + i, &error));
        MUST(store_people(stores[i % 2], pooled_see, &seen, &error));
        assert_int_equal(seen.people, 5 + i / 2);
        assert_false(seen.foreign);
    }
    assert_int_equal(counts(pool).open, 1);
    assert_int_equal(counts(pool).busy, 0);
    for (int i = 0; i < CLUBS; i++) {
        store_close(stores[i]);
    }
    store_pool_free(pool);
}

/* A transaction that fails, or is undone, leaves the connection as good as new. */
/* The server keeps in a connection's memory the catalogue of every club that it has worked for: one of many clubs ends. */
static void a_connection_ends_after_many_clubs(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store *stores[CLUBS];
    int64_t first = 0;
    int changed = 0;
    for (int i = 0; i < CLUBS; i++) {
        stores[i] = pooled_open(pool, fixture->server.owner, i, STORE_READ, PATIENCE);
    }
    for (int i = 0; i < PG_TAKEN_MOST + CLUBS; i++) {
        struct store *store = stores[i % CLUBS];
        MUST(store_begin_reading(store, &error));
        int64_t process = ask(store, "SELECT CAST(pg_backend_pid() AS bigint)");
        store_rollback(store);
        changed += i > 0 && process != first;
        first = process;
    }
    assert_int_equal(changed, 1);
    for (int i = 0; i < CLUBS; i++) {
        store_close(stores[i]);
    }
    store_pool_free(pool);
}

static void failures_go_with_their_transaction(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store *one = pooled_open(pool, fixture->server.owner, 0, STORE_WRITE, PATIENCE);
    struct store *two = pooled_open(pool, fixture->server.owner, 1, STORE_WRITE, PATIENCE);
    MUST(pooled_write(one, 0, 100, &error));
    MUST_FAIL(pooled_write(one, 0, 100, &error), ERR_CONFLICT, NULL);
    MUST(store_begin(two, &error));
    assert_int_equal(ask(two, "SELECT CAST(current_schema() = 'club_pool-1' AS int)"), 1);
    assert_int_equal(ask(two, "SELECT CAST(current_setting('application_name') = 'dendro/pool-1' AS int)"), 1);
    assert_int_equal(ask(two, "SELECT count(*) FROM pg_cursors WHERE name <> ''"), 0);
    assert_int_equal(ask(two, "SELECT CAST(current_setting('lock_timeout') = '0' AS int)"), 1);
    MUST_FAIL(pg_run(two, "SELECT 1 / 0", &error), ERR_CONFLICT, NULL);
    store_rollback(two);
    MUST(pooled_write(one, 0, 101, &error));
    MUST(pooled_write(two, 1, 101, &error));
    assert_int_equal(counts(pool).open, 1);
    store_close(one);
    store_close(two);
    store_pool_free(pool);
}

static void a_busy_pool_says_so(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store *readers[3];
    struct store *writers[2];
    int64_t size = 0;
    for (int i = 0; i < 3; i++) {
        readers[i] = pooled_open(pool, fixture->server.owner, i, STORE_READ, SOON);
    }
    for (int i = 0; i < 2; i++) {
        writers[i] = pooled_open(pool, fixture->server.owner, i, STORE_WRITE, SOON);
    }
    MUST(store_begin(readers[0], &error));
    MUST(store_begin(readers[1], &error));
    MUST_FAIL(store_begin(readers[2], &error), ERR_BUSY, "store.connections");
    MUST_FAIL(store_log_size(readers[2], &size, &error), ERR_BUSY, "store.connections");
    MUST(pooled_write(writers[0], 0, 200, &error)); /* one is kept for those that write */
    MUST(store_begin(writers[0], &error));
    MUST_FAIL(store_begin(writers[1], &error), ERR_BUSY, "store.connections");
    store_patience(writers[1], 0);
    MUST_FAIL(store_begin(writers[1], &error), ERR_BUSY, "store.connections");
    assert_int_equal(counts(pool).open, 3);
    store_rollback(readers[0]);
    MUST(store_begin(readers[2], &error));
    store_rollback(readers[1]);
    MUST(pooled_write(writers[1], 1, 200, &error));
    store_rollback(readers[2]);
    store_rollback(writers[0]);
    assert_int_equal(counts(pool).busy, 0);
    for (int i = 0; i < 3; i++) {
        store_close(readers[i]);
    }
    for (int i = 0; i < 2; i++) {
        store_close(writers[i]);
    }
    store_pool_free(pool);
}

/* Temporary tables stay with who made them, from transaction to transaction, and go with the connection. */
static void a_shadow_keeps_its_connection(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store *one = pooled_open(pool, fixture->server.owner, 0, STORE_READ, PATIENCE);
    struct store *two = pooled_open(pool, fixture->server.owner, 0, STORE_READ, PATIENCE);
    struct store_counts rows;
    MUST(store_begin(one, &error));
    int64_t pid = ask(one, "SELECT pg_backend_pid()");
    MUST(store_shadow_open(one, &error));
    MUST(store_commit(one, &error));
    MUST(store_derived_counts(two, &rows, &error));
    MUST(store_begin(two, &error));
    assert_int_not_equal(ask(two, "SELECT pg_backend_pid()"), pid);
    store_rollback(two);
    MUST(store_begin(one, &error));
    assert_int_equal(ask(one, "SELECT pg_backend_pid()"), pid);
    assert_int_equal(counts(pool).open, 2);
    MUST(store_shadow_drop(one, &error));
    MUST(store_commit(one, &error));
    assert_int_equal(counts(pool).open, 1);

    MUST(store_begin(one, &error)); /* one that is undone with its transaction */
    MUST(store_shadow_open(one, &error));
    pid = ask(one, "SELECT pg_backend_pid()");
    store_rollback(one);
    assert_false(store_has_shadow(one));
    MUST(store_begin(two, &error));
    assert_int_not_equal(ask(two, "SELECT pg_backend_pid()"), pid);
    assert_int_equal(ask(two, "SELECT count(*) FROM pg_class WHERE relpersistence = 't' AND"
                              " pg_my_temp_schema() = relnamespace"),
                     0);
    store_rollback(two);

    MUST(store_begin(one, &error)); /* and a pool keeps so few of them that others go on */
    MUST(store_shadow_open(one, &error));
    MUST(store_begin(two, &error));
    MUST_FAIL(store_shadow_open(two, &error), ERR_BUSY, "store.shadows");
    store_rollback(two);
    store_rollback(one);
    MUST(store_begin(two, &error));
    MUST(store_shadow_open(two, &error));
    store_rollback(two);
    assert_int_equal(counts(pool).busy, 0);
    store_close(one);
    store_close(two);
    store_pool_free(pool);
}

/* A club is in use for as long as a store of the pool is open, whether or not that has a connection. */
static void other_programs_see_what_is_open(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store_options alone = pooled_options(NULL, PATIENCE);
    bool used = true;
    MUST(store_club_used(fixture->server.owner, SPAN_LITERAL("pool-3"), &alone, &used, &error));
    assert_false(used);
    struct store *one = pooled_open(pool, fixture->server.owner, 3, STORE_WRITE, PATIENCE);
    struct store *again = pooled_open(pool, fixture->server.owner, 3, STORE_READ, PATIENCE);
    struct store *other = pooled_open(pool, fixture->server.owner, 4, STORE_WRITE, PATIENCE);
    assert_int_equal(counts(pool).open, 1);
    store_close(again);
    MUST(store_club_used(fixture->server.owner, SPAN_LITERAL("pool-3"), &alone, &used, &error));
    assert_true(used);
    pq_do(fixture->super, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dendro/-'");
    unsigned looks = 0;
    for (used = true; used; pq_pause(&looks)) {
        MUST(store_club_used(fixture->server.owner, SPAN_LITERAL("pool-3"), &alone, &used, &error));
    }
    store_pool_tidy(pool);
    MUST(store_club_used(fixture->server.owner, SPAN_LITERAL("pool-3"), &alone, &used, &error));
    assert_true(used);
    store_close(one);
    MUST(store_club_used(fixture->server.owner, SPAN_LITERAL("pool-3"), &alone, &used, &error));
    assert_false(used); /* though the connection that worked for it is there */
    MUST(store_club_used(fixture->server.owner, SPAN_LITERAL("pool-4"), &alone, &used, &error));
    assert_true(used);
    store_close(other);
    store_pool_free(pool);
}

/* Connections that the server has ended while they lay there are replaced, and nobody notices. */
static void dead_connections_are_replaced(void **state)
{
    const struct fixture *fixture = *state;
    struct error error = {.message = NULL};
    struct store_pool *pool = new_pool(fixture, STORE_POOL_LEAST);
    struct store *stores[3];
    int64_t size = 0;
    for (int i = 0; i < 3; i++) {
        stores[i] = pooled_open(pool, fixture->server.owner, i, i == 0 ? STORE_WRITE : STORE_READ, PATIENCE);
        MUST(store_begin(stores[i], &error));
    }
    for (int i = 0; i < 3; i++) {
        store_rollback(stores[i]);
    }
    assert_int_equal(counts(pool).open, 3);
    pq_do(fixture->super, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name LIKE"
                          " 'dendro/%'");
    MUST(store_log_size(stores[1], &size, &error));
    MUST(pooled_write(stores[0], 0, 300, &error));
    MUST(store_log_size(stores[2], &size, &error));
    for (int i = 0; i < 3; i++) {
        store_close(stores[i]);
    }
    store_pool_free(pool);
}

/* ---- a server that does not answer ---- */

/* It takes connections and says nothing; how many wait there is `*fd`'s to tell. */
static int black_hole(char place[POOLED_PATH])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 100), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    (void)snprintf(place, POOLED_PATH, "postgresql://nobody@127.0.0.1:%d/nothing", ntohs(address.sin_port));
    return fd;
}

static int connections_of(int fd)
{
    int count = 0;
    for (struct pollfd one = {.fd = fd, .events = POLLIN}; poll(&one, 1, 0) > 0; count++) {
        assert_int_equal(close(accept(fd, NULL, NULL)), 0);
    }
    return count;
}

struct caller {
    pthread_t thread;
    struct store_pool *pool;
    char path[POOLED_PATH + 16];
    struct error error;
};

static void *call(void *context)
{
    struct caller *caller = context;
    struct store_options options = pooled_options(caller->pool, SOON);
    int version = 0;
    (void)!store_schema_of(caller->path, &options, &version, &caller->error);
    return NULL;
}

/* One of those who come at a time tries; the others give up when they have waited, or are told what it was told. */
static void an_unreachable_server_is_tried_once(void **state)
{
    enum { CALLERS = 4 };
    (void)state;
    struct error error = {.message = NULL};
    struct store_pool *pool = NULL;
    struct caller callers[CALLERS];
    char place[POOLED_PATH];
    int fd = black_hole(place);
    MUST(store_pool_new(&pool, place, 8, &allocator_heap, &error));
    for (int i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){.pool = pool};
        (void)snprintf(callers[i].path, sizeof(callers[i].path), "%s#club-%d", place, i);
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call, &callers[i]), 0);
    }
    int tried = 0;
    for (int i = 0; i < CALLERS; i++) {
        assert_int_equal(pthread_join(callers[i].thread, NULL), 0);
        bool no_server = strcmp(callers[i].error.message->id, "store.no-server") == 0;
        tried += no_server;
        assert_true(no_server || strcmp(callers[i].error.message->id, "store.connections") == 0);
    }
    assert_int_equal(tried, 1);
    assert_int_equal(connections_of(fd), 1);
    assert_int_equal(counts(pool).open, 0);
    store_pool_free(pool);
    assert_int_equal(close(fd), 0);
}

/* A refusal is everybody's for a while, each about the own club. */
static void a_failure_is_told_to_others(void **state)
{
    (void)state;
    struct error error = {.message = NULL};
    struct store_pool *pool = NULL;
    char place[POOLED_PATH];
    char sentence[256];
    int fd = black_hole(place);
    assert_int_equal(close(fd), 0); /* nobody is there */
    MUST(store_pool_new(&pool, place, 8, &allocator_heap, &error));
    for (int i = 0; i < 2; i++) {
        struct caller caller = {.pool = pool};
        (void)snprintf(caller.path, sizeof(caller.path), "%s#club-%d", place, i);
        (void)call(&caller);
        assert_string_equal(caller.error.message->id, "store.no-server");
        (void)error_text(&caller.error, LANG_EN, sentence, sizeof(sentence));
        assert_null(strstr(sentence, i == 0 ? "club-1" : "club-0"));
    }
    store_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_of_the_last_clubs_stay),  cmocka_unit_test(a_connection_ends_after_many_clubs),
        cmocka_unit_test(failures_go_with_their_transaction), cmocka_unit_test(a_busy_pool_says_so),
        cmocka_unit_test(a_shadow_keeps_its_connection),      cmocka_unit_test(other_programs_see_what_is_open),
        cmocka_unit_test(dead_connections_are_replaced),      cmocka_unit_test(an_unreachable_server_is_tried_once),
        cmocka_unit_test(a_failure_is_told_to_others),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
