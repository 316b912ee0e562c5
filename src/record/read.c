/*
 * The reader: cuts a stream into segments, each from one `dendro` line to
 * just before the next, and reads a segment's lines. What stands before the
 * first `dendro` line is a segment too, and may hold only comments.
 *
 * Sources cut the stream where they like, so nothing here may depend on how
 * much of it has arrived: a decision is taken when the bytes seen settle it.
 */
#include "record/lines.h"
#include "record/messages.h"
#include "record/record.h"

#include "base/system.h"
#include "base/utf8.h"

#include <errno.h>

#include "base/banned.h"

enum { WINDOW_LIMIT = RECORD_BYTES + 2 * WINDOW_CHUNK, ARENA_LIMIT = RECORD_BYTES + (1 << 20) };
_Static_assert(LINES_START_REACH + 8 < 2 * WINDOW_CHUNK, "what is waited for fits into the window");

void record_reader_init(struct record_reader *reader, struct source source, const struct allocator *allocator)
{
    *reader = (struct record_reader){.allocator = allocator, .line = 1};
    window_init(&reader->window, source, allocator, WINDOW_LIMIT);
    arena_init(&reader->arena, allocator, ARENA_LIMIT);
}

void record_reader_release(struct record_reader *reader)
{
    if (reader->allocator) {
        window_release(&reader->window);
        mem_free(reader->allocator, reader->moves);
        arena_release(&reader->arena);
    }
    *reader = (struct record_reader){.allocator = NULL};
}

/* Column in characters of a byte offset into a line that may not be UTF-8. */
static uint32_t column_of(const char *line, size_t bytes)
{
    return (uint32_t)utf8_count(span_of(line, bytes)) + 1;
}

uint32_t record_column_at(const char *line, const char *end, uint32_t column)
{
    size_t bytes = column > 0 ? column - 1 : 0;
    size_t most = (size_t)(end - line);
    return column_of(line, bytes < most ? bytes : most);
}

uint32_t record_column(const struct record *record, uint32_t line, uint32_t column)
{
    struct span text = record->text;
    for (uint32_t at = record->text_line; at < line && text.len > 0; at++) {
        (void)span_cut(&text, '\n');
    }
    return record_column_at(text.ptr, text.ptr + text.len, column);
}

enum err record_raise(struct error *error, const struct message *message, const struct record *record,
                      struct field field)
{
    enum err err = error_raise_span(error, message, field.text);
    error->line = field.line;
    error->column = record_column(record, field.line, field.column);
    return err;
}

/* Reads more bytes. The window is larger than any segment that is waited for, so it is never full. */
static enum err refill(struct record_reader *reader, struct error *error)
{
    struct window *window = &reader->window;
    enum err err = window_fill(window);
    if (err != ERR_IO) {
        return err == ERR_MEMORY ? error_raise(error, &MSG_MEMORY) : err;
    }
    window->drained = true;
    window->start = window->end; /* half a record may look like a complete one */
    reader->begun = true;
    reader->discard = false;
    err = error_raise(error, &RECORD_MSG_READ);
    system_add(error, errno);
    return err;
}

static const char MARK[] = "\xef\xbb\xbf";
enum { MARK_SIZE = sizeof(MARK) - 1 };

/* Passes over a byte order mark, once, when enough bytes are there to tell. */
static enum err skip_mark(struct record_reader *reader, struct error *error)
{
    while (!reader->begun) {
        struct span text = window_bytes(&reader->window);
        size_t n = text.len < MARK_SIZE ? text.len : MARK_SIZE;
        bool may_be = memcmp(text.ptr, MARK, n) == 0;
        if (may_be && n < MARK_SIZE && !reader->window.drained) {
            enum err err = refill(reader, error);
            if (err != ERR_OK) {
                return err;
            }
            continue;
        }
        window_use(&reader->window, may_be && n == MARK_SIZE ? MARK_SIZE : 0);
        reader->begun = true;
    }
    return ERR_OK;
}

/*
 * Length of the window's first segment, or 0 when its end is not in the window.
 * `*scanned` is where to go on looking: the start of a line that is not
 * complete, or not known to be the start of a record.
 */
static size_t segment_length(const struct window *window, size_t *scanned)
{
    struct span text = window_bytes(window);
    while (*scanned < text.len) {
        struct span rest = span_skip(text, *scanned);
        const char *start = rest.ptr;
        struct span line = span_cut(&rest, '\n');
        bool may_start = *start == 'd' || *start == ' ' || *start == '\t';
        bool complete = rest.ptr || window->drained;
        if (*scanned > 0 && may_start && lines_start_record(line, complete) == LINES_START_YES) {
            return *scanned;
        }
        if (!complete) {
            return 0;
        }
        *scanned += line.len + (rest.ptr ? 1 : 0);
    }
    return window->drained ? text.len : 0;
}

/*
 * Passes over the rest of an overlong segment in constant memory; leaves the
 * window at a `dendro` line or at the end. It has its full size by now, so a
 * refill does not allocate.
 */
