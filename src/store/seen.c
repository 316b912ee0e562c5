/*
 * Which records have been imported, by hash. A hash goes to a random page,
 * so that with a million of them every import would rewrite a page of its
 * own. New hashes therefore gather in a small table, which is poured into the
 * large one, in order, when it is full: a page then takes many at once.
 */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

static enum err run(struct store *store, enum statement_id id, struct error *error)
{
    struct query query;
    query_start(&query, store, id);
    return query_run(&query, error);
}

enum err store_seen_find(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t *game, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEEN_FIND);
    query_bytes(&query, hash, STORE_SEEN_SIZE);
    enum err err = query_one(&query, &STORE_MSG_NO_RECORD, (struct span){0}, error);
    *game = err == ERR_OK ? query_column(&query, 0) : 0;
    query_end(&query);
    return err;
}

/* Counts once; from then on store_seen_add keeps count. After a rollback it is too high, which only pours early. */
static enum err count_recent(struct store *store, struct error *error)
{
    if (store->seen_counted) {
        return ERR_OK;
    }
    struct query query;
    query_start(&query, store, STATEMENT_SEEN_COUNT);
    enum err err = query_value(&query, 0, &store->seen_recent, error);
    store->seen_counted = err == ERR_OK;
    return err;
}

static enum err pour(struct store *store, struct error *error)
{
    store->seen_counted = false;
    enum err err = run(store, STATEMENT_SEEN_POUR, error);
    if (err != ERR_OK) {
        return err;
    }
    return run(store, STATEMENT_SEEN_EMPTY, error);
}

enum err store_seen_add(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error)
{
    enum err err = count_recent(store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store->seen_recent >= store->seen_limit ? pour(store, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    struct query query;
    query_start(&query, store, STATEMENT_SEEN_ADD);
    query_bytes(&query, hash, STORE_SEEN_SIZE);
    query_int(&query, game);
    err = query_run(&query, error);
    store->seen_recent += err == ERR_OK;
    return err;
}

struct seen_call {
    store_seen_fn *fn;
    void *context;
};

static enum err each_seen(struct query *query, void *context, struct error *error)
{
    const struct seen_call *to = context;
    struct span hash = query_column_span(query, 0);
    if (hash.len != STORE_SEEN_SIZE) {
        return query_bad_value(query, "seen.hash", error);
    }
    return to->fn(to->context, (const uint8_t *)hash.ptr, query_column(query, 1), error);
}

enum err store_seen_strays(struct store *store, store_seen_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEEN_STRAYS);
    return query_each(&query, each_seen, &(struct seen_call){fn, context}, error);
}

enum err store_seen_strays_forget(struct store *store, struct error *error)
{
    store->seen_counted = false;
    enum err err = run(store, STATEMENT_SEEN_STRAYS_FORGET, error);
    if (err != ERR_OK) {
        return err;
    }
    return run(store, STATEMENT_SEEN_RECENT_STRAYS_FORGET, error);
}

enum err store_seen_forget(struct store *store, struct error *error)
{
    store->seen_counted = false;
    enum err err = run(store, STATEMENT_SEEN_FORGET_ALL, error);
    if (err != ERR_OK) {
        return err;
    }
    return run(store, STATEMENT_SEEN_EMPTY, error);
}

/* ---- what is lacking, in a table of the shadow's file (shadow.c makes and drops it) ---- */

enum err store_lacking_add(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error)
{
    struct query query;
    query_prepare(&query, store, "INSERT INTO lacking (hash, game) VALUES (?1, ?2) ON CONFLICT DO NOTHING");
    query_bytes(&query, hash, STORE_SEEN_SIZE);
    query_int(&query, game);
    return query_run(&query, error);
}

enum err store_lacking(struct store *store, store_seen_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_prepare(&query, store, "SELECT hash, game FROM lacking ORDER BY game");
    return query_each(&query, each_seen, &(struct seen_call){fn, context}, error);
}

enum err store_lacking_mend(struct store *store, int64_t most, bool *left, struct error *error)
{
    struct query query;
    *left = false;
    query_prepare(&query, store,
                  "INSERT INTO seen (hash, game) SELECT hash, game FROM lacking WHERE true ORDER BY hash LIMIT ?1"
                  " ON CONFLICT (hash) DO UPDATE SET game = excluded.game");
    query_int(&query, most);
    enum err err = query_run(&query, error);
    if (err != ERR_OK) {
        return err;
    }
    query_prepare(&query, store, "DELETE FROM lacking WHERE hash IN (SELECT hash FROM lacking ORDER BY hash LIMIT ?1)");
    query_int(&query, most);
    err = query_run(&query, error);
    *left = err == ERR_OK && query_changes(store) == most;
    return err;
}
