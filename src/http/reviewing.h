/*
 * Private to the room: the threads that make reviews.
 *
 * A thread takes the club that waits longest, has a writer's thread take that club's next job, reads the game on a
 * connection of its own, has another thread compute for minutes at the lowest priority that the system has, with no
 * connection at all (judging.c), and has the writer keep the result. Clubs with
 * jobs stand in a line and go to its end when one of theirs has begun; within a club authors take turns (service/reviews.h).
 * So no network thread computes, and the writer's part of a review is three short transactions.
 */
#ifndef HTTP_REVIEWING_H
#define HTTP_REVIEWING_H

#include "http/streams.h"
#include "service/reviews.h"

#include <pthread.h>
#include <stdatomic.h>

struct club;
struct server;

enum { REVIEWERS_MOST = 16 };

/* What a thread waits for; all but IDLE, RUNNING and ANSWERED are the writer's to settle. */
enum reviewer_state { REVIEWER_IDLE, REVIEWER_TAKES, REVIEWER_RUNS, REVIEWER_KEEPS, REVIEWER_FAILS, REVIEWER_LETS_GO };

struct reviewer {
    struct server *server;
    pthread_t thread;
    struct club *club; /* held; under the lock of the reviewers, as the next five */
    enum reviewer_state state;
    bool found; /* a job was taken */
    int64_t done;
    int64_t total;
    struct review_job job;
    char holder[REVIEWS_HOLDER]; /* the name under which it is taken */
    atomic_bool cancelled;       /* nobody wants the job any more, or another has it */
    atomic_bool renew;           /* the writer is to say that it is still held */
    int64_t renewed;             /* milliseconds; the thread's own, as the rest */
    int percent;
    struct strbuf sums;
    struct strbuf body;
    struct error error;
};

struct reviewers {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct club *first; /* in the line; under the lock, as the next two; linked by reviews.next */
    struct club *last;
    bool stop;
    size_t count; /* threads that run; of who starts and stops them */
    struct reviewer *reviewer;
    char name[REVIEWS_HOLDER];   /* of this run: holders' names begin with it */
    atomic_uint_least64_t taken; /* jobs that were asked for, of which each has a name */
    struct stream_list watchers; /* connections that are sent progress */
    atomic_bool stopping;
    atomic_uint_least64_t made;
    atomic_uint_least64_t milliseconds; /* that they took */
};

/* A club's part of it. */
struct club_reviews {
    struct club *next;             /* in the line; under the lock of the reviewers, as the next */
    bool listed;                   /* in the line */
    bool begun;                    /* the writer's: what earlier runs held has been let go */
    int64_t looked;                /* the keeper's: when it last looked, microseconds */
    atomic_bool wanted;            /* there may be jobs: the keeper looks in its next second */
    atomic_uint_least64_t written; /* grows with every commit: an answer about reviews is not older than its question */
    atomic_int_least64_t queued;   /* jobs, when they were last counted */
};

ERR_CHECK enum err reviewers_start(struct server *server, struct error *error);
/* Ends what is being computed; jobs go back into their queues. The writers run still. */
void reviewers_stop(struct server *server);
void reviewers_free(struct server *server);
size_t reviewers_running(struct server *server);

/* The club has jobs: it stands in line. */
void reviews_line_up(struct club *club);
/* The keeper's second: jobs that were there before, or that another program has left, are found. */
void reviews_due(struct club *club, struct service *service);
/* The club is closed: it stands in no line any more. */
void reviews_forget(struct club *club);
/* In a writer's thread, alone: how many wait, for /metrics. */
void reviews_count(struct club *club, struct service *service);
/* In a writer's thread: takes jobs, renews them, keeps what was made. */
void reviews_settle(struct club *club);
/* How far a review is that a thread of this daemon makes; false: none does. */
bool reviews_progress(struct club *club, int64_t game, int64_t *done, int64_t *total);
/* In the writer's thread: that its review was asked for, or cancelled, is on disk. Who makes it stops; who watches it looks. */
void reviews_publish(struct club *club, int64_t game, bool cancelled);

/* ---- judging.c ---- */

/* Makes the reviewer's job: its sums and body. */
ERR_CHECK enum err review_judge(struct reviewer *reviewer, struct error *error);
/* It was cancelled, taken away, or cannot be gone on with by this run: nothing is wrong with it. */
bool review_was_ended(const struct error *error);

/* ---- watching.c ---- */

void watchers_wake(struct club *club, int64_t game);
void watchers_beat(struct server *server);
void watchers_close(struct server *server);

#endif
