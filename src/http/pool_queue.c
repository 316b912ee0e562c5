/*
 * The queue of the pool. Addresses that have queued jobs stand in the ring of
 * their group and take turns; a new one joins at the end of the round. So do
 * the groups among themselves.
 *
 * Equal questions stay in the queues of their own addresses until the first
 * of them has its turn: the others then follow it. So no request waits longer
 * because another client, with a long queue, asked the same before.
 */
#include "http/messages.h"
#include "http/pool_inside.h"

#include "base/banned.h"

enum { PER_ROW = 2 };

enum err queue_init(struct pool_queue *queue, const struct pool_options *options, size_t running, struct error *error)
{
    const struct allocator *allocator = options->allocator;
    const struct entropy *entropy = options->service.entropy;
    size_t room = options->queue + running;
    size_t rows = 1;
    while (rows < room / PER_ROW) {
        rows *= 2;
    }
    *queue = (struct pool_queue){.limit = options->queue,
                                 .limit_per_address = options->queue_per_address,
                                 .limit_per_group = options->queue_per_group};
    queue->mask = rows - 1;
    queue->questions = mem_new(allocator, rows, sizeof(struct job *));
    queue->addresses = mem_new(allocator, rows, sizeof(struct pool_address *));
    queue->slots = mem_new(allocator, room + 1, sizeof(*queue->slots));
    if (!queue->questions || !queue->addresses || !queue->slots) {
        return error_raise(error, &MSG_MEMORY);
    }
    entropy->fill(entropy->context, queue->key, sizeof(queue->key));
    for (size_t i = 0; i < room; i++) {
        queue->slots[i].same = queue->unused;
        queue->unused = &queue->slots[i];
    }
    return ERR_OK;
}

void queue_release(struct pool_queue *queue, const struct allocator *allocator)
{
    mem_free(allocator, queue->questions);
    mem_free(allocator, queue->addresses);
    mem_free(allocator, queue->slots);
}

static uint64_t hash_of(const struct pool_queue *queue, struct span text)
{
    uint8_t bytes[KEYED_HASH_SIZE];
    uint64_t hash;
    keyed_hash(queue->key, text, bytes);
    memcpy(&hash, bytes, sizeof(hash));
    return hash;
}

/* ---- addresses ---- */

static struct pool_address **row_of(struct pool_queue *queue, const uint8_t address[ADDRESS_SIZE])
{
    return &queue->addresses[hash_of(queue, span_of((const char *)address, ADDRESS_SIZE)) & queue->mask];
}

static struct pool_address *address_find(struct pool_queue *queue, const struct pool_group *group,
                                         const uint8_t address[ADDRESS_SIZE])
{
    struct pool_address *found = *row_of(queue, address);
    while (found && (found->group != group || memcmp(found->address, address, ADDRESS_SIZE) != 0)) {
        found = found->same;
    }
    return found;
}

/* There is a free one: each address in use has a job, and there are as many slots as there can be jobs. */
static struct pool_address *address_make(struct pool_queue *queue, struct pool_group *group,
                                         const uint8_t address[ADDRESS_SIZE])
{
    struct pool_address **row = row_of(queue, address);
    struct pool_address *made = queue->unused;
    queue->unused = made->same;
    *made = (struct pool_address){.group = group, .same = *row};
    memcpy(made->address, address, ADDRESS_SIZE);
    *row = made;
    return made;
}

/* One job less; the last one takes the address with it. */
static void address_leave(struct pool_queue *queue, struct job *job)
{
    struct pool_address *address = job->turn;
    job->turn = NULL;
    if (--address->jobs > 0) {
        return;
    }
    struct pool_address **link = row_of(queue, address->address);
    while (*link != address) {
        link = &(*link)->same;
    }
    *link = address->same;
    address->same = queue->unused;
    queue->unused = address;
}

/* ---- the rings, and the queue of an address ---- */

static void groups_join(struct pool_queue *queue, struct pool_group *group)
{
    struct pool_group *turn = queue->groups;
    if (!turn) {
        group->next = group;
        group->before = group;
        queue->groups = group;
        return;
    }
    group->next = turn;
    group->before = turn->before;
    group->before->next = group;
    turn->before = group;
}

static void groups_leave(struct pool_queue *queue, struct pool_group *group)
{
    if (queue->groups == group) {
        queue->groups = group->next != group ? group->next : NULL;
    }
    group->before->next = group->next;
    group->next->before = group->before;
    group->next = NULL;
    group->before = NULL;
}

static void ring_join(struct pool_queue *queue, struct pool_address *address)
{
    struct pool_group *group = address->group;
    struct pool_address *turn = group->turn;
    if (!turn) {
        address->next = address;
        address->before = address;
        group->turn = address;
        groups_join(queue, group);
        return;
    }
    address->next = turn;
    address->before = turn->before;
    address->before->next = address;
    turn->before = address;
}

static void ring_leave(struct pool_queue *queue, struct pool_address *address)
{
    struct pool_group *group = address->group;
    if (group->turn == address) {
        group->turn = address->next != address ? address->next : NULL;
    }
    address->before->next = address->next;
    address->next->before = address->before;
    address->next = NULL;
    address->before = NULL;
    if (!group->turn) {
        groups_leave(queue, group);
    }
}

static void line_join(struct pool_queue *queue, struct job *job)
{
    struct pool_address *address = job->turn;
    job->state = JOB_QUEUED;
    job->next = NULL;
    job->before = address->last;
    if (address->last) {
        address->last->next = job;
    } else {
        address->first = job;
        ring_join(queue, address);
    }
    address->last = job;
}

