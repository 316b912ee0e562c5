/*
 * When a computation must end. Whoever computes for long asks the deadline
 * that it was given from time to time and stops, with the error that it
 * gets, once it is over. An interface like the clock: a test can stand in for
 * it and end a computation wherever it likes.
 *
 * A deadline that is over stays over: what fails because of it may be asked
 * again why.
 */
#ifndef BASE_DEADLINE_H
#define BASE_DEADLINE_H

#include "base/error.h"

#include <stdatomic.h>

struct deadline {
    /* ERR_OK: go on. Costs less than a microsecond, so it is asked once for some ten microseconds of work or more. */
    enum err (*check)(void *context, struct error *error);
    void *context;
    int steps; /* between two questions; 0: the usual number. See struct pace */
};

/* `deadline` may be NULL: none. */
ERR_CHECK static inline enum err deadline_check(const struct deadline *deadline, struct error *error)
{
    return deadline ? deadline->check(deadline->context, error) : ERR_OK;
}

/*
 * How a loop of our own asks: it tells what it has done, in steps of some ten
 * nanoseconds (a step of SQLite's machine, a multiplication and what it
 * reads), and the deadline is asked once there are enough of them.
 */
struct pace {
    const struct deadline *deadline; /* NULL: none */
    int64_t taken;                   /* steps since it was asked */
};

enum { DEADLINE_STEPS = 2000 };

static inline int deadline_steps(const struct deadline *deadline)
{
    return deadline->steps > 0 ? deadline->steps : DEADLINE_STEPS;
}

ERR_CHECK static inline enum err pace_take(struct pace *pace, int64_t steps, struct error *error)
{
    pace->taken += steps;
    if (!pace->deadline || pace->taken < deadline_steps(pace->deadline)) {
        return ERR_OK;
    }
    pace->taken = 0;
    return deadline_check(pace->deadline, error);
}

/*
 * The real one: a budget of processor time of one thread, and a reason to
 * stop that any thread may give. Must not be moved while it is in use.
 */
struct time_limit {
    struct deadline deadline; /* what is handed to the function that computes */
    int64_t budget;           /* microseconds */
    int64_t until;            /* of the thread's processor time */
    _Atomic(const struct message *) reason;
};

/* Begins now, for the calling thread. */
void time_limit_start(struct time_limit *limit, int64_t budget_us);
/* From any thread: the next question is answered with `reason`, a message without arguments. */
void time_limit_stop(struct time_limit *limit, const struct message *reason);

/* Microseconds of processor time that the calling thread has taken. */
int64_t thread_time(void);

/* The budget is used up: ERR_BUSY. */
extern const struct message MSG_DEADLINE;

#endif
