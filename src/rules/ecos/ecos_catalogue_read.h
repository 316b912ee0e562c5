/* Private to ecos_catalogue*.c: a catalogue while it is read. */
#ifndef RULES_ECOS_CATALOGUE_READ_H
#define RULES_ECOS_CATALOGUE_READ_H

#include "rules/ecos/ecos_catalogue.h"

struct ecos_reading {
    struct ecos_catalogue *block;
    struct error *error;
    struct label_texts texts; /* of the block */
    size_t effects;           /* records used */
    size_t steps;             /* table entries used */
};

extern const char *const ecos_backs[]; /* ids, terminated by NULL */

/* A thing or an element by its id. */
ERR_CHECK enum err ecos_read_named_thing(const struct ecos_reading *r, const struct value *value, uint8_t *out);
ERR_CHECK enum err ecos_read_named_element(const struct ecos_reading *r, const struct value *value, uint8_t *out);

/* The document's `cards` and `decks`. */
ERR_CHECK enum err ecos_read_cards(struct ecos_reading *r, const struct value *document);
ERR_CHECK enum err ecos_read_decks(struct ecos_reading *r, const struct value *document);

/* The effects of a card as a program; sets card->first. */
ERR_CHECK enum err ecos_read_effects(struct ecos_reading *r, const struct value *list, struct ecos_card *card);

#endif
