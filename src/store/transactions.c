/*
 * Transactions and marks. SQLite rolls back on its own after some failures
 * (a full disk, a lost allocation); `in_transaction` stays true until the
 * caller ends what it began, and query_start refuses to run anything until
 * then.
 */
#include "store/messages.h"
#include "store/query.h"
#include "store/shadow.h"

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

static enum err begin(struct store *store, bool reading, struct error *error)
{
    if (store->in_transaction) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
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

enum err store_begin(struct store *store, struct error *error)
{
    return begin(store, store->mode == STORE_READ, error);
}

enum err store_begin_reading(struct store *store, struct error *error)
{
    return begin(store, true, error);
}

void store_patience(struct store *store, int ms)
{
    store->wait.most_ms = ms;
}

enum err store_commit(struct store *store, struct error *error)
{
    if (!store->in_transaction) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
    enum err err = run(store, STATEMENT_COMMIT, error);
    if (err != ERR_OK) {
        store_rollback(store);
        return err;
    }
    store->in_transaction = false;
    store->shadow_new = false;
    return ERR_OK;
}

void store_rollback(struct store *store)
{
    if (!store->in_transaction) {
        return;
    }
    store->in_transaction = false;
    store->seen_counted = false;
    const struct deadline *deadline = store->deadline;
    store_deadline(store, NULL); /* what is over must still be ended */
    if (!sqlite3_get_autocommit(store->db)) {
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL); /* fails only when SQLite has just done it */
    }
    store_deadline(store, deadline);
    if (store->shadow_new) {
        shadow_forget(store);
    }
}

enum err store_mark(struct store *store, struct error *error)
{
    if (!store->in_transaction) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
    return run(store, STATEMENT_MARK, error);
}

enum err store_keep(struct store *store, struct error *error)
{
    return run(store, STATEMENT_KEEP, error);
}

void store_undo(struct store *store)
{
    struct error ignored;
    if (!store->in_transaction || sqlite3_get_autocommit(store->db)) {
        return;
    }
    if (run(store, STATEMENT_UNDO, &ignored) != ERR_OK || run(store, STATEMENT_KEEP, &ignored) != ERR_OK) {
        /* What must not stand cannot be taken back alone: take back everything, and let the next call say so. */
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
}
