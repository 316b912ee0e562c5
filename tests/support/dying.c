/* The calls of SQLite that change files, counted down to a death. */
#include "support/dying.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stddef.h>
#include <unistd.h>

static long calls_left; /* 0: for ever */

static void live_on(void)
{
    if (calls_left > 0 && --calls_left == 0) {
        (void)kill(getpid(), SIGKILL);
    }
}

static ssize_t dying_write(int fd, const void *bytes, size_t size)
{
    live_on();
    return write(fd, bytes, size);
}

static ssize_t dying_pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    live_on();
    return pwrite(fd, bytes, size, offset);
}

static int dying_truncate(int fd, off_t size)
{
    live_on();
    return ftruncate(fd, size);
}

static int dying_unlink(const char *path)
{
    live_on();
    return unlink(path);
}

static int dying_open(const char *path, int flags, int mode)
{
    if (flags & O_CREAT) {
        live_on();
    }
    return open(path, flags, mode);
}

void die_at(long nth)
{
    static const struct {
        const char *name;
        sqlite3_syscall_ptr call;
    } calls[] = {
        {"write", (sqlite3_syscall_ptr)dying_write},        {"pwrite", (sqlite3_syscall_ptr)dying_pwrite},
        {"pwrite64", (sqlite3_syscall_ptr)dying_pwrite},    {"unlink", (sqlite3_syscall_ptr)dying_unlink},
        {"ftruncate", (sqlite3_syscall_ptr)dying_truncate}, {"open", (sqlite3_syscall_ptr)dying_open},
    };
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (vfs->xGetSystemCall(vfs, calls[i].name)) { /* else this SQLite does not use it */
            (void)vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call);
        }
    }
    calls_left = nth;
}
