/* A club moved from a file to a server, on to another club of it and back into a file; backed up from there and restored. */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "support/moving.h"
#include "support/postgres_server.h"
#include "support/text.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct trip {
    struct world world;
    struct moving moving;
    char server[2][TEST_ADDRESS];
    char file[TEST_ADDRESS];
};

/* Nothing is left of an earlier run. */
static void drop(const char *address)
{
    char url[TEST_ADDRESS];
    char sql[PQ_TEXT];
    const char *hash = strchr(address, '#');
    (void)snprintf(url, sizeof(url), "%.*s", (int)(hash - address), address);
    PGconn *owner = pq_open(url);
    pq_do(owner, "SET client_min_messages = error");
    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA IF EXISTS \"club_%s\" CASCADE", hash + 1);
    pq_do(owner, sql);
    PQfinish(owner);
}

static void trip_begin(struct trip *trip)
{
    const char *server = postgres_shared();
    for (size_t i = 0; i < 2; i++) {
        (void)snprintf(trip->server[i], sizeof(trip->server[i]), "%s#mv-%zu-%ld", server, i, (long)getpid());
        drop(trip->server[i]);
    }
    world_begin(&trip->world);
    moving_begin(&trip->moving, &trip->world);
    (void)snprintf(trip->file, sizeof(trip->file), "%s/last.db", trip->world.folder);
}

static void trip_end(struct trip *trip)
{
    drop(trip->server[0]);
    drop(trip->server[1]);
    moving_end(&trip->moving);
    world_end(&trip->world);
}

static void there_and_back(void **unused)
{
    (void)unused;
    struct trip trip;
    struct error error = {.message = NULL};
    struct move_summary summary;
    trip_begin(&trip);
    const char *const stops[] = {trip.world.path, trip.server[0], trip.server[1], trip.file};
    struct service *daemon = NULL;
    char handle[PERSON_HANDLE];
    for (size_t i = 0; i + 1 < sizeof(stops) / sizeof(stops[0]); i++) {
        MUST(service_open(&daemon, stops[i], SERVICE_WRITE, &trip.world.options, &error));
        MUST(service_move(stops[i], stops[i + 1], &trip.world.options, NULL, NULL, &summary, &error));
        MUST_FAIL(service_person_add(daemon, SPAN_LITERAL("After"), handle, &error), ERR_CONFLICT, "club.moved");
        service_close(daemon);
        MUST_FAIL(moving_writes(&trip.world, stops[i], &error), ERR_CONFLICT, "club.moved");
        MUST_FAIL(service_move(stops[i], stops[i + 1], &trip.world.options, NULL, NULL, &summary, &error), ERR_CONFLICT,
                  "club.moved");
        moving_sound(&trip.moving, &trip.world, stops[i + 1]);
    }
    moving_same(trip.world.path, trip.file);
    /* The address says no secret: neither user nor parameters. */
    assert_int_equal(scene_sql_int(trip.world.path, "SELECT CAST(value AS TEXT) GLOB 'postgresql://*#mv-0-*' AND"
                                                    " instr(value, '@') = 0 AND instr(value, '?') = 0"
                                                    " FROM setting WHERE name = 'moved-to'"),
                     1);
    trip_end(&trip);
}

static void backed_up_and_restored(void **unused)
{
    (void)unused;
    struct trip trip;
    struct error error = {.message = NULL};
    struct move_summary summary;
    struct service *service = NULL;
    char part[TEST_ADDRESS + 16];
    trip_begin(&trip);
    const struct service_options *options = &trip.world.options;
    MUST(service_move(trip.world.path, trip.server[0], options, NULL, NULL, &summary, &error));
    MUST(service_open(&service, trip.server[0], SERVICE_READ, options, &error));
    MUST(service_backup(service, trip.file, NULL, NULL, &error));
    MUST_FAIL(service_backup(service, trip.file, NULL, NULL, &error), ERR_CONFLICT, "store.exists");
    service_close(service);
    (void)snprintf(part, sizeof(part), "%s.part", trip.file);
    assert_int_equal(access(part, F_OK), -1);
    (void)snprintf(part, sizeof(part), "%s-wal", trip.file);
    assert_int_equal(access(part, F_OK), -1);
    moving_same(trip.world.path, trip.file);
    MUST(moving_writes(&trip.world, trip.server[0], &error)); /* a backup marks nothing */
    MUST_FAIL(service_restore(trip.file, trip.server[0], true, options, NULL, NULL, &error), ERR_CONFLICT,
              "restore.club");
    MUST(service_restore(trip.file, trip.server[1], false, options, NULL, NULL, &error));
    moving_sound(&trip.moving, &trip.world, trip.server[1]);
    moving_sound(&trip.moving, &trip.world, trip.file);
    trip_end(&trip);
}

/* Killed after so long, whatever it is doing then; the next one ends it, or begins anew. */
static void killed(void **unused)
{
    (void)unused;
    struct trip trip;
    struct error error = {.message = NULL};
    struct move_summary summary;
    struct prng prng;
    trip_begin(&trip);
    prng_seed(&prng, 18);
    unsigned runs = (unsigned)test_cases(20);
    unsigned dead = 0;
    int64_t began = monotonic_ms(); /* how long one takes here, so that the others die at any point of it */
    MUST(service_move(trip.world.path, trip.server[0], &trip.world.options, NULL, NULL, &summary, &error));
    uint32_t longest = (uint32_t)(monotonic_ms() - began) * 6 / 5 + 1;
    drop(trip.server[0]);
    MUST(service_move_reopen(trip.world.path, &trip.world.options, &error));
    for (unsigned run = 0; run < runs; run++) {
        (void)fflush(NULL);
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            _exit(service_move(trip.world.path, trip.server[0], &trip.world.options, NULL, NULL, &summary, &error) ==
                          ERR_OK
                      ? 0
                      : 1);
        }
        pause_ms((int)prng_below(&prng, longest));
        (void)kill(pid, SIGKILL);
        int status = 0;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        dead += WIFSIGNALED(status);
        struct service_options patient = trip.world.options; /* the server has yet to notice that nobody is there */
        patient.busy_ms = 10000;
        enum err err = service_move(trip.world.path, trip.server[0], &patient, NULL, NULL, &summary, &error);
        if (err != ERR_OK) {
            MUST_FAIL(err, ERR_CONFLICT, "club.moved");
        }
        moving_sound(&trip.moving, &trip.world, trip.server[0]);
        MUST_FAIL(moving_writes(&trip.world, trip.world.path, &error), ERR_CONFLICT, "club.moved");
        drop(trip.server[0]);
        MUST(service_move_reopen(trip.world.path, &trip.world.options, &error));
    }
    print_message("  killed %u times of %u\n", dead, runs);
    trip_end(&trip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(backed_up_and_restored),
        cmocka_unit_test(killed),
    };
    return cmocka_run_group_tests_name("postgres move", tests, NULL, NULL);
}
