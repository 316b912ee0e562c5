/*
 * The queue of the pool against a slow one: jobs of a few addresses with a
 * few questions come, run, end and are forgotten at random, and both agree
 * on who is taken, who follows, who is refused and who leaves.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "http/messages.h"
#include "http/pool_inside.h"
#include "support/text.h"

enum { JOBS = 24, ADDRESSES = 5, RUNNING = 3, LIMIT = 9, PER_ADDRESS = 4 };

static const char *const QUESTIONS[] = {"", "a", "b", "c"};

/* A job as the slow queue knows it. */
struct slow {
    enum job_state state;
    unsigned address;
    unsigned question;
    uint64_t came; /* the order of arrival */
    int leader;    /* -1: none */
    bool forgotten;
    bool closed; /* a running job that nobody may follow */
};

struct duel {
    struct pool_queue queue;
    struct job job[JOBS];
    struct slow slow[JOBS];
    unsigned ring[ADDRESSES]; /* addresses with queued jobs; the first is next */
    unsigned ring_count;
    uint64_t arrivals;
};

static unsigned count_of(const struct duel *duel, enum job_state state, int address)
{
    unsigned count = 0;
    for (int i = 0; i < JOBS; i++) {
        bool here = address < 0 || duel->slow[i].address == (unsigned)address;
        count += here && (state == JOB_NONE ? duel->slow[i].state != JOB_NONE : duel->slow[i].state == state);
    }
    return count;
}

static bool are_equal(const struct duel *duel, int a, int b)
{
    return duel->slow[a].question > 0 && duel->slow[a].question == duel->slow[b].question;
}

/* Addresses whose last queued job has left leave the ring. */
static void ring_tidy(struct duel *duel)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < duel->ring_count; i++) {
        if (count_of(duel, JOB_QUEUED, (int)duel->ring[i]) > 0) {
            duel->ring[kept++] = duel->ring[i];
        }
    }
    duel->ring_count = kept;
}

static unsigned followers_of(const struct duel *duel, int leader)
{
    unsigned count = 0;
    for (int i = 0; i < JOBS; i++) {
        count += duel->slow[i].state == JOB_FOLLOWING && duel->slow[i].leader == leader;
    }
    return count;
}

/* ---- what can happen ---- */

static const char *slow_add(struct duel *duel, int at)
{
    struct slow *job = &duel->slow[at];
    unsigned waiting = count_of(duel, JOB_QUEUED, -1) + count_of(duel, JOB_FOLLOWING, -1);
    if (count_of(duel, JOB_NONE, (int)job->address) >= PER_ADDRESS) {
        return HTTP_MSG_READERS_ADDRESS.id;
    }
    if (waiting >= LIMIT) {
        return HTTP_MSG_READERS.id;
    }
    for (int i = 0; i < JOBS; i++) {
        if (duel->slow[i].state == JOB_RUNNING && !duel->slow[i].closed && are_equal(duel, at, i)) {
            job->state = JOB_FOLLOWING;
            job->leader = i;
            return NULL;
        }
    }
    if (count_of(duel, JOB_QUEUED, (int)job->address) == 0) {
        duel->ring[duel->ring_count++] = job->address;
    }
    job->state = JOB_QUEUED;
    job->came = ++duel->arrivals;
    return NULL;
}

static void add(struct duel *duel, int at, unsigned address, unsigned question)
{
    struct error error = {.message = NULL};
    duel->slow[at] = (struct slow){.address = address, .question = question, .leader = -1};
    duel->job[at] = (struct job){.address = {(uint8_t)address}, .question = span_from(QUESTIONS[question])};
    const char *refusal = slow_add(duel, at);
    enum err err = queue_add(&duel->queue, &duel->job[at], &error);
    assert_int_equal(err, refusal ? ERR_BUSY : ERR_OK);
    if (refusal) {
        assert_string_equal(error.message->id, refusal);
    }
}

static int slow_take(struct duel *duel)
{
    int taken = -1;
    if (duel->ring_count == 0) {
        return -1;
    }
    unsigned address = duel->ring[0];
    for (int i = 0; i < JOBS; i++) {
        const struct slow *job = &duel->slow[i];
        bool mine = job->state == JOB_QUEUED && job->address == address;
        taken = mine && (taken < 0 || job->came < duel->slow[taken].came) ? i : taken;
    }
    memmove(duel->ring, duel->ring + 1, (duel->ring_count - 1) * sizeof(duel->ring[0]));
    duel->ring[duel->ring_count - 1] = address;
    duel->slow[taken].state = JOB_RUNNING;
    for (int i = 0; i < JOBS; i++) {
        if (duel->slow[i].state == JOB_QUEUED && are_equal(duel, i, taken)) {
            duel->slow[i].state = JOB_FOLLOWING;
            duel->slow[i].leader = taken;
        }
    }
    ring_tidy(duel);
    return taken;
}

static void take(struct duel *duel)
{
    int wanted = slow_take(duel);
    const struct job *taken = queue_take(&duel->queue);
    assert_ptr_equal(taken, wanted < 0 ? NULL : &duel->job[wanted]);
}

