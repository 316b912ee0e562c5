/* Private to the room: a record on its way into the log (games.c judges it, arrival.c writes it down). */
#ifndef SERVICE_ARRIVAL_H
#define SERVICE_ARRIVAL_H

#include "service/internal.h"
#include "service/seats.h"
#include "service/stated.h"

/* Where a record goes and in whose name. */
struct arrival {
    struct span author;
    const char *kind;
    int64_t game;       /* corrected game; 0: a new one */
    int64_t seen;       /* its last entry, as whoever corrects it knows it; 0: whichever */
    struct span reason; /* of a correction */
    int64_t undone;     /* the import whose undoing this correction is part of; 0: none */
    const struct record *record;
    problem_fn *fn;
    void *context;
    struct stated *stated;    /* of what is corrected; NULL: nothing is, or it does not join */
    struct import_mark *mark; /* of the import that it is part of; NULL: of none that has a number */
    bool dry;                 /* looked at, not written down */
    struct hash_set *would;   /* of a dry run: what it would have added so far; NULL: nothing, and none is kept */
};

/*
 * Composes the body of the entry in service->body: the reason of a correction, the headers with handles and without
 * asides, the rest of service->text, behind its `head` bytes of headers, as it is.
 */
void arrival_body(struct service *service, const struct arrival *arrival, const struct seats *seats, size_t head);
/* Writes the record that was judged, as an entry of the log, and all that follows from it. */
ERR_CHECK enum err arrival_write(struct service *service, const struct arrival *arrival, struct seats *seats,
                                 size_t head, struct receipt *receipt, struct error *error);

#endif
