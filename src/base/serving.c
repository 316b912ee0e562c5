/* The lock of those who serve: shared by them, asked for alone and given back at once by who only looks. */
#include "base/serving.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/banned.h"

void serving_open(struct serving *serving, const char *path)
{
    serving->fd = open(path, O_RDONLY | O_CLOEXEC);
}

void serving_close(struct serving *serving)
{
    if (serving->fd >= 0) {
        (void)close(serving->fd);
    }
    serving->fd = -1;
}

void serving_begin(const struct serving *serving)
{
    while (serving->fd >= 0 && flock(serving->fd, LOCK_SH) != 0 && errno == EINTR) {
        /* who looks holds it for microseconds */
    }
}

bool serving_elsewhere(const struct serving *serving)
{
    if (serving->fd < 0 || flock(serving->fd, LOCK_EX | LOCK_NB) != 0) {
        return true;
    }
    (void)flock(serving->fd, LOCK_UN);
    return false;
}

/* https://sqlite.org/fileformat.html: the lock-byte page begins at 2^30; 512 bytes of it are locked. */
bool serving_in_use(const char *path)
{
    enum { LOCK_BYTES = 1 << 30, LOCK_COUNT = 512 };
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCK_BYTES, .l_len = LOCK_COUNT};
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool used = fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    if (fd >= 0) {
        (void)close(fd);
    }
    return used;
}
