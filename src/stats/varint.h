/*
 * Integers as few bytes: seven bits a byte, low bits first, the top bit says
 * that more follow. Signed ones are folded so that small ones of either sign
 * are short.
 */
#ifndef STATS_VARINT_H
#define STATS_VARINT_H

#include "base/strbuf.h"
#include "stats/wide.h"

enum { VARINT_SIZE = 19 }; /* bytes of a number at the most */

void varint_put(struct strbuf *out, uint64_t value);
void varint_put_signed(struct strbuf *out, int64_t value);
void varint_put_wide(struct strbuf *out, wide value);
/* The same into memory of the caller's; returns how many bytes. */
size_t varint_write_wide(char out[VARINT_SIZE], wide value);

/* Take a number off the front of `*rest`; false, when the bytes end early or the number is out of range. */
bool varint_take(struct span *rest, uint64_t max, uint64_t *out);
bool varint_take_signed(struct span *rest, int64_t *out);
bool varint_take_wide(struct span *rest, wide *out);

#endif
