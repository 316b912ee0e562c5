/*
 * The commands that need a database, run without a process, once for each
 * allocation that can fail: exit code 2, nothing held, and the database as
 * sound as before.
 */
#include "support/cmocka.h"

#include "cli/cli.h"
#include "support/failing_alloc.h"
#include "support/shipped.h"
#include "support/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char RECORD[] = "dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\nplayed 2026-11-13\nnote n\n"
                             "1: bee 0,0\n*: back 1\n1: rabbit 0,0\n2: fox 0,0\n";

enum { PATH_SIZE = 128, WORDS = 10 };

/* A folder of the test's own; `@` in a word stands for it. */
struct stage {
    char folder[PATH_SIZE];
    int in;
    int out;
    int err;
    struct catalogues catalogues; /* read once, or the tests take a minute */
};

static int run(struct stage *stage, const struct allocator *allocator, const char *const *words)
{
    char memory[WORDS][PATH_SIZE];
    const char *given[WORDS];
    struct cli cli;
    size_t count = 0;
    for (; words[count]; count++) {
        struct strbuf word;
        strbuf_wrap(&word, memory[count], PATH_SIZE);
        for (const char *c = words[count]; *c; c++) {
            strbuf_add_span(&word, *c == '@' ? span_from(stage->folder) : span_of(c, 1));
        }
        given[count] = strbuf_text(&word);
    }
    (void)lseek(stage->in, 0, SEEK_SET);
    cli_init(&cli, allocator, stage->in, stage->out, stage->err);
    cli.blocks = &stage->catalogues.source;
    cli.catalogues = &stage->catalogues;
    int code = cli_run(&cli, count, given);
    cli_release(&cli);
    return code;
}

static void put_output(struct stage *stage, const char *name, const char *const *words)
{
    char path[2 * PATH_SIZE];
    int before = stage->out;
    (void)snprintf(path, sizeof(path), "%s/%s", stage->folder, name);
    stage->out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(stage->out >= 0);
    assert_int_equal(run(stage, &allocator_heap, words), 0);
    (void)close(stage->out);
    stage->out = before;
}

static int stage_open(void **state)
{
    struct stage *stage = calloc(1, sizeof(*stage));
    assert_non_null(stage);
    (void)snprintf(stage->folder, sizeof(stage->folder), "%.32s/dendro-test-XXXXXX", test_parent_folder());
    assert_non_null(mkdtemp(stage->folder));
    shipped_init(&stage->catalogues, &allocator_heap);
    char path[2 * PATH_SIZE];
    (void)snprintf(path, sizeof(path), "%s/record", stage->folder);
    stage->in = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(write(stage->in, RECORD, sizeof(RECORD) - 1), sizeof(RECORD) - 1);
    stage->out = open("/dev/null", O_WRONLY);
    stage->err = open("/dev/null", O_WRONLY);
    assert_int_equal(
        run(stage, &allocator_heap, (const char *const[]){"demo", "--nights", "1", "--db", "@/a.db", NULL}), 0);
    put_output(stage, "checkpoint", (const char *const[]){"log", "checkpoint", "--db", "@/a.db", NULL});
    put_output(stage, "log", (const char *const[]){"log", "export", "--db", "@/a.db", NULL});
    put_output(stage, "key", (const char *const[]){"log", "key", "--db", "@/a.db", NULL});
    put_output(stage, "proof", (const char *const[]){"log", "prove", "inclusion", "1", "--db", "@/a.db", NULL});
    *state = stage;
    return 0;
}

static int stage_close(void **state)
{
    struct stage *stage = *state;
    static const char *const names[] = {"record",     "a.db",     "a.db-wal", "a.db-shm", "b.db",
                                        "b.db-wal",   "b.db-shm", "c.db",     "c.db-wal", "c.db-shm",
                                        "checkpoint", "log",      "key",      "proof",    "bak"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[2 * PATH_SIZE];
        (void)snprintf(path, sizeof(path), "%s/%s", stage->folder, names[i]);
        (void)unlink(path);
    }
    (void)close(stage->in);
    (void)close(stage->out);
    (void)close(stage->err);
    catalogues_release(&stage->catalogues);
    assert_int_equal(rmdir(stage->folder), 0);
    free(stage);
    return 0;
}

/* Runs `words` with one allocation after the other failing, until none does. */
static void fail_each(struct stage *stage, const char *const *words)
{
    for (long n = 1;; n = failing_alloc_next(n)) {
        struct failing_alloc memory;
        failing_alloc_init(&memory);
        failing_alloc_arm(&memory, n);
        int code = run(stage, &memory.allocator, words);
        if (memory.live != 0 || code != (memory.fired ? CLI_FAILURE : CLI_OK)) {
            print_error("'%s %s': allocation %ld %s, exit code %d, %ld blocks held\n", words[0], words[1], n,
                        memory.fired ? "failed" : "did not fail", code, memory.live);
        }
        assert_int_equal(memory.live, 0);
        assert_int_equal(code, memory.fired ? CLI_FAILURE : CLI_OK);
        if (!memory.fired) {
            return;
        }
    }
}

