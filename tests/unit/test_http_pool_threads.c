/*
 * The pool of readers: fair, bounded, one computation for equal questions,
 * and every job ends exactly once, whatever its client, its deadline or the
 * daemon does meanwhile. Jobs wait for semaphores, so that every test knows
 * what runs, what is queued and what follows.
 */
#include "support/cmocka.h"

#include "http/messages.h"
#include "http/pool.h"
#include "service/reading.h"
#include "support/text.h"
#include "support/world.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/resource.h>

enum { MANY = 400, JOURNAL = 4096, LONG_US = 60000000 };

/* ---- jobs ---- */

struct trial {
    struct world world;
    struct pool *pool;
    atomic_size_t ran; /* entries of `journal` */
    int journal[JOURNAL];
};

enum behaviour { QUICK, BLOCKS, SPINS, READS, FAILS };

static const struct message MSG_FAILS = {ERR_CORRUPT, "test.fails", "it fails", "ça échoue"};

struct trial_job {
    struct job job;
    struct trial *trial;
    int label;
    enum behaviour behaviour;
    sem_t entered; /* posted when it runs */
    sem_t gate;    /* what BLOCKS waits for */
    sem_t ended;   /* posted by done */
    int answer;
    int nice;
    atomic_int runs;
    atomic_int dones;
};

static void sem_take(sem_t *sem)
{
    while (sem_wait(sem) != 0) {
        assert_int_equal(errno, EINTR);
    }
}

static struct trial_job *of(struct job *job)
{
    return (struct trial_job *)job; /* its first member */
}

static enum err run(struct job *job, struct service *service, struct error *error)
{
    struct trial_job *self = of(job);
    size_t at = atomic_fetch_add(&self->trial->ran, 1);
    enum err err = ERR_OK;
    int64_t size = 0;
    if (at < JOURNAL) {
        self->trial->journal[at] = self->label;
    }
    atomic_fetch_add(&self->runs, 1);
    self->nice = getpriority(PRIO_PROCESS, 0);
    (void)sem_post(&self->entered);
    if (self->behaviour == BLOCKS) {
        sem_take(&self->gate);
        err = deadline_check(service_deadline_now(service), error);
    }
    while (err == ERR_OK && (self->behaviour == SPINS || self->behaviour == READS)) {
        err = self->behaviour == SPINS ? deadline_check(service_deadline_now(service), error)
                                       : service_log_size(service, &size, error);
    }
    if (self->behaviour == FAILS) {
        err = error_raise(error, &MSG_FAILS);
    }
    self->answer = err == ERR_OK ? self->label : -1;
    return err;
}

static void share(struct job *to, const struct job *from)
{
    of(to)->answer = ((const struct trial_job *)from)->answer;
}

static void done(struct job *job)
{
    atomic_fetch_add(&of(job)->dones, 1);
    (void)sem_post(&of(job)->ended);
}

static void job_init(struct trial *trial, struct trial_job *self, int label, enum behaviour behaviour, uint8_t address,
                     const char *question)
{
    *self = (struct trial_job){.trial = trial, .label = label, .behaviour = behaviour};
    self->job = (struct job){.address = {10, address}, .question = span_from(question), .budget_us = LONG_US};
    self->job.run = run;
    self->job.share = share;
    self->job.done = done;
    assert_int_equal(sem_init(&self->entered, 0, 0), 0);
    assert_int_equal(sem_init(&self->gate, 0, 0), 0);
    assert_int_equal(sem_init(&self->ended, 0, 0), 0);
}

static void push(struct trial_job *self)
{
    struct error error = {.message = NULL};
    MUST(pool_push(self->trial->pool, &self->job, &error));
}

/* Makes and pushes one; with BLOCKS, SPINS and READS and nothing in its way, waits until it runs. */
static void start(struct trial *trial, struct trial_job *self, int label, enum behaviour behaviour, uint8_t address,
                  const char *question)
{
    job_init(trial, self, label, behaviour, address, question);
    push(self);
    sem_take(&self->entered);
}

static void add(struct trial *trial, struct trial_job *self, int label, uint8_t address, const char *question)
{
    job_init(trial, self, label, QUICK, address, question);
    push(self);
}

