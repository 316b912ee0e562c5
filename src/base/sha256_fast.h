/*
 * Private to the room: SHA-256 with the processor's own instructions, where
 * it has them. An audit is mostly hashing, and libsodium's portable code
 * takes ten times as long. Works on libsodium's state, so that the two can
 * take turns on one hash.
 */
#ifndef BASE_SHA256_FAST_H
#define BASE_SHA256_FAST_H

#include <sodium/crypto_hash_sha256.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor can, and this compiler knew how; the others must not be called otherwise. */
bool sha256_fast(void);

void sha256_fast_add(crypto_hash_sha256_state *state, const uint8_t *bytes, size_t n);
void sha256_fast_end(crypto_hash_sha256_state *state, uint8_t out[crypto_hash_sha256_BYTES]);

#endif
