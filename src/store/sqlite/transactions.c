/*
 * SQLite's transactions and marks. It rolls back on its own after some
 * failures (a full disk, a lost allocation).
 */
#include "store/sqlite/transactions.h"

#include "store/messages.h"
#include "store/sqlite/connection.h"

#include "base/banned.h"

static enum err run(struct store *store, enum statement_id id, struct error *error)
{
    struct query query;
    query_start(&query, store, id);
    return query_run(&query, error);
}

/* A newer program has brought the database up to date meanwhile: what this one would write is not what belongs there. */
static enum err check_schema(struct store *store, struct error *error)
{
    struct query query;
    int64_t version = 0;
    query_start(&query, store, STATEMENT_SCHEMA);
    enum err err = query_value(&query, 0, &version, error);
    if (err != ERR_OK) {
        return err;
    }
    return version > store_schema_current() ? schema_moved(error, version, strbuf_text(&store->path)) : ERR_OK;
}

enum err transaction_begin(struct store *store, bool reading, struct error *error)
{
    enum err err = run(store, reading ? STATEMENT_BEGIN_READ : STATEMENT_BEGIN_WRITE, error);
    if (err != ERR_OK) {
        return err;
    }
    store->in_transaction = true;
    int64_t size = 0;
    err = reading ? store_log_size(store, &size, error) /* the first read fixes the snapshot */
                  : check_schema(store, error);
    if (err != ERR_OK) {
        store_rollback(store);
    }
    return err;
}

enum err transaction_commit(struct store *store, struct error *error)
{
    return run(store, STATEMENT_COMMIT, error);
}

void transaction_rollback(struct store *store)
{
    if (!sqlite3_get_autocommit(store->db)) {
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL); /* fails only when SQLite has just done it */
    }
}

enum err transaction_mark(struct store *store, struct error *error)
{
    return run(store, STATEMENT_MARK, error);
}

enum err transaction_keep(struct store *store, struct error *error)
{
    return run(store, STATEMENT_KEEP, error);
}

void transaction_undo(struct store *store)
{
    struct error ignored;
    if (sqlite3_get_autocommit(store->db)) {
        return;
    }
    if (run(store, STATEMENT_UNDO, &ignored) != ERR_OK || run(store, STATEMENT_KEEP, &ignored) != ERR_OK) {
        /* What must not stand cannot be taken back alone: take back everything, and let the next call say so. */
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
}

/* SQLite asks every few thousand steps of its machine whether to go on; who waits for a lock (connection.c) asks, too. */
static int is_over(void *context)
{
    const struct store *store = context;
    struct error ignored;
    return deadline_check(store->deadline, &ignored) != ERR_OK;
}

void transaction_deadline(struct store *store)
{
    const struct deadline *deadline = store->deadline;
    sqlite3_progress_handler(store->db, deadline ? deadline_steps(deadline) : 0, deadline ? is_over : NULL, store);
}
