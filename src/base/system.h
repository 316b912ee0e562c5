/*
 * What the system says went wrong (errno), in both languages: strerror knows
 * one. The numbers that people meet have a sentence, any other is told as it is.
 */
#ifndef BASE_SYSTEM_H
#define BASE_SYSTEM_H

#include "base/error.h"

/* Raises what `number` means: ERR_IO. */
ERR_CHECK enum err system_raise(struct error *error, int number);

/* Adds what it means to an error, as its next argument. */
void system_add(struct error *error, int number);

/* All sentences, for the test that reads them. */
const struct message *system_message(size_t i);

#endif
