/*
 * Stored against rebuilt: both tables are walked in the order of their keys,
 * like two sorted decks, and whatever differs is reported value by value and,
 * when asked, made equal. A walk may stop anywhere and go on in another
 * transaction behind the key at which it stopped.
 */
#include "store/messages.h"
#include "store/query.h"
#include "store/shadow.h"

#include "base/banned.h"

enum { SHOWN = 32, VALUE_SIZE = 160, KEY_SIZE = 128, MENDED = 256 };

struct comparison {
    struct store *store;
    const struct derived_table *table;
    struct store_comparison *how;
    struct query stored;
    struct query rebuilt;
    bool has_stored;
    bool has_rebuilt;
    bool paused; /* the walk stops behind how->key: asked to, or because `change` is full */
    struct {
        void *key[STORE_KEYS];
        bool remove;  /* a stored row that there should not be; else the rebuilt one takes its place */
    } change[MENDED]; /* made once the walk over the table has ended: SQLite may else show a row twice */
    int changes;
};

/* The names of the key's columns, with `between` between them and `each` numbered parameters behind each. */
static void add_keys(struct strbuf *sql, const struct query *any, int keys, const char *between, const char *each)
{
    for (int i = 0; i < keys; i++) {
        strbuf_add(sql, i > 0 ? between : "");
        strbuf_add(sql, query_column_name(any, i));
        if (each) {
            strbuf_add(sql, each);
            strbuf_int(sql, i + 1);
        }
    }
}

static void prepare(struct query *query, struct store *store, const struct strbuf *sql)
{
    query_prepare(query, store, strbuf_ok(sql) ? strbuf_text(sql) : NULL);
}

/* A value of a key that outlives its row. */
struct kept {
    enum column_type type;
    int64_t number;
    struct span bytes; /* behind it, in the same memory */
};

static void bind_key(struct query *query, void *const *key, int keys)
{
    for (int i = 0; i < keys; i++) {
        const struct kept *kept = key[i];
        switch (kept->type) {
        case COLUMN_NULL:
            query_null(query);
            break;
        case COLUMN_INT:
            query_int(query, kept->number);
            break;
        case COLUMN_TEXT:
            query_text(query, kept->bytes);
            break;
        case COLUMN_BYTES:
            query_bytes(query, kept->bytes.ptr, kept->bytes.len);
            break;
        }
    }
}

/* Rows in the order of their keys, from behind the key at which the walk stopped. */
static void start(struct query *query, const struct comparison *c, const char *schema)
{
    char text[1024];
    struct strbuf sql;
    int keys = c->table->keys;
    bool behind = c->how->key[0] != NULL;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "SELECT * FROM ");
    strbuf_add(&sql, schema);
    strbuf_add(&sql, c->table->name);
    struct query any;
    prepare(&any, c->store, &sql); /* for the names of the columns */
    if (query_columns(&any) < keys) {
        *query = any; /* which fails */
        return;
    }
    if (behind) {
        strbuf_add(&sql, " WHERE (");
        add_keys(&sql, &any, keys, ", ", NULL);
        strbuf_add(&sql, ") > (");
        for (int i = 0; i < keys; i++) {
            strbuf_add(&sql, i > 0 ? ", ?" : "?");
            strbuf_int(&sql, i + 1);
        }
        strbuf_add(&sql, ")");
    }
    strbuf_add(&sql, " ORDER BY ");
    add_keys(&sql, &any, keys, ", ", NULL);
    query_end(&any);
    prepare(query, c->store, &sql);
    if (behind) {
        bind_key(query, c->how->key, keys);
    }
}

static bool is_number(const struct query *query, int column)
{
    return query_column_type(query, column) == COLUMN_INT;
}

