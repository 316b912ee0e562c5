/* The real clock and libsodium's randomness. */
#include "base/world.h"

#include "base/forward.h"

#include <sodium/randombytes.h>
#include <time.h>

#include "base/banned.h"

static int64_t system_now(void *context)
{
    (void)context;
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t monotonic_ms(void)
{
    return ticks() / 1000;
}

void pause_ms(int ms)
{
    struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (ms % 1000) * 1000000L};
    (void)nanosleep(&t, NULL);
}

static void system_fill(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

const struct clock clock_system = {system_now, NULL};
const struct entropy entropy_system = {system_fill, NULL};
