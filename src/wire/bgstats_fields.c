/* Fields of an object of BG Stats into a struct: nothing about the file is trusted here. */
#include "wire/bgstats_fields.h"

#include "base/hidden.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "wire/foreign_messages.h"
#include "wire/json_why.h"

#include <stdio.h>

#include "base/banned.h"

enum { NUMBER_TEXT = 32 };

/* ---- places ---- */

static void print_place(const struct field_place *place, const char *key, struct strbuf *path)
{
    strbuf_add(path, place->list);
    strbuf_add_char(path, '[');
    strbuf_int(path, (int64_t)place->index);
    strbuf_add_char(path, ']');
    if (place->inner) {
        strbuf_add_char(path, '.');
        strbuf_add(path, place->inner);
        strbuf_add_char(path, '[');
        strbuf_int(path, (int64_t)place->inner_index);
        strbuf_add_char(path, ']');
    }
    if (key) {
        strbuf_add_char(path, '.');
        strbuf_add(path, key);
    }
}

void field_place_into(const struct field_place *place, struct error *error)
{
    error->line = place->line;
    error->column = place->column;
}

static void add_path(const struct field_place *place, const char *key, struct error *error)
{
    char memory[ERROR_ARG_SIZE];
    struct strbuf path;
    strbuf_wrap(&path, memory, sizeof(memory));
    print_place(place, key, &path);
    error_add(error, strbuf_span(&path));
}

enum err field_raise(const struct field_place *place, const char *key, const struct message *message,
                     struct error *error)
{
    enum err err = error_raise(error, message);
    add_path(place, key, error);
    field_place_into(place, error);
    return err;
}

static enum err wrong_type(const struct field_place *place, const char *key, const struct name *kind,
                           struct error *error)
{
    enum err err = field_raise(place, key, &FOREIGN_MSG_TYPE, error);
    error_add_name(error, kind);
    return err;
}

