/*
 * Moving a club: the rows of every enduring table out of one store and into
 * another, empty one, whichever engines they have. A row at a time passes
 * through memory. Derived tables are made anew by whoever asked for it.
 */
#include "store/move.h"

#include "store/engine.h"
#include "store/messages.h"
#include "store/moving.h"

#include <unistd.h>

#include "base/banned.h"

const struct enduring ENDURING_TABLE[] = {
#define ENDURING(name, table, columns, places, key) {table, columns, STATEMENT_TAKE_##name, STATEMENT_PUT_##name},
#include "store/enduring.def"
#undef ENDURING
};
const int ENDURING_TABLES = sizeof(ENDURING_TABLE) / sizeof(ENDURING_TABLE[0]);

/* ---- what a store is called, and where it is ---- */

bool store_has_file(const struct store *store)
{
    return store->engine == &SQLITE_ENGINE;
}

bool store_made(const struct store *store)
{
    return store->made;
}

struct span store_shown(const struct store *store)
{
    return path_shown(strbuf_text(&store->path));
}

void store_name(const struct store *store, struct strbuf *out)
{
    char folder[STORE_PATH_LIMIT];
    struct span shown = store_shown(store);
    if (store_has_file(store) && !span_starts(shown, "/") && getcwd(folder, sizeof(folder))) {
        strbuf_add(out, folder);
        strbuf_add(out, "/");
    }
    strbuf_add_span(out, shown);
}

/* ---- copying ---- */

static void bind_column(struct query *put, const struct query *row, int column)
{
    struct span span = query_column_span(row, column);
    switch (query_column_type(row, column)) {
    case COLUMN_NULL:
        query_null(put);
        break;
    case COLUMN_INT:
        query_int(put, query_column(row, column));
        break;
    case COLUMN_TEXT:
        query_text(put, span);
        break;
    case COLUMN_BYTES:
        query_bytes(put, span.ptr, span.len);
        break;
    }
}

struct copying {
    struct query put;
    int columns;
    int64_t done;
    int64_t total;
    void (*progress)(void *context, int64_t done, int64_t total);
    void *context;
};

static enum err copy_row(struct query *row, void *context, struct error *error)
{
    enum { OFTEN = 256 };
    struct copying *copying = context;
    const struct engine *engine = copying->put.store->engine;
    for (int i = 0; i < copying->columns; i++) {
        bind_column(&copying->put, row, i);
    }
    enum err err = engine->run(&copying->put, error); /* a server may say later what was wrong with it */
    engine->again(&copying->put);
    copying->done++;
    if (copying->progress && (copying->done % OFTEN == 0 || copying->done == copying->total)) {
        copying->progress(copying->context, copying->done, copying->total);
    }
    return err;
}

static int columns_of(const struct enduring *table)
{
    int count = 1;
    for (const char *c = table->columns; *c; c++) {
        count += *c == ',';
    }
    return count;
}

static enum err copy_table(struct store *from, struct store *to, const struct enduring *table, struct copying *copying,
                           struct error *error)
{
    struct query take;
    copying->columns = columns_of(table);
    query_start(&take, from, table->take);
    query_start(&copying->put, to, table->put);
    enum err err = query_each(&take, copy_row, copying, error);
    query_end(&copying->put);
    return err;
}

/* Those that the schema makes: triggers count in them, and what they end as comes with the others. */
static enum err clear_settings(struct store *store, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SETTINGS_CLEAR);
    return query_run(&query, error);
}

enum err store_copy(struct store *from, struct store *to, void (*progress)(void *context, int64_t done, int64_t total),
                    void *context, struct error *error)
{
    struct copying copying = {.progress = progress, .context = context};
    if (!from->in_transaction || !to->in_transaction) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, store_shown(from->in_transaction ? to : from));
    }
    enum err err = store_log_size(from, &copying.total, error);
    if (err != ERR_OK) {
        return err;
    }
    err = clear_settings(to, error);
    for (int i = 0; err == ERR_OK && i < ENDURING_TABLES; i++) {
        err = copy_table(from, to, &ENDURING_TABLE[i], &copying, error);
        copying.progress = NULL; /* it counted entries, which are the most */
    }
    return err;
}

/* ---- comparing ---- */

static bool same_row(const struct query *a, const struct query *b, int columns)
{
    bool same = true;
    for (int i = 0; same && i < columns; i++) {
        enum column_type type = query_column_type(a, i);
        same = type == query_column_type(b, i) &&
               (type == COLUMN_NULL ||
                (type == COLUMN_INT ? query_column(a, i) == query_column(b, i)
                                    : span_equal(query_column_span(a, i), query_column_span(b, i))));
    }
    return same;
}

/* Row by row to the end of both, or to the first that differs. */
static enum err compare_rows(struct query *a, struct query *b, int columns, bool *same, struct error *error)
{
    bool left = true;
    *same = true;
    while (*same && left) {
        bool right = false;
        enum err err = query_next(a, &left, error);
        if (err != ERR_OK) {
            return err;
        }
        err = query_next(b, &right, error);
        if (err != ERR_OK) {
            return err;
        }
        *same = left == right && (!left || same_row(a, b, columns));
    }
    return ERR_OK;
}

static enum err compare_table(struct store *from, struct store *to, const struct enduring *table, struct error *error)
{
    struct query a;
    struct query b;
    bool same = false;
    query_start(&a, from, table->take);
    query_start(&b, to, table->take);
    enum err err = compare_rows(&a, &b, columns_of(table), &same, error);
    query_end(&a);
    query_end(&b);
    if (err != ERR_OK || same) {
        return err;
    }
    err = error_raise_span(error, &STORE_MSG_DIFFERS, store_shown(to));
    error_add(error, span_from(table->table));
    return err;
}

enum err store_same(struct store *from, struct store *to, struct error *error)
{
    enum err err = ERR_OK;
    for (int i = 0; err == ERR_OK && i < ENDURING_TABLES; i++) {
        err = compare_table(from, to, &ENDURING_TABLE[i], error);
    }
    return err;
}

/* ---- is there anything ---- */

static enum err has_row(struct store *store, const struct enduring *table, bool *row, struct error *error)
{
    struct query query;
    query_start(&query, store, table->take);
    enum err err = query_next(&query, row, error);
    query_end(&query);
    return err;
}

enum err store_is_empty(struct store *store, bool *empty, struct error *error)
{
    struct query query;
    int64_t own = 0;
    bool row = false;
    enum err err = ERR_OK;
    for (int i = 0; err == ERR_OK && !row && i < ENDURING_TABLES; i++) {
        if (ENDURING_TABLE[i].take != STATEMENT_TAKE_SETTING) { /* the schema has some from the beginning */
            err = has_row(store, &ENDURING_TABLE[i], &row, error);
        }
    }
    if (err != ERR_OK) {
        return err;
    }
    query_start(&query, store, STATEMENT_SETTINGS_OWN);
    err = query_value(&query, 0, &own, error);
    *empty = !row && own == 0;
    return err;
}
