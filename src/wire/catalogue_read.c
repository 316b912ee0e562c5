/* The small readers of a catalogue's values, and where a complaint gets its path from. */
#include "wire/catalogue_read.h"

#include "base/utf8.h"

#include "base/banned.h"

const struct message CATALOGUE_MISSING = {ERR_SYNTAX, "catalogue.missing", "%1 is missing", "%1 manque"};
const struct message CATALOGUE_SURPLUS = {ERR_SYNTAX, "catalogue.surplus", "%1 is not a key that belongs here",
                                          "%1 n'est pas une clé attendue ici"};
const struct message CATALOGUE_NUMBER = {ERR_SYNTAX, "catalogue.number", "%1 must be a whole number of %2",
                                         "%1 doit être un nombre entier de %2"};
const struct message CATALOGUE_TEXT = {ERR_SYNTAX, "catalogue.text",
                                       "%1 must be a short text without control characters",
                                       "%1 doit être un texte court sans caractère de contrôle"};
const struct message CATALOGUE_LIST = {ERR_SYNTAX, "catalogue.list", "%1 must be a list of %2 entries",
                                       "%1 doit être une liste de %2 entrées"};
const struct message CATALOGUE_OBJECT = {ERR_SYNTAX, "catalogue.object", "%1 must be an object",
                                         "%1 doit être un objet"};
const struct message CATALOGUE_UNKNOWN = {ERR_SYNTAX, "catalogue.unknown", "%1: '%2' is not known here",
                                          "%1 : « %2 » n'est pas connu ici"};
const struct message CATALOGUE_TWICE = {ERR_SYNTAX, "catalogue.twice", "%1: '%2' is there already",
                                        "%1 : « %2 » existe déjà"};
const struct message CATALOGUE_FULL = {ERR_LIMIT, "catalogue.full", "%1: the catalogue is too large",
                                       "%1 : le catalogue est trop grand"};
const struct message CATALOGUE_COUNT = {ERR_SYNTAX, "catalogue.count", "%1: the numbers do not add up: %2",
                                        "%1 : les nombres ne concordent pas : %2"};
const struct message CATALOGUE_NEAR = {ERR_SYNTAX, "catalogue.near",
                                       "%1: nothing is placed near an animal after a move on the same card",
                                       "%1 : rien ne se place près d'un animal après un déplacement de la même carte"};
const struct message CATALOGUE_EFFECT = {ERR_SYNTAX, "catalogue.effect", "%1 is not an effect: %2 expected",
                                         "%1 n'est pas un effet : %2 attendu"};

