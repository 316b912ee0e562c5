/* Members of a JSON object into a struct: nothing about a body is trusted here. */
#include "wire/http_members.h"

#include "base/near.h"
#include "base/strbuf.h"
#include "record/record.h"
#include "wire/http_body.h"
#include "wire/json_why.h"

#include <jansson.h>

#include "base/banned.h"

const struct message MEMBERS_MSG_JSON = {ERR_SYNTAX, "body.json", "this is not JSON: %1",
                                         "ceci n'est pas du JSON : %2"};
const struct message MEMBERS_MSG_DEPTH = {ERR_LIMIT, "body.depth", "JSON nested deeper than %1 levels",
                                          "JSON imbriqué sur plus de %1 niveaux"};
const struct message MEMBERS_MSG_OBJECT = {ERR_USAGE, "body.object", "the body must be a JSON object",
                                           "le corps doit être un objet JSON"};
const struct message MEMBERS_MSG_UNKNOWN = {ERR_USAGE, "body.unknown", "there is no member '%1' here",
                                            "il n'y a pas de membre « %1 » ici"};
const struct message MEMBERS_MSG_TYPE = {ERR_USAGE, "body.type", "'%1' must be %2", "« %1 » doit être %3"};
const struct message MEMBERS_MSG_MISSING = {ERR_USAGE, "body.missing", "'%1' is missing", "« %1 » manque"};
const struct message MEMBERS_MSG_RANGE = {ERR_USAGE, "body.range", "'%1' must lie between %2 and %3",
                                          "« %1 » doit être entre %2 et %3"};

static const struct {
    const char *en;
    const char *fr;
} KINDS[] = {
    [MEMBER_TEXT] = {"a text", "un texte"},
    [MEMBER_OR_NONE] = {"a text or null", "un texte ou null"},
    [MEMBER_LINES] = {"a text or a list of texts", "un texte ou une liste de textes"},
    [MEMBER_TEXTS] = {"a list of texts", "une liste de textes"},
    [MEMBER_NUMBERS] = {"a text or a list of integers", "un texte ou une liste d'entiers"},
    [MEMBER_SEATS] = {"a list of texts, null for a guest", "une liste de textes, null pour un invité"},
    [MEMBER_TEAMS] = {"a list of lists of seat numbers", "une liste de listes de numéros de siège"},
    [MEMBER_PAIRS] = {"an object of texts", "un objet de textes"},
    [MEMBER_INTEGER] = {"an integer", "un entier"},
    [MEMBER_BOOLEAN] = {"true or false", "true ou false"},
    [MEMBER_FLAG] = {"true or false", "true ou false"},
};

/* jansson's own limit is two thousand levels, which is two thousand calls deep. */
static enum err check_depth(struct span json, struct error *error)
{
    int depth = 0;
    bool text = false;
    for (size_t i = 0; i < json.len; i++) {
        char c = json.ptr[i];
        if (text && c == '\\') {
            i++;
        } else if (c == '"') {
            text = !text;
        } else if (!text && (c == '{' || c == '[')) {
            if (++depth > WIRE_DEPTH) {
                return error_raise_int(error, &MEMBERS_MSG_DEPTH, WIRE_DEPTH);
            }
        } else if (!text && (c == '}' || c == ']')) {
            depth--;
        }
    }
    return ERR_OK;
}

static enum err wrong_type(const struct member *member, struct error *error)
{
    enum err err = error_raise_span(error, &MEMBERS_MSG_TYPE, span_from(member->name));
    error_add(error, span_from(KINDS[member->kind].en));
    error_add(error, span_from(KINDS[member->kind].fr));
    return err;
}

static struct span text_of(const json_t *value)
{
    return span_of(json_string_value(value), json_string_length(value));
}

static enum err keep_text(struct arena *arena, struct span text, struct span *out, struct error *error)
{
    const char *copy = arena_copy(arena, text);
    *out = span_of(copy, copy ? text.len : 0);
    return copy ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* Text that was put together in a buffer. */
static enum err keep_joined(struct arena *arena, const struct strbuf *text, struct span *out, struct error *error)
{
    return strbuf_ok(text) ? keep_text(arena, strbuf_span(text), out, error) : error_raise(error, &MSG_MEMORY);
}

/* Strings of a list, with line feeds between them; false when one is no string. */
static bool join_lines(const json_t *list, struct strbuf *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *line = json_array_get(list, i);
        if (!json_is_string(line)) {
            return false;
        }
        strbuf_add(text, i > 0 ? "\n" : "");
        strbuf_add_span(text, text_of(line));
    }
    return true;
}

