/*
 * Who may do what: the tokens, kept in memory and read again when they
 * change, and the addresses from which wrong ones come.
 */
#ifndef HTTP_ACCESS_H
#define HTTP_ACCESS_H

#include "base/alloc.h"
#include "service/tokens.h"

#include <pthread.h>

struct known_token {
    uint8_t hash[SHA256_SIZE];
    char id[TOKEN_ID];
    unsigned scopes;
    int64_t expires; /* milliseconds; 0: never */
};

enum { FAILURE_SLOTS = 1024, ADDRESS_SIZE = 16 };

/* Wrong tokens from one address within a minute. */
struct failures {
    uint8_t address[ADDRESS_SIZE];
    int64_t since; /* microseconds */
    int64_t count;
};

struct access {
    const struct allocator *allocator;
    pthread_rwlock_t lock;
    struct known_token *tokens; /* valid ones, but for expiry */
    size_t count;
    size_t room;
    int64_t version; /* of the tokens in the database when these were read, or an older one */
};

/* Of the whole daemon: who guesses in many clubs guesses as often as who does in one. Zeroed, with a lock. */
struct guesses {
    pthread_mutex_t lock;
    struct failures failures[FAILURE_SLOTS];
};

void access_init(struct access *access, const struct allocator *allocator);
void access_release(struct access *access);

/* True when `version` of the tokens in the database is newer than what is known here. */
bool access_outdated(struct access *access, int64_t version);

/* Reads the tokens again when `version`, which the database had before the call, is newer than theirs. Whoever else
 * reads them at the same time: a list that is older than the one that is there never takes its place. */
ERR_CHECK enum err access_renew(struct access *access, struct service *service, int64_t version, struct error *error);

/* Finds a token that is valid at `now` (milliseconds); compares in constant
 * time. */
bool access_find(struct access *access, struct span text, int64_t now, char id[TOKEN_ID], unsigned *scopes);

/* True while the token of that id is valid at `now`. */
bool access_holds(struct access *access, struct span id, int64_t now);

/* One more wrong token in this minute, and there are more than `limit`: so a token that is not known is not looked for. */
bool access_tried_enough(struct guesses *guesses, const uint8_t address[ADDRESS_SIZE], int64_t now_us, int64_t limit);

/* Counts a wrong token; returns the seconds to wait when there were more than
 * `limit` in this minute, else 0. */
int64_t access_failed(struct guesses *guesses, const uint8_t address[ADDRESS_SIZE], int64_t now_us, int64_t limit);

#endif
