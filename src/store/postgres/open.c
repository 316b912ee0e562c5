/* Opening a club of a server, and making one. */
#include "store/postgres/open.h"

#include "base/secret.h"
#include "store/messages.h"
#include "store/postgres/connection.h"
#include "store/postgres/pool.h"

#include "base/banned.h"

/* Runs several statements at once, as migrations are written. The connection is held: should they fail, a ROLLBACK is due. */
static enum err run_script(struct store *store, const char *sql, struct error *error)
{
    struct pg *pg = store->pg;
    enum err err = pg_connect(store, error);
    err = err == ERR_OK ? pg_settle(store, NULL, error) : err;
    if (err != ERR_OK) {
        return err;
    }
    if (pg->pq->PQexitPipelineMode(pg->connection) != 1) {
        return pg_raise(store, NULL, error);
    }
    PGresult *result = pg->pq->PQexec(pg->connection, sql);
    ExecStatusType status = pg->pq->PQresultStatus(result);
    err = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? ERR_OK : pg_raise(store, result, error);
    pg->pq->PQclear(result);
    (void)pg->pq->PQenterPipelineMode(pg->connection);
    return err;
}

static enum err is_there(struct store *store, bool *there, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema};
    PGresult *found = NULL;
    enum err err = pg_ask(store,
                          "SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace"
                          " WHERE n.nspname = $1 AND c.relname = 'head'",
                          1, values, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    *there = pg->pq->PQntuples(found) > 0;
    pg->pq->PQclear(found);
    return ERR_OK;
}

