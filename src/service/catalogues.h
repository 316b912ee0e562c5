/*
 * Catalogues: the documents that say what the cards of a game do. Games are
 * pinned to them by hash, so one that is stored is never changed.
 *
 * The service keeps them and knows no JSON: whoever opens it hands in a shelf
 * (wire/catalogue.h has the real one) that reads documents and keeps what it
 * has read for the run. One shelf serves all connections of a program; its
 * functions may be called by several threads at once.
 *
 * The shipped ones, which are part of the program, are always there. One that
 * a game is played with is stored as well, so that the game keeps its meaning
 * when the next version of the program ships another.
 */
#ifndef SERVICE_CATALOGUES_H
#define SERVICE_CATALOGUES_H

#include "service/service.h"

enum { CATALOGUES_LIMIT = 1000 /* stored in one database */ };

/* One that has been read. What it points to lives as long as its shelf. */
struct catalogue {
    uint8_t hash[SHA256_SIZE]; /* of its bytes */
    struct span game;          /* id */
    struct span name;
    struct span json; /* of a shipped one; empty for others */
    const void *block;
    size_t size;
};

struct catalogue_shelf {
    /* The shipped ones, numbered from 0; ERR_NOT_FOUND after the last. */
    enum err (*shipped)(void *context, size_t number, struct catalogue *out, struct error *error);
    /* Among those read before. */
    bool (*known)(void *context, const uint8_t hash[SHA256_SIZE], struct catalogue *out);
    /* Reads and checks a document, or finds it among those read before. ERR_SYNTAX with the path of what is wrong. */
    enum err (*read)(void *context, struct span json, struct catalogue *out, struct error *error);
    void *context;
};

struct catalogue_info {
    const uint8_t *hash;
    struct span game;
    struct span name;
    struct span json; /* in service_catalogue; empty in lists */
    bool shipped;
    int64_t added; /* 0: it is shipped, and nobody has stored it */
};
typedef enum err catalogue_fn(void *context, const struct catalogue_info *catalogue, struct error *error);

/* The shipped ones, then the others by name and age. */
ERR_CHECK enum err service_catalogues(struct service *service, catalogue_fn *visit, void *context, struct error *error);
/* One, with its JSON. ERR_NOT_FOUND; ERR_CORRUPT when the bytes stored do not have this hash. */
ERR_CHECK enum err service_catalogue(struct service *service, const uint8_t hash[SHA256_SIZE], catalogue_fn *visit,
                                     void *context, struct error *error);
/*
 * Stores a document, byte for byte. One that is there already, or shipped,
 * is not stored again: `*added` says whether it was. ERR_SYNTAX when it is
 * none, ERR_LIMIT when there are too many.
 */
ERR_CHECK enum err service_catalogue_add(struct service *service, struct span json, struct catalogue *out, bool *added,
                                         struct error *error);

/* Finds the catalogues that this database knows, for records that name one. Borrowed from the service. */
const struct block_source *service_blocks(struct service *service);

#endif
