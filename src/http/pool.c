/*
 * The threads of the pool. One lock covers the queue, the counters and which
 * thread runs which job; it is never held while a job runs, is shared or is
 * done. A job that is to be stopped is found through its thread, whose
 * deadline is set with the lock held.
 *
 * One thread more, the usher, computes nothing: it gives back those that have
 * waited for as long as they would. Whoever runs does not wait, so it is not
 * for the other threads, all of which may be at something long just then.
 */
#include "http/pool.h"

#include "base/forward.h"
#include "http/messages.h"
#include "http/pool_inside.h"
#include "service/reading.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/banned.h"

enum { POLITE = 10, CORES_MIN = 2 };

struct pool_thread {
    struct pool *pool;
    pthread_t thread;
    bool started;
    struct service *service;
    struct job *job;         /* that it runs; NULL: none. Under the lock */
    struct time_limit limit; /* of that job */
};

struct pool {
    const struct allocator *allocator;
    struct service *(*lend)(struct pool_group *group);
    void (*give_back)(struct pool_group *group, struct service *service);
    int64_t budget_us;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct pool_queue queue; /* under `lock`, as the next two */
    struct pool_counts counts;
    bool stop;
    struct job *soonest; /* of those that wait for so long and no longer; under `lock`, as the next */
    struct job *latest;
    pthread_cond_t hurried; /* another is the soonest, or it is time to stop */
    pthread_t usher;
    bool ushered; /* the thread runs; of who starts and stops it */
    size_t threads_count;
    struct pool_thread threads[POOL_THREADS];
};

static void lock(struct pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
}

static void unlock(struct pool *pool)
{
    (void)pthread_mutex_unlock(&pool->lock);
}

/* ---- those that do not wait for ever; all of this under the lock ---- */

static void patience_begin(struct pool *pool, struct job *job)
{
    struct job *sooner = pool->latest;
    if (job->patience_us <= 0) {
        return;
    }
    job->until = ticks() + job->patience_us;
    while (sooner && sooner->until > job->until) {
        sooner = sooner->sooner;
    }
    job->sooner = sooner;
    job->later = sooner ? sooner->later : pool->soonest;
    *(job->later ? &job->later->sooner : &pool->latest) = job;
    *(sooner ? &sooner->later : &pool->soonest) = job;
    if (!sooner) {
        (void)pthread_cond_signal(&pool->hurried);
    }
}

/* Does nothing for a job that is not among them. */
static void patience_end(struct pool *pool, struct job *job)
{
    if (job->until == 0) {
        return;
    }
    *(job->sooner ? &job->sooner->later : &pool->soonest) = job->later;
    *(job->later ? &job->later->sooner : &pool->latest) = job->sooner;
    job->sooner = job->later = NULL;
    job->until = 0;
}

/* ---- one job ---- */

/* `list`: a job that has ended, then those that followed it. The links are gone once a job is done. */
static void finish(struct job *list)
{
    while (list) {
        struct job *next = list->next;
        list->next = NULL;
        list->done(list);
        list = next;
    }
}

static void share(struct job *leader)
{
    for (struct job *job = leader->next; job; job = job->next) {
        job->err = leader->err;
        job->error = leader->error;
        job->share(job, leader);
    }
}

static void fail(struct job *list, const struct message *message)
{
    for (struct job *job = list; job; job = job->next) {
        job->err = error_put(&job->error, message);
    }
}

static void run(struct pool_thread *thread, struct job *job)
{
    struct pool *pool = thread->pool;
    struct service *service = thread->service ? thread->service : pool->lend(job->group);
    if (!service) {
        job->err = error_raise(&job->error, &HTTP_MSG_READERS);
        return;
    }
    service_deadline(service, &thread->limit.deadline);
    job->err = service_snapshot(service, &job->error);
    if (job->err == ERR_OK) {
        job->err = job->run(job, service, &job->error);
    }
    service_snapshot_end(service);
    service_deadline(service, NULL);
    if (!thread->service) {
        pool->give_back(job->group, service);
    }
}

/* ---- the threads ---- */

