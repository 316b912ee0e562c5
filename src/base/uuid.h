/*
 * Universally unique ids (RFC 9562): 16 bytes, written as 32 hexadecimal
 * digits in five groups. Read in either case, written in lower case.
 */
#ifndef BASE_UUID_H
#define BASE_UUID_H

#include "base/span.h"

enum {
    UUID_BYTES = 16,
    UUID_SIZE = 37, /* of the text, terminated */
    UUID_FREE = 8   /* the version whose other bits mean what its maker says */
};

/* Reads all of `text`; false, with `bytes` undefined, for anything but 8-4-4-4-12 digits. Version and variant may be any. */
bool uuid_read(struct span text, uint8_t bytes[UUID_BYTES]);

void uuid_write(const uint8_t bytes[UUID_BYTES], char out[UUID_SIZE]);

/* Sets the six bits that say the version, and that the id is one of RFC 9562; the other 122 stay. */
void uuid_stamp(uint8_t bytes[UUID_BYTES], unsigned version);

#endif
