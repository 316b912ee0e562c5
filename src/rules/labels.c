/* Names in the block of a catalogue: read, kept, and held against one another. */
#include "rules/labels.h"

#include "base/utf8.h"

#include "base/banned.h"

static const char *const KEYS[] = {"id", "en", "fr", NULL};

struct name label_name(const char *text, struct label label)
{
    return (struct name){text + label.id, text + label.en, text + label.fr};
}

enum err label_keep(struct label_texts *texts, const struct value *value, struct span text, uint16_t *out,
                    struct error *error)
{
    if (text.len + 1 > texts->size - texts->used) {
        return value_raise(value, &VALUE_MSG_FULL, NULL, error);
    }
    memcpy(texts->text + texts->used, text.ptr, text.len);
    texts->text[texts->used + text.len] = '\0';
    *out = (uint16_t)texts->used;
    texts->used += text.len + 1;
    return ERR_OK;
}

static bool is_id(struct span id)
{
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
            return false;
        }
    }
    return true;
}

enum err label_read(struct label_texts *texts, const struct value *object, struct label *label, struct error *error)
{
    uint16_t *const to[3] = {&label->id, &label->en, &label->fr};
    for (unsigned i = 0; i < 3; i++) {
        struct value value = value_member(object, KEYS[i]);
        struct span text = {NULL, 0};
        enum err err = value_text(&value, &text, error);
        if (err != ERR_OK) {
            return err;
        }
        if (i == 0 && !is_id(text)) {
            return value_raise(&value, &VALUE_MSG_TEXT, NULL, error);
        }
        err = label_keep(texts, &value, text, to[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* True when a word is a reserved one, or one of the three names of a label before. */
static bool is_taken(const char *text, const struct label_kind *kind, struct span word)
{
    for (size_t i = 0; kind->reserved[i]; i++) {
        if (utf8_same(word, span_from(kind->reserved[i]))) {
            return true;
        }
    }
    for (size_t i = 0; i < kind->count; i++) {
        struct name name = label_name(text, *kind->label[i]);
        if (utf8_same(word, span_from(name.id)) || utf8_same(word, span_from(name.en)) ||
            utf8_same(word, span_from(name.fr))) {
            return true;
        }
    }
    return false;
}

enum err label_read_new(struct label_texts *texts, const struct value *object, struct label *label,
                        struct label_kind *kind, struct error *error)
{
    enum err err = label_read(texts, object, label, error);
    if (err != ERR_OK) {
        return err;
    }
    if (kind->count == LABELS) {
        return value_raise(object, &VALUE_MSG_FULL, NULL, error);
    }
    const uint16_t begins[3] = {label->id, label->en, label->fr};
    for (unsigned i = 0; i < 3; i++) {
        const char *word = texts->text + begins[i];
        if (is_taken(texts->text, kind, span_from(word))) {
            struct value value = value_member(object, KEYS[i]);
            return value_raise(&value, &VALUE_MSG_TWICE, word, error);
        }
    }
    kind->label[kind->count++] = label;
    return ERR_OK;
}

enum err label_read_document(struct label_texts *texts, const struct value *document, const char *const *keys,
                             const char *game, struct label *label, struct error *error)
{
    const char *const games[] = {game, NULL};
    struct value says = value_member(document, "catalogue");
    struct value name = value_member(document, "name");
    uint8_t ignored = 0;
    enum err err = value_object(document, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_choice(&says, games, &ignored, error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_object(&name, KEYS, error);
    if (err != ERR_OK) {
        return err;
    }
    return label_read(texts, &name, label, error);
}
