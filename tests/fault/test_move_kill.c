/*
 * kill -9 while a club is moved from file to file. A child moves it and dies
 * at its Nth call that changes a file, for every Nth until it lives through.
 * Whenever that is, no two of them take changes, nothing is lost, and the
 * same move run again ends it.
 */
#include "support/cmocka.h"

#include "support/dying.h"
#include "support/moving.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* True when the child was killed, false when it lived through. */
static bool move_and_die(struct world *world, const char *to, long nth)
{
    (void)fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct error error = {.message = NULL};
        struct move_summary summary;
        die_at(nth);
        bool good = service_move(world->path, to, &world->options, NULL, NULL, &summary, &error) == ERR_OK ||
                    strcmp(error.message->id, "club.moved") == 0; /* the one before had come to its end */
        _exit(good ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

static void remove_files(const char *path)
{
    static const char *const names[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char name[TEST_ADDRESS + 16];
        (void)snprintf(name, sizeof(name), "%s%s", path, names[i]);
        (void)unlink(name);
    }
}

static void copy_file(const char *from, const char *to)
{
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 26);
    test_read_file(from, &bytes);
    FILE *file = fopen(to, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(strbuf_text(&bytes), 1, bytes.len, file), bytes.len);
    assert_int_equal(fclose(file), 0);
    strbuf_release(&bytes);
}

/* What the child left: who takes changes, counted by what they say. An empty target would be a new club. */
static void look(struct world *world, const char *to, long nth, int seen[3])
{
    struct error error = {.message = NULL};
    bool source = moving_writes(world, world->path, &error) == ERR_OK;
    assert_true(source || error.message->code == ERR_CONFLICT);
    bool there = access(to, F_OK) == 0 && scene_sql_int(to, "SELECT count(*) FROM sqlite_schema") > 0 &&
                 scene_sql_int(to, "SELECT count(*) FROM entry") > 0;
    bool target = there && moving_writes(world, to, &error) == ERR_OK;
    if (source && target) {
        fail_msg("killed at call %ld: both take changes", nth);
    }
    if (!source && !there) {
        fail_msg("killed at call %ld: moved to nothing", nth);
    }
    seen[source ? 0 : target ? 2 : 1]++;
}

static void never_two_clubs(void **unused)
{
    (void)unused;
    struct world world;
    struct moving moving;
    struct error error = {.message = NULL};
    char kept[TEST_ADDRESS];
    char to[TEST_ADDRESS];
    int seen[3] = {0, 0, 0}; /* the source takes changes, nobody does, the target does */
    test_needs_file();
    world_begin(&world);
    moving_begin(&moving, &world);
    world_copy(&world, "kept.db", kept);
    (void)snprintf(to, sizeof(to), "%s/to.db", world.folder);
    long stride = test_cases(100) < 100 ? 11 : 3; /* the moment in which nobody takes changes is unit/service_move's */
    long nth = 1;
    for (bool killed = true; killed; nth += stride) {
        remove_files(to);
        remove_files(world.path);
        copy_file(kept, world.path);
        killed = move_and_die(&world, to, nth);
        if (killed && nth % 3 == 0) { /* and killed a second time */
            (void)move_and_die(&world, to, 1 + nth / 2);
        }
        look(&world, to, nth, seen);
        struct move_summary summary;
        enum err err = service_move(world.path, to, &world.options, NULL, NULL, &summary, &error);
        if (err != ERR_OK) { /* it had come to its end */
            assert_string_equal(error.message->id, "club.moved");
        }
        MUST(moving_writes(&world, to, &error));
        MUST_FAIL(moving_writes(&world, world.path, &error), ERR_CONFLICT, "club.moved");
        moving_same(kept, to);
        if (nth % 16 == 1) {
            moving_sound(&moving, &world, to);
        }
    }
    print_message("  %ld calls: the source %d times, nobody %d, the target %d\n", nth - stride, seen[0], seen[1],
                  seen[2]);
    assert_true(seen[0] > 0 && seen[2] > 0);
    moving_end(&moving);
    world_end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_two_clubs),
    };
    return cmocka_run_group_tests_name("move kill", tests, NULL, NULL);
}
