/*
 * Names of people as they are compared: `Amélie`, `AMELIE` and `amelie ` are
 * one person, in the record room, which sees one seated twice, and in the
 * database.
 */
#ifndef BASE_FOLD_H
#define BASE_FOLD_H

#include "base/strbuf.h"

/* Appends the name without case, accents, surplus blanks and what cannot be seen. */
void fold_name(struct span name, struct strbuf *out);

/* True when both are one name so; one of more than FOLD_COMPARED bytes is none. */
enum { FOLD_COMPARED = 1024 };
bool fold_same(struct span a, struct span b);

#endif
