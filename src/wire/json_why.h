/*
 * What is wrong with a text that is not JSON, in both languages: jansson says
 * it in English only, and sometimes in words about its own flags.
 */
#ifndef WIRE_JSON_WHY_H
#define WIRE_JSON_WHY_H

#include <jansson.h>

#include "base/error.h"

/* The arguments of `error`, which was just raised, become the reason in English (%1) and in French (%2). */
void wire_json_why(const json_error_t *wrong, struct error *error);

#endif