/* Waits until it is done, exactly once. */
static void must_end(struct trial_job *self, enum err err, int answer)
{
    sem_take(&self->ended);
    assert_int_equal(atomic_load(&self->dones), 1);
    assert_int_equal(self->job.err, err);
    assert_int_equal(self->answer, answer);
    assert_int_equal(self->job.state, JOB_NONE);
}

static void must_refuse(struct trial_job *self, const char *id)
{
    struct error error = {.message = NULL};
    MUST_FAIL(pool_push(self->trial->pool, &self->job, &error), ERR_BUSY, id);
    assert_int_equal(self->job.state, JOB_NONE);
}

static struct pool_counts counts_of(struct trial *trial)
{
    struct pool_counts counts;
    pool_counts(trial->pool, &counts);
    return counts;
}

static void begin(struct trial *trial, size_t threads, size_t queue, size_t per_address)
{
    struct error error = {.message = NULL};
    *trial = (struct trial){.pool = NULL};
    world_begin(&trial->world);
    service_close(world_open(&trial->world, SERVICE_CREATE));
    struct pool_options options = {
        .allocator = &allocator_heap,
        .db = trial->world.path,
        .service = trial->world.options,
        .threads = threads,
        .queue = queue,
        .queue_per_address = per_address,
        .budget_us = LONG_US,
    };
    options.service.allocator = &allocator_heap; /* the counting one is not for threads */
    options.service.cache_kib = 64;
    MUST(pool_start(&trial->pool, &options, &error));
}

static void end(struct trial *trial)
{
    struct pool_counts counts = counts_of(trial);
    assert_int_equal(counts.waiting, 0);
    assert_int_equal(counts.running, 0);
    pool_free(trial->pool);
    world_end(&trial->world);
}

/* ---- whose turn it is ---- */

static void test_turns(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job first, flood[MANY], one, two[2];
    begin(&trial, 1, 2 * MANY, 2 * MANY);
    start(&trial, &first, -1, BLOCKS, 1, "");
    for (int i = 0; i < MANY; i++) {
        add(&trial, &flood[i], i, 1, "");
    }
    add(&trial, &one, 1000, 2, "");
    add(&trial, &two[0], 2000, 3, "");
    add(&trial, &two[1], 2001, 3, "");
    assert_int_equal(counts_of(&trial).waiting, MANY + 3);
    (void)sem_post(&first.gate);
    for (int i = 0; i < MANY; i++) {
        must_end(&flood[i], ERR_OK, i);
    }
    must_end(&first, ERR_OK, -1);
    must_end(&one, ERR_OK, 1000);
    must_end(&two[0], ERR_OK, 2000);
    must_end(&two[1], ERR_OK, 2001);
    /* One of each address in turn, and within one address the first comes first. */
    static const int order[] = {-1, 0, 1000, 2000, 1, 2001, 2, 3, 4};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        assert_int_equal(trial.journal[i], order[i]);
    }
    assert_int_equal(trial.journal[MANY + 3], MANY - 1);
    end(&trial);
}

/* Whoever asks what somebody with a long queue has asked is not at the end of that queue. */
static void test_turn_of_equals(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job first, flood[10], same;
    begin(&trial, 1, 100, 100);
    start(&trial, &first, -1, BLOCKS, 1, "");
    for (int i = 0; i < 10; i++) {
        add(&trial, &flood[i], i, 1, i == 9 ? "same" : "");
    }
    add(&trial, &same, 50, 2, "same");
    (void)sem_post(&first.gate);
    must_end(&same, ERR_OK, 50);
    must_end(&first, ERR_OK, -1);
    for (int i = 0; i < 10; i++) {
        must_end(&flood[i], ERR_OK, i < 9 ? i : 50);
    }
    assert_int_equal(trial.journal[2], 50);
    assert_int_equal(counts_of(&trial).shared, 1);
    end(&trial);
}

/* ---- how many ---- */

