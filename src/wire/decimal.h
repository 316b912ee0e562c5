/* Private to src/wire: numbers as JSON has them. */
#ifndef WIRE_DECIMAL_H
#define WIRE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_SIZE = 32 };

/* These return the length; there is no NUL. */
size_t decimal_integer(int64_t value, char out[DECIMAL_SIZE]);

/* Twelve significant digits at the most, with a point or an exponent: 0.5, 12.0, 1e-7. */
size_t decimal_real(double value, char out[DECIMAL_SIZE]);

/* Rounded to a ten-millionth, never with an exponent: 1512.25, 0.0. For values nearer to 0 than DECIMAL_ROUNDED. */
#define DECIMAL_ROUNDED 9e11
size_t decimal_rounded(double value, char out[DECIMAL_SIZE]);

#endif
