/*
 * A feed brings records from files to a command, one at a time and in
 * constant memory, and takes care of everything that can go wrong on the
 * way: missing files, directories, bytes that are not text, broken records.
 * After each of these it goes on with the next record or file, and keeps the
 * highest exit code.
 */
#ifndef CLI_FEED_H
#define CLI_FEED_H

#include "cli/cli.h"
#include "record/replay.h"
#include "record/verify.h"

struct input;

struct feed {
    struct cli *cli;
    const char *file;     /* the name as the user gave it; "-" is standard input */
    uint32_t number;      /* of the current record in its file, from 1 */
    uint64_t records;     /* seen in all files, broken ones included */
    uint64_t files;       /* opened */
    struct replay replay; /* for the command's use */
    int code;             /* the exit code so far */
    struct problem *held; /* those of the current record, by line */
    size_t held_count;
    bool stop;            /* set by the command: nothing more is wanted */
    bool progress;        /* show a bar for a large file, if standard error is a terminal */
    struct input *input;  /* the open file */
    struct service *club; /* whose people are known: who was merged sits twice under two names; NULL: nobody's */

    /* Called with each record that can be read. */
    void (*record)(struct feed *feed, const struct record *record);
    /* Called with each problem of code 1 (see cli_exit_code) and each warning; NULL: feed_complain. */
    void (*problem)(struct feed *feed, const struct problem *problem);
    void *context;
};

/* Runs through `files` (none: standard input) and returns the exit code. */
int feed_run(struct feed *feed, const char *const *files, size_t count);

/*
 * Counts a problem: raises the exit code, and reports to the user what is wrong
 * and in which line once the record is done with, the lines in their order.
 */
void feed_report(struct feed *feed, const struct problem *problem);

/* The same for an error that has no seat and no move. */
void feed_report_error(struct feed *feed, const struct error *error);

/* Holds a problem back until all of its record are there, which come in order then; changes no exit code. */
void feed_hold(struct feed *feed, const struct problem *problem);

/*
 * For a command that has its one record from elsewhere, instead of feed_run: what is held or reported between the two
 * is shown by feed_end.
 */
ERR_CHECK enum err feed_begin(struct feed *feed, struct error *error);
void feed_end(struct feed *feed);

/* `FILE:LINE:COL: seat 2: wolf 3,0: not adjacent to any card`, without a line feed; `mark` goes behind the column. */
void feed_problem_line(const struct cli *cli, const char *file, const char *mark, const struct problem *problem,
                       struct strbuf *out);

/* Writes that line to standard error. */
void feed_complain(struct feed *feed, const struct problem *problem);

/* Tells of people whom the club knows as one and who sit twice: problems, as those of record_verify. */
void feed_merged(struct feed *feed, const struct record *record);

/* Tells who sits twice, and of a place that was probably meant as a seat, which changes no exit code. */
void feed_people(struct feed *feed, const struct record *record);

/*
 * Verifies `record` into feed->replay, reporting what makes it unplayable,
 * and who sits twice, not what it merely states wrongly: true when all moves
 * of the game are in feed->replay.
 */
bool feed_play(struct feed *feed, const struct record *record);

/* Names of a record's players for display, in the caller's memory. */
struct feed_names {
    struct span raw[GAME_PLAYERS];   /* as written */
    struct span clean[GAME_PLAYERS]; /* safe for a terminal, cut to a sensible width; never empty */
    char memory[GAME_PLAYERS][128];
};
void feed_names(const struct record *record, struct feed_names *names);
void feed_names_of(const struct span *players, unsigned count, struct feed_names *names);

#endif
