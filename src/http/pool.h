/*
 * The pool of reader threads: whatever takes longer than a few milliseconds
 * is computed here, so that network threads never compute and the writer is
 * never held up.
 *
 * Each thread has one read-only service, or is lent one of the job's group, and a
 * lower priority than the rest of the daemon. A job runs inside one snapshot, under a deadline: the
 * processor time that it may take. The queue is bounded, and fair: addresses
 * take turns, and within an address the first comes first, so that one visitor
 * with a thousand questions delays another by one question at most for each
 * thread. Where jobs belong to several clubs (groups), these take turns first, and the
 * addresses of a club among themselves. Equal questions are computed once: a job whose question is already
 * running follows that one (its leader) and gets the same answer, and so do
 * those that are queued when the first of them begins; each still counts for
 * its own address.
 *
 * A job is a struct inside whatever owns it (a request). From pool_push until
 * `done` is called, or pool_forget returns true, it belongs to the pool and
 * must stay where it is; so must its question and what `run` and `share`
 * touch. No lock is held while one of the three functions runs, so they may
 * call the pool.
 */
#ifndef HTTP_POOL_H
#define HTTP_POOL_H

#include "base/deadline.h"
#include "http/access.h"
#include "service/service.h"

struct pool;
struct pool_address;
struct pool_thread;

/* Jobs that have a common turn. Zeroed by its owner, who keeps it for as long as one of them is in the pool; the pool's. */
struct pool_group {
    struct pool_address *turn; /* whose first job is next; NULL: nothing is queued */
    struct pool_group *next;   /* in the ring of those that have queued jobs; NULL: not in it */
    struct pool_group *before;
    size_t waiting; /* queued or following */
    size_t running;
    bool held; /* nothing new begins */
};

enum job_state {
    JOB_NONE,      /* not in the pool: never pushed, or done */
    JOB_QUEUED,    /* it waits for a thread */
    JOB_FOLLOWING, /* an equal question of another job is running */
    JOB_RUNNING
};

/* Zeroed, then filled in by its owner. */
struct job {
    uint8_t address[ADDRESS_SIZE]; /* whose turn it is; of an IPv6 household only its /64 */
    struct pool_group *group;      /* NULL: the pool's own */
    /*
     * Equal bytes get one answer; empty: never shared. A job may be given
     * the answer of one that began before it came: the question must name
     * what the answer may not be older than (log size, people version), and
     * all that it depends on (path, query, language, what the token may see).
     */
    struct span question;
    int64_t budget_us; /* processor time that it may take; 0: that of the pool's options */
    /* How long it waits for a thread, by the clock; 0: as long as it takes. For a job without a question. */
    int64_t patience_us;

    /* In a pool thread, inside a snapshot of `service`. What it returns and raises is kept in `err` and `error`. */
    enum err (*run)(struct job *job, struct service *service, struct error *error);
    /*
     * `from` has run, well or not (from->err); gives `to` the same answer,
     * whose `err` and `error` are set already. When that fails, it sets them.
     * Needed only with a question.
     */
    void (*share)(struct job *to, const struct job *from);
    /*
     * The last call: the job is its owner's again and may be freed in it. Called in a thread of the pool, or by pool_stop.
     * One whose patience has ended has not run, and its error is HTTP_MSG_READERS.
     */
    void (*done)(struct job *job);

    /* How it ended: for `done`. */
    enum err err;
    struct error error;

    /* The pool's. */
    enum job_state state;
    bool forgotten;     /* no request waits for it: it runs on for its followers */
    uint64_t hash;      /* of the question */
    struct job *next;   /* in the queue of its address, or among those who follow its leader */
    struct job *before; /* likewise */
    struct job *same;   /* the next in its row of the table of questions */
    struct job *leader;
    struct job *followers;
    struct pool_address *turn;
    struct pool_thread *thread; /* that runs it */
    int64_t until;              /* ticks: it waits no longer; 0: not among those */
    struct job *sooner;         /* among them, in the order of `until` */
    struct job *later;
};

struct pool_options {
    const struct allocator *allocator;
    const char *db; /* path; NULL: the threads have no service, and are lent one for each job */
    struct service_options service;
    struct service *(*lend)(struct pool_group *group); /* NULL from it: none can be had; the job fails */
    void (*give_back)(struct pool_group *group, struct service *service);
    size_t threads;           /* 0: one a core, at least 2 */
    size_t queue;             /* jobs that wait, followers too, in all */
    size_t queue_per_address; /* jobs of one address, in one group, that wait or run */
    size_t queue_per_group;   /* jobs of one group that wait; 0: as many as there is room for */
    int64_t budget_us;        /* processor time of a job that does not say */
};

enum { POOL_THREADS = 64 /* at the most */ };

/* Opens the services and starts the threads. `*pool` is NULL when it fails. */
ERR_CHECK enum err pool_start(struct pool **pool, const struct pool_options *options, struct error *error);

/*
 * Hands a job over. ERR_BUSY: it was not taken, because the queue is full
 * (HTTP_MSG_READERS), because its address has as many jobs as it may
 * (HTTP_MSG_READERS_ADDRESS), or because the pool has been stopped
 * (HTTP_MSG_STOPPING). Never waits.
 */
ERR_CHECK enum err pool_push(struct pool *pool, struct job *job, struct error *error);

/*
 * The client has gone. True: the job has left the pool, and `done` will not be
 * called. False: `done` has been called, is being called, or will be soon,
 * because a running job is interrupted; it runs on when others follow it. The
 * job must be there still: do not forget one that its `done` may have freed.
 */
bool pool_forget(struct pool *pool, struct job *job);

/*
 * No more jobs: interrupts those that run, joins the threads, fails those that
 * wait with HTTP_MSG_STOPPING. Every job is done when it returns. Pushing and
 * forgetting stay possible. Stopping twice does no harm.
 */
void pool_stop(struct pool *pool);
/* Stops it first if need be. Accepts NULL. */
void pool_free(struct pool *pool);

/*
 * Nothing new of a group (NULL: the pool's own) begins until it is let go; what runs ends by its deadline. So
 * that there comes a moment in which none reads: while readers follow upon
 * one another, the write-ahead log cannot begin anew and grows without end.
 */
void pool_hold(struct pool *pool, struct pool_group *group, bool hold);
/* How many of its jobs run now. */
size_t pool_running(struct pool *pool, const struct pool_group *group);

struct pool_counts {
    size_t threads;
    size_t waiting; /* now: queued or following */
    size_t running; /* now */
    uint64_t taken; /* since the start, as the next four */
    uint64_t refused;
    uint64_t interrupted; /* used up their budget */
    uint64_t forgotten;
    uint64_t shared; /* got the answer of another */
};

void pool_counts(struct pool *pool, struct pool_counts *counts);

#endif
