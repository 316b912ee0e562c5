/* Bytes as text: base64 in both forms, hexadecimal digits, and what is compared without telling by time. */
#include "support/cmocka.h"

#include "base/base64.h"
#include "base/hex.h"
#include "base/secret.h"

#include <string.h>

static const struct {
    const char *plain;
    const char *original;
    const char *url;
} EXAMPLES[] = {
    {"", "", ""}, /* RFC 4648, section 10 */
    {"f", "Zg==", "Zg"},
    {"fo", "Zm8=", "Zm8"},
    {"foo", "Zm9v", "Zm9v"},
    {"foob", "Zm9vYg==", "Zm9vYg"},
    {"fooba", "Zm9vYmE=", "Zm9vYmE"},
    {"foobar", "Zm9vYmFy", "Zm9vYmFy"},
    {"\xfb\xff\xfe", "+//+", "-__-"},
};

static void both_forms_are_written_and_read(void **unused)
{
    (void)unused;
    char memory[64];
    uint8_t bytes[16];
    size_t size = 0;
    for (size_t i = 0; i < sizeof(EXAMPLES) / sizeof(EXAMPLES[0]); i++) {
        struct span plain = span_from(EXAMPLES[i].plain);
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        base64_add(&out, plain.ptr, plain.len);
        assert_string_equal(strbuf_text(&out), EXAMPLES[i].original);
        strbuf_clear(&out);
        base64url_add(&out, plain.ptr, plain.len);
        assert_string_equal(strbuf_text(&out), EXAMPLES[i].url);
        assert_true(base64_read(span_from(EXAMPLES[i].original), bytes, sizeof(bytes), &size));
        assert_true(span_equal(span_of((char *)bytes, size), plain));
        assert_true(base64url_read(span_from(EXAMPLES[i].url), bytes, sizeof(bytes), &size));
        assert_true(span_equal(span_of((char *)bytes, size), plain));
    }
}

/* Longer than a piece, of every length around it. */
static void long_texts_come_back(void **unused)
{
    (void)unused;
    uint8_t plain[300];
    uint8_t bytes[300];
    char memory[512];
    for (size_t i = 0; i < sizeof(plain); i++) {
        plain[i] = (uint8_t)(i * 37 + 11);
    }
    for (size_t length = 90; length <= sizeof(plain); length++) {
        struct strbuf out;
        size_t size = 0;
        strbuf_wrap(&out, memory, sizeof(memory));
        base64_add(&out, plain, length);
        assert_true(strbuf_ok(&out));
        assert_int_equal(out.len, (length + 2) / 3 * 4);
        assert_true(base64_read(strbuf_span(&out), bytes, sizeof(bytes), &size));
        assert_int_equal(size, length);
        assert_memory_equal(bytes, plain, length);
        strbuf_clear(&out);
        base64url_add(&out, plain, length);
        assert_int_equal(out.len, (length * 4 + 2) / 3);
        assert_true(base64url_read(strbuf_span(&out), bytes, sizeof(bytes), &size));
        assert_int_equal(size, length);
        assert_memory_equal(bytes, plain, length);
    }
}

static void any_other_text_is_refused(void **unused)
{
    (void)unused;
    uint8_t bytes[4];
    size_t size = 0;
    static const char *const neither[] = {"Z", "Zg=", "Zm9", "Zh", "Zm9!", " Zm9v", "Zm9v\n", "Zm9vZ"};
    for (size_t i = 0; i < sizeof(neither) / sizeof(neither[0]); i++) {
        assert_false(base64_read(span_from(neither[i]), bytes, sizeof(bytes), &size));
    }
    static const char *const no_url[] = {"Z", "Zg==", "Zh", "Zm9!", " Zm9v", "Zm9v\n", "+//+", "Zm9vZ"};
    for (size_t i = 0; i < sizeof(no_url) / sizeof(no_url[0]); i++) {
        assert_false(base64url_read(span_from(no_url[i]), bytes, sizeof(bytes), &size));
    }
    assert_false(base64url_read(span_of("Zm\0v", 4), bytes, sizeof(bytes), &size));
    assert_true(base64url_read(SPAN_LITERAL("Zm9vYg"), bytes, 4, &size));
    assert_false(base64url_read(SPAN_LITERAL("Zm9vYg"), bytes, 3, &size)); /* no room */
    assert_false(base64_read(SPAN_LITERAL("Zm9vYg=="), bytes, 3, &size));
}

static void digits_are_read_in_either_case(void **unused)
{
    (void)unused;
    int digits = 0;
    for (int c = -128; c < 128; c++) {
        static const char all[] = "0123456789abcdefABCDEF";
        const char *at = c ? strchr(all, c) : NULL;
        int expected = !at ? -1 : at - all < 16 ? (int)(at - all) : (int)(at - all) - 6;
        assert_int_equal(hex_digit((char)c), expected);
        digits += expected >= 0;
    }
    assert_int_equal(digits, 22);
    uint8_t bytes[3] = {0, 0, 7};
    assert_true(hex_read(SPAN_LITERAL("0aF9"), bytes, 2));
    assert_memory_equal(bytes, "\x0a\xf9\x07", 3);
    assert_true(hex_read(SPAN_LITERAL(""), bytes, 0));
    assert_false(hex_read(SPAN_LITERAL("0aF"), bytes, 2));
    assert_false(hex_read(SPAN_LITERAL("0aF90"), bytes, 2));
    assert_false(hex_read(SPAN_LITERAL("0aG9"), bytes, 2));
    assert_false(hex_read(SPAN_LITERAL("0a 9"), bytes, 2));
}

static void secrets_are_compared_and_wiped(void **unused)
{
    (void)unused;
    char one[8] = "secret!";
    assert_true(secret_equal(one, "secret!", 8));
    for (size_t i = 0; i < sizeof(one); i++) {
        char other[8] = "secret!";
        other[i] ^= 1;
        assert_false(secret_equal(one, other, sizeof(one)));
    }
    secret_wipe(one, 6);
    assert_memory_equal(one, "\0\0\0\0\0\0!", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_forms_are_written_and_read), cmocka_unit_test(long_texts_come_back),
        cmocka_unit_test(any_other_text_is_refused),       cmocka_unit_test(digits_are_read_in_either_case),
        cmocka_unit_test(secrets_are_compared_and_wiped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
