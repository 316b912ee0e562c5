/*
 * Opening: find out whose database it is before anything is written to it,
 * then the settings of a writer or a reader, then the statements.
 */
#include "store/sqlite/open.h"

#include "store/engine.h"
#include "store/messages.h"
#include "store/sqlite/backup.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/raise.h"
#include "store/sqlite/schema_hash.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/transactions.h"

#include "base/banned.h"

enum { CACHE_KIB = 8192 };

/*
 * The log is on disk when a commit returns (WAL with synchronous=FULL). The
 * write-ahead log is brought into the file every 32 MiB instead of every 8,
 * because an import writes the same pages of its indexes again and again.
 * No memory mapping: a read error would then be a signal instead of a value.
 */
static const char WRITER[] = "PRAGMA synchronous = FULL;"
                             "PRAGMA wal_autocheckpoint = 4096;"
                             "PRAGMA journal_size_limit = 67108864;"
                             "PRAGMA secure_delete = ON;";
static const char READER[] = "PRAGMA query_only = ON;";
static const char BOTH[] = "PRAGMA cell_size_check = ON;"
                           "PRAGMA temp_store = MEMORY;";

static enum err set_cache(struct store *store, int kib, struct error *error)
{
    char text[64];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "PRAGMA cache_size = -");
    strbuf_int(&sql, kib > 0 ? kib : CACHE_KIB);
    return connection_run(store, strbuf_text(&sql), error);
}

/* Only for a database known to be ours, or empty and about to be: it writes to the file. */
static enum err use_wal(struct store *store, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(store->db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(statement);
    }
    bool wal = false;
    if (rc == SQLITE_ROW) {
        const char *mode = sqlite3_column_blob(statement, 0);
        wal = span_is(span_of(mode, (size_t)sqlite3_column_bytes(statement, 0)), "wal");
        rc = SQLITE_OK;
    }
    enum err err = ERR_OK;
    if (rc != SQLITE_OK) {
        err = sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
    } else if (!wal) {
        err = error_raise_span(error, &STORE_MSG_NO_LOG, path_shown(strbuf_text(&store->path)));
    }
    (void)sqlite3_finalize(statement);
    return err;
}

/* An empty file becomes a database of ours. */
static enum err make_schema(struct store *store, struct error *error)
{
    char text[64];
    struct strbuf sql;
    int version = 0;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "PRAGMA page_size = ");
    strbuf_int(&sql, STORE_PAGE_SIZE);
    enum err err = connection_run(store, strbuf_text(&sql), error);
    if (err != ERR_OK) {
        return err;
    }
    err = use_wal(store, error);
    if (err != ERR_OK) {
        return err;
    }
    return schema_advance(store, migrations_all(), NULL, &version, error);
}

/* The schema is the program's, or the file is empty and gets it. */
static enum err ready_schema(struct store *store, struct error *error)
{
    int version = 0;
    enum err err = schema_version(store, &version, error);
    if (err != ERR_OK) {
        return err;
    }
    if (version == 0 && store->mode == STORE_CREATE) {
        store->made = true;
        return make_schema(store, error);
    }
    if (version != store_schema_current()) {
        return schema_refuse(store, version, store_schema_current(), error);
    }
    return store->mode == STORE_READ ? ERR_OK : use_wal(store, error);
}

static enum err hash_row(struct query *query, void *context, struct error *error)
{
    (void)error;
    for (int i = 0; i < 3; i++) {
        struct span text = query_column_span(query, i);
        sha256_add_u64(context, text.len);
        sha256_add(context, text.ptr, text.len);
    }
    return ERR_OK;
}

enum err schema_hash(struct store *store, uint8_t out[SHA256_SIZE], struct error *error)
{
    struct sha256 hash;
    struct query query;
    sha256_init(&hash);
    query_start(&query, store, STATEMENT_SCHEMA_ROWS);
    enum err err = query_each(&query, hash_row, &hash, error);
    sha256_end(&hash, out);
    return err;
}

enum err schema_fits(struct store *store, bool *fits, struct error *error)
{
    uint8_t known[SHA256_SIZE] = {0};
    uint8_t found[SHA256_SIZE];
    *fits = false;
    enum err err = schema_hash(store, found, error);
    if (err != ERR_OK) {
        return err;
    }
    *fits = sha256_from_hex(span_from(SCHEMA_HASH), known) && memcmp(known, found, sizeof(known)) == 0;
    return ERR_OK;
}

/* Prepares those that are wanted at once: all of the mode unless the schema is known. */
static enum err open_statements(struct store *store, struct error *error)
{
    bool fits = false;
    enum err err = schema_fits(store, &fits, error);
    if (err != ERR_OK) {
        return err;
    }
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        unsigned traits = STATEMENTS[i].traits;
        if ((fits && !(traits & AT_OPEN)) || (store->mode == STORE_READ && (traits & WRITES))) {
            continue;
        }
        int rc = statement_ready(store, (enum statement_id)i);
        if (rc != SQLITE_OK) {
            return sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
        }
    }
    return ERR_OK;
}

static enum err open_ours(struct store *store, const char *path, const struct store_options *options, bool check,
                          struct error *error)
{
    enum store_mode mode = store->mode;
    enum err err = connection_attach(store, path, options, error);
    if (err != ERR_OK) {
        return err;
    }
    if (mode != STORE_READ && sqlite3_db_readonly(store->db, "main") == 1) {
        return sqlite_raise(error, SQLITE_READONLY, NULL, strbuf_text(&store->path)); /* and why that is */
    }
    err = connection_run(store, BOTH, error);
    if (err != ERR_OK) {
        return err;
    }
    err = set_cache(store, options->cache_kib, error);
    if (err != ERR_OK) {
        return err;
    }
    err = connection_run(store, mode == STORE_READ ? READER : WRITER, error);
    if (err != ERR_OK) {
        return err;
    }
    err = ready_schema(store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check ? file_check(store, false, NULL, NULL, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return open_statements(store, error);
}

void store_prepare(void)
{
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

const struct engine SQLITE_ENGINE = {
    .open = open_ours,
    .close = connection_close,
    .start = statement_start,
    .prepare = statement_prepare,
    .bind_int = statement_int,
    .bind_text = statement_text,
    .bind_bytes = statement_bytes,
    .bind_null = statement_null,
    .next = statement_next,
    .run = statement_run,
    .run_must = statement_run_must,
    .again = statement_again,
    .end = statement_end,
    .column = statement_column,
    .column_span = statement_column_span,
    .column_type = statement_column_type,
    .column_name = statement_column_name,
    .columns = statement_columns,
    .changes = statement_changes,
    .begin = transaction_begin,
    .commit = transaction_commit,
    .rollback = transaction_rollback,
    .mark = transaction_mark,
    .keep = transaction_keep,
    .undo = transaction_undo,
    .deadline = transaction_deadline,
    .shadow_make = temporary_make,
    .shadow_index = temporary_index,
    .shadow_drop = temporary_drop,
    .shadow_gone = temporary_gone,
    .check = file_check,
    .backup = backup_copy,
    .scrub = file_scrub,
    .flush = file_flush,
    .size = file_size,
};
