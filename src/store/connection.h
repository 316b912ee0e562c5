/* Private to the room: what a store holds, and how its files share the connection. */
#ifndef STORE_CONNECTION_H
#define STORE_CONNECTION_H

#include "base/strbuf.h"
#include "store/statements.h"
#include "store/store.h"

#include <sqlite3.h>

enum {
    STORE_APPLICATION_ID = 0x44656e64, /* "Dend": what `PRAGMA application_id` of our databases says */
    STORE_PATH_LIMIT = 4096,
    STORE_VALUE_LIMIT = 64 * 1024 * 1024, /* bytes of one row or statement */
    STORE_PAGE_SIZE = 8192,
    STORE_SEEN_RECENT = 32768 /* new hashes of imported records that gather before they are poured (seen.c) */
};

struct store {
    const struct allocator *allocator;
    sqlite3 *db;
    const char *vfs;    /* NULL: the default */
    struct strbuf path; /* as SQLite was given it */
    struct {
        int most_ms; /* how long to wait for another's lock */
        int64_t since;
        bool told;
        void (*tell)(void *context);
        void *context;
    } wait;
    enum store_mode mode;
    const struct deadline *deadline; /* NULL: none */
    bool in_transaction;             /* between store_begin and its end, even when SQLite has rolled back on its own */
    bool shadow;                     /* derived tables are the temporary ones */
    bool shadow_new;                 /* since the transaction that goes on */
    struct strbuf facts;             /* what store_facts lends out */
    bool seen_counted;
    int64_t seen_recent; /* rows of that table, or more */
    int64_t seen_limit;
    sqlite3_stmt *statement[STATEMENT_COUNT];
};

/*
 * Opens a bare connection: no pragma of ours that writes, nothing checked,
 * nothing prepared. `store` is zeroed memory of the caller's; on failure as
 * on success connection_close undoes it.
 */
ERR_CHECK enum err connection_open(struct store *store, const char *path, enum store_mode mode,
                                   const struct store_options *options, struct error *error);
void connection_close(struct store *store);

/* Runs SQL that gives no rows, or whose rows are not wanted. */
ERR_CHECK enum err connection_run(struct store *store, const char *sql, struct error *error);

/* The first column of the first row, as an integer. */
ERR_CHECK enum err connection_int(struct store *store, const char *sql, int64_t *value, struct error *error);

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
