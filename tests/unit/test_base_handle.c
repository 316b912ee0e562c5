/* Handles: what is made is recognised, and nothing else is. */
#include "support/cmocka.h"

#include "base/handle.h"

#include <stdint.h>
#include <string.h>

/* Counts through all bytes, so that every character of the alphabet is made. */
static void fill_counting(void *context, void *bytes, size_t size)
{
    uint8_t *next = context;
    for (size_t i = 0; i < size; i++) {
        ((uint8_t *)bytes)[i] = (*next)++;
    }
}

static void what_is_made_is_a_handle(void **unused)
{
    (void)unused;
    uint8_t next = 0;
    struct entropy entropy = {fill_counting, &next};
    for (int i = 0; i < 256; i++) {
        char handle[HANDLE_SIZE];
        handle_make(&entropy, handle);
        assert_int_equal(strlen(handle), HANDLE_SIZE - 1);
        assert_true(handle[0] >= 'a' && handle[0] <= 'z');
        assert_true(handle_ok(span_from(handle)));
    }
}

static void anything_else_is_none(void **unused)
{
    (void)unused;
    static const char *const others[] = {
        "",
        "a",
        "k3f9x2mqw7t",
        "k3f9x2mqw7taa",
        "3kf9x2mqw7ta",
        "K3f9x2mqw7ta",
        "k3f9x2mqw7ti",
        "k3f9x2mqw7tl",
        "k3f9x2mqw7to",
        "k3f9x2mqw7tu",
        "k3f9x2mqw7t ",
        "k3f9x2mqw7t\xc3",
        "@k3f9x2mqw7ta",
        "zkf9x2mqw7ta",
    };
    assert_true(handle_ok(span_from("k3f9x2mqw7ta")));
    assert_false(handle_ok(span_of("k3f9x2\0qw7ta", 12)));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        assert_false(handle_ok(span_from(others[i])));
    }
}

static void a_handle_is_a_number_and_back(void **unused)
{
    (void)unused;
    static const struct {
        const char *handle;
        uint64_t number;
    } pairs[] = {
        {"aaaaaaaaaaaa", 0},
        {"aaaaaaaaaaab", 1},
        {"baaaaaaaaaaa", UINT64_C(1) << 55},
        {"s99999999999", (UINT64_C(1) << 59) - 1},
    };
    char back[HANDLE_SIZE];
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        assert_true(handle_number(span_from(pairs[i].handle)) == pairs[i].number);
        assert_true(handle_of_number(pairs[i].number, back));
        assert_string_equal(back, pairs[i].handle);
    }
    assert_false(handle_of_number(UINT64_C(1) << 59, back)); /* the first would be no letter of the sixteen */
    assert_false(handle_of_number(UINT64_C(1) << 60, back));
    assert_false(handle_of_number(UINT64_MAX, back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_is_a_number_and_back),
        cmocka_unit_test(what_is_made_is_a_handle),
        cmocka_unit_test(anything_else_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