/* `cards[16].effects[0].place` */
static void add_path(const struct at *at, struct strbuf *out)
{
    const struct at *chain[16];
    unsigned depth = 0;
    for (; at && depth < 16; at = at->up) {
        chain[depth++] = at;
    }
    while (depth > 0) {
        const struct at *part = chain[--depth];
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

enum err read_raise(const struct reading *r, const struct message *message, const struct at *at, const char *arg)
{
    char memory[ERROR_ARG_SIZE];
    struct strbuf path;
    strbuf_wrap(&path, memory, sizeof(memory));
    add_path(at, &path);
    enum err err = error_raise_span(r->error, message, path.len > 0 ? strbuf_span(&path) : SPAN_LITERAL("catalogue"));
    if (arg) {
        error_add(r->error, span_from(arg));
    }
    return err;
}

enum err read_object(const struct reading *r, const struct at *at, const char *const *keys)
{
    if (!at->value) {
        return read_raise(r, &CATALOGUE_MISSING, at, NULL);
    }
    if (!json_is_object(at->value)) {
        return read_raise(r, &CATALOGUE_OBJECT, at, NULL);
    }
    const char *key;
    json_t *value;
    enum err err = ERR_OK;
    json_object_foreach(at->value, key, value)
    {
        bool known = false;
        for (const char *const *k = keys; *k && !known; k++) {
            known = strcmp(*k, key) == 0;
        }
        if (!known && err == ERR_OK) {
            struct at place = {at, key, 0, value};
            err = read_raise(r, &CATALOGUE_SURPLUS, &place, NULL);
        }
    }
    return err;
}

static void add_range(struct strbuf *out, size_t min, size_t max)
{
    strbuf_int(out, (int64_t)min);
    if (max != min) {
        strbuf_add(out, " - ");
        strbuf_int(out, (int64_t)max);
    }
}

static enum err raise_range(const struct reading *r, const struct message *message, const struct at *at, size_t min,
                            size_t max)
{
    char memory[48];
    struct strbuf range;
    strbuf_wrap(&range, memory, sizeof(memory));
    add_range(&range, min, max);
    return read_raise(r, message, at, strbuf_text(&range));
}

enum err read_list(const struct reading *r, const struct at *at, size_t min, size_t max)
{
    if (!at->value) {
        return read_raise(r, &CATALOGUE_MISSING, at, NULL);
    }
    size_t n = json_array_size(at->value);
    bool good = json_is_array(at->value) && n >= min && n <= max;
    return good ? ERR_OK : raise_range(r, &CATALOGUE_LIST, at, min, max);
}

enum err read_number(const struct reading *r, const struct at *at, unsigned min, unsigned max, unsigned *out)
{
    if (!at->value) {
        return read_raise(r, &CATALOGUE_MISSING, at, NULL);
    }
    json_int_t value = json_integer_value(at->value);
    if (!json_is_integer(at->value) || value < (json_int_t)min || value > (json_int_t)max) {
        return raise_range(r, &CATALOGUE_NUMBER, at, min, max);
    }
    *out = (unsigned)value;
    return ERR_OK;
}

enum err read_number_or(const struct reading *r, const struct at *up, const char *key, unsigned min, unsigned max,
                        unsigned fallback, uint8_t *out)
{
    struct at place = at_key(up, key);
    unsigned value = fallback;
    enum err err = place.value ? read_number(r, &place, min, max, &value) : ERR_OK;
    *out = (uint8_t)value;
    return err;
}

enum err read_text(const struct reading *r, const struct at *at, struct span *out)
{
    if (!at->value) {
        return read_raise(r, &CATALOGUE_MISSING, at, NULL);
    }
    *out = span_of(json_string_value(at->value), json_string_length(at->value));
    bool good = json_is_string(at->value) && out->len > 0 && out->len <= 80 && span_trim(*out).len == out->len;
    for (size_t i = 0; good && i < out->len; i++) {
        good = utf8_control(span_skip(*out, i)) == 0;
    }
    return good ? ERR_OK : read_raise(r, &CATALOGUE_TEXT, at, NULL);
}

enum err read_keep(struct reading *r, const struct at *at, struct span text, uint16_t *out)
{
    if (text.len + 1 > sizeof(r->block->text) - r->text) {
        return read_raise(r, &CATALOGUE_FULL, at, NULL);
    }
    memcpy(r->block->text + r->text, text.ptr, text.len);
    *out = (uint16_t)r->text;
    r->text += text.len + 1;
    return ERR_OK;
}

static bool is_id(struct span id)
{
    bool good = true;
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        good = good && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }
    return good;
}

enum err read_label(struct reading *r, const struct at *object, struct ecos_label *label)
{
    const char *const keys[3] = {"id", "en", "fr"};
    uint16_t *const to[3] = {&label->id, &label->en, &label->fr};
    enum err err = ERR_OK;
    for (unsigned i = 0; err == ERR_OK && i < 3; i++) {
        struct at place = at_key(object, keys[i]);
        struct span text = {NULL, 0};
        err = read_text(r, &place, &text);
        if (err == ERR_OK && i == 0 && !is_id(text)) {
            err = read_raise(r, &CATALOGUE_TEXT, &place, NULL);
        }
        if (err == ERR_OK) {
            err = read_keep(r, &place, text, to[i]);
        }
    }
    return err;
}

/* True when a word is one of the three names of a label. */
static bool is_named(const struct ecos_catalogue *block, const struct ecos_label *label, struct span word)
{
    return utf8_same(word, span_from(block->text + label->id)) || utf8_same(word, span_from(block->text + label->en)) ||
           utf8_same(word, span_from(block->text + label->fr));
}

enum err read_name(struct reading *r, const struct at *object, struct ecos_label *label, struct names *names)
{
    static const char *const keys[3] = {"id", "en", "fr"};
    enum err err = read_label(r, object, label);
    const uint16_t texts[3] = {label->id, label->en, label->fr};
    for (unsigned i = 0; err == ERR_OK && i < 3; i++) {
        struct span word = span_from(r->block->text + texts[i]);
        bool taken = false;
        for (size_t k = 0; names->reserved[k] && !taken; k++) {
            taken = utf8_same(word, span_from(names->reserved[k]));
        }
        for (size_t k = 0; k < names->count && !taken; k++) {
            taken = is_named(r->block, names->label[k], word);
        }
        if (taken) {
            struct at place = at_key(object, keys[i]);
            err = read_raise(r, &CATALOGUE_TWICE, &place, word.ptr);
        }
    }
    names->label[names->count++ % ECOS_SPECIES] = label;
    return err;
}

enum err read_flag(const struct reading *r, const struct at *object, const char *key, bool *out)
{
    struct at place = at_key(object, key);
    *out = json_is_true(place.value);
    return !place.value || json_is_boolean(place.value) ? ERR_OK : read_raise(r, &CATALOGUE_UNKNOWN, &place, "?");
}

static const char *const THING_IDS[THING_SPECIES] = {"desert", "grassland", "water", "mountain",
                                                     "forest", "land",      "tile",  "animal"};

enum err read_thing(const struct reading *r, const struct at *at, uint8_t *out)
{
    const struct ecos_catalogue *block = r->block;
    struct span text = {NULL, 0};
    enum err err = read_text(r, at, &text);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < THING_SPECIES + (unsigned)block->species; i++) {
        const char *id = i < THING_SPECIES ? THING_IDS[i] : block->text + block->animal[i - THING_SPECIES].name.id;
        if (span_is(text, id)) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return read_raise(r, &CATALOGUE_UNKNOWN, at, json_string_value(at->value));
}

enum err read_element(const struct reading *r, const struct at *at, uint8_t *out)
{
    struct span text = {NULL, 0};
    enum err err = read_text(r, at, &text);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < r->block->elements; i++) {
        if (span_is(text, r->block->text + r->block->element[i].id)) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return read_raise(r, &CATALOGUE_UNKNOWN, at, json_string_value(at->value));
}

enum err read_choice(const struct reading *r, const struct at *at, const char *const *choices, uint8_t *out)
{
    struct span text = {NULL, 0};
    enum err err = read_text(r, at, &text);
    for (unsigned i = 0; err == ERR_OK && choices[i]; i++) {
        if (span_is(text, choices[i])) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return err == ERR_OK ? read_raise(r, &CATALOGUE_UNKNOWN, at, json_string_value(at->value)) : err;
}
