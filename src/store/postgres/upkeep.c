/* What a file's owner does and a server does by itself, or does otherwise. */
#include "store/messages.h"
#include "store/postgres/connection.h"

#include "base/banned.h"

/* Triggers that keep the log, the catalogues and the versions as they must be; a missing or disabled one is damage. */
static const char TRIGGERS[] =
    "SELECT want FROM unnest(ARRAY['entry_no_change', 'entry_in_order', 'catalogue_no_change', 'person_changed',"
    " 'place_changed', 'night_changed', 'aside_removed', 'whereabouts_removed', 'catalogue_added', 'two_added',"
    " 'token_changed']) AS want WHERE NOT EXISTS (SELECT 1 FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid"
    " JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND t.tgname = want AND t.tgenabled = 'O')";

enum err pg_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema};
    PGresult *missing = NULL;
    if (!full) {
        return ERR_OK;
    }
    enum err err = pg_ask(store, TRIGGERS, 1, values, &missing, error);
    if (err != ERR_OK) {
        return err;
    }
    int count = pg->pq->PQntuples(missing);
    for (int i = 0; i < count; i++) {
        char text[128];
        struct strbuf line;
        strbuf_wrap(&line, text, sizeof(text));
        strbuf_add(&line, "the schema is not that of this version, from ");
        strbuf_add(&line, pg->pq->PQgetvalue(missing, i, 0));
        if (fn) {
            fn(context, strbuf_span(&line), strbuf_span(&line));
        }
        if (!fn && err == ERR_OK) {
            err = error_raise_span(error, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&store->path)));
            error_add(error, strbuf_span(&line));
            error_add(error, strbuf_span(&line));
        }
    }
    pg->pq->PQclear(missing);
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

/* Rows that were changed stay in their pages until a vacuum, which no transaction may hold: pg_flush has it done. */
enum err pg_scrub(struct store *store, bool foreign, struct error *error)
{
    (void)foreign;
    return store->in_transaction
               ? ERR_OK
               : error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
}

enum err pg_flush(struct store *store, struct error *error)
{
    enum err err = pg_connect(store, error);
    if (err != ERR_OK) {
        return err;
    }
    return pg_run(store, "VACUUM \"foreign\", person, answer, aside, place, night, setting", error);
}

enum err pg_size(struct store *store, int64_t *bytes, struct error *error)
{
    struct pg *pg = store->pg;
    const char *const values[] = {pg->schema};
    PGresult *said = NULL;
    enum err err = pg_ask(store,
                          "SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class AS c"
                          " JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'",
                          1, values, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    *bytes = pg_int(pg, said, 0, 0);
    pg->pq->PQclear(said);
    return ERR_OK;
}
