/* The strict reader of heads and chunks. */
#include "http/frame.h"

#include "base/hex.h"
#include "http/messages.h"

#include "base/banned.h"

enum { CHUNK_DIGITS = 15, CHUNK_EXTRA = 1024 };

/* ---- characters ---- */

static bool is_token_char(unsigned char c)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != 0 && memchr(marks, c, sizeof(marks) - 1));
}

static bool is_token(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_token_char((unsigned char)text.ptr[i])) {
            return false;
        }
    }
    return text.len > 0;
}

/* What may stand in a value: visible characters, blanks, and bytes of other alphabets. */
static bool is_value_char(unsigned char c)
{
    return c == '\t' || (c >= 0x20 && c != 0x7f);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether `text` is `word`, which is in small letters. */
static bool is_word(struct span text, const char *word)
{
    for (size_t i = 0; i < text.len; i++) {
        if (lower(text.ptr[i]) != word[i]) { /* the end of `word` is no character of a text either */
            return false;
        }
    }
    return word[text.len] == '\0';
}

static bool same_name(struct span text, const char *name)
{
    size_t i = 0;
    while (i < text.len && name[i] != '\0' && lower(text.ptr[i]) == lower(name[i])) {
        i++;
    }
    return i == text.len && name[i] == '\0';
}

struct span frame_find(const struct frame_field *field, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (same_name(field[i].name, name)) {
            return field[i].value;
        }
    }
    return (struct span){NULL, 0};
}

size_t frame_count(const struct frame_field *field, size_t count, const char *name)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        found += same_name(field[i].name, name);
    }
    return found;
}

/* ---- lines ---- */

/*
 * Cuts the next line off `*rest`. ERR_END when its end has not come; a bare
 * line feed, carriage return or NUL is refused wherever it stands.
 */
static enum err next_line(struct span *rest, struct span *line, struct error *error)
{
    for (size_t i = 0; i < rest->len; i++) {
        char c = rest->ptr[i];
        if (c == '\r') {
            if (i + 1 == rest->len) {
                return ERR_END;
            }
            if (rest->ptr[i + 1] != '\n') {
                return error_raise(error, &HTTP_MSG_LINE);
            }
            *line = span_of(rest->ptr, i);
            *rest = span_skip(*rest, i + 2);
            return ERR_OK;
        }
        if (c == '\n' || c == '\0') {
            return error_raise(error, &HTTP_MSG_LINE);
        }
    }
    return ERR_END;
}

/* ---- the first line ---- */

static enum err read_version(struct span version, struct frame *frame, struct error *error)
{
    frame->old = span_is(version, "HTTP/1.0");
    if (frame->old || span_is(version, "HTTP/1.1")) {
        return ERR_OK;
    }
    return span_starts(version, "HTTP/") && version.len == 8 ? error_raise(error, &HTTP_MSG_VERSION)
                                                             : error_raise(error, &HTTP_MSG_REQUEST_LINE);
}

/* `METHOD SP target SP HTTP/1.1`, with one space between them. */
static enum err read_request_line(struct span line, const struct frame_limits *limits, struct frame *frame,
                                  struct error *error)
{
    struct span method;
    struct span target;
    if (!span_cut_at(&line, ' ', &method) || !span_cut_at(&line, ' ', &target)) {
        return error_raise(error, &HTTP_MSG_REQUEST_LINE);
    }
    frame->method = method;
    frame->target = target;
    if (frame->target.len > limits->target) {
        return error_raise_int(error, &HTTP_MSG_URL_SIZE, (int64_t)limits->target);
    }
    for (size_t i = 0; i < frame->target.len; i++) {
        unsigned char c = (unsigned char)frame->target.ptr[i];
        if (c <= 0x20 || c == 0x7f) {
            return error_raise(error, &HTTP_MSG_REQUEST_LINE);
        }
    }
    if (!is_token(frame->method) || frame->target.len == 0) {
        return error_raise(error, &HTTP_MSG_REQUEST_LINE);
    }
    return read_version(line, frame, error);
}

/* ---- the other lines ---- */

static enum err read_field(struct span line, struct frame_field *field, struct error *error)
{
    if (!span_cut_at(&line, ':', &field->name) ||
        !is_token(field->name)) { /* none, a blank before the colon, or a folded line */
        return error_raise(error, &HTTP_MSG_FIELD);
    }
    field->value = span_trim(line);
    for (size_t i = 0; i < field->value.len; i++) {
        if (!is_value_char((unsigned char)field->value.ptr[i])) {
            return error_raise(error, &HTTP_MSG_FIELD);
        }
    }
    return ERR_OK;
}

