/* The text of a uuid is that of its bytes, with a hyphen before bytes 4, 6, 8 and 10. */
#include "base/uuid.h"

#include "base/hex.h"
#include "base/strbuf.h"

#include "base/banned.h"

static bool hyphen_before(size_t byte)
{
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

bool uuid_read(struct span text, uint8_t bytes[UUID_BYTES])
{
    if (text.len != UUID_SIZE - 1) {
        return false;
    }
    const char *at = text.ptr;
    for (size_t i = 0; i < UUID_BYTES; i++) {
        if (hyphen_before(i) && *at++ != '-') {
            return false;
        }
        if (!hex_read(span_of(at, 2), &bytes[i], 1)) {
            return false;
        }
        at += 2;
    }
    return true;
}

void uuid_write(const uint8_t bytes[UUID_BYTES], char out[UUID_SIZE])
{
    struct strbuf text;
    strbuf_wrap(&text, out, UUID_SIZE);
    for (size_t i = 0; i < UUID_BYTES; i++) {
        strbuf_add(&text, hyphen_before(i) ? "-" : "");
        strbuf_hex(&text, &bytes[i], 1);
    }
}

void uuid_stamp(uint8_t bytes[UUID_BYTES], unsigned version)
{
    bytes[6] = (uint8_t)((bytes[6] & 0x0f) | version << 4);
    bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80);
}
