/*
 * Rebuilding: the derived tables made anew from the log, in a shadow beside
 * the real ones, compared with them and, when asked, put into them row
 * by row; and the memory of imports as far as it follows from log and names.
 *
 * No writer is locked out. The shadow is filled from one short snapshot of the
 * log after the other and follows what is written meanwhile. Nothing is
 * written to the database when nothing differs; else the rows that differ
 * are mended in short transactions, each of which first brings the shadow to
 * the end of the log. Should the program die in between, the setting
 * `derived-stale` says so, and the next one who opens the database to write
 * goes on (service.c).
 */
#ifndef SERVICE_REBUILD_H
#define SERVICE_REBUILD_H

#include "service/service.h"

struct rebuild_difference {
    struct span table;
    struct span key;
    struct span column;
    struct span stored;
    struct span rebuilt;
};
typedef void rebuild_difference_fn(void *context, const struct rebuild_difference *difference);

struct rebuild_options {
    bool force;                                                   /* mend what differs */
    rebuild_difference_fn *difference;                            /* may be NULL */
    void (*progress)(void *context, int64_t done, int64_t total); /* may be NULL */
    void *context;
    unsigned slice;                 /* steps; 0: by time. For tests, as the next: */
    void (*between)(void *context); /* called between slices, when no lock is held; may be NULL */
};

struct rebuild_summary {
    int64_t games;
    int64_t differences;
    bool swapped; /* the tables are now what they should be */
};

/* Inside a group it is one with the group, and does not give way. */
ERR_CHECK enum err service_rebuild(struct service *service, const struct rebuild_options *options,
                                   struct rebuild_summary *summary, struct error *error);

#endif
