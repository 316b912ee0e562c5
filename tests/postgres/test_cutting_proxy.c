/*
 * The cutting proxy itself, between libpq and the real server: a small
 * transaction is cut before, inside and after every message in both
 * directions, and then the server is asked over a connection of its own what
 * became of it. Whatever was acknowledged is there; of what was in doubt at
 * COMMIT some is there and some is not.
 */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "support/cutting_proxy.h"
#include "support/cutting_rules.h"
#include "support/postgres_server.h"

#include <unistd.h>

struct scene {
    struct cutting_proxy proxy;
    char through[CUTTING_URL];
    PGconn *direct;
    int row; /* the last that was tried */
};

/* What a client knows of its transaction. */
struct trial {
    int backend; /* 0: it never knew */
    char xid[PQ_TEXT];
    bool commit_sent;
    bool acknowledged;
};

typedef void (*transaction_fn)(PGconn *connection, int row, struct trial *trial);

static void scene_begin(struct scene *scene)
{
    const char *url = postgres_shared();
    scene->row = 0;
    scene->direct = pq_open(url);
    pq_do(scene->direct, "SET client_min_messages = error");
    pq_do(scene->direct, "DROP SCHEMA IF EXISTS club_cut CASCADE");
    pq_do(scene->direct, "CREATE SCHEMA club_cut");
    pq_do(scene->direct, "CREATE TABLE club_cut.entry (seq integer PRIMARY KEY)");
    cutting_proxy_start(&scene->proxy, url);
    cutting_proxy_url(&scene->proxy, url, scene->through);
}

static void scene_end(struct scene *scene)
{
    cutting_proxy_stop(&scene->proxy);
    pq_do(scene->direct, "DROP SCHEMA club_cut CASCADE");
    PQfinish(scene->direct);
}

static bool row_is_there(struct scene *scene, int row)
{
    char sql[PQ_TEXT];
    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM club_cut.entry WHERE seq = %d", row);
    return pq_number(scene->direct, sql) == 1;
}

/* --- two ways to write a row ------------------------------------------------------------------------------------- */

static void insert_of(int row, char sql[PQ_TEXT])
{
    (void)snprintf(sql, PQ_TEXT, "INSERT INTO club_cut.entry VALUES (%d)", row);
}

/* BEGIN, and the number of the transaction. */
static bool begin(PGconn *connection, struct trial *trial)
{
    if (!pq_try(connection, "BEGIN")) {
        return false;
    }
    pq_text(connection, "SELECT pg_current_xact_id()", trial->xid);
    return trial->xid[0] != '\0';
}

static void one_by_one(PGconn *connection, int row, struct trial *trial)
{
    char sql[PQ_TEXT];
    insert_of(row, sql);
    if (!begin(connection, trial) || !pq_try(connection, sql)) {
        return;
    }
    trial->commit_sent = true;
    trial->acknowledged = pq_try(connection, "COMMIT");
}

/* The results of a pipeline up to its end; whether all went well. */
static bool pipeline_went_well(PGconn *connection)
{
    bool well = true;
    for (;;) {
        PGresult *result = PQgetResult(connection);
        if (!result) {
            if (PQstatus(connection) != CONNECTION_OK) {
                return false;
            }
            continue; /* the end of one statement */
        }
        ExecStatusType status = PQresultStatus(result);
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC) {
            return well;
        }
        well = well && status == PGRES_COMMAND_OK;
    }
}

static void in_a_pipeline(PGconn *connection, int row, struct trial *trial)
{
    char sql[PQ_TEXT];
    insert_of(row, sql);
    if (!begin(connection, trial) || PQenterPipelineMode(connection) != 1) {
        return;
    }
    trial->commit_sent = PQsendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 0) == 1 &&
                         PQsendQueryParams(connection, "COMMIT", 0, NULL, NULL, NULL, NULL, 0) == 1 &&
                         PQpipelineSync(connection) == 1;
    trial->acknowledged = trial->commit_sent && pipeline_went_well(connection);
}

static struct trial try_once(struct scene *scene, transaction_fn transaction)
{
    struct trial trial = {.backend = 0};
    PGconn *connection = PQconnectdb(scene->through);
    scene->row++;
    if (PQstatus(connection) == CONNECTION_OK) {
        trial.backend = PQbackendPID(connection);
        transaction(connection, scene->row, &trial);
    }
    PQfinish(connection);
    return trial;
}

/* The server's process has gone: what it was doing has been done or undone. */
static void wait_for_backend(struct scene *scene, int backend)
{
    char sql[PQ_TEXT];
    unsigned looks = 0;
    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM pg_stat_activity WHERE pid = %d", backend);
    while (pq_number(scene->direct, sql) != 0) {
        pq_pause(&looks);
    }
}

static void wait_for_cut(struct scene *scene)
{
    unsigned looks = 0;
    while (cutting_proxy_count(&scene->proxy).cut != 1) {
        pq_pause(&looks);
    }
}

/* --- cut everywhere ---------------------------------------------------------------------------------------------- */

