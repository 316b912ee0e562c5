/* Making, listing and revoking tokens. */
#include "service/tokens.h"

#include "base/base64.h"
#include "base/handle.h"
#include "base/secret.h"
#include "base/utf8.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum { TOKEN_BYTES = 32 };

static const struct message MSG_LABEL = {ERR_USAGE, "token.label", "a token's label has 1 to 100 characters",
                                         "le nom d'un jeton a de 1 à 100 caractères"};
static const struct message MSG_NO_TOKEN = {ERR_NOT_FOUND, "token.unknown", "there is no token '%1'",
                                            "il n'y a pas de jeton « %1 »"};

void token_hash(struct span text, uint8_t hash[SHA256_SIZE])
{
    struct sha256 state;
    sha256_init(&state);
    sha256_add(&state, text.ptr, text.len);
    sha256_end(&state, hash);
}

static enum err check_label(struct span label, struct error *error)
{
    bool good = span_trim(label).len > 0 && utf8_valid(label) == label.len && utf8_count(label) <= TOKEN_LABEL;
    return good ? check_visible(label, "", error) : error_raise(error, &MSG_LABEL);
}

enum err service_token_add(struct service *service, struct span label, unsigned scopes, int64_t expires,
                           char text[TOKEN_TEXT], char id[TOKEN_ID], struct error *error)
{
    uint8_t bytes[TOKEN_BYTES];
    uint8_t hash[SHA256_SIZE];
    char words[SCOPES_TEXT];
    char handle[HANDLE_SIZE];
    struct strbuf out;
    struct strbuf scope_words;
    enum err err = check_label(label, error);
    if (err != ERR_OK) {
        return err;
    }
    err = scopes_check(scopes, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    service->options.entropy->fill(service->options.entropy->context, bytes, sizeof(bytes));
    handle_make(service->options.entropy, handle);
    strbuf_wrap(&out, text, TOKEN_TEXT);
    strbuf_add(&out, "dendro_");
    base64url_add(&out, bytes, sizeof(bytes));
    token_hash(strbuf_span(&out), hash);
    memset(id, 0, TOKEN_ID);
    memcpy(id, handle, sizeof(handle));
    strbuf_wrap(&scope_words, words, sizeof(words));
    scopes_print(scopes, &scope_words);
    struct store_token row = {
        .id = span_from(id),
        .hash = hash,
        .label = label,
        .scopes = strbuf_span(&scope_words),
        .created = service->options.clock->now(service->options.clock->context),
        .expires = expires,
    };
    first_write(service);
    err = store_token_add(service->store, &row, error);
    secret_wipe(bytes, sizeof(bytes));
    return end_write(service, err, error);
}

enum err service_token_revoke(struct service *service, struct span id, struct error *error)
{
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_token_revoke(service->store, id, service->options.clock->now(service->options.clock->context), error);
    if (err == ERR_NOT_FOUND) {
        err = error_raise_span(error, &MSG_NO_TOKEN, id);
    } else if (err != ERR_OK) {
        first_write(service); /* the statement may have done half of it */
    }
    return end_write(service, err, error);
}

struct token_walk {
    token_fn *visit;
    void *context;
};

static enum err show_token(void *context, const struct store_token *row, struct error *error)
{
    const struct token_walk *walk = context;
    struct token token = {.id = row->id,
                          .hash = row->hash,
                          .label = row->label,
                          .created = row->created,
                          .expires = row->expires,
                          .revoked = row->revoked};
    struct error ignored;
    (void)!scopes_parse(row->scopes, &token.scopes, &ignored);
    return walk->visit(walk->context, &token, error);
}

enum err service_tokens(struct service *service, token_fn *visit, void *context, struct error *error)
{
    struct token_walk walk = {visit, context};
    return store_tokens(service->store, show_token, &walk, error);
}
