/*
 * Private to the files import*.c: one import on its way in.
 *
 * Records are handed to the writer as they come (import.c). Everything else,
 * and whatever is only looked at, is spooled first (import_spool.c): the bytes
 * of a body go to a file without a name; once all are there, a reader of the pool
 * reads the file through, and for a dry run does the whole import without writing;
 * else the request goes on to the writer, which does it slice by slice
 * (import_plays.c). One thread at a time has the request, as with any other.
 */
#ifndef HTTP_IMPORT_INSIDE_H
#define HTTP_IMPORT_INSIDE_H

#include "http/inside.h"
#include "service/plays.h"
#include "wire/foreign.h"

enum import_way {
    IMPORT_UNKNOWN, /* no format is given, and too little has come to tell */
    IMPORT_STREAMED,
    IMPORT_SPOOLED
};

struct import {
    enum import_way way;
    enum foreign_format format; /* of IMPORT_UNKNOWN not known yet */
    bool dry_run;
    int64_t ends;                 /* when all of it must have come, as ticks() */
    struct plays_options options; /* mappings are in the request's arena */
    struct import_listener listener;

    struct strbuf pending; /* what has come and was not handed on */
    struct strbuf problems;
    size_t problems_count;
    struct import_tally tally;

    /* streamed */
    size_t cut;  /* bytes of `pending` that are complete records */
    size_t mark; /* where its last record begins; 0: there is only one */
    uint32_t line;
    bool begun;
    bool contested; /* the record under way */
    bool reported;
    struct import_mark run; /* of entries */

    /* spooled */
    struct spool spool;
    bool entered;            /* counted in server->spools */
    struct request *sharing; /* the next one that is */
    uint64_t counted;        /* its bytes there */
    uint64_t paced;          /* so many of them are awaited next */
    bool checking;           /* it has one of the places in the pool */
    struct foreign_file *file;
    struct plays_import *plays; /* the writer's alone */
    struct import_names *names; /* of a dry run of records, the reader's alone */
};

/* Counts a problem, and keeps it for the answer unless there are many already. */
void import_show(struct request *request, const struct problem *problem, bool refused);

/* ---- import_spool.c ---- */

/* From here on the body is spooled, what has come of it first. ERR_BUSY when there is no room for one more. */
ERR_CHECK enum err spooling_begin(struct request *request, struct error *error);
ERR_CHECK enum err spooling_add(struct request *request, struct span piece, struct error *error);
void spooling_end(struct request *request); /* closes what is open; in any state */

/* ---- import_plays.c ---- */

/* The whole of a dry run, in a reader's thread; the answer is made then. */
ERR_CHECK enum err import_preview(struct request *request, struct service *service, struct error *error);
/* A slice, in the writer's thread. */
ERR_CHECK enum err import_slice(struct request *request, struct error *error);

#endif
