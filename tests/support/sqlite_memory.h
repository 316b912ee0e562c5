/*
 * SQLite's memory, which fails on command: the Nth request for some gets
 * none. One for the process, set up before SQLite is first used; not for
 * threads.
 */
#ifndef SUPPORT_SQLITE_MEMORY_H
#define SUPPORT_SQLITE_MEMORY_H

#include <stdbool.h>

/* A cmocka group setup. */
int sqlite_memory_set_up(void **state);

/* The Nth request from now on fails, once; 0: none does. */
void sqlite_memory_arm(long n);
/* Whether it has failed since. */
bool sqlite_memory_fired(void);

#endif
