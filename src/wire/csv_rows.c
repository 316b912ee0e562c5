/*
 * The bytes of a spreadsheet as rows of cells, after RFC 4180: any of three ends
 * of a line, quotes, doubled quotes. Each byte is looked at once, however the
 * source cuts them into pieces; plain runs are copied at once.
 */
#include "base/system.h"
#include "base/utf8.h"
#include "wire/csv_cells.h"
#include "wire/csv_read.h"

#include <errno.h>

#include "base/banned.h"

enum { KIND_PLAIN, KIND_SEPARATOR, KIND_QUOTE, KIND_RETURN, KIND_FEED, KIND_HIGH, KIND_ZERO };
enum { IN_PLAIN, IN_QUOTES, BEHIND_QUOTE, ROW_DONE };

static const struct message MSG_ZERO = {ERR_SYNTAX, "csv.zero", "a byte 0: this is no text",
                                        "un octet 0 : ce n'est pas du texte"};
static const struct message MSG_UNDEFINED = {ERR_ENCODING, "csv.undefined",
                                             "a byte %1 that neither UTF-8 nor Windows-1252 has",
                                             "un octet %1 que ni l'UTF-8 ni Windows-1252 n'ont"};
static const struct message MSG_UNCLOSED = {ERR_SYNTAX, "csv.quote", "a quote that begins here is never closed",
                                            "un guillemet ouvert ici n'est jamais fermé"};
static const struct message MSG_BEHIND = {ERR_SYNTAX, "csv.behind-quote", "text behind a closing quote",
                                          "du texte derrière un guillemet fermant"};
static const struct message MSG_CELL = {ERR_LIMIT, "csv.cell", "a cell of more than %1 bytes",
                                        "une cellule de plus de %1 octets"};
static const struct message MSG_CELL_QUOTED = {
    ERR_LIMIT, "csv.cell-quoted", "a quoted cell of more than %1 bytes; is the quote never closed?",
    "une cellule entre guillemets de plus de %1 octets ; le guillemet n'est-il jamais fermé ?"};
static const struct message MSG_ROW = {ERR_LIMIT, "csv.row", "a row of more than %1 bytes",
                                       "une ligne de plus de %1 octets"};
static const struct message MSG_COLUMNS = {ERR_LIMIT, "csv.columns", "a row of more than %1 columns",
                                           "une ligne de plus de %1 colonnes"};

