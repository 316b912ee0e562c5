/*
 * A view is how a game shows a position to the rooms above without their
 * knowing the game: it walks its state and tells a sink what it sees, as a
 * tree of named values. One sink makes JSON of it, another plain text.
 *
 * `key` is NULL for an element of a list and for the outermost value. Keys
 * are English ids and part of the API. Strings are borrowed for the call.
 */
#ifndef RULES_VIEW_H
#define RULES_VIEW_H

#include "base/span.h"

struct view_sink {
    void *context;
    void (*open_object)(void *context, const char *key);
    void (*open_list)(void *context, const char *key);
    void (*close)(void *context);
    void (*integer)(void *context, const char *key, int64_t value);
    void (*boolean)(void *context, const char *key, bool value);
    void (*text)(void *context, const char *key, struct span value);
    void (*null)(void *context, const char *key);
    void (*decimal)(void *context, const char *key, int64_t value,
                    int32_t scale); /* value / scale, which is no integer */
};

#endif
