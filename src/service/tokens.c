/* Making, listing and revoking tokens. */
#include "service/tokens.h"

#include "base/base64.h"
#include "base/handle.h"
#include "base/utf8.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum { TOKEN_BYTES = 32 };

static const struct message MSG_LABEL = {ERR_USAGE, "token.label", "a token's label has 1 to 100 characters",
                                         "le nom d'un jeton a de 1 à 100 caractères"};
static const struct message MSG_SCOPES = {
    ERR_USAGE, "token.scopes", "'%1' is not a scope: a token has one or more of read, record, admin",
    "« %1 » n'est pas un droit : un jeton en a un ou plusieurs parmi read, record, admin"};
static const struct message MSG_NO_SCOPE = {
    ERR_USAGE, "token.scopes-none", "a scope is empty: a token has one or more of read, record, admin",
    "un droit est vide : un jeton en a un ou plusieurs parmi read, record, admin"};
static const struct message MSG_SCOPE_TWICE = {ERR_USAGE, "token.scopes-twice",
                                               "the scope '%1' is there twice: once of read, record, admin is enough",
                                               "le droit « %1 » est donné deux fois : une fois suffit"};
static const struct message MSG_NO_TOKEN = {ERR_NOT_FOUND, "token.unknown", "there is no token '%1'",
                                            "il n'y a pas de jeton « %1 »"};

static const struct scope {
    const char *name;
    unsigned bit;
} SCOPES[] = {{"read", TOKEN_READ}, {"record", TOKEN_RECORD}, {"admin", TOKEN_ADMIN}};
enum { SCOPES_COUNT = sizeof(SCOPES) / sizeof(SCOPES[0]) };

static unsigned scope_bit(struct span word)
{
    for (size_t i = 0; i < SCOPES_COUNT; i++) {
        if (span_is(word, SCOPES[i].name)) {
            return SCOPES[i].bit;
        }
    }
    return 0;
}

/* The words of one line. */
static enum err parse_line(struct span line, unsigned *scopes, struct error *error)
{
    size_t words = 0;
    for (struct span word; (word = span_word_between(&line, " ,")).len > 0; words++) {
        unsigned bit = scope_bit(word);
        if (bit == 0 || (*scopes & bit)) {
            return error_raise_span(error, bit == 0 ? &MSG_SCOPES : &MSG_SCOPE_TWICE, word);
        }
        *scopes |= bit;
    }
    return words > 0 ? ERR_OK : error_raise(error, &MSG_NO_SCOPE);
}

enum err token_scopes_parse(struct span text, unsigned *scopes, struct error *error)
{
    enum err err = ERR_OK;
    *scopes = 0;
    do {
        err = parse_line(span_cut(&text, '\n'), scopes, error);
    } while (err == ERR_OK && text.ptr); /* an empty line behind the last feed is one without a scope */
    return err;
}

void token_scopes_print(unsigned scopes, struct strbuf *out)
{
    const char *blank = "";
    for (size_t i = 0; i < SCOPES_COUNT; i++) {
        if (scopes & SCOPES[i].bit) {
            strbuf_add(out, blank);
            strbuf_add(out, SCOPES[i].name);
            blank = " ";
        }
    }
}

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
    char words[32];
    char handle[HANDLE_SIZE];
    struct strbuf out;
    struct strbuf scope_words;
    enum err err = check_label(label, error);
    if (err == ERR_OK && (scopes == 0 || (scopes & ~(unsigned)(TOKEN_READ | TOKEN_RECORD | TOKEN_ADMIN)) != 0)) {
        err = error_raise(error, &MSG_NO_SCOPE);
    }
    if (err == ERR_OK) {
        err = begin_write(service, error);
    }
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
    token_scopes_print(scopes, &scope_words);
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
    for (volatile uint8_t *byte = bytes; byte < bytes + sizeof(bytes); byte++) {
        *byte = 0;
    }
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
    (void)!token_scopes_parse(row->scopes, &token.scopes, &ignored);
    return walk->visit(walk->context, &token, error);
}

enum err service_tokens(struct service *service, token_fn *visit, void *context, struct error *error)
{
    struct token_walk walk = {visit, context};
    return store_tokens(service->store, show_token, &walk, error);
}
