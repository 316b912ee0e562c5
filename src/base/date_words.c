/* Dates in words: one pass over the text, the date first, then what there is of a time. */
#include "base/date_words.h"

#include "base/date.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

enum { MONTHS = 12, WEEKDAYS = 7, SPELLINGS = 5 };

static const char *const MONTH_NAMES[MONTHS][SPELLINGS] = {
    {"january", "janvier", "jan", "janv"},
    {"february", "février", "feb", "fév", "févr"},
    {"march", "mars", "mar"},
    {"april", "avril", "apr", "avr"},
    {"may", "mai"},
    {"june", "juin", "jun"},
    {"july", "juillet", "jul", "juil"},
    {"august", "août", "aug"},
    {"september", "septembre", "sep", "sept"},
    {"october", "octobre", "oct"},
    {"november", "novembre", "nov"},
    {"december", "décembre", "dec", "déc"},
};

/* Without `mar`, which is March. */
static const char *const WEEKDAY_NAMES[WEEKDAYS][SPELLINGS] = {
    {"monday", "lundi", "mon", "lun"},    {"tuesday", "mardi", "tue"},          {"wednesday", "mercredi", "wed", "mer"},
    {"thursday", "jeudi", "thu", "jeu"},  {"friday", "vendredi", "fri", "ven"}, {"saturday", "samedi", "sat", "sam"},
    {"sunday", "dimanche", "sun", "dim"},
};

/* A list of words that ends in NULL. */
static const char *const FIRST[] = {"er", NULL};
static const char *const ORDINALS[] = {"st", "nd", "rd", "th", "e", NULL};
static const char *const OF[] = {"de", "of", NULL};
static const char *const ON[] = {"le", "on", NULL};
static const char *const AT[] = {"à", "at", "T", NULL};
static const char *const HOUR[] = {"h", "heures", "heure", NULL};
static const char *const NOON[] = {"midi", "noon", NULL};
static const char *const MIDNIGHT[] = {"minuit", "midnight", NULL};
static const char *const UTC[] = {"Z", "UTC", NULL};

struct day {
    int year, month, day;
    bool short_year; /* the year has two digits */
};

static void skip_blanks(struct span *rest)
{
    *rest = span_trim(*rest);
}

static bool take_char(struct span *rest, const char *wanted)
{
    if (rest->len == 0 || rest->ptr[0] == '\0' || !strchr(wanted, rest->ptr[0])) {
        return false;
    }
    *rest = span_skip(*rest, 1);
    return true;
}

/* A number of `least` to `most` digits with no digit behind it. */
static bool take_number(struct span *rest, size_t least, size_t most, int *out)
{
    size_t n = 0;
    int64_t value = 0;
    while (n < rest->len && rest->ptr[n] >= '0' && rest->ptr[n] <= '9') {
        n++;
    }
    if (n < least || n > most || !span_int(span_of(rest->ptr, n), 0, 9999, &value)) {
        return false;
    }
    *rest = span_skip(*rest, n);
    *out = (int)value;
    return true;
}

/* The letters at the front, which may be none. */
static struct span peek_letters(struct span rest)
{
    size_t n = 0;
    while (n < rest.len && ((unsigned char)rest.ptr[n] >= 0x80 || (rest.ptr[n] >= 'a' && rest.ptr[n] <= 'z') ||
                            (rest.ptr[n] >= 'A' && rest.ptr[n] <= 'Z'))) {
        n++;
    }
    return span_of(rest.ptr, n);
}

/* Passes over one of `words`, if it is next. */
static bool take_word(struct span *rest, const char *const *words)
{
    struct span word = peek_letters(*rest);
    for (; *words && word.len > 0; words++) {
        if (utf8_same(word, span_from(*words))) {
            *rest = span_skip(*rest, word.len);
            return true;
        }
    }
    return false;
}

/* Which of `count` names is next, from 1, a full stop behind it included; 0: none. */
static int take_name(struct span *rest, const char *const names[][SPELLINGS], int count)
{
    struct span word = peek_letters(*rest);
    for (int i = 0; i < count && word.len > 0; i++) {
        for (int j = 0; j < SPELLINGS && names[i][j]; j++) {
            if (utf8_same(word, span_from(names[i][j]))) {
                *rest = span_skip(*rest, word.len);
                (void)take_char(rest, ".");
                return i + 1;
            }
        }
    }
    return 0;
}

static bool take_month(struct span *rest, int *month)
{
    *month = take_name(rest, MONTH_NAMES, MONTHS);
    return *month > 0;
}