/* 0x80 to 0x9f of Windows-1252; 0: undefined. The others are the code points of their numbers. */
static const uint16_t WINDOWS[32] = {0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                     0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                     0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                     0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

static enum err place_here(const struct csv_rows *rows, enum err err, struct error *error)
{
    error->line = rows->line;
    error->column = rows->column;
    return err;
}

static enum err place_cell(const struct csv_rows *rows, enum err err, struct error *error)
{
    const struct csv_cell *cell = &rows->cells[rows->count - 1];
    error->line = cell->line;
    error->column = cell->column;
    return err;
}

static enum err begin_cell(struct csv_rows *rows, struct error *error)
{
    if (rows->count == CSV_COLUMNS) {
        return place_here(rows, error_raise_int(error, &MSG_COLUMNS, CSV_COLUMNS), error);
    }
    rows->cells[rows->count++] = (struct csv_cell){(uint32_t)rows->len, 0, rows->line, rows->column};
    rows->state = IN_PLAIN;
    return ERR_OK;
}

/* Room for `n` more bytes of text; there is some from the beginning. */
static enum err make_room(struct csv_rows *rows, size_t n, struct error *error)
{
    size_t room = rows->room ? rows->room : (size_t)4096;
    while (room < rows->len + n) {
        room *= 2;
    }
    char *text = mem_resize(rows->window.allocator, rows->text, room);
    if (!text) {
        return error_raise(error, &MSG_MEMORY);
    }
    rows->text = text;
    rows->room = room;
    return ERR_OK;
}

static enum err add(struct csv_rows *rows, const char *bytes, size_t n, struct error *error)
{
    struct csv_cell *cell = &rows->cells[rows->count - 1];
    if (cell->len + n > CSV_CELL) {
        const struct message *message = rows->state == IN_QUOTES ? &MSG_CELL_QUOTED : &MSG_CELL;
        return place_cell(rows, error_raise_int(error, message, CSV_CELL), error);
    }
    if (rows->len + n > CSV_ROW) {
        return place_cell(rows, error_raise_int(error, &MSG_ROW, CSV_ROW), error);
    }
    if (rows->len + n > rows->room) {
        enum err err = make_room(rows, n, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    memcpy(rows->text + rows->len, bytes, n);
    rows->len += n;
    cell->len += (uint32_t)n;
    return ERR_OK;
}

static void next_line(struct csv_rows *rows)
{
    rows->line++;
    rows->column = 1;
}

/* A byte above ASCII. */
static enum err add_high(struct csv_rows *rows, unsigned char byte, struct error *error)
{
    char out[4];
    if (!rows->windows1252) {
        out[0] = (char)byte;
        rows->column += (byte & 0xc0) != 0x80;
        return add(rows, out, 1, error);
    }
    uint32_t c = byte < 0xa0 ? WINDOWS[byte - 0x80] : byte;
    if (c == 0) {
        static const char digits[] = "0123456789abcdef";
        const char hex[] = {digits[byte >> 4], digits[byte & 15]};
        return place_here(rows, error_raise_span(error, &MSG_UNDEFINED, span_of(hex, sizeof(hex))), error);
    }
    rows->column++;
    return add(rows, out, utf8_put(c, out), error);
}

/* A quote opens at the beginning of a cell, blanks before it not counted; in the middle of a word it is a letter. */
static enum err take_quote(struct csv_rows *rows, struct error *error)
{
    struct csv_cell *cell = &rows->cells[rows->count - 1];
    if (rows->state == IN_QUOTES) {
        rows->state = BEHIND_QUOTE;
    } else if (rows->state == BEHIND_QUOTE) {
        rows->state = IN_QUOTES;
        enum err err = add(rows, "\"", 1, error);
        if (err != ERR_OK) {
            return err;
        }
    } else if (span_trim(span_of(rows->text + cell->start, cell->len)).len == 0) {
        rows->len = cell->start;
        *cell = (struct csv_cell){cell->start, 0, rows->line, rows->column};
        rows->state = IN_QUOTES;
    } else {
        enum err err = add(rows, "\"", 1, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    rows->column++;
    return ERR_OK;
}

/* The end of a line: of the row, or within quotes, where any of the three is a LF. */
static enum err take_end(struct csv_rows *rows, char byte, struct error *error)
{
    bool pair = byte == '\n' && rows->after_return;
    rows->after_return = byte == '\r';
    if (pair) {
        return ERR_OK;
    }
    next_line(rows);
    if (rows->state == IN_QUOTES) {
        return add(rows, "\n", 1, error);
    }
    rows->state = ROW_DONE;
    return ERR_OK;
}

static enum err take_run(struct csv_rows *rows, const char *bytes, size_t n, struct error *error)
{
    if (rows->state == BEHIND_QUOTE) {
        size_t blanks = 0;
        while (blanks < n && (bytes[blanks] == ' ' || bytes[blanks] == '\t')) {
            blanks++;
        }
        rows->column += (uint32_t)blanks;
        return blanks == n ? ERR_OK : place_here(rows, error_raise(error, &MSG_BEHIND), error);
    }
    rows->column += (uint32_t)n;
    return add(rows, bytes, n, error);
}

static enum err take_special(struct csv_rows *rows, char byte, struct error *error)
{
    uint8_t kind = rows->kind[(unsigned char)byte];
    if (kind == KIND_RETURN || kind == KIND_FEED) {
        return take_end(rows, byte, error);
    }
    rows->after_return = false;
    switch (kind) {
    case KIND_SEPARATOR:
        if (rows->state == IN_QUOTES) {
            return take_run(rows, &byte, 1, error);
        }
        rows->column++;
        return begin_cell(rows, error);
    case KIND_QUOTE:
        return take_quote(rows, error);
    case KIND_ZERO:
        return place_here(rows, error_raise(error, &MSG_ZERO), error);
    default:
        return rows->state == BEHIND_QUOTE ? place_here(rows, error_raise(error, &MSG_BEHIND), error)
                                           : add_high(rows, (unsigned char)byte, error);
    }
}

/* Takes bytes up to the end of the row, or all of them. */
static enum err take(struct csv_rows *rows, struct span bytes, struct error *error)
{
    size_t at = 0;
    enum err err = ERR_OK;
    while (err == ERR_OK && at < bytes.len && rows->state != ROW_DONE) {
        size_t from = at;
        while (at < bytes.len && rows->kind[(unsigned char)bytes.ptr[at]] == KIND_PLAIN) {
            at++;
        }
        if (at > from) {
            rows->after_return = false;
            err = take_run(rows, bytes.ptr + from, at - from, error);
        } else {
            err = take_special(rows, bytes.ptr[at++], error);
        }
    }
    window_use(&rows->window, at);
    return err;
}

/* At least one byte in the window, unless the text is over. */
static enum err fill(struct csv_rows *rows, struct error *error)
{
    while (window_bytes(&rows->window).len == 0 && !rows->window.drained) {
        enum err err = window_fill(&rows->window);
        if (err != ERR_OK) {
            return err == ERR_MEMORY ? error_raise(error, &MSG_MEMORY) : system_raise(error, errno);
        }
    }
    return ERR_OK;
}

/* More bytes; false at the end. Before a row, without the LF that belongs to the CR of the line before. */
static enum err more(struct csv_rows *rows, bool *there, struct error *error)
{
    enum err err = fill(rows, error);
    if (err == ERR_OK && rows->state == ROW_DONE && rows->after_return && window_bytes(&rows->window).len > 0) {
        rows->after_return = false;
        window_use(&rows->window, window_bytes(&rows->window).ptr[0] == '\n');
        err = fill(rows, error);
    }
    *there = window_bytes(&rows->window).len > 0;
    return err;
}

enum err csv_rows_next(struct csv_rows *rows, struct error *error)
{
    bool there;
    enum err err = more(rows, &there, error);
    if (err != ERR_OK || !there) {
        return err != ERR_OK ? err : ERR_END;
    }
    rows->len = 0;
    rows->count = 0;
    err = begin_cell(rows, error);
    while (err == ERR_OK && there && rows->state != ROW_DONE) {
        err = take(rows, window_bytes(&rows->window), error);
        if (err == ERR_OK && rows->state != ROW_DONE) {
            err = more(rows, &there, error);
        }
    }
    if (err == ERR_OK && rows->state == IN_QUOTES) {
        return place_cell(rows, error_raise(error, &MSG_UNCLOSED), error);
    }
    rows->state = ROW_DONE;
    return err;
}

enum err csv_rows_begin(struct csv_rows *rows, struct source source, const struct allocator *allocator, char separator,
                        bool windows1252, struct error *error)
{
    window_release(&rows->window);
    window_init(&rows->window, source, allocator, (size_t)WINDOW_CHUNK);
    if (!rows->cells) {
        rows->cells = mem_new(allocator, CSV_COLUMNS, sizeof(rows->cells[0]));
    }
    if (!rows->cells) {
        return error_raise(error, &MSG_MEMORY);
    }
    rows->len = 0;
    enum err err = rows->text ? ERR_OK : make_room(rows, 1, error);
    if (err != ERR_OK) {
        return err;
    }
    memset(rows->kind, KIND_PLAIN, 0x80);
    memset(rows->kind + 0x80, KIND_HIGH, 0x80);
    rows->kind[0] = KIND_ZERO;
    rows->kind['"'] = KIND_QUOTE;
    rows->kind['\r'] = KIND_RETURN;
    rows->kind['\n'] = KIND_FEED;
    rows->kind[(unsigned char)separator] = KIND_SEPARATOR;
    rows->separator = separator;
    rows->windows1252 = windows1252;
    rows->line = 1;
    rows->column = 1;
    rows->after_return = false;
    rows->state = ROW_DONE;
    rows->count = 0;
    return ERR_OK;
}

void csv_rows_release(struct csv_rows *rows)
{
    const struct allocator *allocator = rows->window.allocator;
    if (allocator) {
        mem_free(allocator, rows->text);
        mem_free(allocator, rows->cells);
    }
    window_release(&rows->window);
    *rows = (struct csv_rows){.count = 0};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

struct span csv_rows_cell(const struct csv_rows *rows, unsigned column)
{
    if (column >= rows->count || rows->cells[column].len == 0) {
        return (struct span){"", 0};
    }
    struct span cell = wire_csv_unguarded(span_of(rows->text + rows->cells[column].start, rows->cells[column].len));
    while (cell.len > 0 && is_blank(cell.ptr[0])) {
        cell = span_skip(cell, 1);
    }
    while (cell.len > 0 && is_blank(cell.ptr[cell.len - 1])) {
        cell.len--;
    }
    return cell;
}

bool csv_rows_blank(const struct csv_rows *rows)
{
    for (unsigned i = 0; i < rows->count; i++) {
        if (csv_rows_cell(rows, i).len > 0) {
            return false;
        }
    }
    return true;
}