static void test_limits(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job first, job[8], refused;
    begin(&trial, 1, 4, 3);
    start(&trial, &first, 0, BLOCKS, 1, "q");
    job_init(&trial, &job[0], 1, QUICK, 1, "q"); /* follows, and counts */
    push(&job[0]);
    add(&trial, &job[1], 2, 1, "");
    job_init(&trial, &refused, 9, QUICK, 1, "");
    must_refuse(&refused, "http.readers-address");
    add(&trial, &job[2], 3, 2, "");
    add(&trial, &job[3], 4, 3, "");
    job_init(&trial, &refused, 9, QUICK, 4, "");
    must_refuse(&refused, "http.readers");
    assert_int_equal(counts_of(&trial).waiting, 4);
    assert_int_equal(counts_of(&trial).running, 1);
    assert_int_equal(counts_of(&trial).refused, 2);
    /* One who leaves makes room. */
    assert_true(pool_forget(trial.pool, &job[3].job));
    push(&refused);
    (void)sem_post(&first.gate);
    must_end(&first, ERR_OK, 0);
    must_end(&job[0], ERR_OK, 0);
    must_end(&job[1], ERR_OK, 2);
    must_end(&job[2], ERR_OK, 3);
    must_end(&refused, ERR_OK, 9);
    for (int i = 0; i < 4; i++) { /* and all places are free again */
        add(&trial, &job[i], i, 1, "");
        must_end(&job[i], ERR_OK, i);
    }
    assert_int_equal(counts_of(&trial).taken, 10);
    end(&trial);
}

/* ---- equal questions ---- */

static void test_equal_questions(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job other, leader, followers[5], own[2];
    begin(&trial, 2, 100, 100);
    start(&trial, &leader, 7, BLOCKS, 1, "ratings");
    start(&trial, &other, 8, BLOCKS, 1, "records");
    for (uint8_t i = 0; i < 5; i++) {
        add(&trial, &followers[i], 20 + i, i, "ratings");
        assert_int_equal(followers[i].job.state, JOB_FOLLOWING);
    }
    add(&trial, &own[0], 30, 1, "");
    add(&trial, &own[1], 31, 1, "rating");
    (void)sem_post(&leader.gate);
    must_end(&leader, ERR_OK, 7);
    for (int i = 0; i < 5; i++) {
        must_end(&followers[i], ERR_OK, 7);
        assert_int_equal(atomic_load(&followers[i].runs), 0);
    }
    must_end(&own[0], ERR_OK, 30);
    must_end(&own[1], ERR_OK, 31);
    assert_int_equal(counts_of(&trial).shared, 5);
    /* What is done is done: the next one is computed. */
    add(&trial, &own[0], 40, 1, "ratings");
    must_end(&own[0], ERR_OK, 40);
    (void)sem_post(&other.gate);
    must_end(&other, ERR_OK, 8);
    end(&trial);
}

static void test_equal_failure(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job first, same[3];
    begin(&trial, 1, 100, 100);
    start(&trial, &first, 0, BLOCKS, 1, "");
    for (uint8_t i = 0; i < 3; i++) {
        job_init(&trial, &same[i], i, FAILS, i, "bad");
        push(&same[i]);
    }
    (void)sem_post(&first.gate);
    must_end(&first, ERR_OK, 0);
    int runs = 0;
    for (int i = 0; i < 3; i++) {
        must_end(&same[i], ERR_CORRUPT, -1);
        assert_string_equal(same[i].job.error.message->id, "test.fails");
        runs += atomic_load(&same[i].runs);
    }
    assert_int_equal(runs, 1);
    end(&trial);
}

/* ---- clients that go ---- */

static void test_forget(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job running, queued, next, follower, never;
    begin(&trial, 1, 100, 100);
    job_init(&trial, &never, 9, QUICK, 1, "");
    assert_false(pool_forget(trial.pool, &never.job));
    start(&trial, &running, 1, BLOCKS, 1, "q");
    add(&trial, &queued, 2, 1, "x");
    add(&trial, &next, 3, 1, "");
    add(&trial, &follower, 4, 1, "q");
    assert_true(pool_forget(trial.pool, &queued.job));
    assert_true(pool_forget(trial.pool, &follower.job));
    assert_false(pool_forget(trial.pool, &follower.job));
    /* Nobody else wants what runs: it is stopped. */
    assert_false(pool_forget(trial.pool, &running.job));
    (void)sem_post(&running.gate);
    must_end(&running, ERR_BUSY, -1);
    assert_ptr_equal(running.job.error.message, &HTTP_MSG_FORGOTTEN);
    assert_false(pool_forget(trial.pool, &running.job));
    must_end(&next, ERR_OK, 3);
    assert_int_equal(atomic_load(&queued.dones), 0);
    assert_int_equal(atomic_load(&follower.dones), 0);
    assert_int_equal(counts_of(&trial).forgotten, 3);
    assert_int_equal(counts_of(&trial).interrupted, 0);
    end(&trial);
}

