/*
 * Stored against rebuilt: both tables are walked in the order of their keys,
 * like two sorted decks, and whatever differs is told cell by cell.
 */
#include "store/messages.h"
#include "store/query.h"
#include "store/shadow.h"

#include "base/banned.h"

enum { SHOWN = 32, VALUE_SIZE = 160, KEY_SIZE = 128 };

struct comparison {
    struct store *store;
    const struct derived_table *table;
    struct query stored;
    struct query rebuilt;
    bool has_stored;
    bool has_rebuilt;
    store_difference_fn *visit;
    void *context;
};

static void start(struct query *query, struct store *store, const char *schema, const struct derived_table *table)
{
    char text[128];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "SELECT * FROM ");
    strbuf_add(&sql, schema);
    strbuf_add(&sql, table->name);
    for (int i = 1; i <= table->keys; i++) {
        strbuf_add(&sql, i == 1 ? " ORDER BY " : ", ");
        strbuf_int(&sql, i);
    }
    *query = (struct query){.store = store, .own = true};
    query->rc = sqlite3_prepare_v2(store->db, strbuf_text(&sql), -1, &query->statement, NULL);
}

/* Of one column of the key: a number, or text as SQLite orders it, byte by byte. */
static int order_of_keys(const struct query *stored, const struct query *rebuilt, int column)
{
    if (sqlite3_column_type(stored->statement, column) == SQLITE_TEXT &&
        sqlite3_column_type(rebuilt->statement, column) == SQLITE_TEXT) {
        struct span a = query_column_span(stored, column);
        struct span b = query_column_span(rebuilt, column);
        size_t shorter = a.len < b.len ? a.len : b.len;
        int order = shorter == 0 ? 0 : memcmp(a.ptr, b.ptr, shorter);
        return order != 0 ? order : a.len < b.len ? -1 : a.len > b.len;
    }
    int64_t a = query_column(stored, column);
    int64_t b = query_column(rebuilt, column);
    return a < b ? -1 : a > b;
}

/* Below, at or above 0 as the key of the stored row comes before, with or after that of the rebuilt one. */
static int order_of(const struct comparison *c)
{
    if (!c->has_stored || !c->has_rebuilt) {
        return c->has_stored ? -1 : 1;
    }
    for (int i = 0; i < c->table->keys; i++) {
        int order = order_of_keys(&c->stored, &c->rebuilt, i);
        if (order != 0) {
            return order;
        }
    }
    return 0;
}

static void write_key(struct strbuf *out, const struct query *query, int keys)
{
    for (int i = 0; i < keys; i++) {
        strbuf_add(out, i > 0 ? "/" : "");
        if (sqlite3_column_type(query->statement, i) == SQLITE_TEXT) {
            strbuf_add_span(out, query_column_span(query, i));
        } else {
            strbuf_int(out, query_column(query, i));
        }
    }
}

/* Where two runs of bytes part. */
static size_t parting(struct span a, struct span b)
{
    size_t i = 0;
    while (i < a.len && i < b.len && a.ptr[i] == b.ptr[i]) {
        i++;
    }
    return i;
}

/* Bytes in hexadecimal; of a long run, some from `from` on, and where they are. */
static void write_bytes(struct strbuf *out, struct span bytes, size_t from)
{
    bool whole = bytes.len <= SHOWN;
    struct span shown = whole ? bytes : span_skip(bytes, from);
    if (shown.len > SHOWN) {
        shown.len = SHOWN;
    }
    strbuf_hex(out, (const uint8_t *)shown.ptr, shown.len);
    if (!whole) {
        strbuf_add(out, " at byte ");
        strbuf_int(out, (int64_t)from);
        strbuf_add(out, " of ");
        strbuf_int(out, (int64_t)bytes.len);
    }
}

static void write_value(struct strbuf *out, const struct query *query, int column, size_t from)
{
    struct span text;
    switch (sqlite3_column_type(query->statement, column)) {
    case SQLITE_NULL:
        strbuf_add(out, "NULL");
        break;
    case SQLITE_INTEGER:
        strbuf_int(out, query_column(query, column));
        break;
    case SQLITE_BLOB:
        write_bytes(out, query_column_span(query, column), from);
        break;
    default:
        text = query_column_span(query, column);
        strbuf_add_span(out, text.len < VALUE_SIZE ? text : span_of(text.ptr, VALUE_SIZE - 1));
        break;
    }
}

