/* The log and the tiles of its tree: rows in, rows out. The triggers of the schema keep the log append-only. */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

enum err store_entry_add(struct store *store, const struct store_entry *entry, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ENTRY_ADD);
    query_int(&query, entry->seq);
    query_int(&query, entry->at);
    query_text(&query, entry->author);
    query_text(&query, entry->kind);
    query_int(&query, entry->game);
    query_bytes(&query, entry->leaf, sizeof(entry->leaf));
    query_text(&query, entry->body);
    return query_run(&query, error);
}

enum err store_log_size(struct store *store, int64_t *size, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_LOG_SIZE);
    return query_value(&query, 0, size, error);
}

enum err store_log_size_and_settings(struct store *store, const char *const names[STORE_NUMBERS], int64_t *size,
                                     int64_t numbers[STORE_NUMBERS], struct error *error)
{
    struct query query;
    bool row = false;
    *size = 0;
    query_start(&query, store, STATEMENT_LOG_SIZE_AND_SETTINGS);
    for (int i = 0; i < STORE_NUMBERS; i++) {
        query_text(&query, span_from(names[i]));
        numbers[i] = 0;
    }
    enum err err = query_next(&query, &row, error);
    if (row) {
        *size = query_column(&query, 0);
        for (int i = 0; i < STORE_NUMBERS; i++) {
            (void)span_int(query_column_span(&query, i + 1), 0, INT64_MAX, &numbers[i]);
        }
    }
    query_end(&query);
    return err;
}

enum err store_log_state(struct store *store, int64_t *size, bool *marked, const char *name, int64_t *number,
                         struct error *error)
{
    struct query query;
    bool row = false;
    query_start(&query, store, STATEMENT_LOG_STATE);
    query_text(&query, span_from(name));
    enum err err = query_next(&query, &row, error);
    *number = 0;
    if (row) {
        (void)span_int(query_column_span(&query, 2), 0, INT64_MAX, number);
    }
    *size = row ? query_column(&query, 0) : 0;
    *marked = row && query_column(&query, 1) > 0;
    query_end(&query);
    return err;
}

struct entry_call {
    store_entry_fn *fn;
    void *context;
};

static enum err each_news(struct query *query, void *context, struct error *error)
{
    const struct entry_call *to = context;
    struct span leaf = query_column_span(query, 3);
    struct store_entry entry = {
        .seq = query_column(query, 0), .kind = query_column_span(query, 1), .game = query_column(query, 2)};
    if (leaf.len != SHA256_SIZE) {
        return query_bad_value(query, "leaf", error);
    }
    memcpy(entry.leaf, leaf.ptr, SHA256_SIZE);
    return to->fn(to->context, &entry, error);
}

enum err store_news(struct store *store, int64_t first, int64_t most, store_entry_fn *fn, void *context,
                    struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_NEWS);
    query_int(&query, first);
    query_int(&query, most);
    return query_each(&query, each_news, &(struct entry_call){fn, context}, error);
}

static enum err each_entry(struct query *query, void *context, struct error *error)
{
    const struct entry_call *to = context;
    struct store_entry entry = {
        .seq = query_column(query, 0),
        .at = query_column(query, 1),
        .author = query_column_span(query, 2),
        .kind = query_column_span(query, 3),
        .game = query_column(query, 4),
        .body = query_column_span(query, 6),
    };
    struct span leaf = query_column_span(query, 5);
    if (leaf.len != SHA256_SIZE) {
        return query_bad_value(query, "entry.leaf", error);
    }
    memcpy(entry.leaf, leaf.ptr, SHA256_SIZE);
    return to->fn(to->context, &entry, error);
}

enum err store_entries(struct store *store, int64_t first, int64_t last, store_entry_fn *fn, void *context,
                       struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ENTRIES);
    query_int(&query, first);
    query_int(&query, last);
    return query_each(&query, each_entry, &(struct entry_call){fn, context}, error);
}

enum err store_entries_of(struct store *store, int64_t game, store_entry_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ENTRIES_OF);
    query_int(&query, game);
    return query_each(&query, each_entry, &(struct entry_call){fn, context}, error);
}

enum err store_entries_after(struct store *store, int64_t game, int64_t after, store_entry_fn *fn, void *context,
                             struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ENTRIES_AFTER);
    query_int(&query, game);
    query_int(&query, after);
    return query_each(&query, each_entry, &(struct entry_call){fn, context}, error);
}

struct leaves {
    uint8_t (*next)[SHA256_SIZE];
    int64_t seq; /* that comes next */
};

static enum err take_leaf(struct query *query, void *context, struct error *error)
{
    struct leaves *leaves = context;
    struct span leaf = query_column_span(query, 1);
    if (query_column(query, 0) != leaves->seq || leaf.len != SHA256_SIZE) {
        return query_bad_value(query, "entry.leaf", error);
    }
    memcpy(*leaves->next, leaf.ptr, SHA256_SIZE);
    leaves->next++;
    leaves->seq++;
    return ERR_OK;
}

enum err store_leaves(struct store *store, int64_t first, size_t count, uint8_t (*leaves)[SHA256_SIZE],
                      struct error *error)
{
    struct leaves into = {leaves, first};
    struct query query;
    query_start(&query, store, STATEMENT_LEAVES);
    query_int(&query, first);
    query_int(&query, first + (int64_t)count - 1);
    enum err err = query_each(&query, take_leaf, &into, error);
    if (err != ERR_OK) {
        return err;
    }
    bool all = into.seq == first + (int64_t)count;
    return all ? ERR_OK : error_raise_int(error, &STORE_MSG_NO_ENTRY, into.seq);
}

enum err store_tile_put(struct store *store, int level, int64_t position, const uint8_t hash[SHA256_SIZE],
                        struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TILE_PUT);
    query_int(&query, level);
    query_int(&query, position);
    query_bytes(&query, hash, SHA256_SIZE);
    return query_run(&query, error);
}

enum err store_tile_get(struct store *store, int level, int64_t position, uint8_t hash[SHA256_SIZE],
                        struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TILE_GET);
    query_int(&query, level);
    query_int(&query, position);
    enum err err = query_one_int(&query, &STORE_MSG_NO_TILE, level, error);
    if (err == ERR_NOT_FOUND) {
        error_add_int(error, position);
    }
    if (err != ERR_OK) {
        goto out;
    }
    struct span stored = query_column_span(&query, 0);
    if (stored.len != SHA256_SIZE) {
        err = query_bad_value(&query, "d_tile.hash", error);
        goto out;
    }
    memcpy(hash, stored.ptr, SHA256_SIZE);
out:
    query_end(&query);
    return err;
}
