/* What a body is said to be: `text/plain; charset="UTF-8"` (RFC 9110, 8.3). */
#ifndef HTTP_MEDIA_H
#define HTTP_MEDIA_H

#include "base/span.h"

struct media {
    struct span type;    /* `text/plain`, as it is written */
    struct span charset; /* without its quotes; empty: none */
};

/* False for what is not a type and its parameters, each of them once. */
bool media_read(struct span header, struct media *media);

/* True when it is of that type, whatever its parameters: names have no case. */
bool media_is(const struct media *media, const char *type);

/* True unless another charset is said than UTF-8, or ASCII, which is a part of it. */
bool media_is_utf8(const struct media *media);

#endif
