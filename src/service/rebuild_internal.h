/* Private to the room: a rebuild under way, in two files: the shadow is filled, then compared with what stands. */
#ifndef SERVICE_REBUILD_INTERNAL_H
#define SERVICE_REBUILD_INTERNAL_H

#include "service/internal.h"
#include "service/known.h"
#include "service/people_map.h"
#include "service/rebuild.h"
#include "service/slice.h"

struct rebuild {
    struct service *service;
    const struct rebuild_options *options;
    struct rebuild_summary *summary;
    struct people_map people; /* as the log of `people_size` entries has them */
    struct story story;
    struct tree tree; /* of the entries that are in the shadow */
    struct known known;
    struct slice slice;
    int64_t people_size; /* of the log that the shadow's merges are of */
    int64_t size;        /* of the log, in this transaction */
    bool sliced;         /* in transactions of its own */
    bool locked;         /* the present one may write */
};

/*
 * One transaction, or a part of the group's: `fn` within, committed when it
 * succeeds and rolled back when it fails. `lock`: it may write.
 */
typedef enum err slice_fn(struct rebuild *rebuild, void *context, struct error *error);
ERR_CHECK enum err rebuild_slice(struct rebuild *rebuild, bool lock, slice_fn *fn, void *context, struct error *error);
/* True when the time of a slice is over. The context is the rebuild. */
bool rebuild_pauses(void *context);

/* Makes the shadow and fills it with what the log says, slice by slice. */
ERR_CHECK enum err rebuild_fill(struct rebuild *rebuild, struct error *error);
/* Within a slice: entries that are not in the shadow yet, to the end of the log or of the slice; under the lock, to the
 * end. `*all`: there are no more. */
ERR_CHECK enum err rebuild_advance(struct rebuild *rebuild, bool *all, struct error *error);

#endif
