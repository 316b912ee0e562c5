/*
 * A sink that checks what a game's view tells: objects and lists are closed
 * as often as they are opened, keys are there where they must be and only
 * once, texts are UTF-8. It keeps a plain writing of the tree, so that two
 * views can be compared.
 */
#ifndef SUPPORT_VIEW_CHECK_H
#define SUPPORT_VIEW_CHECK_H

#include "base/strbuf.h"
#include "rules/view.h"

enum { VIEW_DEPTH = 16, VIEW_KEYS = 64 };

struct view_check {
    struct strbuf *out;
    const char *wrong; /* the first thing that is; NULL: none */
    unsigned depth;
    unsigned values; /* outermost ones */
    bool object[VIEW_DEPTH];
    unsigned keys[VIEW_DEPTH];
    const char *key[VIEW_DEPTH][VIEW_KEYS];
};

/* The sink over a fresh check, which writes to `out`. */
struct view_sink view_check_sink(struct view_check *check, struct strbuf *out);

/* What was wrong, once the view is done; NULL: nothing. */
const char *view_check_end(const struct view_check *check);

#endif
