/* Ready answers, a slot for each. */
#include "http/cache.h"

#include "http/reply.h"

#include "base/banned.h"

bool cache_init(struct cache *cache, const struct allocator *allocator, size_t slots, size_t limit)
{
    cache->slots_count = slots;
    cache->limit = limit;
    cache->allocator = allocator;
    cache->slots = mem_new(allocator, slots, sizeof(*cache->slots));
    atomic_init(&cache->bytes, 0);
    for (size_t i = 0; cache->slots && i < slots; i++) {
        (void)pthread_mutex_init(&cache->slots[i].lock, NULL);
    }
    return cache->slots != NULL;
}

static void empty(struct cache *cache, struct cache_slot *slot)
{
    if (slot->reply) {
        reply_drop(slot->reply);
        slot->reply = NULL;
        atomic_fetch_sub(&cache->bytes, slot->bytes);
    }
}

void cache_release(struct cache *cache)
{
    if (!cache->slots) {
        return;
    }
    for (size_t i = 0; i < cache->slots_count; i++) {
        empty(cache, &cache->slots[i]);
        (void)pthread_mutex_destroy(&cache->slots[i].lock);
    }
    mem_free(cache->allocator, cache->slots);
    cache->slots = NULL;
}

static struct cache_slot *slot_of(struct cache *cache, const struct cache_key *key)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < key->uri.len; i++) {
        hash = (hash ^ (unsigned char)key->uri.ptr[i]) * 1099511628211u;
    }
    hash = (hash ^ (unsigned char)key->language) * 1099511628211u;
    hash = (hash ^ (unsigned char)key->encoding) * 1099511628211u;
    return &cache->slots[(hash ^ hash >> 32) % cache->slots_count];
}

static bool holds(const struct cache_slot *slot, const struct cache_key *key)
{
    return slot->reply && slot->key_length == key->uri.len + 2 && slot->key[0] == key->language &&
           slot->key[1] == key->encoding && memcmp(slot->key + 2, key->uri.ptr, key->uri.len) == 0;
}

struct reply *cache_find(struct cache *cache, const struct cache_key *key, char tag[CACHE_TAG])
{
    struct reply *found = NULL;
    if (key->uri.len + 2 > CACHE_KEY) {
        return NULL;
    }
    struct cache_slot *slot = slot_of(cache, key);
    (void)pthread_mutex_lock(&slot->lock);
    if (holds(slot, key) && slot->log_size == key->log_size && slot->people_version == key->people_version) {
        found = reply_hold(slot->reply);
        memcpy(tag, slot->tag, CACHE_TAG);
    }
    (void)pthread_mutex_unlock(&slot->lock);
    return found;
}

/* Answers of older states, which nobody can ask for any more. Holds no lock while it waits for another. */
static void forget_older(struct cache *cache, const struct cache_key *key)
{
    for (size_t i = 0; i < cache->slots_count; i++) {
        struct cache_slot *slot = &cache->slots[i];
        (void)pthread_mutex_lock(&slot->lock);
        if (slot->log_size < key->log_size || slot->people_version < key->people_version) {
            empty(cache, slot);
        }
        (void)pthread_mutex_unlock(&slot->lock);
    }
}

void cache_keep(struct cache *cache, const struct cache_key *key, const char *tag, struct reply *reply)
{
    size_t tag_length = strlen(tag);
    size_t bytes = reply->head.len + reply->memory.room;
    if (key->uri.len + 2 > CACHE_KEY || bytes > CACHE_ANSWER || tag_length >= CACHE_TAG) {
        return;
    }
    if (atomic_load(&cache->bytes) + bytes > cache->limit) {
        forget_older(cache, key);
    }
    struct cache_slot *slot = slot_of(cache, key);
    (void)pthread_mutex_lock(&slot->lock);
    empty(cache, slot);
    if (atomic_fetch_add(&cache->bytes, bytes) + bytes <= cache->limit) {
        slot->reply = reply_hold(reply);
        slot->bytes = bytes;
        slot->log_size = key->log_size;
        slot->people_version = key->people_version;
        slot->key_length = key->uri.len + 2;
        slot->key[0] = key->language;
        slot->key[1] = key->encoding;
        memcpy(slot->key + 2, key->uri.ptr, key->uri.len);
        memcpy(slot->tag, tag, tag_length + 1);
    } else {
        atomic_fetch_sub(&cache->bytes, bytes);
    }
    (void)pthread_mutex_unlock(&slot->lock);
}
