/*
 * Replacing a database by a backup. The copy is made and checked beside it
 * first. Then no connection may have open what is at the path: SQLite's own
 * way of leaving the write-ahead log brings it into the file and removes
 * it, and refuses while another connection is open. A log that belonged to
 * the old file must be gone before the new one has its name, because SQLite
 * would play it into the new one.
 */
#include "store/engine.h"
#include "store/messages.h"
#include "store/sqlite/backup.h"
#include "store/sqlite/raise.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

/*
 * Makes sure that no other connection has `old` open, and keeps it so until it
 * is closed. A file that is no database, or damaged, has no connections.
 */
static enum err lock_out(struct store *old, const char *path, const struct store_options *options, struct error *error)
{
    enum err err = connection_open(old, path, STORE_WRITE, options, error);
    if (err == ERR_NOT_FOUND || err == ERR_CORRUPT) {
        return ERR_OK;
    }
    if (err != ERR_OK) {
        return err;
    }
    err = connection_run(old, "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE", error);
    return err == ERR_CORRUPT || err == ERR_NOT_FOUND ? ERR_OK : err;
}

/* As a writer, so that the copy has its write-ahead log from the start: lock_out sees who has one open. */
static enum err check_copy(const char *copy, const struct store_options *options, struct error *error)
{
    struct store *store = NULL;
    enum err err = store_open(&store, copy, STORE_WRITE, options, false, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_check(store, true, NULL, NULL, error);
    store_close(store);
    return err;
}

/* Whoever could open what is at `path` can open the copy: it gets the same owner, group and mode. */
static enum err keep_owner(const char *copy, const char *path, struct error *error)
{
    enum { MODE = 07777 };
    struct stat old;
    struct stat new;
    if (stat(path, &old) != 0) {
        return errno == ENOENT ? ERR_OK : file_raise(error, errno, path);
    }
    if (stat(copy, &new) != 0) {
        return file_raise(error, errno, copy);
    }
    bool same = old.st_uid == new.st_uid &&old.st_gid == new.st_gid;
    if (!same && chown(copy, old.st_uid, old.st_gid) != 0) {
        return errno == EPERM ? error_raise_span(error, &STORE_MSG_DENIED_OWNER, path_shown(path))
                              : file_raise(error, errno, path);
    }
    return chmod(copy, old.st_mode & MODE) == 0 ? ERR_OK : file_raise(error, errno, path);
}

/* While no other connection can open what is at `path`: the files beside both go, then the copy gets the name. */
static enum err swap_files(const char *copy, const char *path, struct error *error)
{
    enum err err = keep_owner(copy, path, error);
    if (err != ERR_OK) {
        return err;
    }
    err = remove_beside(path, error);
    if (err != ERR_OK) {
        return err;
    }
    err = remove_beside(copy, error);
    if (err != ERR_OK) {
        return err;
    }
    return give_name(copy, path, error);
}

/* `copy` replaces whatever is at `path`. */
static enum err replace(const char *copy, const char *path, const struct store_options *options, struct error *error)
{
    struct store old = {0};
    enum err err = lock_out(&old, path, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = swap_files(copy, path, error);
out:
    connection_close(&old);
    return err;
}

static enum err copy_and_check(const char *backup, const char *copy, const struct store_options *options,
                               void (*progress)(void *context, int64_t done, int64_t total), void *context,
                               struct error *error)
{
    struct store *source = NULL;
    (void)unlink(copy); /* of an earlier try */
    enum err err = store_open(&source, backup, STORE_READ, options, false, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_backup(source, copy, progress, context, error);
    store_close(source);
    if (err != ERR_OK) {
        return err;
    }
    return check_copy(copy, options, error);
}

static enum err copy_and_replace(const char *backup, const char *copy, const char *path,
                                 const struct store_options *options,
                                 void (*progress)(void *context, int64_t done, int64_t total), void *context,
                                 struct error *error)
{
    enum err err = copy_and_check(backup, copy, options, progress, context, error);
    if (err != ERR_OK) {
        return err;
    }
    return replace(copy, path, options, error);
}

/* The names, checked: `target` is where the database will be, `copy` where it is made. */
static enum err make_names(struct strbuf *target, struct strbuf *copy, const char *path, struct error *error)
{
    enum err err = file_path(target, path, error);
    if (err != ERR_OK) {
        return err;
    }
    err = file_path(copy, path, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add(copy, ".restore");
    return strbuf_ok(copy) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err check_free(const struct strbuf *target, const char *path, bool force,
                           const struct store_options *options, struct error *error)
{
    bool exists = false;
    enum err err = file_exists(strbuf_text(target), options->vfs, &exists, error);
    if (err != ERR_OK) {
        return err;
    }
    return exists && !force ? error_raise_span(error, &STORE_MSG_EXISTS, span_from(path)) : ERR_OK;
}

enum err sqlite_restore(const char *backup, const char *path, bool force, const struct store_options *options,
                        void (*progress)(void *context, int64_t done, int64_t total), void *context,
                        struct error *error)
{
    struct strbuf target;
    struct strbuf copy;
    strbuf_init(&target, options->allocator, STORE_PATH_LIMIT);
    strbuf_init(&copy, options->allocator, STORE_PATH_LIMIT);
    enum err err = make_names(&target, &copy, path, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = check_free(&target, path, force, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = copy_and_replace(backup, strbuf_text(&copy), path, options, progress, context, error);
    if (err != ERR_OK) {
        struct error ignored;
        (void)unlink(strbuf_text(&copy));
        (void)!remove_beside(strbuf_text(&copy), &ignored);
    }
out:
    strbuf_release(&target);
    strbuf_release(&copy);
    return err;
}

/* While nobody else can open it: the files beside it first, because SQLite would play a log into a new file of that name. */
static enum err unmake(struct store *old, const char *path, struct error *error)
{
    int64_t moving = 0;
    enum err err = connection_int(old, "SELECT count(*) FROM setting WHERE name = 'moving'", &moving, error);
    if (err != ERR_OK) {
        return err;
    }
    if (moving == 0) {
        return error_raise_span(error, &STORE_MSG_NOT_MOVING, path_shown(path));
    }
    err = remove_beside(path, error);
    if (err != ERR_OK) {
        return err;
    }
    return unlink(path) == 0 ? ERR_OK : file_raise(error, errno, path);
}

enum err sqlite_unmake(const char *path, const struct store_options *options, struct error *error)
{
    struct store old = {0};
    enum err err = lock_out(&old, path, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = old.db ? unmake(&old, path, error) : ERR_OK;
out:
    connection_close(&old);
    return err;
}
