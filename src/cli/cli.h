/*
 * The command line: what every command gets handed instead of globals.
 *
 * `struct cli` is one run of the program: where memory comes from, the three
 * file descriptors, the language, what is a terminal. main.c fills it from
 * the process; a test fills it with pipes and calls cli_run.
 *
 * Standard output goes through `text`, which is written out whenever
 * CLI_FLUSH bytes have gathered. A command appends to `text` as it likes,
 * calls cli_push after each record or so, and stops when that says false: the
 * reader has closed the pipe, or the disk is full. cli_run complains of a full
 * disk, not of a closed pipe, and makes the exit code.
 *
 * Standard error is for people: one line a complaint, written at once.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/alloc.h"
#include "base/error.h"
#include "base/lang.h"
#include "base/strbuf.h"
#include "record/record.h"

enum {
    CLI_OK = 0,
    CLI_PROBLEM = 1, /* something in a record is wrong */
    CLI_FAILURE = 2  /* bad usage, or something that cannot be read or written */
};

enum {
    CLI_FLUSH = 64 << 10,
    CLI_TEXT = 4 * RECORD_BYTES /* what one command may append between two calls of cli_push */
};

struct catalogues;

struct cli {
    const struct allocator *allocator;
    int in;
    int out;
    int err;
    enum lang lang;
    bool out_terminal;
    bool err_terminal;
    bool colour;                       /* on `out` */
    const struct block_source *blocks; /* where records find catalogues; NULL: nowhere */
    struct catalogues *catalogues;     /* all of this run; NULL: none */
    const char *database;              /* the file when --db does not say */
    bool database_said;                /* the environment names it */
    const char *clubs;                 /* the place of many clubs when --clubs does not say; NULL: none */
    const char *temporary;             /* the folder for files without a name; NULL: /tmp */
    const char *import_limit; /* the daemon's setting of that name, as text; NULL: as it is when nobody sets it */
    const char *today;        /* the last day that is not in the future; NULL: by the clock */
    struct strbuf text;       /* waiting to be written to `out` */
    int out_errno;            /* of the first failed write; 0: none */
};

/* English unless said otherwise; no terminal, no colour. The caller sets what differs. */
void cli_init(struct cli *cli, const struct allocator *allocator, int in, int out, int err);
void cli_release(struct cli *cli);

/*
 * Runs `words` (without the program's name), for example {"score", "--json",
 * "-"}, and returns the exit code. Everything has been written when it
 * returns.
 */
int cli_run(struct cli *cli, size_t count, const char *const *words);

/* Writes `text` out if CLI_FLUSH bytes have gathered. False when output has failed: stop. */
bool cli_push(struct cli *cli);

/* Writes `text` out now. */
bool cli_flush(struct cli *cli);

/* `en` or `fr`, as the user reads. */
const char *cli_say(const struct cli *cli, const char *en, const char *fr);

/* `dendro: ` and the sentence, as one line on standard error, after what is waiting for standard output. */
void cli_complain(struct cli *cli, const struct error *error);

/* What ends a command: complains of the error, if `err` says that there is one, and returns its exit code. */
int cli_finish(struct cli *cli, enum err err, const struct error *error);

/* Complains of the error and returns CLI_FAILURE: for commands that have no code 1 for errors. */
int cli_fail(struct cli *cli, const struct error *error);

/* The same with a file's name in between: `dendro: FILE: sentence`. */
void cli_complain_file(struct cli *cli, const char *file, const struct error *error);

/* One line of finished text on standard error; `line` has no line feed and comes out clean (cli/text.h). */
void cli_tell(struct cli *cli, struct span line);

/* The same on standard output, through `text`. */
void cli_print(struct cli *cli, struct span line);

/* Appends `FILE:LINE:COL`, `FILE:LINE` where there is no column, or only `FILE` when the error is not about a line. */
void cli_add_position(struct strbuf *out, const char *file, const struct error *error);

/* The exit code for an error: one table, so that all commands agree. */
int cli_exit_code(enum err code);

#endif
