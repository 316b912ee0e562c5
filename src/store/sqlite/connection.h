/* Private to SQLite's engine: the bare connection, and the files that it is. */
#ifndef STORE_SQLITE_CONNECTION_H
#define STORE_SQLITE_CONNECTION_H

#include "store/query.h"

#include <sqlite3.h>

enum {
    STORE_APPLICATION_ID = 0x44656e64, /* "Dend": what `PRAGMA application_id` of our databases says */
    STORE_PAGE_SIZE = 8192
};

/*
 * Opens a bare connection: no pragma of ours that writes, nothing checked,
 * nothing prepared. `store` is zeroed memory of the caller's; on failure as
 * on success connection_close undoes it.
 */
ERR_CHECK enum err connection_open(struct store *store, const char *path, enum store_mode mode,
                                   const struct store_options *options, struct error *error);
void connection_close(struct store *store);
/* The same for a store that is set up but for the connection itself (store_init). */
ERR_CHECK enum err connection_attach(struct store *store, const char *path, const struct store_options *options,
                                     struct error *error);

/* Runs SQL that gives no rows, or whose rows are not wanted. */
ERR_CHECK enum err connection_run(struct store *store, const char *sql, struct error *error);

/* The first column of the first row, as an integer. */
ERR_CHECK enum err connection_int(struct store *store, const char *sql, int64_t *value, struct error *error);

/* Prepares a statement of the table unless it is prepared already; what SQLite answered. */
int statement_ready(struct store *store, enum statement_id id);

/*
 * Appends `path` as SQLite may see it: a relative one gets "./" in front, so
 * that `:memory:` and `file:x` are names of files and nothing else. ERR_USAGE
 * for the empty path and one that is too long.
 */
ERR_CHECK enum err file_path(struct strbuf *out, const char *path, struct error *error);

/* True in `*exists` when there is a file, also an empty one, at such a path. */
ERR_CHECK enum err file_exists(const char *path, const char *vfs, bool *exists, struct error *error);

/*
 * Makes an empty file that only its owner may read, because a database holds keys; made by root, it belongs to the owner
 * of its folder. An existing file stays as it is.
 */
ERR_CHECK enum err file_create(const char *path, struct error *error);

#endif
