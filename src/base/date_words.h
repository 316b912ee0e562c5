/*
 * Dates as people write them on paper, in English and French, made into the
 * ones of base/date.h: `15/11/2026`, `15.11.2026`, `15 novembre 2026`,
 * `1er mars 2026`, `November 15, 2026`, `15 Nov 2026`, and behind them a time
 * of day: `20:30`, `20h30`, `20.30`, `à 20 h 30`, `à 20 heures`, `at 8:30 pm`,
 * `8:30 p.m.`, `à midi`, `at noon`, with an offset or without. A weekday may
 * stand before the date. Between slashes, dots or hyphens the day comes first, always.
 */
#ifndef BASE_DATE_WORDS_H
#define BASE_DATE_WORDS_H

#include "base/span.h"

enum { DATE_WORDS_SIZE = sizeof("2026-11-15T20:30:59+01:00") };

enum date_words {
    DATE_WORDS_NO,         /* nothing of that kind, or no day of the calendar */
    DATE_WORDS_OK,         /* `out` has it, terminated */
    DATE_WORDS_WEEKDAY,    /* the day is another one of the week than is said */
    DATE_WORDS_SHORT_YEAR, /* the year has two digits: the century is never guessed */
    DATE_WORDS_MIDNIGHT,   /* `minuit`, `midnight`: of which of two days is never guessed */
    DATE_WORDS_MONTH_FIRST /* it would be a date if the month came first, which is never guessed */
};

/* With `timed` a time of day may follow the date; without, nothing may. */
enum date_words date_from_words(struct span text, bool timed, char out[DATE_WORDS_SIZE]);

/*
 * The months that begin with `word` in English or French, as bits from 0 for January; case and accents make no
 * difference. Three letters at least: `jui` is June and July.
 */
unsigned date_months(struct span word);

#endif