/* Of transactions whose client does not know. */
struct doubts {
    unsigned committed;
    unsigned aborted;
};

static void look_at(struct scene *scene, const struct trial *trial, const char *rule, struct doubts *doubts)
{
    char sql[PQ_TEXT];
    char status[PQ_TEXT] = "never begun";
    if (trial->backend) {
        wait_for_backend(scene, trial->backend);
    }
    if (trial->xid[0]) {
        (void)snprintf(sql, sizeof(sql), "SELECT pg_xact_status('%.20s'::xid8)", trial->xid);
        pq_text(scene->direct, sql, status);
    }
    bool is_there = row_is_there(scene, scene->row);
    bool committed = strcmp(status, "committed") == 0;
    if (is_there != committed || (trial->acknowledged && !is_there) || (is_there && !trial->commit_sent)) {
        fail_msg("%s: the row is%s there, the transaction is '%s', COMMIT was%s sent and%s acknowledged", rule,
                 is_there ? "" : " not", status, trial->commit_sent ? "" : " not", trial->acknowledged ? "" : " not");
    }
    if (trial->commit_sent && !trial->acknowledged) {
        doubts->committed += is_there;
        doubts->aborted += !is_there;
    }
}

static void cut_everywhere(transaction_fn transaction)
{
    static const char *const places[] = {"before", "inside", "after"};
    static const char *const sides[] = {"front", "back"};
    struct scene scene;
    struct doubts doubts = {0};
    unsigned cuts = 0;
    scene_begin(&scene);
    struct trial whole = try_once(&scene, transaction);
    assert_true(whole.acknowledged && row_is_there(&scene, scene.row));
    struct cutting_counts counts = cutting_proxy_count(&scene.proxy);
    unsigned looks = 0;
    while (counts.open > 0) { /* the client's farewell is a message too */
        pq_pause(&looks);
        counts = cutting_proxy_count(&scene.proxy);
    }
    const unsigned messages[] = {counts.front, counts.back};
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned number = 1; number <= messages[side]; number++) {
            for (unsigned place = 0; place < 3; place++) {
                char rule[PQ_TEXT];
                (void)snprintf(rule, sizeof(rule), "cut %s %s %u of 1", places[place], sides[side], number);
                cutting_proxy_say(&scene.proxy, "reset");
                cutting_proxy_say(&scene.proxy, "%s", rule);
                struct trial trial = try_once(&scene, transaction);
                wait_for_cut(&scene);
                look_at(&scene, &trial, rule, &doubts);
                cuts++;
            }
        }
    }
    print_message("%u cuts at %u messages of the client and %u of the server; in doubt: %u committed, %u aborted\n",
                  cuts, counts.front, counts.back, doubts.committed, doubts.aborted);
    assert_true(doubts.committed > 0);
    assert_true(doubts.aborted > 0);
    scene_end(&scene);
}

static void test_one_by_one(void **state)
{
    (void)state;
    cut_everywhere(one_by_one);
}

static void test_in_a_pipeline(void **state)
{
    (void)state;
    cut_everywhere(in_a_pipeline);
}

/* --- at the commit ----------------------------------------------------------------------------------------------- */

static void test_at_commit(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        bool is_there;
    } cases[] = {
        {"cut before commit", false},   {"cut inside commit", false},   {"cut after commit", true},
        {"cut before committed", true}, {"cut inside committed", true},
    };
    const transaction_fn transactions[] = {one_by_one, in_a_pipeline};
    struct scene scene;
    scene_begin(&scene);
    for (size_t way = 0; way < 2; way++) {
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            if (way == 1 && i == 2) {
                continue; /* a Parse of COMMIT commits nothing yet */
            }
            struct doubts doubts = {0};
            cutting_proxy_say(&scene.proxy, "reset");
            cutting_proxy_say(&scene.proxy, "%s", cases[i].rule);
            struct trial trial = try_once(&scene, transactions[way]);
            look_at(&scene, &trial, cases[i].rule, &doubts);
            assert_true(trial.commit_sent && !trial.acknowledged);
            if ((doubts.committed == 1) != cases[i].is_there) {
                fail_msg("%s, way %zu: the row is%s there", cases[i].rule, way, doubts.committed ? "" : " not");
            }
        }
    }
    scene_end(&scene);
}

/* A transaction whose COMMIT was sent, and the rule about its answer applied. */
static PGconn *commit_under(struct scene *scene, const char *rule)
{
    char sql[PQ_TEXT];
    cutting_proxy_say(&scene->proxy, "reset");
    cutting_proxy_say(&scene->proxy, "%s", rule);
    PGconn *connection = pq_open(scene->through);
    insert_of(++scene->row, sql);
    pq_do(connection, "BEGIN");
    pq_do(connection, sql);
    assert_int_equal(PQsendQuery(connection, "COMMIT"), 1);
    unsigned looks = 0;
    for (;;) {
        struct cutting_counts counts = cutting_proxy_count(&scene->proxy);
        if (counts.held + counts.lost == 1) {
            break;
        }
        pq_pause(&looks);
    }
    assert_true(row_is_there(scene, scene->row));
    assert_int_equal(PQconsumeInput(connection), 1);
    assert_true(PQisBusy(connection));
    return connection;
}