/* ---- what they say of the message ---- */

static enum err read_length(struct span text, struct frame *frame, struct error *error)
{
    uint64_t length = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned)(unsigned char)text.ptr[i] - '0';
        if (digit > 9) {
            return error_raise(error, &HTTP_MSG_FRAME);
        }
        length = length > (UINT64_MAX - digit) / 10 ? UINT64_MAX : length * 10 + digit;
    }
    frame->body = FRAME_LENGTH;
    frame->length = length;
    return text.len > 0 ? ERR_OK : error_raise(error, &HTTP_MSG_FRAME);
}

/* True when one of the words of a list with commas is `word`. */
static bool list_has(struct span list, const char *word)
{
    while (list.len > 0) {
        if (is_word(span_trim(span_cut(&list, ',')), word)) {
            return true;
        }
    }
    return false;
}

/* Every field `Connection` counts: a close is a close wherever it stands. */
static bool connection_says(const struct frame *frame, const char *word)
{
    for (size_t i = 0; i < frame->fields; i++) {
        if (is_word(frame->field[i].name, "connection") && list_has(frame->field[i].value, word)) {
            return true;
        }
    }
    return false;
}

static enum err read_message(struct frame *frame, struct error *error)
{
    size_t hosts = frame_count(frame->field, frame->fields, "host");
    size_t lengths = frame_count(frame->field, frame->fields, "content-length");
    size_t codings = frame_count(frame->field, frame->fields, "transfer-encoding");
    bool hosted = hosts == 1 || (frame->old && hosts == 0);
    if (!hosted || lengths + codings > 1 || (codings > 0 && frame->old)) {
        return error_raise(error, &HTTP_MSG_FRAME);
    }
    if (codings > 0) {
        frame->body = FRAME_CHUNKED;
        if (!is_word(frame_find(frame->field, frame->fields, "transfer-encoding"), "chunked")) {
            return error_raise(error, &HTTP_MSG_FRAME);
        }
    }
    frame->keep = frame->old ? connection_says(frame, "keep-alive") && !connection_says(frame, "close")
                             : !connection_says(frame, "close");
    frame->expects = !frame->old && is_word(frame_find(frame->field, frame->fields, "expect"), "100-continue");
    return lengths > 0 ? read_length(frame_find(frame->field, frame->fields, "content-length"), frame, error) : ERR_OK;
}

static enum err read_fields(struct span rest, struct span *after, const struct frame_limits *limits,
                            struct frame *frame, struct error *error)
{
    const char *begin = rest.ptr;
    struct span line;
    for (;;) {
        enum err err = next_line(&rest, &line, error);
        size_t size = (size_t)((err == ERR_END ? rest.ptr + rest.len : rest.ptr) - begin);
        if (size > limits->fields + 2 || frame->fields == FRAME_FIELDS) {
            return error_raise_int(error, &HTTP_MSG_HEADER_SIZE, (int64_t)limits->fields);
        }
        if (err != ERR_OK) {
            return err;
        }
        if (line.len == 0) {
            *after = rest;
            return ERR_OK;
        }
        err = read_field(line, &frame->field[frame->fields], error);
        if (err != ERR_OK) {
            return err;
        }
        frame->fields++;
    }
}

/*
 * True when the end of the head may have come since the last look: what comes
 * byte by byte is not read from its beginning each time. Lines that are wrong
 * in themselves are seen at the next line feed.
 */
static bool has_news(struct span bytes, size_t *seen)
{
    const char *feed = bytes.len > *seen ? memchr(bytes.ptr + *seen, '\n', bytes.len - *seen) : NULL;
    *seen = bytes.len;
    return feed != NULL;
}

