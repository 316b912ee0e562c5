/* Opening and closing, the transaction, and the one function by which an entry joins the log. */
#include "service/service.h"

#include "base/log_entry.h"
#include "base/utf8.h"
#include "service/alike.h"
#include "service/answers.h"
#include "service/internal.h"
#include "service/kinds.h"
#include "service/messages.h"
#include "service/rebuild.h"
#include "service/upkeep.h"
#include "stats/facts.h"
#include "store/ahead.h"
#include "store/clubs.h"

#include "base/banned.h"

const struct service_options service_options_default = {
    .allocator = &allocator_heap,
    .clock = &clock_system,
    .entropy = &entropy_system,
    .busy_ms = 5000,
    .cache_kib = 16384,
};

/* ---- opening ---- */

/* The setting, or facts of an older version than this program's. */
enum err derived_stale(struct store *store, bool *stale, struct error *error)
{
    int version = 0;
    char said = '0';
    size_t length = 0;
    enum err err = store_setting_get(store, "derived-stale", &said, 1, &length, error);
    *stale = err == ERR_OK && said == '1';
    if ((err != ERR_OK && err != ERR_NOT_FOUND) || *stale) {
        return err;
    }
    err = store_facts_version(store, &version, error);
    *stale = err == ERR_OK && version > 0 && version < FACTS_VERSION;
    return err;
}

enum err service_stale(struct service *service, bool *stale, struct error *error)
{
    return derived_stale(service->store, stale, error);
}

/*
 * Stale tables are made anew by the first who opens the database to write. When the log cannot be played through, it
 * stays as it is, an audit says why, and the next one to open it tries again.
 */
static enum err fill_new_tables(struct service *service, struct error *error)
{
    const struct rebuild_options options = {
        .force = true, .progress = service->options.filling, .context = service->options.filling_context};
    struct rebuild_summary summary;
    bool stale = false;
    enum err err = service->options.mend ? ERR_OK : service_stale(service, &stale, error);
    if (err != ERR_OK || !stale) {
        return err;
    }
    err = service_rebuild(service, &options, &summary, error);
    return err == ERR_BUSY ? err : ERR_OK; /* busy: another writer did not end in time */
}

/* A process that erased a name could not empty the log beside the file, or was killed before. */
static enum err finish_erasure(struct service *service, struct error *error)
{
    struct error ignored;
    int64_t due = 0;
    enum err err = read_version(service, FLUSH_DUE, &due, error);
    if (err != ERR_OK) {
        return err;
    }
    if (due != 0) {
        (void)!service_flush(service, 0, &ignored); /* where a reader prevents it, the next writer to open does it */
    }
    return ERR_OK;
}

