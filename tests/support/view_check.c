/* The checking sink. */
#include "support/view_check.h"

#include "base/utf8.h"

static void complain(struct view_check *check, const char *what)
{
    check->wrong = check->wrong ? check->wrong : what;
}

/* Every value passes here first. */
static void begin(struct view_check *check, const char *key)
{
    if (check->depth == 0) {
        check->values++;
        if (key) {
            complain(check, "the outermost value has a key");
        }
    } else if (!check->object[check->depth - 1]) {
        if (key) {
            complain(check, "an element of a list has a key");
        }
    } else if (!key || !*key) {
        complain(check, "a value of an object has no key");
    } else {
        unsigned level = check->depth - 1;
        for (unsigned i = 0; i < check->keys[level]; i++) {
            if (strcmp(check->key[level][i], key) == 0) {
                complain(check, "a key is there twice");
            }
        }
        if (check->keys[level] < VIEW_KEYS) {
            check->key[level][check->keys[level]++] = key;
        }
    }
    if (key) {
        strbuf_add(check->out, key);
        strbuf_add_char(check->out, ':');
    }
}

static void open_value(struct view_check *check, const char *key, bool object)
{
    begin(check, key);
    if (check->depth == 0 && !object) {
        complain(check, "the outermost value is not an object");
    }
    strbuf_add_char(check->out, object ? '{' : '[');
    if (check->depth == VIEW_DEPTH) {
        complain(check, "too deep");
        return;
    }
    check->object[check->depth] = object;
    check->keys[check->depth] = 0;
    check->depth++;
}

static void open_object(void *context, const char *key)
{
    open_value(context, key, true);
}

static void open_list(void *context, const char *key)
{
    open_value(context, key, false);
}

static void close_value(void *context)
{
    struct view_check *check = context;
    if (check->depth == 0) {
        complain(check, "closed more often than opened");
        return;
    }
    check->depth--;
    strbuf_add_char(check->out, check->object[check->depth] ? '}' : ']');
}

static void add_integer(void *context, const char *key, int64_t value)
{
    struct view_check *check = context;
    begin(check, key);
    strbuf_int(check->out, value);
    strbuf_add_char(check->out, ' ');
}

static void add_boolean(void *context, const char *key, bool value)
{
    struct view_check *check = context;
    begin(check, key);
    strbuf_add(check->out, value ? "yes " : "no ");
}

static void add_text(void *context, const char *key, struct span value)
{
    struct view_check *check = context;
    begin(check, key);
    if (utf8_valid(value) != value.len) {
        complain(check, "a text is not UTF-8");
    }
    strbuf_add_char(check->out, '"');
    strbuf_add_span(check->out, value);
    strbuf_add_char(check->out, '"');
}

static void add_null(void *context, const char *key)
{
    struct view_check *check = context;
    begin(check, key);
    strbuf_add(check->out, "null ");
}

static void add_decimal(void *context, const char *key, int64_t value, int32_t scale)
{
    struct view_check *check = context;
    begin(check, key);
    if (value % scale == 0) {
        complain(check, "an integer is shown as a decimal");
    }
    strbuf_points(check->out, value, scale);
    strbuf_add_char(check->out, ' ');
}

struct view_sink view_check_sink(struct view_check *check, struct strbuf *out)
{
    *check = (struct view_check){.out = out};
    return (struct view_sink){check,       open_object, open_list, close_value, add_integer,
                              add_boolean, add_text,    add_null,  add_decimal};
}

const char *view_check_end(const struct view_check *check)
{
    if (check->wrong) {
        return check->wrong;
    }
    if (check->depth > 0) {
        return "not closed";
    }
    return check->values == 1 ? NULL : "not one outermost value";
}
