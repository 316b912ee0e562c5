/*
 * Memory runs out while damaged tables are made anew: the Nth allocation of ours fails, and the Nth of SQLite's. The
 * rebuild says so or has mended everything, and the next one mends what is left. One that nothing stops says how far
 * it is.
 */
#include "support/cmocka.h"

#include "support/club.h"
#include "support/questions.h"
#include "support/sqlite_memory.h"
#include "support/text.h"

static struct error error;

static enum err rebuild(struct world *world, long ours, long sqlites, bool *fired, struct rebuild_summary *summary)
{
    const struct rebuild_options options = {.force = true};
    struct service *service = world_open(world, SERVICE_WRITE);
    failing_alloc_arm(&world->memory, ours);
    sqlite_memory_arm(sqlites);
    enum err err = service_rebuild(service, &options, summary, &error);
    *fired = world->memory.fired || sqlite_memory_fired();
    failing_alloc_arm(&world->memory, 0);
    sqlite_memory_arm(0);
    service_close(service);
    return err;
}

/* A game, a seat and what an import would know of a game are gone; one more is known that is not there. */
static void damage(const struct world *world)
{
    static const char sql[] =
        "DELETE FROM d_game WHERE id = 2; UPDATE d_seat SET total = 1 WHERE game = 3 AND seat = 0;"
        "DELETE FROM d_pair; DELETE FROM seen; DELETE FROM seen_recent;"
        "INSERT INTO seen (hash, game) VALUES (zeroblob(16), 99)";
    assert_int_equal(scene_sql(world->path, sql), SQLITE_OK);
}

static void a_rebuild_without_memory_says_so(void **state)
{
    (void)state;
    static struct world world;
    struct rebuild_summary summary;
    long stride = 500 / (long)test_cases(100); /* scaled down: fewer of them */
    questions_begin(&world);
    for (int whose = 0; whose < 2; whose++) { /* ours, SQLite's */
        bool fired = true;
        for (long n = 1; fired; n += whose == 0 ? 1 : stride + n / 10) {
            damage(&world);
            enum err err = rebuild(&world, whose == 0 ? n : 0, whose == 0 ? 0 : n, &fired, &summary);
            if (err != ERR_OK && (!fired || (err != ERR_MEMORY && whose == 0))) { /* SQLite may call it otherwise */
                fail_msg("allocation %ld of %s: %s", n, whose ? "SQLite's" : "ours", error.message->id);
            }
            if (err != ERR_OK) {
                assert_false(summary.swapped);
                continue; /* the next one has to mend what this one has left */
            }
            assert_true(summary.swapped);
            MUST(rebuild(&world, 0, 0, &(bool){false}, &summary));
            if (summary.differences != 0) {
                fail_msg("allocation %ld of %s: %lld differences are left", n, whose ? "SQLite's" : "ours",
                         (long long)summary.differences);
            }
        }
    }
    struct service *service = world_open(&world, SERVICE_WRITE);
    world_must_be_sound(&world, service, "after all");
    service_close(service);
    world_end(&world);
}

struct telling {
    int64_t done;
    int64_t total;
    int times;
};

static void note_progress(void *context, int64_t done, int64_t total)
{
    struct telling *telling = context;
    assert_true(done > telling->done && done <= total);
    assert_true(done % 256 == 0 || done == total);
    *telling = (struct telling){done, total, telling->times + 1};
}

static void a_rebuild_says_how_far_it_is(void **state)
{
    (void)state;
    static struct world world;
    struct club_games games;
    struct rebuild_summary summary;
    struct telling telling = {0, 0, 0};
    const struct rebuild_options options = {.progress = note_progress, .context = &telling};
    world_begin(&world);
    club_fill(&world, &games);
    struct service *service = world_open(&world, SERVICE_WRITE);
    MUST(service_rebuild(service, &options, &summary, &error));
    service_close(service);
    assert_true(games.size > 256);
    assert_int_equal(telling.done, games.size);
    assert_int_equal(telling.total, games.size);
    assert_int_equal(telling.times, (games.size + 255) / 256);
    world_end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rebuild_without_memory_says_so),
        cmocka_unit_test(a_rebuild_says_how_far_it_is),
    };
    return cmocka_run_group_tests_name("rebuild without memory", tests, sqlite_memory_set_up, NULL);
}