/* A writer needs keys, the tree, tables that are up to date, and no erasure half done. */
static enum err ready_writer(struct service *service, struct error *error)
{
    enum err err = check_not_moved(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = ready_keys(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tree_load(service->store, &service->tree, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_new_tables(service, error);
    if (err != ERR_OK) {
        return err;
    }
    return finish_erasure(service, error);
}

static enum err open_store(struct service *service, const char *path, enum service_mode mode, struct error *error)
{
    static const enum store_mode modes[] = {STORE_READ, STORE_WRITE, STORE_CREATE};
    struct store_options store = store_options_of(&service->options);
    struct migration migration;
    /* Of a club on a server an owner changes the schema, and nobody by opening it. */
    bool migrates = service->writes && !store_on_server(path);
    enum err err = migrates ? service_migrate(path, &service->options, &migration, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = store_open(&service->store, path, modes[mode], &store, service->options.check, error);
    if (err != ERR_OK) {
        return err;
    }
    finder_init(&service->finder, &service->options, service->store);
    if (service->writes) {
        return service->options.moving ? ERR_OK : ready_writer(service, error);
    }
    struct error ignored; /* what is damaged can be read without it: then no id of ours is known again */
    (void)!seen_key(service->store, service->seen_key, &ignored);
    return ERR_OK;
}

bool service_on_server(const char *path)
{
    return store_on_server(path);
}

void service_prepare(void)
{
    store_prepare();
}

enum err service_open(struct service **out, const char *path, enum service_mode mode,
                      const struct service_options *options, struct error *error)
{
    *out = NULL;
    struct service *service = mem_new(options->allocator, 1, sizeof(*service));
    if (!service) {
        return error_raise(error, &MSG_MEMORY);
    }
    service->options = *options;
    service->writes = mode != SERVICE_READ;
    replay_init(&service->replay, options->allocator);
    strbuf_init(&service->text, options->allocator, TEXT_LIMIT);
    strbuf_init(&service->body, options->allocator, TEXT_LIMIT);
    strbuf_init(&service->derived.facts, options->allocator, TEXT_LIMIT);
    tally_init(&service->tally, options->allocator);
    for (size_t i = 0; i < LIVE_GAMES; i++) {
        replay_init(&service->live[i].replay, options->allocator);
        story_init(&service->live[i].story, options->allocator);
    }
    enum err err = open_store(service, path, mode, error);
    if (err != ERR_OK) {
        service_close(service);
        return err;
    }
    *out = service;
    return ERR_OK;
}

/* What was compared with may have been undone. */
static void alike_forget(struct service *service)
{
    alike_names_free(service->options.allocator, service->alike_names);
    alike_games_free(service->options.allocator, service->alike_games);
    service->alike_names = NULL;
    service->alike_games = NULL;
}

void service_close(struct service *service)
{
    if (!service) {
        return;
    }
    const struct allocator *allocator = service->options.allocator;
    if (service->store) {
        store_rollback(service->store);
    }
    store_close(service->store);
    live_release(service);
    record_reader_release(&service->reader);
    replay_release(&service->replay);
    strbuf_release(&service->text);
    strbuf_release(&service->body);
    strbuf_release(&service->derived.facts);
    tally_release(&service->tally);
    fits_release(service);
    alike_forget(service);
    mem_free(allocator, service);
}

/* ---- transactions ---- */

/* What every writer asks first, and what a group of requests will. */
struct asking {
    struct service *service;
    const struct answer_key *const *keys;
    size_t count;
};

static enum err find_nothing(void *context, const struct store_answer *answer, struct error *error)
{
    (void)context;
    (void)answer;
    (void)error;
    return ERR_OK;
}

static void ask_for_answers(struct store *store, const struct asking *asking)
{
    struct error ignored;
    for (size_t i = 0; i < asking->count; i++) {
        const struct answer_key *key = asking->keys[i];
        (void)!store_answer_find(store, key->token, key->key, 0, find_nothing, NULL, &ignored);
    }
}

static void ask(struct store *store, void *context)
{
    const struct asking *asking = context;
    struct error ignored;
    int64_t size = 0;
    int64_t token = 0;
    bool marked = false;
    size_t from = 0;
    (void)store_foresee(store, &from);
    (void)!read_log_state(asking->service, &size, &marked, &token, &ignored);
    follow_ahead(asking->service, &ignored);
    ask_for_answers(store, asking);
    store_foreseen(store);
}

void service_expect(struct service *service, const struct answer_key *const *keys, size_t count)
{
    size_t from = 0;
    if (store_foresee(service->store, &from)) {
        ask_for_answers(service->store, &(struct asking){service, keys, count});
        store_foreseen(service->store);
    }
}

static enum err begin(struct service *service, struct asking *asking, struct error *error)
{
    if (!service->writes) {
        return error_raise(error, &SERVICE_MSG_READ_ONLY);
    }
    enum err err = store_begin_asking(service->store, ask, asking, error);
    if (err != ERR_OK) {
        return err;
    }
    err = catch_up_to_write(service, error);
    if (err != ERR_OK) {
        store_rollback(service->store);
        return err;
    }
    service->tree_saved = service->tree;
    service->broken = false;
    recent_forget(&service->recent); /* others may have written */
    return ERR_OK;
}

/* Everything since `begin` is undone, in the database and in memory. */
static void abort_write(struct service *service)
{
    store_rollback(service->store);
    service->tree = service->tree_saved;
    service->broken = false;
    live_forget_all(service);
    tally_clear(&service->tally);
    fits_release(service);
    alike_forget(service);
    recent_forget(&service->recent);
}

static enum err commit(struct service *service, struct error *error)
{
    enum err err = tally_flush(&service->tally, service->store, error);
    err = err == ERR_OK ? store_commit(service->store, error) : err;
    if (err != ERR_OK) {
        abort_write(service);
    }
    return err;
}

enum err service_begin_for(struct service *service, const struct answer_key *const *keys, size_t count,
                           struct error *error)
{
    if (service->group) {
        return error_raise(error, &SERVICE_MSG_GROUP_OPEN);
    }
    enum err err = begin(service, &(struct asking){service, keys, count}, error);
    service->group = err == ERR_OK;
    return err;
}

enum err service_begin(struct service *service, struct error *error)
{
    return service_begin_for(service, NULL, 0, error);
}

enum err service_begin_now(struct service *service, struct error *error)
{
    store_patience(service->store, 0);
    enum err err = service_begin(service, error);
    store_patience(service->store, service->options.busy_ms);
    return err;
}

enum err service_commit(struct service *service, struct error *error)
{
    if (!service->group) {
        return error_raise(error, &SERVICE_MSG_GROUP);
    }
    service->group = false;
    if (service->broken) {
        abort_write(service);
        return error_raise(error, &SERVICE_MSG_ROLLED_BACK);
    }
    return commit(service, error);
}

void service_rollback(struct service *service)
{
    if (service->group) {
        service->group = false;
        abort_write(service);
    }
}

enum err begin_write(struct service *service, struct error *error)
{
    if (service->group) {
        return service->broken ? error_raise(error, &SERVICE_MSG_ROLLED_BACK) : ERR_OK;
    }
    return begin(service, &(struct asking){service, NULL, 0}, error);
}

enum err end_write(struct service *service, enum err err, struct error *error)
{
    if (err == ERR_OK) {
        service->broken = false;
        return service->group ? ERR_OK : commit(service, error);
    }
    if (service->group) {
        return err;
    }
    if (service->broken) {
        abort_write(service);
    } else {
        store_rollback(service->store); /* refused before its first write: memory still agrees with the log */
    }
    return err;
}

enum err begin_entry(struct service *service, struct span author, struct error *error)
{
    bool good = author.len > 0 && utf8_valid(author) == author.len;
    for (struct span rest = author; good && rest.len > 0; rest = span_skip(rest, 1)) {
        good = rest.ptr[0] != ' ' && utf8_control(rest) == 0;
    }
    return good ? begin_write(service, error)
                : error_raise_span(error, &SERVICE_MSG_AUTHOR, span_of(author.ptr, utf8_valid(author)));
}

enum err end_entry(struct service *service, enum err err, struct receipt *receipt, struct error *error)
{
    err = end_write(service, err, error);
    receipt->seq = err == ERR_OK ? receipt->seq : 0;
    return err;
}

/* ---- the log ---- */

enum err service_log_size(struct service *service, int64_t *size, struct error *error)
{
    return store_log_size(service->store, size, error);
}

enum err append_entry(struct service *service, struct span author, const char *kind, int64_t game, bool opens,
                      struct span body, int64_t *seq, struct error *error)
{
    struct merkle_hash leaf;
    enum entry_about about = ABOUT_GAME;
    *seq = (int64_t)service->tree.log.size + 1;
    if (!entry_kind_known(span_from(kind), &about)) {
        return error_raise_int(error, &SERVICE_MSG_ENTRY, *seq);
    }
    struct store_entry entry = {
        .seq = *seq,
        .at = now_of(service),
        .author = author,
        .kind = span_from(kind),
        .game = opens ? *seq : game,
        .body = body,
    };
    log_entry_leaf(entry.seq, entry.at, entry.author, entry.kind, entry.game, entry.body, &leaf);
    memcpy(entry.leaf, leaf.byte, sizeof(entry.leaf));
    first_write(service);
    enum err err = store_entry_add(service->store, &entry, error);
    if (err != ERR_OK) {
        return err;
    }
    return tree_append(&service->tree, &leaf, tree_put_tile, service->store, error);
}
