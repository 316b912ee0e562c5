/* Hexadecimal digits, read; strbuf_hex writes them. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include "base/span.h"

/* The value of a digit in either case; -1: it is none. */
static inline int hex_digit(char c)
{
    char small = (char)(c | 0x20); /* a capital letter becomes small, a digit stays */
    return c >= '0' && c <= '9' ? c - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* Reads all of `text`, which must be two digits in either case for each of `size` bytes; false on anything else. */
bool hex_read(struct span text, uint8_t *bytes, size_t size);

#endif
