/* The shipped catalogues of Ecos, loaded once, for tests. */
#ifndef SUPPORT_ECOS_HOUSE_H
#define SUPPORT_ECOS_HOUSE_H

#include "rules/ecos/ecos_catalogue.h"
#include "support/shipped.h"

/* The shipped catalogue of that name, and the value of the option that names it. Ends the program when it has none. */
const struct ecos_catalogue *ecos_shipped(const char *name);
const char *ecos_shipped_option(const char *name);

/* Finds all shipped catalogues. */
const struct block_source *ecos_shipped_blocks(void);

#endif
