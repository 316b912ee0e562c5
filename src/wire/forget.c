/* Walks the JSON of a kept answer and takes the names of erased people out of it. */
#include "wire/forget.h"

#include "wire/build.h"

#include "base/banned.h"

enum { DEPTH = 16, TEXT_LIMIT = 64 << 20 };

struct walk {
    const struct forgotten *who;
    struct strbuf scratch;
    struct build build;
    bool problem; /* the answer is one */
    bool change;
};

/* Members that the program words itself: somebody who is called like one of its words is not meant. */
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

/* Members that are sentences, and the member that says the same without quoting anybody. */
static const struct {
    const char *sentence;
    const char *instead;
} SENTENCES[] = {{"detail", "title"}, {"message", "rule"}};

static void put_steal(struct walk *walk, json_t *object, const char *key, json_t *value)
{
    build_set_steal(&walk->build, object, key, value);
    walk->change = true;
}

static void forget_sentences(struct walk *walk, json_t *object)
{
    for (size_t i = 0; i < sizeof(SENTENCES) / sizeof(SENTENCES[0]); i++) {
        const json_t *instead = json_object_get(object, SENTENCES[i].instead);
        if (json_is_string(json_object_get(object, SENTENCES[i].sentence))) {
            put_steal(walk, object, SENTENCES[i].sentence,
                      json_string(json_is_string(instead) ? json_string_value(instead) : ""));
        }
    }
}

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

/* What stands for a text that has the name, or NULL: it may stay. */
static json_t *other_text(struct walk *walk, const json_t *text)
{
    struct span span = span_of(json_string_value(text), json_string_length(text));
    const struct forgotten *one = forgotten_within(walk->who, span, &walk->scratch);
    json_t *other = one ? json_sprintf("@%s", one->handle) : NULL;
    walk->build.failed = walk->build.failed || (one && !other);
    return other;
}

static void forget_in_list(struct walk *walk, json_t *list, unsigned depth);

static void forget_in_object(struct walk *walk, json_t *object, unsigned depth)
{
    const char *key;
    void *next;
    json_t *value;
    forget_sentences(walk, object);
    if (is_forgotten(walk, object) && json_is_string(json_object_get(object, "name"))) {
        put_steal(walk, object, "name", json_null());
    }
    json_object_foreach_safe(object, next, key, value)
    {
        json_t *other = json_is_string(value) && !is_ours(key, walk->problem) ? other_text(walk, value) : NULL;
        if (other) {
            put_steal(walk, object, key, other);
        } else if (json_is_object(value) && depth < DEPTH) {
            forget_in_object(walk, value, depth + 1);
        } else if (json_is_array(value) && depth < DEPTH) {
            forget_in_list(walk, value, depth + 1);
        }
    }
}

static void forget_in_list(struct walk *walk, json_t *list, unsigned depth)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *value = json_array_get(list, i);
        json_t *other = json_is_string(value) ? other_text(walk, value) : NULL;
        if (other) {
            walk->build.failed = json_array_set_new(list, i, other) != 0 || walk->build.failed;
            walk->change = true;
        } else if (json_is_object(value) && depth < DEPTH) {
            forget_in_object(walk, value, depth + 1);
        } else if (json_is_array(value) && depth < DEPTH) {
            forget_in_list(walk, value, depth + 1);
        }
    }
}

enum err wire_forget(const struct answer *answer, const struct forgotten *who, struct strbuf *body, bool *change,
                     struct error *error)
{
    struct walk walk = {.who = who, .build = {.allocator = body->allocator}};
    walk.problem = span_starts(answer->type, "application/problem+json");
    json_error_t why;
    json_t *root = json_loadb(answer->body.ptr, answer->body.len, 0, &why);
    *change = false;
    if (!root && json_error_code(&why) == json_error_out_of_memory) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!json_is_object(root)) { /* not one of ours: nothing is known of it, so nothing stays */
        json_decref(root);
        *change = answer->body.len > 0;
        return ERR_OK;
    }
    strbuf_init(&walk.scratch, body->allocator, TEXT_LIMIT);
    forget_in_object(&walk, root, 0);
    *change = walk.change;
    strbuf_release(&walk.scratch);
    if (!walk.change && !walk.build.failed) {
        json_decref(root);
        return ERR_OK;
    }
    return build_end_steal(&walk.build, root, body, error);
}
