/*
 * Runs several test programs, one after the other, in one process. A program
 * says nothing while it passes, but for what it skipped: the end of the output,
 * which is all that scripts/test shows, is then about what failed. What
 * valgrind finds comes under the name of the program that it was found in, and
 * before the processor seconds that it took (SLOW_MEMCHECK has them).
 *
 * Arguments are the names of those to run; without any, all.
 */
#include "support/several.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SKIPPED = 77, LINE = 4096 };

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* The two streams of the process, put aside while a program has them. */
struct streams {
    int out;
    int err;
};

static void turn(int out, int err)
{
    (void)fflush(NULL);
    if (dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) {
        die("dup2");
    }
}

/* All that a program said, or only what it skipped. */
static void show(FILE *said, bool all)
{
    char line[LINE];
    rewind(said);
    while (fgets(line, sizeof(line), said)) {
        if (all || strncmp(line, "SKIPPED: ", strlen("SKIPPED: ")) == 0) {
            (void)fputs(line, stdout);
        }
    }
}

static bool passes(const struct test_program *program, const struct streams *streams)
{
    FILE *said = tmpfile();
    if (!said) {
        die("tmpfile");
    }
    (void)printf("%s\n", program->name);
    turn(fileno(said), fileno(said));
    clock_t began = clock();
    int status = program->run();
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    turn(streams->out, streams->err);
    (void)printf("    %.1f s\n", seconds);
    bool passed = status == 0 || status == SKIPPED;
    show(said, !passed);
    (void)fclose(said);
    return passed;
}

static bool is_wanted(const char *name, char **wanted)
{
    bool any = false;
    for (; *wanted; wanted++) {
        any = true;
        if (strcmp(name, *wanted) == 0) {
            return true;
        }
    }
    return !any;
}

int main(int argc, char **argv)
{
    (void)argc;
    int run = 0;
    int failed = 0;
    const struct streams streams = {.out = dup(STDOUT_FILENO), .err = dup(STDERR_FILENO)};
    if (streams.out < 0 || streams.err < 0) {
        die("dup");
    }
    for (const struct test_program *program = test_programs; program->name; program++) {
        if (!is_wanted(program->name, argv + 1)) {
            continue;
        }
        run++;
        if (!passes(program, &streams)) {
            failed++;
            (void)printf("FAILED: %s\n", program->name);
        }
    }
    (void)printf("%d programs, %d failed\n", run, failed);
    return run == 0 || failed > 0;
}