static enum err read_lines(const struct member *member, const json_t *value, struct arena *arena, struct span *out,
                           struct error *error)
{
    if (json_is_string(value)) {
        return keep_text(arena, text_of(value), out, error);
    }
    if (!json_is_array(value)) {
        return wrong_type(member, error);
    }
    struct strbuf text;
    strbuf_init(&text, arena->allocator, arena->limit);
    enum err err = join_lines(value, &text) ? keep_joined(arena, &text, out, error) : wrong_type(member, error);
    strbuf_release(&text);
    return err;
}

static bool join_numbers(const json_t *list, int64_t min, int64_t max, struct strbuf *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *number = json_array_get(list, i);
        int64_t value = json_integer_value(number);
        if (!json_is_integer(number) || value < min || value > max) {
            return false;
        }
        strbuf_add(text, i > 0 ? " " : "");
        strbuf_int(text, value);
    }
    return json_is_array(list);
}

/* The list becomes text, in which who knows what the numbers mean looks at them. */
static enum err read_numbers(const struct member *member, const json_t *value, struct arena *arena, struct span *out,
                             struct error *error)
{
    if (json_is_string(value)) {
        return keep_text(arena, text_of(value), out, error);
    }
    if (!json_is_array(value)) {
        return wrong_type(member, error);
    }
    struct strbuf text;
    strbuf_init(&text, arena->allocator, arena->limit);
    enum err err = join_numbers(value, INT64_MIN, INT64_MAX, &text) ? keep_joined(arena, &text, out, error)
                                                                    : wrong_type(member, error);
    strbuf_release(&text);
    return err;
}

static enum err read_texts(const struct member *member, const json_t *value, struct arena *arena, struct texts *out,
                           struct error *error)
{
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > WIRE_TEXTS) {
        return wrong_type(member, error);
    }
    out->text = arena_new(arena, count + 1, sizeof(struct span));
    out->count = count;
    if (!out->text) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *text = json_array_get(value, i);
        bool guest = member->kind == MEMBER_SEATS && json_is_null(text);
        struct span said = guest ? SPAN_LITERAL(RECORD_GUEST) : text_of(text);
        bool good = guest || json_is_string(text);
        enum err err = good ? keep_text(arena, said, &out->text[i], error) : wrong_type(member, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static bool join_teams(const struct member *member, const json_t *value, struct strbuf *text)
{
    for (size_t i = 0; i < json_array_size(value); i++) {
        strbuf_add(text, i > 0 ? "\n" : "");
        const json_t *team = json_array_get(value, i);
        if (json_array_size(team) == 0 || !join_numbers(team, member->min, member->max, text)) {
            return false;
        }
    }
    return json_is_array(value);
}

static enum err read_teams(const struct member *member, const json_t *value, struct arena *arena, struct span *out,
                           struct error *error)
{
    struct strbuf text;
    strbuf_init(&text, arena->allocator, arena->limit);
    bool good = join_teams(member, value, &text);
    enum err err = good ? keep_joined(arena, &text, out, error) : wrong_type(member, error);
    strbuf_release(&text);
    return err;
}

/* Members of an object as lines `NAME VALUE`; false when one is not a string, or would not be one line. */
static bool join_pairs(json_t *object, struct strbuf *text)
{
    const char *key;
    json_t *item;
    json_object_foreach(object, key, item)
    {
        struct span name = span_from(key);
        struct span pair = text_of(item);
        bool bad = !json_is_string(item) || memchr(name.ptr, '\n', name.len) || memchr(name.ptr, ' ', name.len) ||
                   memchr(pair.ptr, '\n', pair.len);
        if (bad) {
            return false;
        }
        strbuf_add(text, text->len > 0 ? "\n" : "");
        strbuf_add_span(text, name);
        strbuf_add_char(text, ' ');
        strbuf_add_span(text, pair);
    }
    return true;
}

static enum err read_pairs(const struct member *member, json_t *value, struct arena *arena, struct span *out,
                           struct error *error)
{
    struct strbuf text;
    if (!json_is_object(value)) {
        return wrong_type(member, error);
    }
    strbuf_init(&text, arena->allocator, arena->limit);
    enum err err = join_pairs(value, &text) ? keep_joined(arena, &text, out, error) : wrong_type(member, error);
    strbuf_release(&text);
    return err;
}

static enum err read_integer(const struct member *member, const json_t *value, int64_t *out, struct error *error)
{
    if (!json_is_integer(value)) {
        return wrong_type(member, error);
    }
    *out = json_integer_value(value);
    if (*out >= member->min && *out <= member->max) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &MEMBERS_MSG_RANGE, span_from(member->name));
    error_add_int(error, member->min);
    error_add_int(error, member->max);
    return err;
}

