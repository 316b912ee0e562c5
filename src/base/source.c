/* Sources over memory and over a file descriptor. */
#include "base/source.h"

#include <errno.h>
#include <unistd.h>

#include "base/banned.h"

static ptrdiff_t read_memory(void *context, char *buffer, size_t size)
{
    struct source_memory *memory = context;
    size_t n = memory->rest.len < size ? memory->rest.len : size;
    if (n > 0) {
        memcpy(buffer, memory->rest.ptr, n);
    }
    memory->rest = span_skip(memory->rest, n);
    return (ptrdiff_t)n;
}

struct source source_from_memory(struct source_memory *memory, struct span bytes)
{
    memory->rest = bytes;
    return (struct source){read_memory, memory};
}

static ptrdiff_t read_fd(void *context, char *buffer, size_t size)
{
    const struct source_fd *file = context;
    ssize_t n;
    do {
        n = read(file->fd, buffer, size);
    } while (n < 0 && errno == EINTR);
    return n;
}

struct source source_from_fd(struct source_fd *file, int fd)
{
    file->fd = fd;
    return (struct source){read_fd, file};
}
