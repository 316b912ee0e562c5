/*
 * Catalogues: the documents that say what the cards of a game do. Games are
 * pinned to them by the hash of their bytes, so one that is stored is never
 * changed.
 *
 * A program has one registry of them, `struct catalogues`: those that are part
 * of the program (shipped), those of files that the user names, and those that
 * were read from a database. It knows names, hashes and bytes. What a document
 * means is said by the folder of the game that it names (rules/game.h, struct
 * game_catalogue), and how bytes become values by the format that the caller
 * hands in (wire/values.h has the one for JSON).
 *
 * Which of them a record may name: the shipped ones and those that the user has
 * added, anywhere; one that was only read, in the database that has it stored.
 *
 * A shipped one that a game is played with is stored as well, so that the game
 * keeps its meaning when the next version of the program ships another.
 */
#ifndef SERVICE_CATALOGUES_H
#define SERVICE_CATALOGUES_H

#include "base/alloc.h"
#include "service/service.h"

#include <pthread.h>

enum {
    CATALOGUE_BYTES = 1 << 20, /* of one document at the most */
    CATALOGUES_LIMIT = 1000,   /* stored in one database */
    CATALOGUES_RUN = 1100      /* in one registry: shipped, stored and named */
};

/* A document that is part of the program: catalogues/GAME/NAME.json, and NAME-1.json for its first edition. */
struct catalogue_document {
    const char *game;
    const char *name;  /* of the file */
    const char *bytes; /* terminated */
    size_t size;
};
struct catalogue_documents {
    const struct catalogue_document *document;
    size_t count;
};
extern const struct catalogue_documents catalogues_shipped;

/* One that has been read. It lives, where it is, as long as its registry. */
struct catalogue {
    uint8_t hash[SHA256_SIZE]; /* of its bytes */
    const struct game *game;   /* one that has catalogues */
    struct span name;
    const void *block; /* game->catalogue->block_size bytes */
    bool older;        /* shipped, and a later edition of it is shipped too: found by hash, never by name */
};

/* ---- the registry of a program ---- */

/*
 * The shipped ones are read when one is first asked for. Any number of threads
 * may use it at once; only init and release are for one alone.
 */
struct catalogues {
    const struct allocator *allocator;
    const struct value_format *format;
    const struct catalogue_documents *shipped;
    struct block_source source; /* finds those that any record may name */
    pthread_mutex_t lock;       /* of what follows */
    bool loaded;                /* the shipped ones */
    size_t count;
    size_t room;
    struct catalogue_entry **entry;
};

void catalogues_init(struct catalogues *all, const struct allocator *allocator, const struct value_format *format,
                     const struct catalogue_documents *shipped);
void catalogues_release(struct catalogues *all);

/* Reads the shipped ones now. */
ERR_CHECK enum err catalogues_load(struct catalogues *all, struct error *error);

/*
 * Reads and checks a document, or finds it among those read before. ERR_SYNTAX
 * or ERR_LIMIT with the path of what is wrong (`catalogue.cards[16].effects`) as
 * first argument. After catalogues_add any record may name it.
 */
ERR_CHECK enum err catalogues_read(struct catalogues *all, struct span bytes, const struct catalogue **out,
                                   struct error *error);
ERR_CHECK enum err catalogues_add(struct catalogues *all, struct span bytes, const struct catalogue **out,
                                  struct error *error);

/*
 * ERR_SYNTAX, with the path, for a document that can be read and has a text with a character that nobody sees (base/hidden.h).
 * What is new is held against it; what is stored already is read as it is, because games are pinned to it.
 */
ERR_CHECK enum err catalogues_visible(const struct catalogues *all, struct span bytes, struct error *error);

/* The shipped ones, numbered from 0, with their bytes; ERR_NOT_FOUND after the last. */
ERR_CHECK enum err catalogues_ship(struct catalogues *all, size_t number, const struct catalogue **out,
                                   struct span *bytes, struct error *error);

/* Among those read before, by hash; NULL when there is none. */
const struct catalogue *catalogues_known(struct catalogues *all, const uint8_t hash[SHA256_SIZE]);

/*
 * The newest one of that name that any record may name: the one added last, and of the shipped ones the latest edition,
 * wherever it stands among them. `game` NULL: of the first game that has one. NULL: none.
 */
const struct catalogue *catalogues_named(struct catalogues *all, const struct game *game, struct span name);

/* The one that a game is played with when no other is asked for: its `house`. ERR_NOT_FOUND, also when `all` is NULL. */
#define CATALOGUE_DEFAULT "house"
ERR_CHECK enum err catalogues_default(struct catalogues *all, const struct game *game, const struct catalogue **out,
                                      struct error *error);

/* Which of the documents of its name it is, from 1. */
unsigned catalogue_edition(const struct catalogue *catalogue);

/*
 * The one that totals are pinned to when their record names none, because it came under the title of a game and not as
 * one: the latest shipped edition of what is printed on the cards, whatever was added since. Nothing
 * is computed from it.
 */
#define CATALOGUE_STATED "printed"

/* Makes it the block of the setup. */
void catalogue_use(const struct catalogue *catalogue, struct setup *setup);

/* `house sha256:HEX`, the value of a record's option. */
void catalogue_option(const struct catalogue *catalogue, struct strbuf *out);

/* ---- those of a database ---- */

struct catalogue_info {
    const uint8_t *hash;
    struct span game;
    struct span name;
    struct span json; /* in service_catalogue; empty in lists */
    bool shipped;
    bool older;    /* shipped, in a later edition as well */
    int64_t added; /* 0: it is shipped, and not stored */
};
typedef enum err catalogue_fn(void *context, const struct catalogue_info *catalogue, struct error *error);

/* The shipped ones, then the others by name and age, older editions of shipped ones that are stored among them. */
ERR_CHECK enum err service_catalogues(struct service *service, catalogue_fn *fn, void *context, struct error *error);
/* One, with its JSON. ERR_NOT_FOUND; ERR_CORRUPT when the bytes stored do not have this hash. */
ERR_CHECK enum err service_catalogue(struct service *service, const uint8_t hash[SHA256_SIZE], catalogue_fn *fn,
                                     void *context, struct error *error);
/*
 * Stores a document, byte for byte. One that is there already, or shipped,
 * is not stored again: `*added` says whether it was. ERR_SYNTAX when it is
 * none, ERR_LIMIT when there are too many, ERR_USAGE for a pad document of a
 * title that has an engine, whose totals are no pad's.
 */
ERR_CHECK enum err service_catalogue_add(struct service *service, struct span json, const struct catalogue **out,
                                         bool *added, struct error *error);

/* ---- those of titles: pad documents ---- */

struct title_document {
    const struct catalogue *catalogue;
    struct catalogue_title about;
    unsigned edition;
    bool shipped;
    bool stored;       /* in this database */
    struct span title; /* the id of the title that one of its names is of; empty: there is none yet */
};
typedef enum err title_document_fn(void *context, const struct title_document *document, struct error *error);

/* Shipped and stored, in order of id, of one id the latest edition first, of one edition by hash. */
ERR_CHECK enum err service_pads(struct service *service, title_document_fn *fn, void *context, struct error *error);

/* ERR_USAGE for a catalogue of cards. */
ERR_CHECK enum err catalogue_is_pad(const struct catalogue *catalogue, struct error *error);

/* Finds those that records of this database may name. Borrowed from the service. */
const struct block_source *service_blocks(struct service *service);

#endif
