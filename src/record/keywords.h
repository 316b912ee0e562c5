/* Private to the reading of lines: where it stands, and the keywords, which one table knows. */
#ifndef RECORD_KEYWORDS_H
#define RECORD_KEYWORDS_H

#include "record/record.h"

/* A record goes through these and never back. */
enum phase { PHASE_START, PHASE_HEADER, PHASE_MOVES, PHASE_RESULT };

struct lines {
    struct record_reader *reader;
    struct record *record;
    struct error *error;
    const char *text;       /* of the record, as it is written */
    const char *copy;       /* what is read: the same, or a copy in which no-break spaces are blanks */
    const char *line_start; /* of the current line, for columns */
    const char *line_end;
    struct span word;   /* the keyword of the current line */
    struct span result; /* that of the first line of the result, or `=` */
    bool after;         /* a move stands behind it */
    uint32_t line;
    enum phase phase;
    bool headless;
    struct error first; /* where the reader goes on: the first line that could not be read */
    uint32_t told_line; /* and the last that was told of, with its column */
    uint32_t told_column;
};

/* `text`, a piece of the current line, with its line and column. */
struct field lines_field(const struct lines *at, struct span text);

/* The same with the bytes that were written, for names and notes. */
struct field lines_written(const struct lines *at, struct span text);

/* The current line, which starts with `word`, states a result. */
void lines_result(struct lines *at, struct span word);

/* Raises `message` with `text`, a piece of the current line, at its column. */
ERR_CHECK enum err lines_refuse(struct lines *at, const struct message *message, struct span text);

/* Raises that there are more than `most` of something, at the current line. */
ERR_CHECK enum err lines_refuse_more(struct lines *at, int64_t most);

/*
 * The next free element of a list in the reader's arena that holds at most
 * `most` elements of `size` bytes; `*list` is NULL before the first. NULL,
 * with the reason in `*err` and raised, when there is none.
 */
void *lines_next(struct lines *at, void **list, size_t *count, size_t most, size_t size, enum err *err);

/* True for a keyword of the table, and for one that starts with `x-`. */
bool keyword_known(struct span word);

/* Reads a line that starts with a keyword, known or not. */
ERR_CHECK enum err keyword_read(struct lines *at, struct span line);

#endif
