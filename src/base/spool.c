/* Bytes that are read more than once: a nameless file, a borrowed one, or memory. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): O_TMPFILE and mkostemp are not in POSIX */
#include "base/spool.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

enum { PATH_ROOM = 4096 };

/* For file systems without O_TMPFILE: a file that loses its name at once. */
static int open_named(const char *folder)
{
    char path[PATH_ROOM];
    static const char tail[] = "/dendro-XXXXXX";
    size_t len = strlen(folder);
    if (len + sizeof(tail) > sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(path, folder, len);
    memcpy(path + len, tail, sizeof(tail));
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0) {
        (void)unlink(path);
    }
    return fd;
}

enum err spool_make(struct spool *spool, const char *folder, struct error *error)
{
    *spool = (struct spool){.fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR), .owned = true};
    if (spool->fd < 0) {
        spool->fd = open_named(folder);
    }
    if (spool->fd < 0) {
        spool->owned = false;
        return system_raise(error, errno);
    }
    return ERR_OK;
}

enum err spool_add(struct spool *spool, struct span bytes, struct error *error)
{
    size_t done = 0;
    while (done < bytes.len) {
        ssize_t n = pwrite(spool->fd, bytes.ptr + done, bytes.len - done, (off_t)(spool->size + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return system_raise(error, n < 0 ? errno : EIO);
        }
        done += (size_t)n;
    }
    spool->size += bytes.len;
    return ERR_OK;
}

enum err spool_borrow(struct spool *spool, int fd, struct error *error)
{
    struct stat about;
    if (fstat(fd, &about) != 0) {
        return system_raise(error, errno);
    }
    if (!S_ISREG(about.st_mode)) {
        return system_raise(error, ESPIPE);
    }
    *spool = (struct spool){.fd = fd, .size = (uint64_t)about.st_size};
    return ERR_OK;
}

void spool_of(struct spool *spool, struct span memory)
{
    *spool = (struct spool){.fd = -1, .memory = memory, .size = memory.len};
}

static ptrdiff_t read_some(void *context, char *buffer, size_t size)
{
    struct spool *spool = context;
    uint64_t left = spool->size > spool->at ? spool->size - spool->at : 0;
    size_t want = size < left ? size : (size_t)left;
    ssize_t n = (ssize_t)want;
    struct error over;
    if (want == 0) {
        return 0;
    }
    if (deadline_check(spool->deadline, &over) != ERR_OK) {
        errno = ECANCELED;
        return -1;
    }
    if (spool->fd < 0) {
        memcpy(buffer, spool->memory.ptr + spool->at, want);
    } else {
        do {
            n = pread(spool->fd, buffer, want, (off_t)spool->at);
        } while (n < 0 && errno == EINTR);
    }
    spool->at += n > 0 ? (uint64_t)n : 0;
    return n;
}

struct source spool_source(struct spool *spool, uint64_t at)
{
    spool->at = at;
    return (struct source){read_some, spool};
}

void spool_close(struct spool *spool)
{
    if (spool->owned) {
        (void)close(spool->fd);
    }
    *spool = (struct spool){.fd = -1};
}
