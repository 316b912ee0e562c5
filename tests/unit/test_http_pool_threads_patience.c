/*
 * Jobs that wait for a thread for so long and no longer: while every thread is at something long they are given back
 * without having run, in the order in which their time ends; who runs, was forgotten or is stopped is not given back again.
 */
#include "support/cmocka.h"

#include "http/messages.h"
#include "http/pool.h"
#include "support/text.h"
#include "support/world.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

enum { SHORT_US = 2000, LONG_US = 60000000, MANY = 40 };

struct trial {
    struct world world;
    struct pool *pool;
    atomic_int given; /* jobs that were done, in their order: */
    int order[MANY];
};

struct trial_job {
    struct job job;
    struct trial *trial;
    int label;
    bool blocks;
    sem_t entered;
    sem_t gate; /* what it waits for, if it blocks */
    sem_t ended;
    atomic_int runs;
    atomic_int dones;
};

static void sem_take(sem_t *sem)
{
    while (sem_wait(sem) != 0) {
        assert_int_equal(errno, EINTR);
    }
}

static int64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static struct trial_job *of(struct job *job)
{
    return (struct trial_job *)job; /* its first member */
}

static enum err run(struct job *job, struct service *service, struct error *error)
{
    (void)service, (void)error;
    atomic_fetch_add(&of(job)->runs, 1);
    (void)sem_post(&of(job)->entered);
    if (of(job)->blocks) {
        sem_take(&of(job)->gate);
    }
    return ERR_OK;
}

static void done(struct job *job)
{
    struct trial *trial = of(job)->trial;
    int at = atomic_fetch_add(&trial->given, 1);
    if (at < MANY) {
        trial->order[at] = of(job)->label;
    }
    atomic_fetch_add(&of(job)->dones, 1);
    (void)sem_post(&of(job)->ended);
}

static void push(struct trial *trial, struct trial_job *self, int label, bool blocks, int64_t patience)
{
    struct error error = {.message = NULL};
    *self = (struct trial_job){.trial = trial, .label = label, .blocks = blocks};
    self->job = (struct job){.address = {10, (uint8_t)label}, .patience_us = patience};
    self->job.run = run;
    self->job.done = done;
    assert_int_equal(sem_init(&self->entered, 0, 0), 0);
    assert_int_equal(sem_init(&self->gate, 0, 0), 0);
    assert_int_equal(sem_init(&self->ended, 0, 0), 0);
    MUST(pool_push(trial->pool, &self->job, &error));
}

static void must_be_given_back(struct trial_job *self, const struct message *why)
{
    sem_take(&self->ended);
    assert_int_equal(atomic_load(&self->dones), 1);
    assert_int_equal(atomic_load(&self->runs), 0);
    assert_int_equal(self->job.err, ERR_BUSY);
    assert_ptr_equal(self->job.error.message, why);
    assert_int_equal(self->job.state, JOB_NONE);
}

static void must_have_run(struct trial_job *self)
{
    sem_take(&self->ended);
    assert_int_equal(atomic_load(&self->dones), 1);
    assert_int_equal(atomic_load(&self->runs), 1);
    assert_int_equal(self->job.err, ERR_OK);
}

static void begin(struct trial *trial)
{
    struct error error = {.message = NULL};
    *trial = (struct trial){.pool = NULL};
    world_begin(&trial->world);
    service_close(world_open(&trial->world, SERVICE_CREATE));
    struct pool_options options = {
        .allocator = &allocator_heap,
        .db = trial->world.path,
        .service = trial->world.options,
        .threads = 1,
        .queue = MANY,
        .queue_per_address = MANY,
        .budget_us = LONG_US,
    };
    options.service.allocator = &allocator_heap; /* the counting one is not for threads */
    options.service.cache_kib = 64;
    MUST(pool_start(&trial->pool, &options, &error));
}

static void end(struct trial *trial)
{
    struct pool_counts counts;
    pool_counts(trial->pool, &counts);
    assert_int_equal(counts.waiting, 0);
    assert_int_equal(counts.running, 0);
    pool_free(trial->pool);
    world_end(&trial->world);
}

