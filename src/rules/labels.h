/*
 * Names in the block of a catalogue. A block has no pointers: its texts lie one
 * after the other, terminated, in one array, and a label holds where its three
 * begin.
 */
#ifndef RULES_LABELS_H
#define RULES_LABELS_H

#include "base/lang.h"
#include "rules/values.h"

enum { LABELS = 128 /* names of one kind at the most */ };

struct label {
    uint16_t id, en, fr;
};

/* The array of texts while it is filled. The first text begins at 1: a label of zeros is one that was not read. */
struct label_texts {
    char *text;
    size_t size; /* at most 65536 */
    size_t used;
};

/* Names of one kind so far: none of them may mean two things, nor one of the words that records keep for themselves. */
struct label_kind {
    const char *const *reserved; /* terminated by NULL */
    const struct label *label[LABELS];
    size_t count;
};

struct name label_name(const char *text, struct label label);

/* Puts a text into the array; `value` is what is complained about when there is no room. */
ERR_CHECK enum err label_keep(struct label_texts *texts, const struct value *value, struct span text, uint16_t *out,
                              struct error *error);

/* {"id", "en", "fr"} of an object, an id being small letters, digits and hyphens. */
ERR_CHECK enum err label_read(struct label_texts *texts, const struct value *object, struct label *label,
                              struct error *error);

/* The same, and the three are new among `kind`, which remembers the label. */
ERR_CHECK enum err label_read_new(struct label_texts *texts, const struct value *object, struct label *label,
                                  struct label_kind *kind, struct error *error);

/*
 * What every catalogue begins with: `document` is an object with no other keys
 * than these, its `catalogue` is the id of the game, its `name` the catalogue's.
 */
ERR_CHECK enum err label_read_document(struct label_texts *texts, const struct value *document, const char *const *keys,
                                       const char *game, struct label *label, struct error *error);

#endif
