/*
 * Base64 (RFC 4648) by libsodium, in the two forms that Dendro writes: the
 * original one with its padding for hashes, keys and signatures, and the one
 * for addresses and headers: '-' and '_', without padding.
 */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/strbuf.h"

void base64_add(struct strbuf *out, const void *bytes, size_t size);
void base64url_add(struct strbuf *out, const void *bytes, size_t size);

/*
 * Read all of `text` into `bytes`, which holds `room`; `*size` gets how many
 * there are. False for any text that the function above does not write, and
 * when there is no room.
 */
bool base64_read(struct span text, uint8_t *bytes, size_t room, size_t *size);
bool base64url_read(struct span text, uint8_t *bytes, size_t room, size_t *size);

#endif