enum err frame_head(struct span bytes, const struct frame_limits *limits, struct frame *frame, size_t *seen,
                    size_t *used, struct error *error)
{
    struct span rest = bytes;
    struct span line = {NULL, 0};
    size_t most = limits->target + limits->fields + FRAME_LINE_EXTRA;
    if (!has_news(bytes, seen) && bytes.len <= most) {
        return ERR_END;
    }
    frame->method = frame->target = (struct span){NULL, 0};
    frame->fields = 0;
    frame->body = FRAME_NONE;
    frame->length = 0;
    frame->keep = frame->expects = frame->old = false;
    if (span_starts(rest, "\r\n")) { /* one empty line in front is what old clients left behind a body */
        rest = span_skip(rest, 2);
    }
    enum err err = next_line(&rest, &line, error);
    if (err == ERR_END && bytes.len > limits->target + FRAME_LINE_EXTRA) {
        return error_raise_int(error, &HTTP_MSG_URL_SIZE, (int64_t)limits->target);
    }
    if (err != ERR_OK) {
        return err;
    }
    err = read_request_line(line, limits, frame, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_fields(rest, &rest, limits, frame, error);
    if (err == ERR_END && bytes.len > most) {
        return error_raise_int(error, &HTTP_MSG_HEADER_SIZE, (int64_t)limits->fields);
    }
    if (err != ERR_OK) {
        return err;
    }
    *used = bytes.len - rest.len;
    return read_message(frame, error);
}

/* ---- chunks ---- */

/* The digits of a size, and what ends them. */
static bool take_size(struct chunks *chunks, char c)
{
    int digit = hex_digit(c);
    if (digit >= 0) {
        chunks->left = chunks->left * 16 + (unsigned)digit;
        return ++chunks->digits <= CHUNK_DIGITS;
    }
    chunks->state = c == '\r' ? CHUNK_SIZE_END : CHUNK_EXTENSION;
    return chunks->digits > 0 && (c == '\r' || c == ';');
}

/* A size line has ended. */
static bool begin_chunk(struct chunks *chunks, char c)
{
    chunks->state = chunks->left > 0 ? CHUNK_DATA : CHUNK_TRAILER;
    chunks->digits = 0;
    return c == '\n';
}

/* What is said beside the data is passed over, but not without end. */
static bool pass_over(struct chunks *chunks, char c, enum chunk_state end)
{
    if (c == '\r') {
        chunks->state = end;
        return true;
    }
    return is_value_char((unsigned char)c) && ++chunks->extra <= CHUNK_EXTRA;
}

static bool begin_trailer(struct chunks *chunks, char c)
{
    chunks->state = c == '\r' ? CHUNK_LAST_END : CHUNK_TRAILER_LINE;
    return c == '\r' || is_token_char((unsigned char)c);
}

static bool expect(struct chunks *chunks, char c, char wanted, enum chunk_state next)
{
    chunks->state = next;
    return c == wanted;
}

static bool take_one(struct chunks *chunks, char c)
{
    switch (chunks->state) {
    case CHUNK_SIZE:
        return take_size(chunks, c);
    case CHUNK_EXTENSION:
        return pass_over(chunks, c, CHUNK_SIZE_END);
    case CHUNK_SIZE_END:
        return begin_chunk(chunks, c);
    case CHUNK_DATA_CR:
        return expect(chunks, c, '\r', CHUNK_DATA_END);
    case CHUNK_DATA_END:
        return expect(chunks, c, '\n', CHUNK_SIZE);
    case CHUNK_TRAILER:
        return begin_trailer(chunks, c);
    case CHUNK_TRAILER_LINE:
        return pass_over(chunks, c, CHUNK_TRAILER_END);
    case CHUNK_TRAILER_END:
        return expect(chunks, c, '\n', CHUNK_TRAILER);
    case CHUNK_LAST_END:
        return expect(chunks, c, '\n', CHUNK_DONE);
    case CHUNK_DATA:
    case CHUNK_DONE:
        break;
    }
    return false;
}

enum err chunks_take(struct chunks *chunks, struct span *bytes, struct span *data, struct error *error)
{
    *data = (struct span){NULL, 0};
    while (bytes->len > 0 && chunks->state != CHUNK_DONE) {
        if (chunks->state == CHUNK_DATA) {
            size_t now = bytes->len < chunks->left ? bytes->len : (size_t)chunks->left;
            *data = span_of(bytes->ptr, now);
            *bytes = span_skip(*bytes, now);
            chunks->left -= now;
            chunks->state = chunks->left > 0 ? CHUNK_DATA : CHUNK_DATA_CR;
            return ERR_OK;
        }
        if (!take_one(chunks, bytes->ptr[0])) {
            return error_raise(error, &HTTP_MSG_CHUNK);
        }
        *bytes = span_skip(*bytes, 1);
    }
    return ERR_OK;
}
