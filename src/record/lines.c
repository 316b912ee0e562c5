/*
 * The lines of a record. A line is a move (`SEAT: MOVE`), totals (`= ...`),
 * or a keyword and its value (keywords.h). A record goes through three
 * phases, header, moves, result, and never back.
 */
#include "record/lines.h"

#include "base/points.h"
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

/* A take-back is read here, because it belongs to every game: `*: back N`, in French `retour N` or `annule N`. */
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
    return strchr("bra", text.ptr[0] | 0x20) != NULL &&
           game_takes_back(span_word(&rest)); /* most lines begin otherwise */
}

/* A move behind the result is told once, and is one all the same where the reader goes on. */
static enum err refuse_after(struct lines *at, struct span label)
{
    if (at->after) {
        return ERR_OK;
    }
    at->after = true;
    enum err err = lines_refuse(at, &RECORD_MSG_AFTER, label);
    at->error->args = 0;
    error_add(at->error, at->result);
    return err;
}

static enum err read_move(struct lines *at, struct span label, struct span text)
{
    text = span_trim(text);
    int seat = seat_from_label(label);
    if (seat < 0) {
        return lines_refuse(at, &RECORD_MSG_LABEL, label);
    }
    if (text.len == 0) {
        return lines_refuse(at, &RECORD_MSG_MOVE_EMPTY, label);
    }
    at->phase = at->phase == PHASE_RESULT ? PHASE_RESULT : PHASE_MOVES;
    struct record_move move = {text, at->line, (uint32_t)(text.ptr - at->line_start) + 1, 0, (uint8_t)seat};
    if (is_back(text)) {
        enum err err = read_back(at, &move);
        if (err != ERR_OK) {
            return err;
        }
    }
    enum err err = add_move(at, move);
    return err == ERR_OK && at->phase == PHASE_RESULT ? refuse_after(at, label) : err;
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
    lines_result(at, sign);
    struct span word = span_word(&rest);
    if (word.len == 0) {
        return lines_refuse(at, &RECORD_MSG_VALUE, sign);
    }
    for (; word.len > 0; word = span_word(&rest)) {
        int32_t points = 0;
        if (!points_parse(word, &points)) {
            at->record->totals_unread = true;
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
        *total = (struct record_total){lines_field(at, word), points};
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
    bool blank = behind == ' ' || behind == '\t' || behind == '\r';
    bool no_break_space = behind == '\xc2' || behind == '\xe2'; /* or another sign, then no version */
    return blank || no_break_space ? LINES_START_YES : LINES_START_NO;
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

/* ---- lines that cannot be read ---- */

/* Messages about a line that was meant as a move, wherever it stands. */
static bool is_lost_move(const struct lines *at)
{
    const struct message *message = at->error->message;
    return message == &RECORD_MSG_LABEL || message == &RECORD_MSG_MOVE_EMPTY || message == &RECORD_MSG_BACK ||
           message == &RECORD_MSG_BACK_SEAT || (message == &RECORD_MSG_KEYWORD && at->phase == PHASE_MOVES);
}

/* Messages about a line without which the header still says all that a game needs. */
static bool is_aside(const struct lines *at)
{
    const struct message *message = at->error->message;
    return message == &RECORD_MSG_DATE || message == &RECORD_MSG_DATE_ORDER || message == &RECORD_MSG_WEEKDAY ||
           message == &RECORD_MSG_YEAR || message == &RECORD_MSG_TIME || message == &RECORD_MSG_MIDNIGHT ||
           message == &RECORD_MSG_DURATION;
}

/* ERR_OK when the reader is to go on behind what was raised. */
static enum err complain(struct lines *at, enum err err)
{
    struct record_reader *reader = at->reader;
    if (err != ERR_SYNTAX || !reader->complain) {
        return err;
    }
    at->first = reader->complaints == 0 ? *at->error : at->first;
    if (reader->complaints++ < RECORD_COMPLAINTS) {
        reader->complain(reader->complain_context, at->error);
        at->told_line = at->error->line;
        at->told_column = at->error->column;
    }
    if (!at->record->moves_unread && is_lost_move(at)) {
        at->record->moves_unread = true;
        at->record->unread_from = at->record->moves_count;
    }
    bool seat = at->error->message == &RECORD_MSG_SEAT_MISSING;
    at->record->seats_missing = at->record->seats_missing || seat;
    at->record->header_unread = at->record->header_unread || (at->phase <= PHASE_HEADER && !seat && !is_aside(at));
    return at->phase == PHASE_START ? err : ERR_OK;
}

/* The end of a record of which lines could not be read: how many more there were, and what was wrong first. */
static enum err complained(struct lines *at)
{
    struct record_reader *reader = at->reader;
    if (reader->complaints > RECORD_COMPLAINTS) {
        (void)!error_raise_int(at->error, &RECORD_MSG_AND_MORE, reader->complaints - RECORD_COMPLAINTS);
        at->error->line = at->told_line;
        at->error->column = at->told_column;
        reader->complain(reader->complain_context, at->error);
    }
    *at->error = at->first;
    return ERR_SYNTAX; /* nothing else is gone on behind */
}

/* Every seat up to the highest has its line, and there is at least one; a line that could not be read may be that of any. */
static enum err check_seats(struct lines *at)
{
    struct record *record = at->record;
    unsigned seats = record->header_unread ? 0 : record->seats > 0 ? record->seats : 1;
    at->phase = PHASE_HEADER;
    for (unsigned i = 0; i < seats; i++) {
        if (record->seat[i].text.len == 0) {
            enum err err = error_raise_int(at->error, &RECORD_MSG_SEAT_MISSING, i + 1);
            at->error->line = record->line;
            at->error->column = 1;
            err = complain(at, err);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

/* Players move whose seats could not be read, or are missing: they are there all the same. */
static void seat_movers(struct record *record)
{
    bool unknown = record->header_unread || record->seats_missing;
    for (size_t i = 0; i < record->moves_count && unknown; i++) {
        unsigned seat = record->moves[i].seat;
        if (seat < GAME_PLAYERS && seat >= record->seats) {
            record->seats = (uint8_t)(seat + 1);
        }
    }
}

static enum err read_lines(struct lines *at, struct span text)
{
    while (text.len > 0) {
        struct span line = span_line(&text);
        struct span trimmed = span_trim(line);
        at->line_start = line.ptr;
        at->line_end = line.ptr + line.len;
        if (trimmed.len > 0 && trimmed.ptr[0] != '#') {
            enum err err = read_line(at, trimmed);
            bool another = err == ERR_SYNTAX && at->error->message == &RECORD_MSG_MORE;
            err = err == ERR_OK ? ERR_OK : complain(at, err);
            if (err != ERR_OK || another) { /* the lines of another record are not this one's */
                return err;
            }
        }
        at->line++;
    }
    return ERR_OK;
}

size_t lines_no_break(struct span text)
{
    if (text.len == 0 || (text.ptr[0] & 0x80) == 0) {
        return 0; /* nearly every byte of nearly every text */
    }
    return span_starts(text, "\xc2\xa0") ? 2 : span_starts(text, "\xe2\x80\xaf") ? 3 : 0;
}

/* Whether there is one that starts with this byte. */
static bool has_no_break(struct span text, int byte)
{
    const char *found;
    while (text.len > 0 && (found = memchr(text.ptr, byte, text.len))) {
        text = span_skip(text, (size_t)(found - text.ptr));
        if (lines_no_break(text) > 0) {
            return true;
        }
        text = span_skip(text, 1);
    }
    return false;
}

/*
 * French word processors put no-break spaces before a colon and into a date.
 * Lines are read from a copy that has as many blanks as such a space has bytes,
 * so that columns stay true; a text without any, which is nearly every one, is
 * read as it is.
 */
static enum err plain_blanks(struct lines *at, struct span *text)
{
    at->text = text->ptr;
    at->copy = text->ptr;
    if (!has_no_break(*text, 0xc2) && !has_no_break(*text, 0xe2)) {
        return ERR_OK;
    }
    char *copy = arena_copy(&at->reader->arena, *text);
    if (!copy) {
        return error_raise(at->error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < text->len; i++) {
        size_t bytes = lines_no_break(span_skip(*text, i));
        if (bytes > 0) {
            memset(copy + i, ' ', bytes);
            i += bytes - 1;
        }
    }
    at->copy = copy;
    *text = span_of(copy, text->len);
    return ERR_OK;
}

enum err lines_read(struct record_reader *reader, struct span text, uint32_t line, bool headless, struct record *record,
                    struct error *error)
{
    arena_clear(&reader->arena);
    *record = (struct record){.text = text, .text_line = line, .line = line};
    struct lines at = {.reader = reader, .record = record, .error = error, .line = line, .headless = headless};
    at.phase = headless ? PHASE_MOVES : PHASE_START;
    enum err err = plain_blanks(&at, &text);
    if (err == ERR_OK) {
        err = read_lines(&at, text);
    }
    record->moves = reader->moves;
    if (err != ERR_OK) {
        return err;
    }
    if (at.phase == PHASE_START) {
        return ERR_END;
    }
    err = headless ? ERR_OK : check_seats(&at);
    if (err != ERR_OK) {
        return err;
    }
    seat_movers(record);
    return reader->complaints > 0 ? complained(&at) : ERR_OK;
}
