/* Dates as people write them: what they become, and what is never guessed. */
#include "support/cmocka.h"

#include "base/date_words.h"

#include <stdio.h>

struct words_case {
    const char *text;
    const char *iso; /* NULL: not a date */
};

static void expect(const struct words_case *wanted, bool timed)
{
    char iso[DATE_WORDS_SIZE] = "";
    enum date_words got = date_from_words(span_from(wanted->text), timed, iso);
    if ((got == DATE_WORDS_OK) != (wanted->iso != NULL) || (wanted->iso && strcmp(iso, wanted->iso) != 0)) {
        fail_msg("'%s' becomes '%s'", wanted->text, got == DATE_WORDS_OK ? iso : "nothing");
    }
}

static void days_are_read(void **unused)
{
    (void)unused;
    static const struct words_case cases[] = {
        {"15/11/2026", "2026-11-15"},
        {"15.11.2026", "2026-11-15"},
        {"15-11-2026", "2026-11-15"},
        {"5/3/2026", "2026-03-05"},
        {"31/12/9999", "9999-12-31"},
        {" 05/03/2026\t", "2026-03-05"},
        {"3/5/2026", "2026-05-03"}, /* the day comes first, also when both would do */
        {"15 novembre 2026", "2026-11-15"},
        {"le 15 novembre 2026", "2026-11-15"},
        {"1er novembre 2026", "2026-11-01"},
        {"1ER FEVRIER 2026", "2026-02-01"},
        {"29 févr. 2028", "2028-02-29"},
        {"15 November 2026", "2026-11-15"},
        {"15th of November 2026", "2026-11-15"},
        {"November 15, 2026", "2026-11-15"},
        {"novembre 15, 2026", "2026-11-15"},
        {"Nov 15 2026", "2026-11-15"},
        {"nov. 15 2026", "2026-11-15"},
        {"on Dec 3rd, 2026", "2026-12-03"},
        {"2 août 2026", "2026-08-02"},
        {"2026-11-15", "2026-11-15"},
        {"vendredi 13 novembre 2026", "2026-11-13"},
        {"Friday 13 November 2026", "2026-11-13"},
        {"le vendredi 13 novembre 2026", "2026-11-13"},
        {"Sunday, 1 March 2026", "2026-03-01"},
        {"mardi 29/02/2028", "2028-02-29"},
        {"sam. 1er janvier 2000", "2000-01-01"},
        {"mar 13 2026", "2026-03-13"}, /* March, not mardi */
        {"vendredi", NULL},
        {"2er mars 2026", NULL},
        {"29/02/2026", NULL},
        {"31 avril 2026", NULL},
        {"0/1/2026", NULL},
        {"15/11/26", NULL},
        {"15/11.2026", NULL},
        {"15/11", NULL},
        {"15 brumaire 2026", NULL},
        {"novembre 2026", NULL},
        {"15 novembre", NULL},
        {"15/11/2026 20:30", NULL}, /* a night has no hour */
        {"15/11/2026 x", NULL},
        {"hier", NULL},
        {"le", NULL},
        {"", NULL},
        {"15/11/1899", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect(&cases[i], false);
    }
}

static void times_are_read(void **unused)
{
    (void)unused;
    static const struct words_case cases[] = {
        {"15/11/2026", "2026-11-15"},
        {"15/11/2026 20:30", "2026-11-15T20:30"},
        {"15/11/2026, 9:05", "2026-11-15T09:05"},
        {"15 novembre 2026 à 20h30", "2026-11-15T20:30"},
        {"15 novembre 2026 a 20 h 30", "2026-11-15T20:30"},
        {"15 novembre 2026 20h", "2026-11-15T20:00"},
        {"November 15, 2026 at 8:30 pm", "2026-11-15T20:30"},
        {"November 15, 2026, 8pm", "2026-11-15T20:00"},
        {"Nov 15 2026 12:30 am", "2026-11-15T00:30"},
        {"Nov 15 2026 12:30 PM", "2026-11-15T12:30"},
        {"15/11/2026 20:30:59", "2026-11-15T20:30:59"},
        {"15/11/2026 20:30 +01:00", "2026-11-15T20:30+01:00"},
        {"15/11/2026 20h30 UTC", "2026-11-15T20:30Z"},
        {"15/11/2026 20:30-05:00", "2026-11-15T20:30-05:00"},
        {"2026-11-15 20:30", "2026-11-15T20:30"},
        {"2026-11-15T20h30", "2026-11-15T20:30"},
        {"15/11/2026 à midi", "2026-11-15T12:00"},
        {"15 novembre 2026, MIDI", "2026-11-15T12:00"},
        {"November 15, 2026 at noon +01:00", "2026-11-15T12:00+01:00"},
        {"2026-11-15 noon", "2026-11-15T12:00"},
        {"15/11/2026 à midi 30", NULL},
        {"15/11/2026 à 12 midi", NULL},
        {"15/11/2026 à minuit", NULL},
        {"15/11/2026 midnight", NULL},
        {"15/11/2026 à 20 heures", "2026-11-15T20:00"},
        {"15/11/2026 à 20 heures 30", "2026-11-15T20:30"},
        {"15/11/2026 8:30 p.m.", "2026-11-15T20:30"},
        {"15/11/2026 at 8 A.M.", "2026-11-15T08:00"},
        {"15.11.2026 20.30", "2026-11-15T20:30"},
        {"15/11/2026 8:30 p.m", NULL},
        {"15/11/2026 8:30 pmx", NULL},
        {"15/11/2026 25:00", NULL},
        {"15/11/2026 20:60", NULL},
        {"15/11/2026 20:3", NULL},
        {"15/11/2026 20", NULL},
        {"15/11/2026 20:30 pm", NULL},
        {"15/11/2026 0:30 am", NULL},
        {"15/11/2026 20:30 CET", NULL},
        {"15/11/2026 20:30 +1", NULL},
        {"15/11/2026 20:30 +15:00", NULL},
        {"15/11/2026 20:30 and then some more", NULL},
        {"15/11/2026 à", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect(&cases[i], true);
    }
}

static void a_month_that_comes_first_is_not_guessed(void **unused)
{
    (void)unused;
    char iso[DATE_WORDS_SIZE];
    assert_int_equal(date_from_words(SPAN_LITERAL("11/15/2026"), false, iso), DATE_WORDS_MONTH_FIRST);
    assert_int_equal(date_from_words(SPAN_LITERAL("11.15.2026"), false, iso), DATE_WORDS_MONTH_FIRST);
    assert_int_equal(date_from_words(SPAN_LITERAL("11/15/2026 8:30 pm"), true, iso), DATE_WORDS_MONTH_FIRST);
    assert_int_equal(date_from_words(SPAN_LITERAL("13/13/2026"), false, iso), DATE_WORDS_NO);
    assert_int_equal(date_from_words(SPAN_LITERAL("2/30/2026"), false, iso), DATE_WORDS_NO);
}

static void why_a_date_is_none(void **unused)
{
    (void)unused;
    char iso[DATE_WORDS_SIZE];
    assert_int_equal(date_from_words(SPAN_LITERAL("jeudi 13 novembre 2026"), false, iso), DATE_WORDS_WEEKDAY);
    assert_int_equal(date_from_words(SPAN_LITERAL("Monday 13/11/2026 20:30"), true, iso), DATE_WORDS_WEEKDAY);
    assert_int_equal(date_from_words(SPAN_LITERAL("13/11/26"), false, iso), DATE_WORDS_SHORT_YEAR);
    assert_int_equal(date_from_words(SPAN_LITERAL("13 novembre 26 à 20h"), true, iso), DATE_WORDS_SHORT_YEAR);
    assert_int_equal(date_from_words(SPAN_LITERAL("13 novembre 20h30"), true, iso), DATE_WORDS_NO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_read),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(why_a_date_is_none),
        cmocka_unit_test(a_month_that_comes_first_is_not_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
