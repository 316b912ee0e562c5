/* The deadline of a thread: its processor time, and a reason that another thread has given. */
#include "base/deadline.h"

#include <time.h>

#include "base/banned.h"

const struct message MSG_DEADLINE = {
    ERR_BUSY, "deadline.over",
    "the computation took longer than it may (%1 ms of processor time): ask for less, or later",
    "le calcul a pris plus de temps qu'il ne peut (%1 ms de processeur) : demandez moins, ou plus tard"};

int64_t thread_time(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static enum err check(void *context, struct error *error)
{
    const struct time_limit *limit = context;
    const struct message *reason = atomic_load_explicit(&limit->reason, memory_order_relaxed);
    if (reason) {
        return error_raise(error, reason);
    }
    return thread_time() < limit->until ? ERR_OK : error_raise_int(error, &MSG_DEADLINE, limit->budget / 1000);
}

void time_limit_start(struct time_limit *limit, int64_t budget_us)
{
    int64_t now = thread_time();
    limit->deadline = (struct deadline){.check = check, .context = limit};
    limit->budget = budget_us;
    limit->until = budget_us < INT64_MAX - now ? now + budget_us : INT64_MAX;
    atomic_store(&limit->reason, NULL);
}

void time_limit_stop(struct time_limit *limit, const struct message *reason)
{
    atomic_store(&limit->reason, reason);
}
