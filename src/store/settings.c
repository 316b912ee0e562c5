/* The small enduring tables: settings, checkpoints, catalogues, tokens. */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

enum err store_setting_set(struct store *store, const char *name, struct span value, struct error *error)
{
    struct query query;
    store_settings_forget(store);
    query_start(&query, store, STATEMENT_SETTING_SET);
    query_text(&query, span_from(name));
    query_bytes(&query, value.ptr, value.len);
    return query_run(&query, error);
}

/* ---- all at once ---- */

enum { SETTING_LONG = 0xffff, SETTING_BYTE = 256 };

/* The size of a value in two bytes; SETTING_LONG: it is not here. */
static enum err recall_one(struct query *query, void *context, struct error *error)
{
    struct strbuf *out = context;
    bool is_long = query_column_type(query, 1) == COLUMN_NULL;
    struct span value = is_long ? span_from("") : query_column_span(query, 1);
    size_t size = is_long ? SETTING_LONG : value.len;
    strbuf_add_span(out, query_column_span(query, 0));
    strbuf_add_char(out, '\0');
    strbuf_add_char(out, (char)(size / SETTING_BYTE));
    strbuf_add_char(out, (char)(size % SETTING_BYTE));
    strbuf_add_span(out, value);
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err store_settings_recall(struct store *store, struct error *error)
{
    struct query query;
    store_settings_forget(store);
    query_start(&query, store, STATEMENT_SETTINGS);
    enum err err = query_each(&query, recall_one, &store->settings, error);
    store->settings_known = err == ERR_OK;
    return err;
}

void store_settings_forget(struct store *store)
{
    store->settings_known = false;
    strbuf_clear(&store->settings);
}

/* True: the setting is known, or known not to be there, which `*there` says. False: ask. */
static bool recalled(const struct store *store, const char *name, struct span *value, bool *there)
{
    struct span rest = strbuf_span(&store->settings);
    *there = false;
    while (store->settings_known && rest.len > 0) {
        size_t end = strlen(rest.ptr) + 1; /* there is one behind each name */
        const unsigned char *bytes = (const unsigned char *)rest.ptr + end;
        size_t size = (size_t)bytes[0] * SETTING_BYTE + bytes[1];
        bool is_long = size == SETTING_LONG;
        *there = strcmp(rest.ptr, name) == 0;
        if (*there) {
            *value = span_of(rest.ptr + end + 2, is_long ? 0 : size);
            return !is_long;
        }
        rest = span_skip(rest, end + 2 + (is_long ? 0 : size));
    }
    return store->settings_known;
}

static enum err copy_value(struct span stored, const char *name, void *value, size_t size, size_t *length,
                           struct error *error)
{
    *length = stored.len;
    if (stored.len > size) {
        return error_raise_span(error, &STORE_MSG_TOO_BIG, span_from(name));
    }
    if (stored.len > 0) {
        memcpy(value, stored.ptr, stored.len);
    }
    return ERR_OK;
}

/* ---- one ---- */

enum err store_setting_get(struct store *store, const char *name, void *value, size_t size, size_t *length,
                           struct error *error)
{
    struct query query;
    struct span known;
    bool there = false;
    *length = 0;
    if (recalled(store, name, &known, &there)) {
        return there ? copy_value(known, name, value, size, length, error)
                     : error_raise_span(error, &STORE_MSG_NO_SETTING, span_from(name));
    }
    query_start(&query, store, STATEMENT_SETTING_GET);
    query_text(&query, span_from(name));
    enum err err = query_one(&query, &STORE_MSG_NO_SETTING, span_from(name), error);
    err = err == ERR_OK ? copy_value(query_column_span(&query, 0), name, value, size, length, error) : err;
    query_end(&query);
    return err;
}

enum err store_setting_drop(struct store *store, const char *name, struct error *error)
{
    struct query query;
    store_settings_forget(store);
    query_start(&query, store, STATEMENT_SETTING_DROP);
    query_text(&query, span_from(name));
    return query_run(&query, error);
}

enum err store_checkpoint_add(struct store *store, int64_t size, int64_t at, struct span text, struct error *error)
{
    struct query query;
    bool known = false;
    query_start(&query, store, STATEMENT_CHECKPOINT_HAS);
    query_int(&query, size);
    enum err err = query_next(&query, &known, error);
    query_end(&query);
    if (err != ERR_OK) {
        return err;
    }
    query_start(&query, store, STATEMENT_CHECKPOINT_ADD);
    query_int(&query, size);
    query_int(&query, at);
    query_text(&query, text);
    err = query_run(&query, error);
    if (err != ERR_OK) {
        return err;
    }
    query_start(&query, store, STATEMENT_CHECKPOINT_COUNT);
    query_int(&query, known ? 0 : 1);
    return query_run(&query, error);
}

struct checkpoint_call {
    store_checkpoint_fn *fn;
    void *context;
};

static enum err each_checkpoint(struct query *query, void *context, struct error *error)
{
    const struct checkpoint_call *to = context;
    return to->fn(to->context, query_column(query, 0), query_column(query, 1), query_column_span(query, 2), error);
}

enum err store_checkpoints(struct store *store, store_checkpoint_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CHECKPOINTS);
    return query_each(&query, each_checkpoint, &(struct checkpoint_call){fn, context}, error);
}