static void end(struct duel *duel, int leader)
{
    unsigned followers = followers_of(duel, leader);
    struct job *list = queue_end(&duel->queue, &duel->job[leader]);
    assert_ptr_equal(list, &duel->job[leader]);
    duel->slow[leader].state = JOB_NONE;
    for (struct job *job = list->next; job; job = job->next, followers--) {
        struct slow *slow = &duel->slow[job - duel->job];
        assert_int_equal(slow->state, JOB_FOLLOWING);
        assert_int_equal(slow->leader, leader);
        slow->state = JOB_NONE;
    }
    assert_int_equal(followers, 0);
}

static void forget(struct duel *duel, int at)
{
    struct slow *job = &duel->slow[at];
    int running = job->state == JOB_RUNNING ? at : job->state == JOB_FOLLOWING ? job->leader : -1;
    bool leaves = job->state == JOB_QUEUED || job->state == JOB_FOLLOWING;
    job->forgotten = job->forgotten || job->state == JOB_RUNNING;
    job->state = leaves ? JOB_NONE : job->state;
    ring_tidy(duel);
    bool idle = running >= 0 && duel->slow[running].forgotten && followers_of(duel, running) == 0;
    if (idle) {
        duel->slow[running].closed = true;
    }
    struct job *stop = NULL;
    assert_int_equal(queue_forget(&duel->queue, &duel->job[at], &stop), leaves);
    assert_ptr_equal(stop, idle ? &duel->job[running] : NULL);
}

static void compare(const struct duel *duel)
{
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(duel->job[i].state, duel->slow[i].state);
    }
    assert_int_equal(duel->queue.waiting, count_of(duel, JOB_QUEUED, -1) + count_of(duel, JOB_FOLLOWING, -1));
    assert_int_equal(duel->queue.groups != NULL, duel->ring_count > 0);
}

static void step(struct duel *duel, struct prng *prng)
{
    int at = (int)prng_below(prng, JOBS);
    switch (prng_below(prng, 8)) {
    case 0:
        forget(duel, at);
        break;
    case 1:
    case 2:
        if (count_of(duel, JOB_RUNNING, -1) < RUNNING) {
            take(duel);
        }
        break;
    case 3:
        if (duel->slow[at].state == JOB_RUNNING) {
            end(duel, at);
        }
        break;
    default:
        if (duel->slow[at].state == JOB_NONE) {
            add(duel, at, prng_below(prng, ADDRESSES), prng_below(prng, 4));
        }
        break;
    }
    compare(duel);
}

static void both_queues_agree(void **unused)
{
    (void)unused;
    static struct duel duel;
    struct prng prng;
    for (unsigned seed = 1; seed <= test_cases(40); seed++) {
        struct error error;
        struct pool_options options = {.allocator = &allocator_heap, .queue = LIMIT, .queue_per_address = PER_ADDRESS};
        options.service.entropy = &entropy_system;
        memset(&duel, 0, sizeof(duel));
        prng_seed(&prng, seed);
        print_message("seed %u\n", seed);
        assert_int_equal(queue_init(&duel.queue, &options, RUNNING, &error), ERR_OK);
        for (int i = 0; i < 5000; i++) {
            step(&duel, &prng);
        }
        queue_release(&duel.queue, &allocator_heap);
    }
}

/* A club with a flood from many addresses delays another by one question; and one club's hold is not another's. */
static void clubs_take_turns(void **unused)
{
    (void)unused;
    enum { FLOOD = 6 };
    struct error error = {.message = NULL};
    struct pool_options options = {
        .allocator = &allocator_heap, .queue = 16, .queue_per_address = 8, .queue_per_group = FLOOD};
    struct pool_queue queue;
    struct pool_group flooded = {.turn = NULL};
    struct pool_group calm = {.turn = NULL};
    struct job job[FLOOD + 2] = {{.group = NULL}};
    struct job beyond = {.group = &flooded};
    options.service.entropy = &entropy_system;
    assert_int_equal(queue_init(&queue, &options, 4, &error), ERR_OK);
    for (size_t i = 0; i < FLOOD + 2; i++) {
        job[i].address[0] = (uint8_t)(i < FLOOD ? i : 0); /* the calm one's visitor is in the flood, too */
        job[i].group = i < FLOOD ? &flooded : &calm;
        assert_int_equal(queue_add(&queue, &job[i], &error), ERR_OK);
    }
    assert_int_equal(queue_add(&queue, &beyond, &error), ERR_BUSY);
    assert_ptr_equal(queue_take(&queue), &job[0]);
    assert_ptr_equal(queue_take(&queue), &job[FLOOD]);
    calm.held = true;
    assert_ptr_equal(queue_take(&queue), &job[1]);
    assert_ptr_equal(queue_take(&queue), &job[2]);
    calm.held = false;
    assert_true(queue_take(&queue)->group == &calm || queue_take(&queue)->group == &calm);
    assert_int_equal(calm.running, 2);
    assert_int_equal(calm.waiting, 0);
    queue_release(&queue, &allocator_heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_queues_agree), cmocka_unit_test(clubs_take_turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
