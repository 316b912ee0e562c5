/*
 * Moving a club: from a file to a server, back, or from one of either to
 * another. Enduring rows go over byte for byte, derived tables are made anew,
 * and the log of the copy must have the root of the original and be what the
 * latest checkpoint says.
 *
 * Which of the two takes changes is said by settings, so that a process
 * killed at any moment never leaves two that do:
 *
 *     source              target                  who takes changes
 *     -                   nothing, or empty       the source: the target gets its rows in one transaction
 *     -                   moving: ID, the source  the source: whoever would write to the target is refused
 *     moved-to, moved-id  moving: ID, the source  nobody: the same move, run again, ends it
 *     moved-to, moved-id  -                       the target
 *
 * The source cannot change meanwhile: its writers' lock is held. Where the
 * first run ended in the second line, the next one throws that target away
 * and begins anew.
 */
#ifndef SERVICE_MOVE_H
#define SERVICE_MOVE_H

#include "service/upkeep.h"

struct move_summary {
    int64_t entries;
    bool ended; /* an earlier run had copied everything: this one has only ended it */
};

/*
 * Afterwards `to` is the club and `from` can only be read. ERR_CONFLICT when there is a club at `to`, or when `from` has
 * been moved elsewhere; ERR_BUSY when somebody writes to `from` for too long. `progress` may be NULL.
 */
ERR_CHECK enum err service_move(const char *from, const char *to, const struct service_options *options,
                                upkeep_progress_fn *progress, void *context, struct move_summary *summary,
                                struct error *error);

/* Takes the marks of a move away: the club at `path` takes changes again. ERR_CONFLICT when it has none. */
ERR_CHECK enum err service_move_reopen(const char *path, const struct service_options *options, struct error *error);

/* service_backup of a club on a server: its rows become a new file. */
ERR_CHECK enum err service_backup_rows(struct service *service, const char *path, upkeep_progress_fn *progress,
                                       void *context, struct error *error);

/* service_restore onto a server, where there must be no club at `path`, or an empty one; the backup has been audited. */
ERR_CHECK enum err service_restore_rows(const char *backup, const char *path, const struct service_options *options,
                                        upkeep_progress_fn *progress, void *context, struct error *error);

#endif
