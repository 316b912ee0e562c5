/* What a client would rather have: the lists of Accept-Language and Accept-Encoding (RFC 9110, 12.5). */
#ifndef HTTP_ACCEPT_H
#define HTTP_ACCEPT_H

#include "base/lang.h"
#include "base/span.h"

#include <stdbool.h>

/* The language with the larger weight; English when they are equal, or when neither is named. */
enum lang accept_language(struct span list);

/* True when gzip is named, and not with the weight 0. */
bool accept_gzip(struct span list);

/* True when text/html is named, as browsers name it for what a person looks at, and not with the weight 0. */
bool accept_html(struct span list);

#endif
