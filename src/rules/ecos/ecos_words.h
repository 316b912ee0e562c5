/* The first word of each line of the notation, by kind: shared by what reads and what prints. */
#ifndef RULES_ECOS_ECOS_WORDS_H
#define RULES_ECOS_ECOS_WORDS_H

#include "rules/ecos/ecos_state.h"

extern const struct name ecos_words[KINDS];
extern const struct name ecos_looks[3];
extern const struct name ecos_gains[2]; /* cube, card */

/* The cursor of one line: plain forward reading. */
struct ecos_cursor {
    struct span rest;
    const char *start;
};

struct span ecos_next(struct ecos_cursor *c);
ERR_CHECK enum err ecos_bad(struct error *error, enum ecos_rule rule, const struct ecos_cursor *c, struct span word);
ERR_CHECK enum err ecos_read_number(struct ecos_cursor *c, unsigned max, unsigned *out, enum ecos_rule rule,
                                    struct error *error);
ERR_CHECK enum err ecos_read_card(struct ecos_cursor *c, unsigned *card, struct error *error);
ERR_CHECK enum err ecos_read_cell(struct ecos_cursor *c, unsigned v[2], struct error *error);
ERR_CHECK enum err ecos_read_element(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *element,
                                     struct error *error);
ERR_CHECK enum err ecos_read_thing(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *thing,
                                   struct error *error);
ERR_CHECK enum err ecos_read_end(struct ecos_cursor *c, struct error *error);

#endif
