/* Names of time zones, and the clock on the wall, by files of our own making and by those of the system. */
#include "support/cmocka.h"

#include "base/zone.h"
#include "base/zone_rule.h"
#include "support/needs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void names_have_a_form(void **unused)
{
    (void)unused;
    static const char *const good[] = {
        "UTC", "Europe/Paris", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "America/Port-au-Prince", "CET", "Z"};
    static const char *const bad[] = {
        "",          "europe/paris",  "../etc/passwd", "Europe/../Paris", "Europe//Paris", "/Europe",
        "Europe/",   "Europe/Paris ", "Europe/Pa ris", "Europe\\Paris",   "Éire",          "Europe/.Paris",
        "tzdata.zi", "right/UTC",     "A/1",           "Europe/Paris\n"};
    char longest[ZONE_NAME + 2];
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        if (!zone_name_ok(span_from(good[i]))) {
            fail_msg("'%s' is refused", good[i]);
        }
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (zone_name_ok(span_from(bad[i]))) {
            fail_msg("'%s' passes", bad[i]);
        }
    }
    memset(longest, 'A', sizeof(longest));
    assert_true(zone_name_ok(span_of(longest, ZONE_NAME)));
    assert_false(zone_name_ok(span_of(longest, ZONE_NAME + 1)));
    assert_false(zone_name_ok(span_of("UTC\0x", 5)));
}

/* A system without a database knows no better than the form. */
static void without_a_database_the_form_decides(void **unused)
{
    (void)unused;
    int32_t ahead = 7;
    assert_true(zone_known("/nowhere", span_from("Europe/Ormes")));
    assert_false(zone_known("/nowhere", span_from("../Ormes")));
    assert_false(zone_ahead("/nowhere", span_from("Europe/Paris"), 0, &ahead));
    assert_int_equal(ahead, 0);
}

static int32_t ruled(const char *rule, int64_t at)
{
    int32_t ahead = 0;
    assert_true(zone_rule(span_from(rule), at, &ahead));
    return ahead;
}

static void rules_are_followed(void **unused)
{
    (void)unused;
    static const char paris[] = "CET-1CEST,M3.5.0,M10.5.0/3";
    static const char wellington[] = "NZST-12NZDT,M9.5.0,M4.1.0/3";
    /* 2050-03-27 01:00 and 2050-10-30 01:00 UTC */
    assert_int_equal(ruled(paris, 2531955599), 3600);
    assert_int_equal(ruled(paris, 2531955600), 7200);
    assert_int_equal(ruled(paris, 2550704399), 7200);
    assert_int_equal(ruled(paris, 2550704400), 3600);
    /* In the south summer goes over New Year: 2050-04-02 14:00 and 2050-09-24 14:00 UTC. */
    assert_int_equal(ruled(wellington, 2524608000), 46800);
    assert_int_equal(ruled(wellington, 2532520799), 46800);
    assert_int_equal(ruled(wellington, 2532520800), 43200);
    assert_int_equal(ruled(wellington, 2547640799), 43200);
    assert_int_equal(ruled(wellington, 2547640800), 46800);
    assert_int_equal(ruled("<+0545>-5:45", 0), 20700);
    assert_int_equal(ruled("UTC0", 1 << 30), 0);
    assert_int_equal(ruled("EST5", 0), -18000);
}

static void what_is_no_rule_is_none(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",
                                      "CET",
                                      "-1",
                                      "<+03-3",
                                      "CET-1CEST",
                                      "CET-1CEST,",
                                      "CET-1X,J1,J2",
                                      "CET-99",
                                      "CET-1CEST,M3.5.0",
                                      "CET-1CEST,M0.1.0,M1.1.0",
                                      "CET-1 ",
                                      "CET-1CEST,M3.5.0,M10.5.0/3x",
                                      "CET-1CEST,M13.1.0,M1.1.0"};
    int32_t ahead = 0;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (zone_rule(span_from(bad[i]), 0, &ahead)) {
            fail_msg("'%s' is a rule", bad[i]);
        }
    }
    assert_false(zone_rule(span_from("CET-1CEST,M3.5.0,M10.5.0/3"), INT64_C(1) << 50, &ahead));
}

