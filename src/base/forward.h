/*
 * The clock that only goes forward, and conditions that wait by it: whoever
 * sets the other clock must not make a thread wait, nor keep one from waiting.
 */
#ifndef BASE_FORWARD_H
#define BASE_FORWARD_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

enum { TICKS_SECOND = 1000000 };

/* Microseconds since some moment in the past. */
int64_t ticks(void);

/* Prepares a condition whose timed waits end by that clock. */
void forward_cond(pthread_cond_t *cond);

/* The moment of `ticks`, for such a wait. */
struct timespec forward_at(int64_t ticks);

#endif
