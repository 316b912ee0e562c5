/*
 * Catalogues of Ecos: from JSON to the flat block that a setup holds, and the
 * one object that knows all catalogues of a run, which record/record.h asks
 * as a block_source and service/catalogues.h as a shelf. schema/catalogue.schema.json describes the JSON;
 * docs/ecos-catalogue.md explains it.
 *
 * A catalogue is pinned by the SHA-256 of its bytes as they are in the file.
 */
#ifndef WIRE_CATALOGUE_H
#define WIRE_CATALOGUE_H

#include "base/alloc.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/strbuf.h"
#include "record/record.h"
#include "rules/ecos_catalogue.h"
#include "service/catalogues.h"

#include <pthread.h>

enum {
    WIRE_CATALOGUE_BYTES = 1 << 20, /* JSON of one catalogue at the most */
    WIRE_CATALOGUES = 1100          /* catalogues of one run at the most: shipped, stored and named */
};

/*
 * Reads and checks the JSON strictly: unknown keys, missing keys, wrong
 * numbers and names that mean two things are ERR_SYNTAX with the path of the
 * place (`cards[16].effects[0].place`) as first argument.
 */
ERR_CHECK enum err wire_catalogue_load(struct span json, struct ecos_catalogue *block, struct error *error);

/* A catalogue that is part of the program. */
struct wire_shipped {
    const char *name;
    const char *json;
    size_t size;
};
extern const struct wire_shipped wire_shipped[];
extern const size_t wire_shipped_count;

struct wire_catalogue {
    uint8_t hash[SHA256_SIZE];
    struct ecos_catalogue *block;
    const struct wire_shipped *shipped; /* NULL: it is not part of the program */
    bool named;                         /* records may name it: shipped, or added by the user; not merely read */
};

/*
 * All catalogues of a run. The shipped ones are there from the start and
 * loaded when first asked for. One that has been read stays until the end,
 * at the same place. Any number of threads may use it at once; only init
 * and release are for one alone.
 */
struct wire_catalogues {
    const struct allocator *allocator;
    struct block_source source;   /* finds those that records may name: hand this around */
    struct catalogue_shelf shelf; /* reads those of a database, which only its records may name */
    pthread_mutex_t lock;         /* of what follows */
    bool loaded;                  /* the shipped ones */
    size_t count;
    size_t room;
    struct wire_catalogue **entry;
};

void wire_catalogues_init(struct wire_catalogues *all, const struct allocator *allocator);
void wire_catalogues_release(struct wire_catalogues *all);

/* Loads the shipped ones now. */
ERR_CHECK enum err wire_catalogues_load(struct wire_catalogues *all, struct error *error);

/* Adds one from JSON; `*out` (may be NULL) is borrowed from `all`. One with the same hash is not added again. */
ERR_CHECK enum err wire_catalogues_add(struct wire_catalogues *all, struct span json, const struct wire_catalogue **out,
                                       struct error *error);

/* The newest one of that name; NULL when there is none. */
const struct wire_catalogue *wire_catalogues_named(struct wire_catalogues *all, struct span name);

/* `house sha256:HEX`, the value of a record's option. */
void wire_catalogue_option(const struct wire_catalogue *catalogue, struct strbuf *out);

#endif
