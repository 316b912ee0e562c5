/* What `dendro log check` does, apart from the rest of `log` because it must never touch a database. */
#ifndef CLI_LOG_CHECK_H
#define CLI_LOG_CHECK_H

#include "base/checkpoint.h"
#include "cli/command.h"

/* A checkpoint that a member of the club kept in a file. */
struct kept {
    const char *file;
    struct strbuf text;
    struct checkpoint checkpoint; /* borrows from `text` */
};

struct kept_list {
    bool keyed; /* the signatures have been checked */
    size_t count;
    struct kept kept[CLI_PAIRS]; /* in ascending order of size */
};

/*
 * Reads the checkpoints, and with `given`, a key or a file that holds it, checks
 * the signature of each. Reports what is wrong and returns the exit code: 1 for
 * a bad signature, 2 for what is no checkpoint. The list is the caller's to
 * release either way.
 */
int kept_read(struct cli *cli, const struct cli_pair *files, size_t count, const char *given, struct kept_list *list);
void kept_release(struct kept_list *list);

/* The three things that can be checked, `file` being a proof; each prints the result and returns the exit code. */
int check_log(struct cli *cli, const char *log, const struct kept_list *list);
int check_inclusion(struct cli *cli, const char *log, const char *file, const struct kept *kept);
int check_consistency(struct cli *cli, const char *file, const struct kept *older, const struct kept *newer);

#endif
