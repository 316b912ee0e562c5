/* Private to src/wire: numbers with a fraction as JSON has them. */
#ifndef WIRE_DECIMAL_H
#define WIRE_DECIMAL_H

#include "base/strbuf.h"

/* Twelve significant digits at the most, with a point or an exponent: 0.5, 12.0, 1e-7. */
void decimal_add_real(struct strbuf *out, double value);

/* Rounded to a ten-millionth, never with an exponent: 1512.25, 0.0. */
void decimal_add_rounded(struct strbuf *out, double value);

#endif
