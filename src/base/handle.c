/* Handles: five bits a character, out of an alphabet without i, l, o and u. */
#include "base/handle.h"

#include "base/banned.h"

static const char ALPHABET[] = "abcdefghjkmnpqrstvwxyz0123456789";

void handle_make(const struct entropy *entropy, char out[HANDLE_SIZE])
{
    uint8_t bytes[HANDLE_SIZE - 1];
    entropy->fill(entropy->context, bytes, sizeof(bytes));
    for (int i = 0; i < HANDLE_SIZE - 1; i++) {
        out[i] = ALPHABET[bytes[i] & (i == 0 ? 15 : 31)];
    }
    out[HANDLE_SIZE - 1] = '\0';
}

bool handle_ok(struct span text)
{
    bool good = text.len == HANDLE_SIZE - 1;
    for (size_t i = 0; good && i < text.len; i++) {
        const char *at = text.ptr[i] ? strchr(ALPHABET, text.ptr[i]) : NULL;
        good = at && (i > 0 || at - ALPHABET < 16);
    }
    return good;
}
