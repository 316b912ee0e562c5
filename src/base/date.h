/*
 * Dates as records write them: `2026-11-13`, or with a time of day and an
 * offset `2026-11-13T20:30+01:00` (seconds and a fraction of them optional, `Z` for UTC). Only the
 * Gregorian calendar, years 1900 to 9999, and no clock.
 */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include "base/span.h"

enum { DATE_SIZE = 11, DATE_TIME_SIZE = 25 };

/* True for a calendar date `YYYY-MM-DD`; its day number (1970-01-01 is 0) goes to `*day` unless NULL. */
bool date_parse(struct span text, int32_t *day);

/*
 * True for a date, or a date, `T`, time of day and offset. `*ms` (unless
 * NULL) gets milliseconds since 1970 UTC; a bare date counts as its midnight
 * in UTC. `*day` (unless NULL) gets the day number on the local calendar.
 */
bool date_time_parse(struct span text, int64_t *ms, int32_t *day);

/*
 * The same for what a record says: the offset may be missing, because a sheet
 * of paper has the clock on the wall. Such a time counts as one of UTC, as a
 * bare date does.
 */
bool date_wall_parse(struct span text, int64_t *ms, int32_t *day);

/* The number of a day of the calendar, which is not checked: years 1 to 10000, so that the end of 9999 has a next day. */
int32_t date_day(int year, int month, int day);

/* Writes `YYYY-MM-DD`, terminated; for a day outside the years 1 to 9999 the nearest in them. */
void date_format(int32_t day, char out[DATE_SIZE]);

/* Writes `YYYY-MM-DDTHH:MM:SS.mmmZ`, terminated; for a moment outside the years 1 to 9999 the nearest in them. */
void date_time_format(int64_t ms, char out[DATE_TIME_SIZE]);

#endif
