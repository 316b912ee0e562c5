/* The few steps that every JSON answer is made of, and the one way out: a compact line. */
#include "wire/build.h"

#include "base/utf8.h"

#include "base/banned.h"

static const struct message MSG_FULL = {ERR_LIMIT, "wire.too-long", "the answer is too long",
                                        "la réponse est trop longue"};

void build_set_steal(struct build *build, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new_nocheck(object, key, value) != 0) {
        build->failed = true;
    }
}

void build_append_steal(struct build *build, json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) != 0) {
        build->failed = true;
    }
}

/* The slow way for text that is not UTF-8: copy what is, replace what is not. */
static json_t *mended_text(struct build *build, struct span text)
{
    struct strbuf mended;
    strbuf_init(&mended, build->allocator, text.len * 3);
    while (text.len > 0) {
        size_t good = utf8_valid(text);
        strbuf_add_span(&mended, span_of(text.ptr, good));
        text = span_skip(text, good);
        if (text.len > 0) {
            strbuf_add(&mended, "\xef\xbf\xbd");
            text = span_skip(text, 1);
        }
    }
    json_t *string = strbuf_ok(&mended) ? json_stringn_nocheck(strbuf_text(&mended), mended.len) : NULL;
    strbuf_release(&mended);
    return string;
}

json_t *build_text(struct build *build, struct span text)
{
    if (utf8_valid(text) != text.len) {
        return mended_text(build, text);
    }
    return json_stringn_nocheck(text.len ? text.ptr : "", text.len);
}

json_t *build_number(int64_t value, int64_t none)
{
    return value == none ? json_null() : json_integer(value);
}

json_t *build_seat(int seat)
{
    if (seat >= 0 && seat < GAME_PLAYERS) {
        return json_integer(seat + 1);
    }
    if (seat == SEAT_TABLE || seat == SEAT_NEUTRAL || seat == SEAT_RIVAL) {
        return json_string(seat_label((unsigned)seat));
    }
    return json_null();
}

json_t *build_seats(struct build *build, seat_set seats)
{
    json_t *list = json_array();
    for (int i = 0; i < GAME_SEATS; i++) {
        if (seats & seat_bit((unsigned)i)) {
            build_append_steal(build, list, build_seat(i));
        }
    }
    return list;
}

json_t *build_name(struct build *build, const struct name *name)
{
    json_t *object = json_object();
    build_set_steal(build, object, "id", build_text(build, span_from(name->id)));
    build_set_steal(build, object, "en", build_text(build, span_from(name->en)));
    build_set_steal(build, object, "fr", build_text(build, span_from(name->fr)));
    return object;
}

static int append(const char *bytes, size_t size, void *context)
{
    struct strbuf *out = context;
    strbuf_add_span(out, span_of(bytes, size));
    return strbuf_ok(out) ? 0 : -1;
}

enum err build_end_steal(struct build *build, json_t *root, struct strbuf *out, struct error *error)
{
    size_t before = out->len;
    enum err err = ERR_OK;
    if (build->failed || !root) {
        err = error_raise(error, &MSG_MEMORY);
    } else if (json_dump_callback(root, append, out, JSON_COMPACT | JSON_REAL_PRECISION(12)) != 0) {
        err = strbuf_ok(out) ? error_raise(error, &MSG_MEMORY) : error_raise(error, &MSG_FULL);
    } else {
        strbuf_add_char(out, '\n');
        err = strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_FULL);
    }
    if (err != ERR_OK) {
        strbuf_truncate(out, before);
    }
    json_decref(root);
    return err;
}

void build_value_steal(struct build *build, json_t *value, struct strbuf *out)
{
    if (!value || json_dump_callback(value, append, out, JSON_COMPACT | JSON_ENCODE_ANY) != 0) {
        build->failed = build->failed || strbuf_ok(out);
    }
    json_decref(value);
}

enum err build_too_long(struct error *error)
{
    return error_raise(error, &MSG_FULL);
}
