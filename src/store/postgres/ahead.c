/*
 * Questions that are asked before somebody wants to know: they travel with
 * others, and their rows lie here until the question comes, which finds them
 * by its own bytes, once. What is left is dropped with the transaction.
 */
#include "store/postgres/connection.h"

#include "base/banned.h"

enum { AHEAD = 256, KEYS_LIMIT = 1 << 20 };

struct asked {
    size_t at; /* of its key in `keys` */
    size_t length;
    PGresult *rows; /* NULL: not there yet */
    bool taken;
};

struct pg_ahead {
    struct strbuf keys;
    size_t first; /* those before were taken */
    size_t count;
    struct asked asked[AHEAD];
};

bool pg_ahead_any(const struct store *store)
{
    const struct pg_ahead *ahead = store->pg->ahead;
    return ahead && ahead->first < ahead->count;
}

static struct asked *find(struct pg_ahead *ahead, struct span key)
{
    for (size_t i = ahead->first; i < ahead->count; i++) {
        struct asked *asked = &ahead->asked[i];
        if (!asked->taken && span_equal(span_of(ahead->keys.text + asked->at, asked->length), key)) {
            return asked;
        }
    }
    return NULL;
}

static struct pg_ahead *make_room(struct store *store)
{
    struct pg *pg = store->pg;
    if (!pg->ahead) {
        pg->ahead = mem_new(store->allocator, 1, sizeof(*pg->ahead));
        if (pg->ahead) {
            strbuf_init(&pg->ahead->keys, store->allocator, KEYS_LIMIT);
        }
    }
    return pg->ahead && pg->ahead->count < AHEAD ? pg->ahead : NULL;
}

/* One that cannot be kept is asked when its time comes. */
void pg_ahead(struct query *query)
{
    struct pg_ahead *ahead = query->rows ? make_room(query->store) : NULL;
    if (!ahead) {
        return;
    }
    size_t at = ahead->keys.len;
    pg_query_key(query, &ahead->keys);
    struct span key = span_of(ahead->keys.text + at, ahead->keys.len - at);
    struct asked *asked = &ahead->asked[ahead->count];
    *asked = (struct asked){.at = at, .length = key.len};
    if (strbuf_ok(&ahead->keys) && !find(ahead, key) && pg_query_send(query, &asked->rows)) {
        ahead->count++;
    }
}

enum err pg_ahead_take(struct store *store, struct span key, PGresult **rows, struct error *error)
{
    struct pg_ahead *ahead = store->pg->ahead;
    struct asked *asked = find(ahead, key);
    if (!asked) {
        return ERR_OK;
    }
    enum err err = asked->rows ? ERR_OK : pg_settle(store, NULL, error);
    if (err != ERR_OK) {
        return err;
    }
    *rows = asked->rows;
    asked->rows = NULL;
    asked->taken = true;
    while (ahead->first < ahead->count && ahead->asked[ahead->first].taken) {
        ahead->first++;
    }
    return ERR_OK;
}

size_t pg_ahead_count(const struct store *store)
{
    const struct pg_ahead *ahead = store->pg->ahead;
    return ahead ? ahead->count : 0;
}

/* What is still on its way is for nobody any more. */
static void turn_away(struct pg *pg, const struct asked *asked)
{
    for (size_t i = 0; i < pg->count; i++) {
        struct pending *pending = &pg->pending[(pg->first + i) % PG_PENDING];
        pending->into = pending->into == &asked->rows ? NULL : pending->into;
    }
}

void pg_ahead_end(struct store *store, size_t from)
{
    struct pg *pg = store->pg;
    struct pg_ahead *ahead = pg->ahead;
    if (!ahead || ahead->count <= from) {
        return;
    }
    for (size_t i = from; i < ahead->count; i++) {
        struct asked *asked = &ahead->asked[i];
        if (!asked->taken && !asked->rows) {
            turn_away(pg, asked);
        }
        pg->pq->PQclear(asked->rows);
    }
    ahead->count = from;
    ahead->first = ahead->first < from ? ahead->first : from;
    if (from == 0) {
        strbuf_clear(&ahead->keys);
    }
}

void pg_ahead_free(struct store *store)
{
    struct pg *pg = store->pg;
    pg_ahead_end(store, 0);
    if (pg->ahead) {
        strbuf_release(&pg->ahead->keys);
        mem_free(store->allocator, pg->ahead);
        pg->ahead = NULL;
    }
}