static bool same_value(const struct comparison *c, int column)
{
    int type = sqlite3_column_type(c->stored.statement, column);
    if (type != sqlite3_column_type(c->rebuilt.statement, column)) {
        return false;
    }
    if (type == SQLITE_INTEGER) {
        return query_column(&c->stored, column) == query_column(&c->rebuilt, column);
    }
    return type == SQLITE_NULL ||
           span_equal(query_column_span(&c->stored, column), query_column_span(&c->rebuilt, column));
}

static enum err tell_value(const struct comparison *c, int column, struct error *error)
{
    char key[KEY_SIZE];
    char values[2][VALUE_SIZE];
    struct strbuf out[3];
    strbuf_wrap(&out[0], key, sizeof(key));
    strbuf_wrap(&out[1], values[0], VALUE_SIZE);
    strbuf_wrap(&out[2], values[1], VALUE_SIZE);
    size_t from = 0;
    if (sqlite3_column_type(c->stored.statement, column) == SQLITE_BLOB &&
        sqlite3_column_type(c->rebuilt.statement, column) == SQLITE_BLOB) {
        from = parting(query_column_span(&c->stored, column), query_column_span(&c->rebuilt, column));
    }
    write_key(&out[0], &c->stored, c->table->keys);
    write_value(&out[1], &c->stored, column, from);
    write_value(&out[2], &c->rebuilt, column, from);
    return c->visit(c->context, span_from(c->table->name), strbuf_span(&out[0]),
                    span_from(sqlite3_column_name(c->stored.statement, column)), strbuf_span(&out[1]),
                    strbuf_span(&out[2]), error);
}

static enum err tell_row(const struct comparison *c, bool stored, struct error *error)
{
    char key[KEY_SIZE];
    struct strbuf out;
    strbuf_wrap(&out, key, sizeof(key));
    write_key(&out, stored ? &c->stored : &c->rebuilt, c->table->keys);
    return c->visit(c->context, span_from(c->table->name), strbuf_span(&out), SPAN_LITERAL("*"),
                    stored ? SPAN_LITERAL("present") : SPAN_LITERAL("absent"),
                    stored ? SPAN_LITERAL("absent") : SPAN_LITERAL("present"), error);
}

/* Tells what differs at the present rows and steps over them. */
static enum err compare_step(struct comparison *c, struct error *error)
{
    int order = order_of(c);
    enum err err = ERR_OK;
    if (order != 0) {
        err = tell_row(c, order < 0, error);
    } else {
        int columns = sqlite3_column_count(c->stored.statement);
        for (int i = c->table->keys; err == ERR_OK && i < columns; i++) {
            if (!same_value(c, i)) {
                err = tell_value(c, i, error);
            }
        }
    }
    if (err == ERR_OK && order <= 0) {
        err = query_next(&c->stored, &c->has_stored, error);
    }
    if (err == ERR_OK && order >= 0) {
        err = query_next(&c->rebuilt, &c->has_rebuilt, error);
    }
    return err;
}

static enum err compare_table(struct comparison *c, struct error *error)
{
    start(&c->stored, c->store, "main.", c->table);
    start(&c->rebuilt, c->store, "temp.", c->table);
    enum err err = query_next(&c->stored, &c->has_stored, error);
    if (err == ERR_OK) {
        err = query_next(&c->rebuilt, &c->has_rebuilt, error);
    }
    while (err == ERR_OK && (c->has_stored || c->has_rebuilt)) {
        err = compare_step(c, error);
    }
    query_end(&c->stored);
    query_end(&c->rebuilt);
    return err;
}

enum err store_shadow_compare(struct store *store, store_difference_fn *visit, void *context, struct error *error)
{
    if (!store->shadow) {
        return error_raise_span(error, &STORE_MSG_SHADOW, path_shown(strbuf_text(&store->path)));
    }
    enum err err = ERR_OK;
    for (int i = 0; err == ERR_OK && i < DERIVED_TABLES; i++) {
        struct comparison c = {.store = store, .table = &DERIVED_TABLE[i], .visit = visit, .context = context};
        err = compare_table(&c, error);
    }
    return err == ERR_END ? ERR_OK : err;
}
