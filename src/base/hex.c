/* Hexadecimal digits to bytes. */
#include "base/hex.h"

#include "base/banned.h"

bool hex_read(struct span text, uint8_t *bytes, size_t size)
{
    if (text.len != 2 * size) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(text.ptr[2 * i]);
        int low = hex_digit(text.ptr[2 * i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