static enum err read_or_none(const struct member *member, const json_t *value, struct arena *arena, struct said *out,
                             struct error *error)
{
    *out = (struct said){.said = true};
    if (json_is_null(value)) {
        return ERR_OK;
    }
    return json_is_string(value) ? keep_text(arena, text_of(value), &out->text, error) : wrong_type(member, error);
}

static enum err read_member(const struct member *member, json_t *value, struct arena *arena, void *out,
                            struct error *error)
{
    void *at = (char *)out + member->offset;
    switch (member->kind) {
    case MEMBER_TEXT:
        return json_is_string(value) ? keep_text(arena, text_of(value), at, error) : wrong_type(member, error);
    case MEMBER_OR_NONE:
        return read_or_none(member, value, arena, at, error);
    case MEMBER_LINES:
        return read_lines(member, value, arena, at, error);
    case MEMBER_TEXTS:
    case MEMBER_SEATS:
        return read_texts(member, value, arena, at, error);
    case MEMBER_NUMBERS:
        return read_numbers(member, value, arena, at, error);
    case MEMBER_TEAMS:
        return read_teams(member, value, arena, at, error);
    case MEMBER_PAIRS:
        return read_pairs(member, value, arena, at, error);
    case MEMBER_INTEGER:
        return read_integer(member, value, at, error);
    case MEMBER_BOOLEAN:
        *(bool *)at = json_is_true(value);
        return json_is_boolean(value) ? ERR_OK : wrong_type(member, error);
    case MEMBER_FLAG:
        *(struct said_flag *)at = (struct said_flag){.said = true, .value = json_is_true(value)};
        return json_is_boolean(value) ? ERR_OK : wrong_type(member, error);
    }
    return wrong_type(member, error);
}

static const struct member *find(const struct member *members, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(members[i].name, name) == 0) {
            return &members[i];
        }
    }
    return NULL;
}

static enum err unknown_member(const struct member *members, size_t count, struct span key, struct error *error)
{
    struct near near;
    enum err err = error_raise_span(error, &MEMBERS_MSG_UNKNOWN, key);
    near_begin(&near, key);
    for (size_t i = 0; i < count; i++) {
        near_offer(&near, span_from(members[i].name));
    }
    near_hint(&near, error);
    return err;
}

static enum err read_object(json_t *root, const struct member *members, size_t count, struct arena *arena, void *out,
                            struct error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        const struct member *member = find(members, count, key);
        if (!member) {
            return unknown_member(members, count, span_from(key), error);
        }
        if (json_is_null(value) && !member->required && member->kind != MEMBER_OR_NONE) {
            continue;
        }
        enum err err = read_member(member, value, arena, out, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (members[i].required && !json_object_get(root, members[i].name)) {
            return error_raise_span(error, &MEMBERS_MSG_MISSING, span_from(members[i].name));
        }
    }
    return ERR_OK;
}

enum err members_read(struct span json, const struct member *members, size_t count, struct arena *arena, void *out,
                      struct error *error)
{
    json_error_t wrong;
    enum err err = check_depth(json, error);
    if (err != ERR_OK) {
        return err;
    }
    json_t *root = wire_json_load(json, JSON_REJECT_DUPLICATES, &wrong);
    if (!root) {
        if (wire_json_memory(&wrong)) {
            return error_raise(error, &MSG_MEMORY);
        }
        err = error_raise(error, &MEMBERS_MSG_JSON);
        wire_json_why(&wrong, error);
        error->line = wrong.line > 0 ? (uint32_t)wrong.line : 0;
        error->column = wrong.column > 0 ? (uint32_t)wrong.column : 0;
        return err;
    }
    err = json_is_object(root) ? read_object(root, members, count, arena, out, error)
                               : error_raise(error, &MEMBERS_MSG_OBJECT);
    json_decref(root);
    return err;
}
