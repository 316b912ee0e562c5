/* Types of bodies: whole words without regard to case, and parameters as they may be written. */
#include "support/cmocka.h"

#include "http/media.h"

static void types_are_read_with_their_parameters(void **unused)
{
    (void)unused;
    static const struct {
        const char *header;
        const char *type; /* NULL: it is none */
        bool utf8;
    } cases[] = {
        {"application/json", "application/json", true},
        {"Application/JSON", "application/json", true},
        {" text/plain ", "text/plain", true},
        {"text/plain;charset=utf-8", "text/plain", true},
        {"text/plain; charset=UTF-8", "text/plain", true},
        {"text/plain ; Charset=\"Utf-8\"", "text/plain", true},
        {"text/plain; charset=us-ascii", "text/plain", true},
        {"text/plain; format=flowed; charset=utf8;", "text/plain", true},
        {"text/plain; charset=utf-16", "text/plain", false},
        {"text/plain; charset=\"utf-8 \"", "text/plain", false},
        {"text/plain; charset=\"\"", "text/plain", false},
        {"text/plain; charset=iso-8859-1", "text/plain", false},
        {"text/plain; x=\"a;\\\" charset=utf-16\"", "text/plain", true},
        {"application/jsonfoo", "application/jsonfoo", true},
        {"", NULL, false},
        {"json", NULL, false},
        {"application/", NULL, false},
        {"/json", NULL, false},
        {"application/json charset=utf-8", NULL, false},
        {"application/json, text/plain", NULL, false},
        {"application /json", NULL, false},
        {"text/plain; charset", NULL, false},
        {"text/plain; charset=", NULL, false},
        {"text/plain; charset =utf-8", NULL, false},
        {"text/plain; charset=\"utf-8", NULL, false},
        {"text/plain; charset=\"utf-8\\\"", NULL, false},
        {"text/plain; charset=utf-8; charset=utf-16", NULL, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct media media;
        bool good = media_read(span_from(cases[i].header), &media);
        if (good != (cases[i].type != NULL) ||
            (good && (!media_is(&media, cases[i].type) || media_is_utf8(&media) != cases[i].utf8))) {
            fail_msg("'%s'", cases[i].header);
        }
    }
    struct media media;
    assert_true(media_read(SPAN_LITERAL("application/jsonfoo"), &media));
    assert_false(media_is(&media, "application/json"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(types_are_read_with_their_parameters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
