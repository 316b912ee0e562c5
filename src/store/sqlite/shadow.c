/*
 * The shadow of SQLite. Its statements prepare themselves anew when temporary
 * tables come and go. The temporary database is a file of its own that
 * vanishes with the connection:
 *
 *   - an audit works on a read-only connection, beside a daemon that writes;
 *   - a rebuild neither takes the writers' lock nor fills the write-ahead log
 *     while it fills the shadow, and leaves nothing behind when it is killed.
 */
#include "store/shadow.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/transactions.h"

#include "store/messages.h"

#include "base/banned.h"

/* Beside the shadow: hashes of known records that `seen` lacks (seen.c). */
static const char LACKING[] =
    "CREATE TEMP TABLE lacking (hash BLOB PRIMARY KEY, game INTEGER NOT NULL) STRICT, WITHOUT ROWID";

enum { DEFINITION_LIMIT = 1 << 16 };

struct making {
    struct store *store;
    bool indexes; /* or the tables */
};

/* `CREATE TABLE d_game …` becomes `CREATE TEMP TABLE d_game …`; an index goes where its table is. */
static enum err make_one(struct query *query, void *context, struct error *error)
{
    const struct making *making = context;
    struct store *store = making->store;
    struct span sql = query_column_span(query, 0);
    bool table = span_starts(sql, "CREATE TABLE ");
    if (table == making->indexes) {
        return ERR_OK;
    }
    struct strbuf text;
    strbuf_init(&text, store->allocator, DEFINITION_LIMIT);
    if (table) {
        strbuf_add(&text, "CREATE TEMP TABLE ");
        sql = span_skip(sql, sizeof("CREATE TABLE ") - 1);
    }
    strbuf_add_span(&text, sql);
    enum err err =
        strbuf_ok(&text) ? connection_run(store, strbuf_text(&text), error) : error_raise(error, &MSG_MEMORY);
    strbuf_release(&text);
    return err;
}

static enum err make_all(struct store *store, bool indexes, struct error *error)
{
    struct making making = {store, indexes};
    struct query query;
    query_start(&query, store, STATEMENT_DERIVED_DEFINITIONS);
    return query_each(&query, make_one, &making, error);
}

enum err temporary_make(struct store *store, struct error *error)
{
    /* A season of games does not fit into memory: from here on temporary tables may go to a file. */
    enum err err = connection_run(store, "PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -8192;", error);
    if (err != ERR_OK) {
        return err;
    }
    if (store->mode == STORE_READ) {
        err = connection_run(store, "PRAGMA query_only = OFF", error); /* the file itself stays open for reading only */
        if (err != ERR_OK) {
            return err;
        }
    }
    err = make_all(store, false, error);
    if (err != ERR_OK) {
        return err;
    }
    return connection_run(store, LACKING, error);
}

enum err temporary_index(struct store *store, struct error *error)
{
    return make_all(store, true, error);
}

void temporary_gone(struct store *store)
{
    if (store->mode == STORE_READ) {
        (void)sqlite3_exec(store->db, "PRAGMA query_only = ON", NULL, NULL, NULL);
    }
}

static enum err drop_tables(struct store *store, struct error *error)
{
    enum err err = connection_run(store, "DROP TABLE IF EXISTS temp.lacking", error);
    if (err != ERR_OK) {
        return err;
    }
    for (int i = 0; i < DERIVED_TABLES; i++) {
        char text[256];
        struct strbuf sql;
        strbuf_wrap(&sql, text, sizeof(text));
        strbuf_add(&sql, "DROP TABLE IF EXISTS temp.");
        strbuf_add(&sql, DERIVED_TABLE[i].name);
        err = connection_run(store, strbuf_text(&sql), error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err temporary_drop(struct store *store, struct error *error)
{
    /* Another temp_store makes SQLite forget the temporary tables it has, file and all; inside a transaction it must not. */
    bool alone = sqlite3_get_autocommit(store->db) != 0;
    return alone ? connection_run(store, "PRAGMA temp_store = MEMORY", error) : drop_tables(store, error);
}