static void readers_without_memory_end_with_2(void **state)
{
    static const char *const lines[][WORDS] = {
        {"export", "--db", "@/a.db", NULL},
        {"export", "--format", "ndjson", "--db", "@/a.db", NULL},
        {"export", "--format", "csv", "--since", "2026-01-01", "--db", "@/a.db", NULL},
        {"players", "list", "--db", "@/a.db", NULL},
        {"players", "list", "--json", "--db", "@/a.db", NULL},
        {"game", "list", "--db", "@/a.db", NULL},
        {"game", "show", "1", "--db", "@/a.db", NULL},
        {"game", "record", "1", "--db", "@/a.db", NULL},
        {"log", "export", "--db", "@/a.db", NULL},
        {"log", "key", "--db", "@/a.db", NULL},
        {"log", "prove", "inclusion", "1", "--json", "--db", "@/a.db", NULL},
        {"log", "prove", "consistency", "1", "--json", "--db", "@/a.db", NULL},
        {"log", "check", "--log", "@/log", "--checkpoint", "@/checkpoint", "--key", "@/key", NULL},
        {"log", "check", "--log", "@/log", "--checkpoint", "@/checkpoint", "--proof", "@/proof", NULL},
        {"migrate", "--db", "@/a.db", NULL},
        {"help", "log", "check", NULL},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        fail_each(*state, lines[i]);
    }
}

/* An audit works with several threads; one makes the count of allocations the same each time. */
static void audits_without_memory_end_with_2(void **state)
{
    fail_each(*state, (const char *const[]){"audit", "--threads", "1", "--db", "@/a.db", NULL});
    fail_each(*state, (const char *const[]){"audit", "--json", "--db", "@/a.db", "1", NULL});
}

static void writers_without_memory_leave_a_sound_database(void **state)
{
    static const char *const lines[][WORDS] = {
        {"log", "checkpoint", "--db", "@/b.db", NULL},
        {"import", "--db", "@/b.db", "-", NULL},
        {"import", "--json", "--db", "@/b.db", "-", NULL},
        {"players", "rename", "A", "Anna", "--db", "@/b.db", NULL},
        {"game", "correct", "1", "@/record", "--reason", "r", "--db", "@/b.db", NULL},
        {"players", "erase", "B", "--db", "@/b.db", NULL},
        {"game", "void", "1", "--reason", "r", "--db", "@/b.db", NULL},
        {"rebuild", "--db", "@/b.db", NULL},
    };
    struct stage *stage = *state;
    assert_int_equal(run(stage, &allocator_heap, (const char *const[]){"players", "add", "Z", "--db", "@/b.db", NULL}),
                     0);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        fail_each(stage, lines[i]);
        assert_int_equal(run(stage, &allocator_heap, (const char *const[]){"audit", "--db", "@/b.db", NULL}), 0);
    }
}

static void a_backup_without_memory_is_none(void **state)
{
    fail_each(*state, (const char *const[]){"backup", "@/bak", "--db", "@/a.db", NULL});
    fail_each(*state, (const char *const[]){"demo", "--nights", "1", "--db", "@/c.db", "--force", NULL});
    assert_int_equal(run(*state, &allocator_heap, (const char *const[]){"audit", "--db", "@/bak", NULL}), 0);
    assert_int_equal(run(*state, &allocator_heap, (const char *const[]){"audit", "--db", "@/c.db", NULL}), 0);
}

static void a_full_disk_is_told(void **state)
{
    static const char *const lines[][WORDS] = {
        {"export", "--db", "@/a.db", NULL},
        {"log", "export", "--db", "@/a.db", NULL},
        {"players", "list", "--db", "@/a.db", NULL},
        {"audit", "--db", "@/a.db", NULL},
    };
    struct stage *stage = *state;
    int before = stage->out;
    stage->out = open("/dev/full", O_WRONLY);
    for (size_t i = 0; stage->out >= 0 && i < sizeof(lines) / sizeof(lines[0]); i++) {
        assert_int_equal(run(stage, &allocator_heap, lines[i]), CLI_FAILURE);
    }
    (void)close(stage->out);
    stage->out = before;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(readers_without_memory_end_with_2, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(audits_without_memory_end_with_2, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(writers_without_memory_leave_a_sound_database, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(a_backup_without_memory_is_none, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
