/*
 * The writer of JSON, held against jansson, which wrote the answers before:
 * the same numbers, the same escapes; and what is not one value is refused.
 */
#include "support/cmocka.h"
#include "support/text.h"

#include "base/prng.h"
#include "base/utf8.h"
#include "wire/emit.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

enum { LINE = 1 << 16 };

static void same_as_jansson(json_t *value, const struct emit *emit, struct strbuf *out)
{
    struct error error;
    struct emit copy = *emit;
    char *expected = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    assert_non_null(expected);
    assert_int_equal(emit_end(&copy, &error), ERR_OK);
    strbuf_truncate(out, out->len - 1);
    assert_string_equal(strbuf_text(out), expected);
    free(expected);
    json_decref(value);
    strbuf_clear(out);
}

static void check_real(double value, struct strbuf *out)
{
    struct emit emit = emit_start(out);
    emit_real(&emit, NULL, value);
    same_as_jansson(json_real(value), &emit, out);
}

static void reals_have_the_digits_of_printf(void **unused)
{
    (void)unused;
    static const double plain[] = {0,
                                   1,
                                   0.5,
                                   0.1,
                                   12,
                                   1e-4,
                                   1e11,
                                   1e12,
                                   1e15,
                                   1e16,
                                   1e22,
                                   1e300,
                                   5e-324,
                                   0.0001,
                                   1.0 / 3,
                                   2.0 / 3,
                                   9.99999999999,
                                   9.999999999995,
                                   99999999999.95,
                                   0.00009999999999995,
                                   0.0999999999999,
                                   0.09999999999995,
                                   1234567890.125,
                                   1e-5,
                                   1e-7,
                                   123456789012.5,
                                   0.5000000000005,
                                   1.0000000000005,
                                   1.0000000000015};
    struct strbuf out;
    struct prng prng;
    strbuf_init(&out, &allocator_heap, LINE);
    prng_seed(&prng, 20261117);
    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
        check_real(plain[i], &out);
        check_real(-plain[i], &out);
        check_real(nextafter(plain[i], HUGE_VAL), &out);
        check_real(nextafter(plain[i], -HUGE_VAL), &out);
    }
    for (unsigned i = 0; i < test_cases(200000); i++) {
        uint64_t bits = prng_next(&prng);
        double any;
        memcpy(&any, &bits, sizeof(any));
        if (isfinite(any)) {
            check_real(any, &out);
        }
        /* What is usual: a quotient, a few decimals, a half in the thirteenth digit. */
        check_real((double)(int64_t)prng_below(&prng, 1000000) / (double)(1 + prng_below(&prng, 5000)), &out);
        check_real((double)prng_below(&prng, 100000000) / 10000, &out);
        check_real((double)(prng_below(&prng, 1u << 30) * 2 + 1) / 8192, &out);
    }
    strbuf_release(&out);
}

static void text_is_escaped_as_before(void **unused)
{
    (void)unused;
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, LINE);
    for (unsigned c = 0; c < 0x110000; c += c < 0x300 ? 1 : 0x101) {
        if (c >= 0xd800 && c < 0xe000) {
            continue;
        }
        char text[8] = "a";
        size_t length = 1 + utf8_put(c, text + 1);
        text[length++] = 'z';
        struct emit emit = emit_start(&out);
        emit_text(&emit, NULL, span_of(text, length));
        same_as_jansson(json_stringn(text, length), &emit, &out);
    }
    struct emit emit = emit_start(&out);
    emit_text(&emit, NULL, SPAN_LITERAL("\xff\xe2\x82x\xed\xa0\x80"));
    assert_string_equal(strbuf_text(&out),
                        "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    strbuf_release(&out);
}

static void rounded_numbers_have_no_exponent(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0.0"},
                 {-0.00000001, "0.0"},
                 {0.00000005, "0.0000001"},
                 {-0.0000001, "-0.0000001"},
                 {1512.25, "1512.25"},
                 {-3.10000001, "-3.1"},
                 {12, "12.0"},
                 {0.1234567, "0.1234567"},
                 {0.12345678, "0.1234568"},
                 {1e11, "100000000000.0"}};
    char memory[64];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        struct emit emit = emit_start(&out);
        emit_rounded(&emit, NULL, cases[i].value);
        assert_string_equal(memory, cases[i].text);
    }
}

