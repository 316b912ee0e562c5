/*
 * Rebuilding beside what stands. The shadow of a derived table is a
 * temporary table of the same name and definition: SQLite finds temporary
 * tables first, so every derived statement works on the shadow as it is, and
 * prepares itself anew when the shadow comes and goes. The temporary
 * database is a file of its own that vanishes with the connection:
 *
 *   - an audit works on a read-only connection, beside a daemon that writes;
 *   - a rebuild neither fills the write-ahead log nor leaves a trace in the
 *     schema, until the swap copies it over the real rows.
 */
#include "store/shadow.h"

#include "store/messages.h"
#include "store/open.h"
#include "store/query.h"

#include "base/banned.h"

const struct derived_table DERIVED_TABLE[DERIVED_TABLES] = {
    {"d_game", 1}, {"d_seat", 2},      {"d_facts", 1},    {"d_alias", 1},
    {"d_tile", 2}, {"d_aggregate", 5}, {"d_standing", 6}, {"d_pair", 3},
};

enum { DEFINITION_LIMIT = 1 << 16 };

/* Runs `before`, the name of the table, `after`, once for each derived table. */
static enum err for_each_table(struct store *store, const char *before, const char *after, bool twice,
                               struct error *error)
{
    enum err err = ERR_OK;
    for (int i = 0; err == ERR_OK && i < DERIVED_TABLES; i++) {
        char text[256];
        struct strbuf sql;
        strbuf_wrap(&sql, text, sizeof(text));
        strbuf_add(&sql, before);
        strbuf_add(&sql, DERIVED_TABLE[i].name);
        strbuf_add(&sql, after);
        strbuf_add(&sql, twice ? DERIVED_TABLE[i].name : "");
        err = connection_run(store, strbuf_text(&sql), error);
    }
    return err;
}

/* `CREATE TABLE d_game …` becomes `CREATE TEMP TABLE d_game …`; an index goes where its table is. */
static enum err make_one(struct query *query, void *context, struct error *error)
{
    struct store *store = context;
    struct span sql = query_column_span(query, 0);
    struct strbuf text;
    strbuf_init(&text, store->allocator, DEFINITION_LIMIT);
    if (span_starts(sql, "CREATE TABLE ")) {
        strbuf_add(&text, "CREATE TEMP TABLE ");
        sql = span_skip(sql, sizeof("CREATE TABLE ") - 1);
    }
    strbuf_add_span(&text, sql);
    enum err err =
        strbuf_ok(&text) ? connection_run(store, strbuf_text(&text), error) : error_raise(error, &MSG_MEMORY);
    strbuf_release(&text);
    return err;
}

static enum err make_all(struct store *store, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_DERIVED_DEFINITIONS);
    return query_each(&query, make_one, store, error);
}

enum err store_shadow_open(struct store *store, struct error *error)
{
    if (store->shadow || !store->in_transaction) {
        return error_raise_span(error, store->shadow ? &STORE_MSG_SHADOW : &STORE_MSG_TRANSACTION,
                                path_shown(strbuf_text(&store->path)));
    }
    /* A season of games does not fit into memory: from here on temporary tables may go to a file. */
    enum err err = connection_run(store, "PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -32768;", error);
    if (err == ERR_OK && store->mode == STORE_READ) {
        err = connection_run(store, "PRAGMA query_only = OFF", error); /* the file itself stays open for reading only */
    }
    if (err == ERR_OK) {
        err = make_all(store, error);
    }
    if (err == ERR_OK) {
        err = open_statements(store, DERIVED, DERIVED, error);
    }
    store->shadow = true;
    if (err != ERR_OK) {
        struct error ignored;
        (void)!store_shadow_drop(store, &ignored);
    }
    return err;
}

void shadow_forget(struct store *store)
{
    if (store->shadow && store->mode == STORE_READ) {
        (void)sqlite3_exec(store->db, "PRAGMA query_only = ON", NULL, NULL, NULL);
    }
    store->shadow = false;
}

enum err store_shadow_drop(struct store *store, struct error *error)
{
    if (!store->shadow) {
        return error_raise_span(error, &STORE_MSG_SHADOW, path_shown(strbuf_text(&store->path)));
    }
    enum err err = for_each_table(store, "DROP TABLE IF EXISTS temp.", "", false, error);
    if (err == ERR_OK) {
        shadow_forget(store); /* else some stand in front of the real ones until the caller rolls back */
    }
    return err;
}

enum err store_shadow_swap(struct store *store, struct error *error)
{
    if (!store->shadow) {
        return error_raise_span(error, &STORE_MSG_SHADOW, path_shown(strbuf_text(&store->path)));
    }
    /* No name is in derived rows, so the freed pages need not be overwritten. */
    enum err err = connection_run(store, "PRAGMA secure_delete = FAST", error);
    if (err == ERR_OK) {
        err = for_each_table(store, "DELETE FROM main.", "", false, error);
    }
    if (err == ERR_OK) {
        /* Same definition, empty target: SQLite copies rows and indexes as they are, without decoding them. */
        err = for_each_table(store, "INSERT INTO main.", " SELECT * FROM temp.", true, error);
    }
    (void)sqlite3_exec(store->db, "PRAGMA secure_delete = ON", NULL, NULL, NULL);
    return err == ERR_OK ? store_shadow_drop(store, error) : err;
}
