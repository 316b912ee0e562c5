/*
 * Copies of a database in use. The source holds one snapshot for the whole
 * copy, so that writers neither wait nor make it start again. The copy grows
 * under another name and gets its own when it is complete and on disk: a
 * file at `path` is a whole backup or none.
 */
#include "store/backup.h"

#include "store/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/banned.h"

enum { STEP_PAGES = 64 }; /* half a megabyte: the progress bar moves */

int sync_folder(const char *path)
{
    char folder[STORE_PATH_LIMIT + 1];
    struct strbuf text;
    strbuf_wrap(&text, folder, sizeof(folder));
    const char *slash = strrchr(path, '/');
    strbuf_add_span(&text, slash ? span_of(path, slash == path ? 1 : (size_t)(slash - path)) : SPAN_LITERAL("."));
    int fd = open(strbuf_text(&text), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    int number = fsync(fd) == 0 ? 0 : errno;
    (void)close(fd);
    return number;
}

static enum err copy_pages(struct store *from, struct store *to,
                           void (*progress)(void *context, int64_t done, int64_t total), void *context,
                           struct error *error)
{
    sqlite3_backup *copy = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (!copy) {
        return sqlite_raise(error, sqlite3_errcode(to->db), to->db, strbuf_text(&to->path));
    }
    int rc = SQLITE_OK;
    while (rc == SQLITE_OK) {
        rc = sqlite3_backup_step(copy, STEP_PAGES);
        if (progress && (rc == SQLITE_OK || rc == SQLITE_DONE)) {
            int64_t total = sqlite3_backup_pagecount(copy);
            progress(context, total - sqlite3_backup_remaining(copy), total);
        }
    }
    int end = sqlite3_backup_finish(copy);
    rc = rc == SQLITE_DONE ? end : rc;
    if (rc == SQLITE_OK) {
        return ERR_OK;
    }
    struct store *failed = (sqlite3_errcode(to->db) & 0xff) == (rc & 0xff) ? to : from;
    return sqlite_raise(error, rc, failed->db, strbuf_text(&failed->path));
}

/* The whole of `from` into the new file `path`, closed and on disk. */
static enum err copy_into(struct store *from, const char *path,
                          void (*progress)(void *context, int64_t done, int64_t total), void *context,
                          struct error *error)
{
    struct store to = {0};
    struct store_options options = {.allocator = from->allocator, .vfs = from->vfs};
    enum err err = connection_open(&to, path, STORE_CREATE, &options, error);
    if (err == ERR_OK) {
        /* Nobody knows the file yet: no journal, one sync at the end. */
        err = connection_run(&to, "PRAGMA synchronous = FULL; PRAGMA journal_mode = MEMORY", error);
    }
    if (err == ERR_OK) {
        err = copy_pages(from, &to, progress, context, error);
    }
    if (err == ERR_OK) {
        /* The copy is one file, to be read where nothing can be written; a writer makes its log again. */
        err = connection_run(&to, "PRAGMA journal_mode = DELETE", error);
    }
    connection_close(&to);
    return err;
}

/* Both names, checked and terminated: where the copy will be and where it grows. */
struct names {
    struct strbuf whole;
    struct strbuf part;
};

static enum err names_make(struct names *names, struct store *store, const char *path, struct error *error)
{
    strbuf_init(&names->whole, store->allocator, STORE_PATH_LIMIT);
    strbuf_init(&names->part, store->allocator, STORE_PATH_LIMIT);
    enum err err = file_path(&names->whole, path, error);
    if (err == ERR_OK) {
        err = file_path(&names->part, path, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add(&names->part, ".part");
    if (!strbuf_ok(&names->part)) {
        return error_raise(error, &MSG_MEMORY);
    }
    bool exists = false;
    err = file_exists(strbuf_text(&names->whole), store->vfs, &exists, error);
    if (err == ERR_OK && exists) {
        err = error_raise_span(error, &STORE_MSG_EXISTS, span_from(path));
    }
    return err;
}

enum err backup_copy(struct store *store, const char *path,
                     void (*progress)(void *context, int64_t done, int64_t total), void *context, struct error *error)
{
    struct names names;
    int64_t ignored = 0;
    bool snapshot = sqlite3_get_autocommit(store->db) != 0; /* ours to begin and to end */
    if (sqlite3_txn_state(store->db, "main") == SQLITE_TXN_WRITE) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
    enum err err = names_make(&names, store, path, error);
    if (err == ERR_OK && snapshot) {
        err = connection_run(store, "BEGIN", error);
        if (err == ERR_OK) {
            err = connection_int(store, "SELECT count(*) FROM sqlite_schema", &ignored, error);
        }
    }
    const char *part = strbuf_text(&names.part);
    if (err == ERR_OK) {
        (void)unlink(part); /* of an earlier try */
        err = copy_into(store, part, progress, context, error);
        if (err == ERR_OK && rename(part, strbuf_text(&names.whole)) != 0) {
            err = file_raise(error, errno, path);
        }
        int number = err == ERR_OK ? sync_folder(strbuf_text(&names.whole)) : 0;
        if (number != 0) {
            err = file_raise(error, number, path);
        }
        if (err != ERR_OK) {
            (void)unlink(part);
        }
    }
    if (snapshot && !sqlite3_get_autocommit(store->db)) {
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
    strbuf_release(&names.whole);
    strbuf_release(&names.part);
    return err;
}

enum err store_backup(struct store *store, const char *path,
                      void (*progress)(void *context, int64_t done, int64_t total), void *context, struct error *error)
{
    return backup_copy(store, path, progress, context, error);
}