/* ---- what is not one value ---- */

static void nothing(struct emit *emit)
{
    (void)emit;
}

static void two_values(struct emit *emit)
{
    emit_integer(emit, NULL, 1);
    emit_integer(emit, NULL, 2);
}

static void left_open(struct emit *emit)
{
    emit_list(emit, NULL);
}

static void closed_twice(struct emit *emit)
{
    emit_list(emit, NULL);
    emit_close(emit);
    emit_close(emit);
}

static void without_key(struct emit *emit)
{
    emit_object(emit, NULL);
    emit_null(emit, NULL);
    emit_close(emit);
}

static void too_deep(struct emit *emit)
{
    for (int i = 0; i <= EMIT_DEPTH; i++) {
        emit_list(emit, NULL);
    }
    for (int i = 0; i <= EMIT_DEPTH; i++) {
        emit_close(emit);
    }
}

static void not_a_number(struct emit *emit)
{
    emit_real(emit, NULL, (double)NAN);
}

static void too_large_to_round(struct emit *emit)
{
    emit_rounded(emit, NULL, 1e12);
}

static void nothing_to_round(struct emit *emit)
{
    emit_rounded(emit, NULL, (double)NAN);
}

static void endless(struct emit *emit)
{
    emit_real(emit, NULL, -HUGE_VAL);
}

static void mistakes_leave_nothing_behind(void **unused)
{
    (void)unused;
    void (*const mistakes[])(struct emit *
                             emit) = {nothing,  two_values,   left_open, closed_twice,       without_key,
                                      too_deep, not_a_number, endless,   too_large_to_round, nothing_to_round};
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, LINE);
    strbuf_add(&out, "before");
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
        struct emit emit = emit_start(&out);
        mistakes[i](&emit);
        assert_int_equal(emit_end(&emit, &error), ERR_MEMORY);
        assert_string_equal(strbuf_text(&out), "before");
    }
    strbuf_release(&out);
}

static void lists_may_be_as_deep_as_they_may(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, LINE);
    struct emit emit = emit_start(&out);
    for (int i = 0; i < EMIT_DEPTH; i++) {
        if (i % 3 == 0) {
            emit_list(&emit, "k");
        } else {
            emit_object(&emit, "k");
        }
        emit_integer(&emit, "i", i);
    }
    while (emit.depth > 0) {
        emit_close(&emit);
    }
    assert_int_equal(emit_end(&emit, &error), ERR_OK);
    json_t *tree = json_loadb(out.text, out.len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *value = tree;
    for (int i = 0; i < EMIT_DEPTH; i++) {
        assert_int_equal(json_integer_value(i % 3 == 0 ? json_array_get(value, 0) : json_object_get(value, "i")), i);
        value = i % 3 == 0 ? json_array_get(value, 1) : json_object_get(value, "k");
    }
    assert_null(value);
    json_decref(tree);
    strbuf_release(&out);
}

/* ---- items ---- */

static void items_that_do_not_fit_are_left_out(void **unused)
{
    (void)unused;
    char memory[16];
    struct strbuf items;
    struct strbuf out;
    struct error error;
    strbuf_wrap(&items, memory, sizeof(memory));
    static const char *const texts[] = {"one", "two", "three", "x"};
    for (size_t i = 0; i < 4; i++) {
        struct emit item = emit_item(&items);
        emit_word(&item, NULL, texts[i]);
        emit_item_end(&item);
    }
    strbuf_init(&out, &allocator_heap, LINE);
    struct emit emit = emit_start(&out);
    emit_object(&emit, NULL);
    emit_items(&emit, "none", SPAN_LITERAL(""));
    emit_items(&emit, "some", strbuf_span(&items));
    emit_boolean(&emit, "more", true);
    emit_close(&emit);
    assert_int_equal(emit_end(&emit, &error), ERR_OK);
    assert_string_equal(strbuf_text(&out), "{\"none\":[],\"some\":[\"one\",\"two\"],\"more\":true}\n");
    strbuf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reals_have_the_digits_of_printf),  cmocka_unit_test(text_is_escaped_as_before),
        cmocka_unit_test(rounded_numbers_have_no_exponent), cmocka_unit_test(mistakes_leave_nothing_behind),
        cmocka_unit_test(lists_may_be_as_deep_as_they_may), cmocka_unit_test(items_that_do_not_fit_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
