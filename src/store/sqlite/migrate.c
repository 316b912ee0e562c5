/*
 * The version of a database, and how it gets the next one. All missing steps
 * are one transaction: after a failure or a crash the file has its old
 * schema, never one in between.
 */
#include "base/world.h"
#include "store/engine.h"
#include "store/messages.h"
#include "store/sqlite/backup.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/raise.h"

#include "base/banned.h"

struct migrations migrations_all(void)
{
    return (struct migrations){MIGRATIONS, MIGRATIONS_COUNT};
}

int store_schema_current(void)
{
    return MIGRATIONS_COUNT;
}

enum err schema_version(struct store *store, int *version, struct error *error)
{
    int64_t application = 0;
    int64_t user = 0;
    int64_t things = 0;
    *version = 0;
    enum err err = connection_int(store, "PRAGMA application_id", &application, error);
    if (err != ERR_OK) {
        return err;
    }
    err = connection_int(store, "PRAGMA user_version", &user, error);
    if (err != ERR_OK) {
        return err;
    }
    err = connection_int(store, "SELECT count(*) FROM sqlite_schema", &things, error);
    if (err != ERR_OK) {
        return err;
    }
    bool empty = application == 0 && user == 0 && things == 0;
    if (!empty && (application != STORE_APPLICATION_ID || user < 1 || user > INT32_MAX)) {
        return error_raise_span(error, &STORE_MSG_FOREIGN, path_shown(strbuf_text(&store->path)));
    }
    *version = (int)user;
    return ERR_OK;
}

enum err schema_refuse(struct store *store, int version, int current, struct error *error)
{
    const struct message *message = version == 0        ? &STORE_MSG_FOREIGN
                                    : version > current ? &STORE_MSG_NEWER
                                                        : &STORE_MSG_OLDER;
    enum err err = error_raise_span(error, message, path_shown(strbuf_text(&store->path)));
    error_add_int(error, version);
    error_add_int(error, current);
    return err;
}

static enum err schema_by(enum store_mode mode, const char *path, const struct store_options *options, int *version,
                          struct error *error)
{
    struct store store = {0};
    *version = 0;
    enum err err = connection_open(&store, path, mode, options, error);
    if (err == ERR_NOT_FOUND) {
        error_clear(error);
        err = ERR_OK;
        goto out;
    }
    if (err != ERR_OK) {
        goto out;
    }
    err = schema_version(&store, version, error);
out:
    connection_close(&store);
    return err;
}

enum err sqlite_schema_of(const char *path, const struct store_options *options, int *version, struct error *error)
{
    enum err err = schema_by(STORE_READ, path, options, version, error);
    if (err == ERR_DENIED) {
        /* A power cut while the file was made leaves a journal that only a connection that may write can undo. */
        err = schema_by(STORE_WRITE, path, options, version, error);
    }
    return err;
}

/* A copy through a second connection: SQLite does not copy out of a connection that is writing. */
static enum err backup_before(struct store *store, struct strbuf *backup, struct error *error)
{
    struct store reader = {0};
    struct store_options options = {.allocator = store->allocator, .vfs = store->vfs};
    enum err err = connection_open(&reader, strbuf_text(&store->path), STORE_READ, &options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = backup_beside(&reader, backup, error);
out:
    connection_close(&reader);
    return err;
}

/* Writes the version and the mark that the file is ours. */
static enum err schema_sign(struct store *store, int version, struct error *error)
{
    char text[128];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "PRAGMA application_id = ");
    strbuf_int(&sql, STORE_APPLICATION_ID);
    strbuf_add(&sql, "; PRAGMA user_version = ");
    strbuf_int(&sql, version);
    return connection_run(store, strbuf_text(&sql), error);
}

static enum err no_broken_reference(struct store *store, struct error *error)
{
    int64_t broken = 0;
    enum err err = connection_int(store, "SELECT count(*) FROM pragma_foreign_key_check", &broken, error);
    if (err != ERR_OK || broken == 0) {
        return err;
    }
    err = error_raise_span(error, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&store->path)));
    sqlite_add_words(error, SPAN_LITERAL("foreign_key_check"));
    return err;
}

