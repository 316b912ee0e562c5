/* SHA-256: thin over libsodium, whose functions here cannot fail, or over the processor's own instructions. */
#include "base/sha256.h"

#include "base/hex.h"
#include "base/sha256_fast.h"

#include "base/banned.h"

void sha256_init(struct sha256 *hash)
{
    (void)crypto_hash_sha256_init(&hash->state);
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t n)
{
    if (sha256_fast()) {
        sha256_fast_add(&hash->state, bytes, n);
    } else {
        (void)crypto_hash_sha256_update(&hash->state, bytes, n);
    }
}

void sha256_add_text(struct sha256 *hash, const char *s)
{
    sha256_add(hash, s, strlen(s) + 1);
}

void sha256_add_u8(struct sha256 *hash, uint8_t value)
{
    sha256_add(hash, &value, 1);
}

void sha256_add_u32(struct sha256 *hash, uint32_t value)
{
    uint8_t bytes[4];
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
    sha256_add(hash, bytes, sizeof(bytes));
}

void sha256_add_u64(struct sha256 *hash, uint64_t value)
{
    sha256_add_u32(hash, (uint32_t)value);
    sha256_add_u32(hash, (uint32_t)(value >> 32));
}

void sha256_end(struct sha256 *hash, uint8_t out[SHA256_SIZE])
{
    if (sha256_fast()) {
        sha256_fast_end(&hash->state, out);
    } else {
        (void)crypto_hash_sha256_final(&hash->state, out);
    }
}

bool sha256_from_hex(struct span hex, uint8_t out[SHA256_SIZE])
{
    return hex_read(hex, out, SHA256_SIZE);
}
