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

uint64_t handle_number(struct span text)
{
    uint64_t number = 0;
    for (size_t i = 0; i < text.len; i++) {
        number = number << 5 | (uint64_t)(strchr(ALPHABET, text.ptr[i]) - ALPHABET);
    }
    return number;
}

bool handle_of_number(uint64_t number, char out[HANDLE_SIZE])
{
    for (int i = HANDLE_SIZE - 2; i >= 0; i--) {
        out[i] = ALPHABET[number & 31];
        number >>= 5;
    }
    out[HANDLE_SIZE - 1] = '\0';
    return number == 0 && handle_ok(span_from(out));
}
