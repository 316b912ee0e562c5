/* Private to the room: an import of plays under way, and the steps that its files share. */
#ifndef SERVICE_PLAYS_INTERNAL_H
#define SERVICE_PLAYS_INTERNAL_H

#include "service/internal.h"
#include "service/plays_names.h"
#include "service/plays_record.h"
#include "service/slice.h"

/* How often each play of a file without ids came: two that say the same are two. */
struct play_copies {
    uint64_t *hash; /* 0: free */
    uint32_t *times;
    size_t room, count;
};

struct plays_import {
    struct service *service;
    struct span author;
    const struct play_reader *reader;
    struct plays_options options;
    struct import_listener listener;
    struct import_mark mark;
    struct import_tally tally; /* committed */
    struct import_tally now;   /* and the open group */
    struct plays_names people, titles;
    struct plays_slot *seat[GAME_PLAYERS]; /* of the present play; NULL: a guest */
    struct plays_slot *title;
    struct play_copies copies;
    struct strbuf text;    /* the record of the present play */
    struct strbuf scratch;
    struct strbuf other; /* what a game here says, to be compared */
    struct record_reader records;
    char zone_memory[ZONE_BYTES];
    struct span zone;
    bool gathered;  /* score sheets have been looked through */
    bool rewound;
    bool done;
    bool contested; /* the present play */
    bool reported;  /* its refusal was */
    struct play play;
};

/* ---- who and what (plays_who.c) ---- */

/* Finds the people and the title of the present play: what they are here, or that they are new. */
ERR_CHECK enum err plays_meet(struct plays_import *import, struct error *error);
/* The present play has become a game: what its people and its title are here is remembered under their ids there. */
ERR_CHECK enum err plays_remember(struct plays_import *import, struct error *error);
/* What a seat of the record says: a name here, `@handle` or `?`. */
struct span plays_seat_text(const struct plays_import *import, unsigned seat, char memory[PERSON_HANDLE + 1]);

/* ---- score sheets (plays_sheets.c) ---- */

/* Notes the rows of the present play for its title. */
ERR_CHECK enum err plays_sheet_note(struct plays_import *import, struct error *error);
/* Says in `words` which categories the rows are, and makes the document that has them when there is none. */
ERR_CHECK enum err plays_sheet_use(struct plays_import *import, struct play_words *words, struct error *error);

/* ---- telling ---- */

void plays_tell(void *import, const struct problem *problem);
/* A warning about the present play. */
void plays_warn(struct plays_import *import, struct error *warning);

#endif
