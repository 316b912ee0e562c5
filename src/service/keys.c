/*
 * The two keys of a database: the one that signs checkpoints, and the one that
 * imports are recognised by. They are made for a log without entries; a log
 * that has some and lost its keys is damaged, and new ones would hide it,
 * unless mending is asked for.
 */
#include "base/checkpoint.h"
#include "base/secret.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum { KEY_SIZE = 32 };
_Static_assert((int)KEY_SIZE == (int)KEYED_HASH_KEY, "both keys have one size");

static const char SIGNING[] = "signing-key";
static const char SEEN[] = "seen-key";

/* Reads a key: ERR_NOT_FOUND, or ERR_CORRUPT when it has not its size. */
static enum err get_key(struct store *store, const char *name, uint8_t key[KEY_SIZE], struct error *error)
{
    size_t length = 0;
    enum err err = store_setting_get(store, name, key, KEY_SIZE, &length, error);
    bool damaged = err == ERR_LIMIT || (err == ERR_OK && length != KEY_SIZE);
    return damaged ? error_raise_span(error, &SERVICE_MSG_KEY, span_from(name)) : err;
}

/* The same; ERR_CORRUPT also when it is not there. */
static enum err need_key(struct store *store, const char *name, uint8_t key[KEY_SIZE], struct error *error)
{
    enum err err = get_key(store, name, key, error);
    return err == ERR_NOT_FOUND ? error_raise_span(error, &SERVICE_MSG_KEY, span_from(name)) : err;
}

enum err seen_key(struct store *store, uint8_t key[KEYED_HASH_KEY], struct error *error)
{
    return need_key(store, SEEN, key, error);
}

enum err signing_key(struct store *store, uint8_t *secret, uint8_t *key, struct error *error)
{
    uint8_t seed[KEY_SIZE];
    uint8_t pair[CHECKPOINT_SECRET];
    enum err err = need_key(store, SIGNING, seed, error);
    if (err == ERR_OK) {
        checkpoint_keys(seed, pair, key);
        if (secret) {
            memcpy(secret, pair, sizeof(pair));
        }
    }
    secret_wipe(seed, sizeof(seed));
    secret_wipe(pair, sizeof(pair));
    return err;
}

static enum err make_key(struct service *service, const char *name, uint8_t key[KEY_SIZE], struct error *error)
{
    service->options.entropy->fill(service->options.entropy->context, key, KEY_SIZE);
    return store_setting_set(service->store, name, span_of((const char *)key, KEY_SIZE), error);
}

/* The key that is there, or a new one. */
static enum err get_or_make(struct service *service, const char *name, uint8_t key[KEY_SIZE], struct error *error)
{
    enum err err = get_key(service->store, name, key, error);
    return err == ERR_NOT_FOUND ? make_key(service, name, key, error) : err;
}

static enum err both_keys(struct service *service, bool make, struct error *error)
{
    uint8_t signing[KEY_SIZE];
    enum err err =
        make ? get_or_make(service, SIGNING, signing, error) : need_key(service->store, SIGNING, signing, error);
    secret_wipe(signing, sizeof(signing));
    if (err != ERR_OK) {
        return err;
    }
    return make ? get_or_make(service, SEEN, service->seen_key, error)
                : need_key(service->store, SEEN, service->seen_key, error);
}

/* The hashes made with a lost key cannot be compared any more: they go, and the rebuild that follows makes them anew. */
static enum err renew_seen_key(struct service *service, struct error *error)
{
    uint8_t signing[KEY_SIZE];
    enum err err = need_key(service->store, SIGNING, signing, error);
    secret_wipe(signing, sizeof(signing));
    if (err != ERR_OK || need_key(service->store, SEEN, service->seen_key, error) != ERR_CORRUPT) {
        return err;
    }
    err = make_key(service, SEEN, service->seen_key, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_seen_forget(service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    return store_setting_set(service->store, "derived-stale", SPAN_LITERAL("1"), error);
}

static enum err make_keys(struct service *service, struct error *error)
{
    int64_t size = 0;
    enum err err = store_log_size(service->store, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    return size > 0 && service->options.mend ? renew_seen_key(service, error) : both_keys(service, size == 0, error);
}

enum err ready_keys(struct service *service, struct error *error)
{
    enum err err = both_keys(service, false, error);
    if (err != ERR_CORRUPT) {
        return err;
    }
    err = store_begin(service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = make_keys(service, error);
    if (err != ERR_OK) {
        store_rollback(service->store);
        return err;
    }
    return store_commit(service->store, error);
}
