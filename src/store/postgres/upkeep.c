/* What a file's owner does and a server does by itself, or does otherwise. */
#include "store/messages.h"
#include "store/postgres/connection.h"
#include "store/postgres/open.h"

#include "base/banned.h"

/*
 * Whether the schema is what its script ($2, the club's $1) makes: the triggers that keep the log, the catalogues and the
 * versions as they must be, on, and with their own functions; as many keys, references and checks, which a restore by
 * parts may lack; no rules; and a head row that knows how long the log is.
 */
static const char SCHEMA[] =
    "WITH own AS (SELECT CAST(quote_ident($1) AS regnamespace) AS schema, regexp_replace($2, '--[^\\n]*', '', 'g') AS script),"
    " part AS (SELECT c.oid, c.relname, c.relkind FROM own JOIN pg_class AS c ON c.relnamespace = own.schema)"
    " SELECT want[1] FROM own, regexp_matches(own.script, 'CREATE TRIGGER (\\w+) [^;]* EXECUTE FUNCTION (\\w+)', 'g') AS want"
    " WHERE NOT EXISTS (SELECT 1 FROM pg_trigger AS t JOIN part ON part.oid = t.tgrelid JOIN pg_proc AS p ON p.oid = t.tgfoid"
    " WHERE t.tgname = want[1] AND t.tgenabled IN ('O', 'A') AND p.proname = want[2] AND p.pronamespace = own.schema"
    " AND position(want[2] || '() RETURNS trigger LANGUAGE plpgsql AS $$' || p.prosrc || '$$' IN $2) > 0)"
    " UNION ALL SELECT word FROM own, (VALUES"
    " ('PRIMARY KEY', (SELECT count(*) FROM pg_constraint JOIN part ON part.oid = conrelid WHERE contype = 'p')),"
    " ('UNIQUE', (SELECT count(*) FROM pg_index JOIN part ON part.oid = indrelid WHERE indisunique AND NOT indisprimary)),"
    " ('CHECK', (SELECT count(*) FROM pg_constraint JOIN part ON part.oid = conrelid WHERE contype = 'c')),"
    " ('REFERENCES', (SELECT count(*) FROM pg_constraint JOIN part ON part.oid = conrelid WHERE contype = 'f')),"
    " ('CREATE TABLE', (SELECT count(*) FROM part WHERE relkind = 'r')),"
    " ('RULE', (SELECT count(*) FROM pg_rewrite JOIN part ON part.oid = ev_class))) AS found (word, number)"
    " WHERE number <> (SELECT count(*) FROM regexp_matches(own.script, '\\m' || word || '\\M', 'g'))"
    " UNION ALL SELECT 'head' WHERE (SELECT size FROM head) IS DISTINCT FROM (SELECT coalesce(max(seq), 0) FROM entry)";

/* The script is that of the first version and all steps behind it: these add, and take nothing away. */
static enum err ask_schema(struct store *store, PGresult **wrong, struct error *error)
{
    struct strbuf script;
    struct pg_steps steps = pg_steps_all();
    strbuf_init(&script, store->allocator, 1 << 20);
    strbuf_add(&script, POSTGRES_CLUB);
    for (int i = 0; i < steps.count; i++) {
        strbuf_add(&script, steps.steps[i].sql);
    }
    const char *const values[] = {store->pg->schema, strbuf_text(&script)};
    enum err err =
        strbuf_ok(&script) ? pg_ask(store, SCHEMA, 2, values, wrong, error) : error_raise(error, &MSG_MEMORY);
    strbuf_release(&script);
    return err;
}

enum err pg_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error)
{
    struct pg *pg = store->pg;
    PGresult *wrong = NULL;
    if (!full) {
        return ERR_OK;
    }
    enum err err = ask_schema(store, &wrong, error);
    if (err != ERR_OK) {
        return err;
    }
    int count = pg->pq->PQntuples(wrong);
    for (int i = 0; i < count; i++) {
        char text[128];
        struct strbuf line;
        strbuf_wrap(&line, text, sizeof(text));
        strbuf_add(&line, "the schema is not that of this version, from ");
        strbuf_add(&line, pg->pq->PQgetvalue(wrong, i, 0));
        if (fn) {
            fn(context, strbuf_span(&line), strbuf_span(&line));
        }
        if (!fn && err == ERR_OK) {
            err = error_raise_span(error, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&store->path)));
            error_add(error, strbuf_span(&line));
            error_add(error, strbuf_span(&line));
        }
    }
    pg->pq->PQclear(wrong);
    return err;
}

/* A backup of a club on a server is a move into a file. */
enum err pg_backup(struct store *store, const char *path, void (*progress)(void *context, int64_t done, int64_t total),
                   void *context, struct error *error)
{
    (void)store;
    (void)path;
    (void)progress;
    (void)context;
    return error_raise_span(error, &STORE_MSG_NO_FILE, SPAN_LITERAL("backup"));
}

/* Rows that were changed stay in their pages, which no transaction can write anew: pg_flush has it done. */
enum err pg_scrub(struct store *store, bool foreign, struct error *error)
{
    (void)foreign;
    return store->in_transaction
               ? ERR_OK
               : error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
}

/*
 * A vacuum leaves bytes of rows that are gone in the gaps of its pages, so the tables with names are written into files
 * without a past. Whoever reads one of them is waited for as long as a writer is ready to wait; then this is ERR_BUSY.
 */
enum err pg_flush(struct store *store, struct error *error)
{
    char text[64];
    struct strbuf patience;
    struct error ignored;
    enum err err = pg_connect(store, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&patience, text, sizeof(text));
    strbuf_add(&patience, "SET lock_timeout = ");
    strbuf_int(&patience, store->wait.most_ms > 0 ? store->wait.most_ms : 1);
    err = pg_run(store, strbuf_text(&patience), error);
    err = err == ERR_OK ? pg_run(store, "VACUUM (FULL) \"foreign\", person, answer", error) : err;
    (void)!pg_run(store, "SET lock_timeout = 0", &ignored); /* a connection that is lost takes it along */
    return err;
}

enum err pg_size(struct store *store, int64_t *bytes, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema};
    PGresult *said = NULL;
    enum err err =
        pg_ask(store,
               "SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_namespace AS n"
               " JOIN pg_depend AS d ON d.refclassid = CAST('pg_catalog.pg_namespace' AS regclass)"
               " AND d.refobjid = n.oid AND d.classid = CAST('pg_catalog.pg_class' AS regclass)"
               " JOIN pg_class AS c ON c.oid = d.objid AND c.relkind = 'r' WHERE n.nspname = $1",
               1, values, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    *bytes = pg_int(pg, said, 0, 0);
    pg->pq->PQclear(said);
    return ERR_OK;
}
