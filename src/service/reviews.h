/*
 * Reviews that are kept, and the queue of those that were asked for.
 *
 * A question is a game as its last entry leaves it, under one version of what
 * is computed, and a budget. A kept review answers it when it was made of that
 * entry and version with that budget or a larger one. A correction, a void or
 * moves taken back make another entry and so another question; the review of
 * the old one is stale, shown by nobody, and made anew when somebody asks.
 *
 * There is one job a game in the queue, so who asks for what is queued or
 * being made joins it. Authors take turns: the k-th job that an author has in
 * the queue waits for the first k - 1 of everybody else's. Whoever makes a
 * review holds its job for a while and says from time to time that it is still
 * there; a job whose holder has died is begun again, but not for ever. The name
 * of a holder is of one taking and no other: a job that was cancelled and asked
 * for again is not held by who was making it before.
 *
 *     service_review_ask(writer, …)        somebody asks
 *     service_review_take(writer, …)       a run of a program takes the next job
 *       service_review_load, reviewing_run (review_run.h), with a service_review_renew now and then
 *     service_review_keep(writer, …)       the result, unless the game has changed
 */
#ifndef SERVICE_REVIEWS_H
#define SERVICE_REVIEWS_H

#include "base/arena.h"
#include "service/review_run.h"
#include "service/review_text.h"

enum {
    REVIEWS_QUEUE = 4096,        /* jobs of a club */
    REVIEWS_QUEUE_AUTHOR = 2048, /* of them, of one author */
    REVIEWS_TRIES = 5,           /* after so many that did not come to an end a job has failed */
    REVIEWS_LEASE = 60000,       /* milliseconds for which a job is held without a sign of life */
    REVIEWS_RENEW = 20000,       /* between two of them */
    REVIEWS_PAUSE = 60000,       /* for which a job rests that could not be made just now */
    REVIEWS_HOLDER = 40,         /* bytes of the name of a run, terminated */
    REVIEWS_SKIPPED = 64,        /* jobs whose game has changed that one call throws away */
    REVIEWS_WHY = 64
};

/* What the name of a daemon that makes reviews begins with. */
#define REVIEWS_DAEMON "daemon-"

enum review_state { REVIEW_ABSENT, REVIEW_QUEUED, REVIEW_RUNNING, REVIEW_FAILED, REVIEW_DONE, REVIEW_STATES };
/* `none`, `queued`, `running`, `failed`, `done`. */
extern const struct name review_state_names[REVIEW_STATES];

/* How it stands with the review of a game. A larger one may be under way while a kept one is `done`. */
struct review_status {
    enum review_state state;
    int64_t game;
    int64_t entry;
    int64_t version;
    int64_t budget;
    int64_t usual;         /* playouts a decision of who does not say how many */
    int64_t made;          /* of a kept one: when */
    char why[REVIEWS_WHY]; /* of a failed one: id of the message */
    bool asked;            /* by this call: it was not there, nor in the queue */
};

/* ERR_NOT_FOUND: there is no such game. A stale review is ABSENT. */
ERR_CHECK enum err service_review_status(struct service *service, int64_t game, struct review_status *out,
                                         struct error *error);

/*
 * A budget that is asked for is a number of playouts a decision, or REVIEW_BUDGET_USUAL.
 *
 * Puts the question into the queue unless it is answered or in there; a larger budget than that of a queued job becomes
 * its. ERR_CONFLICT for a game that is not finished, ERR_USAGE for one without review, ERR_BUSY when the queue is full.
 */
ERR_CHECK enum err service_review_ask(struct service *service, struct span author, int64_t game, int64_t budget,
                                      struct review_status *out, struct error *error);
/* The job leaves the queue, whoever makes it. ERR_NOT_FOUND when there is none. */
ERR_CHECK enum err service_review_cancel(struct service *service, int64_t game, struct error *error);

/* Jobs that have not failed. */
ERR_CHECK enum err service_reviews_count(struct service *service, int64_t *count, struct error *error);

/* What a run of a program has taken. */
struct review_job {
    int64_t game;
    int64_t entry;
    int64_t budget;
};

/* The next job is `holder`'s. `*found` is false when nobody waits. */
ERR_CHECK enum err service_review_take(struct service *service, struct span holder, struct review_job *job, bool *found,
                                       struct error *error);
/* The job of this game, queued or not: what is kept already does not matter. ERR_BUSY when another run holds it. */
ERR_CHECK enum err service_review_claim(struct service *service, struct span author, struct span holder, int64_t game,
                                        int64_t budget, struct review_job *job, struct error *error);
/* A sign of life. `*held` is false when the job is the holder's no longer: it was cancelled, or taken, or the game has changed. */
ERR_CHECK enum err service_review_renew(struct service *service, struct span holder, int64_t game, bool *held,
                                        struct error *error);
/* Keeps the result, unless the job is the holder's no longer or the game has changed: then nothing is, and `*kept` false. */
ERR_CHECK enum err service_review_keep(struct service *service, struct span holder, const struct review_job *job,
                                       struct span sums, struct span body, bool *kept, struct error *error);
/*
 * The job cannot be made: whoever looks sees why. What may go better another time (ERR_BUSY, ERR_IO, ERR_MEMORY) is taken
 * again after REVIEWS_PAUSE, REVIEWS_TRIES times in all.
 */
ERR_CHECK enum err service_review_fail(struct service *service, struct span holder, const struct review_job *job,
                                       const struct error *why, struct error *error);
/* It is not made any further, and not failed either: the next one may take it at once. */
ERR_CHECK enum err service_review_let_go(struct service *service, struct span holder, const struct review_job *job,
                                         struct error *error);
/* By a daemon that has the club for itself, before it takes a job: what daemons before it held can be taken. */
ERR_CHECK enum err service_reviews_begin(struct service *service, struct error *error);

/*
 * The kept review of the game; `body` is cleared and filled, and `out` borrows from it and the arena. `status->state` is
 * not DONE, and nothing read, when there is none that is not stale.
 */
ERR_CHECK enum err service_review_read(struct service *service, int64_t game, struct review_status *status,
                                       struct strbuf *body, struct arena *arena, struct reviewed *out,
                                       struct error *error);

#endif
