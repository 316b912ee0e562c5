/* Tables: all cells are kept until the last one is known, because a column is as wide as its widest cell. */
#include "cli/grid.h"

#include "base/utf8.h"

#include "base/banned.h"

void grid_init(struct grid *grid, const struct cli *cli, unsigned columns, unsigned left)
{
    *grid = (struct grid){.cli = cli, .columns = columns, .left = left};
    strbuf_init(&grid->cells, cli->allocator, CLI_TEXT);
    strbuf_init(&grid->faint, cli->allocator, CLI_TEXT);
}

struct strbuf *grid_cell(struct grid *grid)
{
    if (grid->open) {
        strbuf_add_char(&grid->cells, '\0');
    }
    grid->open = true;
    grid->count++;
    return &grid->cells;
}

void grid_text(struct grid *grid, const char *text)
{
    strbuf_add(grid_cell(grid), text);
}

void grid_int(struct grid *grid, int64_t value)
{
    strbuf_int(grid_cell(grid), value);
}

void grid_heads(struct grid *grid, const char *const (*heads)[2], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        grid_text(grid, cli_say(grid->cli, heads[i][0], heads[i][1]));
    }
}

void grid_faint(struct grid *grid, bool faint)
{
    size_t row = grid->count > 0 ? (grid->count - 1) / grid->columns : 0;
    while (faint && strbuf_ok(&grid->faint) && grid->faint.len <= row) {
        strbuf_add_char(&grid->faint, grid->faint.len == row ? 'f' : '-');
    }
}

/* The cells in order. */
static struct span next_cell(const char **at)
{
    struct span cell = span_from(*at);
    *at += cell.len + 1;
    return cell;
}

static void write_row(const struct grid *grid, const char **at, size_t row, struct strbuf *out)
{
    bool head = row == 0;
    bool faint = row < grid->faint.len && grid->faint.text[row] == 'f';
    strbuf_add(out, !grid->cli->colour ? "" : faint ? "\033[2m" : head ? "\033[1m" : "");
    for (unsigned column = 0; column < grid->columns; column++) {
        struct span cell = next_cell(at);
        strbuf_add(out, column > 0 ? "  " : "");
        if (grid->left >> column & 1) {
            strbuf_pad(out, cell, column + 1 < grid->columns ? grid->width[column] : 0);
        } else {
            strbuf_repeat(out, " ", (int)(grid->width[column] - utf8_width(cell)));
            strbuf_add_span(out, cell);
        }
    }
    strbuf_add(out, grid->cli->colour && (faint || head) ? "\033[0m\n" : "\n");
}

static void write_rows(struct grid *grid, struct strbuf *out)
{
    if (!strbuf_ok(&grid->cells) || !strbuf_ok(&grid->faint) || grid->columns > GRID_COLUMNS) {
        strbuf_add(out, "?\n");
        return;
    }
    const char *at = strbuf_text(&grid->cells);
    for (size_t i = 0; i < grid->count; i++) {
        struct span cell = next_cell(&at);
        unsigned column = (unsigned)(i % grid->columns);
        size_t width = utf8_width(cell);
        grid->width[column] = width > grid->width[column] ? width : grid->width[column];
    }
    at = strbuf_text(&grid->cells);
    for (size_t row = 0; row < grid->count / grid->columns; row++) {
        write_row(grid, &at, row, out);
    }
}

void grid_end(struct grid *grid, struct strbuf *out)
{
    if (grid->open) {
        strbuf_add_char(&grid->cells, '\0');
        grid->open = false;
    }
    write_rows(grid, out);
    strbuf_release(&grid->cells);
    strbuf_release(&grid->faint);
}
