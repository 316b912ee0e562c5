/*
 * Test programs that share a process, and the main that runs them: for
 * valgrind, which translates every piece of code before it runs it, and would
 * do so with SQLite's again for each of them.
 */
#ifndef SUPPORT_SEVERAL_H
#define SUPPORT_SEVERAL_H

struct test_program {
    const char *name; /* unit/service_people */
    int (*run)(void); /* what was its main */
};

/* Made by tests/CMakeLists.txt; the last one has no name. */
extern const struct test_program test_programs[];

#endif
