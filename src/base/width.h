/* How many terminal columns one character takes, as Unicode 14 says. */
#ifndef BASE_WIDTH_H
#define BASE_WIDTH_H

#include <stdint.h>

/*
 * 0 for control characters, combining marks, joiners and direction marks, 2
 * for East Asian wide characters and for emoji that are wide by themselves,
 * 1 for all others.
 */
unsigned width_of(uint32_t c);

#endif
