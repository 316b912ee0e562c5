/*
 * The lines of a record. A line is a move (`SEAT: MOVE`), totals (`= ...`),
 * or a keyword and its value (keywords.h). A record goes through three
 * phases, header, moves, result, and never back.
 */
#include "record/lines.h"

#include "base/utf8.h"
#include "record/keywords.h"
#include "record/messages.h"

#include "base/banned.h"

/* ---- moves and totals ---- */

static enum err add_move(struct lines *at, struct record_move move)
{
    struct record_reader *reader = at->reader;
    size_t count = at->record->moves_count;
    if (count == reader->moves_room) {
        if (count == RECORD_LINES) {
            return lines_refuse_more(at, RECORD_LINES);
        }
        size_t room = count ? count * 2 : 256;
        struct record_move *larger = mem_resize(reader->allocator, reader->moves, room * sizeof(*larger));
        if (!larger) {
            return error_raise(at->error, &MSG_MEMORY);
        }
        reader->moves = larger;
        reader->moves_room = room;
    }
    reader->moves[count] = move;
    at->record->moves_count = count + 1;
    return ERR_OK;
}

/* A take-back is read here, because it belongs to every game: `*: back N`. */
static enum err read_back(struct lines *at, struct record_move *move)
{
    struct span rest = move->text;
    (void)span_word(&rest);
    struct span number = span_trim(rest);
    int64_t count;
    if (move->seat != SEAT_TABLE) {
        return lines_refuse(at, &RECORD_MSG_BACK_SEAT, move->text);
    }
    if (!span_int(number, 1, RECORD_LINES, &count)) {
        return lines_refuse(at, &RECORD_MSG_BACK, move->text);
    }
    move->back = (uint32_t)count;
    return ERR_OK;
}

static bool is_back(struct span text)
{
    struct span rest = text;
    return (text.ptr[0] == 'b' || text.ptr[0] == 'B') && utf8_same(span_word(&rest), SPAN_LITERAL("back"));
}

static enum err read_move(struct lines *at, struct span label, struct span text)
{
    text = span_trim(text);
    int seat = seat_from_label(label);
    if (seat < 0) {
        return lines_refuse(at, &RECORD_MSG_LABEL, label);
    }
    if (at->phase == PHASE_RESULT) {
        return lines_refuse(at, &RECORD_MSG_AFTER, label);
    }
    if (text.len == 0) {
        return lines_refuse(at, &RECORD_MSG_MOVE_EMPTY, label);
    }
    at->phase = PHASE_MOVES;
    struct record_move move = {text, at->line, (uint32_t)(text.ptr - at->line_start) + 1, 0, (uint8_t)seat};
    if (is_back(text)) {
        enum err err = read_back(at, &move);
        if (err != ERR_OK) {
            return err;
        }
    }
    return add_move(at, move);
}

static enum err read_totals(struct lines *at, struct span line)
{
    struct span sign = span_of(line.ptr, 1);
    struct span rest = span_skip(line, 1);
    if (at->headless) {
        return lines_refuse(at, &RECORD_MSG_MOVES_ONLY, sign);
    }
    if (at->record->totals_count > 0) {
        return lines_refuse(at, &RECORD_MSG_TWICE, sign);
    }
    at->phase = PHASE_RESULT;
    struct span word = span_word(&rest);
    if (word.len == 0) {
        return lines_refuse(at, &RECORD_MSG_VALUE, sign);
    }
    for (; word.len > 0; word = span_word(&rest)) {
        int64_t points;
        if (!span_int(word, -9999, 9999, &points)) {
            return lines_refuse(at, &RECORD_MSG_NUMBER, word);
        }
        enum err err;
        void *list = at->record->totals;
        struct record_total *total =
            lines_next(at, &list, &at->record->totals_count, RECORD_EXTRAS, sizeof(*total), &err);
        at->record->totals = list;
        if (!total) {
            return err;
        }
        *total = (struct record_total){lines_field(at, word), (int32_t)points};
    }
    return ERR_OK;
}

/* ---- lines ---- */

