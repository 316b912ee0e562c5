/* Catalogues of a club's own, for tests: the shipped `printed` under another name. */
#ifndef SUPPORT_OWN_CATALOGUE_H
#define SUPPORT_OWN_CATALOGUE_H

#include "base/strbuf.h"

/* Appends the document called `name`. */
void own_catalogue(const char *name, struct strbuf *json);

/* Appends a record of Ecos for two that is pinned to the document, without moves. */
void own_catalogue_record(const char *name, struct span json, struct strbuf *record);

/* The hash of its bytes, in hexadecimal. */
void own_catalogue_hash(struct span json, char hex[65]);

#endif
