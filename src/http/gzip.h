/* Compression of answers. */
#ifndef HTTP_GZIP_H
#define HTTP_GZIP_H

#include "base/strbuf.h"

/* Appends `bytes` in gzip format; false, with `out` as it was, when it would
 * not become smaller or memory is short. */
bool gzip_add(struct span bytes, struct strbuf *out);

/* Appends what was packed, which is `size` bytes long; false, with `out` as it
 * was, when it is not, or memory is short. */
bool gunzip_add(struct span packed, size_t size, struct strbuf *out);

#endif
