/* A reader of values over jansson's trees: a node is a json_t. */
#include "wire/values.h"

#include "wire/json_why.h"

#include "base/banned.h"

static const struct message MSG_JSON = {ERR_SYNTAX, "catalogue.json", "not JSON: %1", "pas du JSON : %2"};

static enum value_kind kind(void *node)
{
    const json_t *json = node;
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return VALUE_OBJECT;
    case JSON_ARRAY:
        return VALUE_LIST;
    case JSON_STRING:
        return VALUE_TEXT;
    case JSON_INTEGER:
        return VALUE_INTEGER;
    case JSON_TRUE:
    case JSON_FALSE:
        return VALUE_BOOLEAN;
    case JSON_REAL:
    case JSON_NULL:
        break;
    }
    return VALUE_OTHER;
}

static void *member(void *object, const char *key)
{
    return json_object_get(object, key);
}

static const char *next_key(void *object, const char *key)
{
    void *at = key ? json_object_iter_next(object, json_object_iter_at(object, key)) : json_object_iter(object);
    return at ? json_object_iter_key(at) : NULL;
}

static size_t count(void *list)
{
    return json_array_size(list);
}

static void *item(void *list, size_t index)
{
    return json_array_get(list, index);
}

static struct span text(void *node)
{
    return span_of(json_string_value(node), json_string_length(node));
}

static int64_t integer(void *node)
{
    return json_integer_value(node);
}

static bool boolean(void *node)
{
    return json_is_true((const json_t *)node);
}

static const struct value_reader READER = {
    .kind = kind,
    .member = member,
    .next_key = next_key,
    .count = count,
    .item = item,
    .text = text,
    .integer = integer,
    .boolean = boolean,
};

static enum err open_json(struct span bytes, struct value *document, struct error *error)
{
    json_error_t why;
    json_t *tree = wire_json_load(bytes, JSON_REJECT_DUPLICATES, &why);
    if (!tree && wire_json_memory(&why)) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!tree) {
        enum err err = error_raise(error, &MSG_JSON);
        wire_json_why(&why, error);
        error->line = why.line > 0 ? (uint32_t)why.line : 0;
        error->column = why.column > 0 ? (uint32_t)why.column : 0;
        return err;
    }
    *document = (struct value){&READER, NULL, "catalogue", 0, tree};
    return ERR_OK;
}

static void close_json(struct value *document)
{
    json_decref(document->node);
    document->node = NULL;
}

const struct value_format wire_values = {open_json, close_json};
