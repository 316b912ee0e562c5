/*
 * Private to pool.c and pool_queue.c: what a pool holds.
 *
 * The queue keeps its rules without knowing threads. Every function of it is
 * called with the pool's lock held and takes bounded time; all of its memory
 * is there from the start, so that nothing in it can fail.
 */
#ifndef HTTP_POOL_INSIDE_H
#define HTTP_POOL_INSIDE_H

#include "base/keyed_hash.h"
#include "http/pool.h"

#include <pthread.h>

/* An address with jobs of one group in the pool. */
struct pool_address {
    uint8_t address[ADDRESS_SIZE];
    struct pool_group *group;
    size_t jobs;       /* that wait or run */
    struct job *first; /* those that are queued, in the order of arrival */
    struct job *last;
    struct pool_address *same; /* the next in its row of the table, or in the list of free ones */
    struct pool_address *next; /* in the ring of those that have queued jobs; NULL: not in it */
    struct pool_address *before;
};

struct pool_queue {
    size_t limit;             /* of jobs that wait */
    size_t limit_per_address; /* of jobs that wait or run */
    size_t waiting;
    uint64_t numbers;
    uint8_t key[KEYED_HASH_KEY]; /* so that no client can choose questions or addresses that share a row */
    size_t mask;                 /* rows - 1 of both tables */
    struct job **questions;      /* those queued or running, but for running ones that are being stopped */
    struct pool_address **addresses;
    struct pool_address *slots; /* all that there can be */
    struct pool_address *unused;
    size_t limit_per_group; /* of jobs that wait; 0: none */
    struct pool_group own;
    struct pool_group *groups; /* whose turn is next; NULL: nothing is queued */
};

/* Room for `limit` jobs that wait and `running` that do not. */
ERR_CHECK enum err queue_init(struct pool_queue *queue, const struct pool_options *options, size_t running,
                              struct error *error);
void queue_release(struct pool_queue *queue, const struct allocator *allocator);

/* Queues the job, or lets it follow an equal question that runs. ERR_BUSY as in pool_push. */
ERR_CHECK enum err queue_add(struct pool_queue *queue, struct job *job, struct error *error);
/* The next job in turn of a group that is not held, now JOB_RUNNING; NULL: none. Equal ones follow it. */
struct job *queue_take(struct pool_queue *queue);
/*
 * A running job has ended: none follows it from now on. It and its
 * followers, linked by `next`, the leader first, leave the queue.
 */
struct job *queue_end(struct pool_queue *queue, struct job *leader);
/*
 * No request waits for this job any more. True: it has left the queue. False: it
 * runs, or is not in the pool. `*stop` becomes a running job that none waits
 * for any more, the job itself or its leader, or NULL; none follows that one
 * from now on.
 */
bool queue_forget(struct pool_queue *queue, struct job *job, struct job **stop);

#endif
