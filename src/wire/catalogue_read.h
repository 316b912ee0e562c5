/*
 * Reading a catalogue's JSON with a path for every complaint. A place is a
 * chain on the stack: `struct at` knows the value, its key or index, and
 * what it is part of.
 *
 * Private to src/wire/catalogue*.c.
 */
#ifndef WIRE_CATALOGUE_READ_H
#define WIRE_CATALOGUE_READ_H

#include "wire/catalogue.h"

#include <jansson.h>

struct at {
    const struct at *up;
    const char *key; /* NULL: element number `index` of a list */
    size_t index;
    json_t *value; /* NULL: missing */
};

struct reading {
    struct ecos_catalogue *block;
    struct error *error;
    size_t text;    /* bytes used of block->text */
    size_t effects; /* records used */
    size_t steps;   /* table entries used */
};

extern const struct message CATALOGUE_MISSING, CATALOGUE_SURPLUS, CATALOGUE_NUMBER, CATALOGUE_TEXT, CATALOGUE_LIST,
    CATALOGUE_OBJECT, CATALOGUE_UNKNOWN, CATALOGUE_TWICE, CATALOGUE_FULL, CATALOGUE_COUNT, CATALOGUE_NEAR,
    CATALOGUE_EFFECT;

static inline struct at at_key(const struct at *up, const char *key)
{
    return (struct at){up, key, 0, json_object_get(up->value, key)};
}

static inline struct at at_index(const struct at *up, size_t index)
{
    return (struct at){up, NULL, index, json_array_get(up->value, index)};
}

static inline bool at_has(const struct at *up, const char *key)
{
    return json_object_get(up->value, key) != NULL;
}

/* Raises a message with the path, and `arg` when it is not NULL. */
ERR_CHECK enum err read_raise(const struct reading *r, const struct message *message, const struct at *at,
                              const char *arg);

/* An object with no other keys than these (terminated by NULL). */
ERR_CHECK enum err read_object(const struct reading *r, const struct at *at, const char *const *keys);
ERR_CHECK enum err read_list(const struct reading *r, const struct at *at, size_t min, size_t max);
ERR_CHECK enum err read_number(const struct reading *r, const struct at *at, unsigned min, unsigned max, unsigned *out);

/* An optional number of an object: `fallback` when the key is missing. */
ERR_CHECK enum err read_number_or(const struct reading *r, const struct at *up, const char *key, unsigned min,
                                  unsigned max, unsigned fallback, uint8_t *out);
ERR_CHECK enum err read_text(const struct reading *r, const struct at *at, struct span *out);

/* Puts text into the block. */
ERR_CHECK enum err read_keep(struct reading *r, const struct at *at, struct span text, uint16_t *out);

/* {"id","en","fr"} of an object, an id being small letters, digits and hyphens. */
ERR_CHECK enum err read_label(struct reading *r, const struct at *object, struct ecos_label *label);

/* Names of one kind so far: none of them may mean two things, nor one of the words that records keep for themselves. */
struct names {
    const char *const *reserved; /* terminated by NULL */
    const struct ecos_label *label[ECOS_SPECIES];
    size_t count;
};

/* read_label, and the names are new among `names`. */
ERR_CHECK enum err read_name(struct reading *r, const struct at *object, struct ecos_label *label, struct names *names);

/* An optional true or false; false when the key is missing. */
ERR_CHECK enum err read_flag(const struct reading *r, const struct at *object, const char *key, bool *out);

/* Names of things and elements. */
ERR_CHECK enum err read_thing(const struct reading *r, const struct at *at, uint8_t *out);
ERR_CHECK enum err read_element(const struct reading *r, const struct at *at, uint8_t *out);
ERR_CHECK enum err read_choice(const struct reading *r, const struct at *at, const char *const *choices, uint8_t *out);

/* The effects of a card as a program; sets card->first. */
ERR_CHECK enum err read_effects(struct reading *r, const struct at *list, struct ecos_card *card);

#endif
