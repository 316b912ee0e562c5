/*
 * Questions that are asked before somebody wants to know: they travel with
 * others, and their rows lie here until the question comes, which finds them
 * by its own bytes, once. What is left is dropped with the transaction.
 */
#include "store/postgres/rows.h"

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

static bool any(const struct store *store)
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

/* The statement and what is bound to it. */
static void add_key(const struct query *query, struct strbuf *out)
{
    const struct pg_rows *rows = query->rows;
    strbuf_add_span(out, span_of((const char *)&rows->id, sizeof(rows->id)));
    for (int i = 0; i < rows->count; i++) {
        strbuf_add_span(out, span_of((const char *)&rows->type[i], sizeof(rows->type[i])));
        strbuf_add_span(out, span_of((const char *)&rows->length[i], sizeof(rows->length[i])));
        strbuf_add_span(out, span_of(rows->value[i], (size_t)rows->length[i]));
    }
}

/* One that cannot be kept is asked when its time comes. */
void pg_ahead(struct query *query)
{
    struct pg_ahead *ahead = query->rows ? make_room(query->store) : NULL;
    if (!ahead) {
        return;
    }
    size_t at = ahead->keys.len;
    add_key(query, &ahead->keys);
    struct span key = span_of(ahead->keys.text + at, ahead->keys.len - at);
    struct asked *asked = &ahead->asked[ahead->count];
    *asked = (struct asked){.at = at, .length = key.len};
    if (strbuf_ok(&ahead->keys) && !find(ahead, key) && pg_query_send(query, &asked->rows)) {
        ahead->count++;
    }
}

static enum err take(struct store *store, struct span key, PGresult **rows, struct error *error)
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

enum err pg_ahead_take(struct query *query, struct error *error)
{
    struct pg_rows *rows = query->rows;
    struct strbuf key;
    if (rows->sent || rows->id == STATEMENT_COUNT || !any(query->store)) {
        return ERR_OK;
    }
    strbuf_init(&key, query->store->allocator, SQL_LIMIT);
    add_key(query, &key);
    enum err err = strbuf_ok(&key) ? take(query->store, strbuf_span(&key), &rows->result, error) : ERR_OK;
    strbuf_release(&key);
    rows->sent = rows->complete = rows->result != NULL;
    return err;
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
