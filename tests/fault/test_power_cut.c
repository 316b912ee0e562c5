/*
 * The power fails: a child writes through the service on a disk that forgets
 * what was not synced (support/power_vfs.h), so that killing it is a power
 * cut. Everything that it has acknowledged is there, the audit is clean, and
 * the next child goes on. DENDRO_POWER_CUTS says how often.
 *
 * The disk itself is tested first, with SQLite alone: it loses what SQLite
 * says can be lost, and nothing else; and a disk that lies about a sync makes
 * the test of the service fail, as it must.
 */
#include "support/cmocka.h"

#include "support/mortal.h"
#include "support/power_vfs.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEED = 17, CUTS = 16, ROWS = 40 };

/* ---- the disk, with SQLite alone ---- */

static void run_or_die(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        (void)fprintf(stderr, "child: %s: %s\n", sql, sqlite3_errmsg(db));
        _exit(2);
    }
}

/* Writes rows, a transaction each, on that disk, and is gone without having closed anything. */
static void write_rows(const char *path, const char *settings, const struct power_plan *plan)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sqlite3 *db = NULL;
        if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, power_vfs(plan)) != SQLITE_OK) {
            _exit(1);
        }
        run_or_die(db, settings);
        for (int i = 0; i < ROWS; i++) {
            run_or_die(db, "INSERT INTO t VALUES (randomblob(3000))");
        }
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Rows that are there after the power came back; -1: it is no database. */
static int rows_left(const char *path)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    int rows = -1;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT count(*) FROM t", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        rows = sqlite3_column_int(statement, 0);
    }
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return rows;
}

static const struct {
    const char *settings;
    bool lies;
    int least; /* rows that must be there */
    int most;
} DISKS[] = {
    {"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", false, ROWS, ROWS},
    {"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 3", false, ROWS, ROWS},
    {"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 3;"
     "PRAGMA journal_size_limit = 0",
     false, ROWS, ROWS},
    {"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", false, 0, 0},
    {"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", true, 0, 0},
    {"PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA", false, ROWS, ROWS},
    {"PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL", false, ROWS - 1, ROWS - 1}, /* the journal is back */
};

static void make_table(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t (a)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_disk(void **state)
{
    (void)state;
    char path[128];
    struct world world;
    world_begin(&world);
    for (size_t i = 0; i < sizeof(DISKS) / sizeof(DISKS[0]); i++) {
        for (unsigned eager = 0; eager <= 100; eager += 50) {
            (void)snprintf(path, sizeof(path), "%s/disk-%zu-%u.db", world.folder, i, eager);
            make_table(path);
            write_rows(path, DISKS[i].settings,
                       &(struct power_plan){.seed = SEED + i, .eager = eager, .lies = DISKS[i].lies});
            int rows = rows_left(path);
            /* what was written back early may be kept: with it only the least is certain */
            if (rows < DISKS[i].least || rows > (eager == 0 ? DISKS[i].most : ROWS)) {
                fail_msg("%s, %u of 100 written back early: %d rows of %d", DISKS[i].settings, eager, rows, ROWS);
            }
        }
    }
    world_end(&world);
}

/* ---- the service ---- */

static void test_cuts(void **state)
{
    (void)state;
    static const unsigned eager[] = {0, 10, 50, 100};
    const char *wish = getenv("DENDRO_POWER_CUTS");
    unsigned cuts = wish ? (unsigned)strtoul(wish, NULL, 10) : CUTS;
    struct mortal mortal;
    mortal_begin(&mortal, SEED);
    for (unsigned run = 1; run <= cuts; run++) {
        struct power_plan plan = {.seed = SEED + run, .eager = eager[run / 4 % 4]};
        mortal.vfs = power_vfs(&plan);
        mortal_kill(&mortal, run);
        size_t lost = mortal_lost(&mortal);
        if (lost != 0) {
            fail_msg("cut %u: %zu of %zu acknowledged entries are lost", run, lost, mortal.count);
        }
        mortal_must_be_sound(&mortal, run, run == cuts);
    }
    print_message("%u power cuts, %zu acknowledged entries, all there\n", cuts, mortal.count);
    assert_true(cuts < 8 || mortal.count > 0);
    mortal_end(&mortal);
}

/* The test of the test: what a disk has not kept is missed. */
static void test_liar(void **state)
{
    (void)state;
    struct mortal mortal;
    mortal_begin(&mortal, SEED);
    service_close(world_open(&mortal.world, SERVICE_CREATE)); /* a database that is there */
    struct power_plan plan = {.lies = true};
    mortal.vfs = power_vfs(&plan);
    mortal_kill(&mortal, 1);
    assert_true(mortal.count > 0);
    assert_int_equal(mortal_lost(&mortal), mortal.count);
    mortal_end(&mortal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_disk), cmocka_unit_test(test_cuts),
                                       cmocka_unit_test(test_liar)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
