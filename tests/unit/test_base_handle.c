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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_made_is_a_handle),
        cmocka_unit_test(anything_else_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
