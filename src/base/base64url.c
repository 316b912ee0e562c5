/* Base64 for addresses and headers: six bits a character. */
#include "base/base64url.h"

#include "base/banned.h"

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64url_add(struct strbuf *out, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    uint32_t bits = 0;
    int held = 0;
    for (size_t i = 0; i < size; i++) {
        bits = (bits << 8 | from[i]) & 0xffffff;
        for (held += 8; held >= 6; held -= 6) {
            strbuf_add_char(out, ALPHABET[bits >> (held - 6) & 63]);
        }
    }
    if (held > 0) {
        strbuf_add_char(out, ALPHABET[bits << (6 - held) & 63]);
    }
}

bool base64url_read(struct span text, uint8_t *bytes, size_t room, size_t *size)
{
    uint32_t bits = 0;
    int held = 0;
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *at = text.ptr[i] ? strchr(ALPHABET, text.ptr[i]) : NULL;
        if (!at) {
            return false;
        }
        bits = (bits << 6 | (uint32_t)(at - ALPHABET)) & 0xffffff;
        held += 6;
        if (held >= 8) {
            held -= 8;
            if (count == room) {
                return false;
            }
            bytes[count++] = (uint8_t)(bits >> held & 0xff);
        }
    }
    *size = count;
    return held < 6 && (bits & ((1u << held) - 1)) == 0;
}
