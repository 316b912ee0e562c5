/* CLOCK_MONOTONIC, in one place. */
#include "base/forward.h"

#include "base/banned.h"

enum { US_NS = 1000 };

int64_t ticks(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * TICKS_SECOND + now.tv_nsec / US_NS;
}

void forward_cond(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(cond, &attributes);
    (void)pthread_condattr_destroy(&attributes);
}

struct timespec forward_at(int64_t ticks)
{
    return (struct timespec){.tv_sec = (time_t)(ticks / TICKS_SECOND), .tv_nsec = (long)(ticks % TICKS_SECOND) * US_NS};
}
