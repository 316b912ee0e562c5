/* Private to biotopes_catalogue*.c: what the files of the reader share. */
#ifndef RULES_BIOTOPES_CATALOGUE_READ_H
#define RULES_BIOTOPES_CATALOGUE_READ_H

#include "rules/biotopes/biotopes_catalogue.h"

/* One of `count` names by its id, as documents spell all words: its index. */
ERR_CHECK enum err bio_read_named(const struct value *value, const struct name *names, unsigned count, uint8_t *out,
                                  struct error *error);

/*
 * The `effect` of a card's object: WHEN_UNKNOWN when there is none. A biotope
 * card has no Action, and its cubes are plants anyway: `action` and `pay` are
 * for species.
 */
ERR_CHECK enum err bio_read_effect(const struct value *card, bool is_species, struct bio_effect *effect,
                                   struct error *error);

#endif