/* A file of version 2 with an empty first block: two changes, two kinds of time, and a rule. */
static size_t make_file(unsigned char out[256])
{
    static const unsigned char blocks[] = {
        'T',  'Z', 'i', 'f', '2', 0,   0,   0,   0,  0,  0, 0, 0, 0, 0, 0,   0, 0, 0, 0, /* the first head */
        0,    0,   0,   0,   0,   0,   0,   0,   0,  0,  0, 0, 0, 0, 0, 0,   0, 0, 0, 0,
        0,    0,   0,   0,                                                               /* with nothing */
        'T',  'Z', 'i', 'f', '2', 0,   0,   0,   0,  0,  0, 0, 0, 0, 0, 0,   0, 0, 0, 0, /* the second */
        0,    0,   0,   0,   0,   0,   0,   0,   0,  0,  0, 0, 0, 0, 0, 2,   0, 0, 0, 2,
        0,    0,   0,   0,                                                   /* 2 changes, 2 kinds */
        0,    0,   0,   0,   0,   0,   0,   100, 0,  0,  0, 0, 0, 0, 0, 200, /* at 100 and 200 */
        1,    0,                                                             /* which kinds */
        0,    0,   14,  16,  0,   0,   0,   0,   28, 32, 1, 0,               /* 3600 and 7200 */
        '\n', 'X', 'Y', 'Z', '-', '3', '\n'};
    memcpy(out, blocks, sizeof(blocks));
    return sizeof(blocks);
}

static void a_file_is_read(void **unused)
{
    (void)unused;
    unsigned char bytes[256];
    size_t size = make_file(bytes);
    struct span file = span_of((const char *)bytes, size);
    int32_t ahead = 0;
    assert_true(zone_ahead_in(file, 99, &ahead));
    assert_int_equal(ahead, 3600); /* before the first change: the first kind */
    assert_true(zone_ahead_in(file, 100, &ahead));
    assert_int_equal(ahead, 7200);
    assert_true(zone_ahead_in(file, 199, &ahead));
    assert_int_equal(ahead, 7200);
    assert_true(zone_ahead_in(file, 200, &ahead)); /* behind the last: the rule */
    assert_int_equal(ahead, 10800);
}

/* Whatever the bytes are, nothing outside them is looked at: a sanitizer sees it. */
static void damaged_files_do_no_harm(void **unused)
{
    (void)unused;
    unsigned char bytes[256];
    size_t size = make_file(bytes);
    int32_t ahead = 0;
    for (size_t length = 0; length < size; length++) {
        unsigned char *cut = test_malloc(length + 1);
        memcpy(cut, bytes, length);
        (void)zone_ahead_in(span_of((const char *)cut, length), 150, &ahead);
        test_free(cut);
    }
    for (size_t at = 0; at < size; at++) {
        for (unsigned value = 1; value < 256; value <<= 1) {
            unsigned char *changed = test_malloc(size);
            memcpy(changed, bytes, size);
            changed[at] ^= (unsigned char)value;
            (void)zone_ahead_in(span_of((const char *)changed, size), 150, &ahead);
            test_free(changed);
        }
    }
}

static void the_system_knows_paris(void **unused)
{
    (void)unused;
    int32_t ahead = 0;
    if (access(ZONE_FOLDER "/Europe/Paris", R_OK) != 0) {
        skip_because("no time zones in " ZONE_FOLDER);
        return;
    }
    assert_true(zone_known(ZONE_FOLDER, span_from("Europe/Paris")));
    assert_true(zone_known(ZONE_FOLDER, span_from("UTC")));
    assert_false(zone_known(ZONE_FOLDER, span_from("Europe/Ormes")));
    assert_false(zone_known(ZONE_FOLDER, span_from("Europe")));                          /* a folder */
    assert_true(zone_ahead(ZONE_FOLDER, span_from("Europe/Paris"), 1794600000, &ahead)); /* 2026-11-13 20:00 UTC */
    assert_int_equal(ahead, 3600);
    assert_true(zone_ahead(ZONE_FOLDER, span_from("Europe/Paris"), 1783000000, &ahead)); /* 2026-07-02 */
    assert_int_equal(ahead, 7200);
    assert_true(zone_ahead(ZONE_FOLDER, span_from("Europe/Paris"), 2541000000, &ahead)); /* 2050-07-09: by the rule */
    assert_int_equal(ahead, 7200);
    assert_true(zone_ahead(ZONE_FOLDER, span_from("UTC"), 1783000000, &ahead));
    assert_int_equal(ahead, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_a_form),      cmocka_unit_test(without_a_database_the_form_decides),
        cmocka_unit_test(rules_are_followed),     cmocka_unit_test(what_is_no_rule_is_none),
        cmocka_unit_test(a_file_is_read),         cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(the_system_knows_paris),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
