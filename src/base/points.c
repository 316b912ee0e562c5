/* Reading points. */
#include "base/points.h"

#include "base/banned.h"

bool points_parse(struct span text, int32_t *hundredths)
{
    const char *dot = text.len > 0 ? memchr(text.ptr, '.', text.len) : NULL;
    struct span whole = dot ? span_of(text.ptr, (size_t)(dot - text.ptr)) : text;
    struct span part = dot ? span_skip(text, whole.len + 1) : (struct span){NULL, 0};
    bool negative = span_starts(text, "-");
    int64_t points = 0;
    int64_t cents = 0;
    if (!span_int(whole, -999999, 999999, &points)) {
        return false;
    }
    if (dot) {
        bool digits = part.len == 1 || part.len == 2;
        for (size_t i = 0; digits && i < part.len; i++) {
            digits = part.ptr[i] >= '0' && part.ptr[i] <= '9';
        }
        if (!digits || !span_int(part, 0, 99, &cents)) {
            return false;
        }
        cents = part.len == 1 ? cents * 10 : cents;
    }
    *hundredths = (int32_t)(points * POINTS_ONE + (negative ? -cents : cents));
    return true;
}
