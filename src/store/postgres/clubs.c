/*
 * The clubs of a server: its schemas that are called club_SLUG and have a
 * head row. Nothing else is shared by clubs, so there is no table of them.
 */
#include "store/clubs.h"

#include "store/messages.h"
#include "store/postgres/pool.h"

#include "base/banned.h"

/* No club is called so by us: a connection needs some slug. */
#define NOBODY SPAN_LITERAL("-")

/* PLACE#SLUG, which pg_address takes apart again. */
static enum err path_of(const char *place, struct span slug, char memory[STORE_PATH_LIMIT], struct error *error)
{
    struct strbuf path;
    strbuf_wrap(&path, memory, STORE_PATH_LIMIT);
    strbuf_add(&path, place);
    strbuf_add_char(&path, '#');
    strbuf_add_span(&path, slug);
    return strbuf_ok(&path) ? ERR_OK : error_raise_span(error, &STORE_MSG_PATH, slug);
}

/* A connection to the place as its club `slug`, which need not be there. To be detached in any case. */
static enum err attach(struct store *store, const char *place, struct span slug, const struct store_options *options,
                       struct error *error)
{
    char path[STORE_PATH_LIMIT];
    store_init(store, &POSTGRES_ENGINE, STORE_READ, options);
    enum err err = path_of(place, slug, path, error);
    err = err == ERR_OK ? pg_attach(store, path, error) : err;
    if (store->pg) {
        store->pg->limit_ms = PG_ANSWER_MS; /* whatever is asked of a place is short */
    }
    return err;
}

enum err store_clubs(const char *place, const struct store_options *options, store_club_fn *fn, void *context,
                     struct error *error)
{
    struct store store = {0};
    PGresult *names = NULL;
    enum err err = attach(&store, place, NOBODY, options, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = pg_ask(&store,
                 "SELECT substr(n.nspname, 6) FROM pg_namespace AS n JOIN pg_class AS c ON c.relnamespace = n.oid"
                 " WHERE n.nspname LIKE 'club\\_%' AND c.relname = 'head' ORDER BY n.nspname COLLATE \"C\"",
                 0, NULL, &names, error);
    if (err != ERR_OK) {
        goto out;
    }
    int count = store.pg->pq->PQntuples(names);
    for (int i = 0; err == ERR_OK && i < count; i++) {
        struct span name = span_from(store.pg->pq->PQgetvalue(names, i, 0));
        err = store_slug_ok(name) ? fn(context, name, error) : ERR_OK; /* somebody else's schema */
    }
    store.pg->pq->PQclear(names);
out:
    pg_detach(&store);
    return err == ERR_END ? ERR_OK : err;
}

enum err store_club_exists(const char *place, struct span slug, const struct store_options *options, bool *there,
                           struct error *error)
{
    char path[STORE_PATH_LIMIT];
    int version = 0;
    enum err err = path_of(place, slug, path, error);
    if (err == ERR_OK) {
        err = postgres_schema_of(path, options, &version, error);
    }
    *there = version > 0;
    return err;
}

enum err store_club_used(const char *place, struct span slug, const struct store_options *options, bool *used,
                         struct error *error)
{
    struct store store = {0};
    PGresult *sessions = NULL;
    *used = false;
    enum err err = attach(&store, place, slug, options, error);
    if (err == ERR_OK) {
        err = pg_ask(&store,
                     "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                     " AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()",
                     0, NULL, &sessions, error);
    }
    if (err == ERR_OK) {
        *used = pg_int(store.pg, sessions, 0, 0) > 0;
        store.pg->pq->PQclear(sessions);
    }
    if (err == ERR_OK && !*used) {
        err = served_look(&store, store.pg->slug, used, error);
    }
    pg_detach(&store);
    return err;
}

/* Runs `before` "club_SLUG" `between` ["club_OTHER"]; attach looks at the first slug. */
static enum err change(const char *place, struct span slug, const struct store_options *options, const char *before,
                       const char *behind, struct span other, struct error *error)
{
    struct store store = {0};
    char memory[256];
    struct strbuf sql;
    if (other.len > 0 && !store_slug_ok(other)) {
        return error_raise_span(error, &STORE_MSG_SLUG, other);
    }
    strbuf_wrap(&sql, memory, sizeof(memory));
    strbuf_add(&sql, before);
    strbuf_add(&sql, "\"club_");
    strbuf_add_span(&sql, slug);
    strbuf_add(&sql, "\"");
    strbuf_add(&sql, behind);
    if (other.len > 0) {
        strbuf_add(&sql, "\"club_");
        strbuf_add_span(&sql, other);
        strbuf_add(&sql, "\"");
    }
    enum err err = attach(&store, place, slug, options, error);
    if (err == ERR_OK) {
        err =
            strbuf_ok(&sql) ? pg_run(&store, strbuf_text(&sql), error) : error_raise_span(error, &STORE_MSG_SLUG, slug);
    }
    pg_detach(&store);
    return err;
}

enum err store_club_rename(const char *place, struct span from, struct span to, const struct store_options *options,
                           struct error *error)
{
    return change(place, from, options, "ALTER SCHEMA ", " RENAME TO ", to, error);
}

enum err store_club_drop(const char *place, struct span slug, const struct store_options *options, struct error *error)
{
    return change(place, slug, options, "DROP SCHEMA ", " CASCADE", (struct span){NULL, 0}, error);
}
