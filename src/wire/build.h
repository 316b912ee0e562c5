/*
 * Building JSON without a check at every step. jansson's setters take
 * ownership of the value even when they fail, and accept NULL as a failure,
 * so a tree may be built as if nothing went wrong: `struct build` remembers
 * the first failure, and build_end asks once.
 *
 * Private to src/wire.
 */
#ifndef WIRE_BUILD_H
#define WIRE_BUILD_H

#include "base/error.h"
#include "base/strbuf.h"
#include "rules/game.h"
#include "wire/json.h"

#include <jansson.h>

struct build {
    const struct allocator *allocator; /* for text that has to be mended */
    bool failed;
};

/* Sets `key` of an object, or appends to a list, stealing `value`; NULL for either is a failure. */
void build_set_steal(struct build *build, json_t *object, const char *key, json_t *value);
void build_append_steal(struct build *build, json_t *list, json_t *value);

/* A new string; bytes that are not UTF-8 become U+FFFD. NULL on failure. */
json_t *build_text(struct build *build, struct span text);

/* A new number, or null when `value` is `none`. */
json_t *build_number(int64_t value, int64_t none);

/* 1 to 6, "*", "n" or "a"; null for a number that is no seat. */
json_t *build_seat(int seat);

/* The seats of a set, in ascending order. */
json_t *build_seats(struct build *build, seat_set seats);

/* {"id","en","fr"} */
json_t *build_name(struct build *build, const struct name *name);

/* "seats", "winners", "margin", "outcome", "finished", "verified" of wire_score, into `object`. */
void build_score(struct build *build, json_t *object, const struct setup *setup, const struct outcome *outcome,
                 const struct span *players);

/* What wire_problem says, as an object; NULL on failure. */
json_t *build_problem(struct build *build, const struct wire_finding *finding, enum lang lang);

/* Appends `root` as one compact line and releases it: the end of every function of json.h. */
ERR_CHECK enum err build_end_steal(struct build *build, json_t *root, struct strbuf *out, struct error *error);

/* For who writes row by row: appends a value as it is and releases it; the failure of an answer that is too long. */
void build_value_steal(struct build *build, json_t *value, struct strbuf *out);
ERR_CHECK enum err build_too_long(struct error *error);

#endif
