/*
 * The VFS that fails on command. A file of ours is a file of the default VFS
 * with a name; operations are counted in one place, fails(), and handed on.
 *
 * For power cuts the bytes under every write and truncation are kept until
 * the file is synced; a cut puts them back, the youngest first.
 */
#include "support/faulty_vfs.h"
#include "support/real_file.h"

#include "base/prng.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 256 };

struct faulty_file {
    struct real_file file;
    char path[PATH];
};

/* What a file was before a write or a truncation that is not synced. */
struct undo {
    struct undo *older;
    char path[PATH];
    sqlite3_int64 end; /* of the file */
    sqlite3_int64 offset;
    size_t size;
    unsigned char bytes[];
};

static struct {
    sqlite3_vfs vfs;
    sqlite3_io_methods methods;
    sqlite3_vfs *real;
    enum fault fault;
    long nth;
    bool for_good;
    uint64_t seed;
    long seen;
    bool fired;
    bool dark; /* after a power cut */
    struct undo *unsynced;
} faulty;

static const struct {
    const char *name;
    int code;
} FAULT[FAULTS] = {
    [FAULT_NONE] = {"none", SQLITE_OK},
    [FAULT_OPEN] = {"open", SQLITE_CANTOPEN},
    [FAULT_READ] = {"read", SQLITE_IOERR_READ},
    [FAULT_SHORT_READ] = {"short read", SQLITE_IOERR_SHORT_READ},
    [FAULT_WRITE] = {"write", SQLITE_IOERR_WRITE},
    [FAULT_SHORT_WRITE] = {"short write", SQLITE_IOERR_WRITE},
    [FAULT_FULL] = {"full disk", SQLITE_FULL},
    [FAULT_SYNC] = {"sync", SQLITE_IOERR_FSYNC},
    [FAULT_TRUNCATE] = {"truncation", SQLITE_IOERR_TRUNCATE},
    [FAULT_DELETE] = {"deletion", SQLITE_IOERR_DELETE},
    [FAULT_SIZE] = {"file size", SQLITE_IOERR_FSTAT},
    [FAULT_LOCK] = {"lock", SQLITE_IOERR_LOCK},
    [FAULT_ACCESS] = {"access", SQLITE_IOERR_ACCESS},
    [FAULT_SHARED] = {"shared memory", SQLITE_IOERR_SHMMAP},
    [FAULT_POWER] = {"power cut", SQLITE_IOERR},
};

const char *fault_name(enum fault fault)
{
    return FAULT[fault].name;
}

/* ---- power cuts ---- */

static void forget(const char *path)
{
    struct undo **at = &faulty.unsynced;
    while (*at) {
        struct undo *undo = *at;
        if (!path || strcmp(undo->path, path) == 0) {
            *at = undo->older;
            free(undo);
        } else {
            at = &undo->older;
        }
    }
}

/* Keeps the `size` bytes at `offset`, as far as the file has them. */
static void remember(struct faulty_file *file, sqlite3_int64 offset, sqlite3_int64 size)
{
    sqlite3_int64 end = 0;
    if (faulty.fault != FAULT_POWER || file->file.real->pMethods->xFileSize(file->file.real, &end) != SQLITE_OK) {
        return;
    }
    sqlite3_int64 there = offset >= end ? 0 : end - offset < size ? end - offset : size;
    struct undo *undo = malloc(sizeof(*undo) + (size_t)there);
    if (!undo) {
        abort();
    }
    *undo = (struct undo){faulty.unsynced, "", end, offset, (size_t)there};
    memcpy(undo->path, file->path, PATH);
    (void)file->file.real->pMethods->xRead(file->file.real, undo->bytes, (int)there, offset);
    faulty.unsynced = undo;
}

/* What was not synced goes: all of it, nothing, or about half. */
static void cut_power(void)
{
    struct prng prng;
    prng_seed(&prng, faulty.seed);
    faulty.dark = true;
    for (const struct undo *undo = faulty.unsynced; undo && faulty.seed != 1; undo = undo->older) {
        if (faulty.seed != 0 && prng_below(&prng, 2) == 0) {
            continue; /* had reached the disk already */
        }
        int fd = open(undo->path, O_RDWR | O_CLOEXEC);
        if (fd < 0 && strlen(undo->path) > 5) { /* a backup loses its .part when it is whole, or should be */
            char whole[PATH] = "";
            memcpy(whole, undo->path, strlen(undo->path) - 5);
            fd = open(whole, O_RDWR | O_CLOEXEC);
        }
        if (fd >= 0) {
            (void)!pwrite(fd, undo->bytes, undo->size, (off_t)undo->offset);
            (void)!(faulty.seed == 0 ? ftruncate(fd, (off_t)undo->end) : 0);
            (void)close(fd);
        }
    }
    forget(NULL);
}

/* ---- counting ---- */

static bool strikes(enum fault fault)
{
    if (faulty.fault != fault) {
        return false;
    }
    faulty.seen++;
    bool now = faulty.seen == faulty.nth || (faulty.for_good && faulty.seen > faulty.nth);
    faulty.fired = faulty.fired || now;
    return now;
}