static void test_forget_a_leader(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job leader, followers[2], late;
    begin(&trial, 1, 100, 100);
    /* It runs on for those who follow, and for one who comes later. */
    start(&trial, &leader, 1, BLOCKS, 1, "q");
    add(&trial, &followers[0], 2, 2, "q");
    assert_false(pool_forget(trial.pool, &leader.job));
    add(&trial, &followers[1], 3, 3, "q");
    (void)sem_post(&leader.gate);
    must_end(&leader, ERR_OK, 1);
    must_end(&followers[0], ERR_OK, 1);
    must_end(&followers[1], ERR_OK, 1);
    /* Until the last of them has gone; then nobody may follow it any more. */
    start(&trial, &leader, 4, BLOCKS, 1, "q");
    add(&trial, &followers[0], 5, 2, "q");
    assert_false(pool_forget(trial.pool, &leader.job));
    assert_true(pool_forget(trial.pool, &followers[0].job));
    add(&trial, &late, 6, 3, "q");
    assert_int_equal(late.job.state, JOB_QUEUED);
    (void)sem_post(&leader.gate);
    must_end(&leader, ERR_BUSY, -1);
    must_end(&late, ERR_OK, 6);
    end(&trial);
}

/* ---- time ---- */

static void test_budget(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job job, follower;
    begin(&trial, 1, 100, 100);
    for (int i = 0; i < 2; i++) {
        char text[200];
        job_init(&trial, &job, 1, i == 0 ? SPINS : READS, 1, "q");
        job.job.budget_us = 20000;
        push(&job);
        sem_take(&job.entered);
        must_end(&job, ERR_BUSY, -1);
        assert_ptr_equal(job.job.error.message, &MSG_DEADLINE);
        assert_int_equal(http_status(&job.job.error), 503);
        (void)error_text(&job.job.error, LANG_EN, text, sizeof(text));
        assert_non_null(strstr(text, "(20 ms of processor time)"));
        assert_int_equal(counts_of(&trial).interrupted, i + 1);
    }
    /* Who follows does not get another budget. */
    job_init(&trial, &job, 1, BLOCKS, 1, "q");
    job.job.budget_us = 1;
    push(&job);
    sem_take(&job.entered);
    add(&trial, &follower, 2, 2, "q");
    (void)sem_post(&job.gate);
    must_end(&job, ERR_BUSY, -1);
    must_end(&follower, ERR_BUSY, -1);
    assert_ptr_equal(follower.job.error.message, &MSG_DEADLINE);
    add(&trial, &job, 3, 1, "q");
    must_end(&job, ERR_OK, 3);
    assert_true(job.nice > getpriority(PRIO_PROCESS, 0) || job.nice == 19);
    end(&trial);
}

/* ---- the end ---- */

static void test_stop(void **state)
{
    (void)state;
    static struct trial trial;
    static struct trial_job spins, reads, follower, queued[3], late;
    begin(&trial, 2, 100, 100);
    start(&trial, &spins, 1, SPINS, 1, "q");
    start(&trial, &reads, 2, READS, 2, "");
    add(&trial, &follower, 3, 3, "q");
    for (uint8_t i = 0; i < 3; i++) {
        add(&trial, &queued[i], 4 + i, i, "waits");
    }
    pool_stop(trial.pool);
    struct trial_job *all[] = {&spins, &reads, &follower, &queued[0], &queued[1], &queued[2]};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        sem_take(&all[i]->ended);
        assert_int_equal(atomic_load(&all[i]->dones), 1);
        assert_int_equal(all[i]->job.err, ERR_BUSY);
        assert_ptr_equal(all[i]->job.error.message, &HTTP_MSG_STOPPING);
        assert_false(pool_forget(trial.pool, &all[i]->job));
    }
    assert_int_equal(atomic_load(&queued[0].runs), 0);
    job_init(&trial, &late, 9, QUICK, 1, "");
    must_refuse(&late, "http.stopping");
    pool_stop(trial.pool);
    end(&trial);
}

