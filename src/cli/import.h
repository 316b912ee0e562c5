/* Private to dendro import: one run of it, over any number of files. */
#ifndef CLI_IMPORT_H
#define CLI_IMPORT_H

#include "base/hash_set.h"
#include "cli/command.h"
#include "cli/input.h"
#include "service/exchange.h"
#include "wire/foreign.h"

struct import {
    struct cli *cli;
    struct service *service;
    bool json;
    bool quiet;
    bool has_format; /* else each file's is guessed */
    enum foreign_format format;
    struct serving serving;
    struct plays_options options; /* strict, dry run and mappings, of all formats */

    const char *file;          /* the one at hand */
    bool foreign;              /* it is of another program: a play that is refused, for whatever, is no failure of it */
    struct input input;        /* it, while it is open */
    struct import_tally tally; /* of all files */
    struct hash_set would;     /* of a dry run: what the files so far would have added */
    int code;
};

/* The exit code is never lower than before. */
void import_raise_code(struct import *import, int code);

/* One file; false when the database failed: then every further file would fail, too. */
bool import_file(struct import *import);

/* For import_file.c and import_plays.c: a refused record or play, a file that cannot be taken. */
void import_problem(void *context, const struct problem *problem, bool refused);
void import_complain(struct import *import, const struct error *error);
void import_add_tally(struct import *import, const struct import_tally *tally);

/* The plays of a file of another program; as import_file. */
bool import_plays(struct import *import, enum foreign_format format);

/* Tells what a file of another program made, or would make: people, titles. */
void import_tell_names(struct import *import, const struct plays_import *plays);

/*
 * The database of a dry run: the one that is there, to read, or where there is none an empty one in a temporary folder,
 * which is gone with rehearsal_end (after service_close). False, and complained of, when it cannot be opened.
 */
struct rehearsal {
    bool made;
    char folder[4096];
};
struct cli_value;
bool rehearsal_open(struct rehearsal *rehearsal, struct cli *cli, const struct cli_value *db, struct service **service);
void rehearsal_end(const struct rehearsal *rehearsal);

#endif
