/*
 * A text to a tree of jansson's, and what is wrong with one that is not JSON, in both languages: jansson says
 * it in English only, and sometimes in words about its own flags.
 */
#ifndef WIRE_JSON_WHY_H
#define WIRE_JSON_WHY_H

#include <jansson.h>

#include "base/error.h"

/*
 * json_loadb, for when memory runs out: jansson then leaves `*why` unwritten, or calls a token invalid that it had no room
 * for. Here `*why` is written, and a text is wrong when it is so a second time.
 */
json_t *wire_json_load(struct span text, size_t flags, json_error_t *why);

/* NULL from wire_json_load: there was no memory, which says nothing about the text. */
bool wire_json_memory(const json_error_t *why);

/* The arguments of `error`, which was just raised, become the reason in English (%1) and in French (%2). */
void wire_json_why(const json_error_t *wrong, struct error *error);

#endif
