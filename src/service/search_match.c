/* How well a name fits what is looked for, and which days are meant. */
#include "base/date.h"
#include "base/date_words.h"
#include "service/search_inside.h"

#include "base/banned.h"

/* ---- names ---- */

static bool at_word(struct span text, size_t at)
{
    return at == 0 || text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '-' || text.ptr[at - 1] == '\'';
}

/* The best place at which `wanted` stands in `text`. */
static enum search_rank find(struct span text, struct span wanted)
{
    enum search_rank best = RANK_NONE;
    for (size_t at = 0; at + wanted.len <= text.len; at++) {
        if (text.ptr[at] == wanted.ptr[0] && memcmp(text.ptr + at, wanted.ptr, wanted.len) == 0) {
            if (at_word(text, at)) {
                return at == 0 ? RANK_BEGINS : RANK_WORD;
            }
            best = RANK_INSIDE;
        }
    }
    return best;
}

enum search_rank search_rank(struct span text, struct span wanted)
{
    if (span_equal(text, wanted)) {
        return RANK_EXACT;
    }
    enum search_rank rank = find(text, wanted);
    struct span rest = wanted;
    struct span word = span_word(&rest);
    if (rank != RANK_NONE || rest.len == 0) {
        return rank;
    }
    while (word.len > 0) {
        if (find(text, word) > RANK_WORD) {
            return RANK_NONE;
        }
        word = span_word(&rest);
    }
    return RANK_WORDS;
}

/* ---- times ---- */

enum { ANY_MONTH = 0xfff, MONTH_MAX = 12, DAY_MAX = 31 };

static bool is_filler(struct span word)
{
    static const char *const fillers[] = {"le", "de", "du", "the", "of", "on", "en", "in"};
    for (size_t i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++) {
        if (span_is(word, fillers[i])) {
            return true;
        }
    }
    return false;
}

/* `13`, `1er`, `2nd`: the number, or -1. */
static int ordinal(struct span word)
{
    static const char *const ends[] = {"er", "e", "st", "nd", "rd", "th"};
    int64_t value = 0;
    size_t digits = 0;
    while (digits < word.len && word.ptr[digits] >= '0' && word.ptr[digits] <= '9') {
        digits++;
    }
    struct span number = span_of(word.ptr, digits);
    struct span end = span_skip(word, digits);
    bool good = end.len == 0;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        good = good || span_is(end, ends[i]);
    }
    while (number.len > 1 && number.ptr[0] == '0') {
        number = span_skip(number, 1);
    }
    return good && span_int(number, 1, 9999, &value) ? (int)value : -1;
}

/* Takes a number for what it can still be: a year first, behind a year a month, else a day. */
static bool take_number(struct search_days *days, int number)
{
    bool month_known = days->months != ANY_MONTH;
    if (number >= 1900) {
        bool first = days->year == 0;
        days->year = number;
        return first;
    }
    bool month = !month_known && (days->year != 0 || days->day != 0);
    if (month && number <= MONTH_MAX) {
        days->months = 1U << (number - 1);
        return true;
    }
    bool day = days->day == 0 && number <= DAY_MAX && !month;
    days->day = day ? number : days->day;
    return day;
}

static bool take_word(struct search_days *days, struct span word)
{
    if (is_filler(word)) {
        return true;
    }
    if (word.ptr[0] >= '0' && word.ptr[0] <= '9') {
        int number = ordinal(word);
        return number > 0 && take_number(days, number);
    }
    unsigned months = date_months(word);
    bool good = months != 0 && days->months == ANY_MONTH;
    days->months = good ? months : days->months;
    return good;
}

bool search_days_read(struct span folded, struct search_days *out)
{
    *out = (struct search_days){.months = ANY_MONTH};
    for (struct span word = span_word_between(&folded, " ./-,"); word.len > 0;
         word = span_word_between(&folded, " ./-,")) {
        if (!take_word(out, word)) {
            return false;
        }
    }
    if (out->months == ANY_MONTH && out->day != 0 && out->year != 0 && out->day <= MONTH_MAX) { /* 11/2026 */
        out->months = 1U << (out->day - 1);
        out->day = 0;
    }
    return out->months != ANY_MONTH || (out->year != 0 && out->day == 0);
}

static void split(int32_t day, int *year, int *month, int *date)
{
    char text[DATE_SIZE];
    int64_t part[3] = {0, 0, 0};
    date_format(day, text);
    struct span rest = span_from(text);
    for (int i = 0; i < 3; i++) {
        struct span number = span_cut(&rest, '-');
        while (number.len > 1 && number.ptr[0] == '0') {
            number = span_skip(number, 1);
        }
        (void)span_int(number, 0, 9999, &part[i]);
    }
    *year = (int)part[0];
    *month = (int)part[1];
    *date = (int)part[2];
}

bool search_days_has(const struct search_days *days, int32_t day)
{
    int year = 0;
    int month = 0;
    int date = 0;
    split(day, &year, &month, &date);
    return (days->year == 0 || days->year == year) && month > 0 && (days->months & 1U << (month - 1)) != 0 &&
           (days->day == 0 || days->day == date);
}

bool search_days_range(const struct search_days *days, int32_t *first, int32_t *last)
{
    int month = 1;
    if (days->year == 0) {
        return false;
    }
    if (days->months == ANY_MONTH) {
        *first = date_day(days->year, 1, 1);
        *last = date_day(days->year + 1, 1, 1) - 1;
        return days->day == 0;
    }
    while (month < MONTH_MAX && (days->months & 1U << (month - 1)) == 0) {
        month++;
    }
    *first = date_day(days->year, month, days->day > 0 ? days->day : 1);
    *last = days->day > 0        ? *first
            : month == MONTH_MAX ? date_day(days->year + 1, 1, 1) - 1
                                 : date_day(days->year, month + 1, 1) - 1;
    return days->months == 1U << (month - 1) && search_days_has(days, *first); /* no 31 November */
}
