/* Private to the room: an import of plays under way, and the steps that its files share. */
#ifndef SERVICE_PLAYS_INTERNAL_H
#define SERVICE_PLAYS_INTERNAL_H

#include "base/hash_set.h"
#include "base/zone.h"
#include "service/internal.h"
#include "service/plays_documents.h"
#include "service/plays_names.h"
#include "service/plays_record.h"
#include "service/slice.h"

struct plays_import {
    struct service *service;
    struct span author;
    const struct play_reader *reader;
    struct plays_options options;
    struct import_listener listener;
    struct import_mark mark;
    struct import_tally tally; /* committed */
    struct import_tally now;   /* and the open group */
    struct import_names names;
    struct plays_documents documents;
    struct plays_slot *seat[GAME_PLAYERS]; /* of the present play; NULL: a guest */
    struct plays_slot *title;
    struct hash_set came;   /* plays of this file, by id or by what they say: two that say the same are two */
    struct hash_set own;    /* what `would` is, unless the listener has one */
    struct hash_set *would; /* of a dry run: what it would have added */
    struct hash_set told;   /* of a dry run: newcomers that look like somebody */
    struct hash_set named;  /* folded names here of people who have an id there */
    struct strbuf text;     /* the record of the present play */
    struct strbuf scratch;
    struct strbuf other; /* what a game here says, to be compared */
    struct record_reader records;
    char zone_memory[ZONE_BYTES];
    struct span zone;
    bool gathered; /* score sheets have been looked through */
    bool rewound;
    bool done;
    bool contested; /* the present play */
    bool reported;  /* its refusal was */
    bool has_state;
    uint8_t state[KEYED_HASH_SIZE]; /* what the present play says, once that was asked for */
    struct play play;
};

/* ---- who and what (plays_who.c) ---- */

/* Finds the people and the title of the present play: what they are here, or that they are new. */
ERR_CHECK enum err plays_meet(struct plays_import *import, struct error *error);
/* Its title alone, and without counting. */
ERR_CHECK enum err plays_meet_title(struct plays_import *import, struct error *error);
/* The present play has become a game: what its people and its title are here is remembered under their ids there. */
ERR_CHECK enum err plays_remember(struct plays_import *import, struct error *error);
/* What a seat of the record says: a name here, `@handle` or `?`. */
struct span plays_seat_text(const struct plays_import *import, unsigned seat, char memory[PERSON_HANDLE + 1]);

/* ---- score sheets (plays_sheets.c) ---- */

/* Notes the rows of the present play for its title. */
ERR_CHECK enum err plays_sheet_note(struct plays_import *import, struct error *error);
/* Says in `words` which categories the rows are, and makes the document that has them when there is none. */
ERR_CHECK enum err plays_sheet_use(struct plays_import *import, struct play_words *words, struct error *error);

/* ---- what is here already (plays_known.c) ---- */

/* What a play of a file is known as. */
struct play_known {
    int64_t game; /* 0: not known */
    bool has_row; /* by its id in `foreign`; else by an id of our own */
    bool table;   /* by an id in a table that we wrote, which is no authority about a game that is here */
    bool has_state;
    uint8_t state[KEYED_HASH_SIZE];
    int64_t entry;
    int64_t changed;        /* when the play was last changed there */
    struct game_state ours; /* from plays_settled on, likewise the rest */
    bool same;              /* the play is as it was when both sides agreed */
    int64_t entered;        /* when our game was last changed, as a play that we send says it */
};
/* What the present play says, as a keyed hash. */
ERR_CHECK enum err plays_state(struct plays_import *import, const uint8_t **out, struct error *error);
/*
 * Of a dry run of several files: `*before` when a file before this one had the play, which is then counted as known or as
 * corrected. plays_rehearsed notes that this one has it.
 */
ERR_CHECK enum err plays_came_before(struct plays_import *import, bool *before, struct error *error);
ERR_CHECK enum err plays_rehearsed(struct plays_import *import, struct error *error);
/* The game that the present play became before, or that went out under this id. */
ERR_CHECK enum err plays_known(struct plays_import *import, struct play_known *out, struct error *error);
/* True in `*settled` when nothing comes of a play that is known: it is as it was, void here, or written down here more closely. */
ERR_CHECK enum err plays_settled(struct plays_import *import, struct play_known *known, bool *settled,
                                 struct error *error);
/* Else the present play is one with that game: corrected, brought back, or left alone. `record` is what it says now. */
ERR_CHECK enum err plays_take_known(struct plays_import *import, const struct play_known *known,
                                    const struct record *record, struct error *error);
/* It was deleted there. */
ERR_CHECK enum err plays_take_deleted(struct plays_import *import, struct error *error);
/* Game and play agree from now on, with this last entry. */
ERR_CHECK enum err plays_agree(struct plays_import *import, int64_t game, int64_t entry, struct error *error);

/* ---- telling ---- */

void plays_tell(void *context, const struct problem *problem);
/* A warning about the present play. */
void plays_warn(struct plays_import *import, struct error *warning);

#endif
