/*
 * Answers that are asked for again and again, kept ready to be sent: the
 * headers, the body and its compression are made once for each state of log
 * and people. A slot holds one answer; a new one in the same slot, or a newer
 * state, replaces it. The size of everything kept is bounded; when there is no
 * room, the answers of older states go.
 */
#ifndef HTTP_CACHE_H
#define HTTP_CACHE_H

#include "base/alloc.h"
#include "base/span.h"

#include <pthread.h>
#include <stdatomic.h>

struct reply;

enum { CACHE_SLOTS = 256, CACHE_KEY = 512, CACHE_TAG = 96, CACHE_BYTES = 8 << 20, CACHE_ANSWER = 1 << 20 };

struct cache_slot {
    pthread_mutex_t lock;
    struct reply *reply; /* held; NULL: free */
    size_t bytes;
    int64_t log_size;
    int64_t people_version;
    char tag[CACHE_TAG];
    size_t key_length;
    char key[CACHE_KEY];
};

struct cache {
    struct cache_slot *slots;
    size_t slots_count;
    size_t limit; /* of bytes */
    const struct allocator *allocator;
    atomic_size_t bytes;
};

/* Room for `slots` answers and `limit` bytes of them: CACHE_SLOTS and CACHE_BYTES of a club that is alone. */
bool cache_init(struct cache *cache, const struct allocator *allocator, size_t slots, size_t limit);
void cache_release(struct cache *cache);

/* What an answer is kept under. */
struct cache_key {
    struct span uri;
    char language; /* and encoding */
    char encoding;
    int64_t log_size;
    int64_t people_version;
};

/* The answer, held for the caller, and its tag; or NULL. */
struct reply *cache_find(struct cache *cache, const struct cache_key *key, char tag[CACHE_TAG]);

/* Keeps the answer, if there is room. */
void cache_keep(struct cache *cache, const struct cache_key *key, const char *tag, struct reply *reply);

#endif
