/* Keys do not stay in memory longer than they are needed. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stddef.h>

/* Overwrites with zeros, also where a compiler thinks that nobody will look. */
void secret_wipe(void *bytes, size_t size);

#endif
