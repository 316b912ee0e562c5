/* Dates: every day from 1900 to 2100 there and back, known instants (from Python's datetime), and bad forms. */
#include "support/cmocka.h"

#include "base/date.h"

#include <stdio.h>

/* Counts up day by day, as a wall calendar does, against the formulas. */
static void every_day_from_1900_to_2100_there_and_back(void **unused)
{
    (void)unused;
    int32_t expected = -25567;
    for (int year = 1900; year <= 2100; year++) {
        bool leap = year % 4 == 0 && (year % 100 != 0 || year == 2000);
        const int days[] = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        for (int month = 1; month <= 12; month++) {
            for (int day = 1; day <= days[month - 1]; day++, expected++) {
                char text[64];
                (void)snprintf(text, sizeof(text), "%04d-%02d-%02d", year, month, day);
                int32_t number = 0;
                assert_true(date_parse(span_from(text), &number));
                assert_int_equal(number, expected);
                char back[DATE_SIZE];
                date_format(number, back);
                assert_string_equal(back, text);
            }
            char past[64];
            (void)snprintf(past, sizeof(past), "%04d-%02d-%02d", year, month, days[month - 1] + 1);
            assert_false(date_parse(span_from(past), NULL));
        }
    }
    assert_int_equal(expected, 47847); /* 2101-01-01 */
}

static void known_days(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int32_t day;
    } known[] = {{"1900-01-01", -25567}, {"1970-01-01", 0},       {"2000-02-29", 11016},
                 {"2026-11-13", 20770},  {"9999-12-31", 2932896}, {"2400-02-29", 157113}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        int32_t day = 0;
        assert_true(date_parse(span_from(known[i].text), &day));
        assert_int_equal(day, known[i].day);
        char text[DATE_SIZE];
        date_format(day, text);
        assert_string_equal(text, known[i].text);
    }
}

static void bad_dates(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",
                                      "2026-",
                                      "2026-11-",
                                      "2026-11-13-",
                                      "2026",
                                      "2026-11",
                                      "2026-11-1",
                                      "2026-1-13",
                                      "26-11-13",
                                      "2026-11-13 ",
                                      " 2026-11-13",
                                      "2026/11/13",
                                      "2026-13-01",
                                      "2026-00-10",
                                      "2026-01-00",
                                      "2026-01-32",
                                      "2026-02-29",
                                      "1900-02-29",
                                      "2100-02-29",
                                      "1899-12-31",
                                      "0000-01-01",
                                      "10000-01-01",
                                      "-026-11-13",
                                      "2026--1-13",
                                      "2026-11--3",
                                      "2026-+1-13",
                                      "2026-11-1a",
                                      "20261113",
                                      "2026-11-131",
                                      "+2026-11-1",
                                      "2026-11-13T",
                                      "２026-11-13",
                                      "2026‐11‐13"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        int32_t day = 77;
        if (date_parse(span_from(bad[i]), &day)) {
            fail_msg("'%s' passes for a date", bad[i]);
        }
        assert_int_equal(day, 77);
    }
    assert_false(date_parse((struct span){NULL, 0}, NULL));
}

static void known_instants(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int64_t ms;
        int32_t day;
    } known[] = {
        {"2026-11-13T20:30+01:00", INT64_C(1794598200000), 20770},
        {"2026-11-13T20:30:59-11:30", INT64_C(1794643259000), 20770},
        {"1900-01-01T00:00+14:00", INT64_C(-2209039200000), -25567},
        {"9999-12-31T23:59:59Z", INT64_C(253402300799000), 2932896},
        {"1969-12-31T23:59:59+00:00", -1000, -1},
        {"2026-11-13", INT64_C(20770) * 86400000, 20770},
        {"2026-01-01T00:30+01:00", INT64_C(1767223800000), 20454}, /* still 2025 in UTC, but not where it was played */
        {"2026-11-13T00:00:00+00:00", INT64_C(20770) * 86400000, 20770},
        {"2026-11-13T00:00-00:00", INT64_C(20770) * 86400000, 20770},
        {"2026-11-13T20:30:15.250+01:00", INT64_C(1794598215250), 20770},
        {"2026-11-13T19:30:00.000Z", INT64_C(1794598200000), 20770}, /* as the API and JavaScript write it */
        {"2026-11-13T19:30:00.5Z", INT64_C(1794598200500), 20770},
        {"2026-11-13T19:30:00.123999999Z", INT64_C(1794598200123), 20770},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        int64_t ms = 0;
        int32_t day = 0;
        assert_true(date_time_parse(span_from(known[i].text), &ms, &day));
        assert_true(ms == known[i].ms);
        assert_int_equal(day, known[i].day);
        assert_true(date_time_parse(span_from(known[i].text), NULL, NULL));
    }
}

