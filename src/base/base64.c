/* Base64: thin over libsodium, which wants a buffer of its own for the text. */
#include "base/base64.h"

#include <sodium/utils.h>

#include "base/banned.h"

enum { PIECE = 96 }; /* a multiple of three, so that pieces put together are the text of all */

static void add(struct strbuf *out, const uint8_t *bytes, size_t size, int variant)
{
    char text[sodium_base64_ENCODED_LEN(PIECE, sodium_base64_VARIANT_ORIGINAL)];
    for (size_t at = 0; at < size; at += PIECE) {
        size_t n = size - at < PIECE ? size - at : PIECE;
        strbuf_add(out, sodium_bin2base64(text, sizeof(text), bytes + at, n, variant));
    }
}

static bool read_all(struct span text, uint8_t *bytes, size_t room, size_t *size, int variant)
{
    return sodium_base642bin(bytes, room, text.ptr, text.len, NULL, size, NULL, variant) == 0;
}

void base64_add(struct strbuf *out, const void *bytes, size_t size)
{
    add(out, bytes, size, sodium_base64_VARIANT_ORIGINAL);
}

void base64url_add(struct strbuf *out, const void *bytes, size_t size)
{
    add(out, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool base64_read(struct span text, uint8_t *bytes, size_t room, size_t *size)
{
    return read_all(text, bytes, room, size, sodium_base64_VARIANT_ORIGINAL);
}

bool base64url_read(struct span text, uint8_t *bytes, size_t room, size_t *size)
{
    return read_all(text, bytes, room, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