enum lines_start lines_start_record(struct span line, bool complete)
{
    static const char word[] = "dendro";
    enum { WORD = sizeof(word) - 1 };
    size_t at = 0;
    while (at < line.len && at < LINES_START_REACH && (line.ptr[at] == ' ' || line.ptr[at] == '\t')) {
        at++;
    }
    size_t n = 0;
    while (at < LINES_START_REACH && at + n < line.len && n < WORD && line.ptr[at + n] == word[n]) {
        n++;
    }
    if (at < LINES_START_REACH && at + n == line.len) {
        enum lines_start so_far = n == WORD ? LINES_START_YES : LINES_START_NO;
        return complete ? so_far : LINES_START_UNKNOWN;
    }
    if (n < WORD) {
        return LINES_START_NO;
    }
    char behind = line.ptr[at + WORD];
    return behind == ' ' || behind == '\t' || behind == '\r' ? LINES_START_YES : LINES_START_NO;
}

static enum err read_start(struct lines *at, struct span line)
{
    struct span rest = line;
    struct span word = span_word(&rest);
    struct span version = span_trim(rest);
    if (!span_is(word, "dendro")) {
        return lines_refuse(at, &RECORD_MSG_START, line);
    }
    at->phase = PHASE_HEADER;
    at->record->line = at->line;
    return span_is(version, "1") ? ERR_OK : lines_refuse(at, &RECORD_MSG_VERSION, version);
}

/*
 * A move has a colon in its first word or right behind it; but `note :-)` is
 * a note, `x-at 20:30` a header of its own kind, and `game: foret` a keyword
 * that is not spelled so.
 */
static enum err read_line(struct lines *at, struct span line)
{
    if (at->phase == PHASE_START) {
        return read_start(at, line);
    }
    if (line.len > 1 && line.ptr[1] == ':') {
        return read_move(at, span_of(line.ptr, 1), span_skip(line, 2));
    }
    if (line.ptr[0] == '=') {
        return read_totals(at, line);
    }
    struct span rest = line;
    struct span word = span_word(&rest);
    const char *colon = memchr(word.ptr, ':', word.len);
    struct span label = colon ? span_of(word.ptr, (size_t)(colon - word.ptr)) : word;
    if (keyword_known(label)) {
        return keyword_read(at, line);
    }
    if (colon) {
        return read_move(at, label, span_skip(line, label.len + 1));
    }
    rest = span_trim(rest);
    if (rest.len > 0 && rest.ptr[0] == ':') {
        return read_move(at, label, span_skip(rest, 1));
    }
    return keyword_read(at, line);
}

/* Every seat up to the highest has its line, and there is at least one. */
static enum err check_seats(struct lines *at)
{
    struct record *record = at->record;
    unsigned seats = record->seats > 0 ? record->seats : 1;
    for (unsigned i = 0; i < seats; i++) {
        if (record->seat[i].text.len == 0) {
            enum err err = error_raise_int(at->error, &RECORD_MSG_SEAT_MISSING, i + 1);
            at->error->line = record->line;
            at->error->column = 1;
            return err;
        }
    }
    return ERR_OK;
}

enum err lines_read(struct record_reader *reader, struct span text, uint32_t line, bool headless, struct record *record,
                    struct error *error)
{
    arena_clear(&reader->arena);
    *record = (struct record){.text = text, .text_line = line, .line = line};
    struct lines at = {.reader = reader, .record = record, .error = error, .line = line, .headless = headless};
    at.phase = headless ? PHASE_MOVES : PHASE_START;
    while (text.len > 0) {
        at.line_start = text.ptr;
        struct span trimmed = span_trim(span_line(&text));
        if (trimmed.len > 0 && trimmed.ptr[0] != '#') {
            enum err err = read_line(&at, trimmed);
            if (err != ERR_OK) {
                return err;
            }
        }
        at.line++;
    }
    record->moves = reader->moves;
    if (at.phase == PHASE_START) {
        return ERR_END;
    }
    return headless ? ERR_OK : check_seats(&at);
}
