/*
 * Which records have been imported, by hash. A hash goes to a random place,
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
    bool row = false;
    query_start(&query, store, STATEMENT_SEEN_COUNT);
    enum err err = query_next(&query, &row, error);
    store->seen_recent = row ? query_column(&query, 0) : 0;
    store->seen_counted = err == ERR_OK;
    query_end(&query);
    return err;
}

static enum err pour(struct store *store, struct error *error)
{
    enum err err = run(store, STATEMENT_SEEN_POUR, error);
    if (err == ERR_OK) {
        err = run(store, STATEMENT_SEEN_EMPTY, error);
    }
    store->seen_counted = false;
    return err;
}

enum err store_seen_add(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error)
{
    enum err err = count_recent(store, error);
    if (err == ERR_OK && store->seen_recent >= store->seen_limit) {
        err = pour(store, error);
    }
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
