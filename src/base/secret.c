/* Thin over libsodium. */
#include "base/secret.h"

#include <sodium/utils.h>

#include "base/banned.h"

void secret_wipe(void *bytes, size_t size)
{
    sodium_memzero(bytes, size);
}

bool secret_equal(const void *a, const void *b, size_t size)
{
    return sodium_memcmp(a, b, size) == 0;
}
