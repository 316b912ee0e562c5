/* Opening and reading the files that the user named; an interrupted read is begun again. */
#include "cli/input.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

static const struct message MSG_LONG = {ERR_LIMIT, "io.too-long", "it is longer than %1 bytes",
                                        "il y a plus de %1 octets"};

enum err input_open(struct input *input, struct cli *cli, const char *file, int64_t bar_from, struct error *error)
{
    struct stat facts;
    *input = (struct input){.cli = cli};
    bar_init(&input->bar, cli, bar_from == 0);
    input->fd = strcmp(file, "-") == 0 ? cli->in : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (input->fd < 0) {
        return system_raise(error, errno);
    }
    int refused = fstat(input->fd, &facts) != 0 ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
    if (refused != 0) {
        input_close(input);
        return system_raise(error, refused);
    }
    input->whole = S_ISREG(facts.st_mode) && lseek(input->fd, 0, SEEK_CUR) == 0;
    if (input->bar.wanted && S_ISREG(facts.st_mode) && facts.st_size >= bar_from) {
        input->size = facts.st_size;
    }
    return ERR_OK;
}

void input_close(struct input *input)
{
    bar_wipe(&input->bar);
    if (input->fd >= 0 && input->fd != input->cli->in) {
        (void)close(input->fd);
    }
    input->fd = -1;
}

static ptrdiff_t read_file(struct input *input, char *buffer, size_t size)
{
    ssize_t n;
    do {
        n = read(input->fd, buffer, size);
    } while (n < 0 && errno == EINTR);
    input->failed = n < 0 ? errno : 0;
    return n;
}

enum err input_peek(struct input *input, char *bytes, size_t size, bool (*enough)(struct span first),
                    struct span *first, struct error *error)
{
    size_t len = 0;
    ptrdiff_t n = 1;
    while (n > 0 && len < size && (len == 0 || !enough(span_of(bytes, len)))) {
        n = read_file(input, bytes + len, size - len);
        len += n > 0 ? (size_t)n : 0;
    }
    *first = input->ahead = span_of(bytes, len);
    return n < 0 ? system_raise(error, input->failed) : ERR_OK;
}

static ptrdiff_t read_input(void *context, char *buffer, size_t size)
{
    struct input *input = context;
    ptrdiff_t n = 0;
    if (input->ahead.len > 0) {
        size_t now = input->ahead.len < size ? input->ahead.len : size;
        memcpy(buffer, input->ahead.ptr, now);
        input->ahead = span_skip(input->ahead, now);
        n = (ptrdiff_t)now;
    } else {
        n = read_file(input, buffer, size);
    }
    if (n > 0 && input->size > 0) {
        input->done += n;
        bar_draw(&input->bar, input->done, input->size);
    }
    return n;
}

struct source input_source(struct input *input)
{
    return (struct source){read_input, input};
}

static enum err read_all(struct input *input, struct strbuf *out, struct error *error)
{
    char piece[4096];
    for (;;) {
        ptrdiff_t n = read_input(input, piece, sizeof(piece));
        if (n <= 0) {
            return n < 0 ? system_raise(error, input->failed) : ERR_OK;
        }
        bool fits = (size_t)n <= out->limit - out->len;
        strbuf_add_span(out, span_of(piece, (size_t)n));
        if (!strbuf_ok(out)) {
            return fits ? error_raise(error, &MSG_MEMORY) : error_raise_int(error, &MSG_LONG, (int64_t)out->limit);
        }
    }
}

enum err input_slurp(struct cli *cli, const char *file, struct strbuf *out, struct error *error)
{
    struct input input;
    enum err err = input_open(&input, cli, file, 0, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_all(&input, out, error);
    input_close(&input);
    return err;
}
