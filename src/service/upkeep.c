/* The database file: migrating, copying, flushing. */
#include "service/upkeep.h"

#include "service/audit.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/move.h"
#include "store/moving.h"

#include "base/banned.h"

static const struct message MSG_FINDINGS = {ERR_CORRUPT, "restore.findings",
                                            "%1 is damaged: `dendro audit --db` tells its %2 findings",
                                            "%1 est endommagée : « dendro audit --db » dit ses %2 anomalies"};

struct store_options store_options_of(const struct service_options *options)
{
    return (struct store_options){.allocator = options->allocator,
                                  .vfs = options->vfs,
                                  .pool = options->pool,
                                  .busy_ms = options->busy_ms,
                                  .cache_kib = options->cache_kib,
                                  .waiting = options->waiting,
                                  .waiting_context = options->waiting_context};
}

int service_schema(void)
{
    return store_schema_current();
}

enum err service_migrate(const char *path, const struct service_options *options, struct migration *migration,
                         struct error *error)
{
    struct store_options store = store_options_of(options);
    struct strbuf backup;
    *migration = (struct migration){.to = store_schema_current()};
    enum err err = store_schema_of(path, &store, &migration->from, error);
    if (err != ERR_OK || migration->from == 0 || migration->from == migration->to) {
        return err;
    }
    if (store_on_server(path)) {
        return store_migrate(path, NULL, &store, &migration->from, error);
    }
    strbuf_wrap(&backup, migration->backup, sizeof(migration->backup));
    strbuf_add(&backup, path);
    strbuf_add(&backup, ".v");
    strbuf_int(&backup, migration->from);
    strbuf_add(&backup, ".bak");
    return strbuf_ok(&backup) ? store_migrate(path, &backup, &store, &migration->from, error)
                              : error_raise(error, &MSG_MEMORY);
}

bool service_made(const struct service *service)
{
    return store_made(service->store);
}

struct span service_shown(const struct service *service)
{
    return store_shown(service->store);
}

enum err service_backup(struct service *service, const char *path, upkeep_progress_fn *progress, void *context,
                        struct error *error)
{
    return store_has_file(service->store) ? store_backup(service->store, path, progress, context, error)
                                          : service_backup_rows(service, path, progress, context, error);
}

enum err service_restore(const char *backup, const char *path, bool force, const struct service_options *options,
                         upkeep_progress_fn *progress, void *context, struct error *error)
{
    struct store_options store = store_options_of(options);
    struct audit_options audit = {.results_only = true, .progress = progress, .context = context};
    struct audit_summary summary;
    enum err err = service_audit(backup, options, &audit, &summary, error);
    if (err != ERR_OK) {
        return err;
    }
    if (summary.findings > 0) {
        err = error_raise_span(error, &MSG_FINDINGS, span_from(backup));
        error_add_int(error, summary.findings);
        return err;
    }
    if (store_on_server(path)) {
        return service_restore_rows(backup, path, options, progress, context, error);
    }
    return store_restore(backup, path, force, &store, progress, context, error);
}

/* Nothing is due any more, unless another name has been erased since `due` was read. */
static enum err note_flushed(struct service *service, int64_t due, struct error *error)
{
    int64_t now_due = 0;
    enum err err = read_version(service, FLUSH_DUE, &now_due, error);
    if (err != ERR_OK) {
        return err;
    }
    return now_due == due ? write_version(service, FLUSH_DUE, 0, error) : ERR_OK;
}

enum err service_flush(struct service *service, int patience, struct error *error)
{
    int64_t due = 0;
    enum err err =
        service->group ? error_raise(error, &SERVICE_MSG_GROUP_OPEN) : read_version(service, FLUSH_DUE, &due, error);
    if (err != ERR_OK) {
        return err;
    }
    store_patience(service->store, patience);
    err = store_flush(service->store, error);
    store_patience(service->store, service->options.busy_ms);
    if (err != ERR_OK || due == 0) {
        return err;
    }
    err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, note_flushed(service, due, error), error) : err;
}
