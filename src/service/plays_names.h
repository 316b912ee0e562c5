/* Private to the room: the people, or the titles, that a file of plays names, each once, in the order in which they come. */
#ifndef SERVICE_PLAYS_NAMES_H
#define SERVICE_PLAYS_NAMES_H

#include "base/arena.h"
#include "base/hash_index.h"
#include "service/play_sides.h"
#include "service/plays.h"
#include "store/titles.h"

/* Categories that the score sheets of a title have in this file. */
struct plays_sheet {
    unsigned count;
    bool over; /* there are too many: none */
    struct span label[PLAY_ROWS];
    bool negative[PLAY_ROWS];
    unsigned least, most; /* seats of the plays that have them */
    bool low;             /* the lower total wins */
    bool made;            /* `option` says which document has them, or is empty: none does */
    struct span option;   /* `pad NAME sha256:HEX` */
    struct span category[PLAY_ROWS];
};

struct plays_slot {
    struct plays_name said;    /* spans into the arena, or empty */
    char ours[STORE_TITLE];    /* what said.ours shows */
    const struct game *engine; /* of a title */
    enum play_way way;         /* of a title: how the club plays it */
    bool by_name;              /* of a title: it was found by the name that the file has for it */
    struct plays_sheet *sheet; /* of a title; NULL: none */
    bool used;                 /* a play that is new here names it */
    bool met;                  /* it was looked up here */
    bool guest;                /* a person of whom the file knows no name, and we neither */
    bool kept;                 /* `foreign` has its id, or it has none */
    bool unfit;                /* it cannot be here: `why` */
    struct error why;
};

struct plays_names {
    const struct allocator *allocator;
    struct arena arena;
    struct plays_slot **slot;
    size_t count, room;
    struct hash_index index; /* of the slots, by their keys */
    struct span *key;        /* of each slot */
    size_t key_room;
};

/* Both of one import. */
struct import_names {
    struct plays_names people, titles;
};

/* The slot is the person with this text of a seat, if there is one. */
ERR_CHECK enum err slot_meet(struct service *service, struct plays_names *people, struct plays_slot *slot,
                             struct span text, bool *found, struct error *error);
/* The slot is a newcomer, called `name`: whom it looks like, or that nobody can be called so. */
ERR_CHECK enum err slot_meet_new(struct service *service, struct plays_names *people, struct plays_slot *slot,
                                 struct span name, struct error *error);
/* The people and the title that a record names; `fresh`: it would be added. Of more than PLAYS_KNOWN the first are noted. */
ERR_CHECK enum err import_names_note(struct service *service, struct import_names *names, const struct record *record,
                                     bool fresh, struct error *error);

void plays_names_init(struct plays_names *names, const struct allocator *allocator);
void plays_names_release(struct plays_names *names);

/* The slot of `key`, made with `name` and `id` when it is new. ERR_LIMIT, ERR_MEMORY. It stays where it is. */
ERR_CHECK enum err plays_names_get(struct plays_names *names, struct span key, struct span name, struct span id,
                                   struct plays_slot **out, struct error *error);

/* A copy that lives as long as the names; {NULL, 0} when there is no memory. */
struct span plays_names_copy(struct plays_names *names, struct span text);
/* A terminated copy in `out`. */
void plays_text_copy(char *out, size_t size, struct span text);

#endif
