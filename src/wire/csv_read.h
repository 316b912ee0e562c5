/*
 * Spreadsheets coming in, a layer a file: what the bytes are (csv_survey.c), the
 * bytes as rows of cells (csv_rows.c), the header line (csv_header.c), a cell as a
 * day, a time or a mark (csv_values.c), ids that were seen (csv_ids.c), and rows as
 * plays (csv_plays.c, csv_long.c; csv_read.c has csv_open of foreign.h). docs/exchange.md says what
 * is read and what is refused.
 */
#ifndef WIRE_CSV_READ_H
#define WIRE_CSV_READ_H

#include "base/alloc.h"
#include "base/hash_set.h"
#include "base/strbuf.h"
#include "base/window.h"

enum {
    CSV_COLUMNS = 4096,
    CSV_CELL = 64 << 10, /* bytes of a cell, as UTF-8 */
    CSV_ROW = 1 << 20,   /* bytes of all cells of a row */
    CSV_FIRST = 64 << 10 /* bytes of the header line that are looked at to find the separator */
};

/* Whether the first line has a column that a spreadsheet of plays has; `first` as foreign_guess has it. */
bool csv_looks_like(struct span first);

/* ---- what the bytes are ---- */

struct csv_survey {
    uint64_t start;   /* of the text: behind a byte order mark */
    bool windows1252; /* else UTF-8 */
    uint64_t broken;  /* with ERR_ENCODING: the byte that is no UTF-8 behind a mark that says so */
};

/* Reads all of it. ERR_ENCODING for UTF-16, and for what has the mark of UTF-8 and is none; ERR_IO, ERR_MEMORY. */
ERR_CHECK enum err csv_survey(struct source source, const struct allocator *allocator, struct csv_survey *out,
                              struct error *error);

/* Line and column, from 1, of the byte `at` of a text; the column in bytes. */
ERR_CHECK enum err csv_place(struct source source, const struct allocator *allocator, uint64_t at, struct error *error);

/* ---- rows ---- */

struct csv_cell {
    uint32_t start, len;   /* in the row's text */
    uint32_t line, column; /* where it begins in the file; the column in characters, from 1 */
};

struct csv_rows {
    struct window window;
    char separator;
    bool windows1252;
    uint8_t kind[256]; /* what a byte means; 0: a letter like any other */
    uint32_t line, column;
    bool after_return; /* a LF here belongs to the CR before it */
    uint8_t state;
    char *text; /* of the row, unquoted, UTF-8 */
    size_t len, room;
    struct csv_cell *cells;
    unsigned count;
};

/* A zeroed `rows` is one to begin with; what it holds is used again. ERR_MEMORY. */
ERR_CHECK enum err csv_rows_begin(struct csv_rows *rows, struct source source, const struct allocator *allocator,
                                  char separator, bool windows1252, struct error *error);
/* The next row, empty lines too. ERR_END; whatever else is wrong is wrong with the whole text. */
ERR_CHECK enum err csv_rows_next(struct csv_rows *rows, struct error *error);
void csv_rows_release(struct csv_rows *rows);

/* A cell without blanks around it and without the apostrophe of a safe one; empty when the row has none there. */
struct span csv_rows_cell(const struct csv_rows *rows, unsigned column);
bool csv_rows_blank(const struct csv_rows *rows);

/* ---- the header ---- */

enum csv_column {
    CSV_OTHER, /* a person in the wide form, passed over in the long one */
    CSV_ID,
    CSV_UUID, /* an id that wins over that one */
    CSV_DATE,
    CSV_TIME,
    CSV_GAME,
    CSV_TITLE,
    CSV_PLACE,
    CSV_PLAYER,
    CSV_SCORE,
    CSV_RANK,
    CSV_WIN,
    CSV_NOTE,
    CSV_DURATION,
    CSV_TEAM,
    CSV_BGG,
    CSV_QUANTITY,
    CSV_LEVEL, /* this and the next two are columns of our own export */
    CSV_BASIS,
    CSV_STATUS,
    CSV_KINDS
};

struct csv_header {
    bool wide;
    bool ours;              /* an export of our own */
    unsigned count;         /* columns */
    unsigned at[CSV_KINDS]; /* column and 1; 0: there is none */
    struct strbuf text;     /* of the names */
    struct span *name;      /* `count` of them, in `text` */
    uint8_t *kind;          /* `count` of them: enum csv_column */
};

/* The separator with which the first line has the most columns that are known, and then the most. */
char csv_separator(struct span first);

/* Which form the row is the header of. ERR_SYNTAX for none, or a name that stands there twice; ERR_MEMORY. */
ERR_CHECK enum err csv_header_read(struct csv_header *header, const struct csv_rows *rows,
                                   const struct allocator *allocator, struct error *error);
void csv_header_release(struct csv_header *header, const struct allocator *allocator);

/* ---- cells ---- */

enum csv_day { CSV_DAY, CSV_DAY_NONE, CSV_DAY_MONTH_FIRST };

struct csv_moment {
    int32_t day;
    bool has_time;
    int32_t second;
};

/* `2026-11-13`, `13/11/2026`, `13.11.2026`, with a time or without. */
enum csv_day csv_read_moment(struct span text, struct csv_moment *out);
bool csv_read_time(struct span text, int32_t *second);      /* `20:30`, `20:30:15`, `20h30`, `20h` */
bool csv_read_minutes(struct span text, unsigned *minutes); /* `75`, `75 min`, `1:15`, `1h15`, `2h` */
bool csv_read_mark(struct span text, bool *marked);         /* `1`, `x`, `yes`, `oui`; `0`, `no`, `non`, nothing */
bool csv_read_rank(struct span text, unsigned *rank);       /* `1`, `2.`, nothing */

/* ---- ids ---- */

/* Keyed hashes of texts, eight bytes each: whether one was there, in memory that its limit bounds. */
struct csv_ids {
    struct hash_set seen;
    size_t limit;
    uint8_t key[32];
};

void csv_ids_init(struct csv_ids *ids, const struct allocator *allocator, size_t limit);
/* `*known` when it was there before, and else it is now. ERR_LIMIT, ERR_MEMORY: without a message. */
ERR_CHECK enum err csv_ids_add(struct csv_ids *ids, struct span text, bool *known);
void csv_ids_release(struct csv_ids *ids);

#endif