/* The one thread is at something long: who is patient still waits when who is not has been given back. */
static void nobody_waits_longer_than_they_would(void **unused)
{
    (void)unused;
    static struct trial trial;
    static struct trial_job first, patient, hurried, calm;
    begin(&trial);
    push(&trial, &first, 1, true, 0);
    sem_take(&first.entered);
    push(&trial, &patient, 2, false, 0);
    push(&trial, &calm, 3, false, LONG_US);
    push(&trial, &hurried, 4, false, SHORT_US);
    must_be_given_back(&hurried, &HTTP_MSG_READERS);
    assert_int_equal(atomic_load(&trial.given), 1);
    assert_int_equal(patient.job.state, JOB_QUEUED);
    (void)sem_post(&first.gate);
    must_have_run(&first);
    must_have_run(&patient);
    must_have_run(&calm);
    push(&trial, &hurried, 4, false, LONG_US); /* and a thread is free */
    must_have_run(&hurried);
    end(&trial);
}

/* Nothing of a group that is held begins, free threads or not. */
static void a_hold_is_not_waited_for(void **unused)
{
    (void)unused;
    static struct trial trial;
    static struct trial_job hurried, patient;
    begin(&trial);
    pool_hold(trial.pool, NULL, true);
    push(&trial, &patient, 1, false, 0);
    push(&trial, &hurried, 2, false, SHORT_US);
    must_be_given_back(&hurried, &HTTP_MSG_READERS);
    pool_hold(trial.pool, NULL, false);
    must_have_run(&patient);
    end(&trial);
}

static void whose_time_ends_first_goes_first(void **unused)
{
    (void)unused;
    static struct trial trial;
    static struct trial_job first, hurried[4], forgotten[2];
    begin(&trial);
    push(&trial, &first, 1, true, 0);
    sem_take(&first.entered);
    int64_t began = now_us();
    push(&trial, &forgotten[0], 2, false, 10 * SHORT_US);
    push(&trial, &hurried[0], 3, false, 300 * SHORT_US);
    push(&trial, &hurried[1], 4, false, 200 * SHORT_US);
    push(&trial, &forgotten[1], 5, false, LONG_US);
    push(&trial, &hurried[2], 6, false, 400 * SHORT_US);
    push(&trial, &hurried[3], 7, false, 100 * SHORT_US);
    bool quick = now_us() - began < 50 * SHORT_US; /* or the machine has put us aside, and nobody knows the order */
    bool gone = pool_forget(trial.pool, &forgotten[0].job); /* false: its time was over before */
    assert_true(pool_forget(trial.pool, &forgotten[1].job));
    for (size_t i = 0; i < 4; i++) {
        must_be_given_back(&hurried[i], &HTTP_MSG_READERS);
    }
    int at = gone ? 0 : 1;
    static const int order[] = {7, 4, 3, 6};
    for (int i = 0; quick && i < 4; i++) {
        assert_int_equal(trial.order[at + i], order[i]);
    }
    assert_int_equal(atomic_load(&forgotten[0].dones), at);
    (void)sem_post(&first.gate);
    must_have_run(&first);
    assert_int_equal(atomic_load(&forgotten[1].dones), 0);
    end(&trial);
}

static void who_is_stopped_is_done_once(void **unused)
{
    (void)unused;
    static struct trial trial;
    static struct trial_job calm[3];
    begin(&trial);
    pool_hold(trial.pool, NULL, true);
    for (int i = 0; i < 3; i++) {
        push(&trial, &calm[i], i + 1, false, LONG_US + i);
    }
    pool_stop(trial.pool);
    for (int i = 0; i < 3; i++) {
        must_be_given_back(&calm[i], &HTTP_MSG_STOPPING);
    }
    pool_stop(trial.pool);
    end(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_waits_longer_than_they_would),
        cmocka_unit_test(a_hold_is_not_waited_for),
        cmocka_unit_test(whose_time_ends_first_goes_first),
        cmocka_unit_test(who_is_stopped_is_done_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
