/* Reading the values of a document with a check of each, and the path that a complaint names it by. */
#include "rules/values.h"

#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

enum { TEXT_BYTES = 80, PATH_PARTS = 16 };

const struct message VALUE_MSG_MISSING = {ERR_SYNTAX, "catalogue.missing", "%1 is missing", "%1 manque"};
const struct message VALUE_MSG_SURPLUS = {ERR_SYNTAX, "catalogue.surplus", "%1 is not a key that belongs here",
                                          "%1 n'est pas une clé attendue ici"};
const struct message VALUE_MSG_NUMBER = {ERR_SYNTAX, "catalogue.number", "%1 must be a whole number of %2",
                                         "%1 doit être un nombre entier (%2)"};
const struct message VALUE_MSG_TEXT = {ERR_SYNTAX, "catalogue.text",
                                       "%1 must be a short text without control characters",
                                       "%1 doit être un texte court sans caractère de contrôle"};
const struct message VALUE_MSG_LIST = {ERR_SYNTAX, "catalogue.list", "%1 must be a list of %2 entries",
                                       "%1 doit être une liste de %2 entrées"};
const struct message VALUE_MSG_OBJECT = {ERR_SYNTAX, "catalogue.object", "%1 must be an object",
                                         "%1 doit être un objet"};
const struct message VALUE_MSG_UNKNOWN = {ERR_SYNTAX, "catalogue.unknown", "%1: '%2' is not known here",
                                          "%1 : « %2 » n'est pas connu ici"};
const struct message VALUE_MSG_TWICE = {ERR_SYNTAX, "catalogue.twice", "%1: '%2' is there already",
                                        "%1 : « %2 » existe déjà"};
const struct message VALUE_MSG_FULL = {ERR_LIMIT, "catalogue.full", "%1: the catalogue is too large",
                                       "%1 : le catalogue est trop grand"};
const struct message VALUE_MSG_COUNT = {ERR_SYNTAX, "catalogue.count", "%1: the numbers do not add up: %2",
                                        "%1 : les nombres ne concordent pas : %2"};

/* `catalogue.cards[16].effects[0].place`; of a path that is too deep, its end. */
static void add_path(const struct value *value, struct strbuf *out)
{
    const struct value *chain[PATH_PARTS];
    unsigned depth = 0;
    for (; value && depth < PATH_PARTS; value = value->up) {
        chain[depth++] = value;
    }
    while (depth > 0) {
        const struct value *part = chain[--depth];
        if (part->key) {
            strbuf_add(out, out->len > 0 ? "." : "");
            strbuf_add(out, part->key);
        } else {
            strbuf_add_char(out, '[');
            strbuf_int(out, (int64_t)part->index);
            strbuf_add_char(out, ']');
        }
    }
}

enum err value_put(const struct value *value, const struct message *message, const char *arg, struct error *error)
{
    char memory[ERROR_ARG_SIZE];
    struct strbuf path;
    strbuf_wrap(&path, memory, sizeof(memory));
    add_path(value, &path);
    enum err err = error_raise_span(error, message, path.len > 0 ? strbuf_span(&path) : SPAN_LITERAL("catalogue"));
    if (arg) {
        error_add(error, span_from(arg));
    }
    return err;
}

static enum err raise_range(const struct value *value, const struct message *message, size_t min, size_t max,
                            struct error *error)
{
    char memory[48];
    struct strbuf range;
    strbuf_wrap(&range, memory, sizeof(memory));
    strbuf_int(&range, (int64_t)min);
    if (max != min) {
        strbuf_add(&range, " - ");
        strbuf_int(&range, (int64_t)max);
    }
    return value_raise(value, message, strbuf_text(&range), error);
}

/* ---- the tree ---- */

bool value_is_kind(const struct value *value, enum value_kind kind)
{
    return value->node && value->reader->kind(value->node) == kind;
}

struct value value_member(const struct value *up, const char *key)
{
    void *node = value_is_kind(up, VALUE_OBJECT) ? up->reader->member(up->node, key) : NULL;
    return (struct value){up->reader, up, key, 0, node};
}

