/* Reading points. */
#include "base/points.h"

#include "base/banned.h"

static bool is_digit(struct span text, size_t at)
{
    return at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9';
}

bool points_scan(struct span *rest, const char *marks, int64_t *hundredths)
{
    struct span text = *rest;
    bool negative = span_starts(text, "-");
    size_t at = negative || span_starts(text, "+");
    int64_t value = 0;
    if (!is_digit(text, at)) {
        return false;
    }
    for (; is_digit(text, at); at++) {
        value = value < INT32_MAX ? value * 10 + (text.ptr[at] - '0') : value;
    }
    value *= POINTS_ONE;
    if (is_digit(text, at + 1) && text.ptr[at] != '\0' && strchr(marks, text.ptr[at])) {
        at++;
        for (int64_t unit = POINTS_ONE / 10; unit > 0 && is_digit(text, at); unit /= 10) {
            value += unit * (text.ptr[at++] - '0');
        }
    }
    *hundredths = negative ? -value : value;
    *rest = span_skip(text, at);
    return true;
}

bool points_parse(struct span text, int32_t *hundredths)
{
    int64_t value = 0;
    bool good = !span_starts(text, "+") && points_scan(&text, ".", &value) && text.len == 0 && value >= -POINTS_LIMIT &&
                value <= POINTS_LIMIT;
    *hundredths = good ? (int32_t)value : *hundredths;
    return good;
}
