/* The tokens in memory, and the addresses that guess. */
#include "http/access.h"

#include "base/secret.h"

#include "base/banned.h"

enum { MINUTE_US = 60 * 1000 * 1000 };

void access_init(struct access *access, const struct allocator *allocator)
{
    memset(access, 0, sizeof(*access));
    access->allocator = allocator;
    access->version = -1; /* not read yet */
    (void)pthread_rwlock_init(&access->lock, NULL);
}

void access_release(struct access *access)
{
    if (access->allocator) {
        mem_free(access->allocator, access->tokens);
        (void)pthread_rwlock_destroy(&access->lock);
        memset(access, 0, sizeof(*access));
    }
}

struct loading {
    const struct allocator *allocator;
    struct known_token *tokens;
    size_t count;
    size_t room;
};

static enum err keep_token(void *context, const struct token *token, struct error *error)
{
    struct loading *loading = context;
    if (token->revoked != 0) {
        return ERR_OK;
    }
    if (loading->count == loading->room) {
        size_t room = loading->room ? loading->room * 2 : 16;
        struct known_token *grown = mem_resize(loading->allocator, loading->tokens, room * sizeof(*grown));
        if (!grown) {
            return error_raise(error, &MSG_MEMORY);
        }
        loading->tokens = grown;
        loading->room = room;
    }
    struct known_token *known = &loading->tokens[loading->count++];
    struct strbuf id;
    memset(known, 0, sizeof(*known));
    strbuf_wrap(&id, known->id, sizeof(known->id));
    strbuf_add_span(&id, token->id);
    memcpy(known->hash, token->hash, sizeof(known->hash));
    known->scopes = token->scopes;
    known->expires = token->expires;
    return ERR_OK;
}

bool access_outdated(struct access *access, int64_t version)
{
    (void)pthread_rwlock_rdlock(&access->lock);
    bool outdated = version > access->version;
    (void)pthread_rwlock_unlock(&access->lock);
    return outdated;
}

enum err access_renew(struct access *access, struct service *service, int64_t version, struct error *error)
{
    struct loading loading = {.allocator = access->allocator};
    if (!access_outdated(access, version)) {
        return ERR_OK;
    }
    enum err err = service_tokens(service, keep_token, &loading, error);
    if (err != ERR_OK) {
        mem_free(loading.allocator, loading.tokens);
        return err;
    }
    struct known_token *unused = loading.tokens;
    (void)pthread_rwlock_wrlock(&access->lock);
    if (version > access->version) {
        unused = access->tokens;
        access->tokens = loading.tokens;
        access->count = loading.count;
        access->room = loading.room;
        access->version = version;
    }
    (void)pthread_rwlock_unlock(&access->lock);
    mem_free(access->allocator, unused);
    return ERR_OK;
}

bool access_find(struct access *access, struct span text, int64_t now, char id[TOKEN_ID], unsigned *scopes)
{
    uint8_t hash[SHA256_SIZE];
    bool found = false;
    token_hash(text, hash);
    (void)pthread_rwlock_rdlock(&access->lock);
    for (size_t i = 0; i < access->count; i++) {
        const struct known_token *token = &access->tokens[i];
        if (secret_equal(token->hash, hash, SHA256_SIZE) && (token->expires == 0 || now < token->expires)) {
            memcpy(id, token->id, TOKEN_ID);
            *scopes = token->scopes;
            found = true;
        }
    }
    (void)pthread_rwlock_unlock(&access->lock);
    return found;
}

bool access_holds(struct access *access, struct span id, int64_t now)
{
    bool holds = false;
    (void)pthread_rwlock_rdlock(&access->lock);
    for (size_t i = 0; i < access->count && !holds; i++) {
        const struct known_token *token = &access->tokens[i];
        holds = span_is(id, token->id) && (token->expires == 0 || now < token->expires);
    }
    (void)pthread_rwlock_unlock(&access->lock);
    return holds;
}

static struct failures *slot_of(struct guesses *guesses, const uint8_t address[ADDRESS_SIZE])
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < ADDRESS_SIZE; i++) {
        hash = (hash ^ address[i]) * 16777619u;
    }
    return &guesses->failures[hash % FAILURE_SLOTS];
}

static bool is_counted(const struct failures *slot, const uint8_t address[ADDRESS_SIZE], int64_t now_us)
{
    return memcmp(slot->address, address, ADDRESS_SIZE) == 0 && now_us - slot->since < MINUTE_US;
}

bool access_tried_enough(struct guesses *guesses, const uint8_t address[ADDRESS_SIZE], int64_t now_us, int64_t limit)
{
    (void)pthread_mutex_lock(&guesses->lock);
    const struct failures *slot = slot_of(guesses, address);
    bool enough = is_counted(slot, address, now_us) && slot->count >= limit;
    (void)pthread_mutex_unlock(&guesses->lock);
    return enough;
}

int64_t access_failed(struct guesses *guesses, const uint8_t address[ADDRESS_SIZE], int64_t now_us, int64_t limit)
{
    int64_t wait = 0;
    (void)pthread_mutex_lock(&guesses->lock);
    struct failures *slot = slot_of(guesses, address);
    if (!is_counted(slot, address, now_us)) {
        memcpy(slot->address, address, ADDRESS_SIZE);
        slot->since = now_us;
        slot->count = 0;
    }
    slot->count++;
    if (slot->count > limit) {
        wait = (MINUTE_US - (now_us - slot->since)) / 1000000 + 1;
    }
    (void)pthread_mutex_unlock(&guesses->lock);
    return wait;
}
