/* A file, or standard input, as a source of bytes that shows how far it has been read. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/source.h"
#include "cli/bar.h"

struct input {
    struct cli *cli;
    int fd;       /* -1: not open */
    int64_t size; /* 0: no bar */
    int64_t done;
    int failed;        /* errno of a failed read; 0: none */
    bool whole;        /* a regular file, of which nothing was read before it was handed to us */
    struct span ahead; /* bytes that were looked at and are still to be read */
    struct bar bar;
};

/*
 * Opens `file`; "-" is standard input. A bar is shown for a regular file of
 * at least `bar_from` bytes (0: never). ERR_IO in the words of system_raise,
 * and nothing to close then; a folder is refused.
 */
ERR_CHECK enum err input_open(struct input *input, struct cli *cli, const char *file, int64_t bar_from,
                              struct error *error);
void input_close(struct input *input);

/*
 * Looks at the first bytes, at most `size`, without losing them: they are left in `bytes`, which must be there until they
 * have been read. Ends early once there is `enough`. ERR_IO.
 */
ERR_CHECK enum err input_peek(struct input *input, char *bytes, size_t size, bool (*enough)(struct span first),
                              struct span *first, struct error *error);

/* Borrows `input`. */
struct source input_source(struct input *input);

/* All bytes of the file, at most `out`'s limit (ERR_LIMIT), appended to `out`. */
ERR_CHECK enum err input_slurp(struct cli *cli, const char *file, struct strbuf *out, struct error *error);

#endif
