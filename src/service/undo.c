/*
 * Undoing an import: every game that it added, or brought back, is made void by an entry that names the import. It goes
 * on where it ended, so it may be cut into pieces, or short, and begun again.
 */
#include "service/exchange.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/slice.h"

#include "base/banned.h"

enum { BATCH = 256 };

/* The next games of an import, read before anything is written. */
struct batch {
    struct service *service;
    int64_t from;
    int64_t entry[BATCH];
    int64_t game[BATCH];
    size_t count;
};

static enum err take_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    struct batch *batch = context;
    batch->entry[batch->count] = entry->seq;
    batch->game[batch->count++] = entry->game;
    return batch->count < BATCH ? ERR_OK : ERR_END;
}

static enum err take_run(void *context, int64_t first, int64_t last, struct error *error)
{
    struct batch *batch = context;
    int64_t from = first > batch->from ? first : batch->from;
    enum err err = store_entries(batch->service->store, from, last, take_entry, batch, error);
    if (err != ERR_OK) {
        return err;
    }
    return batch->count < BATCH ? ERR_OK : ERR_END;
}

static enum err take_status(void *context, const struct store_game *game, struct error *error)
{
    (void)error;
    *(bool *)context = game_status_is(game->status, GAME_VOID);
    return ERR_OK;
}

static enum err void_one(struct service *service, struct span author, struct import_undo *undo, int64_t game,
                         struct error *error)
{
    char memory[64];
    struct strbuf reason;
    struct receipt receipt;
    bool already = false;
    enum err err = store_game(service->store, game, take_status, &already, error);
    undo->games += err == ERR_OK;
    if (err != ERR_OK || already) {
        return err;
    }
    strbuf_wrap(&reason, memory, sizeof(memory));
    strbuf_add(&reason, "import ");
    strbuf_int(&reason, undo->number);
    strbuf_add(&reason, " undone");
    err = void_undone(service, author, game, strbuf_span(&reason), undo->number, &receipt, error);
    undo->voided += err == ERR_OK;
    return err;
}

/* As many games as there is time for, within an open group. */
static enum err undo_some(struct service *service, struct span author, struct import_undo *undo, struct slice *slice,
                          struct error *error)
{
    struct batch batch = {.service = service, .from = undo->from};
    bool there = false;
    enum err err = store_import_has(service->store, undo->number, &there, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!there) {
        return error_raise_int(error, &SERVICE_MSG_NO_IMPORT, undo->number);
    }
    err = store_import_runs(service->store, undo->number, undo->from, take_run, &batch, error);
    if (err != ERR_OK) {
        return err;
    }
    bool over = false;
    for (size_t i = 0; i < batch.count && !over; i++) {
        err = void_one(service, author, undo, batch.game[i], error);
        if (err != ERR_OK) {
            return err;
        }
        undo->from = batch.entry[i] + 1;
        over = slice_over(slice);
    }
    undo->done = !over && batch.count < BATCH;
    return ERR_OK;
}

static enum err undo_slice(struct service *service, struct span author, struct import_undo *undo, struct error *error)
{
    struct import_undo now = *undo;
    struct slice slice;
    enum err err = service_begin(service, error);
    if (err != ERR_OK) {
        return err;
    }
    slice_begin(&slice, 0);
    err = undo_some(service, author, &now, &slice, error);
    if (err != ERR_OK) {
        service_rollback(service);
        return err;
    }
    err = service_commit(service, error);
    *undo = err == ERR_OK ? now : *undo;
    return err;
}

enum err service_import_undo(struct service *service, struct span author, struct import_undo *undo, undo_fn *fn,
                             void *context, struct error *error)
{
    if (service->group) { /* whoever opened it commits, and calls again for the rest */
        struct slice slice;
        slice_begin(&slice, 0);
        return undo_some(service, author, undo, &slice, error);
    }
    while (!undo->done) {
        enum err err = undo_slice(service, author, undo, error);
        if (err != ERR_OK) {
            return err;
        }
        if (fn) {
            fn(context, undo);
        }
        if (!undo->done) {
            give_way();
        }
    }
    return ERR_OK;
}
