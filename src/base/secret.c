/* Wiping is libsodium's. */
#include "base/secret.h"

#include <sodium/utils.h>

#include "base/banned.h"

void secret_wipe(void *bytes, size_t size)
{
    sodium_memzero(bytes, size);
}
