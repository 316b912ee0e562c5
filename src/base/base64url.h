/* Base64 for addresses and headers (RFC 4648, section 5): letters, digits, '-' and '_', without padding. */
#ifndef BASE_BASE64URL_H
#define BASE_BASE64URL_H

#include "base/strbuf.h"

void base64url_add(struct strbuf *out, const void *bytes, size_t size);

/*
 * Reads all of `text` into `bytes`, which holds `room`; `*size` gets how many
 * there are. False for any other character, for a length that cannot be, for
 * bits that no byte accounts for, and when there is no room.
 */
bool base64url_read(struct span text, uint8_t *bytes, size_t room, size_t *size);

#endif
