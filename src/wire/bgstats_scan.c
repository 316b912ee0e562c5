/*
 * JSON walked through in a window. Line feeds stand only between values, for a text has none as it is: lines are counted
 * there.
 */
#include "wire/bgstats_scan.h"

#include "base/system.h"
#include "base/utf8.h"
#include "wire/foreign_messages.h"

#include <errno.h>

#include "base/banned.h"

enum { AT_END = -1 };

static const struct name A_VALUE = {"value", "a value", "une valeur"};
static const struct name A_NAME = {"name", "a name in quotes", "un nom entre guillemets"};
static const struct name A_COLON = {"colon", "a colon", "un deux-points"};
static const struct name A_COMMA_BRACE = {"comma-brace", "a comma or }", "une virgule ou }"};
static const struct name A_COMMA_BRACKET = {"comma-bracket", "a comma or ]", "une virgule ou ]"};
static const struct name A_DIGIT = {"digit", "a digit", "un chiffre"};
static const struct name AN_ESCAPE = {"escape", "an escape such as \\n or \\u00e9",
                                      "un échappement comme \\n ou \\u00e9"};

void json_scan_init(struct json_scan *scan, struct source source, const struct allocator *allocator,
                    struct scan_place place, unsigned depth)
{
    *scan = (struct json_scan){.place = place, .depth = depth};
    window_init(&scan->window, source, allocator, SCAN_ELEMENT);
}

void json_scan_release(struct json_scan *scan)
{
    window_release(&scan->window);
    *scan = (struct json_scan){.at = 0};
}

/* ---- bytes ---- */

static void drop(struct json_scan *scan)
{
    window_use(&scan->window, scan->at);
    scan->place.offset += scan->at;
    scan->at = 0;
}

/* There is a byte at `at`, after as many reads as that takes; false at the end, and when the source fails. */
static bool more(struct json_scan *scan)
{
    while (scan->failed == ERR_OK && scan->at >= window_bytes(&scan->window).len) {
        if (!scan->hold) {
            drop(scan);
        }
        enum err err = window_fill(&scan->window);
        if (err == ERR_LIMIT) {
            scan->hold = false;
            scan->overflow = true;
        } else if (err != ERR_OK) {
            scan->failed = err;
        } else if (scan->window.drained) {
            return false;
        }
    }
    return scan->failed == ERR_OK;
}

static inline int peek(struct json_scan *scan)
{
    const struct window *window = &scan->window;
    if (scan->at >= window->end - window->start && !more(scan)) {
        return AT_END;
    }
    return (unsigned char)window->buffer[window->start + scan->at];
}

static void skip_blanks(struct json_scan *scan)
{
    for (int c = peek(scan); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek(scan)) {
        scan->at++;
        if (c == '\n') {
            scan->place.line++;
            scan->place.line_at = scan->place.offset + scan->at;
        }
    }
}

/* ---- refusals ---- */

struct scan_place json_scan_place(const struct json_scan *scan)
{
    struct scan_place place = scan->place;
    place.offset += scan->at;
    return place;
}

