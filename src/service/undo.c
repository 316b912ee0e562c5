/*
 * Undoing an import: every game that it added, or brought back, is made void by an entry that names the import; every one
 * that it corrected, or made void, is put back to what it was before, unless somebody has changed it since. It goes on
 * where it ended, so it may be cut into pieces, or short, and begun again.
 */
#include "base/arena.h"
#include "service/exchange.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/slice.h"

#include "base/banned.h"

enum { BATCH = 256, ASIDES_LIMIT = 2 * TEXT_LIMIT };

/* What an entry of an import did. */
enum deed { DEED_ADDED, DEED_REVIVED, DEED_CHANGED };

/* The next entries of an import, read before anything is written. */
struct batch {
    struct service *service;
    int64_t from;
    struct step {
        int64_t entry;
        int64_t game;
        enum deed deed;
    } step[BATCH];
    size_t count;
};

static enum err take_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    struct batch *batch = context;
    enum deed deed = span_is(entry->kind, "import")   ? DEED_ADDED
                     : span_is(entry->kind, "unvoid") ? DEED_REVIVED
                                                      : DEED_CHANGED;
    batch->step[batch->count++] = (struct step){entry->seq, entry->game, deed};
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

/* One undoing of one import. */
struct undoing {
    struct service *service;
    struct span author;
    struct import_undo *undo;
    char memory[64];
    struct span reason;
};

static void undoing_init(struct undoing *undoing, struct service *service, struct span author, struct import_undo *undo)
{
    struct strbuf reason;
    *undoing = (struct undoing){.service = service, .author = author, .undo = undo};
    strbuf_wrap(&reason, undoing->memory, sizeof(undoing->memory));
    strbuf_add(&reason, "import ");
    strbuf_int(&reason, undo->number);
    strbuf_add(&reason, " undone");
    undoing->reason = strbuf_span(&reason);
}

static enum err end(struct undoing *undoing, int64_t game, const char *kind, struct error *error)
{
    struct receipt receipt;
    return end_undone(undoing->service, undoing->author, game, kind, undoing->reason, undoing->undo->number, &receipt,
                      error);
}

/* ---- games that were there before ---- */

/* A change of a game that stands. */
struct change {
    int64_t entry;
    int64_t row; /* first of the import's changes in a row, up to this one; 0: this one is not the import's */
};

/*
 * Where an entry of the import stands in its game. The import's entries in a row are one change: what was before the
 * first of them is what the game goes back to. What another import changed and an undoing took back stands no more, nor
 * does that undoing: so imports are undone one after the other, the newest first, back to the beginning.
 */
struct chain {
    const struct undoing *undoing;
    int64_t entry;
    struct change *change; /* that stand */
    size_t count, room;
    int64_t undid;    /* the import that the entry before the one looked at undid, with a change that stood; 0: none */
    int64_t first;    /* of the row that has the entry */
    bool voided;      /* the game as it was before the row that is looked at */
    bool void_before; /* as it was before `first` */
    bool undone;      /* this import was undone after the entry */
    bool added;       /* the import added the game */
};

static void chain_init(struct chain *chain, const struct undoing *undoing, int64_t entry)
{
    *chain = (struct chain){.undoing = undoing, .entry = entry};
}

static void chain_release(struct chain *chain)
{
    mem_free(chain->undoing->service->options.allocator, chain->change);
}

/* The last change that stands. */
static struct change chain_last(const struct chain *chain)
{
    return chain->count > 0 ? chain->change[chain->count - 1] : (struct change){.entry = 0};
}

/* Takes away the changes of an import that the entry undoes; `*took` when that was what the entry did. */
static enum err take_back(struct chain *chain, const struct store_entry *entry, bool *took, struct error *error)
{
    int64_t import = undoes_import(entry->body);
    bool owns = import != 0;
    *took = import != 0 && chain->undid == import; /* brought back, then corrected: two entries of one undoing */
    while (owns && chain->count > 0) {
        enum err err = store_import_owns(chain->undoing->service->store, import, chain_last(chain).entry, &owns, error);
        if (err != ERR_OK) {
            return err;
        }
        chain->count -= owns;
        *took = *took || owns;
    }
    chain->undid = *took ? import : 0;
    return ERR_OK;
}

static enum err push(struct chain *chain, const struct store_entry *entry, struct error *error)
{
    const struct undoing *undoing = chain->undoing;
    bool owns = false;
    enum err err = store_import_owns(undoing->service->store, undoing->undo->number, entry->seq, &owns, error);
    if (err != ERR_OK) {
        return err;
    }
    struct change *change =
        mem_more(undoing->service->options.allocator, chain->change, chain->count, &chain->room, sizeof(*change));
    if (!change) {
        return error_raise(error, &MSG_MEMORY);
    }
    int64_t row = chain_last(chain).row;
    bool begins = owns && row == 0;
    chain->change = change;
    chain->change[chain->count++] = (struct change){entry->seq, begins ? entry->seq : owns ? row : 0};
    chain->void_before = begins && entry->seq <= chain->entry ? chain->voided : chain->void_before;
    chain->first = entry->seq == chain->entry ? chain_last(chain).row : chain->first;
    chain->added = chain->added || (owns && entry->seq == entry->game);
    return ERR_OK;
}