/* A year of four digits; one of two, which ends there, is remembered as such. */
static bool take_year(struct span *rest, struct day *day)
{
    struct span at = *rest;
    if (take_number(rest, 4, 4, &day->year)) {
        return true;
    }
    int two;
    bool taken = take_number(&at, 2, 2, &two);
    day->short_year = taken && (at.len == 0 || at.ptr[0] == ' ' || at.ptr[0] == '\t' || at.ptr[0] == ',');
    return false;
}

/* `1er`, `15`, `22nd` */
static bool take_ordinal(struct span *rest, int *day)
{
    if (!take_number(rest, 1, 2, day)) {
        return false;
    }
    bool first = take_word(rest, FIRST);
    if (!first) {
        (void)take_word(rest, ORDINALS);
    }
    return !first || *day == 1;
}

/* `15/11/2026` and its like, the same sign twice. */
static bool take_numbers(struct span *rest, struct day *day)
{
    struct span at = *rest;
    if (!take_number(&at, 1, 2, &day->day) || at.len == 0) {
        return false;
    }
    const char sign[2] = {at.ptr[0], '\0'};
    if (!take_char(&at, "/.-") || !take_number(&at, 1, 2, &day->month) || !take_char(&at, sign) ||
        !take_year(&at, day)) {
        return false;
    }
    *rest = at;
    return true;
}

/* `2026-11-15`, which a time in words may follow. */
static bool take_iso(struct span *rest, struct day *day)
{
    struct span at = *rest;
    if (!take_number(&at, 4, 4, &day->year) || !take_char(&at, "-") || !take_number(&at, 2, 2, &day->month) ||
        !take_char(&at, "-") || !take_number(&at, 2, 2, &day->day)) {
        return false;
    }
    *rest = at;
    return true;
}

/* `15 novembre 2026`, `November 15, 2026` */
static bool take_words(struct span *rest, struct day *day)
{
    struct span at = *rest;
    bool month_first = take_month(&at, &day->month);
    skip_blanks(&at);
    if (!take_ordinal(&at, &day->day)) {
        return false;
    }
    skip_blanks(&at);
    if (!month_first) {
        (void)take_word(&at, OF);
        skip_blanks(&at);
        if (!take_month(&at, &day->month)) {
            return false;
        }
        skip_blanks(&at);
    }
    (void)take_char(&at, ",");
    skip_blanks(&at);
    if (!take_year(&at, day)) {
        return false;
    }
    *rest = at;
    return true;
}

/* ---- the time of day ---- */

struct clock {
    int hour, minute, second; /* second -1: not said */
    struct span offset;       /* as it is written down; empty: none */
    bool midnight;            /* which is between two days: no time */
};

/* `am`, `pm`, `a.m.`, `p.m.`: the first letter, small; 0: none of them. */
static char take_meridiem(struct span *rest)
{
    struct span at = *rest;
    char half = 0;
    if (at.len > 0) {
        half = take_char(&at, "aA") ? 'a' : take_char(&at, "pP") ? 'p' : '\0';
    }
    bool dotted = take_char(&at, ".");
    if (!half || !take_char(&at, "mM") || (dotted && !take_char(&at, ".")) || peek_letters(at).len > 0) {
        return '\0';
    }
    *rest = at;
    return half;
}

/* `8 pm` is 20, `12 am` is 0. */
static bool take_half(struct span *rest, struct clock *clock)
{
    char half = take_meridiem(rest);
    if (!half) {
        return true;
    }
    if (clock->hour < 1 || clock->hour > 12) {
        return false;
    }
    clock->hour = clock->hour % 12 + (half == 'p' ? 12 : 0);
    return true;
}

/* `:30`, `:30:15`, `.30`, `h30`, `h 30`, `h`; or nothing, when `pm` follows. */
static bool take_minutes(struct span *rest, struct clock *clock)
{
    if (take_char(rest, ":")) {
        return take_number(rest, 2, 2, &clock->minute) &&
               (!take_char(rest, ":") || take_number(rest, 2, 2, &clock->second));
    }
    if (take_char(rest, ".")) {
        return take_number(rest, 2, 2, &clock->minute);
    }
    skip_blanks(rest);
    if (take_word(rest, HOUR)) {
        skip_blanks(rest);
        (void)take_number(rest, 2, 2, &clock->minute);
        return true;
    }
    struct span ahead = *rest;
    return take_meridiem(&ahead) != '\0';
}

/* `+01:00`, `-05:00` or `Z` to the end; how large it may be date_wall_parse knows. */
static bool take_offset(struct span *rest, struct clock *clock)
{
    skip_blanks(rest);
    if (take_word(rest, UTC)) {
        clock->offset = SPAN_LITERAL("Z");
    } else {
        clock->offset = *rest;
        *rest = span_skip(*rest, rest->len);
    }
    return rest->len == 0 && clock->offset.len <= sizeof("+01:00") - 1;
}

