/*
 * What SQLite says, for a reader of French: SQLite itself knows one language.
 * A table of the sentences that people meet; for any other a general one.
 */
#ifndef STORE_FRENCH_H
#define STORE_FRENCH_H

#include "base/strbuf.h"

/* Appends the sentence in French. Names of tables and numbers in it stay; of several lines only the first is told. */
void sqlite_french(struct span said, struct strbuf *out);

#endif
