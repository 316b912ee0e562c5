/* The files of the page, as web/embed.mjs packed them; empty when the build has no page. */
#ifndef HTTP_PAGE_H
#define HTTP_PAGE_H

#include <stddef.h>

struct page_file {
    const char *path; /* "/", "/sw.js", "/assets/<hash>/…" */
    const char *type;
    const char *tag; /* ETag of the plain bytes, without its quotes */
    const unsigned char *gzip;
    size_t gzip_size;
    size_t plain_size;
};

extern const struct page_file PAGE_FILES[];
extern const size_t PAGE_FILES_COUNT;

#endif
