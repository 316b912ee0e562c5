/*
 * The disk that forgets. A file on it (struct disk_file) is shared by all
 * handles of the process on its path: the sectors that wait for a sync, and
 * up to where the real file still counts. One lock guards all of them.
 *
 * A disk_file is never freed: what was written and not synced outlives the
 * handle that wrote it, as it does in an operating system.
 */
#include "support/power_vfs.h"
#include "support/real_file.h"

#include "base/prng.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 512, SECTOR = 512, EARLY = 12 /* sectors written back at once, at the most */ };

struct disk_file {
    struct disk_file *next;
    char path[PATH];
    sqlite3_int64 size;     /* as the process sees it */
    sqlite3_int64 kept;     /* bytes of the real file that count where no sector waits; what is behind was cut off */
    unsigned char **sector; /* those that wait, by number; NULL: none */
    size_t sectors;
    size_t low, high; /* no other waits */
    bool gone;        /* deleted, and the folder not synced */
    bool other;       /* the real file is still the one that was deleted */
    bool fresh;       /* its first sync will sync the folder */
};

struct handle {
    struct real_file through;
    struct disk_file *file; /* NULL: a temporary file, which nobody expects back */
    bool log;
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_io_methods methods;
    sqlite3_vfs *real;
    struct power_plan plan;
    struct prng prng;
    pthread_mutex_t lock;
    struct disk_file *files;
} power = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *must_have(void *memory)
{
    if (!memory) {
        abort();
    }
    return memory;
}

static struct handle *ours(sqlite3_file *file)
{
    return (struct handle *)(void *)file;
}

static void lock(void)
{
    (void)pthread_mutex_lock(&power.lock);
}

static int unlock(int rc)
{
    (void)pthread_mutex_unlock(&power.lock);
    return rc;
}

/* ---- files, under the lock ---- */

static struct disk_file *find(const char *path)
{
    struct disk_file *file = power.files;
    while (file && strcmp(file->path, path) != 0) {
        file = file->next;
    }
    return file;
}

static struct disk_file *find_or_make(const char *path, sqlite3_file *real)
{
    struct disk_file *file = find(path);
    if (file || strlen(path) >= PATH) {
        return file;
    }
    file = must_have(calloc(1, sizeof(*file)));
    memcpy(file->path, path, strlen(path) + 1);
    (void)real->pMethods->xFileSize(real, &file->size);
    file->kept = file->size;
    file->next = power.files;
    power.files = file;
    return file;
}

static void drop_sectors(struct disk_file *file, size_t from)
{
    for (size_t i = from > file->low ? from : file->low; i < file->high; i++) {
        free(file->sector[i]);
        file->sector[i] = NULL;
    }
    file->high = file->high < from ? file->high : from;
    if (file->low >= file->high) {
        file->low = file->high = 0;
    }
}

static void make_room(struct disk_file *file, size_t sectors)
{
    if (sectors > file->sectors) {
        size_t more = file->sectors * 2 > sectors ? file->sectors * 2 : sectors + 1024;
        file->sector = must_have(realloc(file->sector, more * sizeof(*file->sector)));
        memset(file->sector + file->sectors, 0, (more - file->sectors) * sizeof(*file->sector));
        file->sectors = more;
    }
}

/* A sector as the process sees it. */
static int load(const struct disk_file *file, sqlite3_file *real, size_t number, unsigned char bytes[SECTOR])
{
    sqlite3_int64 start = (sqlite3_int64)number * SECTOR;
    if (number < file->sectors && file->sector[number]) {
        memcpy(bytes, file->sector[number], SECTOR);
        return SQLITE_OK;
    }
    memset(bytes, 0, SECTOR);
    if (start >= file->kept) {
        return SQLITE_OK;
    }
    int size = file->kept - start < SECTOR ? (int)(file->kept - start) : SECTOR;
    int rc = real->pMethods->xRead(real, bytes, size, start);
    return rc == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : rc;
}

/* ---- the way to the disk, under the lock ---- */

/* Cuts the real file off where the process did: before anything that was written behind that reaches it. */
static int cut_off(struct disk_file *file, sqlite3_file *real)
{
    sqlite3_int64 size = 0;
    int rc = real->pMethods->xFileSize(real, &size);
    return rc == SQLITE_OK && size > file->kept ? real->pMethods->xTruncate(real, file->kept) : rc;
}

