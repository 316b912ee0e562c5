/* JSON as the values that a game reads its catalogue from: see rules/values.h. */
#ifndef WIRE_VALUES_H
#define WIRE_VALUES_H

#include "rules/values.h"

/* Strict: a key that is there twice, and whatever else is not JSON, is ERR_SYNTAX with its line and column. */
extern const struct value_format wire_values;

#endif
