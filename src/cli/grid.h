/*
 * A table for a terminal: cells are given row by row, columns become as wide
 * as their widest cell; the first column that is text stands left, numbers
 * stand right. Rows can be faint: few games stand behind them.
 */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include "cli/cli.h"

enum { GRID_COLUMNS = 16 };

struct grid {
    const struct cli *cli;
    struct strbuf cells; /* each ends in a NUL */
    struct strbuf faint; /* a byte for each row, as far as there are faint ones: 'f', or '-' */
    unsigned columns;    /* of a row */
    unsigned left;       /* bit i: column i stands left */
    size_t count;        /* cells so far */
    size_t width[GRID_COLUMNS];
    bool open; /* a cell is being written */
};

/* `left`: which columns are text. Names must have been made safe (cli/text.h). grid_end ends what this began. */
void grid_init(struct grid *grid, const struct cli *cli, unsigned columns, unsigned left);

/* The buffer of the next cell; it ends with the next call. */
struct strbuf *grid_cell(struct grid *grid);
void grid_text(struct grid *grid, const char *text);
void grid_int(struct grid *grid, int64_t value);
/* The row of the last cell is faint, if `faint`. Nothing in a cell says so: people may be called anything. */
void grid_faint(struct grid *grid, bool faint);

/* A head: one cell for each pair of words, English and French. */
void grid_heads(struct grid *grid, const char *const (*heads)[2], unsigned count);

/* Appends the table, the first row being the head, and releases it. */
void grid_end(struct grid *grid, struct strbuf *out);

#endif
