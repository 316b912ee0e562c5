/*
 * A disk that forgets. What SQLite writes stays in the memory of the process
 * until the file is synced, and only then reaches the real file; so kill -9
 * of the process is a power cut, with all its threads and connections, and
 * whoever opens the file next finds what was on the disk at that moment:
 *
 *   - what was synced, whole;
 *   - of the rest whatever the disk has written back by itself: with each
 *     write a few of the waiting 512-byte sectors are, in any order, so a page
 *     can be torn and a later one be there without an earlier one;
 *   - a truncation or deletion that was not synced, done or not: a deletion
 *     lasts when its folder is synced, which the first sync of a new
 *     journal or write-ahead log does, as in SQLite's own VFS.
 *
 * The shared memory (-shm) is the real one: the next process that opens the
 * database makes it anew. Locks are real, too. What does not go through
 * SQLite (the renames of a backup or restore) is not seen here:
 * faulty_vfs.h's power cuts cover those. May be used by many threads; real
 * syncs are skipped, since the machine itself stays on.
 */
#ifndef SUPPORT_POWER_VFS_H
#define SUPPORT_POWER_VFS_H

#include <stdbool.h>
#include <stdint.h>

struct power_plan {
    uint64_t seed;   /* of what is written back early */
    unsigned eager;  /* of 100 writes, so many after which some is; 0: all that was not synced is lost */
    bool lies;       /* a disk that says "synced" of a write-ahead log and has done nothing: for the test of the test */
    bool as_default; /* also for those who name no VFS */
};

/*
 * Registers it, the first time, and returns its name for store_options.vfs.
 * A later call changes the plan; not while a file is open.
 */
const char *power_vfs(const struct power_plan *plan);

#endif
