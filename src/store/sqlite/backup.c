/*
 * Copies of a database in use. The source holds one snapshot for the whole
 * copy, so that writers neither wait nor make it start again. The copy grows
 * under another name and gets its own when it is complete and on disk: a
 * file at `path` is a whole backup or none.
 */
#include "store/sqlite/backup.h"

#include "store/messages.h"
#include "store/moving.h"
#include "store/sqlite/raise.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/banned.h"

enum { STEP_PAGES = 64 }; /* half a megabyte: the progress bar moves */

/* 0, or an errno. */
static int sync_folder(const char *path)
{
    char folder[STORE_PATH_LIMIT + 1];
    struct strbuf text;
    strbuf_wrap(&text, folder, sizeof(folder));
    path_folder(path, &text);
    int fd = open(strbuf_text(&text), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    int number = fsync(fd) == 0 ? 0 : errno;
    (void)close(fd);
    return number;
}

/* The files that SQLite keeps beside a database. */
static const char *const BESIDE[] = {"-wal", "-shm", "-journal"};

enum err remove_beside(const char *path, struct error *error)
{
    for (size_t i = 0; i < sizeof(BESIDE) / sizeof(BESIDE[0]); i++) {
        char name[STORE_PATH_LIMIT + 16];
        struct strbuf text;
        strbuf_wrap(&text, name, sizeof(name));
        strbuf_add(&text, path);
        strbuf_add(&text, BESIDE[i]);
        if (unlink(strbuf_text(&text)) != 0 && errno != ENOENT) {
            return file_raise(error, errno, path);
        }
    }
    return ERR_OK;
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

/* All of `from` into the new file `path`, closed and on disk. */
static enum err copy_into(struct store *from, const char *path,
                          void (*progress)(void *context, int64_t done, int64_t total), void *context,
                          struct error *error)
{
    struct store to = {0};
    struct store_options options = {.allocator = from->allocator, .vfs = from->vfs};
    enum err err = connection_open(&to, path, STORE_CREATE, &options, error);
    if (err != ERR_OK) {
        goto out;
    }
    /* The file has no other user yet: no journal, one sync at the end. */
    err = connection_run(&to, "PRAGMA synchronous = FULL; PRAGMA journal_mode = MEMORY", error);
    if (err != ERR_OK) {
        goto out;
    }
    err = copy_pages(from, &to, progress, context, error);
    if (err != ERR_OK) {
        goto out;
    }
    /* The copy is one file, to be read where nothing can be written; a writer makes its log again. */
    err = connection_run(&to, "PRAGMA journal_mode = DELETE", error);
out:
    connection_close(&to);
    return err;
}

/* Both names, checked and terminated: where the copy will be and where it grows. */
struct names {
    struct strbuf path;
    struct strbuf part;
};

static enum err names_make(struct names *names, struct store *store, const char *path, struct error *error)
{
    strbuf_init(&names->path, store->allocator, STORE_PATH_LIMIT);
    strbuf_init(&names->part, store->allocator, STORE_PATH_LIMIT);
    enum err err = file_path(&names->path, path, error);
    if (err != ERR_OK) {
        return err;
    }
    err = file_path(&names->part, path, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add(&names->part, ".part");
    return strbuf_ok(&names->part) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static void names_release(struct names *names)
{
    strbuf_release(&names->path);
    strbuf_release(&names->part);
}

static enum err take_snapshot(struct store *store, struct error *error)
{
    int64_t ignored = 0;
    enum err err = connection_run(store, "BEGIN", error);
    if (err != ERR_OK) {
        return err;
    }
    return connection_int(store, "SELECT count(*) FROM sqlite_schema", &ignored, error); /* the first read fixes it */
}

/* All of the store, as it is at one moment, into `part`. */
static enum err grow(struct store *store, const char *part,
                     void (*progress)(void *context, int64_t done, int64_t total), void *context, struct error *error)
{
    bool snapshot = sqlite3_get_autocommit(store->db) != 0; /* ours to begin and to end */
    if (sqlite3_txn_state(store->db, "main") == SQLITE_TXN_WRITE) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
    enum err err = snapshot ? take_snapshot(store, error) : ERR_OK;
    if (err != ERR_OK) {
        goto out;
    }
    (void)unlink(part); /* of an earlier try, which may have been killed */
    err = remove_beside(part, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = copy_into(store, part, progress, context, error);
out:
    if (snapshot && !sqlite3_get_autocommit(store->db)) {
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
    return err;
}

enum err give_name(const char *part, const char *path, struct error *error)
{
    if (rename(part, path) != 0) {
        return file_raise(error, errno, path);
    }
    int number = sync_folder(path);
    return number == 0 ? ERR_OK : file_raise(error, number, path);
}

static enum err grow_and_name(struct store *store, const struct names *names,
                              void (*progress)(void *context, int64_t done, int64_t total), void *context,
                              struct error *error)
{
    enum err err = grow(store, strbuf_text(&names->part), progress, context, error);
    if (err != ERR_OK) {
        return err;
    }
    return give_name(strbuf_text(&names->part), strbuf_text(&names->path), error);
}

enum err backup_copy(struct store *store, const char *path,
                     void (*progress)(void *context, int64_t done, int64_t total), void *context, struct error *error)
{
    struct names names;
    enum err err = names_make(&names, store, path, error);
    if (err != ERR_OK) {
        goto out;
    }
    bool exists = false;
    err = file_exists(strbuf_text(&names.path), store->vfs, &exists, error);
    if (err != ERR_OK) {
        goto out;
    }
    if (exists) {
        err = error_raise_span(error, &STORE_MSG_EXISTS, span_from(path));
        goto out;
    }
    err = grow_and_name(store, &names, progress, context, error);
    if (err != ERR_OK) {
        (void)unlink(strbuf_text(&names.part));
    }
out:
    names_release(&names);
    return err;
}

/* ---- a copy that others fill ---- */

enum err store_part_begin(const char *path, const struct store_options *options, struct strbuf *part,
                          struct error *error)
{
    bool exists = false;
    enum err err = file_path(part, path, error);
    if (err != ERR_OK) {
        return err;
    }
    err = file_exists(strbuf_text(part), options->vfs, &exists, error);
    if (err != ERR_OK) {
        return err;
    }
    if (exists) {
        return error_raise_span(error, &STORE_MSG_EXISTS, span_from(path));
    }
    strbuf_add(part, ".part");
    if (!strbuf_ok(part)) {
        return error_raise(error, &MSG_MEMORY);
    }
    store_part_drop(strbuf_text(part));
    return ERR_OK;
}

void store_part_drop(const char *part)
{
    struct error ignored;
    (void)unlink(part);
    (void)!remove_beside(part, &ignored);
}

enum err store_part_end(const char *part, const char *path, const struct store_options *options, struct error *error)
{
    struct store store = {0};
    bool exists = false;
    enum err err = connection_open(&store, part, STORE_WRITE, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = connection_run(&store, "PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE", error);
out:
    connection_close(&store);
    err = err == ERR_OK ? file_exists(path, options->vfs, &exists, error) : err;
    if (err != ERR_OK) {
        return err;
    }
    return exists ? error_raise_span(error, &STORE_MSG_EXISTS, span_from(path)) : give_name(part, path, error);
}

/* ---- the copy before a migration ---- */

/* Bytes of a database's head that say how often it was written and by which SQLite, not what is in it. */
static void blank_counters(unsigned char *bytes)
{
    static const struct {
        size_t offset, size;
    } counters[] = {{24, 4}, {40, 4}, {92, 8}};
    for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++) {
        memset(bytes + counters[i].offset, 0, counters[i].size);
    }
}

/* True when both files are copies of the same database, byte for byte. What cannot be read is not the same. */
static bool same_copy(const char *a, const char *b)
{
    enum { BLOCK = 8192, HEAD = 100 };
    unsigned char block[2][BLOCK];
    int fd[2] = {open(a, O_RDONLY | O_CLOEXEC), open(b, O_RDONLY | O_CLOEXEC)};
    bool same = fd[0] >= 0 && fd[1] >= 0;
    ssize_t got = 1;
    for (off_t at = 0; same && got > 0; at += got) {
        got = pread(fd[0], block[0], BLOCK, at);
        same = got >= 0 && pread(fd[1], block[1], BLOCK, at) == got;
        for (size_t i = 0; same && at == 0 && got >= HEAD && i < 2; i++) {
            blank_counters(block[i]);
        }
        same = same && memcmp(block[0], block[1], (size_t)got) == 0;
    }
    for (size_t i = 0; i < 2; i++) {
        if (fd[i] >= 0) {
            (void)close(fd[i]);
        }
    }
    return same;
}

/* Gives the copy the name `path` when it is free; one that is there already has a same copy, or `*taken` is set. */
static enum err try_name(const struct names *names, const char *vfs, const struct strbuf *path, bool *taken,
                         struct error *error)
{
    struct strbuf file;
    strbuf_init(&file, names->path.allocator, STORE_PATH_LIMIT);
    enum err err = strbuf_ok(path) ? file_path(&file, strbuf_text(path), error) : error_raise(error, &MSG_MEMORY);
    if (err != ERR_OK) {
        goto out;
    }
    bool exists = false;
    err = file_exists(strbuf_text(&file), vfs, &exists, error);
    if (err != ERR_OK) {
        goto out;
    }
    if (!exists) {
        err = give_name(strbuf_text(&names->part), strbuf_text(&file), error);
        goto out;
    }
    *taken = !same_copy(strbuf_text(&names->part), strbuf_text(&file));
    if (!*taken) {
        (void)unlink(strbuf_text(&names->part));
    }
out:
    strbuf_release(&file);
    return err;
}

/* The copy gets the first name that is free, or gives way to a file that is the same. */
static enum err find_name(const struct names *names, const char *vfs, struct strbuf *path, struct error *error)
{
    enum { TRIES = 99 };
    size_t bare = path->len;
    for (int i = 1; i <= TRIES; i++) {
        bool taken = false;
        if (i > 1) {
            strbuf_truncate(path, bare);
            strbuf_add_char(path, '.');
            strbuf_int(path, i);
        }
        enum err err = try_name(names, vfs, path, &taken, error);
        if (err != ERR_OK || !taken) {
            return err;
        }
    }
    return error_raise_span(error, &STORE_MSG_EXISTS, strbuf_span(path));
}

static enum err grow_and_find_name(struct store *store, const struct names *names, struct strbuf *path,
                                   struct error *error)
{
    enum err err = grow(store, strbuf_text(&names->part), NULL, NULL, error);
    if (err != ERR_OK) {
        return err;
    }
    return find_name(names, store->vfs, path, error);
}

enum err backup_beside(struct store *store, struct strbuf *path, struct error *error)
{
    struct names names;
    enum err err = names_make(&names, store, strbuf_text(path), error);
    if (err != ERR_OK) {
        goto out;
    }
    err = grow_and_find_name(store, &names, path, error);
    if (err != ERR_OK) {
        (void)unlink(strbuf_text(&names.part));
    }
out:
    names_release(&names);
    return err;
}