static void test_start_fails(void **state)
{
    (void)state;
    struct world world;
    struct error error = {.message = NULL};
    struct pool *pool = NULL;
    world_begin(&world);
    struct pool_options options = {.allocator = &world.memory.allocator, .db = world.path, .service = world.options};
    options.threads = 2;
    options.queue = 8;
    options.queue_per_address = 8;
    options.service.allocator = &allocator_heap;
    MUST_FAIL(pool_start(&pool, &options, &error), ERR_NOT_FOUND, "store.absent");
    assert_null(pool);
    service_close(world_open(&world, SERVICE_CREATE));
    enum err err = ERR_MEMORY;
    for (long n = 1; err != ERR_OK; n++) {
        failing_alloc_arm(&world.memory, n);
        err = pool_start(&pool, &options, &error);
        failing_alloc_arm(&world.memory, 0);
        assert_true(err == ERR_OK || err == ERR_MEMORY);
        assert_true((err == ERR_OK) == (pool != NULL));
    }
    pool_free(pool);
    pool_free(NULL);
    world_end(&world);
}

/* ---- everything at once ---- */

enum { CROWD = 4, CROWD_JOBS = 8 };

struct member {
    struct trial *trial;
    pthread_t thread;
    unsigned number;
    unsigned pushed, refused, forgotten, wrong;
};

/* Pushes, forgets and waits, in an order of its own; each job is either forgotten or done, once. */
static void *behave(void *context)
{
    static const char *const questions[] = {"", "a", "b", "c"};
    struct member *member = context;
    struct trial_job jobs[CROWD_JOBS];
    struct prng prng;
    prng_seed(&prng, 11 + member->number);
    for (unsigned round = 0; round < test_cases(300); round++) {
        bool in[CROWD_JOBS] = {false};
        for (int i = 0; i < CROWD_JOBS; i++) {
            struct error error;
            enum behaviour behaviour = prng_below(&prng, 8) == 0 ? FAILS : QUICK;
            job_init(member->trial, &jobs[i], i, behaviour, (uint8_t)prng_below(&prng, 3),
                     questions[prng_below(&prng, 4)]);
            in[i] = pool_push(member->trial->pool, &jobs[i].job, &error) == ERR_OK;
            member->pushed += in[i];
            member->refused += !in[i];
        }
        for (int i = 0; i < CROWD_JOBS; i++) {
            if (in[i] && prng_below(&prng, 3) == 0 && pool_forget(member->trial->pool, &jobs[i].job)) {
                member->forgotten++;
                in[i] = false;
                member->wrong += atomic_load(&jobs[i].dones) != 0;
            }
        }
        for (int i = 0; i < CROWD_JOBS; i++) {
            if (in[i]) {
                sem_take(&jobs[i].ended);
                member->wrong += atomic_load(&jobs[i].dones) != 1;
            }
        }
    }
    return NULL;
}

static void test_crowd(void **state)
{
    (void)state;
    static struct trial trial;
    struct member members[CROWD] = {{.number = 0}};
    begin(&trial, 3, 24, 10);
    for (unsigned i = 0; i < CROWD; i++) {
        members[i].trial = &trial;
        members[i].number = i;
        assert_int_equal(pthread_create(&members[i].thread, NULL, behave, &members[i]), 0);
    }
    uint64_t pushed = 0;
    uint64_t refused = 0;
    for (unsigned i = 0; i < CROWD; i++) {
        assert_int_equal(pthread_join(members[i].thread, NULL), 0);
        assert_int_equal(members[i].wrong, 0);
        pushed += members[i].pushed;
        refused += members[i].refused;
    }
    assert_int_equal(counts_of(&trial).taken, pushed);
    assert_int_equal(counts_of(&trial).refused, refused);
    assert_true(pushed > 0);
    end(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),           cmocka_unit_test(test_turn_of_equals), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_equal_questions), cmocka_unit_test(test_equal_failure),  cmocka_unit_test(test_forget),
        cmocka_unit_test(test_forget_a_leader), cmocka_unit_test(test_budget),         cmocka_unit_test(test_stop),
        cmocka_unit_test(test_start_fails),     cmocka_unit_test(test_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