/* Counts one operation of this kind; SQLITE_OK, or what it is to fail with. */
static int fails(enum fault fault)
{
    if (faulty.dark) {
        return SQLITE_IOERR;
    }
    return strikes(fault) ? FAULT[fault].code : SQLITE_OK;
}

/* Those that a power cut counts. */
static int fails_or_dark(enum fault fault)
{
    if (!faulty.dark && strikes(FAULT_POWER)) {
        cut_power();
    }
    return fails(fault);
}

/* ---- a file ---- */

static struct faulty_file *ours(sqlite3_file *file)
{
    return (struct faulty_file *)(void *)file;
}

static int file_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset)
{
    int rc = fails(FAULT_READ);
    if (rc != SQLITE_OK) {
        return rc;
    }
    if (fails(FAULT_SHORT_READ) != SQLITE_OK) {
        (void)real_file_methods.xRead(file, bytes, size / 2, offset);
        memset((char *)bytes + size / 2, 0, (size_t)(size - size / 2));
        return SQLITE_IOERR_SHORT_READ;
    }
    return real_file_methods.xRead(file, bytes, size, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    int rc = fails_or_dark(FAULT_WRITE);
    if (rc != SQLITE_OK) {
        return rc;
    }
    remember(ours(file), offset, size);
    rc = fails(FAULT_SHORT_WRITE);
    rc = rc == SQLITE_OK ? fails(FAULT_FULL) : rc;
    int written = real_file_methods.xWrite(file, bytes, rc == SQLITE_OK ? size : size / 2, offset);
    return rc == SQLITE_OK ? written : rc;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int rc = fails_or_dark(FAULT_TRUNCATE);
    if (rc != SQLITE_OK) {
        return rc;
    }
    sqlite3_int64 end = 0;
    (void)real_file_methods.xFileSize(file, &end);
    remember(ours(file), size, end > size ? end - size : 0);
    return real_file_methods.xTruncate(file, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    int rc = fails_or_dark(FAULT_SYNC);
    if (rc == SQLITE_OK) {
        forget(ours(file)->path);
    }
    return rc;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    int rc = fails(FAULT_SIZE);
    return rc == SQLITE_OK ? real_file_methods.xFileSize(file, size) : rc;
}

static int file_lock(sqlite3_file *file, int lock)
{
    int rc = fails(FAULT_LOCK);
    return rc == SQLITE_OK ? real_file_methods.xLock(file, lock) : rc;
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    int rc = fails(FAULT_SHARED);
    return rc == SQLITE_OK ? real_file_methods.xShmMap(file, page, size, extend, memory) : rc;
}

/* ---- the VFS ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    struct faulty_file *f = ours(file);
    f->file.base.pMethods = NULL;
    int rc = fails(FAULT_OPEN);
    if (rc != SQLITE_OK) {
        return rc;
    }
    f->file.real = (sqlite3_file *)(f + 1);
    f->path[0] = '\0';
    if (path && strlen(path) < PATH) {
        memcpy(f->path, path, strlen(path) + 1);
    }
    rc = faulty.real->xOpen(faulty.real, path, f->file.real, flags, out);
    f->file.base.pMethods = rc == SQLITE_OK ? &faulty.methods : NULL;
    return rc;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    int rc = fails(FAULT_DELETE);
    if (rc == SQLITE_OK) {
        forget(path);
        rc = faulty.real->xDelete(faulty.real, path, sync);
    }
    return rc;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    (void)vfs;
    int rc = fails(FAULT_ACCESS);
    return rc == SQLITE_OK ? faulty.real->xAccess(faulty.real, path, flags, out) : rc;
}

const char *faulty_vfs(void)
{
    if (!faulty.real) {
        faulty.real = sqlite3_vfs_find(NULL);
        faulty.vfs = *faulty.real;
        faulty.vfs.zName = "faulty";
        faulty.vfs.pNext = NULL;
        faulty.vfs.szOsFile = (int)sizeof(struct faulty_file) + faulty.real->szOsFile;
        faulty.vfs.xOpen = vfs_open;
        faulty.vfs.xDelete = vfs_delete;
        faulty.vfs.xAccess = vfs_access;
        faulty.methods = real_file_methods;
        faulty.methods.xRead = file_read;
        faulty.methods.xWrite = file_write;
        faulty.methods.xTruncate = file_truncate;
        faulty.methods.xSync = file_sync;
        faulty.methods.xFileSize = file_size;
        faulty.methods.xLock = file_lock;
        faulty.methods.xShmMap = file_shm_map;
        (void)sqlite3_vfs_register(&faulty.vfs, 0);
    }
    return faulty.vfs.zName;
}

void faulty_vfs_arm(enum fault fault, long nth, bool for_good, uint64_t seed)
{
    forget(NULL);
    faulty.fault = fault;
    faulty.nth = nth;
    faulty.for_good = for_good;
    faulty.seed = seed;
    faulty.seen = 0;
    faulty.fired = false;
    faulty.dark = false;
}

bool faulty_vfs_fired(void)
{
    return faulty.fired;
}
