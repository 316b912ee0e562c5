/*
 * Deadlines of a connection: SQLite asks every few thousand steps of its
 * machine whether to go on; who waits for a lock (connection.c) asks, too.
 */
#include "store/connection.h"

#include "base/banned.h"

static int is_over(void *context)
{
    const struct store *store = context;
    struct error ignored;
    return deadline_check(store->deadline, &ignored) != ERR_OK;
}

void store_deadline(struct store *store, const struct deadline *deadline)
{
    if (store->deadline == deadline) {
        return;
    }
    store->deadline = deadline;
    sqlite3_progress_handler(store->db, deadline ? deadline_steps(deadline) : 0, deadline ? is_over : NULL, store);
}

const struct deadline *store_deadline_now(const struct store *store)
{
    return store->deadline;
}