/* Of one column of the key: a number, or text or bytes as SQLite orders them, byte by byte. */
static int order_of_keys(const struct query *stored, const struct query *rebuilt, int column)
{
    if (!is_number(stored, column) && !is_number(rebuilt, column)) {
        return span_order(query_column_span(stored, column), query_column_span(rebuilt, column));
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

/* Asks for a number's type first: SQLite forgets it when it is read as text. */
static void write_key(struct strbuf *out, const struct query *query, int keys)
{
    for (int i = 0; i < keys; i++) {
        bool number = is_number(query, i);
        bool hash = query_column_type(query, i) == COLUMN_BYTES;
        struct span text = number ? (struct span){NULL, 0} : query_column_span(query, i);
        if (hash && text.len == 0) {
            continue; /* a game without catalogues */
        }
        strbuf_add(out, i > 0 ? "/" : "");
        if (number) {
            strbuf_int(out, query_column(query, i));
        } else if (hash) {
            strbuf_hex(out, (const uint8_t *)text.ptr, text.len);
        } else {
            strbuf_add_span(out, text);
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
    bool fits = bytes.len <= SHOWN;
    struct span shown = fits ? bytes : span_skip(bytes, from);
    if (shown.len > SHOWN) {
        shown.len = SHOWN;
    }
    strbuf_hex(out, (const uint8_t *)shown.ptr, shown.len);
    if (!fits) {
        strbuf_add(out, " at byte ");
        strbuf_int(out, (int64_t)from);
        strbuf_add(out, " of ");
        strbuf_int(out, (int64_t)bytes.len);
    }
}

static void write_value(struct strbuf *out, const struct query *query, int column, size_t from)
{
    struct span text;
    switch (query_column_type(query, column)) {
    case COLUMN_NULL:
        strbuf_add(out, "NULL");
        break;
    case COLUMN_INT:
        strbuf_int(out, query_column(query, column));
        break;
    case COLUMN_BYTES:
        write_bytes(out, query_column_span(query, column), from);
        break;
    case COLUMN_TEXT:
        text = query_column_span(query, column);
        strbuf_add_span(out, text.len < VALUE_SIZE ? text : span_of(text.ptr, VALUE_SIZE - 1));
        break;
    }
}

static bool same_value(const struct comparison *c, int column)
{
    enum column_type type = query_column_type(&c->stored, column);
    if (type != query_column_type(&c->rebuilt, column)) {
        return false;
    }
    if (type == COLUMN_INT) {
        return query_column(&c->stored, column) == query_column(&c->rebuilt, column);
    }
    return type == COLUMN_NULL ||
           span_equal(query_column_span(&c->stored, column), query_column_span(&c->rebuilt, column));
}

static enum err report_value(const struct comparison *c, int column, struct error *error)
{
    c->how->differences++;
    if (!c->how->fn) {
        return ERR_OK;
    }
    char key[KEY_SIZE];
    char values[2][VALUE_SIZE];
    struct strbuf out[3];
    strbuf_wrap(&out[0], key, sizeof(key));
    strbuf_wrap(&out[1], values[0], VALUE_SIZE);
    strbuf_wrap(&out[2], values[1], VALUE_SIZE);
    size_t from = 0;
    if (query_column_type(&c->stored, column) == COLUMN_BYTES &&
        query_column_type(&c->rebuilt, column) == COLUMN_BYTES) {
        from = parting(query_column_span(&c->stored, column), query_column_span(&c->rebuilt, column));
    }
    write_key(&out[0], &c->stored, c->table->keys);
    write_value(&out[1], &c->stored, column, from);
    write_value(&out[2], &c->rebuilt, column, from);
    return c->how->fn(c->how->context, span_from(c->table->name), strbuf_span(&out[0]),
                      span_from(query_column_name(&c->stored, column)), strbuf_span(&out[1]), strbuf_span(&out[2]),
                      error);
}

/* A row that only one of the tables has. */
static enum err report_row(const struct comparison *c, bool stored, struct error *error)
{
    c->how->differences++;
    if (!c->how->fn) {
        return ERR_OK;
    }
    char key[KEY_SIZE];
    struct strbuf out;
    strbuf_wrap(&out, key, sizeof(key));
    write_key(&out, stored ? &c->stored : &c->rebuilt, c->table->keys);
    return c->how->fn(c->how->context, span_from(c->table->name), strbuf_span(&out), SPAN_LITERAL("*"),
                      stored ? SPAN_LITERAL("present") : SPAN_LITERAL("absent"),
                      stored ? SPAN_LITERAL("absent") : SPAN_LITERAL("present"), error);
}

/* The values that differ in a row that both have. */
static enum err report_values(struct comparison *c, struct error *error)
{
    int columns = query_columns(&c->stored);
    for (int i = c->table->keys; i < columns; i++) {
        enum err err = same_value(c, i) ? ERR_OK : report_value(c, i, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static void forget_key(const struct allocator *allocator, void *key[STORE_KEYS])
{
    for (int i = 0; i < STORE_KEYS; i++) {
        mem_free(allocator, key[i]);
        key[i] = NULL;
    }
}

static enum err keep_key(void *key[STORE_KEYS], const struct query *row, int keys, struct error *error)
{
    const struct allocator *allocator = row->store->allocator;
    forget_key(allocator, key);
    for (int i = 0; i < keys; i++) {
        enum column_type type = query_column_type(row, i);
        struct span bytes = type == COLUMN_TEXT || type == COLUMN_BYTES ? query_column_span(row, i) : span_of("", 0);
        struct kept *kept = mem_new(allocator, 1, sizeof(*kept) + bytes.len);
        if (!kept) {
            return error_raise(error, &MSG_MEMORY);
        }
        char *behind = (char *)(kept + 1);
        if (bytes.len > 0) {
            memcpy(behind, bytes.ptr, bytes.len);
        }
        *kept = (struct kept){type, type == COLUMN_INT ? query_column(row, i) : 0, span_of(behind, bytes.len)};
        key[i] = kept;
    }
    return ERR_OK;
}

/* Reports what differs at the present rows, and notes what is to be done about it. `order` is order_of's. */
static enum err settle(struct comparison *c, int order, struct error *error)
{
    struct store_comparison *how = c->how;
    int64_t before = how->differences;
    enum err err = order != 0 ? report_row(c, order < 0, error) : report_values(c, error);
    if (err != ERR_OK || !how->mend || how->differences == before) {
        return err;
    }
    c->change[c->changes].remove = order < 0;
    return keep_key(c->change[c->changes++].key, order < 0 ? &c->stored : &c->rebuilt, c->table->keys, error);
}

/* Row by row to the end of the table, or to where a pause is asked for. */
static enum err compare_rows(struct comparison *c, struct error *error)
{
    while (c->has_stored || c->has_rebuilt) {
        int order = order_of(c);
        enum err err = settle(c, order, error);
        if (err != ERR_OK) {
            return err;
        }
        bool asked = c->how->pause && c->how->pause(c->how->context);
        if (asked || c->changes == MENDED) {
            c->paused = true;
            c->how->stopped = asked;
            return keep_key(c->how->key, order <= 0 ? &c->stored : &c->rebuilt, c->table->keys, error);
        }
        err = order <= 0 ? query_next(&c->stored, &c->has_stored, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
        err = order >= 0 ? query_next(&c->rebuilt, &c->has_rebuilt, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Appends `DELETE FROM d_game WHERE id = ?1`, or the insertion of the rebuilt row in place of what is there. */
static void start_change(struct query *change, const struct comparison *c, bool remove)
{
    char text[1024];
    struct strbuf sql;
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, "SELECT * FROM ");
    strbuf_add(&sql, c->store->stored);
    strbuf_add(&sql, c->table->name);
    struct query any;
    prepare(&any, c->store, &sql);
    if (query_columns(&any) < c->table->keys) {
        *change = any; /* which fails */
        return;
    }
    strbuf_wrap(&sql, text, sizeof(text));
    strbuf_add(&sql, remove ? "DELETE FROM " : "INSERT INTO ");
    strbuf_add(&sql, c->store->stored);
    strbuf_add(&sql, c->table->name);
    if (!remove) {
        strbuf_add(&sql, " SELECT * FROM ");
        strbuf_add(&sql, c->store->shadowed);
        strbuf_add(&sql, c->table->name);
    }
    strbuf_add(&sql, " WHERE ");
    add_keys(&sql, &any, c->table->keys, " AND ", " = ?");
    query_end(&any);
    prepare(change, c->store, &sql);
}

/* Runs `change` for the row of that key. */
static enum err make_change(struct query *change, void *const *key, int keys, struct error *error)
{
    bool row = false;
    bind_key(change, key, keys);
    enum err err = query_next(change, &row, error);
    query_again(change);
    return err;
}

/* Of the changes that were noted: the rows go, all of them, or the rebuilt ones come. */
static enum err make_changes(const struct comparison *c, bool remove, struct error *error)
{
    struct query change;
    enum err err = ERR_OK;
    start_change(&change, c, remove);
    for (int i = 0; i < c->changes; i++) {
        err = remove || !c->change[i].remove ? make_change(&change, c->change[i].key, c->table->keys, error) : ERR_OK;
        if (err != ERR_OK) {
            break;
        }
    }
    query_end(&change);
    return err;
}

/* A row that takes the place of another one comes after that one is gone. */
static enum err make_all_changes(const struct comparison *c, struct error *error)
{
    enum err err = make_changes(c, true, error);
    if (err != ERR_OK) {
        return err;
    }
    return make_changes(c, false, error);
}

/* Steps to the first rows and compares from there. */
static enum err compare_from_first(struct comparison *c, struct error *error)
{
    enum err err = query_next(&c->stored, &c->has_stored, error);
    if (err != ERR_OK) {
        return err;
    }
    err = query_next(&c->rebuilt, &c->has_rebuilt, error);
    if (err != ERR_OK) {
        return err;
    }
    return compare_rows(c, error);
}

/* From where the walk stopped as far as it goes. */
static enum err compare_table(struct comparison *c, struct error *error)
{
    c->paused = false;
    start(&c->stored, c, c->store->stored);
    start(&c->rebuilt, c, c->store->shadowed);
    enum err err = compare_from_first(c, error);
    query_end(&c->stored);
    query_end(&c->rebuilt);
    if (err != ERR_OK) {
        goto out;
    }
    err = c->changes > 0 ? make_all_changes(c, error) : ERR_OK;
out:
    for (; c->changes > 0; c->changes--) {
        forget_key(c->store->allocator, c->change[c->changes - 1].key);
    }
    return err;
}

enum err store_shadow_compare(struct store *store, struct store_comparison *comparison, struct error *error)
{
    if (!store->shadow) {
        return error_raise_span(error, &STORE_MSG_SHADOW, path_shown(strbuf_text(&store->path)));
    }
    if (comparison->mend && store->mode == STORE_READ) {
        return error_raise_span(error, &STORE_MSG_READ_ONLY, path_shown(strbuf_text(&store->path)));
    }
    comparison->stopped = false;
    while (comparison->table < DERIVED_TABLES) {
        struct comparison c = {.store = store, .table = &DERIVED_TABLE[comparison->table], .how = comparison};
        enum err err = comparison->parts & c.table->part ? compare_table(&c, error) : ERR_OK;
        if (err != ERR_OK || comparison->stopped) {
            return err == ERR_END ? ERR_OK : err;
        }
        if (!c.paused) {
            forget_key(store->allocator, comparison->key);
            comparison->table++;
        }
    }
    comparison->done = true;
    return ERR_OK;
}

void store_comparison_end(struct store *store, struct store_comparison *comparison)
{
    forget_key(store->allocator, comparison->key);
}