static enum err follow(void *context, const struct store_entry *entry, struct error *error)
{
    struct chain *chain = context;
    bool took = false;
    enum err err = take_back(chain, entry, &took, error);
    if (err != ERR_OK) {
        return err;
    }
    err = took ? ERR_OK : push(chain, entry, error);
    chain->undone =
        chain->undone || (entry->seq > chain->entry && undoes_import(entry->body) == chain->undoing->undo->number);
    chain->voided = span_is(entry->kind, "void") || (chain->voided && !span_is(entry->kind, "unvoid"));
    return err;
}

/* What it added, or brought back, unless that was undone before: who brought it back since meant it. */
static enum err void_one(struct undoing *undoing, int64_t game, int64_t entry, struct error *error)
{
    struct game_state state;
    struct chain chain;
    enum err err = game_state(undoing->service, game, &state, error);
    undoing->undo->games += err == ERR_OK;
    if (err != ERR_OK || state.status == GAME_VOID) {
        return err;
    }
    chain_init(&chain, undoing, entry);
    err = store_entries_of(undoing->service->store, game, follow, &chain, error);
    chain_release(&chain);
    if (err != ERR_OK || chain.undone) {
        return err;
    }
    err = end(undoing, game, "void", error);
    undoing->undo->voided += err == ERR_OK;
    return err;
}

struct before {
    struct story *story;
    int64_t entry;
};

static enum err take_before(void *context, const struct store_entry *entry, struct error *error)
{
    const struct before *before = context;
    return entry->seq < before->entry ? story_add(before->story, entry, error) : ERR_END;
}

/* The record of `story` stands again, with what was said beside it. */
static enum err correct_back(struct undoing *undoing, const struct story *story, struct error *error)
{
    struct service *service = undoing->service;
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct receipt receipt;
    struct arena arena;
    arena_init(&arena, service->options.allocator, ASIDES_LIMIT);
    enum err err = record_read_one(&reader, strbuf_span(&story->text), service->options.allocator, &record, error);
    err = err == ERR_OK ? asides_put_back(service->store, story->source, &arena, &record, error) : err;
    err = err == ERR_OK ? correct_undone(service, undoing->author, story->id, &record, undoing->reason,
                                         undoing->undo->number, &receipt, error)
                        : err;
    arena_release(&arena);
    record_reader_release(&reader);
    return err;
}

/* The game as `story` has it, if it stands otherwise. */
static enum err put_back(struct undoing *undoing, const struct story *story, bool *changed, struct error *error)
{
    struct game_state state;
    struct story now;
    enum err err = game_state(undoing->service, story->id, &state, error);
    if (err != ERR_OK) {
        return err;
    }
    *changed = state.status == GAME_VOID;
    err = *changed ? end(undoing, story->id, "unvoid", error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    story_init(&now, undoing->service->options.allocator);
    err = story_load(undoing->service->store, story->id, &now, error);
    bool corrected = err == ERR_OK && now.source != story->source;
    story_release(&now);
    if (err != ERR_OK || !corrected) {
        return err;
    }
    *changed = true;
    err = correct_back(undoing, story, error);
    return err == ERR_OK && story->abandoned ? end(undoing, story->id, "abandon", error) : err;
}

static enum err restore(struct undoing *undoing, int64_t game, int64_t suffix, struct error *error)
{
    struct story story;
    struct import_undo *undo = undoing->undo;
    bool changed = false;
    story_init(&story, undoing->service->options.allocator);
    enum err err =
        store_entries_of(undoing->service->store, game, take_before, &(struct before){&story, suffix}, error);
    err = err == ERR_OK ? put_back(undoing, &story, &changed, error) : err;
    story_release(&story);
    if (err_is_fatal(err)) {
        return err;
    }
    undo->restored += err == ERR_OK && changed;
    undo->kept += err != ERR_OK; /* two of its people are one by now, or the like */
    return ERR_OK;
}

static enum err undo_step(struct undoing *undoing, const struct step *step, struct error *error)
{
    struct chain chain;
    if (step->deed == DEED_ADDED) {
        return void_one(undoing, step->game, step->entry, error);
    }
    chain_init(&chain, undoing, step->entry);
    enum err err = store_entries_of(undoing->service->store, step->game, follow, &chain, error);
    struct change last = chain_last(&chain);
    chain_release(&chain);
    if (err != ERR_OK) {
        return err;
    }
    if (step->deed == DEED_REVIVED && (chain.void_before || chain.added)) {
        return void_one(undoing, step->game, step->entry, error);
    }
    if (chain.undone || chain.added || chain.void_before) {
        return ERR_OK; /* by the first of its entries, or by an undoing before */
    }
    if (last.row != chain.first) {
        undoing->undo->kept++;
        return ERR_OK;
    }
    return step->entry == last.entry ? restore(undoing, step->game, last.row, error) : ERR_OK;
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
    struct undoing undoing;
    undoing_init(&undoing, service, author, undo);
    for (size_t i = 0; i < batch.count && !over; i++) {
        err = undo_step(&undoing, &batch.step[i], error);
        if (err != ERR_OK) {
            return err;
        }
        undo->from = batch.step[i].entry + 1;
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