static enum err apply_steps(struct store *store, struct migrations steps, int from, struct error *error)
{
    for (int i = from; i < steps.count; i++) {
        enum err err = connection_run(store, steps.steps[i].sql, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    enum err err = no_broken_reference(store, error);
    if (err != ERR_OK) {
        return err;
    }
    return schema_sign(store, steps.count, error);
}

/* What schema_advance does inside its transaction. */
static enum err advance(struct store *store, struct migrations steps, struct strbuf *backup, int *from,
                        struct error *error)
{
    enum err err = schema_version(store, from, error);
    if (err != ERR_OK) {
        return err;
    }
    if (*from > steps.count) {
        return schema_refuse(store, *from, steps.count, error);
    }
    if (*from == steps.count) {
        return ERR_OK;
    }
    err = backup ? backup_before(store, backup, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return apply_steps(store, steps, *from, error);
}

enum err schema_advance(struct store *store, struct migrations steps, struct strbuf *backup, int *from,
                        struct error *error)
{
    /* A step may rebuild a table that others refer to, or the text of one; references are checked at the end instead. */
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    enum err err = connection_run(store, "BEGIN IMMEDIATE", error);
    if (err != ERR_OK) {
        goto out;
    }
    err = advance(store, steps, backup, from, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = connection_run(store, "COMMIT", error);
out:
    if (!sqlite3_get_autocommit(store->db)) {
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    return err;
}

enum err migrate_with(struct migrations steps, const char *path, struct strbuf *backup,
                      const struct store_options *options, int *from, struct error *error)
{
    struct store store = {0};
    *from = 0;
    enum err err = connection_open(&store, path, STORE_WRITE, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = schema_version(&store, from, error);
    if (err != ERR_OK || *from == steps.count) {
        goto out;
    }
    err = schema_advance(&store, steps, backup, from, error);
out:
    connection_close(&store);
    return err;
}

/* A connection that has read anything of a database with a write-ahead log keeps others from being alone with it. */
static enum err try_alone(const char *path, const struct store_options *options, struct error *error)
{
    struct store store = {0};
    struct store_options at_once = *options;
    at_once.busy_ms = 0;
    enum err err = connection_open(&store, path, STORE_WRITE, &at_once, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = connection_run(&store, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT", error);
out:
    connection_close(&store);
    return err;
}

/*
 * Some patience for a command that reads, and ends. Each try has a connection of its own: one that waits for the lock
 * keeps what it has got so far, and two of those wait for each other.
 */
static enum err be_alone(const char *path, const struct store_options *options, struct error *error)
{
    enum { PATIENCE_MS = 1000, PAUSE_MS = 10 };
    int64_t end = monotonic_ms() + (options->busy_ms < PATIENCE_MS ? options->busy_ms : PATIENCE_MS);
    enum err err = try_alone(path, options, error);
    while (err == ERR_BUSY && monotonic_ms() < end) {
        pause_ms(PAUSE_MS);
        err = try_alone(path, options, error);
    }
    return err;
}

/* Waits for whoever is writing, which may be a migration; the version that is there then. */
static enum err wait_for_writer(const char *path, const struct store_options *options, int *version,
                                struct error *error)
{
    struct store store = {0};
    enum err err = connection_open(&store, path, STORE_WRITE, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = connection_run(&store, "BEGIN IMMEDIATE; COMMIT", error);
    if (err != ERR_OK) {
        goto out;
    }
    err = schema_version(&store, version, error);
out:
    connection_close(&store);
    return err;
}

/*
 * A daemon of the older version would go on with the newer tables and fail at every move. ERR_BUSY when some program has
 * the database open and is not about to end, unless it has brought it up to date meanwhile. Other failures are left to
 * the migration, which says what it could not do.
 */
static enum err lock_others_out(const char *path, const struct store_options *options, struct error *error)
{
    enum { ROUNDS = 2 }; /* who comes at the same time and is quicker has migrated by the end of the second */
    int version = 0;
    struct error ignored;
    if (sqlite_schema_of(path, options, &version, &ignored) != ERR_OK) {
        return ERR_OK;
    }
    for (int i = 0; i < ROUNDS; i++) {
        if (version == 0 || version >= store_schema_current() || be_alone(path, options, &ignored) != ERR_BUSY) {
            return ERR_OK;
        }
        enum err err = wait_for_writer(path, options, &version, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (version >= store_schema_current()) {
        return ERR_OK;
    }
    return error_raise_span(error, &STORE_MSG_HELD, path_shown(path));
}

enum err sqlite_migrate(const char *path, struct strbuf *backup, const struct store_options *options, int *from,
                        struct error *error)
{
    *from = 0;
    enum err err = lock_others_out(path, options, error);
    if (err != ERR_OK) {
        return err;
    }
    return migrate_with(migrations_all(), path, backup, options, from, error);
}