static int write_back(struct disk_file *file, sqlite3_file *real, size_t number)
{
    sqlite3_int64 start = (sqlite3_int64)number * SECTOR;
    int size = file->size - start < SECTOR ? (int)(file->size - start) : SECTOR;
    int rc = real->pMethods->xWrite(real, file->sector[number], size, start);
    if (rc == SQLITE_OK) {
        free(file->sector[number]);
        file->sector[number] = NULL;
        file->kept = file->kept < start + size ? start + size : file->kept;
    }
    return rc;
}

/* What an operating system does when it likes. */
static void write_some_back(struct disk_file *file, sqlite3_file *real)
{
    if (file->other || file->low >= file->high || prng_below(&power.prng, 100) >= power.plan.eager ||
        cut_off(file, real) != SQLITE_OK) {
        return;
    }
    for (unsigned left = 1 + prng_below(&power.prng, EARLY); left > 0; left--) {
        size_t number = file->low + prng_below(&power.prng, (unsigned)(file->high - file->low));
        if (file->sector[number] && write_back(file, real, number) != SQLITE_OK) {
            return;
        }
    }
}

static void sync_folder(void)
{
    for (struct disk_file *file = power.files; file; file = file->next) {
        if (file->gone && file->other) {
            (void)power.real->xDelete(power.real, file->path, 0);
            file->other = false;
        }
    }
}

static int sync_file(struct disk_file *file, sqlite3_file *real)
{
    if (file->fresh) {
        file->fresh = false;
        sync_folder();
    }
    file->other = false;
    int rc = cut_off(file, real);
    for (size_t i = file->low; rc == SQLITE_OK && i < file->high; i++) {
        rc = file->sector[i] ? write_back(file, real, i) : SQLITE_OK;
    }
    if (rc == SQLITE_OK) {
        file->low = file->high = 0;
    }
    return rc;
}

/* ---- a handle ---- */

static int handle_read(sqlite3_file *handle, void *bytes, int size, sqlite3_int64 offset)
{
    struct disk_file *file = ours(handle)->file;
    sqlite3_file *real = ours(handle)->through.real;
    if (!file) {
        return real->pMethods->xRead(real, bytes, size, offset);
    }
    unsigned char sector[SECTOR];
    unsigned char *out = bytes;
    memset(bytes, 0, (size_t)size);
    lock();
    sqlite3_int64 end = offset + size < file->size ? offset + size : file->size;
    int rc = SQLITE_OK;
    for (sqlite3_int64 at = offset; rc == SQLITE_OK && at < end;) {
        size_t skip = (size_t)(at % SECTOR);
        size_t count = (sqlite3_int64)(SECTOR - skip) < end - at ? SECTOR - skip : (size_t)(end - at);
        rc = load(file, real, (size_t)(at / SECTOR), sector);
        memcpy(out + (at - offset), sector + skip, count);
        at += (sqlite3_int64)count;
    }
    return unlock(rc == SQLITE_OK && end < offset + size ? SQLITE_IOERR_SHORT_READ : rc);
}

static int handle_write(sqlite3_file *handle, const void *bytes, int size, sqlite3_int64 offset)
{
    struct disk_file *file = ours(handle)->file;
    sqlite3_file *real = ours(handle)->through.real;
    if (!file) {
        return real->pMethods->xWrite(real, bytes, size, offset);
    }
    const unsigned char *in = bytes;
    sqlite3_int64 end = offset + size;
    int rc = SQLITE_OK;
    lock();
    make_room(file, (size_t)(end / SECTOR) + 1);
    for (sqlite3_int64 at = offset; rc == SQLITE_OK && at < end;) {
        size_t number = (size_t)(at / SECTOR);
        size_t skip = (size_t)(at % SECTOR);
        size_t count = (sqlite3_int64)(SECTOR - skip) < end - at ? SECTOR - skip : (size_t)(end - at);
        if (!file->sector[number]) {
            unsigned char *sector = must_have(malloc(SECTOR));
            rc = load(file, real, number, sector);
            file->sector[number] = sector;
        }
        memcpy(file->sector[number] + skip, in + (at - offset), count);
        file->low = file->low < file->high && file->low < number ? file->low : number;
        file->high = file->high > number ? file->high : number + 1;
        at += (sqlite3_int64)count;
    }
    file->size = file->size > end ? file->size : end;
    write_some_back(file, real);
    return unlock(rc);
}

