/* Private to SQLite's engine: what SQLite and the system say about a file, as errors. */
#ifndef STORE_SQLITE_RAISE_H
#define STORE_SQLITE_RAISE_H

#include "base/error.h"
#include "base/strbuf.h"

#include <sqlite3.h>

/*
 * Raises what the SQLite result `rc` means; `db` (may be NULL) knows more
 * about it. An `rc` that is no failure is raised as damage: whoever comes
 * here has seen something that cannot be. SQL that does not fit the schema is
 * damage, too, unless a newer program has changed the schema meanwhile.
 */
ERR_CHECK enum err sqlite_raise(struct error *error, int rc, sqlite3 *db, const char *path);

/* Adds what SQLite says to an error, in English and in French. */
void sqlite_add_words(struct error *error, struct span said);

/* Appends the folder that a path lies in. */
void path_folder(const char *path, struct strbuf *out);

/* The same for what the system says (errno) about the file at `path`. */
ERR_CHECK enum err file_raise(struct error *error, int number, const char *path);

#endif