static bool take_clock(struct span *rest, struct clock *clock)
{
    (void)take_char(rest, ",");
    skip_blanks(rest);
    (void)take_word(rest, AT);
    skip_blanks(rest);
    if (take_word(rest, NOON)) {
        clock->hour = 12;
        return take_offset(rest, clock);
    }
    clock->midnight = take_word(rest, MIDNIGHT);
    if (clock->midnight || !take_number(rest, 1, 2, &clock->hour) || !take_minutes(rest, clock)) {
        return false;
    }
    skip_blanks(rest);
    return take_half(rest, clock) && take_offset(rest, clock);
}

/* ---- writing ---- */

static void add_number(struct strbuf *out, const char *before, int digits, int value)
{
    strbuf_add(out, before);
    for (int unit = digits == 4 ? 1000 : 10; unit > 0; unit /= 10) {
        strbuf_add_char(out, (char)('0' + value / unit % 10));
    }
}

static bool write_iso(struct day day, const struct clock *clock, char out[DATE_WORDS_SIZE])
{
    struct strbuf text;
    strbuf_wrap(&text, out, DATE_WORDS_SIZE);
    add_number(&text, "", 4, day.year);
    add_number(&text, "-", 2, day.month);
    add_number(&text, "-", 2, day.day);
    if (clock) {
        add_number(&text, "T", 2, clock->hour);
        add_number(&text, ":", 2, clock->minute);
        if (clock->second >= 0) {
            add_number(&text, ":", 2, clock->second);
        }
        strbuf_add_span(&text, clock->offset);
    }
    return strbuf_ok(&text) && date_wall_parse(strbuf_span(&text), NULL, NULL);
}

/* The day of the week, from 1 for Monday, of a day that is in the calendar. */
static int weekday_of(struct day day)
{
    static const int SHIFT[MONTHS] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int year = day.month < 3 ? day.year - 1 : day.year;
    int sunday_0 = (year + year / 4 - year / 100 + year / 400 + SHIFT[day.month - 1] + day.day) % WEEKDAYS;
    return sunday_0 == 0 ? WEEKDAYS : sunday_0;
}

/* `le`, `vendredi`, `le vendredi`, `Friday,`; 0: no weekday. */
static int take_weekday(struct span *rest)
{
    (void)take_word(rest, ON);
    skip_blanks(rest);
    int weekday = take_name(rest, WEEKDAY_NAMES, WEEKDAYS);
    if (weekday > 0) {
        (void)take_char(rest, ",");
        skip_blanks(rest);
        (void)take_word(rest, ON);
        skip_blanks(rest);
    }
    return weekday;
}

enum date_words date_from_words(struct span text, bool timed, char out[DATE_WORDS_SIZE])
{
    struct day day = {0, 0, 0, false};
    struct clock clock = {.second = -1};
    struct span rest = span_trim(text);
    int weekday = take_weekday(&rest);
    bool numbers = take_numbers(&rest, &day);
    if (!numbers && !take_iso(&rest, &day) && !take_words(&rest, &day)) {
        return day.short_year ? DATE_WORDS_SHORT_YEAR : DATE_WORDS_NO;
    }
    bool with_clock = rest.len > 0;
    if (with_clock && !(timed && take_clock(&rest, &clock))) {
        return clock.midnight ? DATE_WORDS_MIDNIGHT : DATE_WORDS_NO;
    }
    if (write_iso(day, with_clock ? &clock : NULL, out)) {
        return weekday == 0 || weekday == weekday_of(day) ? DATE_WORDS_OK : DATE_WORDS_WEEKDAY;
    }
    struct day turned = {day.year, day.day, day.month, false};
    return numbers && write_iso(turned, NULL, out) ? DATE_WORDS_MONTH_FIRST : DATE_WORDS_NO;
}

/* True when `name` begins with `word`, letter by letter without case and accents. */
static bool begins_with(struct span name, struct span word, size_t *letters)
{
    *letters = 0;
    while (word.len > 0) {
        uint32_t wanted = utf8_fold(&word);
        uint32_t letter = 0;
        while (wanted != 0 && name.len > 0 && letter == 0) {
            letter = utf8_fold(&name);
        }
        if (wanted != letter) {
            return false;
        }
        *letters += wanted != 0;
    }
    return true;
}

unsigned date_months(struct span word)
{
    enum { LEAST = 3 };
    unsigned months = 0;
    for (int i = 0; i < MONTHS; i++) {
        for (int j = 0; j < SPELLINGS && MONTH_NAMES[i][j]; j++) {
            size_t letters = 0;
            bool same = begins_with(span_from(MONTH_NAMES[i][j]), word, &letters);
            months |= same && letters >= LEAST ? 1U << i : 0;
        }
    }
    return months;
}