static void line_leave(struct pool_queue *queue, struct job *job)
{
    struct pool_address *address = job->turn;
    *(job->before ? &job->before->next : &address->first) = job->next;
    *(job->next ? &job->next->before : &address->last) = job->before;
    job->next = NULL;
    job->before = NULL;
    if (!address->first) {
        ring_leave(queue, address);
    }
}

/* ---- questions ---- */

static struct job **questions_row(struct pool_queue *queue, const struct job *job)
{
    return &queue->questions[job->hash & queue->mask];
}

static bool are_equal(const struct job *a, const struct job *b)
{
    return a->hash == b->hash && a->group == b->group && span_equal(a->question, b->question);
}

static void question_add(struct pool_queue *queue, struct job *job)
{
    if (job->question.len > 0) {
        struct job **row = questions_row(queue, job);
        job->same = *row;
        *row = job;
    }
}

/* Does nothing for a job that is not in the table. */
static void question_drop(struct pool_queue *queue, struct job *job)
{
    struct job **link = questions_row(queue, job);
    while (*link && *link != job) {
        link = &(*link)->same;
    }
    if (*link) {
        *link = job->same;
    }
    job->same = NULL;
}

/* The running job that this one can follow, or NULL. */
static struct job *find_leader(struct pool_queue *queue, const struct job *job)
{
    struct job *other = job->question.len > 0 ? *questions_row(queue, job) : NULL;
    while (other && !(other->state == JOB_RUNNING && are_equal(other, job))) {
        other = other->same;
    }
    return other;
}

static void follow(struct job *leader, struct job *job)
{
    job->state = JOB_FOLLOWING;
    job->leader = leader;
    job->before = NULL;
    job->next = leader->followers;
    if (job->next) {
        job->next->before = job;
    }
    leader->followers = job;
}

static void unfollow(struct job *job)
{
    *(job->before ? &job->before->next : &job->leader->followers) = job->next;
    if (job->next) {
        job->next->before = job->before;
    }
    job->leader = NULL;
    job->next = NULL;
    job->before = NULL;
}

/* Those that are queued with the same question follow the one that runs. */
static void gather_followers(struct pool_queue *queue, struct job *leader)
{
    struct job **link = questions_row(queue, leader);
    while (leader->question.len > 0 && *link) {
        struct job *other = *link;
        if (other->state == JOB_QUEUED && are_equal(other, leader)) {
            *link = other->same;
            other->same = NULL;
            line_leave(queue, other);
            follow(leader, other);
        } else {
            link = &other->same;
        }
    }
}

/* ---- what the pool does ---- */

enum err queue_add(struct pool_queue *queue, struct job *job, struct error *error)
{
    job->group = job->group ? job->group : &queue->own;
    struct pool_address *address = address_find(queue, job->group, job->address);
    if (address && address->jobs >= queue->limit_per_address) {
        return error_raise(error, &HTTP_MSG_READERS_ADDRESS);
    }
    if (queue->waiting >= queue->limit ||
        (queue->limit_per_group > 0 && job->group->waiting >= queue->limit_per_group)) {
        return error_raise(error, &HTTP_MSG_READERS);
    }
    job->turn = address ? address : address_make(queue, job->group, job->address);
    job->turn->jobs++;
    job->hash = job->question.len > 0 ? hash_of(queue, job->question) : 0;
    job->forgotten = false;
    job->followers = NULL;
    queue->waiting++;
    job->group->waiting++;
    struct job *leader = find_leader(queue, job);
    if (leader) {
        follow(leader, job);
    } else {
        line_join(queue, job);
        question_add(queue, job);
    }
    return ERR_OK;
}

struct job *queue_take(struct pool_queue *queue)
{
    struct pool_group *group = queue->groups;
    while (group && group->held) {
        group = group->next != queue->groups ? group->next : NULL;
    }
    if (!group) {
        return NULL;
    }
    struct pool_address *address = group->turn;
    struct job *job = address->first;
    queue->groups = group->next; /* before they leave their rings, if this was the last */
    group->turn = address->next;
    line_leave(queue, job);
    job->state = JOB_RUNNING;
    queue->waiting--;
    group->waiting--;
    group->running++;
    gather_followers(queue, job);
    return job;
}

struct job *queue_end(struct pool_queue *queue, struct job *leader)
{
    question_drop(queue, leader);
    address_leave(queue, leader);
    leader->state = JOB_NONE;
    leader->group->running--;
    for (struct job *job = leader->followers; job; job = job->next) {
        address_leave(queue, job);
        job->state = JOB_NONE;
        job->leader = NULL;
        queue->waiting--;
        job->group->waiting--;
    }
    leader->next = leader->followers;
    leader->followers = NULL;
    return leader;
}

/* A running job that no request waits for, which none shall join either; NULL when one does. */
static struct job *let_go(struct pool_queue *queue, struct job *running)
{
    if (!running->forgotten || running->followers) {
        return NULL;
    }
    question_drop(queue, running);
    return running;
}

bool queue_forget(struct pool_queue *queue, struct job *job, struct job **stop)
{
    *stop = NULL;
    if (job->state == JOB_RUNNING) {
        job->forgotten = true;
        *stop = let_go(queue, job);
        return false;
    }
    if (job->state == JOB_NONE) {
        return false;
    }
    if (job->state == JOB_FOLLOWING) {
        struct job *leader = job->leader;
        unfollow(job);
        *stop = let_go(queue, leader);
    } else {
        line_leave(queue, job);
        question_drop(queue, job);
    }
    address_leave(queue, job);
    job->state = JOB_NONE;
    queue->waiting--;
    job->group->waiting--;
    return true;
}
