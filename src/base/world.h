/*
 * What the outside world decides: the time and true randomness. Code that
 * needs them takes these structs, so that a test can stand in for the world
 * and everything else stays deterministic.
 */
#ifndef BASE_WORLD_H
#define BASE_WORLD_H

#include <stddef.h>
#include <stdint.h>

struct clock {
    /* Milliseconds since 1970-01-01 UTC. */
    int64_t (*now)(void *context);
    void *context;
};

struct entropy {
    /* Fills `size` bytes that cannot be guessed. Cannot fail. */
    void (*fill)(void *context, void *bytes, size_t size);
    void *context;
};

/* How long things take and for how long to wait: never part of a result, so a test needs no stand-in. Milliseconds. */
int64_t monotonic_ms(void);
void pause_ms(int ms);

extern const struct clock clock_system;
extern const struct entropy entropy_system;

#endif
