/* Opening a club of a server, and making one. */
#include "store/postgres/open.h"

#include "base/secret.h"
#include "store/messages.h"
#include "store/postgres/connection.h"

#include "base/banned.h"

/* Runs several statements at once, as migrations are written. */
static enum err run_script(struct store *store, const char *sql, struct error *error)
{
    struct pg *pg = store->pg;
    if (pg->pq->PQexitPipelineMode(pg->connection) != 1) {
        return pg_raise(store, NULL, error);
    }
    PGresult *result = pg->pq->PQexec(pg->connection, sql);
    ExecStatusType status = pg->pq->PQresultStatus(result);
    enum err err = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? ERR_OK : pg_raise(store, result, error);
    pg->pq->PQclear(result);
    (void)pg->pq->PQenterPipelineMode(pg->connection);
    return err;
}

static enum err look_for_version(struct store *store, int *version, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema};
    PGresult *found = NULL;
    *version = 0;
    enum err err = pg_ask(store,
                          "SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace"
                          " WHERE n.nspname = $1 AND c.relname = 'head'",
                          1, values, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    bool there = pg->pq->PQntuples(found) > 0;
    pg->pq->PQclear(found);
    if (!there) {
        return ERR_OK;
    }
    err = pg_ask(store, "SELECT version FROM head", 0, NULL, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    *version = (int)pg_int(pg, found, 0, 0);
    pg->pq->PQclear(found);
    return ERR_OK;
}

/* The version of the club's schema; 0: there is no such club. One that goes between two looks is looked for once more. */
static enum err find_version(struct store *store, int *version, struct error *error)
{
    enum err err = look_for_version(store, version, error);
    return err == ERR_CORRUPT ? look_for_version(store, version, error) : err;
}

/*
 * What the role that a database names in `dendro.daemon` may do in a club, and
 * nothing more: the log and the catalogues only grow, the head row is there.
 */
static const char GRANTS[] =
    "DO $grants$ DECLARE role text := current_setting('dendro.daemon', true); own text := current_schema(); BEGIN"
    " IF coalesce(role, '') = '' OR role = current_user THEN RETURN; END IF;"
    " EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', own, role);"
    " EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', own, role);"
    " EXECUTE format('REVOKE ALL ON entry, catalogue, head FROM PUBLIC, %I', role);"
    " EXECUTE format('GRANT SELECT, INSERT ON entry, catalogue TO %I', role);"
    " EXECUTE format('GRANT SELECT, UPDATE ON head TO %I', role);"
    " IF NOT has_database_privilege(role, current_database(), 'TEMPORARY') THEN"
    " EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO %I', current_database(), role); END IF;"
    " END $grants$;";

/* The schema and all its tables, in one transaction: there is a whole club or none. */
static enum err make_club(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    struct strbuf sql;
    strbuf_init(&sql, store->allocator, 1 << 20);
    strbuf_add(&sql, "BEGIN; CREATE SCHEMA \"");
    strbuf_add(&sql, pg->schema); /* club_ and a slug: pg_address has looked at it */
    strbuf_add(&sql, "\";\n");
    strbuf_add(&sql, POSTGRES_CLUB);
    strbuf_add(&sql, "\nINSERT INTO head (size, version) VALUES (0, ");
    strbuf_int(&sql, store_schema_current());
    strbuf_add(&sql, ");\n");
    strbuf_add(&sql, GRANTS);
    strbuf_add(&sql, " COMMIT");
    enum err err = strbuf_ok(&sql) ? run_script(store, strbuf_text(&sql), error) : error_raise(error, &MSG_MEMORY);
    strbuf_release(&sql);
    if (err != ERR_OK) {
        struct error ignored;
        (void)!run_script(store, "ROLLBACK", &ignored);
    }
    return err;
}

/* Nothing is acknowledged that a crash of the server can undo. */
static enum err check_durable(struct store *store, struct error *error)
{
    static const struct {
        const char *question;
        const char *needed;
    } settings[] = {{"SELECT current_setting('synchronous_commit')", "synchronous_commit = on"},
                    {"SELECT current_setting('full_page_writes')", "full_page_writes = on"}};
    struct pg *pg = store->pg;
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        PGresult *said = NULL;
        enum err err = pg_ask(store, settings[i].question, 0, NULL, &said, error);
        if (err != ERR_OK) {
            return err;
        }
        struct span value = span_from(pg->pq->PQgetvalue(said, 0, 0));
        bool safe = !span_is(value, "off") && !span_is(value, "local");
        if (!safe) {
            err = error_raise_span(error, &STORE_MSG_SERVER_SETTING, path_shown(strbuf_text(&store->path)));
            error_add(error, value);
            error_add(error, span_from(settings[i].needed));
        }
        pg->pq->PQclear(said);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static void quote_schema(struct pg *pg)
{
    struct strbuf text;
    strbuf_wrap(&text, pg->schema, sizeof(pg->schema));
    strbuf_add(&text, "club_");
    strbuf_add(&text, pg->slug);
    strbuf_wrap(&text, pg->stored, sizeof(pg->stored));
    strbuf_add(&text, "\"");
    strbuf_add(&text, pg->schema);
    strbuf_add(&text, "\".");
}

/* A connection to the club's database, whether or not there is such a club. */
enum err pg_attach(struct store *store, const char *path, struct error *error)
{
    struct pg *pg = mem_new(store->allocator, 1, sizeof(*pg));
    if (!pg) {
        return error_raise(error, &MSG_MEMORY);
    }
    store->pg = pg;
    pg->self = store;
    pg->doubt_ms = PG_DOUBT_MS;
    strbuf_init(&pg->address, store->allocator, STORE_PATH_LIMIT);
    strbuf_add(&store->path, "postgresql://");
    enum err err = pg_address(path, &pg->address, pg->slug, error);
    if (err != ERR_OK) {
        return err;
    }
    quote_schema(pg);
    store->stored = pg->stored;
    store->shadowed = "pg_temp.";
    pg->pq = pq_load(error);
    if (!pg->pq) {
        return error_sure(error->message->code);
    }
    return pg_connect(store, error);
}

void pg_detach(struct store *store)
{
    struct pg *pg = store->pg;
    if (pg) {
        if (pg->pq) {
            pg_disconnect(store);
        }
        secret_wipe(pg->address.text, pg->address.room);
        strbuf_release(&pg->address);
        mem_free(store->allocator, pg);
        store->pg = NULL;
    }
    strbuf_release(&store->path);
    strbuf_release(&store->facts);
}

static enum err refuse_version(struct store *store, int version, struct error *error)
{
    if (version == 0) {
        return error_raise_span(error, &STORE_MSG_NO_CLUB, path_shown(strbuf_text(&store->path)));
    }
    enum err err = error_raise_span(error, version > store_schema_current() ? &STORE_MSG_NEWER : &STORE_MSG_OLDER,
                                    path_shown(strbuf_text(&store->path)));
    error_add_int(error, version);
    error_add_int(error, store_schema_current());
    return err;
}

/* A club where there was none a moment ago. */
static enum err find_or_make(struct store *store, int *version, struct error *error)
{
    struct error ignored;
    enum err err = make_club(store, error);
    if (err == ERR_OK) {
        *version = store_schema_current();
        return ERR_OK;
    }
    /* Somebody else has made it in the same moment, or a client that was killed had asked for it. */
    bool made = err == ERR_CONFLICT && find_version(store, version, &ignored) == ERR_OK && *version > 0;
    return made ? ERR_OK : err;
}

static enum err open_club(struct store *store, const char *path, const struct store_options *options, bool check,
                          struct error *error)
{
    (void)options;
    (void)check; /* PostgreSQL checks its pages as it reads them */
    enum err err = pg_attach(store, path, error);
    if (err != ERR_OK) {
        return err;
    }
    int version = 0;
    err = find_version(store, &version, error);
    if (err != ERR_OK) {
        return err;
    }
    if (version == 0 && store->mode == STORE_CREATE) {
        err = find_or_make(store, &version, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (version != store_schema_current()) {
        return refuse_version(store, version, error);
    }
    return store->mode == STORE_READ ? ERR_OK : check_durable(store, error);
}

enum err postgres_schema_of(const char *path, const struct store_options *options, int *version, struct error *error)
{
    struct store store = {0};
    *version = 0;
    store_init(&store, &POSTGRES_ENGINE, STORE_READ, options);
    enum err err = pg_attach(&store, path, error);
    if (err == ERR_OK) {
        err = find_version(&store, version, error);
    }
    pg_detach(&store);
    return err;
}

/* Under the lock of writers: only what is still marked goes. */
static enum err unmake(struct store *store, struct error *error)
{
    char text[512];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "BEGIN; SET LOCAL lock_timeout = ");
    strbuf_int(&sql, store->wait.most_ms > 0 ? store->wait.most_ms : 1);
    strbuf_add(&sql, "; UPDATE head SET size = size; DO $$BEGIN"
                     " IF NOT EXISTS (SELECT 1 FROM setting WHERE name = 'moving') THEN"
                     " RAISE EXCEPTION 'it is in use'; END IF; END$$; DROP SCHEMA \"");
    strbuf_add(&sql, store->pg->schema);
    strbuf_add(&sql, "\" CASCADE; COMMIT");
    enum err err = strbuf_ok(&sql) ? run_script(store, strbuf_text(&sql), error) : error_raise(error, &MSG_MEMORY);
    if (err != ERR_OK) {
        struct error ignored;
        (void)!run_script(store, "ROLLBACK", &ignored);
    }
    return err;
}

enum err postgres_unmake(const char *path, const struct store_options *options, struct error *error)
{
    struct store store = {0};
    int version = 0;
    store_init(&store, &POSTGRES_ENGINE, STORE_WRITE, options);
    enum err err = pg_attach(&store, path, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = find_version(&store, &version, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = version > 0 ? unmake(&store, error) : ERR_OK;
out:
    pg_detach(&store);
    return err;
}

/* There is one version of PostgreSQL's schema so far. */
enum err postgres_migrate(const char *path, const struct store_options *options, int *from, struct error *error)
{
    enum err err = postgres_schema_of(path, options, from, error);
    if (err != ERR_OK || *from == store_schema_current() || *from == 0) {
        return err;
    }
    struct store store = {0};
    store_init(&store, &POSTGRES_ENGINE, STORE_READ, options);
    strbuf_add(&store.path, path);
    err = refuse_version(&store, *from, error);
    pg_detach(&store);
    return err;
}

const struct engine POSTGRES_ENGINE = {
    .open = open_club,
    .close = pg_detach,
    .start = pg_start,
    .prepare = pg_prepare,
    .bind_int = pg_bind_int,
    .bind_text = pg_bind_text,
    .bind_bytes = pg_bind_bytes,
    .bind_null = pg_bind_null,
    .next = pg_next,
    .run = pg_run_query,
    .run_must = pg_run_must,
    .again = pg_again,
    .end = pg_end,
    .column = pg_column,
    .column_span = pg_column_span,
    .column_type = pg_column_type,
    .column_name = pg_column_name,
    .columns = pg_columns,
    .changes = pg_changes,
    .begin = pg_begin,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .mark = pg_mark,
    .keep = pg_keep,
    .undo = pg_undo,
    .deadline = pg_deadline,
    .shadow_make = pg_shadow_make,
    .shadow_index = pg_shadow_index,
    .shadow_drop = pg_shadow_drop,
    .shadow_gone = pg_shadow_gone,
    .check = pg_check,
    .backup = pg_backup,
    .scrub = pg_scrub,
    .flush = pg_flush,
    .size = pg_size,
};
