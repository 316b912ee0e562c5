/* Thin over libsodium, whose function cannot fail with these sizes. */
#include "base/keyed_hash.h"

#include <sodium/crypto_generichash.h>

#include "base/banned.h"

void keyed_hash(const uint8_t key[KEYED_HASH_KEY], struct span text, uint8_t out[KEYED_HASH_SIZE])
{
    (void)crypto_generichash(out, KEYED_HASH_SIZE, (const unsigned char *)text.ptr, text.len, key, KEYED_HASH_KEY);
}