/* The next job, its time begun; NULL when it is time to stop. */
static struct job *take(struct pool_thread *thread)
{
    struct pool *pool = thread->pool;
    struct job *job = NULL;
    lock(pool);
    while (!pool->stop && !(job = queue_take(&pool->queue))) {
        (void)pthread_cond_wait(&pool->filled, &pool->lock);
    }
    if (job) {
        patience_end(pool, job);
        error_clear(&job->error);
        job->thread = thread;
        thread->job = job;
        pool->counts.running++;
        time_limit_start(&thread->limit, job->budget_us > 0 ? job->budget_us : pool->budget_us);
    }
    unlock(pool);
    return job;
}

/* The job has run. Returns it and those that followed it. */
static struct job *end(struct pool_thread *thread, struct job *job)
{
    struct pool *pool = thread->pool;
    lock(pool);
    thread->job = NULL;
    job->thread = NULL;
    struct job *list = queue_end(&pool->queue, job);
    pool->counts.running--;
    pool->counts.interrupted += job->err != ERR_OK && job->error.message == &MSG_DEADLINE;
    for (const struct job *other = job->next; other; other = other->next) {
        pool->counts.shared++;
    }
    unlock(pool);
    return list;
}

static void *work(void *context)
{
    struct pool_thread *thread = context;
    struct job *job;
    /* Of this thread alone, in Linux; where that fails, answers are still right. */
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + POLITE);
    while ((job = take(thread))) {
        run(thread, job);
        job = end(thread, job);
        share(job);
        finish(job);
    }
    return NULL;
}

/* Until the job's time is over, another is the soonest, or it is time to stop. */
static void wait_for(struct pool *pool, const struct job *soonest)
{
    if (!soonest) {
        (void)pthread_cond_wait(&pool->hurried, &pool->lock);
        return;
    }
    const struct timespec when = forward_at(soonest->until);
    (void)pthread_cond_timedwait(&pool->hurried, &pool->lock, &when);
}

/* The next whose time is over, out of the queue; NULL when it is time to stop. */
static struct job *next_tired(struct pool *pool)
{
    struct job *job = NULL;
    struct job *stop = NULL;
    lock(pool);
    while (!pool->stop && !((job = pool->soonest) && job->until <= ticks())) {
        wait_for(pool, job);
    }
    job = pool->stop ? NULL : job;
    if (job) {
        patience_end(pool, job);
        (void)queue_forget(&pool->queue, job, &stop); /* it is queued, and nobody follows it */
    }
    unlock(pool);
    return job;
}

static void *usher(void *context)
{
    struct pool *pool = context;
    struct job *job;
    while ((job = next_tired(pool))) {
        fail(job, &HTTP_MSG_READERS);
        finish(job);
    }
    return NULL;
}

/* ---- starting and stopping ---- */

static size_t threads_wanted(const struct pool_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = options->threads > 0 ? options->threads : cores > CORES_MIN ? (size_t)cores : CORES_MIN;
    return wanted < POOL_THREADS ? wanted : POOL_THREADS;
}

static enum err start_threads(struct pool *pool, const struct pool_options *options, struct error *error)
{
    size_t wanted = threads_wanted(options);
    enum err err = queue_init(&pool->queue, options, wanted, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < wanted; i++) {
        pool->threads[i].pool = pool;
        err = options->db ? service_open(&pool->threads[i].service, options->db, SERVICE_READ, &options->service, error)
                          : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
        pool->threads_count++;
    }
    for (size_t i = 0; i < wanted; i++) {
        struct pool_thread *thread = &pool->threads[i];
        thread->started = pthread_create(&thread->thread, NULL, work, thread) == 0;
        if (!thread->started) {
            return error_raise(error, &HTTP_MSG_DAEMON);
        }
    }
    pool->ushered = pthread_create(&pool->usher, NULL, usher, pool) == 0;
    return pool->ushered ? ERR_OK : error_raise(error, &HTTP_MSG_DAEMON);
}

