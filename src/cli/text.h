/*
 * Text from files on its way to a person: names, moves and file names are
 * data, and data must not move a cursor, change a title or hide a letter.
 */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "base/strbuf.h"

/*
 * Appends `s` without its control characters (U+0000 to U+001F, U+007F to
 * U+009F), line separators and marks that change the direction of writing.
 * A tab becomes a space; a byte that is not UTF-8 becomes '?'.
 */
void text_clean(struct strbuf *out, struct span s);

/* The same, and cut to `width` columns, the last being an ellipsis when something is missing. */
void text_clean_cut(struct strbuf *out, struct span s, size_t width);

/* `3 records`, `1 record`. */
void text_count(struct strbuf *out, int64_t number, const char *one, const char *many);

#endif