static ExecStatusType next_status(PGconn *connection)
{
    PGresult *result = PQgetResult(connection);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status;
}

static void test_hold_and_lose(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    PGconn *connection = commit_under(&scene, "hold committed");
    cutting_proxy_say(&scene.proxy, "release");
    assert_int_equal(next_status(connection), PGRES_COMMAND_OK);
    assert_int_equal(cutting_proxy_count(&scene.proxy).held, 0);
    PQfinish(connection);

    connection = commit_under(&scene, "lose committed");
    cutting_proxy_say(&scene.proxy, "cut");
    assert_int_equal(next_status(connection), PGRES_FATAL_ERROR);
    assert_int_equal(PQstatus(connection), CONNECTION_BAD);
    PQfinish(connection);

    cutting_proxy_say(&scene.proxy, "reset");
    cutting_proxy_say(&scene.proxy, "hold front 2 of 1 5");
    connection = pq_open(scene.through);
    assert_int_equal(pq_number(connection, "SELECT 6 * 7"), 42);
    PQfinish(connection);
    scene_end(&scene);
}

/* --- counting ---------------------------------------------------------------------------------------------------- */

static void test_numbers(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    cutting_proxy_say(&scene.proxy, "cut before front 4");
    PGconn *first = pq_open(scene.through);
    PGconn *second = pq_open(scene.through);
    assert_int_equal(cutting_proxy_count(&scene.proxy).open, 2);
    assert_true(pq_try(first, "SELECT 1"));
    assert_false(pq_try(second, "SELECT 1")); /* the fourth in all */
    assert_true(pq_try(first, "SELECT 1"));
    PQfinish(second);

    cutting_proxy_say(&scene.proxy, "reset");
    cutting_proxy_say(&scene.proxy, "cut after front 2 of each");
    for (int i = 0; i < 3; i++) {
        second = pq_open(scene.through);
        assert_false(pq_try(second, "SELECT 1"));
        PQfinish(second);
    }
    assert_true(pq_try(first, "SELECT 1"));
    struct cutting_counts counts = cutting_proxy_count(&scene.proxy);
    assert_int_equal(counts.connections, 3);
    assert_int_equal(counts.cut, 3);
    assert_int_equal(counts.front, 7);

    cutting_proxy_say(&scene.proxy, "refuse yes");
    second = PQconnectdb(scene.through);
    assert_int_equal(PQstatus(second), CONNECTION_BAD);
    PQfinish(second);
    cutting_proxy_say(&scene.proxy, "refuse no");
    cutting_proxy_say(&scene.proxy, "reset");
    second = pq_open(scene.through);
    PQfinish(second);
    PQfinish(first);
    scene_end(&scene);
}

/* More than the proxy keeps of a message at a time, both ways. */
static void test_long_messages(void **state)
{
    (void)state;
    enum { LONG = 3000000 };
    struct scene scene;
    scene_begin(&scene);
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    PGconn *connection = pq_open(scene.through);
    const char *const values[] = {text};
    PGresult *result = PQexecParams(connection, "SELECT $1::text || 'y'", 1, NULL, values, NULL, NULL, 0);
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    assert_int_equal(PQgetlength(result, 0, 0), LONG + 1);
    assert_memory_equal(PQgetvalue(result, 0, 0), text, LONG);
    PQclear(result);
    cutting_proxy_say(&scene.proxy, "cut inside front %u", cutting_proxy_count(&scene.proxy).front + 2);
    result = PQexecParams(connection, "SELECT $1::text || 'y'", 1, NULL, values, NULL, NULL, 0);
    assert_int_equal(PQresultStatus(result), PGRES_FATAL_ERROR);
    PQclear(result);
    PQfinish(connection);
    free(text);
    scene_end(&scene);
}

static void test_lines(void **state)
{
    (void)state;
    static const char *const good[] = {
        "cut before front 1", "cut inside back 12 of 3", "cut after commit",
        "lose committed",     "hold back 2 of each",     "hold front 1 20",
    };
    static const char *const bad[] = {
        "",
        "cut",
        "cut front 1",
        "cut before",
        "cut before front",
        "cut before front 0",
        "cut before front 1x",
        "cut before front -1",
        "cut before front 1 of",
        "cut before front 1 of 0",
        "cut before front 1 2",
        "cut beside front 1",
        "lose",
        "lose commit 2",
        "hold committed soon",
        "cut before front 99999999999999999999",
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct cutting_rules rules = {.count = 0};
        if (!cutting_rules_read(&rules, good[i]) || rules.count != 1) {
            fail_msg("refused: %s", good[i]);
        }
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct cutting_rules rules = {.count = 0};
        if (cutting_rules_read(&rules, bad[i]) || rules.count != 0) {
            fail_msg("taken: %s", bad[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),         cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_in_a_pipeline), cmocka_unit_test(test_at_commit),
        cmocka_unit_test(test_hold_and_lose), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_long_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
