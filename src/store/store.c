/* Opening and upkeep of a store, whichever engine its address asks for. */
#include "store/clubs.h"
#include "store/engine.h"
#include "store/messages.h"
#include "store/moving.h"

#include "base/banned.h"

bool store_on_server(const char *path)
{
    struct span span = span_from(path);
    return path && (span_starts(span, "postgresql://") || span_starts(span, "postgres://"));
}

bool store_slug_ok(struct span slug)
{
    for (size_t i = 0; i < slug.len; i++) {
        char c = slug.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
            return false;
        }
    }
    return slug.len > 0 && slug.len <= STORE_SLUG;
}

void store_init(struct store *store, const struct engine *engine, enum store_mode mode,
                const struct store_options *options)
{
    store->allocator = options->allocator;
    store->engine = engine;
    store->mode = mode;
    store->wait.most_ms = options->busy_ms;
    store->wait.tell = options->waiting;
    store->wait.context = options->waiting_context;
    store->pool = options->pool;
    store->seen_limit = STORE_SEEN_RECENT;
    strbuf_init(&store->path, options->allocator, STORE_PATH_LIMIT);
    strbuf_init(&store->facts, options->allocator, STORE_VALUE_LIMIT);
    strbuf_init(&store->settings, options->allocator, STORE_VALUE_LIMIT);
}

enum err store_open(struct store **store, const char *path, enum store_mode mode, const struct store_options *options,
                    bool check, struct error *error)
{
    *store = mem_new(options->allocator, 1, sizeof(**store));
    if (!*store) {
        return error_raise(error, &MSG_MEMORY);
    }
    const struct engine *engine = store_on_server(path) ? &POSTGRES_ENGINE : &SQLITE_ENGINE;
    store_init(*store, engine, mode, options);
    enum err err = engine->open(*store, path, options, check, error);
    if (err != ERR_OK) {
        store_close(*store);
        *store = NULL;
    }
    return err;
}

void store_close(struct store *store)
{
    if (!store) {
        return;
    }
    const struct allocator *allocator = store->allocator;
    store->engine->close(store);
    mem_free(allocator, store);
}

enum err store_schema_of(const char *path, const struct store_options *options, int *version, struct error *error)
{
    return store_on_server(path) ? postgres_schema_of(path, options, version, error)
                                 : sqlite_schema_of(path, options, version, error);
}

enum err store_migrate(const char *path, struct strbuf *backup, const struct store_options *options, int *from,
                       struct error *error)
{
    return store_on_server(path) ? postgres_migrate(path, options, from, error)
                                 : sqlite_migrate(path, backup, options, from, error);
}

enum err store_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error)
{
    return store->engine->check(store, full, fn, context, error);
}

enum err store_backup(struct store *store, const char *path,
                      void (*progress)(void *context, int64_t done, int64_t total), void *context, struct error *error)
{
    return store->engine->backup(store, path, progress, context, error);
}

enum err store_restore(const char *backup, const char *path, bool force, const struct store_options *options,
                       void (*progress)(void *context, int64_t done, int64_t total), void *context, struct error *error)
{
    if (store_on_server(path) || store_on_server(backup)) {
        return error_raise_span(error, &STORE_MSG_NO_FILE, SPAN_LITERAL("restore"));
    }
    return sqlite_restore(backup, path, force, options, progress, context, error);
}

enum err store_unmake(const char *path, const struct store_options *options, struct error *error)
{
    return store_on_server(path) ? postgres_unmake(path, options, error) : sqlite_unmake(path, options, error);
}

enum err store_scrub(struct store *store, bool foreign, struct error *error)
{
    return store->engine->scrub(store, foreign, error);
}

enum err store_flush(struct store *store, struct error *error)
{
    return store->engine->flush(store, error);
}

enum err store_size(struct store *store, int64_t *bytes, struct error *error)
{
    return store->engine->size(store, bytes, error);
}
