/*
 * Rebuilding: the derived tables made anew from the log, in a shadow beside
 * the real ones, and put in their place when they are equal or when asked.
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
    bool force; /* put the new tables in place even when they differ */
    rebuild_difference_fn *difference;
    void (*progress)(void *context, int64_t done, int64_t total); /* may be NULL */
    void *context;
};

struct rebuild_summary {
    int64_t games;
    int64_t differences;
    bool swapped;
};

/* One transaction: either everything is in place afterwards or nothing has changed. */
ERR_CHECK enum err service_rebuild(struct service *service, const struct rebuild_options *options,
                                   struct rebuild_summary *summary, struct error *error);

#endif
