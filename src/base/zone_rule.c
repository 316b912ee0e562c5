/* Rules of time zones, read and applied. */
#include "base/zone_rule.h"

#include "base/date.h"
#include "base/strbuf.h"

#include "base/banned.h"

enum { DAY = 86400, HOUR = 3600 };

/* `M3.5.0/2`: day `weekday` (0: Sunday) of week `week` (5: the last) of a month, and a time of that day. */
struct change {
    int64_t month, week, weekday;
    int64_t time; /* seconds on the clock as it was before */
};

static bool take(struct span *rest, char c)
{
    bool there = rest->len > 0 && rest->ptr[0] == c;
    *rest = there ? span_skip(*rest, 1) : *rest;
    return there;
}

static bool take_number(struct span *rest, int64_t most, int64_t *value)
{
    size_t digits = 0;
    *value = 0;
    while (digits < rest->len && rest->ptr[digits] >= '0' && rest->ptr[digits] <= '9' && *value <= most) {
        *value = *value * 10 + (rest->ptr[digits++] - '0');
    }
    *rest = span_skip(*rest, digits);
    return digits > 0 && *value <= most;
}

/* `CET`, or `<+03>`. */
static bool take_letters(struct span *rest)
{
    bool quoted = take(rest, '<');
    size_t length = 0;
    while (length < rest->len) {
        char c = rest->ptr[length];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (quoted ? c == '>' : !letter) {
            break;
        }
        length++;
    }
    *rest = span_skip(*rest, length);
    return length > 0 && (!quoted || take(rest, '>'));
}

/* `-1`, `5:30`, `167:00:00`: seconds. */
static bool take_time(struct span *rest, int64_t *seconds)
{
    int64_t part[3] = {0};
    bool negative = take(rest, '-');
    (void)(negative || take(rest, '+'));
    bool good = take_number(rest, 167, &part[0]);
    for (unsigned i = 1; good && i < 3 && take(rest, ':'); i++) {
        good = take_number(rest, 59, &part[i]);
    }
    *seconds = (part[0] * HOUR + part[1] * 60 + part[2]) * (negative ? -1 : 1);
    return good;
}

static bool take_change(struct span *rest, struct change *change)
{
    enum { USUAL = 2 * HOUR };
    *change = (struct change){.time = USUAL};
    bool good = take(rest, ',') && take(rest, 'M') && take_number(rest, 12, &change->month) && take(rest, '.') &&
                take_number(rest, 5, &change->week) && take(rest, '.') && take_number(rest, 6, &change->weekday);
    if (good && take(rest, '/')) {
        good = take_time(rest, &change->time);
    }
    return good && change->month > 0 && change->week > 0;
}

/* ---- a year's calendar ---- */

/* The first of a month, as days since 1970. */
static int64_t first_of(int64_t year, int64_t month)
{
    char memory[32];
    struct strbuf text;
    int32_t day = 0;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_int(&text, year);
    strbuf_add(&text, month < 10 ? "-0" : "-");
    strbuf_int(&text, month);
    strbuf_add(&text, "-01");
    (void)date_parse(strbuf_span(&text), &day);
    return day;
}

/* Seconds since 1970 on the clock on the wall. */
static int64_t moment(const struct change *change, int64_t year)
{
    int64_t first = first_of(year, change->month);
    int64_t after = change->month == 12 ? first_of(year + 1, 1) : first_of(year, change->month + 1);
    int64_t weekday = ((first + 4) % 7 + 7) % 7; /* 1970-01-01 was a Thursday */
    int64_t day = first + (change->weekday - weekday + 7) % 7 + 7 * (change->week - 1);
    while (day >= after) {
        day -= 7;
    }
    return day * DAY + change->time;
}

static int64_t year_of(int64_t seconds)
{
    char text[DATE_SIZE];
    int64_t year = 0;
    int64_t day = seconds / DAY - (seconds % DAY < 0);
    date_format((int32_t)(day > INT32_MAX ? INT32_MAX : day < INT32_MIN ? INT32_MIN : day), text);
    (void)span_int(span_of(text, 4), 0, 9999, &year);
    return year;
}

bool zone_rule(struct span rule, int64_t at, int32_t *ahead)
{
    enum { FIRST_YEAR = 1900, LAST_YEAR = 9998 };
    struct change to;
    struct change from;
    int64_t usual = 0;
    int64_t summer = 0;
    if (!take_letters(&rule) || !take_time(&rule, &usual) || usual <= -ZONE_AHEAD || usual >= ZONE_AHEAD) {
        return false;
    }
    *ahead = (int32_t)-usual;
    if (rule.len == 0) {
        return true;
    }
    bool good = take_letters(&rule);
    summer = usual - HOUR;
    if (good && rule.len > 0 && rule.ptr[0] != ',') {
        good = take_time(&rule, &summer);
    }
    good = good && summer > -ZONE_AHEAD && summer < ZONE_AHEAD && take_change(&rule, &to) &&
           take_change(&rule, &from) && rule.len == 0;
    int64_t year = good ? year_of(at - usual) : 0;
    if (year < FIRST_YEAR || year > LAST_YEAR) {
        return false;
    }
    int64_t begins = moment(&to, year) + usual;
    int64_t ends = moment(&from, year) + summer;
    bool dst = begins < ends ? at >= begins && at < ends : at >= begins || at < ends; /* in the south over New Year */
    *ahead = (int32_t)(dst ? -summer : -usual);
    return true;
}
