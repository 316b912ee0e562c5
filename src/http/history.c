/*
 * The ratings of every night, kept up to date beside everything else: fitted by
 * a reader of the pool, a fifth of a second at a time, and handed to the
 * writer, who stores them in a transaction of a few rows. It begins when the
 * daemon starts and after the log has grown, and goes on until no night is
 * missing.
 *
 * The work belongs to one thread at a time: to the reader while `fitting`, to
 * the writer while `fitted`, to none otherwise.
 */
#include "service/history.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/reading.h"

#include "base/banned.h"

enum history_state { HISTORY_IDLE, HISTORY_FITTING, HISTORY_FITTED };

struct histories {
    struct club *club;
    struct job job;
    struct history_work *work;
    _Atomic int state;
    bool more;                      /* of the last fit, as `failed` */
    bool failed;                    /* it was interrupted, or the database is busy: again in a moment */
    atomic_int_least64_t looked_at; /* size of the log at which nothing was missing; -1: never */
    int64_t began_at;               /* size of the log when the fit began */
};

enum err histories_new(struct club *club, struct error *error)
{
    struct histories *histories = mem_new(club->server->allocator, 1, sizeof(*histories));
    club->histories = histories;
    if (!histories) {
        return error_raise(error, &MSG_MEMORY);
    }
    histories->club = club;
    histories->work = history_work_new(club->server->allocator);
    atomic_store(&histories->looked_at, -1);
    return histories->work ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

void histories_free(struct club *club)
{
    if (club->histories) {
        history_work_free(club->histories->work);
        mem_free(club->server->allocator, club->histories);
        club->histories = NULL;
    }
}

bool histories_idle(struct club *club)
{
    return !club->histories || atomic_load(&club->histories->state) == HISTORY_IDLE;
}

/* ---- in a reader ---- */

static enum err fit(struct job *job, struct service *service, struct error *error)
{
    struct histories *histories = (struct histories *)((char *)job - offsetof(struct histories, job));
    bool stale = false;
    enum err err = service_stale(service, &stale, error);
    if (err != ERR_OK || stale) {
        return err == ERR_OK ? error_raise(error, &HTTP_MSG_QUEUE) : err; /* not out of rows that are being made */
    }
    service_snapshot_end(service); /* it takes its own, one after the other */
    return service_history_fit(service, histories->work, HISTORY_EFFORT, &histories->more, error);
}

static void fitted(struct job *job)
{
    struct histories *histories = (struct histories *)((char *)job - offsetof(struct histories, job));
    histories->failed = job->err != ERR_OK;
    atomic_store(&histories->state, HISTORY_FITTED);
    writer_chore(histories->club, CHORE_HISTORY);
}

/* Queued under an address of its own: no client has asked. The state is HISTORY_FITTING already. */
static void begin(struct histories *histories)
{
    struct club *club = histories->club;
    struct error ignored;
    memset(&histories->job, 0, sizeof(histories->job));
    memset(histories->job.address, 0xff, ADDRESS_SIZE);
    histories->job.budget_us = HISTORY_BUDGET;
    histories->job.group = club_group(club);
    histories->job.run = fit;
    histories->job.done = fitted;
    histories->began_at = atomic_load(&club->log_size);
    histories->more = false;
    if (pool_push(club->server->pool, &histories->job, &ignored) != ERR_OK) {
        atomic_store(&histories->state, HISTORY_IDLE); /* too much else to do: again in a moment */
    }
}

bool histories_due(struct club *club)
{
    struct histories *histories = club->histories;
    int idle = HISTORY_IDLE;
    if (atomic_load(&histories->looked_at) != atomic_load(&club->log_size) &&
        atomic_compare_exchange_strong(&histories->state, &idle, HISTORY_FITTING)) {
        begin(histories);
        return true;
    }
    return false;
}

/* ---- in the writer ---- */

void histories_keep(struct club *club)
{
    struct histories *histories = club->histories;
    struct error ignored;
    int64_t kept = 0;
    if (atomic_load(&histories->state) != HISTORY_FITTED) {
        return;
    }
    bool good =
        !histories->failed && service_history_keep(club->writer.service, histories->work, &kept, &ignored) == ERR_OK;
    if (good && !histories->more) {
        atomic_store(&histories->looked_at, histories->began_at);
    }
    bool go_on = good && histories->more && !atomic_load(&club->server->stopping);
    atomic_store(&histories->state, go_on ? HISTORY_FITTING : HISTORY_IDLE);
    if (go_on) {
        begin(histories);
    }
}