struct value value_item(const struct value *up, size_t index)
{
    void *node = value_is_kind(up, VALUE_LIST) ? up->reader->item(up->node, index) : NULL;
    return (struct value){up->reader, up, NULL, index, node};
}

size_t value_count(const struct value *list)
{
    return value_is_kind(list, VALUE_LIST) ? list->reader->count(list->node) : 0;
}

/* ---- one value ---- */

static bool is_among(const char *text, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(*list, text) == 0) {
            return true;
        }
    }
    return false;
}

enum err value_object(const struct value *value, const char *const *keys, struct error *error)
{
    if (!value->node) {
        return value_raise(value, &VALUE_MSG_MISSING, NULL, error);
    }
    if (!value_is_kind(value, VALUE_OBJECT)) {
        return value_raise(value, &VALUE_MSG_OBJECT, NULL, error);
    }
    const char *key = NULL;
    while ((key = value->reader->next_key(value->node, key)) != NULL) {
        if (!is_among(key, keys)) {
            struct value surplus = value_member(value, key);
            return value_raise(&surplus, &VALUE_MSG_SURPLUS, NULL, error);
        }
    }
    return ERR_OK;
}

enum err value_list(const struct value *value, size_t min, size_t max, struct error *error)
{
    if (!value->node) {
        return value_raise(value, &VALUE_MSG_MISSING, NULL, error);
    }
    size_t count = value_count(value);
    bool good = value_is_kind(value, VALUE_LIST) && count >= min && count <= max;
    return good ? ERR_OK : raise_range(value, &VALUE_MSG_LIST, min, max, error);
}

enum err value_number(const struct value *value, unsigned min, unsigned max, unsigned *out, struct error *error)
{
    if (!value->node) {
        return value_raise(value, &VALUE_MSG_MISSING, NULL, error);
    }
    if (!value_is_kind(value, VALUE_INTEGER)) {
        return raise_range(value, &VALUE_MSG_NUMBER, min, max, error);
    }
    int64_t number = value->reader->integer(value->node);
    if (number < (int64_t)min || number > (int64_t)max) {
        return raise_range(value, &VALUE_MSG_NUMBER, min, max, error);
    }
    *out = (unsigned)number;
    return ERR_OK;
}

enum err value_number_or(const struct value *up, const char *key, unsigned min, unsigned max, unsigned fallback,
                         uint8_t *out, struct error *error)
{
    struct value value = value_member(up, key);
    unsigned number = fallback;
    enum err err = value.node ? value_number(&value, min, max, &number, error) : ERR_OK;
    *out = (uint8_t)number;
    return err;
}

enum err value_text(const struct value *value, struct span *out, struct error *error)
{
    if (!value->node) {
        return value_raise(value, &VALUE_MSG_MISSING, NULL, error);
    }
    if (!value_is_kind(value, VALUE_TEXT)) {
        return value_raise(value, &VALUE_MSG_TEXT, NULL, error);
    }
    *out = value->reader->text(value->node);
    bool good = out->len > 0 && out->len <= TEXT_BYTES && span_trim(*out).len == out->len;
    for (size_t i = 0; good && i < out->len; i++) {
        good = utf8_control(span_skip(*out, i)) == 0;
    }
    return good ? ERR_OK : value_raise(value, &VALUE_MSG_TEXT, NULL, error);
}

enum err value_flag(const struct value *up, const char *key, bool *out, struct error *error)
{
    struct value value = value_member(up, key);
    *out = false;
    if (!value.node) {
        return ERR_OK;
    }
    if (!value_is_kind(&value, VALUE_BOOLEAN)) {
        return value_raise(&value, &VALUE_MSG_UNKNOWN, "?", error);
    }
    *out = value.reader->boolean(value.node);
    return ERR_OK;
}

enum err value_choice(const struct value *value, const char *const *choices, uint8_t *out, struct error *error)
{
    struct span text = {NULL, 0};
    enum err err = value_text(value, &text, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; choices[i]; i++) {
        if (span_is(text, choices[i])) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return value_raise(value, &VALUE_MSG_UNKNOWN, text.ptr, error);
}
