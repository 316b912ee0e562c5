/* The language and the encoding that a client gets, by what its headers say. */
#include "support/cmocka.h"

#include "http/accept.h"

static void languages(void **unused)
{
    (void)unused;
    static const struct {
        const char *list;
        enum lang wanted;
    } cases[] = {
        {"", LANG_EN},
        {"fr", LANG_FR},
        {"FR-ca", LANG_FR},
        {"en, fr", LANG_EN},
        {"fr, en", LANG_EN}, /* equal */
        {"en;q=0.8, fr;q=0.9", LANG_FR},
        {"en; q=0.8 , fr ; q=0.85", LANG_FR},
        {"fr;q=0.125,en;q=0.13", LANG_EN},
        {"fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", LANG_FR},
        {"fr;q=0", LANG_EN},
        {"fr;q=nonsense", LANG_EN},
        {"fr;q=", LANG_EN},
        {"french", LANG_EN},
        {"de, it", LANG_EN},
        {",,,;;q=1,fr,", LANG_FR},
        {"fr;q=99999999999999999999", LANG_FR},
        {"en;q=1.0,fr;q=1.000", LANG_EN},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (accept_language(span_from(cases[i].list)) != cases[i].wanted) {
            fail_msg("'%s'", cases[i].list);
        }
    }
}

static void encodings(void **unused)
{
    (void)unused;
    static const struct {
        const char *list;
        bool wanted;
    } cases[] = {
        {"", false},          {"gzip", true},          {"deflate, GZIP;q=0.5", true}, {"gzip;q=0", false},
        {"gzip; q=0", false}, {"gzip;q=0.000", false}, {"gzip;q=0.001", true},        {"identity", false},
        {"x-gzip-9", false},  {"gzipped", false},      {"br;q=1, gzip", true},        {"gzip;level=9", true},
        {"gzip;q=1;x", true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (accept_gzip(span_from(cases[i].list)) != cases[i].wanted) {
            fail_msg("'%s'", cases[i].list);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(languages), cmocka_unit_test(encodings)};
    return cmocka_run_group_tests_name("accept", tests, NULL, NULL);
}
