/*
 * A VFS over the default one that fails on command: the Nth read, write,
 * sync and so on gives the error that a bad or full disk would give. One is
 * registered for the whole process, under a name for store_options.vfs.
 *
 *     faulty_vfs_arm(FAULT_SYNC, n, false, 0);
 *     ... work on a store opened with .vfs = faulty_vfs() ...
 *     if (faulty_vfs_fired()) ...
 *
 * FAULT_POWER is a power cut: at the Nth write, sync or truncation everything
 * that was not synced is gone, or half of it, and from then on every call
 * fails, until faulty_vfs_arm is called again. What was acknowledged must be
 * there nevertheless.
 *
 * Syncs are counted and otherwise skipped, so that thousands of scenarios
 * take seconds. Not for threads.
 */
#ifndef SUPPORT_FAULTY_VFS_H
#define SUPPORT_FAULTY_VFS_H

#include <stdbool.h>
#include <stdint.h>

enum fault {
    FAULT_NONE,
    FAULT_OPEN,        /* SQLITE_CANTOPEN */
    FAULT_READ,        /* SQLITE_IOERR_READ */
    FAULT_SHORT_READ,  /* half of it and SQLITE_IOERR_SHORT_READ, which SQLite
                        takes for the end of the file */
    FAULT_WRITE,       /* SQLITE_IOERR_WRITE, nothing written */
    FAULT_SHORT_WRITE, /* SQLITE_IOERR_WRITE, half written */
    FAULT_FULL,        /* SQLITE_FULL, half written */
    FAULT_SYNC,        /* SQLITE_IOERR_FSYNC */
    FAULT_TRUNCATE,    /* SQLITE_IOERR_TRUNCATE */
    FAULT_DELETE,      /* SQLITE_IOERR_DELETE */
    FAULT_SIZE,        /* SQLITE_IOERR_FSTAT */
    FAULT_LOCK,        /* SQLITE_IOERR_LOCK */
    FAULT_ACCESS,      /* SQLITE_IOERR_ACCESS */
    FAULT_SHARED,      /* SQLITE_IOERR_SHMMAP: memory shared between connections */
    FAULT_POWER,       /* SQLITE_IOERR from here on */
    FAULTS
};

/* Its name; registers it when called first. */
const char *faulty_vfs(void);
const char *fault_name(enum fault fault);

/*
 * The `nth` (from 1) operation of that kind fails, with `for_good` every
 * later one as well. `seed` decides what a power cut takes: everything that
 * was not synced (0), nothing of it (1), or some.
 */
void faulty_vfs_arm(enum fault fault, long nth, bool for_good, uint64_t seed);
bool faulty_vfs_fired(void);

#endif
