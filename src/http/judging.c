/*
 * Making one review. A thread of its own computes, which gets next to nothing
 * of the processor while anything else wants it: on a busy machine it may
 * stand still for long, anywhere. So it takes no lock that anybody takes but
 * the reviewer that began it and waits for it, wakes nobody else, and opens no
 * database. What others see of the review (who watches it, the writer who is
 * to renew the job) the reviewer tells them, at the priority of all other
 * threads.
 */
#include "http/inside.h"
#include "http/messages.h"

#include <sys/resource.h>

#include "base/banned.h"

enum { PERCENT = 100, NICEST = 19 };

static const struct message MSG_CANCELLED = {ERR_CONFLICT, "review.cancelled", "this review was cancelled",
                                             "cette analyse a été annulée"};

bool review_was_ended(const struct error *error)
{
    return error->message == &MSG_CANCELLED;
}

/* ---- the thread that computes ---- */

struct judging {
    struct reviewer *reviewer;
    struct reviewing *reviewing;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* by a clock that only goes forward */
    int64_t done;           /* under the lock, as the next two */
    int64_t total;
    bool ended;
    enum err err; /* its own, until it has ended */
    struct error error;
};

static enum err check(void *context, struct error *error)
{
    struct reviewer *reviewer = context;
    bool ends = atomic_load_explicit(&reviewer->server->reviewers.stopping, memory_order_relaxed) ||
                atomic_load_explicit(&reviewer->cancelled, memory_order_relaxed) ||
                atomic_load_explicit(&reviewer->club->suspended, memory_order_relaxed);
    return ends ? error_raise(error, &MSG_CANCELLED) : ERR_OK;
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    struct judging *judging = context;
    (void)pthread_mutex_lock(&judging->lock);
    judging->done = done;
    judging->total = total;
    (void)pthread_cond_signal(&judging->changed);
    (void)pthread_mutex_unlock(&judging->lock);
}

/*
 * Of this thread alone, in Linux; where that fails, reviews are still right. Not SCHED_IDLE: where other programs keep all
 * cores busy such a thread comes to no end, neither of its review nor when the daemon stops.
 */
static void be_last(void)
{
    (void)setpriority(PRIO_PROCESS, 0, NICEST);
}

static void *compute(void *context)
{
    struct judging *judging = context;
    const struct deadline deadline = {.check = check, .context = judging->reviewer};
    const struct review_crew crew = {.threads = 1, .deadline = &deadline, .progress = on_progress, .context = judging};
    be_last();
    judging->err = reviewing_run(judging->reviewing, &crew, &judging->error);
    (void)pthread_mutex_lock(&judging->lock);
    judging->ended = true;
    (void)pthread_cond_signal(&judging->changed);
    (void)pthread_mutex_unlock(&judging->lock);
    return NULL;
}

/* ---- the reviewer ---- */

static void tell(struct reviewer *reviewer, int64_t done, int64_t total)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    int percent = total > 0 ? (int)(done * PERCENT / total) : 0;
    (void)pthread_mutex_lock(&reviewers->lock);
    reviewer->done = done;
    reviewer->total = total;
    (void)pthread_mutex_unlock(&reviewers->lock);
    if (percent != reviewer->percent) {
        reviewer->percent = percent;
        watchers_wake(reviewer->club, reviewer->job.game);
    }
    if (monotonic_ms() - reviewer->renewed >= REVIEWS_RENEW) { /* however long one decision takes */
        reviewer->renewed = monotonic_ms();
        atomic_store(&reviewer->renew, true);
        writer_chore(reviewer->club, CHORE_REVIEW);
    }
}

/* Until there is more of it, or a second has gone by. True when it has ended. */
static bool await(struct judging *judging, int64_t *done, int64_t *total)
{
    const struct timespec until = forward_at(ticks() + TICKS_SECOND);
    (void)pthread_mutex_lock(&judging->lock);
    if (!judging->ended && judging->done == *done) {
        (void)pthread_cond_timedwait(&judging->changed, &judging->lock, &until);
    }
    *done = judging->done;
    *total = judging->total;
    bool ended = judging->ended;
    (void)pthread_mutex_unlock(&judging->lock);
    return ended;
}

static enum err run(struct reviewer *reviewer, struct reviewing *reviewing, struct error *error)
{
    struct judging judging = {.reviewer = reviewer, .reviewing = reviewing};
    pthread_t thread;
    int64_t done = 0;
    int64_t total = (int64_t)reviewing_steps(reviewing);
    judging.total = total;
    (void)pthread_mutex_init(&judging.lock, NULL);
    forward_cond(&judging.changed);
    bool started = pthread_create(&thread, NULL, compute, &judging) == 0;
    if (started) {
        bool ended = false;
        while (!ended) {
            tell(reviewer, done, total);
            ended = await(&judging, &done, &total);
        }
        (void)pthread_join(thread, NULL);
        *error = judging.error;
    }
    (void)pthread_cond_destroy(&judging.changed);
    (void)pthread_mutex_destroy(&judging.lock);
    return started ? judging.err : error_raise(error, &MSG_MEMORY);
}

/* The game on a connection of its own, which is closed before anything is computed. */
static enum err load(struct reviewer *reviewer, struct reviewing *reviewing, struct error *error)
{
    struct service *service = NULL;
    struct club *club = reviewer->club;
    enum err err = service_open(&service, club->path, SERVICE_READ, &club->options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_review_load(service, reviewer->job.game, (uint32_t)reviewer->job.budget, reviewing, error);
    service_close(service);
    if (err == ERR_OK && reviewing->entry != reviewer->job.entry) {
        return error_raise(error, &MSG_CANCELLED); /* it has changed since the job was taken */
    }
    return err;
}

enum err review_judge(struct reviewer *reviewer, struct error *error)
{
    struct reviewing reviewing;
    memset(&reviewing, 0, sizeof(reviewing));
    enum err err = load(reviewer, &reviewing, error);
    err = err == ERR_OK ? run(reviewer, &reviewing, error) : err;
    strbuf_clear(&reviewer->sums);
    strbuf_clear(&reviewer->body);
    err = err == ERR_OK ? reviewing_print(&reviewing, &reviewer->sums, &reviewer->body, error) : err;
    reviewing_release(&reviewing);
    return err;
}
