/*
 * A keyed hash (libsodium's BLAKE2b): recognises a text that was seen before
 * without telling anyone who lacks the key what the text was. Used where a
 * plain hash would let names be guessed.
 */
#ifndef BASE_KEYED_HASH_H
#define BASE_KEYED_HASH_H

#include "base/span.h"

enum { KEYED_HASH_KEY = 32, KEYED_HASH_SIZE = 16 };

void keyed_hash(const uint8_t key[KEYED_HASH_KEY], struct span text, uint8_t out[KEYED_HASH_SIZE]);

#endif
