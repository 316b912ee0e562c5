/* Dates: days are counted as in the proleptic Gregorian calendar, in eras of 400 years. */
#include "base/date.h"

#include "base/banned.h"

enum { DAYS_OF_ERA = 146097, DAYS_TO_1970 = 719468, DAY_MS = 86400000 };
enum { FIRST_DAY = -719162 /* 0001-01-01 */, LAST_DAY = 2932896 /* 9999-12-31 */ };

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

/* Years start in March here, so that the leap day is the last of its year. */
int32_t date_day(int year, int month, int day)
{
    int y = month <= 2 ? year - 1 : year;
    int era = y / 400;
    int of_era = y - era * 400;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * DAYS_OF_ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - DAYS_TO_1970;
}

/* Reads exactly `digits` digits off the front. */
static bool take_number(struct span *rest, size_t digits, int min, int max, int *out)
{
    int64_t value = 0;
    if (rest->len < digits || rest->ptr[0] == '-' || !span_int(span_of(rest->ptr, digits), min, max, &value)) {
        return false;
    }
    *rest = span_skip(*rest, digits);
    *out = (int)value;
    return true;
}

static bool take_char(struct span *rest, char c)
{
    if (rest->len == 0 || rest->ptr[0] != c) {
        return false;
    }
    *rest = span_skip(*rest, 1);
    return true;
}

static bool take_date(struct span *rest, int32_t *out)
{
    int year;
    int month;
    int day;
    if (!take_number(rest, 4, 1900, 9999, &year) || !take_char(rest, '-') || !take_number(rest, 2, 1, 12, &month) ||
        !take_char(rest, '-') || !take_number(rest, 2, 1, days_in(year, month), &day)) {
        return false;
    }
    *out = date_day(year, month, day);
    return true;
}

bool date_parse(struct span text, int32_t *day)
{
    int32_t found;
    if (!take_date(&text, &found) || text.len > 0) {
        return false;
    }
    if (day) {
        *day = found;
    }
    return true;
}

/* `Z` or `+HH:MM` or `-HH:MM`, in minutes. */
static bool take_offset(struct span *rest, int *minutes)
{
    if (take_char(rest, 'Z')) {
        *minutes = 0;
        return true;
    }
    int sign = take_char(rest, '+') ? 1 : -1;
    int hour;
    int minute;
    if ((sign < 0 && !take_char(rest, '-')) || !take_number(rest, 2, 0, 14, &hour) || !take_char(rest, ':') ||
        !take_number(rest, 2, 0, 59, &minute)) {
        return false;
    }
    *minutes = sign * (hour * 60 + minute);
    return true;
}

/* `:SS` and a fraction of up to nine digits, both optional; what is finer than a millisecond is dropped. */
static bool take_seconds(struct span *rest, int64_t *ms)
{
    int second = 0;
    int digit = 0;
    *ms = 0;
    if (!take_char(rest, ':')) {
        return true;
    }
    if (!take_number(rest, 2, 0, 59, &second)) {
        return false;
    }
    *ms = (int64_t)second * 1000;
    if (!take_char(rest, '.')) {
        return true;
    }
    int unit = 100;
    int digits = 0;
    while (digits < 9 && take_number(rest, 1, 0, 9, &digit)) {
        *ms += (int64_t)digit * unit;
        unit /= 10;
        digits++;
    }
    return digits > 0;
}

static bool parse_time(struct span text, bool wall, int64_t *ms, int32_t *day)
{
    int32_t date;
    if (!take_date(&text, &date)) {
        return false;
    }
    int64_t at = (int64_t)date * DAY_MS;
    if (text.len > 0) {
        int hour;
        int minute;
        int64_t seconds;
        int offset = 0;
        if (!take_char(&text, 'T') || !take_number(&text, 2, 0, 23, &hour) || !take_char(&text, ':') ||
            !take_number(&text, 2, 0, 59, &minute) || !take_seconds(&text, &seconds) ||
            !((wall && text.len == 0) || take_offset(&text, &offset)) || text.len > 0) {
            return false;
        }
        at += ((int64_t)hour * 60 + minute - offset) * 60000 + seconds;
    }
    if (ms) {
        *ms = at;
    }
    if (day) {
        *day = date;
    }
    return true;
}

bool date_time_parse(struct span text, int64_t *ms, int32_t *day)
{
    return parse_time(text, false, ms, day);
}

bool date_wall_parse(struct span text, int64_t *ms, int32_t *day)
{
    return parse_time(text, true, ms, day);
}

static void put_number(char *out, size_t digits, int64_t value)
{
    for (size_t i = digits; i-- > 0;) {
        out[i] = (char)('0' + value % 10);
        value /= 10;
    }
}

/* What a damaged row says may be any number: the nearest that can be written. */
static int64_t clamp(int64_t value, int64_t least, int64_t most)
{
    if (value < least) {
        return least;
    }
    return value > most ? most : value;
}

void date_format(int32_t day, char out[DATE_SIZE])
{
    int z = (int)clamp(day, FIRST_DAY, LAST_DAY) + DAYS_TO_1970;
    int era = z / DAYS_OF_ERA;
    int of_era = z - era * DAYS_OF_ERA;
    int year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int shifted = (5 * of_year + 2) / 153;
    int month = shifted < 10 ? shifted + 3 : shifted - 9;
    put_number(out, 4, year_of_era + era * 400 + (month <= 2 ? 1 : 0));
    out[4] = '-';
    put_number(out + 5, 2, month);
    out[7] = '-';
    put_number(out + 8, 2, of_year - (153 * shifted + 2) / 5 + 1);
    out[10] = '\0';
}

void date_time_format(int64_t ms, char out[DATE_TIME_SIZE])
{
    int64_t at = clamp(ms, (int64_t)FIRST_DAY * DAY_MS, (int64_t)(LAST_DAY + 1) * DAY_MS - 1);
    int64_t day = at >= 0 ? at / DAY_MS : -((-at + DAY_MS - 1) / DAY_MS);
    int64_t rest = at - day * DAY_MS;
    date_format((int32_t)day, out);
    out[10] = 'T';
    put_number(out + 11, 2, rest / 3600000);
    out[13] = ':';
    put_number(out + 14, 2, rest / 60000 % 60);
    out[16] = ':';
    put_number(out + 17, 2, rest / 1000 % 60);
    out[19] = '.';
    put_number(out + 20, 3, rest % 1000);
    out[23] = 'Z';
    out[24] = '\0';
}
