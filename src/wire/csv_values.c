/* What stands in a cell: days and times as spreadsheets write them, minutes, marks, ranks. Nothing is guessed. */
#include "base/date.h"
#include "base/utf8.h"
#include "wire/csv_read.h"

#include "base/banned.h"

/* Digits at the front, `least` to `most` of them. */
static bool cut_number(struct span *rest, size_t least, size_t most, int *out)
{
    size_t digits = 0;
    int number = 0;
    while (digits < rest->len && digits < most && rest->ptr[digits] >= '0' && rest->ptr[digits] <= '9') {
        number = number * 10 + (rest->ptr[digits++] - '0');
    }
    *rest = span_skip(*rest, digits);
    *out = number;
    return digits >= least;
}

static bool cut_char(struct span *rest, char c)
{
    if (rest->len == 0 || rest->ptr[0] != c) {
        return false;
    }
    *rest = span_skip(*rest, 1);
    return true;
}

static bool is_day(int year, int month, int day, int32_t *out)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (year < 1900 || month < 1 || month > 12 || day < 1 || day > days[month - 1] + (month == 2 && leap)) {
        return false;
    }
    *out = date_day(year, month, day);
    return true;
}

/* `13/11/2026` at the front; the mark is the same both times. */
static enum csv_day cut_day_first(struct span *rest, int32_t *out)
{
    int day;
    int month;
    int year;
    if (!cut_number(rest, 1, 2, &day) || rest->len == 0) {
        return CSV_DAY_NONE;
    }
    char mark = rest->ptr[0];
    if ((mark != '/' && mark != '.') || !cut_char(rest, mark) || !cut_number(rest, 1, 2, &month) ||
        !cut_char(rest, mark) || !cut_number(rest, 4, 4, &year)) {
        return CSV_DAY_NONE;
    }
    if (is_day(year, month, day, out)) {
        return CSV_DAY;
    }
    return is_day(year, day, month, out) ? CSV_DAY_MONTH_FIRST : CSV_DAY_NONE;
}

enum csv_day csv_read_moment(struct span text, struct csv_moment *out)
{
    enum { ISO = 10 /* letters of YYYY-MM-DD */ };
    struct span rest = text;
    enum csv_day found;
    *out = (struct csv_moment){.day = 0};
    if (text.len >= ISO && text.ptr[4] == '-') {
        found = date_parse(span_of(text.ptr, ISO), &out->day) ? CSV_DAY : CSV_DAY_NONE;
        rest = span_skip(text, ISO);
    } else {
        found = cut_day_first(&rest, &out->day);
    }
    if (found == CSV_DAY_NONE || rest.len == 0) {
        return found;
    }
    if (!cut_char(&rest, 'T') && !cut_char(&rest, ' ')) {
        return CSV_DAY_NONE;
    }
    out->has_time = csv_read_time(span_trim(rest), &out->second);
    return out->has_time ? found : CSV_DAY_NONE;
}

/* `20:30`, `20:30:15`, `20h30`, `20h`: up to `most` hours. */
static bool read_clock(struct span text, int most, int *hours, int *minutes, int *seconds)
{
    *minutes = 0;
    *seconds = 0;
    if (!cut_number(&text, 1, 2, hours) || *hours > most || text.len == 0) {
        return false;
    }
    bool french = cut_char(&text, 'h') || cut_char(&text, 'H');
    if (french && text.len == 0) {
        return true;
    }
    if (!french && !cut_char(&text, ':')) {
        return false;
    }
    if (!cut_number(&text, 2, 2, minutes) || *minutes > 59) {
        return false;
    }
    if (!french && cut_char(&text, ':') && (!cut_number(&text, 2, 2, seconds) || *seconds > 59)) {
        return false;
    }
    return text.len == 0;
}

bool csv_read_time(struct span text, int32_t *second)
{
    int hours;
    int minutes;
    int seconds;
    if (!read_clock(text, 23, &hours, &minutes, &seconds)) {
        return false;
    }
    *second = hours * 3600 + minutes * 60 + seconds;
    return true;
}

bool csv_read_minutes(struct span text, unsigned *minutes)
{
    int number;
    int hours;
    int seconds;
    if (read_clock(text, 99, &hours, &number, &seconds)) {
        *minutes = (unsigned)(hours * 60 + number);
        return true;
    }
    if (!cut_number(&text, 1, 6, &number)) {
        return false;
    }
    *minutes = (unsigned)number;
    text = span_trim(text);
    return text.len == 0 || span_is(text, "min") || span_is(text, "mn") || span_is(text, "minutes");
}

bool csv_read_mark(struct span text, bool *marked)
{
    static const struct {
        const char *word;
        bool marked;
    } WORDS[] = {{"", false},      {"1", true},    {"0", false},   {"x", true},    {"-", false},
                 {"yes", true},    {"no", false},  {"oui", true},  {"non", false}, {"true", true},
                 {"false", false}, {"vrai", true}, {"faux", false}};
    for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
        if (span_is_nocase(text, WORDS[i].word)) {
            *marked = WORDS[i].marked;
            return true;
        }
    }
    return false;
}

bool csv_read_rank(struct span text, unsigned *rank)
{
    int number = 0;
    bool number_there = text.len == 0 || cut_number(&text, 1, 4, &number);
    (void)cut_char(&text, '.');
    *rank = (unsigned)number;
    return number_there && text.len == 0;
}
