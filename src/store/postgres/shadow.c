/*
 * The shadow of PostgreSQL: temporary tables of the session, which it finds
 * before those of the search_path. Plans that were made before they came
 * still mean the others, so that every statement is prepared anew. A connection
 * of a pool stays with the store as long as it has a shadow, and is closed afterwards.
 */
#include "store/shadow.h"

#include "store/messages.h"
#include "store/postgres/pool.h"

#include "base/banned.h"

/* `verb` d_game `behind`, for each of them; `name` again where it is asked for. */
static enum err for_each_table(struct store *store, const char *before, const char *between, const char *behind,
                               struct error *error)
{
    for (int i = 0; i < DERIVED_TABLES; i++) {
        char text[256];
        struct strbuf sql;
        strbuf_wrap(&sql, text, sizeof(text));
        strbuf_add(&sql, before);
        strbuf_add(&sql, DERIVED_TABLE[i].name);
        if (between) {
            strbuf_add(&sql, between);
            strbuf_add(&sql, store->stored);
            strbuf_add(&sql, DERIVED_TABLE[i].name);
        }
        strbuf_add(&sql, behind);
        pg_send(store, strbuf_text(&sql), PENDING_IGNORED);
    }
    return pg_settle(store, NULL, error);
}

enum err pg_shadow_make(struct store *store, struct error *error)
{
    if (store->pool && store->pg->session && !pool_keep(store->pool, store->pg->session)) {
        return error_raise(error, &STORE_MSG_SHADOWS);
    }
    enum err err = for_each_table(store, "CREATE TEMPORARY TABLE ", " (LIKE ", " INCLUDING ALL)", error);
    if (err != ERR_OK) {
        return err;
    }
    pg_send(store, "CREATE TEMPORARY TABLE lacking (hash bytea PRIMARY KEY, game bigint NOT NULL)", PENDING_IGNORED);
    pg_forget_statements(store);
    return pg_settle(store, NULL, error);
}

/* They have theirs from the beginning: an insertion needs the unique ones. */
enum err pg_shadow_index(struct store *store, struct error *error)
{
    return for_each_table(store, "ANALYZE pg_temp.", NULL, "", error);
}

enum err pg_shadow_drop(struct store *store, struct error *error)
{
    struct pg *pg = store->pg;
    if (pg->shadow_lost) {
        return ERR_OK; /* it went with its connection */
    }
    pg_send(store, "DROP TABLE IF EXISTS pg_temp.lacking", PENDING_IGNORED);
    enum err err = for_each_table(store, "DROP TABLE IF EXISTS pg_temp.", NULL, "", error);
    return pg->shadow_lost ? ERR_OK : err;
}

void pg_shadow_gone(struct store *store)
{
    struct pg *pg = store->pg;
    if (store->pool && pg->session) { /* what it had of tables is nobody else's */
        pg->session->spoilt = true;
    }
    if (store->pool && !store->in_transaction) {
        pg_disconnect(store);
    }
    pg->shadow_lost = false;
    pg_forget_statements(store);
}
