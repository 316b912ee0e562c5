/*
 * SHA-256 (libsodium's), with the few ways in which Dendro feeds it: bytes,
 * terminated strings with their terminator (so that "ab","c" and "a","bc"
 * differ), and integers in little-endian order (so that a digest is the same
 * on every machine).
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/span.h"

#include <sodium/crypto_hash_sha256.h>

enum { SHA256_SIZE = 32, SHA256_HEX = 64 };

struct sha256 {
    crypto_hash_sha256_state state;
};

void sha256_init(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t n);
void sha256_add_text(struct sha256 *hash, const char *s);
void sha256_add_u8(struct sha256 *hash, uint8_t value);
void sha256_add_u32(struct sha256 *hash, uint32_t value);
void sha256_add_u64(struct sha256 *hash, uint64_t value);
void sha256_end(struct sha256 *hash, uint8_t out[SHA256_SIZE]);

/* Reads 64 hexadecimal digits of either case; false on anything else. */
bool sha256_from_hex(struct span hex, uint8_t out[SHA256_SIZE]);

#endif
