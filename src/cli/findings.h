/*
 * What an audit and a rebuild compare, for people: names of fields, and values. The service tells both in English and in
 * ids, which JSON keeps; a reader of French gets French, and what stays an id stands in guillemets.
 */
#ifndef CLI_FINDINGS_H
#define CLI_FINDINGS_H

#include "base/lang.h"
#include "base/strbuf.h"

/* A column, a category of a game, or `TABLE KEY COLUMN`. */
void finding_field(enum lang lang, struct span field, struct strbuf *out);

/* What is in that field; nothing at all is "nothing". */
void finding_value(enum lang lang, struct span field, struct span value, struct strbuf *out);

#endif
