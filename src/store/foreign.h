/*
 * What ids of other programs became here (the table `foreign`); a part of
 * store.h, with its promises.
 */
#ifndef STORE_FOREIGN_H
#define STORE_FOREIGN_H

#include "store/store.h"

enum { STORE_FOREIGN_STATE = 16 };

struct store_foreign {
    struct span source; /* bgstats, bgg, csv */
    struct span kind;   /* play, person, title */
    struct span id;     /* there; of a person whose name was erased `#` and a keyed hash of it */
    struct span ours;   /* of a play the number of the game, of a person the handle, of a title its id */
    bool has_state;     /* of a play */
    uint8_t state[STORE_FOREIGN_STATE]; /* a keyed hash of the play as it was there when both last agreed */
    int64_t entry;                      /* the last entry of the game at that time; 0: not a play */
    int64_t changed;                    /* of a play: when it was last changed there, as its file says; 0: not said */
};
typedef enum err store_foreign_fn(void *context, const struct store_foreign *row, struct error *error);

/* Adds the row, or replaces the one of its source, kind and id. */
ERR_CHECK enum err store_foreign_put(struct store *store, const struct store_foreign *row, struct error *error);
/* `fn` is called for the one row, or not at all. */
ERR_CHECK enum err store_foreign_find(struct store *store, struct span source, struct span kind, struct span id,
                                      store_foreign_fn *fn, void *context, struct error *error);
/* What this of ours is called there, in order of id; of several a caller takes the first. */
ERR_CHECK enum err store_foreign_of(struct store *store, struct span source, struct span kind, struct span ours,
                                    store_foreign_fn *fn, void *context, struct error *error);
/* Everything of that kind, of whatever source, that leads to this of ours. */
ERR_CHECK enum err store_foreign_led(struct store *store, struct span kind, struct span ours, store_foreign_fn *fn,
                                     void *context, struct error *error);
/* All, in order of source, kind and id. */
ERR_CHECK enum err store_foreigners(struct store *store, store_foreign_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_foreign_remove(struct store *store, struct span source, struct span kind, struct span id,
                                        struct error *error);

#endif
