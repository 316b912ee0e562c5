/* Private to the room: the marks that a move leaves (move.h), and the copy that it shares with backups and restores. */
#ifndef SERVICE_MOVE_INTERNAL_H
#define SERVICE_MOVE_INTERNAL_H

#include "service/internal.h"
#include "service/move.h"
#include "store/moving.h"

enum {
    MOVE_ID = 32,     /* letters: 16 random bytes in hexadecimal */
    MOVE_NAME = 8192, /* bytes of an address without secrets */
    MOVE_STALE = 8    /* bytes of the setting `derived-stale` */
};

struct move_marks {
    bool moved;
    bool moving;
    char to[MOVE_NAME];          /* where it was moved to */
    char moved_id[MOVE_ID + 1];  /* by which move */
    char moving_id[MOVE_ID + 1]; /* of which it is the target */
    char moving_from[MOVE_NAME]; /* and where that came from */
};

ERR_CHECK enum err move_marks_read(struct store *store, struct move_marks *marks, struct error *error);
ERR_CHECK enum err move_marks_drop(struct store *store, struct error *error);

/* A copy under way: `to` was opened with options.moving. */
struct copy {
    struct service *from; /* in a transaction, or a snapshot */
    struct service *to;
    upkeep_progress_fn *progress;
    void *context;
    bool stale_known; /* the setting `derived-stale` of the source */
    char stale[MOVE_STALE];
    size_t stale_size;
};

/* ERR_CONFLICT, `message` about it, unless nothing is in `service`, which is in a transaction. */
ERR_CHECK enum err copy_needs_empty(struct service *service, const struct message *message, struct error *error);
/* Inside a group of `to`: its enduring rows are those of `from`, and have been compared with them. */
ERR_CHECK enum err copy_rows(struct copy *copy, struct error *error);
/* Inside that group or after it: the derived tables of `to`. */
ERR_CHECK enum err copy_tables(struct copy *copy, struct error *error);
/* ERR_CORRUPT unless both logs are one, and the one that the latest checkpoint speaks of. */
ERR_CHECK enum err copy_check_log(struct copy *copy, struct error *error);
/* All of it, inside a transaction of the target: empty (else `taken`), rows, tables, and the log is the same. */
ERR_CHECK enum err copy_whole(struct copy *copy, const struct message *taken, struct error *error);

#endif
