/* Keys and tokens: by libsodium, neither memory nor time tells what they are. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/* Overwrites with zeros, also where a compiler thinks that the bytes are not read again. */
void secret_wipe(void *bytes, size_t size);

/* True when both hold the same bytes; takes the same time whatever they hold. */
bool secret_equal(const void *a, const void *b, size_t size);

#endif
