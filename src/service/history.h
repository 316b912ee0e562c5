/*
 * Keeping the ratings of every night (d_history), off the writer.
 *
 * A row that is there is right: the transaction that changes a finished game
 * removes the rows of its night and of all nights after it, and these are
 * fitted again from the first that is missing. A fit of some hundred people
 * takes tenths of a second, so it is done in the background:
 *
 *     struct history_work *work = history_work_new(allocator);
 *     do {
 *         service_history_fit(reader, work, effort, &more, &error);   any reader's thread; nothing is written
 *         service_history_keep(writer, work, &kept, &error);          the writer's; one short transaction
 *     } while (more);
 *     history_work_free(work);
 *
 * Both calls are needed in turn, with the same work, which is used by none but
 * the caller's: it remembers the sums of pairs from one call to the next and
 * what was fitted and not yet kept. What the log has overtaken in between is
 * dropped and fitted again. To be called after the log has grown, and when a
 * database is opened; when nothing is missing it costs a look at an index.
 *
 * A row as bytes: for each person who played on that night, in the order of
 * their numbers, the difference to the number before, the rating and its
 * standard deviation in ten-millionths, and the rated games up to then; all
 * are varints, the rating a signed one.
 */
#ifndef SERVICE_HISTORY_H
#define SERVICE_HISTORY_H

#include "service/service.h"

struct history_work;

/* About a fifth of a second: two nights of a club of 400, hundreds of a club of 40. */
enum { HISTORY_EFFORT = 400000000 };
#define HISTORY_ALL INT64_MAX

struct history_work *history_work_new(const struct allocator *allocator); /* NULL: no memory */
void history_work_free(struct history_work *work);                        /* accepts NULL */

/*
 * Fits missing nights until the effort (floating point operations, roughly)
 * is spent, one at least. `*more`: there are others behind them.
 */
ERR_CHECK enum err service_history_fit(struct service *reader, struct history_work *work, int64_t effort, bool *more,
                                       struct error *error);
/* Stores what was fitted, but for what a change has overtaken; `*kept` rows. */
ERR_CHECK enum err service_history_keep(struct service *writer, struct history_work *work, int64_t *kept,
                                        struct error *error);
/* Both, until nothing is missing: for a command that has the file open to write. */
ERR_CHECK enum err service_history_catch_up(struct service *service, struct error *error);

#endif