static void bad_times(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"2026-11-13T",
                                      "2026-11-13T20",
                                      "2026-11-13T20:30",
                                      "2026-11-13T:",
                                      "2026-11-13T20:",
                                      "2026-11-13T20:30:Z",
                                      "2026-11-13T20:30+",
                                      "2026-11-13T20:30+01:",
                                      "2026-11-13T20:30:",
                                      "2026-11-13T20:30:5Z",
                                      "2026-11-13T20:30+01",
                                      "2026-11-13T20:30+0100",
                                      "2026-11-13T20:30+15:00",
                                      "2026-11-13T20:30+01:60",
                                      "2026-11-13T20:30*01:00",
                                      "2026-11-13T24:00Z",
                                      "2026-11-13T20:60Z",
                                      "2026-11-13T20:30:60Z",
                                      "2026-11-13T20:30z",
                                      "2026-11-13t20:30Z",
                                      "2026-11-13 20:30Z",
                                      "2026-11-13T20:30ZZ",
                                      "2026-11-13T20:30Z ",
                                      "2026-11-13T20:30:00.Z",
                                      "2026-11-13T20:30:00,5Z",
                                      "2026-11-13T20:30.5Z",
                                      "2026-11-13T20:30:00.1234567890Z",
                                      "2026-11-13T20:30:00.-5Z",
                                      "2026-11-13T-1:30Z",
                                      "2026-11-13T20:-1Z",
                                      "2026-02-30T20:30Z",
                                      "T20:30Z"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        int64_t ms = 77;
        int32_t day = 77;
        if (date_time_parse(span_from(bad[i]), &ms, &day)) {
            fail_msg("'%s' passes for a time", bad[i]);
        }
        assert_int_equal(ms, 77);
        assert_int_equal(day, 77);
    }
}

static void instants_are_written_in_utc(void **unused)
{
    (void)unused;
    static const struct {
        int64_t ms;
        const char *text;
    } known[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {-1, "1969-12-31T23:59:59.999Z"},
        {-86400000, "1969-12-31T00:00:00.000Z"},
        {-86400001, "1969-12-30T23:59:59.999Z"},
        {INT64_C(1794598200007), "2026-11-13T19:30:00.007Z"},
        {INT64_C(253402300799999), "9999-12-31T23:59:59.999Z"},
        {INT64_C(-2208988800000), "1900-01-01T00:00:00.000Z"},
        /* What a damaged row may say. */
        {INT64_C(253402300800000), "9999-12-31T23:59:59.999Z"},
        {INT64_MAX, "9999-12-31T23:59:59.999Z"},
        {INT64_C(-62135596799999), "0001-01-01T00:00:00.001Z"},
        {INT64_C(-62135596800001), "0001-01-01T00:00:00.000Z"},
        {INT64_MIN, "0001-01-01T00:00:00.000Z"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        char text[DATE_TIME_SIZE];
        memset(text, '#', sizeof(text));
        date_time_format(known[i].ms, text);
        assert_int_equal(text[DATE_TIME_SIZE - 1], '\0');
        assert_string_equal(text, known[i].text);
    }
}

static void days_that_no_calendar_has(void **unused)
{
    (void)unused;
    static const struct {
        int32_t day;
        const char *text;
    } known[] = {
        {-719162, "0001-01-01"}, {-719163, "0001-01-01"}, {INT32_MIN, "0001-01-01"},
        {2932896, "9999-12-31"}, {2932897, "9999-12-31"}, {INT32_MAX, "9999-12-31"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        char text[DATE_SIZE];
        date_format(known[i].day, text);
        assert_string_equal(text, known[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_day_from_1900_to_2100_there_and_back),
        cmocka_unit_test(known_days),
        cmocka_unit_test(bad_dates),
        cmocka_unit_test(known_instants),
        cmocka_unit_test(bad_times),
        cmocka_unit_test(instants_are_written_in_utc),
        cmocka_unit_test(days_that_no_calendar_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
