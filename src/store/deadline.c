/*
 * Deadlines of a connection: SQLite asks every few thousand steps of its
 * machine whether to go on, and before every pause while it waits for a lock.
 */
#include "store/connection.h"

#include "base/banned.h"

static int is_over(void *context)
{
    const struct store *store = context;
    struct error ignored;
    return deadline_check(store->deadline, &ignored) != ERR_OK;
}

/* Called for the `tries`th time (from 0) about one lock: sleeps and returns 1 to try again, 0 to give up. */
static int wait_more(void *context, int tries)
{
    enum { PAUSE_MS = 5 };
    const struct store *store = context;
    if (tries >= store->busy_ms / PAUSE_MS || is_over(context)) {
        return 0;
    }
    (void)sqlite3_sleep(PAUSE_MS);
    return 1;
}

void store_deadline(struct store *store, const struct deadline *deadline)
{
    if (store->deadline == deadline) {
        return;
    }
    store->deadline = deadline;
    sqlite3_progress_handler(store->db, deadline ? deadline_steps(deadline) : 0, deadline ? is_over : NULL, store);
    if (deadline) {
        (void)sqlite3_busy_handler(store->db, wait_more, store);
    } else {
        (void)sqlite3_busy_timeout(store->db, store->busy_ms);
    }
}
