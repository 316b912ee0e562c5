/* Which kinds of words there are, for what judges and lists them; private to the folder. */
#ifndef RULES_BIOTOPES_BIOTOPES_CHECK_H
#define RULES_BIOTOPES_BIOTOPES_CHECK_H

#include "rules/biotopes/biotopes_state.h"

struct bio_kind_facts {
    uint32_t steps; /* bit step: may be said there */
    uint8_t fields; /* that it uses, from a on */
};

extern const struct bio_kind_facts bio_kinds[KINDS];

#endif
