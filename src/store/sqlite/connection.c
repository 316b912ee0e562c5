/*
 * The bare connection: paths, flags, limits and the settings that every
 * connection of ours has. What kind of database is behind it is decided in
 * open.c and migrate.c.
 */
#include "store/sqlite/connection.h"

#include "base/world.h"
#include "store/engine.h"
#include "store/messages.h"
#include "store/sqlite/raise.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

enum err file_path(struct strbuf *out, const char *path, struct error *error)
{
    if (!path || path[0] == '\0') {
        return error_raise_span(error, &STORE_MSG_PATH, span_from(path));
    }
    if (path[0] != '/') {
        strbuf_add(out, "./");
    }
    strbuf_add(out, path);
    if (!strbuf_ok(out)) {
        return out->len + strlen(path) > out->limit ? error_raise_span(error, &STORE_MSG_PATH, span_from(path))
                                                    : error_raise(error, &MSG_MEMORY);
    }
    return ERR_OK;
}

enum err file_exists(const char *path, const char *vfs, bool *exists, struct error *error)
{
    sqlite3_vfs *files = sqlite3_vfs_find(vfs);
    int found = 0;
    int rc = files ? files->xAccess(files, path, SQLITE_ACCESS_EXISTS, &found) : SQLITE_CANTOPEN;
    struct stat facts;
    *exists = found != 0;
    if (rc != SQLITE_OK) {
        return sqlite_raise(error, rc, NULL, path);
    }
    if (!*exists) { /* to SQLite an empty file does not exist, nor does one in a folder that we may not enter */
        *exists = stat(path, &facts) == 0;
        return *exists || errno == ENOENT || errno == ENOTDIR ? ERR_OK : file_raise(error, errno, path);
    }
    return ERR_OK;
}

/* What root makes in a user's folder becomes that user's: a daemon's database, made or restored by hand, above all. */
static void give_to_folder(int fd, const char *path)
{
    char memory[STORE_PATH_LIMIT + 1];
    struct strbuf folder;
    struct stat facts;
    strbuf_wrap(&folder, memory, sizeof(memory));
    path_folder(path, &folder);
    if (geteuid() == 0 && strbuf_ok(&folder) && stat(strbuf_text(&folder), &facts) == 0 && facts.st_uid != 0) {
        (void)!fchown(fd, facts.st_uid, facts.st_gid); /* where root may not, it stays root's */
    }
}

enum err file_create(const char *path, struct error *error)
{
    enum { OWNER_ONLY = 0600 };
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ONLY);
    if (fd < 0 && errno != EEXIST) {
        return file_raise(error, errno, path);
    }
    if (fd >= 0) {
        give_to_folder(fd, path);
        (void)close(fd);
    }
    return ERR_OK;
}

enum err connection_run(struct store *store, const char *sql, struct error *error)
{
    int rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK ? ERR_OK : sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
}

enum err connection_int(struct store *store, const char *sql, int64_t *value, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(statement);
    }
    enum err err = ERR_OK;
    if (rc == SQLITE_ROW) {
        *value = sqlite3_column_int64(statement, 0);
    } else {
        err = sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
    }
    (void)sqlite3_finalize(statement);
    return err;
}

/*
 * Waiting for another's lock. SQLite's own way waits longer and longer, a
 * tenth of a second in the end, and misses a writer that gives way for a moment
 * (service/slice.h); this one looks every few milliseconds.
 */
static int wait_for_lock(void *context, int tries)
{
    enum { TELL_MS = 1500, OFTEN = 8, SOON_MS = 1, LATER_MS = 4 };
    struct store *store = context;
    int64_t now = monotonic_ms();
    if (tries == 0) {
        store->wait.since = now;
        store->wait.told = false;
    }
    struct error ignored;
    if (now - store->wait.since >= store->wait.most_ms ||
        (store->deadline && deadline_check(store->deadline, &ignored) != ERR_OK)) {
        return 0;
    }
    if (!store->wait.told && store->wait.tell && now - store->wait.since >= TELL_MS) {
        store->wait.told = true;
        store->wait.tell(store->wait.context);
    }
    pause_ms(tries < OFTEN ? SOON_MS : LATER_MS);
    return 1;
}

/* What SQLite is configured with outside of SQL. */
static int configure(struct store *store)
{
    static const struct {
        int option;
        int value;
    } switches[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_ENABLE_FKEY, 1},
        {SQLITE_DBCONFIG_DQS_DML, 0},     {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 1},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    };
    sqlite3 *db = store->db;
    int rc = sqlite3_extended_result_codes(db, 1);
    for (size_t i = 0; rc == SQLITE_OK && i < sizeof(switches) / sizeof(switches[0]); i++) {
        rc = sqlite3_db_config(db, switches[i].option, switches[i].value, NULL);
    }
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, STORE_VALUE_LIMIT);
    (void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    return rc == SQLITE_OK ? sqlite3_busy_handler(db, wait_for_lock, store) : rc;
}

enum err connection_open(struct store *store, const char *path, enum store_mode mode,
                         const struct store_options *options, struct error *error)
{
    store_init(store, &SQLITE_ENGINE, mode, options);
    return connection_attach(store, path, options, error);
}

enum err connection_attach(struct store *store, const char *path, const struct store_options *options,
                           struct error *error)
{
    enum store_mode mode = store->mode;
    store->vfs = options->vfs;
    store->stored = "main.";
    store->shadowed = "temp.";
    enum err err = file_path(&store->path, path, error);
    if (err != ERR_OK) {
        return err;
    }
    bool exists = false;
    err = file_exists(strbuf_text(&store->path), store->vfs, &exists, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!exists && mode != STORE_CREATE) {
        return error_raise_span(error, &STORE_MSG_ABSENT, span_from(path));
    }
    if (!exists) {
        err = file_create(strbuf_text(&store->path), error);
        if (err != ERR_OK) {
            return err;
        }
    }
    int flags = SQLITE_OPEN_NOMUTEX | (mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
    int rc = sqlite3_open_v2(strbuf_text(&store->path), &store->db, flags, store->vfs);
    if (rc == SQLITE_OK) {
        rc = configure(store);
    }
    return rc == SQLITE_OK ? ERR_OK : sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
}

void connection_close(struct store *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        (void)sqlite3_finalize(store->statement[i]);
        store->statement[i] = NULL;
    }
    (void)sqlite3_close(store->db); /* rolls back what is open; every statement is finalized, so it cannot refuse */
    store->db = NULL;
    strbuf_release(&store->path);
    strbuf_release(&store->facts);
    strbuf_release(&store->settings);
}