static uint32_t fit(uint64_t n)
{
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

enum err json_scan_raise(const struct json_scan *scan, const struct message *message, struct error *error)
{
    struct scan_place place = json_scan_place(scan);
    if (scan->failed != ERR_OK) {
        return scan->failed == ERR_IO ? system_raise(error, errno) : error_raise(error, &MSG_MEMORY);
    }
    enum err err = error_raise(error, message);
    error->line = fit(place.line);
    error->column = fit(place.offset - place.line_at + 1);
    return err;
}

/* At a byte that does not belong there, or at the end. */
static enum err refuse(struct json_scan *scan, const struct name *expected, struct error *error)
{
    bool ends = peek(scan) == AT_END;
    enum err err = json_scan_raise(scan, ends ? &FOREIGN_MSG_ENDS : &FOREIGN_MSG_EXPECTED, error);
    if (!ends) {
        error_add_name(error, expected);
    }
    return err;
}

static enum err take(struct json_scan *scan, char c, const struct name *expected, struct error *error)
{
    if (peek(scan) != (unsigned char)c) {
        return refuse(scan, expected, error);
    }
    scan->at++;
    return ERR_OK;
}

/* ---- values without others inside ---- */

static bool is_hex(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static enum err scan_escape(struct json_scan *scan, struct error *error)
{
    scan->at++;
    int c = peek(scan);
    if (c == AT_END || c == '\0' || !strchr("\"\\/bfnrtu", c)) {
        return refuse(scan, &AN_ESCAPE, error);
    }
    scan->at++;
    for (int digits = c == 'u' ? 4 : 0; digits > 0; digits--) {
        if (!is_hex(peek(scan))) {
            return refuse(scan, &AN_ESCAPE, error);
        }
        scan->at++;
    }
    return ERR_OK;
}

/* A character of more than one byte; the place of a refusal is that of its first byte. */
static enum err scan_wide(struct json_scan *scan, int lead, struct error *error)
{
    struct scan_place start = json_scan_place(scan);
    char bytes[4];
    size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    size_t len = 0;
    for (int c = lead; len < size && c != AT_END && (len == 0 || (c & 0xc0) == 0x80); c = peek(scan)) {
        bytes[len++] = (char)c;
        scan->at++;
    }
    if (len == size && utf8_valid(span_of(bytes, len)) == len) {
        return ERR_OK;
    }
    bool ends = len < size && peek(scan) == AT_END;
    enum err err = json_scan_raise(scan, ends ? &FOREIGN_MSG_ENDS : &FOREIGN_MSG_ENCODING, error);
    error->line = fit(start.line);
    error->column = fit(start.offset - start.line_at + 1);
    return err;
}

static enum err scan_text(struct json_scan *scan, struct error *error)
{
    enum err err = take(scan, '"', &A_NAME, error);
    while (err == ERR_OK) {
        int c = peek(scan);
        if (c == '"') {
            scan->at++;
            return ERR_OK;
        }
        if (c == '\\') {
            err = scan_escape(scan, error);
        } else if (c >= 0x80) {
            err = scan_wide(scan, c, error);
        } else if (c < ' ') {
            err = json_scan_raise(scan, c == AT_END ? &FOREIGN_MSG_ENDS : &FOREIGN_MSG_RAW, error);
        } else {
            scan->at++;
        }
    }
    return err;
}

static enum err scan_digits(struct json_scan *scan, struct error *error)
{
    if (!is_digit(peek(scan))) {
        return refuse(scan, &A_DIGIT, error);
    }
    while (is_digit(peek(scan))) {
        scan->at++;
    }
    return ERR_OK;
}

static enum err scan_number(struct json_scan *scan, struct error *error)
{
    enum err err = ERR_OK;
    scan->at += peek(scan) == '-' ? 1 : 0;
    if (peek(scan) == '0') {
        scan->at++;
    } else {
        err = scan_digits(scan, error);
    }
    if (err == ERR_OK && peek(scan) == '.') {
        scan->at++;
        err = scan_digits(scan, error);
    }
    if (err == ERR_OK && (peek(scan) == 'e' || peek(scan) == 'E')) {
        scan->at++;
        int sign = peek(scan);
        scan->at += sign == '+' || sign == '-' ? 1 : 0;
        err = scan_digits(scan, error);
    }
    return err;
}

static enum err scan_plain(struct json_scan *scan, struct error *error)
{
    static const char *const words[] = {"true", "false", "null"};
    int c = peek(scan);
    if (c == '"') {
        return scan_text(scan, error);
    }
    if (c == '-' || is_digit(c)) {
        return scan_number(scan, error);
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (c == words[i][0]) {
            enum err err = ERR_OK;
            for (const char *letter = words[i]; *letter && err == ERR_OK; letter++) {
                err = take(scan, *letter, &A_VALUE, error);
            }
            return err;
        }
    }
    return refuse(scan, &A_VALUE, error);
}

/* ---- values with others inside ---- */

/* The containers that are open: bit i is set when the one at level i is an object. */
struct levels {
    uint64_t objects;
    unsigned depth;
};

static enum err scan_name(struct json_scan *scan, struct error *error)
{
    skip_blanks(scan);
    enum err err = scan_text(scan, error);
    if (err != ERR_OK) {
        return err;
    }
    skip_blanks(scan);
    return take(scan, ':', &A_COLON, error);
}

/* At a bracket that opens; `*within` when a value of it comes next. */
static enum err scan_open(struct json_scan *scan, struct levels *levels, bool *within, struct error *error)
{
    bool object = peek(scan) == '{';
    if (levels->depth >= SCAN_DEPTH) {
        enum err err = json_scan_raise(scan, &FOREIGN_MSG_DEPTH, error);
        error_add_int(error, SCAN_DEPTH);
        return err;
    }
    scan->at++;
    skip_blanks(scan);
    *within = peek(scan) != (object ? '}' : ']');
    if (!*within) {
        scan->at++;
        return ERR_OK;
    }
    levels->objects = (levels->objects & ~(UINT64_C(1) << levels->depth)) | ((uint64_t)object << levels->depth);
    levels->depth++;
    return object ? scan_name(scan, error) : ERR_OK;
}

/* Behind a value that is inside another; `*within` when a further one comes next. */
static enum err scan_behind(struct json_scan *scan, struct levels *levels, bool *within, struct error *error)
{
    bool object = (levels->objects >> (levels->depth - 1) & 1) != 0;
    skip_blanks(scan);
    int c = peek(scan);
    if (c == (object ? '}' : ']')) {
        scan->at++;
        levels->depth--;
        *within = false;
        return ERR_OK;
    }
    *within = true;
    enum err err = take(scan, ',', object ? &A_COMMA_BRACE : &A_COMMA_BRACKET, error);
    return err == ERR_OK && object ? scan_name(scan, error) : err;
}

enum err json_scan_pass(struct json_scan *scan, struct error *error)
{
    struct levels levels = {.depth = scan->depth};
    bool within = true; /* a value comes next */
    while (within || levels.depth > scan->depth) {
        enum err err;
        if (!within) {
            err = scan_behind(scan, &levels, &within, error);
        } else {
            skip_blanks(scan);
            int c = peek(scan);
            within = false;
            err = c == '{' || c == '[' ? scan_open(scan, &levels, &within, error) : scan_plain(scan, error);
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- what the caller walks through itself ---- */

static void hold(struct json_scan *scan, struct scan_element *element)
{
    struct scan_place place = json_scan_place(scan);
    drop(scan);
    scan->hold = true;
    scan->overflow = false;
    *element = (struct scan_element){.line = fit(place.line), .column = fit(place.offset - place.line_at + 1)};
}

static void let_go(struct json_scan *scan, struct scan_element *element)
{
    element->overflow = scan->overflow;
    element->text = scan->overflow ? (struct span){"", 0} : span_of(window_bytes(&scan->window).ptr, scan->at);
    scan->hold = false;
}

enum err json_scan_begin(struct json_scan *scan, struct error *error)
{
    static const char mark[] = "\357\273\277";
    struct scan_element first;
    hold(scan, &first);
    for (size_t i = 0; mark[i] != '\0' && peek(scan) == (unsigned char)mark[i]; i++) {
        scan->at++;
    }
    let_go(scan, &first);
    if (scan->at != 0 && scan->at != sizeof(mark) - 1) {
        return json_scan_raise(scan, &FOREIGN_MSG_ENCODING, error);
    }
    scan->place.line_at = scan->place.offset + scan->at;
    return scan->failed == ERR_OK ? ERR_OK : json_scan_raise(scan, &FOREIGN_MSG_ENDS, error);
}

enum err json_scan_enter(struct json_scan *scan, char open, const char *path, const struct name *what,
                         struct error *error)
{
    skip_blanks(scan);
    int c = peek(scan);
    if (path && c != AT_END && c != (unsigned char)open) {
        enum err err = json_scan_raise(scan, &FOREIGN_MSG_TYPE, error);
        error_add(error, span_from(path));
        error_add_name(error, what);
        return err;
    }
    enum err err = take(scan, open, what, error);
    scan->depth += err == ERR_OK ? 1 : 0;
    return err;
}

/* Between two values of a container: ERR_OK when another one comes, ERR_END behind the last. */
static enum err step(struct json_scan *scan, char close, const struct name *expected, bool *first, struct error *error)
{
    bool begins = *first;
    *first = false;
    skip_blanks(scan);
    if (peek(scan) == (unsigned char)close) {
        scan->at++;
        scan->depth--;
        return ERR_END;
    }
    enum err err = begins ? ERR_OK : take(scan, ',', expected, error);
    skip_blanks(scan);
    return err;
}

enum err json_scan_key(struct json_scan *scan, bool *first, struct scan_element *key, struct error *error)
{
    enum err err = step(scan, '}', &A_COMMA_BRACE, first, error);
    if (err != ERR_OK) {
        return err;
    }
    hold(scan, key);
    err = scan_name(scan, error);
    let_go(scan, key);
    if (err == ERR_OK && !key->overflow) {
        struct span rest = span_skip(key->text, 1); /* behind the closing quote there are blanks and the colon */
        size_t len = rest.len - 1;
        while (rest.ptr[len] != '"') {
            len--;
        }
        key->text = span_of(rest.ptr, len);
    }
    return err;
}

enum err json_scan_item(struct json_scan *scan, bool *first, struct scan_element *item, struct error *error)
{
    enum err err = step(scan, ']', &A_COMMA_BRACKET, first, error);
    if (err != ERR_OK) {
        return err;
    }
    hold(scan, item);
    err = json_scan_pass(scan, error);
    let_go(scan, item);
    return err;
}

enum err json_scan_end(struct json_scan *scan, struct error *error)
{
    skip_blanks(scan);
    if (peek(scan) != AT_END || scan->failed != ERR_OK) {
        return json_scan_raise(scan, &FOREIGN_MSG_BEHIND, error);
    }
    return ERR_OK;
}