static enum err look_for_version(struct store *store, int *version, struct error *error)
{
    struct pg *pg = store->pg;
    PGresult *found = NULL;
    *version = 0;
    enum err err = pg_ask(store, "SELECT version FROM head", 0, NULL, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    *version = (int)pg_int(pg, found, 0, 0);
    pg->pq->PQclear(found);
    return ERR_OK;
}

/*
 * The version of the club's schema; 0: there is no such club. The question that mostly has an answer comes first: where
 * the table cannot be found, whether there is one. One that comes between the two looks is looked at once more.
 */
static enum err find_version(struct store *store, int *version, struct error *error)
{
    bool there = false;
    enum err err = look_for_version(store, version, error);
    if (err != ERR_CORRUPT) {
        return err;
    }
    err = is_there(store, &there, error);
    return err == ERR_OK && there ? look_for_version(store, version, error) : err;
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

struct pg_steps pg_steps_all(void)
{
    return (struct pg_steps){POSTGRES_STEPS, POSTGRES_STEPS_COUNT};
}

/* Those that a club of version `from` lacks. */
static void add_steps(struct strbuf *sql, struct pg_steps steps, int from)
{
    for (int i = 0; i < steps.count; i++) {
        if (steps.steps[i].version > from) {
            strbuf_add(sql, steps.steps[i].sql);
            strbuf_add_char(sql, '\n');
        }
    }
}

/* A script that has a transaction: nothing is left of one that fails. */
static enum err run_whole(struct store *store, const struct strbuf *sql, struct error *error)
{
    struct error ignored;
    if (!strbuf_ok(sql)) {
        return error_raise(error, &MSG_MEMORY);
    }
    store->pg->held = true;
    enum err err = run_script(store, strbuf_text(sql), error);
    if (err != ERR_OK) {
        (void)!run_script(store, "ROLLBACK", &ignored);
    }
    store->pg->held = false;
    pg_let_go(store);
    return err;
}

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
    add_steps(&sql, pg_steps_all(), POSTGRES_FIRST);
    strbuf_add(&sql, GRANTS);
    strbuf_add(&sql, " COMMIT");
    enum err err = run_whole(store, &sql, error);
    strbuf_release(&sql);
    return err;
}

/* Nothing is acknowledged that a crash of the server can undo. The connection was told when it was made. */
static enum err check_durable(struct store *store, struct error *error)
{
    static const struct {
        const char *value;
        const char *needed;
    } said[] = {[UNSAFE_COMMIT_OFF] = {"off", "synchronous_commit = on"},
                [UNSAFE_COMMIT_LOCAL] = {"local", "synchronous_commit = on"},
                [UNSAFE_PAGES] = {"off", "full_page_writes = on"}};
    enum pg_unsafe unsafe = store->pg->unsafe;
    if (unsafe == UNSAFE_NOTHING) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &STORE_MSG_SERVER_SETTING, path_shown(strbuf_text(&store->path)));
    error_add(error, span_from(said[unsafe].value));
    error_add(error, span_from(said[unsafe].needed));
    return err;
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

enum err pg_ready(struct store *store, const char *path, struct error *error)
{
    struct pg *pg = mem_new(store->allocator, 1, sizeof(*pg));
    if (!pg) {
        return error_raise(error, &MSG_MEMORY);
    }
    store->pg = pg;
    pg->self = store;
    pg->doubt_ms = PG_DOUBT_MS;
    pg->connect_ms = PG_CONNECT_MS;
    pg->mark = PG_MARK_OWN;
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
    pg->joined = store->pool && pool_join(store->pool, strbuf_span(&pg->address));
    if (!pg->joined) {
        store->pool = NULL; /* or it is of another place: a move */
    } else {
        pg->mark = PG_MARK_POOLED;
        pg->connect_ms = PG_CONNECT_POOLED_MS;
        pg->limit_ms = pg->usual_ms = PG_POOLED_MS;
    }
    return ERR_OK;
}

/* A connection to the club's database, whether or not there is such a club; of a pool, the first question takes one. */
enum err pg_attach(struct store *store, const char *path, struct error *error)
{
    enum err err = pg_ready(store, path, error);
    return err == ERR_OK && !store->pool ? pg_connect(store, error) : err;
}

void pg_detach(struct store *store)
{
    struct pg *pg = store->pg;
    if (pg) {
        if (pg->pq) {
            pg_ahead_free(store);
            pg_disconnect(store);
        }
        pool_serve_end(store);
        if (pg->joined) {
            pool_leave(store->pool);
        }
        secret_wipe(pg->address.text, pg->address.room);
        strbuf_release(&pg->address);
        mem_free(store->allocator, pg);
        store->pg = NULL;
    }
    strbuf_release(&store->path);
    strbuf_release(&store->facts);
    strbuf_release(&store->settings);
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
        store->made = true;
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
    err = pool_serve(store, error); /* before anything of it is looked at */
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
    return run_whole(store, &sql, error);
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

/* ---- migrating ---- */

/* Only who owns the schema may change it: said before anything is begun, in words that help. */
static enum err check_owner(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema};
    PGresult *said = NULL;
    enum err err = pg_ask(store,
                          "SELECT CAST(pg_has_role(nspowner, 'USAGE') AS int), current_user, pg_get_userbyid(nspowner)"
                          " FROM pg_namespace WHERE nspname = $1",
                          1, values, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    if (pg->pq->PQntuples(said) > 0 && pg_int(pg, said, 0, 0) == 0) {
        err = error_raise_span(error, &STORE_MSG_NOT_OWNER, path_shown(strbuf_text(&store->path)));
        error_add(error, span_from(pg->pq->PQgetvalue(said, 0, 1)));
        error_add(error, span_from(pg->pq->PQgetvalue(said, 0, 2)));
    }
    pg->pq->PQclear(said);
    return err;
}

/* The club's writers wait from here on; who reads is waited for by the statements that change a table. */
static enum err lock_head(struct store *store, int *version, struct error *error)
{
    char text[96];
    struct strbuf sql;
    PGresult *head = NULL;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "BEGIN; SET LOCAL lock_timeout = ");
    strbuf_int(&sql, store->wait.most_ms > 0 ? store->wait.most_ms : 1);
    enum err err = run_script(store, strbuf_text(&sql), error);
    if (err != ERR_OK) {
        return err;
    }
    err = pg_ask(store, "SELECT version FROM head FOR UPDATE", 0, NULL, &head, error);
    if (err == ERR_OK) {
        *version = (int)pg_int(store->pg, head, 0, 0);
        store->pg->pq->PQclear(head);
    }
    return err;
}

/* What the server says of a step that it refuses; that it is gone, full or at work is no fault of the step. */
static enum err run_step(struct store *store, const struct pg_step *step, struct error *error)
{
    enum err err = run_script(store, step->sql, error);
    if (err != ERR_CORRUPT && err != ERR_CONFLICT) {
        return err;
    }
    char text[ERROR_ARG_SIZE];
    (void)error_text(error, LANG_EN, text, sizeof(text));
    err = error_raise_span(error, &STORE_MSG_STEP, path_shown(strbuf_text(&store->path)));
    error_add(error, span_from(step->name));
    error_add(error, span_from(text));
    return err;
}

static enum err apply_steps(struct store *store, struct pg_steps steps, int from, struct error *error)
{
    char text[sizeof(GRANTS) + 64];
    struct strbuf sql;
    for (int i = 0; i < steps.count; i++) {
        enum err err = steps.steps[i].version > from ? run_step(store, &steps.steps[i], error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "UPDATE head SET version = ");
    strbuf_int(&sql, steps.steps[steps.count - 1].version);
    strbuf_add(&sql, ";");
    strbuf_add(&sql, GRANTS);
    strbuf_add(&sql, " COMMIT");
    return run_script(store, strbuf_text(&sql), error);
}

/* In one transaction: the club has the old schema or the new one. */
static enum err advance(struct store *store, struct pg_steps steps, int last, int *from, struct error *error)
{
    struct error ignored;
    enum err err = check_owner(store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = lock_head(store, from, error);
    if (err == ERR_OK && *from < last) {
        err = apply_steps(store, steps, *from, error);
        if (err == ERR_OK) {
            return ERR_OK;
        }
    }
    (void)!run_script(store, "ROLLBACK", &ignored); /* somebody was quicker, or it failed */
    return err;
}

enum err pg_migrate_with(struct pg_steps steps, const char *path, const struct store_options *options, int *from,
                         struct error *error)
{
    struct store store = {0};
    int last = steps.count > 0 ? steps.steps[steps.count - 1].version : POSTGRES_FIRST;
    *from = 0;
    store_init(&store, &POSTGRES_ENGINE, STORE_WRITE, options);
    store.pool = NULL; /* its transaction is no store's */
    enum err err = pg_attach(&store, path, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = find_version(&store, from, error);
    if (err != ERR_OK || *from == 0 || *from == last) {
        goto out;
    }
    err = *from > last || *from < POSTGRES_FIRST ? refuse_version(&store, *from, error)
                                                 : advance(&store, steps, last, from, error);
out:
    pg_detach(&store);
    return err;
}

enum err postgres_migrate(const char *path, const struct store_options *options, int *from, struct error *error)
{
    return pg_migrate_with(pg_steps_all(), path, options, from, error);
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
    .ahead = pg_ahead,
    .ahead_count = pg_ahead_count,
    .ahead_end = pg_ahead_end,
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
