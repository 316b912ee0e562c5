/* SQLite's allocator with a counter in front of it. */
#include "support/sqlite_memory.h"

#include "support/cmocka.h"

#include <sqlite3.h>

static struct {
    sqlite3_mem_methods real;
    long fail_at; /* 0: never */
    long requests;
    bool fired;
} heap;

static bool fails(void)
{
    heap.requests++;
    bool now = heap.fail_at > 0 && heap.requests == heap.fail_at;
    heap.fired = heap.fired || now;
    return now;
}

static void *get(int size)
{
    return fails() ? NULL : heap.real.xMalloc(size);
}

static void *resize(void *old, int size)
{
    return fails() ? NULL : heap.real.xRealloc(old, size);
}

int sqlite_memory_set_up(void **state)
{
    (void)state;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &heap.real), SQLITE_OK);
    sqlite3_mem_methods ours = heap.real;
    ours.xMalloc = get;
    ours.xRealloc = resize;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &ours), SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK); /* so that every request is seen */
    return 0;
}

void sqlite_memory_arm(long n)
{
    heap.fail_at = n;
    heap.requests = 0;
    heap.fired = false;
}

bool sqlite_memory_fired(void)
{
    return heap.fired;
}
