/*
 * A club with its service open, and buffers for what is read from it; at the
 * end everything is found whole. For tests of one service function at a time.
 */
#ifndef SUPPORT_OPEN_CLUB_H
#define SUPPORT_OPEN_CLUB_H

#include "support/world.h"

struct club {
    struct world world;
    struct service *service;
    struct strbuf text;
    struct strbuf other;
    struct strbuf said;
};

/* For cmocka: `state` becomes the club, which is new. */
int club_set_up(void **state);
/* Audits and rebuilds it before it goes. */
int club_tear_down(void **state);

/* Entries of its log. */
int64_t club_size(struct club *club);

/* A game of totals on a day of January, as a record with asides, in club->other. */
const char *club_pad(struct club *club, unsigned day, const char *one, const char *two, unsigned total);
/* Imports the record, as part of the import of `mark` (may be NULL); the number of its game. */
int64_t club_import(struct club *club, const char *text, struct import_mark *mark);
/* Undoes all of an import. */
struct import_undo club_undo(struct club *club, int64_t number);

#endif