enum err store_catalogue_add(struct store *store, const struct store_catalogue *catalogue, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CATALOGUE_ADD);
    query_bytes(&query, catalogue->hash, SHA256_SIZE);
    query_text(&query, catalogue->game);
    query_text(&query, catalogue->name);
    query_text(&query, catalogue->json);
    query_int(&query, catalogue->added);
    return query_run(&query, error);
}

struct catalogue_call {
    store_catalogue_fn *fn;
    void *context;
};

static enum err each_catalogue(struct query *query, void *context, struct error *error)
{
    const struct catalogue_call *to = context;
    struct span hash = query_column_span(query, 0);
    if (hash.len != SHA256_SIZE) {
        return query_bad_value(query, "catalogue.hash", error);
    }
    struct store_catalogue catalogue = {
        .hash = (const uint8_t *)hash.ptr,
        .game = query_column_span(query, 1),
        .name = query_column_span(query, 2),
        .json = query_column_span(query, 3),
        .added = query_column(query, 4),
    };
    return to->fn(to->context, &catalogue, error);
}

enum err store_catalogue(struct store *store, const uint8_t hash[SHA256_SIZE], store_catalogue_fn *fn, void *context,
                         struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CATALOGUE);
    query_bytes(&query, hash, SHA256_SIZE);
    return query_each(&query, each_catalogue, &(struct catalogue_call){fn, context}, error);
}

enum err store_catalogue_added(struct store *store, const uint8_t hash[SHA256_SIZE], int64_t *added,
                               struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CATALOGUE_ADDED);
    query_bytes(&query, hash, SHA256_SIZE);
    return query_value(&query, 0, added, error);
}

enum err store_catalogues_count(struct store *store, int64_t *count, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CATALOGUES_COUNT);
    return query_value(&query, 0, count, error);
}

enum err store_catalogues(struct store *store, store_catalogue_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_CATALOGUES);
    return query_each(&query, each_catalogue, &(struct catalogue_call){fn, context}, error);
}

enum err store_token_add(struct store *store, const struct store_token *token, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TOKEN_ADD);
    query_text(&query, token->id);
    query_bytes(&query, token->hash, SHA256_SIZE);
    query_text(&query, token->label);
    query_text(&query, token->scopes);
    query_int(&query, token->created);
    query_int_if(&query, token->expires != 0, token->expires);
    query_int_if(&query, token->revoked != 0, token->revoked);
    return query_run(&query, error);
}

enum err store_token_revoke(struct store *store, struct span id, int64_t at, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TOKEN_REVOKE);
    query_text(&query, id);
    query_int(&query, at);
    enum err err = query_run(&query, error);
    if (err != ERR_OK) {
        return err;
    }
    return query_changes(store) > 0 ? ERR_OK : error_raise_span(error, &STORE_MSG_NO_TOKEN, id);
}

struct token_call {
    store_token_fn *fn;
    void *context;
};

static enum err each_token(struct query *query, void *context, struct error *error)
{
    const struct token_call *to = context;
    struct span hash = query_column_span(query, 1);
    if (hash.len != SHA256_SIZE) {
        return query_bad_value(query, "token.hash", error);
    }
    struct store_token token = {
        .id = query_column_span(query, 0),
        .hash = (const uint8_t *)hash.ptr,
        .label = query_column_span(query, 2),
        .scopes = query_column_span(query, 3),
        .created = query_column(query, 4),
        .expires = query_column(query, 5),
        .revoked = query_column(query, 6),
    };
    return to->fn(to->context, &token, error);
}

enum err store_tokens(struct store *store, store_token_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TOKENS);
    return query_each(&query, each_token, &(struct token_call){fn, context}, error);
}
