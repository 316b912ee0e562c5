/*
 * Transactions and marks, as far as they are the same for both engines. An
 * engine may roll back on its own after some failures (a full disk, a lost
 * connection); `in_transaction` stays true until the caller ends what it
 * began, and no statement runs until then.
 */
#include "store/ahead.h"
#include "store/engine.h"
#include "store/messages.h"
#include "store/shadow.h"

#include "base/banned.h"

static enum err refuse(const struct store *store, struct error *error)
{
    return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
}

static enum err begin(struct store *store, bool reading, struct error *error)
{
    if (store->in_transaction) {
        return refuse(store, error);
    }
    return store->engine->begin(store, reading, error);
}

enum err store_begin(struct store *store, struct error *error)
{
    return begin(store, store->mode == STORE_READ, error);
}

enum err store_begin_asking(struct store *store, store_ask_fn *ask, void *context, struct error *error)
{
    store->asking = store->engine->ahead ? ask : NULL;
    store->asking_context = context;
    enum err err = store_begin(store, error);
    store->asking = NULL;
    return err;
}

bool store_foresees(const struct store *store)
{
    return store->engine->ahead != NULL;
}

bool store_foresee(struct store *store, size_t *from)
{
    store->foreseeing = store_foresees(store);
    *from = store->foreseeing ? store->engine->ahead_count(store) : 0;
    return store->foreseeing;
}

void store_foreseen(struct store *store)
{
    store->foreseeing = false;
}

void store_forget(struct store *store, size_t from)
{
    if (store_foresees(store)) {
        store->engine->ahead_end(store, from);
    }
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
        return refuse(store, error);
    }
    enum err err = store->engine->commit(store, error);
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
    store->engine->rollback(store);
    store_deadline(store, deadline);
    if (store->shadow_new) {
        shadow_forget(store);
    }
}

enum err store_mark(struct store *store, struct error *error)
{
    return store->in_transaction ? store->engine->mark(store, error) : refuse(store, error);
}

enum err store_keep(struct store *store, struct error *error)
{
    return store->engine->keep(store, error);
}

void store_undo(struct store *store)
{
    if (store->in_transaction) {
        store->engine->undo(store);
    }
}

void store_deadline(struct store *store, const struct deadline *deadline)
{
    if (store->deadline == deadline) {
        return;
    }
    store->deadline = deadline;
    store->engine->deadline(store);
}

const struct deadline *store_deadline_now(const struct store *store)
{
    return store->deadline;
}