enum err field_tree(struct span text, const struct field_place *place, json_t **out, struct error *error)
{
    json_error_t why;
    *out = wire_json_load(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    if (*out) {
        return ERR_OK;
    }
    if (wire_json_memory(&why)) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = error_raise(error, &FOREIGN_MSG_JSON);
    wire_json_why(&why, error);
    add_path(place, NULL, error);
    field_place_into(place, error);
    return err;
}

/* ---- one field ---- */

static struct span text_of(const json_t *value)
{
    return span_of(json_string_value(value), json_string_length(value));
}

/* The first control character that may not stand in it; false when there is none. */
static bool find_control(struct span text, bool lines, uint32_t *found)
{
    while (text.len > 0) {
        size_t size = utf8_control(text);
        bool passes = lines && (text.ptr[0] == '\n' || text.ptr[0] == '\r' || text.ptr[0] == '\t');
        if (size > 0 && !passes) {
            *found = utf8_next(&text);
            return true;
        }
        text = span_skip(text, 1); /* a byte within a character is no control character */
    }
    return false;
}

static enum err check_text(const struct json_field *field, struct span text, const struct field_place *place,
                           struct error *error)
{
    uint32_t c;
    if (text.len > (size_t)field->max) {
        enum err err = field_raise(place, field->key, &FOREIGN_MSG_LONG, error);
        error_add_int(error, field->max);
        return err;
    }
    if (find_control(text, field->kind == FIELD_LINES, &c)) {
        char name[HIDDEN_TEXT];
        hidden_print(c, name);
        enum err err = field_raise(place, field->key, &FOREIGN_MSG_CONTROL, error);
        error_add(error, span_from(name));
        return err;
    }
    return ERR_OK;
}

/* A number where a text belongs, as it would be written: the fifteen digits that a double has for sure. */
static struct span spell_number(const json_t *value, struct arena *memory)
{
    char digits[NUMBER_TEXT];
    struct strbuf out;
    strbuf_wrap(&out, digits, sizeof(digits));
    if (json_is_integer(value)) {
        strbuf_int(&out, json_integer_value(value));
    } else {
        char real[NUMBER_TEXT];
        (void)snprintf(real, sizeof(real), "%.15g", json_real_value(value));
        strbuf_add(&out, real);
    }
    const char *copy = arena_copy(memory, strbuf_span(&out));
    return span_of(copy, copy ? out.len : 0);
}

static enum err read_text(const struct json_field *field, const json_t *value, const struct field_place *place,
                          struct arena *memory, struct span *out, struct error *error)
{
    if (json_is_number(value)) {
        *out = spell_number(value, memory);
        return out->ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    if (!json_is_string(value)) {
        return wrong_type(place, field->key, &FOREIGN_A_TEXT, error);
    }
    *out = text_of(value);
    return check_text(field, *out, place, error);
}

/* A whole number, also as a real one or as digits in a text. */
static bool whole_number(const json_t *value, int64_t *out)
{
    static const double most = 1e15; /* up to here a double is exact */
    if (json_is_integer(value)) {
        *out = json_integer_value(value);
        return true;
    }
    if (json_is_real(value)) {
        double real = json_real_value(value);
        if (!(real >= -most && real <= most)) {
            return false;
        }
        *out = (int64_t)real;
        return (double)*out == real;
    }
    return json_is_string(value) && span_int(span_trim(text_of(value)), -SPAN_INT_MAX, SPAN_INT_MAX, out);
}

static enum err read_number(const struct json_field *field, const json_t *value, const struct field_place *place,
                            int64_t *out, struct error *error)
{
    int64_t number;
    if (!whole_number(value, &number)) {
        return wrong_type(place, field->key, &FOREIGN_A_NUMBER, error);
    }
    if (number < field->min || number > field->max) {
        enum err err = field_raise(place, field->key, &FOREIGN_MSG_RANGE, error);
        error_add_int(error, field->min);
        error_add_int(error, field->max);
        return err;
    }
    *out = number;
    return ERR_OK;
}

static bool truth(const json_t *value, bool *out)
{
    int64_t number = 2;
    if (json_is_boolean(value)) {
        *out = json_is_true(value);
        return true;
    }
    if (json_is_string(value) && (span_is_nocase(text_of(value), "true") || span_is_nocase(text_of(value), "false"))) {
        *out = span_is_nocase(text_of(value), "true");
        return true;
    }
    if (!whole_number(value, &number) || number < 0 || number > 1) {
        return false;
    }
    *out = number == 1;
    return true;
}

static enum err read_field(const struct json_field *field, json_t *value, const struct field_place *place,
                           struct arena *memory, void *at, struct error *error)
{
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_LINES:
        return read_text(field, value, place, memory, at, error);
    case FIELD_NUMBER:
    case FIELD_NEEDED:
        return read_number(field, value, place, at, error);
    case FIELD_FLAG:
        return truth(value, at) ? ERR_OK : wrong_type(place, field->key, &FOREIGN_A_BOOLEAN, error);
    case FIELD_LIST:
        if (!json_is_array(value)) {
            return wrong_type(place, field->key, &FOREIGN_A_LIST, error);
        }
        break;
    case FIELD_INNER:
        if (!json_is_string(value) && !json_is_object(value)) {
            return wrong_type(place, field->key, &FOREIGN_A_DOCUMENT, error);
        }
        break;
    case FIELD_ANY:
        break;
    }
    *(json_t **)at = value;
    return ERR_OK;
}

enum err fields_read(const json_t *object, const struct json_field *fields, size_t count,
                     const struct field_place *place, struct arena *memory, void *out, struct error *error)
{
    if (!json_is_object(object)) {
        return wrong_type(place, NULL, &FOREIGN_AN_OBJECT, error);
    }
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_object_get(object, fields[i].key);
        if ((!value || json_is_null(value)) && fields[i].kind == FIELD_NEEDED) {
            return field_raise(place, fields[i].key, &FOREIGN_MSG_MISSING, error);
        }
        if (value && !json_is_null(value)) {
            enum err err = read_field(&fields[i], value, place, memory, (char *)out + fields[i].offset, error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

/* ---- JSON within a text ---- */

/* jansson goes as deep as the text does, up to two thousand calls. */
static bool is_deep(struct span text)
{
    enum { INNER_DEPTH = 32 };
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (quoted && c == '\\') {
            i++;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '{' || c == '[') && ++depth > INNER_DEPTH) {
            return true;
        } else if (!quoted && (c == '}' || c == ']')) {
            depth--;
        }
    }
    return false;
}

json_t *field_inner(json_t *value, bool *memory)
{
    json_error_t why;
    *memory = false;
    if (json_is_object(value)) {
        return json_incref(value);
    }
    if (!json_is_string(value) || is_deep(text_of(value))) {
        return NULL;
    }
    json_t *tree = wire_json_load(text_of(value), 0, &why);
    *memory = !tree && wire_json_memory(&why);
    return tree;
}

bool field_inner_flag(const json_t *inner, const char *key)
{
    bool flag = false;
    const json_t *value = json_is_object(inner) ? json_object_get(inner, key) : NULL;
    return value && truth(value, &flag) && flag;
}

struct span field_inner_text(const json_t *inner, const char *key)
{
    const json_t *value = json_is_object(inner) ? json_object_get(inner, key) : NULL;
    return json_is_string(value) ? text_of(value) : (struct span){NULL, 0};
}
