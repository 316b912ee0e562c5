/*
 * What cards are worth (stats/worth.h), kept for whoever asks the same next: all
 * connections of a program share one `struct worths`, as they share the catalogues. A fit is of
 * the finished games of one log size, of one version of people and places, and of one filter, which together are its key. The
 * table of cards and the page of each of them have the same one, and so has a longer log in which no game was
 * finished: they cost one fit.
 *
 * Any number of threads may use it at once; only init and release are for one
 * alone. Who asks for what another one is fitting waits until that one is done, and
 * fits it in its stead if it fails.
 */
#ifndef SERVICE_WORTHS_H
#define SERVICE_WORTHS_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "base/sha256.h"
#include "stats/gather.h"
#include "stats/worth.h"

#include <pthread.h>

enum {
    WORTHS_KEPT = 16,    /* fits */
    WORTHS_KEY = 192,    /* bytes of a key, terminated */
    WORTHS_SHELVES = 16, /* catalogues of one answer that are fitted: those with the most games */
    WORTHS_SEATS =
        600000 /* of all games of an answer; above, nothing is said, so that an answer takes a bounded time */
};

/* The cards of one catalogue, or of a game that has none. */
struct worth_shelf {
    bool catalogued;
    uint8_t hash[SHA256_SIZE];
    struct worth_value value[GATHER_CARDS];
};

enum worths_state { WORTHS_FREE, WORTHS_MAKING, WORTHS_READY };

struct kept_worth {
    enum worths_state state;
    char key[WORTHS_KEY];
    uint64_t used;
    size_t count;
    struct worth_shelf *shelf;
};

struct worths {
    const struct allocator *allocator;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t done;  /* somebody has fitted, or failed to */
    uint64_t clock;       /* counts uses */
    struct kept_worth kept[WORTHS_KEPT];
};

void worths_init(struct worths *all, const struct allocator *allocator);
void worths_release(struct worths *all);

/*
 * What is kept under `key` is copied to `shelf`, which has room for WORTHS_SHELVES, and `*found` is set.
 * Otherwise it is the caller's to fit, who hands `*mine` to worths_put or worths_drop
 * afterwards, whatever happens; NULL: nothing can be kept, for all places are being filled. Fails with
 * the error of `deadline` once that is over.
 */
ERR_CHECK enum err worths_take(struct worths *all, const char *key, const struct deadline *deadline,
                               struct worth_shelf *shelf, size_t *count, bool *found, struct kept_worth **mine,
                               struct error *error);
/* Keeps a copy; without memory for it, nothing. `mine` may be NULL. */
void worths_put(struct worths *all, struct kept_worth *mine, const struct worth_shelf *shelf, size_t count);
/* It has failed: the next one tries. `mine` may be NULL. */
void worths_drop(struct worths *all, struct kept_worth *mine);

#endif
