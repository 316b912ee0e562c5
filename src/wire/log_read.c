/* An exported log, read line by line: bounded, and strict about what an entry is. */
#include "wire/log.h"

#include "base/utf8.h"
#include "wire/json_why.h"

#include <jansson.h>

#include "base/banned.h"

static const struct message MSG_JSON = {ERR_SYNTAX, "log.json", "not an entry in JSON: %1",
                                        "pas une entrée en JSON : %2"};
static const struct message MSG_KEY = {ERR_SYNTAX, "log.key-missing", "'%1' is missing, or not what it should be",
                                       "« %1 » manque, ou n'est pas ce qu'il faut"};
static const struct message MSG_SURPLUS = {ERR_SYNTAX, "log.key-surplus", "an entry has 7 keys and no other",
                                           "une entrée a 7 clés et pas d'autre"};
static const struct message MSG_ENCODING = {ERR_ENCODING, "log.encoding", "not UTF-8", "pas en UTF-8"};
static const struct message MSG_LONG = {ERR_LIMIT, "log.long-line", "the line is longer than %1 bytes",
                                        "la ligne dépasse %1 octets"};
static const struct message MSG_READ = {ERR_IO, "log.read", "reading failed", "la lecture a échoué"};

void wire_log_reader_init(struct wire_log_reader *reader, struct source source, const struct allocator *allocator)
{
    *reader = (struct wire_log_reader){.line = 0};
    window_init(&reader->window, source, allocator, WIRE_LOG_LINE);
}

void wire_log_reader_release(struct wire_log_reader *reader)
{
    json_decref(reader->json);
    reader->json = NULL;
    window_release(&reader->window);
}

static enum err raise_at(struct wire_log_reader *reader, struct error *error, const struct message *message,
                         struct span arg, size_t column)
{
    enum err err = error_raise_span(error, message, arg);
    error->line = reader->line;
    error->column = (uint32_t)column;
    return err;
}

static enum err fill(struct wire_log_reader *reader, struct error *error)
{
    enum err err = window_fill(&reader->window);
    if (err == ERR_LIMIT) {
        err = error_raise_int(error, &MSG_LONG, WIRE_LOG_LINE);
        error->line = reader->line;
        error->column = 1;
        return err;
    }
    return err == ERR_OK ? ERR_OK : error_raise(error, err == ERR_MEMORY ? &MSG_MEMORY : &MSG_READ);
}

/* The next line without its line feed; ERR_END when there is none. */
static enum err next_line(struct wire_log_reader *reader, struct span *line, struct error *error)
{
    struct window *window = &reader->window;
    size_t looked = 0; /* bytes known to hold no line feed */
    reader->line++;
    for (;;) {
        struct span text = window_bytes(window);
        struct span rest = span_skip(text, looked);
        struct span fresh = span_cut(&rest, '\n');
        bool ends = rest.ptr != NULL;
        if (ends || (window->drained && text.len > 0)) {
            *line = span_of(text.ptr, looked + fresh.len);
            window_use(window, line->len + (ends ? 1 : 0));
            return ERR_OK;
        }
        if (window->drained) {
            return ERR_END;
        }
        looked = text.len;
        enum err err = fill(reader, error);
        if (err != ERR_OK) {
            return err;
        }
    }
}

/* ---- the keys of an entry ---- */

static bool take_integer(const json_t *root, const char *key, int64_t *out)
{
    const json_t *value = json_object_get(root, key);
    *out = json_integer_value(value);
    return json_is_integer(value);
}

static bool take_text(const json_t *root, const char *key, struct span *out)
{
    const json_t *value = json_object_get(root, key);
    *out =
        json_is_string(value) ? span_of(json_string_value(value), json_string_length(value)) : (struct span){NULL, 0};
    return json_is_string(value);
}

static bool take_hash(const json_t *root, const char *key, uint8_t out[SHA256_SIZE])
{
    struct span text;
    bool good = take_text(root, key, &text) && sha256_from_hex(text, out);
    for (size_t i = 0; good && i < text.len; i++) {
        good = text.ptr[i] < 'A' || text.ptr[i] > 'F'; /* only as it is written, in small letters */
    }
    return good;
}

/* The name of the first key that is not as it should be; NULL when all are. */
static const char *take_keys(struct wire_log_reader *reader, struct log_line *line)
{
    const json_t *root = reader->json;
    line->leaf = reader->leaf;
    return !take_integer(root, "seq", &line->seq)      ? "seq"
           : !take_integer(root, "at", &line->at)      ? "at"
           : !take_text(root, "author", &line->author) ? "author"
           : !take_text(root, "kind", &line->kind)     ? "kind"
           : !take_integer(root, "game", &line->game)  ? "game"
           : !take_text(root, "body", &line->body)     ? "body"
           : !take_hash(root, "leaf", reader->leaf)    ? "leaf"
                                                       : NULL;
}

static enum err parse_line(struct wire_log_reader *reader, struct span text, struct log_line *line, struct error *error)
{
    enum { KEYS = 7 };
    json_error_t why;
    size_t valid = utf8_valid(text);
    if (valid != text.len) {
        return raise_at(reader, error, &MSG_ENCODING, (struct span){NULL, 0}, valid + 1);
    }
    reader->json = wire_json_load(text, JSON_REJECT_DUPLICATES, &why);
    if (!reader->json) {
        if (wire_json_memory(&why)) {
            return error_raise(error, &MSG_MEMORY);
        }
        enum err err =
            raise_at(reader, error, &MSG_JSON, (struct span){NULL, 0}, why.column > 0 ? (size_t)why.column : 1);
        wire_json_why(&why, error);
        return err;
    }
    const char *wrong = take_keys(reader, line);
    if (wrong) {
        return raise_at(reader, error, &MSG_KEY, span_from(wrong), 1);
    }
    return json_object_size(reader->json) == KEYS ? ERR_OK
                                                  : raise_at(reader, error, &MSG_SURPLUS, (struct span){NULL, 0}, 1);
}

static bool is_blank(struct span line)
{
    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] != ' ' && line.ptr[i] != '\t' && line.ptr[i] != '\r') {
            return false;
        }
    }
    return true;
}

enum err wire_log_next(struct wire_log_reader *reader, struct log_line *line, struct error *error)
{
    struct span text;
    json_decref(reader->json);
    reader->json = NULL;
    do {
        enum err err = next_line(reader, &text, error);
        if (err != ERR_OK) {
            return err;
        }
    } while (is_blank(text));
    return parse_line(reader, text, line, error);
}