enum err pool_start(struct pool **out, const struct pool_options *options, struct error *error)
{
    struct pool *pool = mem_new(options->allocator, 1, sizeof(*pool));
    *out = NULL;
    if (!pool) {
        return error_raise(error, &MSG_MEMORY);
    }
    pool->allocator = options->allocator;
    pool->lend = options->lend;
    pool->give_back = options->give_back;
    pool->budget_us = options->budget_us;
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->filled, NULL);
    forward_cond(&pool->hurried);
    enum err err = start_threads(pool, options, error);
    if (err != ERR_OK) {
        pool_free(pool);
        return err;
    }
    *out = pool;
    return ERR_OK;
}

/* No thread takes them any more: they fail here. */
static void fail_waiting(struct pool *pool)
{
    struct job *job;
    do {
        lock(pool);
        job = queue_take(&pool->queue);
        for (struct pool_group *held = pool->queue.groups; !job && held; held = pool->queue.groups) {
            held->held = false; /* there is nothing left to be held for */
            job = queue_take(&pool->queue);
        }
        if (job) {
            patience_end(pool, job);
            job = queue_end(&pool->queue, job);
        }
        unlock(pool);
        fail(job, &HTTP_MSG_STOPPING);
        finish(job);
    } while (job);
}

void pool_stop(struct pool *pool)
{
    lock(pool);
    pool->stop = true;
    for (size_t i = 0; i < pool->threads_count; i++) {
        if (pool->threads[i].job) {
            time_limit_stop(&pool->threads[i].limit, &HTTP_MSG_STOPPING);
        }
    }
    (void)pthread_cond_broadcast(&pool->filled);
    (void)pthread_cond_signal(&pool->hurried);
    unlock(pool);
    for (size_t i = 0; i < pool->threads_count; i++) {
        if (pool->threads[i].started) {
            (void)pthread_join(pool->threads[i].thread, NULL);
            pool->threads[i].started = false;
        }
    }
    if (pool->ushered) {
        (void)pthread_join(pool->usher, NULL);
        pool->ushered = false;
    }
    fail_waiting(pool);
}

void pool_free(struct pool *pool)
{
    if (!pool) {
        return;
    }
    pool_stop(pool);
    for (size_t i = 0; i < pool->threads_count; i++) {
        service_close(pool->threads[i].service);
    }
    queue_release(&pool->queue, pool->allocator);
    (void)pthread_cond_destroy(&pool->filled);
    (void)pthread_cond_destroy(&pool->hurried);
    (void)pthread_mutex_destroy(&pool->lock);
    mem_free(pool->allocator, pool);
}

/* ---- from other threads ---- */

enum err pool_push(struct pool *pool, struct job *job, struct error *error)
{
    lock(pool);
    enum err err = pool->stop ? error_raise(error, &HTTP_MSG_STOPPING) : queue_add(&pool->queue, job, error);
    pool->counts.taken += err == ERR_OK;
    pool->counts.refused += err != ERR_OK;
    if (err == ERR_OK && job->state == JOB_QUEUED) {
        patience_begin(pool, job);
        (void)pthread_cond_signal(&pool->filled);
    }
    unlock(pool);
    return err;
}

bool pool_forget(struct pool *pool, struct job *job)
{
    struct job *stop;
    lock(pool);
    bool inside = job->state != JOB_NONE;
    bool left = queue_forget(&pool->queue, job, &stop);
    if (left) {
        patience_end(pool, job);
    }
    pool->counts.forgotten += inside;
    if (stop && !pool->stop) {
        time_limit_stop(&stop->thread->limit, &HTTP_MSG_FORGOTTEN);
    }
    unlock(pool);
    return left;
}

void pool_hold(struct pool *pool, struct pool_group *group, bool hold)
{
    lock(pool);
    (group ? group : &pool->queue.own)->held = hold;
    if (!hold) {
        (void)pthread_cond_broadcast(&pool->filled);
    }
    unlock(pool);
}

size_t pool_running(struct pool *pool, const struct pool_group *group)
{
    lock(pool);
    size_t running = (group ? group : &pool->queue.own)->running;
    unlock(pool);
    return running;
}

void pool_counts(struct pool *pool, struct pool_counts *counts)
{
    lock(pool);
    *counts = pool->counts;
    counts->threads = pool->threads_count;
    counts->waiting = pool->queue.waiting;
    unlock(pool);
}
