/*
 * Walks the JSON of a kept answer and writes it again without the names of
 * erased people.
 */
#include "wire/forget.h"

#include "wire/emit.h"
#include "wire/json_why.h"

#include <jansson.h>

#include "base/banned.h"

enum { TEXT_LIMIT = 64 << 20 };

/* An object or list that has been begun. */
struct opened {
    json_t *value;
    void *member; /* the next one of an object */
    size_t index; /* the next one of a list */
};

struct walk {
    const struct forgotten *who;
    struct strbuf scratch;
    struct emit emit;
    struct opened open[EMIT_DEPTH];
    bool problem; /* the answer is one */
    bool foreign; /* it has a key that no answer of ours has */
    bool change;
};

/* Members that the program words itself: a person who is called like one of its words is not meant. */
static const struct {
    const char *key;
    bool in_problems; /* and there alone */
} OURS[] = {{"type", true},  {"title", true},    {"rule", false},        {"status", false}, {"game", false},
            {"hash", false}, {"created", false}, {"merged_into", false}, {"day", false},    {"id", false}};

static bool is_ours(const char *key, bool problem)
{
    for (size_t i = 0; i < sizeof(OURS) / sizeof(OURS[0]); i++) {
        if (strcmp(OURS[i].key, key) == 0) {
            return problem || !OURS[i].in_problems;
        }
    }
    return false;
}

/* Members that are sentences, and the member that says the same without a name in it. */
static const struct {
    const char *sentence;
    const char *instead;
} SENTENCES[] = {{"detail", "title"}, {"message", "rule"}};

static bool is_forgotten(const struct walk *walk, const json_t *object)
{
    const json_t *id = json_object_get(object, "id");
    for (const struct forgotten *one = walk->who; one && json_is_string(id); one = one->next) {
        if (strcmp(json_string_value(id), one->handle) == 0) {
            return true;
        }
    }
    return false;
}

/* What another program calls a person or title stands beside what that is here, and may be a name. */
static bool is_of_another(const json_t *object, const char *key)
{
    return strcmp(key, "id") == 0 && json_object_get(object, "ours");
}

static struct span text_of(const json_t *value)
{
    return span_of(json_string_value(value), json_string_length(value));
}

/* A text, or the `@handle` of the person whose name is in it. */
static void emit_without_name(struct walk *walk, const char *key, struct span text)
{
    char memory[64];
    struct strbuf handle;
    const struct forgotten *one = forgotten_within(walk->who, text, &walk->scratch);
    if (!one) {
        emit_text(&walk->emit, key, text);
        return;
    }
    strbuf_wrap(&handle, memory, sizeof(memory));
    strbuf_add_char(&handle, '@');
    strbuf_add(&handle, one->handle);
    emit_text(&walk->emit, key, strbuf_span(&handle));
    walk->change = true;
}

/* What `object` says under `key`, which is text: a sentence becomes what says the same. */
static struct span sentence_of(struct walk *walk, const json_t *object, const char *key, const json_t *value)
{
    for (size_t i = 0; i < sizeof(SENTENCES) / sizeof(SENTENCES[0]); i++) {
        if (strcmp(SENTENCES[i].sentence, key) == 0) {
            const json_t *instead = json_object_get(object, SENTENCES[i].instead);
            walk->change = true;
            return json_is_string(instead) ? text_of(instead) : SPAN_LITERAL("");
        }
    }
    return text_of(value);
}

/* A value that is no text; what is in an object or a list follows. */
static void emit_other(struct walk *walk, const char *key, json_t *value)
{
    struct emit *emit = &walk->emit;
    struct opened *level = emit->depth < EMIT_DEPTH ? &walk->open[emit->depth] : NULL;
    if (level) { /* deeper ones fail */
        *level = (struct opened){.value = value, .member = json_object_iter(value)};
    }
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        emit_object(emit, key);
        break;
    case JSON_ARRAY:
        emit_list(emit, key);
        break;
    case JSON_INTEGER:
        emit_integer(emit, key, json_integer_value(value));
        break;
    case JSON_REAL:
        emit_real(emit, key, json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        emit_boolean(emit, key, json_is_true(value));
        break;
    case JSON_NULL:
    case JSON_STRING:
        emit_null(emit, key);
        break;
    }
}

/* The writer of JSON takes ids of ours for keys and escapes nothing in them. */
static bool is_key(const char *key)
{
    size_t length = strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./ ");
    return key[length] == '\0' && length < EMIT_KEY;
}

static void emit_member(struct walk *walk, const json_t *object, const char *key, json_t *value)
{
    if (!is_key(key)) {
        walk->foreign = true;
    } else if (!json_is_string(value)) {
        emit_other(walk, key, value);
    } else if (strcmp(key, "name") == 0 && is_forgotten(walk, object)) {
        emit_null(&walk->emit, key);
        walk->change = true;
    } else if (is_ours(key, walk->problem) && !is_of_another(object, key)) {
        emit_text(&walk->emit, key, text_of(value));
    } else {
        emit_without_name(walk, key, sentence_of(walk, object, key, value));
    }
}

static void forget_in(struct walk *walk, json_t *root)
{
    struct emit *emit = &walk->emit;
    emit_other(walk, NULL, root);
    while (emit->depth > 0 && emit_ok(emit) && !walk->foreign) {
        struct opened *level = &walk->open[emit->depth - 1];
        if (level->member) {
            void *member = level->member;
            level->member = json_object_iter_next(level->value, member);
            emit_member(walk, level->value, json_object_iter_key(member), json_object_iter_value(member));
        } else if (level->index < json_array_size(level->value)) {
            json_t *value = json_array_get(level->value, level->index++);
            if (json_is_string(value)) {
                emit_without_name(walk, NULL, text_of(value));
            } else {
                emit_other(walk, NULL, value);
            }
        } else {
            emit_close(emit);
        }
    }
}

enum err wire_forget(const struct answer *answer, const struct forgotten *who, struct strbuf *body, bool *change,
                     struct error *error)
{
    struct walk walk = {.who = who, .emit = emit_start(body)};
    walk.problem = span_starts(answer->type, "application/problem+json");
    json_error_t why;
    json_t *root = wire_json_load(answer->body, 0, &why);
    *change = false;
    if (!root && wire_json_memory(&why)) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!json_is_object(root)) { /* not one of ours: nothing is known of it, so nothing stays */
        json_decref(root);
        *change = answer->body.len > 0;
        return ERR_OK;
    }
    strbuf_init(&walk.scratch, body->allocator, TEXT_LIMIT);
    forget_in(&walk, root);
    strbuf_release(&walk.scratch);
    json_decref(root);
    if (walk.foreign) { /* not one of ours either */
        emit_drop(&walk.emit);
        *change = true;
        return ERR_OK;
    }
    *change = walk.change;
    if (!walk.change && emit_ok(&walk.emit)) {
        emit_drop(&walk.emit);
        return ERR_OK;
    }
    return emit_end(&walk.emit, error);
}
