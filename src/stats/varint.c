/* All widths go through the widest: one loop each way. */
#include "stats/varint.h"

#include "base/banned.h"

__extension__ typedef unsigned __int128 uwide;

/* Nearly all numbers have few bytes: 128 bits are only touched by those that need them. */
static size_t write(char *out, uwide value)
{
    size_t n = 0;
    for (; value > UINT64_MAX; value >>= 7) {
        out[n++] = (char)(value | 0x80);
    }
    uint64_t rest = (uint64_t)value;
    for (; rest >= 0x80; rest >>= 7) {
        out[n++] = (char)(rest | 0x80);
    }
    out[n++] = (char)rest;
    return n;
}

static void put(struct strbuf *out, uwide value)
{
    char bytes[VARINT_SIZE];
    strbuf_add_span(out, span_of(bytes, write(bytes, value)));
}

static bool take(struct span *rest, uwide *out)
{
    enum { SHORT = 9 }; /* bytes whose bits fit into 64 */
    uint64_t low = 0;
    uwide value = 0;
    for (size_t i = 0; i < rest->len && i < SHORT; i++) {
        uint8_t byte = (uint8_t)rest->ptr[i];
        low |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *rest = span_skip(*rest, i + 1);
            *out = low;
            return true;
        }
    }
    value = low;
    for (size_t i = SHORT; i < rest->len && i < VARINT_SIZE; i++) {
        uint8_t byte = (uint8_t)rest->ptr[i];
        value |= (uwide)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *rest = span_skip(*rest, i + 1);
            *out = value;
            return i < VARINT_SIZE - 1 || byte < 4; /* the 19th byte holds the last two of 128 bits */
        }
    }
    return false;
}

static uwide fold(wide value)
{
    return value < 0 ? (~(uwide)value << 1) | 1 : (uwide)value << 1;
}

static wide unfold(uwide value)
{
    return value & 1 ? -(wide)(value >> 1) - 1 : (wide)(value >> 1);
}

void varint_put(struct strbuf *out, uint64_t value)
{
    put(out, value);
}

void varint_put_signed(struct strbuf *out, int64_t value)
{
    put(out, fold(value));
}

void varint_put_wide(struct strbuf *out, wide value)
{
    put(out, fold(value));
}

size_t varint_write_wide(char out[VARINT_SIZE], wide value)
{
    return write(out, fold(value));
}

bool varint_take(struct span *rest, uint64_t max, uint64_t *out)
{
    uwide value;
    if (!take(rest, &value) || value > max) {
        return false;
    }
    *out = (uint64_t)value;
    return true;
}

bool varint_take_wide(struct span *rest, wide *out)
{
    uwide value;
    if (!take(rest, &value)) {
        return false;
    }
    *out = unfold(value);
    return true;
}

bool varint_take_signed(struct span *rest, int64_t *out)
{
    wide value;
    if (!varint_take_wide(rest, &value) || value < INT64_MIN || value > INT64_MAX) {
        return false;
    }
    *out = (int64_t)value;
    return true;
}