static int handle_truncate(sqlite3_file *handle, sqlite3_int64 size)
{
    struct disk_file *file = ours(handle)->file;
    if (!file) {
        return real_file_methods.xTruncate(handle, size);
    }
    lock();
    size_t last = (size_t)(size / SECTOR);
    if (last < file->sectors && file->sector[last]) {
        memset(file->sector[last] + size % SECTOR, 0, (size_t)(SECTOR - size % SECTOR));
    }
    drop_sectors(file, (size_t)((size + SECTOR - 1) / SECTOR));
    file->size = size;
    file->kept = file->kept < size ? file->kept : size;
    return unlock(SQLITE_OK);
}

static int handle_sync(sqlite3_file *handle, int flags)
{
    (void)flags;
    struct disk_file *file = ours(handle)->file;
    if (!file || (power.plan.lies && ours(handle)->log)) {
        return SQLITE_OK;
    }
    lock();
    return unlock(sync_file(file, ours(handle)->through.real));
}

static int handle_size(sqlite3_file *handle, sqlite3_int64 *size)
{
    struct disk_file *file = ours(handle)->file;
    if (!file) {
        return real_file_methods.xFileSize(handle, size);
    }
    lock();
    *size = file->size;
    return unlock(SQLITE_OK);
}

/* ---- the VFS ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *handle, int flags, int *out)
{
    (void)vfs;
    struct handle *h = ours(handle);
    *h = (struct handle){.through.real = (sqlite3_file *)(h + 1), .log = (flags & SQLITE_OPEN_WAL) != 0};
    bool durable = path && !(flags & SQLITE_OPEN_DELETEONCLOSE);
    int there = 0;
    lock();
    struct disk_file *known = durable ? find(path) : NULL;
    if (known && known->gone && !(flags & SQLITE_OPEN_CREATE)) {
        return unlock(SQLITE_CANTOPEN);
    }
    if (durable) {
        (void)power.real->xAccess(power.real, path, SQLITE_ACCESS_EXISTS, &there);
    }
    int rc = power.real->xOpen(power.real, path, h->through.real, flags, out);
    if (rc != SQLITE_OK) {
        return unlock(rc);
    }
    h->through.base.pMethods = &power.methods;
    h->file = durable ? find_or_make(path, h->through.real) : NULL;
    if (h->file && (!there || h->file->gone)) {
        h->file->gone = false;
        h->file->fresh = (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    }
    return unlock(SQLITE_OK);
}

/* Without `sync` it may last or not. */
static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    lock();
    struct disk_file *file = find(path);
    if (!file) {
        return unlock(power.real->xDelete(power.real, path, 0));
    }
    if (file->gone) {
        return unlock(SQLITE_IOERR_DELETE_NOENT);
    }
    drop_sectors(file, 0);
    file->size = file->kept = 0;
    file->gone = true;
    file->other = true;
    if (sync) {
        sync_folder();
    } else if (power.plan.eager > 0 && prng_below(&power.prng, 2) == 0) {
        (void)power.real->xDelete(power.real, path, 0);
        file->other = false;
    }
    return unlock(SQLITE_OK);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    (void)vfs;
    lock();
    const struct disk_file *file = find(path);
    if (file && file->gone) {
        *out = 0;
        return unlock(SQLITE_OK);
    }
    return unlock(power.real->xAccess(power.real, path, flags, out));
}

static void fill_in(void)
{
    power.real = must_have(sqlite3_vfs_find(NULL));
    power.vfs = *power.real;
    power.vfs.zName = "power";
    power.vfs.pNext = NULL;
    power.vfs.szOsFile = (int)sizeof(struct handle) + power.real->szOsFile;
    power.vfs.xOpen = vfs_open;
    power.vfs.xDelete = vfs_delete;
    power.vfs.xAccess = vfs_access;
    power.methods = real_file_methods;
    power.methods.xRead = handle_read;
    power.methods.xWrite = handle_write;
    power.methods.xTruncate = handle_truncate;
    power.methods.xSync = handle_sync;
    power.methods.xFileSize = handle_size;
}

const char *power_vfs(const struct power_plan *plan)
{
    power.plan = *plan;
    prng_seed(&power.prng, plan->seed);
    if (!power.real) {
        fill_in();
        (void)sqlite3_vfs_register(&power.vfs, plan->as_default ? 1 : 0);
    }
    return power.vfs.zName;
}