static enum err discard_segment(struct record_reader *reader, struct error *error)
{
    struct window *window = &reader->window;
    bool line_begins = false; /* the segment's own `dendro` line does not count */
    for (;;) {
        struct span rest = window_bytes(window);
        size_t all = rest.len;
        struct span line = span_cut(&rest, '\n');
        bool ends = rest.ptr != NULL;
        enum lines_start starts = LINES_START_NO;
        if (line_begins) {
            starts = lines_start_record(line, ends || window->drained);
        }
        if (starts == LINES_START_YES) {
            break;
        }
        if (starts == LINES_START_NO && ends) {
            window_use(window, line.len + 1);
            reader->line++;
            line_begins = true;
            continue;
        }
        if (window->drained) {
            window_use(window, all);
            break;
        }
        if (starts == LINES_START_NO) {
            window_use(window, all); /* a line whose rest does not matter */
            line_begins = false;
        }
        enum err err = refill(reader, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    reader->discard = false;
    return ERR_OK;
}

/* Makes the next segment available in the window. ERR_END when nothing is left. */
static enum err next_segment(struct record_reader *reader, struct span *segment, struct error *error)
{
    /* With this much and no end in sight, even a `dendro` line that is not yet known as one would come too late. */
    enum { HOPELESS = RECORD_BYTES + LINES_START_REACH + 8 };
    size_t scanned = 0;
    for (;;) {
        size_t length = segment_length(&reader->window, &scanned);
        struct span text = window_bytes(&reader->window);
        if (length > RECORD_BYTES || (length == 0 && text.len > HOPELESS)) {
            reader->discard = true;
            reader->found = true;
            enum err err = error_raise_int(error, &RECORD_MSG_TOO_LONG, RECORD_BYTES);
            error->line = reader->line;
            error->column = 1;
            return err;
        }
        if (length > 0) {
            *segment = span_of(text.ptr, length);
            return ERR_OK;
        }
        if (reader->window.drained) {
            return ERR_END;
        }
        enum err err = refill(reader, error);
        if (err != ERR_OK) {
            return err;
        }
    }
}

static uint32_t count_lines(struct span text)
{
    uint32_t lines = 0;
    struct span line;
    while (span_cut_at(&text, '\n', &line)) {
        lines++;
    }
    return lines;
}

/* Refuses bytes that are not text, naming the first. */
static enum err check_text(struct span text, uint32_t line, struct error *error)
{
    if (text.len == 0) {
        return ERR_OK;
    }
    size_t good = utf8_valid(text);
    const char *nul = memchr(text.ptr, '\0', good);
    size_t at = nul ? (size_t)(nul - text.ptr) : good;
    if (at == text.len) {
        return ERR_OK;
    }
    size_t line_start = at;
    while (line_start > 0 && text.ptr[line_start - 1] != '\n') {
        line_start--;
    }
    enum err err = error_raise(error, nul ? &RECORD_MSG_NUL : &RECORD_MSG_ENCODING);
    error->line = line + count_lines(span_of(text.ptr, line_start));
    error->column = column_of(text.ptr + line_start, at - line_start);
    return err;
}

static enum err read_text(struct record_reader *reader, struct span text, uint32_t line, struct record *record,
                          struct error *error)
{
    enum err err = check_text(text, line, error);
    if (err != ERR_OK) {
        return err;
    }
    return lines_read(reader, text, line, false, record, error);
}

/* The next segment as a record. It is consumed unless memory fails. */
static enum err read_segment(struct record_reader *reader, struct record *record, struct error *error)
{
    struct span segment = {NULL, 0};
    reader->complaints = 0;
    enum err err = skip_mark(reader, error);
    if (err != ERR_OK) {
        return err;
    }
    if (reader->discard) {
        err = discard_segment(reader, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    err = next_segment(reader, &segment, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_text(reader, segment, reader->line, record, error);
    if (err != ERR_MEMORY) {
        window_use(&reader->window, segment.len);
        reader->line += count_lines(segment);
    }
    return err;
}

static enum err raise_empty(struct error *error)
{
    enum err err = error_raise(error, &RECORD_MSG_EMPTY);
    error->line = 1;
    error->column = 1;
    return err;
}

enum err record_reader_next(struct record_reader *reader, struct record *record, struct error *error)
{
    for (;;) {
        enum err err = read_segment(reader, record, error);
        bool at_end = reader->window.drained && window_bytes(&reader->window).len == 0;
        if (err == ERR_END && !at_end) {
            continue; /* only comments before the first record */
        }
        if (err == ERR_END && !reader->found) {
            reader->found = true;
            return raise_empty(error);
        }
        reader->found = reader->found || err != ERR_MEMORY;
        return err;
    }
}

/* Makes a reader, zeroed or used before, ready for a text in memory. */
static void reuse(struct record_reader *reader, const struct allocator *allocator)
{
    record_complaint_fn *complain = reader->complain;
    void *context = reader->complain_context;
    if (!reader->allocator) {
        record_reader_init(reader, (struct source){NULL, NULL}, allocator);
    }
    reader->complain = complain;
    reader->complain_context = context;
    reader->complaints = 0;
}

/* What both functions below do first: `*text` without its mark, if it is text and not too long. */
static enum err begin_text(struct record_reader *reader, struct span *text, const struct allocator *allocator,
                           struct error *error)
{
    reuse(reader, allocator);
    if (text->len > RECORD_BYTES) {
        enum err err = error_raise_int(error, &RECORD_MSG_TOO_LONG, RECORD_BYTES);
        error->line = 1;
        error->column = 1;
        return err;
    }
    *text = span_skip(*text, span_starts(*text, MARK) ? MARK_SIZE : 0);
    return check_text(*text, 1, error);
}

enum err record_read_one(struct record_reader *reader, struct span text, const struct allocator *allocator,
                         struct record *record, struct error *error)
{
    enum err err = begin_text(reader, &text, allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    err = lines_read(reader, text, 1, false, record, error);
    return err == ERR_END ? raise_empty(error) : err;
}

enum err record_read_moves(struct record_reader *reader, struct span text, const struct allocator *allocator,
                           struct record *record, struct error *error)
{
    enum err err = begin_text(reader, &text, allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    return lines_read(reader, text, 1, true, record, error);
}
