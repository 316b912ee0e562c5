/* Random names for things that are shown outside: short, lower case, without look-alikes, not guessable. */
#ifndef BASE_HANDLE_H
#define BASE_HANDLE_H

#include "base/span.h"
#include "base/world.h"

enum { HANDLE_SIZE = 13 };

/* Writes 12 characters out of 32 (60 bits), terminated; the first is a letter. */
void handle_make(const struct entropy *entropy, char out[HANDLE_SIZE]);

/* True for what handle_make could have written. */
bool handle_ok(struct span text);

/* A handle as a number below 2^60, five bits a character, the first the highest; `text` must be one. */
uint64_t handle_number(struct span text);
/* The other way round; false, with `out` undefined, for the number of none. */
bool handle_of_number(uint64_t number, char out[HANDLE_SIZE]);

#endif
