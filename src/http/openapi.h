/* schema/openapi.yaml, embedded by cmake/embed_openapi.cmake. It is JSON, which
 * is YAML too. */
#ifndef HTTP_OPENAPI_H
#define HTTP_OPENAPI_H

#include <stddef.h>

extern const char OPENAPI[];
extern const size_t OPENAPI_SIZE;

#endif
